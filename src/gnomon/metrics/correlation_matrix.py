"""The correlations of all pairs of columns of a table."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, UndefinedMetricError, UndefinedMetricWarning, check_undefined, warn
from ..inputs.number_columns import number_columns
from ..messages import Message
from ..messages.language import either, listed, say, term
from ..result import Result, data_frame, text_table
from ..summary.ranked_rows import RankedColumn, RankedRows
from ..types import Floats
from .rank_correlations import kendall, spearman

Method = Literal["pearson", "spearman", "kendall"]
METHODS = {"pearson": "Pearson's r", "spearman": "Spearman's ρ", "kendall": "Kendall's τ-b"}
WIDEST = 12
"""Columns up to which the matrix is printed whole."""


@dataclass(frozen=True, eq=False, repr=False)
class Correlations(Result):
    """The correlation of every column of numbers with every other, by the names of the columns.

    ``n`` is how many rows each value rests on; a value is NaN where a column is constant on them. ``left_out`` are the columns that hold
    no numbers.

    >>> import gnomon as gn
    >>> found = gn.correlations({"height": [1.6, 1.7, 1.8, 1.9], "weight": [55, 70, 65, 90], "town": list("abca")}, method="kendall")
    >>> found["height", "weight"], found.left_out
    (0.6666666666666666, ('town',))
    """

    names: tuple[str, ...]
    values: Floats
    n: NDArray[np.int64]
    method: Method
    left_out: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise InputError("metrics.correlation_pair_unknown", pair=pair)
        for name in pair:
            if name not in self.names:
                raise InputError("compat.frame_column_unknown", name=name, names=listed(map(repr, self.names[:8])))
        return float(self.values[self.names.index(pair[0]), self.names.index(pair[1])])

    def strongest(self, most: int = 10) -> list[tuple[str, str, float]]:
        """The pairs of columns that are correlated most, either way, the strongest first."""
        pairs = [(a, b, float(self.values[i, j])) for (i, a), (j, b) in combinations(enumerate(self.names), 2)]
        return sorted((pair for pair in pairs if pair[2] == pair[2]), key=lambda pair: -abs(pair[2]))[:most]

    def to_frame(self) -> Any:
        """A data frame with a row and a column for each column: pandas where it is installed, else Polars, its first column the names."""
        unnamed = next(name for name in ("", " ", "  ") if name not in self.names)
        frame = data_frame({unnamed: list(self.names)} | dict(zip(self.names, self.values.T, strict=True)))
        return frame.set_index(unnamed).rename_axis(None) if hasattr(frame, "set_index") else frame

    @property
    def note(self) -> str:
        """What stands above the matrix as text."""
        counts = np.unique(self.n)
        rows = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,}–{counts[-1]:,}"
        text = say("metrics.heading_correlation_matrix", method=term(METHODS[self.method]), count=len(self), rows=rows)
        return text + (say("metrics.part_columns_left_out", names=listed(map(repr, self.left_out))) if self.left_out else "")

    def __str__(self) -> str:
        if len(self) <= WIDEST:
            return f"{self.note}\n{text_table({'': self.names} | dict(zip(self.names, self.values.T, strict=True)), most=WIDEST)}"
        first, second, values = zip(*self.strongest(20), strict=True) if self.strongest(1) else ((), (), ())
        return f"{self.note}\n{say('metrics.label_strongest_pairs')}\n{text_table({'': first, ' ': second, self.method: values})}"

    def __repr__(self) -> str:
        return str(self)


def correlations(
    frame: Any,
    method: Method = "pearson",
    *,
    missing: Literal["error", "drop", "pairwise"] = "error",
    undefined: Literal["warn", "raise"] | float = "warn",
) -> Correlations:
    """The correlations of all pairs of columns of numbers in a table.

    Columns of text, dates and other things are left out, and named in the result; truths count as 0 and 1.

    Parameters
    ----------
    frame
        A data frame (pandas, Polars, PyArrow), a dictionary of columns, or a matrix, whose columns are called "0", "1", ….
    method
        "pearson", "spearman" (ranks, ties having their average) or "kendall" (tau-b).
    missing
        "error"; "pairwise" to take for each pair of columns the rows that have both; "drop" to leave rows that lack any out of all.
    undefined
        What becomes of pairs of which a column is constant: "warn" (NaN with the reason), "raise", or a number to put in their place.

    """
    if not isinstance(method, str) or method not in METHODS:
        raise InputError("metrics.correlation_method_unknown", method=method, choices=either(map(repr, METHODS)))
    check_undefined(undefined)
    columns, left_out = number_columns(frame, missing)
    names, k = tuple(columns), len(columns)
    values, n = np.full((k, k), np.nan), np.zeros((k, k), np.int64)
    prepare, measure = MEASURES[method]
    has = [~np.isnan(column) for column in columns.values()]
    given = list(columns.values())
    whole = [prepare(column) if here.all() else None for column, here in zip(given, has, strict=True)]
    for i in range(k):
        for j in range(i, k):
            both = has[i] & has[j]
            n[i, j] = n[j, i] = int(both.sum())
            if n[i, j]:
                first, second = (whole[at] if both.all() else prepare(given[at][both]) for at in (i, j))
                values[i, j] = values[j, i] = measure(first, first if i == j else second)
    return Correlations(names, _settled(values, names, method, undefined), n, method, left_out)


def _centred(values: Floats) -> Floats | None:
    """Deviations from the mean, of length 1, on a scale on which their squares neither overflow nor vanish; None of a constant column."""
    if (values == values[0]).all():
        return None
    apart = values / 2 - values.mean() / 2  # halves, whose difference cannot overflow
    apart = apart / np.abs(apart).max()
    apart = apart - apart.mean()  # the mean was rounded: what that leaves is taken off
    return np.asarray(apart / np.sqrt(apart @ apart))


def _pearson(first: Floats | None, second: Floats | None) -> float:
    """Pearson's correlation of centred columns; of one with itself exactly 1."""
    if first is None or second is None:
        return float("nan")
    return 1.0 if first is second else float(np.clip(first @ second, -1, 1))


def _of_ranks(metric: Callable[..., float]) -> Callable[[RankedColumn, RankedColumn], float]:
    return lambda first, second: metric(RankedRows(first, second))  # which is to these metrics what a Joint is


MEASURES: dict[str, tuple[Callable[[Floats], Any], Callable[[Any, Any], float]]] = {
    "pearson": (_centred, _pearson),
    "spearman": (RankedColumn, _of_ranks(spearman)),
    "kendall": (RankedColumn, _of_ranks(kendall)),
}
"""By method, what is made of each column once, and the value of two."""


def _settled(values: Floats, names: tuple[str, ...], method: str, undefined: str | float) -> Floats:
    """The values, those that are undefined substituted, warned of, or raised."""
    lacking = [(a, b) for (i, a), (j, b) in combinations(enumerate(names), 2) if np.isnan(values[i, j])]
    if not lacking:
        return values
    if undefined not in ("warn", "raise"):
        return np.where(np.isnan(values), float(undefined), values)
    shown = [f"({a!r}, {b!r})" for a, b in lacking[:3]]
    which = listed(shown) if len(lacking) <= 3 else say("metrics.part_more_pairs", shown=", ".join(shown), more=len(lacking) - 3)
    constant = next((name for place, name in enumerate(names) if np.isnan(values[place, place])), None)
    reason = Message("a_series_is_constant") if constant is None else Message("named_series_constant", name=constant)
    text = say("core.value_undefined_for_which", name=method, which=which, reason=reason)
    if undefined == "raise":
        raise UndefinedMetricError(text, reason)
    warn(UndefinedMetricWarning(text, reason))
    return values
