"""What is said of label maps."""

from typing import Any

from ..parts import Fact


def facts(e: Any) -> list[Fact]:
    """How many pixels count, of how many classes, and how many were left out."""
    if e.pixels is None:
        return []
    found = [
        Fact(5, "{count} pixels", "{count} 个像素", {"count": f"{e.pixels:,}"}),
        Fact(10, "{count} classes", "{count} 个类别", {"count": len(e.classes or ())}, en_one="1 class"),
    ]
    if e.ignored_pixels:
        share = e.ignored_pixels / (e.pixels + e.ignored_pixels)
        found.append(Fact(12, "{share:.3g} % of pixels ignored", "忽略 {share:.3g} % 的像素", {"share": 100 * share}))
    return found
