"""What the page says of slices of labelled rows: how many are positive."""

from ..evaluation import Evaluation
from ..report.page_words import Pair
from ..report.section import SliceColumn

SCRIPT: dict[str, Pair] = pairs("truth_script")

EVIDENCE: dict[str, Pair] = pairs("truth_evidence")

UNSURE: dict[str, str] = {
    r"there is only one positive row; an interval needs two of each class": "只有一个正例；每类至少两行才有区间",
    r"there is only one negative row; an interval needs two of each class": "只有一个负例；每类至少两行才有区间",
}


def slice_columns(e: Evaluation) -> list[SliceColumn]:
    """Positives of each slice, and their share; of weights the share is unknown, since slices carry the weight of positives only."""
    if e.positives is None:
        return []
    made = [SliceColumn("positive", "count", e.positives, lambda part: part.positives)]
    if e.weight is None:
        made.append(SliceColumn("positive_rate", "percent", _rate(e.positives, e.rows), lambda part: _rate(part.positives, part.rows)))
    return made


def _rate(positives: float | None, rows: int) -> float | None:
    return positives / rows if rows and positives is not None else None
