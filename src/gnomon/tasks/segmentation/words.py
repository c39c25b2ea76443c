"""What is said of label maps."""

from typing import TYPE_CHECKING

from ..parts import HeaderItem

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[HeaderItem]:
    """How many pixels count, of how many classes, and how many were left out."""
    if e.pixels is None:
        return []
    found = [
        HeaderItem(5, "fact.pixels", {"count": f"{e.pixels:,}"}),
        HeaderItem(10, "fact.classes", {"count": len(e.classes or ())}),
    ]
    if e.ignored_pixels:
        share = e.ignored_pixels / (e.pixels + e.ignored_pixels)
        found.append(HeaderItem(12, "fact.of_pixels_ignored", {"share": 100 * share}))
    return found
