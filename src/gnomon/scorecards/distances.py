"""Distances between two distributions in the same bins, and how concentrated one is."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from ..errors import InputError
from ..inference.comparison import p_text
from ..inputs.arrays import one_dimension, to_array
from ..inputs.numbers import as_floats
from ..inputs.variables import as_variable
from ..messages import Message, text_in
from ..messages.language import language, say
from ..result import JsonSerializable, Result
from ..summary import Bins
from ..types import Floats
from .cut_alike import BinnedPair, BinningOptions, Strategy, cut_alike, is_default

SMALL = 5
"""Below so many expected rows in a cell the chi-squared law is a rough guide, as the trade has it."""


def jensen_shannon(
    a: Any,
    b: Any = None,
    *,
    kind: Literal["divergence", "distance"] = "divergence",
    base: float = 2.0,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    categories: bool | None = None,
) -> float:
    """½·KL(p ‖ m) + ½·KL(q ‖ m) with m = (p + q)/2: 0 for the same distribution, 1 (to base 2) for two that share nothing.

    ``kind="distance"`` is its root, which SciPy's ``jensenshannon`` gives (to base e unless told); ``base`` is that of the logarithm. ``a``
    and ``b`` are two samples, cut as :func:`psi_table` cuts them, or two ``Bins``; of one ``Bins`` with labels, its good and bad rows.

    >>> import gnomon as gn
    >>> round(gn.jensen_shannon(["x", "x", "y", "y"], ["x", "y", "y", "y"]), 6)
    0.048795
    """
    if kind not in ("divergence", "distance"):
        raise InputError("scorecards.divergence_kind_unknown", given=kind)
    if isinstance(base, bool) or not isinstance(base, (int, float, np.number)) or not 1 < base < np.inf:
        raise InputError("scorecards.base_out_of_range", given=base)
    p, q = _shares(_pair(a, b, BinningOptions(bins, strategy, special, closed, categories), weight))
    middle = (p + q) / 2
    value = max(float(_relative(p, middle) + _relative(q, middle)) / 2 / float(np.log(base)), 0.0)
    return float(np.sqrt(value)) if kind == "distance" else value


def _relative(p: Floats, q: Floats) -> float:
    held = p > 0
    return float(p[held] @ np.log(p[held] / q[held]))


def hellinger(
    a: Any,
    b: Any = None,
    *,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    categories: bool | None = None,
) -> float:
    """√(½·Σ (√pᵢ − √qᵢ)²): from 0 for the same distribution to 1 for two that share nothing. Samples as in :func:`jensen_shannon`.

    >>> import gnomon as gn
    >>> round(gn.hellinger(["x", "x", "y", "y"], ["x", "y", "y", "y"]), 6)
    0.184592
    """
    p, q = _shares(_pair(a, b, BinningOptions(bins, strategy, special, closed, categories), weight))
    return float(np.sqrt(min(((np.sqrt(p) - np.sqrt(q)) ** 2).sum() / 2, 1.0)))


@dataclass(frozen=True, eq=False, repr=False)
class ChiSquare(JsonSerializable, Result):
    """Pearson's chi-squared of two samples by bin, without Yates' correction: ``p_value`` by the law with ``df`` degrees of freedom.

    ``cramers_v`` is the effect, from 0 to 1, whatever the number of rows; ``smallest`` the fewest rows expected in any cell.
    """

    statistic: float
    df: int
    p_value: float
    cramers_v: float
    n: float
    smallest: float
    notes: tuple[Message, ...] = ()
    key: ClassVar[str] = "p_value"

    @property
    def sentence(self) -> str:
        """The result as papers print it."""
        return f"χ²({self.df}, N = {self.n:,.6g}) = {self.statistic:.2f}, p {p_text(self.p_value)}, V = {self.cramers_v:.3f}"

    def __repr__(self) -> str:
        return "\n".join([self.sentence, *(f" ● {text_in(note, language())}" for note in self.notes)])


def chi_square(
    a: Any,
    b: Any = None,
    *,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    categories: bool | None = None,
) -> ChiSquare:
    """Pearson's test of whether two samples have one distribution over bins. Samples as in :func:`jensen_shannon`.

    Of weighted rows each sample counts as many rows as it is worth (Kish's effective size).

    >>> import gnomon as gn
    >>> gn.chi_square(["x"] * 50 + ["y"] * 50, ["x"] * 30 + ["y"] * 70)
    χ²(1, N = 200) = 8.33, p .004, V = 0.204
    """
    from scipy.special import chdtrc

    pair = _pair(a, b, BinningOptions(bins, strategy, special, closed, categories), weight)
    p, q = _shares(pair)
    m, n = pair.sizes
    pooled = (m * p + n * q) / (m + n)
    statistic = float((m * (p - pooled) ** 2 / pooled + n * (q - pooled) ** 2 / pooled).sum())
    df, smallest = len(p) - 1, float(pooled.min() * min(m, n))
    notes = [] if df else [Message("psi_one_bin")]
    if df and smallest < SMALL * (1 - 1e-12):  # which shares of rows may miss by a rounding
        notes.append(Message("cells_small", smallest=smallest, limit=SMALL))
    p_value = float(chdtrc(df, statistic)) if df else float("nan")
    return ChiSquare(statistic, df, p_value, float(np.sqrt(statistic / (m + n))) if df else float("nan"), m + n, smallest, tuple(notes))


def cramers_v(
    a: Any,
    b: Any = None,
    *,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    categories: bool | None = None,
) -> float:
    """√(χ² / N) of two samples by bin: from 0 (one distribution) to 1 (no bin in common). Samples as in :func:`jensen_shannon`.

    >>> import gnomon as gn
    >>> round(gn.cramers_v(["x"] * 50 + ["y"] * 50, ["x"] * 30 + ["y"] * 70), 6)
    0.204124
    """
    how = {"bins": bins, "strategy": strategy, "special": special, "closed": closed, "categories": categories}
    return chi_square(a, b, weight=weight, **how).cramers_v


def herfindahl(distribution: Any, *, normalized: bool = False, categories: bool | None = None) -> float:
    """Σ sᵢ² over shares: 1/k where k parts are equal, 1 where one has everything; 1 over it is how many equal parts would do the same.

    ``distribution`` is amounts or shares (numbers, which are divided by their sum), a column of categories (missing ones are one more), or
    ``Bins``. ``normalized=True`` is (H − 1/k)/(1 − 1/k), from 0 to 1; ``categories=True`` counts numbers as names.

    >>> import gnomon as gn
    >>> gn.herfindahl([50, 30, 20]), gn.herfindahl(["a", "a", "b", "b"]), round(gn.herfindahl([50, 30, 20], normalized=True), 6)
    (0.38, 0.5, 0.07)
    """
    amounts = _amounts(distribution, categories)
    if not isinstance(normalized, (bool, np.bool_)):
        raise InputError("scorecards.distance_option_not_boolean", argument="normalized", given=normalized)
    value = float(((amounts / amounts.sum()) ** 2).sum())
    if not normalized:
        return value
    if len(amounts) < 2:
        raise InputError("scorecards.distribution_too_few_parts")
    return max((value - 1 / len(amounts)) / (1 - 1 / len(amounts)), 0.0)


def _amounts(distribution: object, categories: bool | None) -> Floats:
    if isinstance(distribution, Bins):
        total = np.asarray(distribution.total, np.float64)
        amounts = total[total > 0]
    else:
        variable = as_variable(distribution, "distribution", categories)
        if variable.names is not None:
            return np.asarray(np.unique(variable.values, return_counts=True)[1], np.float64)
        amounts = np.asarray(as_floats(one_dimension(to_array(distribution, "distribution"), "distribution"), "distribution"), np.float64)
    wrong = np.flatnonzero(~(amounts >= 0))
    if len(wrong):
        raise InputError("scorecards.distribution_value_negative", value=float(amounts[wrong[0]]), at=int(wrong[0]))
    if not amounts.sum() > 0:
        raise InputError("scorecards.distribution_sum_zero")
    return amounts


def _pair(a: object, b: object, how: BinningOptions, weight: object) -> BinnedPair:
    """Two samples cut alike; of labelled bins, their good and bad rows."""
    if b is not None:
        return cut_alike(a, b, how, weight)
    if not isinstance(a, Bins):
        raise InputError("scorecards.second_sample_missing")
    if not a.labelled:
        raise InputError("scorecards.counted_bins_unlabelled")
    if weight is not None or not is_default(how):
        raise InputError("scorecards.options_with_counted_bins")
    zeros = np.zeros(len(a.good), np.int64)
    good, bad = (Bins(a.layout, rows, zeros, labelled=False) for rows in (a.good, a.bad))
    return BinnedPair(good, bad, (float(good.n), float(bad.n)))


def _shares(pair: BinnedPair) -> tuple[Floats, Floats]:
    """The shares of both in the bins that one of them has."""
    counts = [np.asarray(one.total, np.float64) for one in (pair.expected, pair.actual)]
    for name, count in zip((say("scorecards.part_the_first_sample"), say("scorecards.part_the_second_sample")), counts, strict=True):
        if not count.sum() > 0:
            raise InputError("scorecards.sample_empty", name=name)
    held = (counts[0] > 0) | (counts[1] > 0)
    return counts[0][held] / counts[0].sum(), counts[1][held] / counts[1].sum()
