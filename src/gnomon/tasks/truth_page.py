"""What the page says of slices of labelled rows: how many are positive."""

from ..evaluation import Evaluation
from ..messages import Pair, pairs
from ..report.section import SliceColumn

SCRIPT: dict[str, Pair] = pairs("truth_script")

EVIDENCE: dict[str, Pair] = pairs("truth_evidence")


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
