"""What evaluations of labelled rows say of their labels, whatever was predicted: the positive class, or how many classes there are."""

from typing import TYPE_CHECKING

from .parts import HeaderItem

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[HeaderItem]:
    """How many rows are positive, or how much they weigh, and which label that is; else how many classes there are."""
    from ..evaluation.text import count, percent

    if e.positives is None:
        number = len(e.classes or ())
        return [HeaderItem(10, "fact.classes", {"count": number})]
    values = {"count": count(e.positives), "share": percent(e.positives / e.total) if e.total else "—"}
    positives = "fact.weight_of_positives" if e.weight else "fact.positives"
    return [
        HeaderItem(10, positives, values),
        HeaderItem(40, "fact.positive", name=e.positive, brief=False),
    ]
