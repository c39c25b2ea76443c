"""All variables of a fitted Binning in one table: what is missing, what they tell beyond chance, and how far they have moved."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.variables import as_variable
from ..result import JsonSerializable, Table
from ..summary import Bins
from ..types import Floats
from .columns import columns_of
from .fitting import FittedVariable
from .same_kind import refuse_texts
from .stability_index import index_of


@dataclass(frozen=True, eq=False, repr=False)
class VariableTable(JsonSerializable, Table):
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


def summary_of(binning: Any, later: object) -> VariableTable:
    """The table of a fitted Binning; ``later`` are rows whose PSI is held against those of fitting, or None."""
    columns = None if later is None else columns_of(later)
    tables = {name: binning.table(name) for name in binning.variables_}
    order = sorted(tables, key=lambda name: tables[name].chance - tables[name].information_value)

    def numbers(figure: Callable[[str], Any]) -> Floats:
        return np.array([figure(name) for name in order], np.float64)

    return VariableTable(
        variable=np.array(order, object),
        missing=numbers(lambda name: _missing(binning._fitted[name].fine)),
        unique=numbers(lambda name: _unique(binning._fitted[name])),
        bins=numbers(lambda name: np.count_nonzero(binning.bins_[name].total)).astype(np.int64),
        iv=numbers(lambda name: tables[name].information_value),
        iv_chance=numbers(lambda name: tables[name].chance),
        iv_low=numbers(lambda name: tables[name].interval.low),
        iv_high=numbers(lambda name: tables[name].interval.high),
        ks=numbers(lambda name: tables[name].ks),
        psi=numbers(lambda name: np.nan if columns is None else _psi(binning, name, columns)),
    )


def _missing(fine: Bins) -> float:
    """The share of rows without a value."""
    assert fine.layout is not None
    return float(fine.total[fine.layout.missing] / fine.total.sum())


def _unique(fitted: FittedVariable) -> float:
    """How many different values there are, where that is known."""
    return float("nan") if fitted.values is None or fitted.cells else float(fitted.values.sum())


def _psi(binning: Any, name: str, columns: dict[str, Any]) -> float:
    """The PSI of later rows against those of fitting."""
    if name not in columns:
        raise InputError("scorecards.later_column_missing", name=name)
    own = binning.bins_[name]
    variable = as_variable(columns[name], name, categories=True if own.layout.groups is not None else None)
    refuse_texts(own.layout, variable, repr(name))
    there = Bins.of_rows(own.layout, variable, None, None)
    return index_of(own.total.astype(np.float64), there.total.astype(np.float64), (binning._fitted[name].row_weight, 1.0))
