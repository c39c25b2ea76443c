"""What the page's script needs of a sweep: thresholds with their counts, and the figures drawn beside them."""

import math
from typing import Any

import numpy as np

from ..evaluation.saved import plain_number
from ..metrics.areas import accuracy_ratio, area, average_precision, one_class, two_classes
from ..metrics.calibration import calibration_curve, expected_calibration_error
from ..metrics.curves import ks_curve
from ..metrics.points import lift_at
from ..metrics.tables import decile_table
from ..metrics.thresholds import best_threshold
from ..summary import Sweep
from .points import kept, place
from .words import REASONS

BINS = 40
DECILES = ("bin", "low", "high", "n", "bad", "good", "rate", "cumulative_gain", "cumulative_good", "cumulative_lift", "ks")


def curves_of(sweep: Sweep, most: int) -> dict[str, Any]:
    """Everything that is drawn of a sweep, from at most about so many thresholds."""
    if not two_classes(sweep):
        text = one_class(sweep)
        return {"reason": [text, REASONS.get(text, text)], **_beside(sweep)}
    places = kept(sweep, most)
    start = place(sweep, best_threshold(sweep, objective="youden").threshold)
    ks = ks_curve(sweep)
    headlines = {"auc": area(sweep), "ap": average_precision(sweep), "ks": ks.statistic, "ks_at": ks.threshold, "ar": accuracy_ratio(sweep)}
    return {
        "positives": sweep.positives,
        "negatives": sweep.negatives,
        "thresholds": sweep.thresholds[places].tolist(),
        "tp": sweep.tps[places].tolist(),
        "fp": sweep.fps[places].tolist(),
        "of": len(sweep),
        "whole": sweep.exact and len(places) == len(sweep),
        "exact": sweep.exact,
        "start": int(np.searchsorted(places, start)) + 1 if start >= 0 else 0,
        "headlines": {name: plain_number(value) for name, value in headlines.items()} | {"lift": _lift(sweep)},
        **_beside(sweep),
    }


def _lift(sweep: Sweep) -> float | None:
    value = float(lift_at(sweep, fraction=0.1))
    return None if math.isnan(value) else value


def _beside(sweep: Sweep) -> dict[str, Any]:
    """The figures that one class alone has too."""
    if not len(sweep):
        return {}
    return {"scores": _histogram(sweep), "calibration": _calibration(sweep), "deciles": _deciles(sweep)}


def _histogram(sweep: Sweep) -> dict[str, Any]:
    """Each class's share in bins of equal width."""
    edges, positive, negative = sweep.histogram(BINS)
    shares = [(weight / (total or 1)).round(7).tolist() for weight, total in ((positive, sweep.positives), (negative, sweep.negatives))]
    return {"edges": edges.tolist(), "positive": shares[0], "negative": shares[1]}


def _calibration(sweep: Sweep) -> dict[str, Any] | None:
    """Observed rates by predicted ones, where every score could be a probability."""
    if not sweep.probable:
        return None
    curve = calibration_curve(sweep)
    error = expected_calibration_error(sweep)
    columns = {name: getattr(curve, name).tolist() for name in ("predicted", "observed", "weight", "low", "high")}
    return columns | {"error": plain_number(error)}


def _deciles(sweep: Sweep) -> list[list[Any]]:
    """The credit-risk table, line by line."""
    table = decile_table(sweep)
    return [list(map(plain_number, line)) for line in zip(*(getattr(table, name).tolist() for name in DECILES), strict=True)]
