"""What evaluations of labelled rows say of their labels, whatever was predicted: the positive class, or how many classes there are."""

from typing import Any

from .parts import Fact


def facts(e: Any) -> list[Fact]:
    """How many rows are positive, or how much they weigh, and which label that is; else how many classes there are."""
    from ..evaluation.text import count, percent

    if e.positives is None:
        number = len(e.classes or ())
        return [Fact(10, "{count} classes", "{count} 个类别", {"count": number}, en_one="{count} class")]
    values = {"count": count(e.positives), "share": percent(e.positives / e.total) if e.total else "—"}
    said = ("{count} positive ({share})", "正例 {count}（{share}）")
    if e.weight:
        said = ("weight of positives {count} ({share})", "正例权重 {count}（{share}）")
    return [Fact(10, *said, values), Fact(40, "positive", "正类", name=e.positive, brief=False)]
