"""What is said of two classes."""

from typing import Any

from ..parts import Fact


def positive_share(e: Any) -> list[Fact]:
    """How many rows are positive, or how much they weigh."""
    from ...evaluation.text import count, percent

    if e.positives is None:
        return []
    share = f" ({percent(e.positives / e.total)})" if e.total else ""
    zh = f"（{percent(e.positives / e.total)}）" if e.total else ""
    values = {"amount": count(e.positives), "share": share, "zh_share": zh}
    if e.weight:
        return [Fact("{amount} weight of positives{share}", "正例权重 {amount}{zh_share}", values)]
    return [Fact("{amount} positive{share}", "正例 {amount}{zh_share}", values)]
