"""All variables of a fitted Binning in one table: what is missing, what they tell beyond chance, and how far they have moved."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.variables import as_variable
from ..result import Table, Written
from ..summary import Bins
from .columns import columns_of
from .fitting import Fitted
from .recutting import chance_by_shuffling
from .same_kind import refuse_texts
from .stability_index import index_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class VariableTable(Written, Table):
    """A line for each variable, the one with the most information beyond chance first.

    ``missing`` is the share of rows without a value, ``unique`` the number of different values besides missing ones and special codes (NaN
    where they were not told apart), ``bins`` the number of bins with rows. ``iv_chance`` is the information value of a variable that tells
    nothing, ``iv_low`` and ``iv_high`` the 95 % interval without chance; ``psi`` is NaN without rows to compare with.
    """

    variable: NDArray[np.object_]
    missing: Floats
    unique: Floats
    bins: NDArray[np.int64]
    iv: Floats
    iv_chance: Floats
    iv_low: Floats
    iv_high: Floats
    ks: Floats
    psi: Floats


class Summarised:
    """What a fitted Binning says of all its variables."""

    _fitted: dict[str, Fitted]
    variables_: tuple[str, ...]
    bins_: dict[str, Bins]

    def summary(self, later: Any = None) -> VariableTable:
        """Every variable in a line: missing, unique, information value with chance and interval, KS, and PSI of ``later`` rows.

        ``later`` is a frame or a dictionary of columns that has the variables; without it there is no PSI.

        >>> import gnomon as gn
        >>> rows = {"age": [18, 22, 30, 41, 45, 52, 60, None], "home": list("oororror")}
        >>> table = gn.Binning(min_fraction=0.2).fit(rows, [1, 1, 1, 0, 1, 0, 0, 0]).summary()
        >>> sorted(zip(table.variable.tolist(), table.missing.tolist(), table.unique.tolist()))
        [('age', 0.125, 7.0), ('home', 0.0, 2.0)]
        """
        self._check_fitted()
        columns = None if later is None else columns_of(later)
        tables = {name: self.table(name) for name in self.variables_}
        order = sorted(tables, key=lambda name: tables[name].chance - tables[name].information_value)

        def numbers(figure: Any) -> Floats:
            return np.array([figure(name) for name in order], np.float64)

        return VariableTable(
            variable=np.array(order, object),
            missing=numbers(self._missing),
            unique=numbers(self._unique),
            bins=numbers(lambda name: np.count_nonzero(self.bins_[name].total)).astype(np.int64),
            iv=numbers(lambda name: tables[name].information_value),
            iv_chance=numbers(lambda name: tables[name].chance),
            iv_low=numbers(lambda name: tables[name].interval.low),
            iv_high=numbers(lambda name: tables[name].interval.high),
            ks=numbers(lambda name: tables[name].ks),
            psi=numbers(lambda name: np.nan if columns is None else self._moved(name, columns)),
        )

    def chance(self, name: str | None = None) -> float | None:
        """The information value to be expected of a variable that tells nothing, cut by the same rules; None of bins that no label chose.

        The mean over shuffled labels.
        """
        name = self._named(name)
        known: dict[str, tuple[Fitted, float | None]] = self.__dict__.setdefault("_chance", {})
        fitted = self._fitted[name]
        if name not in known or known[name][0] is not fitted:
            known[name] = fitted, chance_by_shuffling(self, name)
        return known[name][1]

    def _missing(self, name: str) -> float:
        fine = self._fitted[name].fine
        assert fine.layout is not None
        return float(fine.total[fine.layout.missing] / fine.total.sum())

    def _unique(self, name: str) -> float:
        fitted = self._fitted[name]
        return float("nan") if fitted.values is None or fitted.cells else float(fitted.values.sum())

    def _moved(self, name: str, columns: dict[str, Any]) -> float:
        """The PSI of later rows against those of fitting."""
        if name not in columns:
            raise InputError("later lacks the column {name!r}, which the bins are of", name=name)
        own = self.bins_[name]
        assert own.layout is not None
        variable = as_variable(columns[name], name, categories=True if own.layout.groups is not None else None)
        refuse_texts(own.layout, variable, repr(name))
        there = Bins.of_rows(own.layout, variable, None, None)
        return index_of(own.total.astype(np.float64), there.total.astype(np.float64), (self._fitted[name].row_weight, 1.0))

    def _named(self, name: str | None) -> str:
        raise NotImplementedError

    def _check_fitted(self) -> None:
        raise NotImplementedError

    def table(self, name: str | None = None) -> Any:
        """The table of a variable."""
        raise NotImplementedError
