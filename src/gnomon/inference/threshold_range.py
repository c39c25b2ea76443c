"""Whether a threshold behind ``@`` lies within the scores that it cuts: recall@50 of probabilities is hardly what anyone means."""

from typing import NamedTuple

import numpy as np

from ..catalog import Reference
from ..errors import InputError
from ..inputs import HIGHER, BinaryRows, ClassRows
from ..inputs.direction import read
from ..summary import Sweep, Sweeps


class ScoreRange(NamedTuple):
    """The lowest and the highest score, and whether all are from 0 to 1 and may be probabilities."""

    low: float
    high: float
    unit: bool

    def holds(self, threshold: float) -> bool:
        """Whether a threshold is one that such scores can be cut at; of probabilities, any from 0 to 1."""
        return 0 <= threshold <= 1 if self.unit else self.low <= threshold <= self.high


def score_range(scores: object) -> ScoreRange | None:
    """The range of a sweep, of sweeps by label, or of rows; a coarse sweep has the ends of its cells. None where there are no scores."""
    if not isinstance(scores, (Sweep, Sweeps)):
        return _of_rows(scores)
    sweeps = [scores] if isinstance(scores, Sweep) else scores.parts.values()
    found = [_of_sweep(sweep) for sweep in sweeps if len(sweep)]
    if not found:
        return None
    return ScoreRange(min(one.low for one in found), max(one.high for one in found), all(one.unit for one in found))


def _of_sweep(sweep: Sweep) -> ScoreRange:
    lower, upper = (sweep.thresholds, sweep.ceilings) if sweep.direction == HIGHER else (sweep.ceilings, sweep.thresholds)
    low, most = sorted((float(lower[0]), float(lower[-1])))
    return ScoreRange(low, float(max(upper[0], upper[-1])), low >= 0 and most <= 1)


def _of_rows(rows: object) -> ScoreRange | None:
    score = getattr(rows, "score", None)
    if score is None or not np.size(score):
        return None
    own = read(np.asarray(score), rows.direction) if isinstance(rows, BinaryRows) else np.asarray(score)
    low, high = float(own.min()), float(own.max())
    return ScoreRange(low, high, low >= 0 and high <= 1)


def far_threshold(reference: Reference, scores: object, name: str, whole: bool = True) -> InputError | None:
    """What is wrong with a threshold outside the range of the scores of all rows, which are called ``name``; None where nothing is.

    Of a part of the rows, as a fold or a batch is, only the range of probabilities is known: ``whole=False``.
    """
    at = reference.at
    if reference.entry.at != "threshold" or at is None or isinstance(scores, ClassRows):
        return None
    found = score_range(scores)
    if found is None or found.holds(at) or not (whole or found.unit):
        return None
    return _far(reference, at, found, name)


def refuse_far_threshold(reference: Reference, scores: object, name: str, whole: bool = True) -> None:
    """Refuse a threshold outside the range of the scores."""
    if (error := far_threshold(reference, scores, name, whole)) is not None:
        raise error


def _far(reference: Reference, at: float, scores: ScoreRange, name: str) -> InputError:
    low, high = (0.0, 1.0) if scores.unit else scores[:2]
    if at != round(at) or at < 1 or not np.isfinite(at):
        return InputError(
            "inference.threshold_outside_scores",
            reference=reference,
            at=at,
            name=name,
            low=low,
            high=high,
        )
    ranked = f"{reference.entry.name}_at" if reference.entry.name in ("precision", "recall") else "recall_at"
    return InputError(
        "inference.threshold_outside_scores_at_k",
        reference=reference,
        at=at,
        name=name,
        low=low,
        high=high,
        k=int(at),
        ranked=f"{ranked}(k={int(at)})",
    )
