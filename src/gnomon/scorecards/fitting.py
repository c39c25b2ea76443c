"""One variable cut into bins: the work that is done for each column of a frame, on any thread."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..inputs.variables import Variable
from ..messages import Message
from ..summary import Bins, Layout
from .atoms import Atoms, as_rows, atoms_of
from .cutting import BinRules, Cuts, cuts_of, even_edges, fine_cuts


@dataclass(frozen=True)
class TrendPeriods:
    """The period of each row: months, say. Steps between bins must go the same way in all of them."""

    codes: NDArray[np.int64]
    count: int


@dataclass(frozen=True)
class FittedVariable:
    """A variable's bins, the fine ones that they can be cut into again, and the trend that was found; and what a row weighs."""

    bins: Bins
    fine: Bins
    trend: str = "none"
    row_weight: float = 1.0
    cells: int = 0
    """Cells of neighbouring values between which cuts stand, where rows elsewhere had too many values to be told apart; 0 where none."""
    edited: bool = False
    """Whether bins were set by hand."""
    values: NDArray[np.int64] | None = None
    """Different values in each regular fine bin, where that is known."""
    even: NDArray[np.bool_] | None = None
    """Which fine bins but the first begin where rows alone say, whatever their labels."""

    def cut_between(self) -> list[str]:
        """That cuts stand between cells, where they do."""
        return [str(Message("cut_between_cells", cells=self.cells))] if self.cells else []


def fit_variable(
    name: str,
    variable: Variable,
    bad: NDArray[np.uint8],
    weight: NDArray[np.float64] | None,
    rules: BinRules,
    special: tuple[object, ...],
    periods: TrendPeriods | None,
    threads: int,
) -> FittedVariable:
    """Cut a variable; one that cannot be cut is refused with the reason."""
    weighed = atoms_of(variable, bad, weight, special, name, threads, rules.row_weight)
    if periods is None:
        return fit_atoms(weighed, rules)
    return fit_atoms(weighed, rules, lambda layout: _period_counts(layout, variable, bad, weight, periods))


ByPeriod = Callable[[Layout], NDArray[np.float64]]
"""Rows of each period, bin of a layout and class."""


def fit_atoms(weighed: Atoms, rules: BinRules, by_period: ByPeriod | None = None) -> FittedVariable:
    """Cut a variable whose rows are counted by value."""
    atoms = weighed.in_rows(rules.row_weight)
    closed = rules.closed
    if rules.method == "width" and atoms.names is None:
        marks = even_edges(atoms.values, rules)
        weighed, atoms = weighed._replace(marks=marks), atoms._replace(marks=marks)

    def stable(cuts: Cuts) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Good and bad rows of each period and pre-bin, period after period."""
        assert by_period is not None
        layout = atoms.layout(cuts, closed)
        regular = by_period(layout)[:, : layout.regular].astype(np.float64)
        better, worse = (np.ascontiguousarray(regular[:, :, side]).ravel() for side in (0, 1))
        return as_rows(better, rules.row_weight), as_rows(worse, rules.row_weight)

    fine = fine_cuts(atoms.total, rules.fine)
    cuts, trend = cuts_of(atoms, fine, rules, None if by_period is None else stable)
    even = fine if atoms.names is None else np.arange(1, len(atoms.names))
    fine = np.union1d(fine if atoms.names is None else np.arange(1, len(atoms.names)), cuts)
    values = np.diff(np.concatenate([[0], fine, [len(atoms.values)]])).astype(np.int64)
    return FittedVariable(
        weighed.bins(cuts, closed), weighed.bins(fine, closed), trend, rules.row_weight, values=values, even=np.isin(fine, even)
    )


def _period_counts(
    layout: Layout, variable: Variable, bad: NDArray[np.uint8], weight: NDArray[np.float64] | None, periods: TrendPeriods
) -> NDArray[np.float64]:
    keys = 2 * (periods.codes * layout.size + layout.assign(variable)) + bad
    both = np.bincount(keys, weight, 2 * periods.count * layout.size).astype(np.float64)
    return both.reshape(periods.count, layout.size, 2)


def recounted(fine: Bins, places: NDArray[np.int64], layout: Layout) -> Bins:
    """Bins of another layout, whose bins are unions of fine ones, each at its place."""
    size = layout.size
    good, bad = np.zeros(size, fine.good.dtype), np.zeros(size, fine.bad.dtype)
    np.add.at(good, places, fine.good)
    np.add.at(bad, places, fine.bad)
    return Bins(layout, good, bad)


def with_missing_merged(bins: Bins) -> tuple[Bins, int | None]:
    """Missing rows counted in the regular bin whose bad rate is nearest to theirs, the first of several; and which that is."""
    layout = bins.layout
    assert layout is not None
    total = bins.total
    at, regular = layout.missing, layout.regular
    if not total[at]:
        return bins, None
    with np.errstate(invalid="ignore", divide="ignore"):
        gap = np.abs(bins.bad[:regular] / total[:regular] - bins.bad[at] / total[at])
    target = int(np.nanargmin(gap))
    return with_missing_in(bins, target), target


def with_missing_in(bins: Bins, target: int) -> Bins:
    """Missing rows counted in a regular bin."""
    assert bins.layout is not None
    places = np.arange(bins.layout.size)
    places[bins.layout.missing] = target
    return recounted(bins, places, replace(bins.layout, missing_in=target))
