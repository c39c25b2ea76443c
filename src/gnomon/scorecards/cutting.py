"""Where to cut: five methods, each a choice among the places between distinct values."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..types import Array
from .atoms import Atoms
from .even_edges import width_edges

Cuts = NDArray[np.int64]
TRENDS = {"none": 0, "up": 1, "down": 2, "peak": 3, "valley": 4, "either": 5, "auto": 6}
TREE_LEAVES = 20
METHODS = ("width", "quantile", "tree", "chi", "optimal")


@dataclass(frozen=True)
class BinRules:
    """What bins must be like, checked. Limits count rows, of which each weighs ``row_weight``."""

    method: str
    max_bins: int
    rows: float
    events: float
    difference: float
    trend: str
    fine: int
    smoothing: float | None
    chi: float
    criterion: str
    closed: str
    row_weight: float = 1.0


def fine_cuts(total: Array, fine: int) -> Cuts:
    """Pre-bins of about equal weight: a value belongs to that in which the middle of its rows lies. Few values are one each."""
    if len(total) <= fine:
        return np.arange(1, len(total))
    upto = np.cumsum(total)
    middle = 2 * upto - total  # twice, so that counts stay whole numbers
    cuts = np.unique(np.searchsorted(middle, np.arange(1, fine) * (2 * upto[-1] / fine)))
    return cuts[(cuts > 0) & (cuts < len(total))]


def cuts_of(atoms: Atoms, fine: Cuts, rules: BinRules, periods: object = None) -> tuple[Cuts, str]:
    """Where bins begin, and which trend they have ("none" where none was asked for). ``periods(cuts)`` counts pre-bins by period."""
    if rules.method == "optimal":
        return _optimal(atoms, _candidates(atoms, fine, rules), rules, rules.trend, periods)
    found = _BY_METHOD[rules.method](atoms, rules)
    trend = "none" if rules.trend == "auto" else rules.trend
    if trend != "none" or rules.difference > 0 or periods is not None:
        return _optimal(atoms, found, rules, trend, periods)
    return found, "none"


def _candidates(atoms: Atoms, fine: Cuts, rules: BinRules) -> Cuts:
    """Where optimal bins may begin: at pre-bins of equal weight, and where a tree would split, so that no jump falls inside one."""
    if len(fine) + 1 == len(atoms.values):
        return fine
    return np.union1d(fine, tree_cuts(atoms, TREE_LEAVES, "gini", rules))


def _optimal(atoms: Atoms, cuts: Cuts, rules: BinRules, trend: str, periods: Any) -> tuple[Cuts, str]:
    """Of these places those that give the greatest information value within the rules."""
    good, bad = summed(atoms.good, cuts), summed(atoms.bad, cuts)
    better, worse = (np.empty(0), np.empty(0)) if periods is None else periods(cuts)
    all_good, all_bad = atoms.totals
    smoothing = -1.0 if rules.smoothing is None else rules.smoothing
    found = _core.optimal_bins(
        good, bad, better, worse, all_good, all_bad, rules.max_bins, rules.rows, rules.events, rules.difference, smoothing, TRENDS[trend]
    )
    if found is None:
        return np.empty(0, np.int64), "none"
    chosen, way = found
    return cuts[chosen - 1], next(name for name, code in TRENDS.items() if code == way)


def _merged(atoms: Atoms, cuts: Cuts, rules: BinRules, threshold: float) -> Cuts:
    """Of these places those that are left once bins are merged that are alike, too many or too small."""
    good, bad = summed(atoms.good, cuts), summed(atoms.bad, cuts)
    kept = _core.chi_merge(good, bad, rules.max_bins, threshold, rules.rows, rules.events)
    return cuts[kept - 1]


def _chi(atoms: Atoms, rules: BinRules) -> Cuts:
    return _merged(atoms, np.arange(1, len(atoms.values)), rules, rules.chi)


def _quantile(atoms: Atoms, rules: BinRules) -> Cuts:
    """A cut where the weight of rows below comes nearest to each part of the whole, the lower one of two as near."""
    upto = np.cumsum(atoms.total, dtype=np.float64)
    wanted = upto[-1] * np.arange(1, rules.max_bins) / rules.max_bins
    above = np.searchsorted(upto, wanted)
    below = np.maximum(above - 1, 0)
    nearest = np.where(np.abs(upto[below] - wanted) <= np.abs(upto[above] - wanted), below, above)
    cuts = np.unique(nearest + 1)
    return _merged(atoms, cuts[cuts < len(upto)], rules, 0.0)


def _width(atoms: Atoms, rules: BinRules) -> Cuts:
    cuts = np.array(sorted(even_edges(atoms.values, rules)), np.int64)
    return _merged(atoms, cuts, rules, 0.0)


def even_edges(values: Array, rules: BinRules) -> dict[int, float]:
    """Edges of bins of equal width, by the place of the first value above each; the lowest of several in one gap."""
    edges = width_edges(float(values[0]), float(values[-1]), rules.max_bins, rules.closed)
    places = np.searchsorted(values, edges, side="left" if rules.closed == "left" else "right")
    found = zip(places[::-1].tolist(), edges[::-1].tolist(), strict=True)
    return {place: edge for place, edge in found if 0 < place < len(values)}


def _tree(atoms: Atoms, rules: BinRules) -> Cuts:
    return tree_cuts(atoms, rules.max_bins, rules.criterion, rules)


def tree_cuts(atoms: Atoms, leaves: int, criterion: str, rules: BinRules) -> Cuts:
    """Best-first splits by impurity: of all leaves the one whose split gains most is split next."""
    good, bad = atoms.good.astype(np.float64), atoms.bad.astype(np.float64)
    return _core.tree_cuts(good, bad, leaves, criterion == "gini", rules.rows, rules.events)


def summed(column: Array, cuts: Cuts) -> NDArray[np.float64]:
    """A column's sums over the bins that begin at these places."""
    return np.add.reduceat(column, np.concatenate([[0], cuts]).astype(np.int64)).astype(np.float64)


_BY_METHOD = {"chi": _chi, "quantile": _quantile, "width": _width, "tree": _tree}
