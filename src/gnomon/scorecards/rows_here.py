"""The rows that a card is made of, at hand: what its making asks of them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..engines.columns import Column
from ..errors import InputError
from ..messages.language import say
from ..summary.bin_layout import Layout
from ..summary.bins import Bins
from ..types import Floats
from .card_columns import binned, plain_values
from .regression import FittedRegression, logistic


class ByPeriod(NamedTuple):
    """Rows by period, in order, and bin of each variable, and what a row of each period weighs (Kish)."""

    names: Sequence[Any]
    counts: Mapping[str, NDArray[Any]]
    row_weight: Floats


class InBins(Protocol):
    """Rows in the bins of variables: what a card is made of, wherever the rows are."""

    def bins(self, name: str) -> Bins:
        """Good and bad rows by bin."""

    def by_period(self, names: Sequence[str]) -> ByPeriod:
        """Rows by period and bin."""

    def together(self, evidence: Mapping[str, Floats]) -> Floats:
        """How WOE vary together: their covariances, in the order of the names."""

    def regression(self, evidence: Mapping[str, Floats], C: float | None, relative: Floats | None = None) -> FittedRegression:
        """Log-odds of being bad by the WOE of each variable, or by their sum with weights that are known but for their scale."""


class OutcomeRows(Protocol):
    """Rows with good and bad outcomes."""

    @property
    def names(self) -> list[str]:
        """The variables there are."""

    def refuse_one_class(self) -> None:
        """Refuse rows that are all good or all bad."""

    def fit(self, binning: object) -> None:
        """Fit a Binning to the variables."""

    def placed(self, layouts: Mapping[str, Layout]) -> InBins:
        """The rows by bin."""

    def assigned(self, layouts: Mapping[str, Layout]) -> "BinnedRows":
        """The bin of each row; of very many rows elsewhere, of a random part of them."""


class LocalRows(NamedTuple):
    """Rows at hand: columns by name, which are bad, their weights, and the periods they belong to.

    ``steady`` are the periods, as numbers, in which the binning wants each step between bins to go the same way.
    """

    columns: dict[str, Column]
    bad: NDArray[np.uint8]
    weight: Floats | None
    periods: Column | None = None
    steady: NDArray[Any] | None = None

    @property
    def names(self) -> list[str]:
        """The variables there are."""
        return list(self.columns)

    def part(self, rows: Any) -> "LocalRows":
        """Some of the rows."""
        return LocalRows(
            {name: column.part(rows) for name, column in self.columns.items()},
            self.bad[rows],
            None if self.weight is None else self.weight[rows],
            None if self.periods is None else self.periods.part(rows),
            None if self.steady is None else self.steady[rows],
        )

    def refuse_one_class(self) -> None:
        """Refuse rows that are all good or all bad."""
        counted = self.bad if self.weight is None else self.bad[self.weight > 0]
        refuse_sides(int(np.count_nonzero(counted == 0)), int(np.count_nonzero(counted)))

    def fit(self, binning: Any) -> None:
        """Fit a Binning to rows whose labels are read already, whichever label was the bad one."""
        columns = {name: plain_values(column) for name, column in self.columns.items()}
        if self.steady is not None and isinstance(binning.stable_over, str):
            columns[binning.stable_over] = self.steady
        elif self.steady is not None:
            binning.stable_over = self.steady
        if getattr(binning, "positive", None) is not None:
            binning.positive = None
        binning.fit_quietly(columns, self.bad.astype(np.int64), self.weight)

    def placed(self, layouts: Mapping[str, Layout]) -> "RowsInBins":
        """The rows by bin."""
        return RowsInBins(self, layouts, self._places(layouts))

    def assigned(self, layouts: Mapping[str, Layout]) -> "BinnedRows":
        """The bin of each row, and nothing else of it but label and weight."""
        return BinnedRows(LocalRows({}, self.bad, self.weight), self._places(layouts))

    def _places(self, layouts: Mapping[str, Layout]) -> dict[str, Any]:
        return {name: binned(self.columns[name], layout, name) for name, layout in layouts.items()}


class BinnedRows(NamedTuple):
    """Labels and weights of rows, the bin of each row in each variable, and the share of all rows that they are."""

    rows: LocalRows
    places: Mapping[str, Any]
    share: float = 1.0


class RowsInBins:
    """Rows at hand with the bin of each."""

    def __init__(self, rows: LocalRows, layouts: Mapping[str, Layout], places: dict[str, Any]) -> None:
        self._rows, self._layouts, self._places = rows, layouts, places

    def bins(self, name: str) -> Bins:
        """Good and bad rows by bin."""
        return Bins.of_places(self._layouts[name], self._places[name], self._rows.bad, self._rows.weight)

    def by_period(self, names: Sequence[str]) -> ByPeriod:
        """Rows by period and bin; by Kish's effective size, a period without weight has no rows to fill in for."""
        assert self._rows.periods is not None
        coded, weight = self._rows.periods.encoded(), self._rows.weight
        order = sorted(range(len(coded.names or ())), key=lambda at: (coded.names or ())[at])
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        periods = rank[coded.values]
        row = np.ones(len(order))
        if weight is not None:
            total, squares = np.bincount(periods, weight, len(order)), np.bincount(periods, weight**2, len(order))
            row = np.divide(squares, total, out=row, where=total > 0)
        sizes = {name: self._layouts[name].size for name in names}
        counts = {
            name: np.bincount(periods * size + self._places[name], weight, len(order) * size).reshape(len(order), size)
            for name, size in sizes.items()
        }
        return ByPeriod([(coded.names or ())[at] for at in order], counts, row)

    def together(self, evidence: Mapping[str, Floats]) -> Floats:
        """How WOE vary together."""
        matrix, weight = self._matrix(evidence), self._rows.weight
        share = np.full(len(matrix), 1 / len(matrix)) if weight is None else weight / weight.sum()
        centred = matrix - share @ matrix
        return np.asarray(centred.T @ (centred * share[:, None]))

    def regression(self, evidence: Mapping[str, Floats], C: float | None, relative: Floats | None = None) -> FittedRegression:
        """Log-odds of being bad by WOE."""
        matrix = self._matrix(evidence)
        return logistic(matrix if relative is None else (matrix @ relative)[:, None], self._rows.bad, self._rows.weight, C)

    def _matrix(self, evidence: Mapping[str, Floats]) -> Floats:
        return np.column_stack([woe[self._places[name]] for name, woe in evidence.items()])


def refuse_sides(good: float, bad: float) -> None:
    """Refuse rows that are all good or all bad."""
    if not (good > 0 and bad > 0):
        what = say("scorecards.part_bad_1") if bad > 0 else say("scorecards.part_good_0")
        raise InputError("scorecards.classes_too_few", what=what)
