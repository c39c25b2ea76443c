"""Which thresholds a page keeps of a sweep: few enough to send, and those at which anybody's best lies."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....metrics.areas import two_classes
from ....metrics.curves import ks_curve
from ....metrics.thresholds import best_threshold
from ....summary import Sweep
from ....types import Places

PERCENTS = np.arange(1, 101) / 100
HABITUAL = tuple((np.arange(1, 100) / 100).tolist())
"""Thresholds of probabilities that people type."""


def kept(sweep: Sweep, most: int, wanted: Collection[float] = ()) -> Places:
    """Places in ``sweep.thresholds``, ascending: all where there are at most so many.

    Of more, the corners of the convex hull of ROC stay, since the optimum of every cost, of F1, Youden and accuracy is one of them;
    the answers to "recall of at least r %" and "precision of at least p %"; each percent of recall and of alerts; the lowest score
    that reaches each threshold that is wanted, is 0.5 or, of probabilities, has two decimals; and as many evenly spread as there is
    room for. The highest and the lowest score always stay.
    """
    n = len(sweep)
    if n <= most:
        return np.arange(n)
    if not two_classes(sweep):
        return _spread(np.arange(n), most)
    corners = _spread(hull(sweep.fps, sweep.tps), max(most, 400))
    chosen = np.concatenate([corners, _named(sweep), _constrained(sweep), _percents(sweep), _typed(sweep, wanted), [0, n - 1]])
    chosen = np.unique(chosen[(chosen >= 0) & (chosen < n)])
    room = most - len(chosen)
    return np.union1d(chosen, _spread(np.arange(n), room)) if room > 1 else chosen


def _spread(places: Places, most: int) -> Places:
    """At most so many of the places, evenly, the first and the last among them."""
    if len(places) <= most:
        return places
    return np.asarray(np.unique(places[np.rint(np.linspace(0, len(places) - 1, most)).astype(np.int64)]), np.int64)


def hull(x: NDArray[Any], y: NDArray[Any]) -> Places:
    """Places of the corners of the upper convex hull of a rising curve that starts at (0, 0), in order.

    Counts are compared as integers. Of points on one edge only its ends are corners.
    """
    x, y = np.append(0, x), np.append(0, y)
    corners, open_edges = [0, len(x) - 1], [(0, len(x) - 1)]
    while open_edges:
        a, b = open_edges.pop()
        if b - a < 2:
            continue
        inside = slice(a + 1, b)
        above = (x[b] - x[a]) * (y[inside] - y[a]) - (y[b] - y[a]) * (x[inside] - x[a])
        at = int(np.argmax(above))
        if above[at] > 0:
            corner = a + 1 + at
            corners.append(corner)
            open_edges += [(a, corner), (corner, b)]
    return np.unique(np.array(corners, np.int64))[1:] - 1


def _named(sweep: Sweep) -> Places:
    """The thresholds that gnomon itself names: where KS is reached (also of reversed scores), the best Youden and F1."""
    found = [ks_curve(sweep).threshold, *(best_threshold(sweep, objective=name).threshold for name in ("youden", "f1"))]
    return np.array([place(sweep, threshold) for threshold in found], np.int64)


def _typed(sweep: Sweep, wanted: Collection[float]) -> Places:
    """Where the thresholds lead that the page quotes and that people type."""
    return np.array([place(sweep, t) for t in {*wanted, 0.5, *(HABITUAL if sweep.probable else ())}], np.int64)


def place(sweep: Sweep, threshold: float) -> int:
    """Where a threshold of the sweep stands; -1 is the start, where nothing is an alert.

    A threshold between two scores stands where the more positive one does: the last that reaches it.
    """
    return int(sweep.reaching(np.array([threshold], np.float64))[0]) - 1


def _constrained(sweep: Sweep) -> Places:
    """For each whole percent: the best precision with at least that recall, and the best recall with at least that precision."""
    tps, alerts = sweep.tps, np.asarray(sweep.tps + sweep.fps, float)
    precision = np.divide(tps, alerts, out=np.zeros(len(alerts)), where=alerts > 0)
    best_after = np.maximum.accumulate(precision[::-1])[::-1]
    records = np.flatnonzero(precision == best_after)
    first = np.searchsorted(tps, PERCENTS * sweep.positives * (1 - 1e-12))
    first = first[first < len(tps)]
    # The best precision from here on stands at the next record; the last that reaches a mark is where the best from there on still does.
    best_precision = records[np.searchsorted(records, first)]
    reaching = np.searchsorted(-best_after, -PERCENTS * (1 - 1e-12), side="right") - 1
    best_recall = np.searchsorted(tps, tps[reaching[reaching >= 0]])
    return np.concatenate([best_precision, best_recall]).astype(np.int64)


def _percents(sweep: Sweep) -> Places:
    """The first threshold that reaches each whole percent of recall, and of alerts."""
    recalls = np.searchsorted(sweep.tps, PERCENTS * sweep.positives * (1 - 1e-12))
    alerts = np.searchsorted(sweep.tps + sweep.fps, PERCENTS * sweep.n * (1 - 1e-12))
    return np.concatenate([recalls, alerts]).astype(np.int64)
