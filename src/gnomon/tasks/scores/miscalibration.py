"""Where predicted probabilities and observed rates part by more than chance: the stretch of neighbouring bins that shows it best."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...metrics.calibration import CalibrationCurve
from ...metrics.calibration_tests import binomial_chance
from ...types import Floats

LEAST_GAP, FEWEST_ROWS, LEAST_SHARE = 0.03, 20, 0.005
"""A gap worth a word, and the rows and the share of all rows without which it rests on too little."""
CHANCE = 0.01
"""How often calibrated predictions may be called uncalibrated."""


class MiscalibratedRange(NamedTuple):
    """Predictions from ``lowest`` to ``highest``: the observed rate less the mean prediction, and how many rows that rests on."""

    lowest: float
    highest: float
    gap: float
    rows: float


def miscalibrated(curve: CalibrationCurve, rows_of: Callable[[Floats, Floats], Floats]) -> MiscalibratedRange | None:
    """The stretch whose gap stands out most of those that an exact test finds to be more than chance; None where there is none.

    One bin of many rows shows a gap in a place, several together one that is too small for any of them. ``rows_of`` says how many rows
    weights of positives and negatives are worth.
    """
    count = len(curve.weight)
    first, last = np.triu_indices(count)
    hits, weight, said = (_sums(v)[last + 1] - _sums(v)[first] for v in (curve.observed * curve.weight, curve.weight, _mass(curve)))
    rows = np.asarray(rows_of(hits, weight - hits), np.float64)
    observed, predicted = np.clip(hits / weight, 0, 1), np.clip(said / weight, 0, 1)
    gap = observed - predicted
    able = (np.abs(gap) > LEAST_GAP) & (rows >= FEWEST_ROWS) & (weight >= LEAST_SHARE * curve.weight.sum())
    if not able.any():
        return None
    chance = binomial_chance(observed[able] * rows[able], rows[able], predicted[able])
    real = np.flatnonzero(able)[chance * len(first) < CHANCE]
    if not len(real):
        return None
    at = real[np.argmax(np.abs(gap[real]) * np.sqrt(weight[real]))]
    return MiscalibratedRange(float(curve.lowest[first[at]]), float(curve.highest[last[at]]), float(gap[at]), float(rows[at]))


def _mass(curve: CalibrationCurve) -> Floats:
    return curve.predicted * curve.weight


def _sums(values: Floats) -> Floats:
    return np.append(0.0, np.cumsum(values))
