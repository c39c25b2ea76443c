"""What is said of objects in images."""

from typing import Any

from ..parts import Fact


def facts(e: Any) -> list[Fact]:
    """How many objects there are, of how many classes, what was detected, and by which rule both were matched."""
    if e.objects is None:
        return []
    found = [
        Fact(5, "{count} objects", "{count} 个目标", {"count": f"{e.objects:,}"}, en_one="1 object"),
        Fact(10, "{count} classes", "{count} 个类别", {"count": len(e.classes or ())}, en_one="1 class"),
    ]
    detected = list((e.detections or {}).values())
    if detected:
        low, high = min(detected), max(detected)
        span = f"{low:,}" if low == high else f"{low:,}–{high:,}"
        found.append(Fact(15, "{count} detections", "{count} 个检测框", {"count": span}, en_one="1 detection"))
    if e.protocol:
        found.append(Fact(20, "protocol {name}", "评测规则 {name}", {"name": e.protocol}))
    return found
