"""What is said of objects in images."""

from typing import TYPE_CHECKING

from ..parts import HeaderItem

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[HeaderItem]:
    """How many objects there are, of how many classes, what was detected, and by which rule both were matched."""
    if e.objects is None:
        return []
    found = [
        HeaderItem(5, "fact.objects", {"count": f"{e.objects:,}"}),
        HeaderItem(10, "fact.classes", {"count": len(e.classes or ())}),
    ]
    detected = list((e.detections or {}).values())
    if detected:
        low, high = min(detected), max(detected)
        span = f"{low:,}" if low == high else f"{low:,}–{high:,}"
        found.append(HeaderItem(15, "fact.detections", {"count": span}))
    if e.protocol:
        found.append(HeaderItem(20, "fact.protocol", {"name": e.protocol}))
    return found
