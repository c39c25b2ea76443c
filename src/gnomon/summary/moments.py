"""Moments: exact sums over pairs of a truth and a prediction, from which errors, deviances and Pearson's correlation follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.pairs import PairRows, pair_rows, refuse_numbers
from ..messages.language import either
from ..parallel import THREADS
from .base import Summary
from .exact_sum import exact, from_text, nearest, to_text, weighted_sum
from .losses import check_delta, check_logarithms, check_power, check_tweedie, huber_loss, refuse_endless, squared_log, truth_term, tweedie
from .moment_sums import EXTREMES, KERNEL, TERMS, check_sums
from .packing import Arrays

ZERO = Fraction(0)
_STEP = 2**16


@dataclass(frozen=True, eq=False, repr=False)
class Moments(Summary):
    """Sums over rows without any rounding, so that every split, order and tree of merges gives the same; its size is fixed.

    ``rows`` is how many rows weigh anything, ``sums`` the sums by name, ``extremes`` the least and the greatest truth, prediction and
    error. The error of a row is prediction less truth. Sums, and what is derived from them, are fractions; ``float`` rounds once.

    ``terms`` names what is summed besides what all have: "relative" (which mape needs), "symmetric" (smape) and "logarithmic" (msle).
    ``huber`` and ``tweedie`` are the deltas and the powers of losses that have one, a number or a list.

    >>> import gnomon as gn
    >>> moments = gn.Moments.of([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    >>> moments.rows, float(moments.absolute), float(moments.squared), float(moments.error)
    (4, 2.0, 1.5, 1.0)
    >>> moments == gn.Moments.of([7, 2], [8, 2]) + gn.Moments.of([-0.5, 3], [0, 2.5])
    True
    """

    rows: int = 0
    sums: dict[str, Fraction] = field(default_factory=dict)
    extremes: tuple[float, ...] = EXTREMES
    growth: ClassVar[str] = "fixed"
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true values, one a row; or {summary} in the place of both arrays.",
        "y_pred": "The predicted values, one a row.",
        "x": "A series of numbers, one a row; or {summary} in the place of both arrays.",
        "y": "Another series, of the same rows.",
        "average": 'Where the arrays have a column for each output: "mean" of the outputs, None (a value each), or a weight for each; for '
        'metrics of explained variance also "variance" (by the variance of the truth).',
    }

    def __post_init__(self) -> None:
        self._hold(*check_sums(self.rows, self.sums, self.extremes))

    def _hold(self, rows: int, sums: dict[str, Fraction], extremes: tuple[float, ...]) -> None:
        self.__dict__.update(rows=rows, sums=sums, extremes=extremes)

    @classmethod
    def _of_sums(cls, rows: int, sums: dict[str, Fraction], extremes: tuple[float, ...]) -> "Moments":
        """Sums that were made from checked rows or sums: they are not looked through again."""
        made = object.__new__(cls)
        made._hold(rows, sums, extremes)
        return made

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        weight: Any = None,
        missing: str = "error",
        terms: Sequence[str] = ("relative",),
        huber: Any = (),
        tweedie: Any = (),
    ) -> "Moments":
        """Sum up truths and predictions."""
        return cls.of_rows(pair_rows(y_true, y_pred, weight, missing), terms, huber, tweedie)

    @classmethod
    def of_rows(cls, rows: PairRows, terms: Sequence[str] = ("relative",), huber: Any = (), tweedie: Any = ()) -> "Moments":
        """Sum up rows that are validated already."""
        asked = _asked(terms)
        found = _core.moments(rows.y, rows.p, rows.weight, "relative" in asked, "symmetric" in asked, THREADS)
        if found is None:
            for column, name in zip((rows.y, rows.p), rows.names, strict=True):
                refuse_numbers(column, name)
            raise InputError("summary.moments_data_changed", first=rows.names[0], second=rows.names[1])
        count, totals, extremes = found
        if not count:  # rows that weigh nothing, as a part of others may
            return cls.empty()
        wanted = {name for term in asked for name in TERMS[term]}
        sums = {name: exact(data) for name, data in zip(KERNEL, totals, strict=True) if name not in _OPTIONAL or name in wanted}
        for name, loss in _losses(rows, asked, _several(huber, check_delta), _several(tweedie, check_power)):
            sums[name] = _summed(rows, name, loss)
        return cls._of_sums(count, sums, tuple(value + 0.0 for value in extremes))

    @classmethod
    def empty(cls) -> "Moments":
        return cls()

    def sum(self, name: str) -> Fraction:
        """One of the sums; one that was not asked for when this was built is refused."""
        if name in self.sums or not self.rows:
            return self.sums.get(name, ZERO)
        raise InputError("summary.moments_term_missing", name=name, argument=_asks_for(name))

    @property
    def n(self) -> float:
        """All rows, or what they weigh."""
        return nearest(self.weight)

    @cached_property
    def weight(self) -> Fraction:
        """What all rows weigh."""
        return self.sum("weight_over") + self.sum("weight_under") + self.sum("weight_level")

    @cached_property
    def y(self) -> Fraction:
        """The sum of truths."""
        return self.sum("y_over") + self.sum("y_rest")

    @cached_property
    def p(self) -> Fraction:
        """The sum of predictions."""
        return self.sum("p_over") + self.sum("p_rest")

    @property
    def over(self) -> Fraction:
        """How much predictions are above their truths, summed over the rows in which they are."""
        return self.sum("p_over") - self.sum("y_over")

    @property
    def under(self) -> Fraction:
        """How much predictions are below their truths, summed over the rows in which they are."""
        return self.sum("y_rest") - self.sum("p_rest")

    @property
    def error(self) -> Fraction:
        """The sum of errors."""
        return self.p - self.y

    @property
    def absolute(self) -> Fraction:
        """The sum of absolute errors."""
        return self.over + self.under

    @cached_property
    def squared(self) -> Fraction:
        """The sum of squared errors."""
        return self.sum("yy") - 2 * self.sum("yp") + self.sum("pp")

    @cached_property
    def y_spread(self) -> Fraction:
        """The sum of squared distances of truths from their mean."""
        return self._about_mean(self.sum("yy"), self.y, self.y)

    @cached_property
    def p_spread(self) -> Fraction:
        """The sum of squared distances of predictions from their mean."""
        return self._about_mean(self.sum("pp"), self.p, self.p)

    @cached_property
    def co_moment(self) -> Fraction:
        """The sum of products of the distances of truth and prediction from their means."""
        return self._about_mean(self.sum("yp"), self.y, self.p)

    @cached_property
    def e_spread(self) -> Fraction:
        """The sum of squared distances of errors from their mean."""
        return self._about_mean(self.squared, self.error, self.error)

    def _about_mean(self, products: Fraction, a: Fraction, b: Fraction) -> Fraction:
        return products - a * b / self.weight if self.weight else ZERO

    def about(self, y: float, p: float) -> dict[str, float]:
        """The sums as floats, squares and products taken about these centres: linear in rows, so that blocks of rows can be weighed.

        About the means of all rows nothing cancels, which it would in sums of plain squares.
        """
        a, b = Fraction(y), Fraction(p)
        linear = {name: nearest(total) for name, total in self.sums.items() if name not in ("yy", "pp", "yp")}
        squares = {
            "weight": self.weight,
            "y": self.y - a * self.weight,
            "p": self.p - b * self.weight,
            "yy": self.sum("yy") - 2 * a * self.y + a * a * self.weight,
            "pp": self.sum("pp") - 2 * b * self.p + b * b * self.weight,
            "yp": self.sum("yp") - b * self.y - a * self.p + a * b * self.weight,
            "over": self.over,
            "under": self.under,
            "squared": self.squared,
        }
        return linear | {name: nearest(total) for name, total in squares.items()}

    def _merge(self, other: "Moments") -> "Moments":
        if not self.rows or not other.rows:
            return self if self.rows else other
        if self.sums.keys() != other.sums.keys():
            odd = sorted(self.sums.keys() ^ other.sums.keys())
            raise InputError(
                "summary.moments_terms_differ",
                names=either(map(repr, odd)),
            )
        sums = {name: total + other.sums[name] for name, total in self.sums.items()}
        ends = [(max if place % 2 else min)(pair) for place, pair in enumerate(zip(self.extremes, other.extremes, strict=True))]
        return Moments._of_sums(self.rows + other.rows, sums, tuple(ends))

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        sums = {name: to_text(self.sums[name]) for name in sorted(self.sums)}
        return {"rows": self.rows, "sums": sums}, {"extremes": np.array(self.extremes)}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Moments":
        sums = {name: from_text(text) for name, text in meta["sums"].items()}
        return cls(meta["rows"], sums, tuple(arrays["extremes"].tolist()))

    def __repr__(self) -> str:
        return f"Moments({self.n:g} rows)"


_OPTIONAL = {name for names in TERMS.values() for name in names}


def _asks_for(name: str) -> str:
    """The argument of ``of`` that a sum is made for."""
    loss, _, parameter = name.replace("truth", "tweedie").partition("(")
    term = next((term for term, names in TERMS.items() if name in names), None)
    return f"{loss}={parameter[:-1]}" if term is None else f"terms=[{term!r}]"


def _asked(terms: Sequence[str]) -> set[str]:
    asked = {terms} if isinstance(terms, str) else set(terms)
    for term in asked:
        if term not in TERMS:
            raise InputError("summary.moments_term_unknown", term=term, choices=either(map(repr, TERMS)))
    return asked


def _several(given: object, check: Any) -> list[float]:
    """Parameters of a loss, each once: one number or a list of them."""
    values = list(given) if isinstance(given, (list, tuple, set, np.ndarray)) else [given]
    return sorted({check(value) for value in values})


def _losses(rows: PairRows, asked: set[str], deltas: list[float], powers: list[float]) -> Iterator[tuple[str, Any]]:
    """The losses that are computed row by row, by the names of their sums."""
    if "logarithmic" in asked:
        check_logarithms(rows)
        yield "logarithmic", squared_log
    for delta in deltas:
        yield f"huber({delta!r})", lambda y, p, delta=delta: huber_loss(y, p, delta)
    for power in powers:
        check_tweedie(rows, power)
        yield f"tweedie({power!r})", lambda y, p, power=power: tweedie(y, p, power)
        yield f"truth({power!r})", lambda y, p, power=power: truth_term(y, power)


def _summed(rows: PairRows, name: str, loss: Any) -> Fraction:
    total = ZERO
    for start in range(0, len(rows.y), _STEP):
        at = slice(start, start + _STEP)
        y, p, weight = rows.y[at].astype(np.float64), rows.p[at].astype(np.float64), None if rows.weight is None else rows.weight[at]
        if weight is not None:  # a row that weighs nothing need not have a loss
            y, p = np.where(weight > 0, y, 1.0), np.where(weight > 0, p, 1.0)
        values: NDArray[np.float64] = loss(y, p)
        refuse_endless(values, rows, start, name)
        total += weighted_sum(values, weight)
    return total
