"""The two-sample Kolmogorov–Smirnov test: how far apart two distribution functions are at the most, and where."""

import math
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from ..errors import InputError, check_undefined
from ..inference.public import check_alternative
from ..inputs import BinaryRows
from ..inputs.direction import LOWER
from ..messages import Message
from ..messages.language import say
from ..summary import Sweep
from ..summary.invariants import frozen
from ..summary.row_gaps import row_gaps
from .asked import check_alpha, check_choice
from .outcome import Line, Outcome, bounded, p_phrase
from .two_samples import Floats, first_sample, swept_together, two_series

METHODS = ("auto", "exact", "asymptotic")
MOST_EXACT = 10_000
"""The largest sample of which the exact p-value is reckoned unasked, as SciPy does; past it both agree to three digits."""

MOST_COUNTED = 10**8
"""The largest product of sizes of which orders are counted where SciPy gives up."""
MANY = 100_000
"""From so many values on the tail is reckoned by its expansion."""


@dataclass(frozen=True, eq=False, repr=False)
class KsTest(Outcome):
    """The largest distance D between two empirical distribution functions.

    It is found at ``location``: ``sign`` is 1 where a larger share of a than of b lies at or below it, −1 where it is b's, and 0 with a
    location of NaN where the distance is 0. ``method`` says
    how the p-value was found, "exact" or "asymptotic"; ``critical_value`` is c(α)·√((m + n)/(mn)), which D exceeds where the asymptotic
    law rejects; ``reject`` is whether the p-value is at most ``alpha``. ``values`` holds a, then b; ``sweep`` is their distributions.
    """

    statistic: float
    location: float
    sign: int
    p_value: float
    critical_value: float
    reject: bool
    alpha: float
    method: str
    alternative: str
    sizes: tuple[int, int]
    values: Floats
    reason: str = ""
    notes: tuple[Message, ...] = ()
    kept = ("values",)

    @cached_property
    def sweep(self) -> Sweep:
        """How many values of each sample lie at each value, from the lowest up."""
        return swept_together(self.values, self.sizes[0], LOWER)

    @property
    def sentence(self) -> str:
        """The result as papers print it: D(200, 300) = .12, p = .049."""
        return f"D({self.sizes[0]}, {self.sizes[1]}) {bounded(self.statistic)}, {p_phrase(self.p_value)}"

    @property
    def title(self) -> str:
        known: dict[str, Any] = {"a": self.sizes[0], "b": self.sizes[1], "sentence": self.sentence}
        return say("statistics.heading_kolmogorov_smirnov", **known)

    def lines(self) -> list[Line]:
        above = {1: say("statistics.part_larger_share_of_a"), -1: say("statistics.part_larger_share_of_b")}
        where = f"{self.location:.6g}  ({above[self.sign]})" if self.sign else "–"
        p_name, p = self._p_line()
        how = say("statistics.part_exact") if self.method == "exact" else say("statistics.part_asymptotic")
        verdict = (
            say("statistics.part_rejected", alpha=self.alpha) if self.reject else say("statistics.part_not_rejected", alpha=self.alpha)
        )
        return [
            ("D", f"{self.statistic:.6f}"),
            (say("statistics.label_found_at"), where),
            (p_name, f"{p}  ({how})"),
            (say("statistics.label_critical_value"), f"{self.critical_value:.4f}"),
            (say("statistics.label_same_distribution"), verdict),
        ]


def ks_2samp(
    a: Any,
    b: Any,
    *,
    alpha: float = 0.05,
    method: Literal["auto", "exact", "asymptotic"] = "auto",
    alternative: Literal["two-sided", "less", "greater"] = "two-sided",
    missing: Literal["error", "drop"] = "error",
    undefined: str | float = "warn",
) -> KsTest:
    """Whether two samples come from the same distribution: D = sup |F_a(x) − F_b(x)|.

    Parameters
    ----------
    a, b
        Two samples of numbers.
    alpha
        How often the test may reject samples of the same distribution; sets ``critical_value`` and ``reject``.
    method
        Of the p-value: "exact", "asymptotic", or "auto": exact up to 10,000 values in the larger sample.
    alternative
        "two-sided"; "greater": a's distribution function lies above b's somewhere, that is a tends to be *smaller*; "less": below.
    missing
        "drop" leaves missing values out of each sample.
    undefined
        As everywhere; two samples always have a distance.

    >>> found = ks_2samp([1, 2, 3, 4, 5, 6, 7], [5, 6, 7, 8, 9, 10])
    >>> found.sentence, found.location, found.method, found.reject
    ('D(7, 6) = .57, p = .147', 4.0, 'exact', False)

    """
    check_undefined(undefined)
    check_alternative(alternative, 0.95)
    check_choice("method", method, METHODS)
    alpha = check_alpha(alpha)
    first, second = two_series(a, b, missing)
    values = frozen(np.concatenate([first, second]))
    statistic, location, sign = _distance(values, len(first), alternative)
    used, p_value = _p_value(first, second, statistic, method, alternative)
    m, n = len(first), len(second)
    tail = alpha / 2 if alternative == "two-sided" else alpha
    critical = math.sqrt(-math.log(tail) / 2) * math.sqrt((m + n) / m / n)
    reject = p_value <= alpha
    notes = [Message("ks_ties")] if used == "exact" and len(np.unique(values)) < m + n else []
    if reject != (statistic > critical):
        notes.append(Message("ks_disagrees", statistic=statistic, critical=critical, method=used))
    return KsTest(
        statistic=statistic,
        location=location,
        sign=sign,
        p_value=p_value,
        critical_value=critical,
        reject=reject,
        alpha=alpha,
        method=used,
        alternative=alternative,
        sizes=(m, n),
        values=values,
        notes=tuple(notes),
    )


def _distance(values: Floats, size: int, alternative: str) -> tuple[float, float, int]:
    """D, the lowest value at which it is reached, and which distribution function is above there; neither where D is 0."""
    gaps = row_gaps(BinaryRows(first_sample(values, size), values, None))
    upper = alternative == "greater" or (alternative == "two-sided" and gaps.above >= gaps.below)
    distance, location, sign = (gaps.above, gaps.at_above, 1) if upper else (gaps.below, gaps.at_below, -1)
    return (distance, location, sign) if distance > 0 else (0.0, math.nan, 0)


def _p_value(a: Floats, b: Floats, statistic: float, method: str, alternative: str) -> tuple[str, float]:
    """How the p-value was found, and the p-value."""
    if method == "exact" or (method == "auto" and max(len(a), len(b)) <= MOST_EXACT):
        exact = _exact(a, b, statistic, alternative)
        if exact is not None:
            return "exact", exact
        if method == "exact":
            raise InputError(
                "statistics.exact_ks_samples_too_large",
                a=len(a),
                b=len(b),
            )
    return "asymptotic", _asymptotic(len(a), len(b), statistic, alternative)


def _exact(a: Floats, b: Floats, statistic: float, alternative: str) -> float | None:
    """The exact p-value, or None where it cannot be reckoned."""
    from scipy.stats import ks_2samp as of_scipy

    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            return float(of_scipy(a, b, alternative=alternative, method="exact").pvalue)
        except RuntimeWarning:  # sizes too large, or rounding carried it above 1: SciPy would go on with the asymptotic law
            return _counted(len(a), len(b), statistic, alternative) if len(a) * len(b) <= MOST_COUNTED else None


def _counted(m: int, n: int, statistic: float, alternative: str) -> float:
    """The share of orders of m and n values whose distance is as large: one less those that stay below it, value after value."""
    least = round(statistic * m * n)  # distances are whole multiples of 1 / mn
    i = np.arange(m + 1)
    inside = np.zeros(m + 1)  # by how many of the values so far are a's
    inside[0] = 1.0
    for values in range(1, m + n + 1):
        come = inside * (values - i)
        come[1:] += inside[:-1] * i[1:]
        apart = i * (m + n) - values * m
        outside = np.abs(apart) >= least if alternative == "two-sided" else (apart if alternative == "greater" else -apart) >= least
        come[outside] = 0.0
        inside = come / values
        if not inside.any():
            break
    return float(1 - inside[m])


def _asymptotic(m: int, n: int, statistic: float, alternative: str) -> float:
    """Kolmogorov's law for as many values as the two samples are worth together; of one side, Hodges' expansion."""
    if not statistic:
        return 1.0
    if statistic == 1:  # the law would say 0, of two values as of millions; only so many orders part the samples wholly
        sides = 2 if alternative == "two-sided" else 1
        return min(sides * math.exp(math.lgamma(m + 1) + math.lgamma(n + 1) - math.lgamma(m + n + 1)), 1.0)
    worth = m * n / (m + n)
    if alternative == "two-sided":
        if worth > MANY and worth * statistic**2 > 2.2:
            return min(2 * _far_tail(round(worth), statistic), 1.0)
        from scipy.stats import kstwo

        return float(np.clip(kstwo.sf(statistic, np.round(worth)), 0.0, 1.0))
    large, small = max(m, n), min(m, n)
    z = math.sqrt(worth) * statistic
    return min(math.exp(-2 * z**2 - 2 * z * (large + 2 * small) / math.sqrt(large * small * (large + small)) / 3), 1.0)


def _far_tail(n: int, distance: float) -> float:
    """How often one sample's distribution function rises so far above its law, by the logarithm of Lauwerier's expansion.

    SciPy adds up n terms for it, which of a million values takes longer than everything else; below a distance of 4/√n both agree to
    seven digits or more.
    """
    z, root = math.sqrt(n) * distance, 1 / math.sqrt(n)
    first = -2 * z / 3
    second = 2 * z**2 / 3 * (1 - 2 * z**2 / 3)
    third = 4 * z / 9 * (1 / 5 - 19 * z**2 / 15 + 2 * z**4 / 3)
    added = first * root + (second - first**2 / 2) * root**2 + (third - first * second + first**3 / 3) * root**3
    return math.exp(-2 * z**2 + added)
