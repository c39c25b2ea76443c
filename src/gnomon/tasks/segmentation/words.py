"""What is said of label maps."""

from typing import TYPE_CHECKING

from ..parts import Fact

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[Fact]:
    """How many pixels count, of how many classes, and how many were left out."""
    if e.pixels is None:
        return []
    found = [
        Fact(5, "fact.pixels", {"count": f"{e.pixels:,}"}),
        Fact(10, "fact.classes", {"count": len(e.classes or ())}),
    ]
    if e.ignored_pixels:
        share = e.ignored_pixels / (e.pixels + e.ignored_pixels)
        found.append(Fact(12, "fact.of_pixels_ignored", {"share": 100 * share}))
    return found
