"""What is said of objects in images."""

from typing import TYPE_CHECKING

from ..parts import Fact

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[Fact]:
    """How many objects there are, of how many classes, what was detected, and by which rule both were matched."""
    if e.objects is None:
        return []
    found = [
        Fact(5, "fact.objects", {"count": f"{e.objects:,}"}),
        Fact(10, "fact.classes", {"count": len(e.classes or ())}),
    ]
    detected = list((e.detections or {}).values())
    if detected:
        low, high = min(detected), max(detected)
        span = f"{low:,}" if low == high else f"{low:,}–{high:,}"
        found.append(Fact(15, "fact.detections", {"count": span}))
    if e.protocol:
        found.append(Fact(20, "fact.protocol", {"name": e.protocol}))
    return found
