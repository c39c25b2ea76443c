"""What the page's script needs of a sweep: thresholds with their counts, and the figures drawn beside them."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from ....evaluation.saved import plain_number
from ....inputs import LOWER
from ....inputs.direction import read
from ....metrics.areas import accuracy_ratio, area, average_precision, one_class, two_classes
from ....metrics.calibration import calibration_curve, expected_calibration_error
from ....metrics.curves import ks_curve
from ....metrics.points import lift_at
from ....metrics.tables import decile_table
from ....metrics.thresholds import best_threshold
from ....report.words import in_both
from ....summary import Counts, Sweep
from ....types import Places
from .points import kept, place

BINS = 40
DECILES = (
    *("bin", "low", "high", "n", "positives", "negatives", "rate", "mean_score", "cumulative_gain", "cumulative_negatives"),
    *("cumulative_lift", "ks"),
)


def curves_of(sweep: Sweep, most: int, wanted: Collection[float] = (), at: Mapping[float, Counts] | None = None) -> dict[str, Any]:
    """Everything that is drawn of a sweep, from at most about so many thresholds and those wanted.

    ``at`` are counts at thresholds inside the cells of a coarse sweep.
    """
    if not two_classes(sweep):
        return {"reason": list(in_both(one_class(sweep))), "exact": sweep.exact, **_beside(sweep)}
    places = kept(sweep, most, wanted)
    columns = _columns(sweep, places, at or {})
    start = place(sweep, best_threshold(sweep, objective="youden").threshold)
    ks = ks_curve(sweep)
    headlines = {"auc": area(sweep), "ap": average_precision(sweep), "ks": ks.statistic, "ks_at": ks.threshold, "ar": accuracy_ratio(sweep)}
    return {
        "positives": sweep.positives,
        "negatives": sweep.negatives,
        **columns,
        "kept": len(places),
        "of": len(sweep),
        "exact": sweep.exact,
        "lower": sweep.direction == LOWER,
        "start": columns["thresholds"].index(float(sweep.thresholds[start])) + 1 if start >= 0 else 0,
        "headlines": {name: plain_number(value) for name, value in headlines.items()} | {"lift": _lift(sweep), "reversed": ks.sign < 0},
        **_beside(sweep),
    }


def _columns(sweep: Sweep, places: Places, at: Mapping[float, Counts]) -> dict[str, list[Any]]:
    """Thresholds from the most positive on, with their counts, and the next score that may lie beneath each; before all, the first.

    A number between a threshold and the score beneath it has the very counts of the threshold. None says that the score beneath is
    the next threshold.
    """
    under = np.append(-1, places) + 1
    beneath = [None if k == len(sweep) else float(sweep.ceilings[k]) for k in under]
    lines = list(zip(sweep.thresholds[places].tolist(), sweep.tps[places].tolist(), sweep.fps[places].tolist(), beneath[1:], strict=True))
    own = {line[0] for line in lines}
    # Inside a cell nothing is known but the threshold itself.
    lines += [
        (t, _plain(counts.matrix[1, 1]), _plain(counts.matrix[0, 1]), math.nextafter(t, -sweep.beyond))
        for t, counts in at.items()
        if not sweep.exact and t not in own
    ]
    lines.sort(key=lambda line: -read(line[0], sweep.direction))
    thresholds, tp, fp, below = map(list, zip(*lines, strict=True))
    following = [*thresholds, None]
    shortened = [None if value == after else value for value, after in zip([beneath[0], *below], following, strict=True)]
    return {"thresholds": thresholds, "tp": tp, "fp": fp, "below": shortened if any(v is not None for v in shortened) else []}


def _plain(count: Any) -> int | float:
    return int(count) if float(count).is_integer() else float(count)


def _lift(sweep: Sweep) -> float | None:
    value = float(lift_at(sweep, fraction=0.1))
    return None if math.isnan(value) else value


def _beside(sweep: Sweep) -> dict[str, Any]:
    """What one class alone has too."""
    return {"scores": _histogram(sweep)} if len(sweep) else {}


def trust_of(sweep: Sweep, positive: str, level: float | None = None) -> dict[str, Any]:
    """Calibration and score bands, with what the positive class is called where it has a name; nothing where there are no rows.

    Without a ``level`` the observed rates have no intervals.
    """
    if not len(sweep):
        return {}
    known = {"exact": sweep.exact, "lower": sweep.direction == LOWER, "positive": positive}
    return {**known, "calibration": _calibration(sweep, level), "deciles": _deciles(sweep)}


def _histogram(sweep: Sweep) -> dict[str, Any]:
    """Each class's share in bins of equal width."""
    edges, positive, negative = sweep.histogram(BINS)
    shares = [(weight / (total or 1)).round(7).tolist() for weight, total in ((positive, sweep.positives), (negative, sweep.negatives))]
    return {"edges": edges.tolist(), "positive": shares[0], "negative": shares[1]}


def _calibration(sweep: Sweep, level: float | None) -> dict[str, Any] | None:
    """Observed rates by predicted ones, where every score could be a probability."""
    if not sweep.probable:
        return None
    curve = calibration_curve(sweep, level=level or 0.95)
    error = expected_calibration_error(sweep)
    names = ("predicted", "observed", "weight", "lowest", "highest", *(("low", "high") if level is not None else ()))
    columns = {name: getattr(curve, name).tolist() for name in names}
    return columns | {"error": plain_number(error)}


def _deciles(sweep: Sweep) -> list[list[Any]]:
    """The credit-risk table, line by line."""
    table = decile_table(sweep)
    return [list(map(plain_number, line)) for line in zip(*(getattr(table, name).tolist() for name in DECILES), strict=True)]
