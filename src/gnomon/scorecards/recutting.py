"""A variable cut again for other counts of its fine bins: for part of the rows, or for labels that were shuffled."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..randomness import stream
from ..summary import Bins
from ..types import Floats, Places
from .atoms import Atoms, as_rows
from .cutting import BinRules, cuts_of, fine_cuts
from .editing import places_in
from .information import weights_of_evidence
from .settings import rules_of

if TYPE_CHECKING:
    from .binning import Binning


MOST_FINE = 50
"""Pre-bins of one search, which takes the cube of their number; where a tree would split it may cut as well."""
DRAWS = 30
"""Shuffled labels: the mean of so many is known to about a tenth of itself."""
MOST_VALUES = 2000
"""Values that labels are dealt to; more of them change what chance gives by little."""


class FineWoe(NamedTuple):
    """The WOE of each fine bin, and what the bins made of them tell."""

    woe: Floats
    iv: float
    ks: float


class Recut(NamedTuple):
    """Fine bins of a variable, the bin that each belongs to, and the rules by which they were found."""

    fine: Bins
    places: Places
    rules: BinRules
    binning: Any
    chosen: bool
    """Whether labels decided where bins begin; else they stay where they are."""
    values: Places | None
    """Different values in each regular fine bin, where that is known."""
    gathered: Places
    """Fine bins gathered where labels said that they begin, so that parts of the rows know nothing of the labels of others."""

    @classmethod
    def of(cls, binning: Any, name: str) -> "Recut":
        """A variable of a fitted Binning."""
        fitted, used = binning._fitted[name], binning._used
        fine, layout = fitted.fine, fitted.bins.layout
        rules = rules_of(used, float(fine.total.sum()) / fitted.row_weight, fitted.row_weight, name)
        free = rules.method in ("quantile", "width") and rules.trend in ("none", "auto") and not rules.difference
        chosen = not (free or fitted.edited)
        gathered = np.arange(fine.layout.size)
        if chosen and fitted.even is not None:
            regular = np.concatenate([[0], np.cumsum(fitted.even)])
            gathered = np.concatenate([regular, regular[-1] + 1 + np.arange(fine.layout.size - fine.layout.regular)])
        return cls(fine, places_in(fine, layout), rules, used, chosen, fitted.values, gathered)

    def in_rows(self) -> tuple[Floats, Floats]:
        """Good and bad rows of each fine bin, whatever they weigh."""
        return tuple(as_rows(side, self.rules.row_weight).astype(np.float64) for side in (self.fine.good, self.fine.bad))  # type: ignore[return-value]

    def weigh(self, good: Floats, bad: Floats) -> FineWoe:
        """Cut by these rows of the fine bins, good and bad, and weigh the evidence; fine bins without rows have WOE 0.

        Fine bins may be in parts (:meth:`in_values`) where labels decide where bins begin.
        """
        layout = self.fine.layout
        assert layout is not None
        regular = len(good) - (layout.size - layout.regular)
        places = self._cut(good, bad, regular) if self.chosen else self.places
        size = int(places.max()) + 1
        g, b = (np.bincount(places, side, size).astype(np.float64) for side in (good, bad))
        missing = places[regular + len(layout.special)]
        if self.binning.missing == "merge" and g[missing] + b[missing] > 0:
            with np.errstate(invalid="ignore", divide="ignore"):
                gap = np.abs(b / (g + b) - b[missing] / (g[missing] + b[missing]))
            gap[places[regular:]] = np.inf
            places = np.where(places == missing, int(np.nanargmin(gap)), places)
            g, b = (np.bincount(places, side, size).astype(np.float64) for side in (good, bad))
        smoothing = 0.5 if self.binning.smoothing is None else self.binning.smoothing
        woe, iv, _ = weights_of_evidence(g, b, smoothing)
        ks = float(np.maximum(b / b.sum() - g / g.sum(), 0).sum())
        return FineWoe(np.where(good + bad > 0, woe[places], 0.0), float(iv.sum()), ks)

    def in_values(self) -> Places:
        """Rows of each different value, as far as they are known: those of a fine bin are dealt evenly to its values."""
        good, bad = self.in_rows()
        rows = np.rint(good + bad).astype(np.int64)
        if self.values is None:
            return rows
        regular = len(self.values)
        parts = np.minimum(self.values, np.maximum(MOST_VALUES * rows[:regular] // max(int(rows[:regular].sum()), 1), 1))
        parts = np.maximum(np.minimum(parts, rows[:regular]), 1)
        at = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
        whole, rest = np.divmod(rows[:regular], parts)
        return np.concatenate([np.repeat(whole, parts) + (at < np.repeat(rest, parts)), rows[regular:]])

    def _cut(self, good: Floats, bad: Floats, regular: int) -> Places:
        """The bin of each fine bin, those of special codes, missing and other values behind the regular ones."""
        total = good[:regular] + bad[:regular]
        there = np.flatnonzero(total > 0)
        places, count = np.zeros(len(good), np.int64), 0
        if len(there):
            assert self.fine.layout is not None
            numbers = self.fine.layout.groups is None
            if not numbers:
                there = there[np.argsort(bad[there] / total[there], kind="stable")]
            atoms = Atoms(np.arange(len(there)), None, good[there], bad[there], (), (good[regular:], bad[regular:]))
            share = float(good.sum() + bad.sum()) * self.rules.row_weight / float(self.fine.total.sum())
            method = "quantile" if self.rules.method == "width" else self.rules.method  # of fine bins, widths are not known
            rules = replace(self.rules, rows=self.rules.rows * share, method=method)
            cuts, _ = cuts_of(atoms, fine_cuts(atoms.total, min(rules.fine, MOST_FINE)), rules)
            own = np.searchsorted(cuts, np.arange(len(there)), side="right")
            places[there], count = own, len(cuts) + 1
            if numbers:  # a fine bin without rows belongs to the one below
                places[:regular] = own[np.maximum(np.searchsorted(there, np.arange(regular), side="right") - 1, 0)]
        places[regular:] = count + np.arange(len(good) - regular)
        return places


def chance_of(binning: "Binning", name: str) -> float | None:
    """What :func:`chance_by_shuffling` finds of a variable, kept as long as its bins stay as they are."""
    known: dict[str, Any] = binning.__dict__.setdefault("_chance", {})
    fitted = binning._fitted[name]
    if name not in known or known[name][0] is not fitted:
        known[name] = fitted, chance_by_shuffling(binning, name)
    return known[name][1]  # type: ignore[no-any-return]


def chance_by_shuffling(binning: object, name: str) -> float | None:
    """The mean information value where labels are shuffled and the variable is cut anew by the same rules; None of bins set by hand.

    Values keep their rows and are dealt the bad ones at random. What bins of periods would forbid is not asked for.
    """
    recut = Recut.of(binning, name)
    if not recut.chosen:
        return None
    rows, all_bad = recut.in_values(), round(float(recut.in_rows()[1].sum()))
    if not 0 < all_bad < rows.sum():
        return None
    random = stream(0, len(rows))  # not by name: a column of a frame and the same numbers alone are dealt alike
    drawn = random.multivariate_hypergeometric(rows, all_bad, size=DRAWS, method="marginals").astype(np.float64)
    return float(np.mean([recut.weigh(rows - one, one).iv for one in drawn]))
