"""What a variable is cut between: its distinct values in order, with good and bad rows, beside those of special codes and gaps."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.numbers import is_number
from ..inputs.variables import Variable
from ..summary import Bins, Layout
from ..types import Array, Floats
from .edges import short_edge

LEAST_CATEGORIES = 20
"""So many categories are no identifier, however few the rows."""


class Atoms(NamedTuple):
    """Distinct values in order, of categories by their bad rate, and what rows of each, of special codes and of gaps weigh."""

    values: Array
    """Numbers, ascending; of categories their bad rates."""
    names: tuple[Any, ...] | None
    """Categories in the order of their bad rates; None of numbers."""
    good: Array
    bad: Array
    special: tuple[Any, ...]
    beside: tuple[Array, Array]
    """Good and bad rows of each special code, then of missing values, then none for other values."""
    marks: dict[int, float] = {}
    """Edges that are wanted at places, where any number between two values would do."""
    tops: Array | None = None
    """The highest number that is counted with each value, where neighbours are counted together."""

    @property
    def totals(self) -> tuple[float, float]:
        """All good and all bad rows, those beside among them."""
        return float(self.good.sum() + self.beside[0].sum()), float(self.bad.sum() + self.beside[1].sum())

    @property
    def total(self) -> Array:
        """All rows of each value."""
        return self.good + self.bad

    def layout(self, cuts: Array, closed: str) -> Layout:
        """The layout whose bins begin at these places, and at the first."""
        if self.names is None:
            return Layout(tuple(self._edge(cut, closed) for cut in cuts.tolist()), None, self.special, closed)
        ends = [0, *cuts.tolist(), len(self.names)]
        groups = tuple(tuple(sorted(self.names[a:b])) for a, b in pairwise(ends))
        return Layout((), groups, self.special, closed)

    def _edge(self, cut: int, closed: str) -> float:
        if cut in self.marks:
            return self.marks[cut]
        below = self.values if self.tops is None else self.tops
        return short_edge(float(below[cut - 1]), float(self.values[cut]), closed)

    def in_rows(self, row_weight: float) -> "Atoms":
        """The same with rows for weights, so that cuts are those of any other unit of weights."""
        good, bad = as_rows(self.good, row_weight), as_rows(self.bad, row_weight)
        return self._replace(good=good, bad=bad, beside=(as_rows(self.beside[0], row_weight), as_rows(self.beside[1], row_weight)))

    def bins(self, cuts: Array, closed: str) -> Bins:
        """Good and bad rows of the bins that begin at these places."""
        starts = np.concatenate([[0], cuts]).astype(np.int64)
        good, bad = np.add.reduceat(self.good, starts), np.add.reduceat(self.bad, starts)
        return Bins(self.layout(cuts, closed), np.concatenate([good, self.beside[0]]), np.concatenate([bad, self.beside[1]]))


def as_rows(weights: Array, row_weight: float) -> Array:
    """Sums of weights as numbers of rows; what rounding left beside a whole number is taken off, lest it break ties."""
    if weights.dtype.kind != "f":
        return weights
    rows = weights / row_weight
    whole = np.rint(rows)
    return np.where(np.abs(rows - whole) <= 1e-9 * np.maximum(whole, 1), whole, rows)


def atoms_of(
    variable: Variable,
    bad: NDArray[np.uint8],
    weight: Floats | None,
    special: tuple[object, ...],
    name: str,
    threads: int,
    row_weight: float = 1.0,
) -> Atoms:
    """Count the rows of a variable; one that has nothing to cut is refused."""
    codes = Layout((), None if variable.names is None else (), special)  # checks the codes
    if variable.names is None:
        return checked_atoms(_of_numbers(variable.values, bad, weight, codes, threads), len(variable), name)
    return checked_atoms(_of_categories(variable, bad, weight, codes, row_weight), len(variable), name)


def checked_atoms(atoms: Atoms, rows: int, name: str) -> Atoms:
    """Refuse a variable of so many rows that has nothing to cut, or that names rows instead of telling them apart."""
    if atoms.names is not None and len(atoms.values) > max(LEAST_CATEGORIES, rows // 5):
        raise InputError(
            "scorecards.categories_like_identifier",
            name=name,
            count=len(atoms.values),
            rows=rows,
        )
    if not len(atoms.values):
        raise InputError("scorecards.variable_without_values", name=name)
    if len(atoms.values) == 1 and atoms.tops is None and not (atoms.beside[0] + atoms.beside[1]).any():
        value = atoms.values[0].item() if atoms.names is None else atoms.names[0]
        raise InputError("scorecards.variable_constant", name=name, value=value)
    return atoms


def check_special(variable: Variable, special: Any, name: str) -> None:
    """Refuse special codes that no row has: a mistyped code would leave its rows among the values."""
    for code in special:
        if not has_code(variable, code):
            raise InputError("scorecards.special_code_not_in_column", code=code, name=name)


def has_code(variable: Variable, code: object) -> bool:
    """Whether any row of a variable has a special code."""
    if variable.names is not None:
        return code in variable.names
    return is_number(code) and bool((variable.values == code).any())


def _of_numbers(values: Floats, bad: NDArray[np.uint8], weight: Floats | None, codes: Layout, threads: int) -> Atoms:
    size = len(codes.special) + 2
    counted = _counts(np.empty(0, np.int64), bad[:0], None if weight is None else weight[:0], size)
    if codes.special or np.isnan(values).any():
        beside = _core.bin_places(values, np.empty(0), True, np.array(codes.special, np.float64), threads) - 1
        regular, apart = beside < 0, np.flatnonzero(beside >= 0)
        counted = _counts(beside[apart], bad[apart], None if weight is None else weight[apart], size)
        values, bad, weight = values[regular], bad[regular], None if weight is None else weight[regular]
    found = _core.sweep_columns(values, bad, weight, threads)
    assert found is not None  # values are finite
    keys, worse, better = (np.ascontiguousarray(column[::-1]) for column in found)
    return Atoms(keys, None, better, worse, codes.special, counted)


def _of_categories(variable: Variable, bad: NDArray[np.uint8], weight: Floats | None, codes: Layout, row_weight: float) -> Atoms:
    assert variable.names is not None
    places = np.where(variable.values < 0, len(variable.names), variable.values)
    good, worse = _counts(places, bad, weight, len(variable.names) + 1)
    return atoms_of_categories(variable.names, good, worse, codes.special, row_weight)


def atoms_of_categories(names: tuple[object, ...], good: Array, worse: Array, codes: tuple[object, ...], row_weight: float) -> Atoms:
    """Categories by their bad rate, of good and bad rows of each and, behind them, of missing ones."""
    special = {code: place for place, code in enumerate(codes)}
    own = np.array([name not in special for name in names], bool) & ((good + worse)[:-1] > 0)
    beside = np.zeros((2, len(special) + 2), good.dtype)
    for at, name in enumerate(names):
        if name in special:
            beside[:, special[name]] = good[at], worse[at]
    beside[:, len(special)] = good[-1], worse[-1]
    kept = np.flatnonzero(own)
    better, bads = as_rows(good[kept], row_weight), as_rows(worse[kept], row_weight)
    rate = bads / (better + bads)
    order = np.argsort(rate, kind="stable")
    kept = kept[order]
    return Atoms(rate[order], tuple(names[at] for at in kept), good[kept], worse[kept], codes, (beside[0], beside[1]))


def _counts(places: Array, bad: NDArray[np.uint8], weight: Floats | None, size: int) -> tuple[Array, Array]:
    """Good and bad rows of each place."""
    both = np.bincount(2 * places + bad, weight, 2 * size)
    if weight is None:
        both = both.astype(np.int64)
    return both[0::2], both[1::2]
