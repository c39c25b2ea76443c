"""A correlation coefficient with its test, its interval, and a look at what it takes for given."""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inference.interval import Interval
from ..inference.jackknife import freedom_of_parts
from ..inference.significance import t_p
from ..inputs.series import PairedSeries, paired_series
from ..messages import Message, text_in
from ..messages.language import language, say
from ..types import Floats
from .asked import check_choice, check_sides, check_yes_or_no
from .checks import SYMBOLS, Check, Fit, checks_of, fitted
from .outcome import Line, Outcome, bounded, decimal, interval_line, p_phrase, settled
from .permutations import MOST_RANKED, doubled_ranks, end_of_ranks, spearman_tail
from .t_law import MeanTest

SYMBOL = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}


@dataclass(frozen=True, eq=False, repr=False)
class CorrelationTest(Outcome):
    """A correlation coefficient, whether it is another than 0, and between which ends it lies.

    ``method`` is "pearson", "spearman" or "kendall"; ``p_method`` how its p-value was found: "t" (Student's with n − 2 degrees of
    freedom), "sandwich" (Student's t of Fisher's z with the standard error made of the rows), "exact" (all orders counted) or "normal".
    ``interval`` is made on Fisher's scale; of one side it has one end. ``checks`` are the assumptions of Pearson's coefficient by name:
    linearity, normality, outliers, homoscedasticity. ``reason`` says why there is no coefficient where it is NaN.
    """

    coefficient: float
    df: int
    p_value: float
    interval: Interval
    checks: dict[str, Check]
    rows: int
    method: str
    p_method: str
    alternative: str
    level: float
    x: Floats
    y: Floats
    places: NDArray[np.int64]
    reason: str = ""
    notes: tuple[Message, ...] = ()
    kept = ("x", "y", "places")

    @property
    def sentence(self) -> str:
        """The result as papers print it: r(8) = .67, p = .035; with (HC3) behind it where the test takes the rows' own standard error."""
        how = " (HC3)" if self.p_method == "sandwich" else ""
        return f"{SYMBOL[self.method]}({self.df}) {bounded(self.coefficient)}, {p_phrase(self.p_value)}{how}"

    @property
    def title(self) -> str:
        known: dict[str, Any] = {"rows": self.rows, "sentence": self.sentence}
        if self.method == "pearson":
            return say("statistics.heading_pearson", **known)
        if self.method == "spearman":
            return say("statistics.heading_spearman", **known)
        return say("statistics.heading_kendall", **known)

    def lines(self) -> list[Line]:
        p_name, p = self._p_line()
        how = {
            "t": say("statistics.part_student_t"),
            "sandwich": say("statistics.part_student_t_sandwich"),
            "exact": say("statistics.part_exact"),
            "normal": say("statistics.part_normal_approximation"),
        }[self.p_method]
        named = {
            "linearity": say("statistics.label_linearity"),
            "normality": say("statistics.label_normality"),
            "outliers": say("statistics.label_outliers"),
            "homoscedasticity": say("statistics.label_even_spread"),
        }
        checks = [
            (named[check.name], f"{SYMBOLS[check.verdict]} {text_in(check.reading, language())}")
            for check in self.checks.values()
            if check.assumed
        ]
        return [(SYMBOL[self.method], decimal(self.coefficient, 4)), interval_line(self.interval), (p_name, f"{p}  ({how})"), *checks]


def correlation_test(
    x: Any,
    y: Any,
    *,
    method: Literal["pearson", "spearman", "kendall"] = "pearson",
    alternative: Literal["two-sided", "less", "greater"] = "two-sided",
    level: float = 0.95,
    exact: bool | None = None,
    robust: bool | None = None,
    missing: Literal["error", "drop"] = "error",
    undefined: str | float = "warn",
) -> CorrelationTest:
    """Whether two columns are correlated: Pearson's r, Spearman's ρ or Kendall's τ-b, with p-value, interval and checks.

    Parameters
    ----------
    x, y
        Two measurements of each row, at least three rows.
    method
        "pearson" for a straight line, "spearman" or "kendall" for any relation that rises or falls throughout; equal values share
        the mean of their ranks.
    alternative
        "two-sided": the coefficient is not 0; "greater": above 0; "less": below.
    level
        Of the interval, made on Fisher's scale (artanh): with the standard error 1/√(n − 3) for r, √((1 + ρ²/2)/(n − 3)) for ρ (Bonett
        and Wright 2000) and √(0.437/(n − 4)) for τ (Fieller, Hartley and Pearson 1957).
    exact
        Of ranks, whether all orders are counted; by default up to 9 rows for ρ, and for τ without equal values up to 33 rows. ``False``
        takes Student's t for ρ, the normal law for τ.
    robust
        Of Pearson's r, whether standard error and test are made of the rows (the sandwich estimate HC3), which need not be normal. By
        default they are where there are 30 rows or more and this error is 1.25 times Fisher's, which is too small where tails are heavy;
        a note says so. ``False`` takes Fisher's interval and Student's test throughout.
    missing
        "drop" leaves rows out in which either value is missing.
    undefined
        What to do where a column is constant: "warn" gives NaN, "raise" raises.

    >>> english, maths = [56, 75, 45, 71, 61, 64, 58, 80, 76, 61], [66, 70, 40, 60, 65, 56, 59, 77, 67, 63]
    >>> correlation_test(english, maths, method="spearman").sentence
    'ρ(8) = .67, p = .035'

    """
    level = check_sides(alternative, level, undefined)
    check_choice("method", method, tuple(SYMBOL))
    pairs = paired_series(x, y, ("x", "y"), missing, 3)
    _check_exact(exact, method, len(pairs.x))
    if robust is not None:
        check_yes_or_no("robust", robust)
    if robust and method != "pearson":
        raise InputError("statistics.robust_with_ranks")
    known: dict[str, Any] = {"df": len(pairs.x) - 2, "rows": len(pairs.x), "method": method, "alternative": alternative, "level": level}
    known |= {"x": _own(pairs.x), "y": _own(pairs.y), "places": pairs.rows}
    constant = next((name for name, values in (("x", pairs.x), ("y", pairs.y)) if not np.ptp(values)), None)
    if constant is not None:
        reason = Message("column_constant", column=constant, value=float(getattr(pairs, constant)[0]))
        none = Interval(method, math.nan, math.nan, math.nan, level, "fisher", reason)
        found = CorrelationTest(math.nan, p_value=math.nan, interval=none, checks={}, p_method="t", reason=reason, **known)
    else:
        line = fitted(pairs.x, pairs.y)
        values = {"pearson": _pearson(line), "spearman": _of_ranks(pairs, "spearman")}
        value = values[method] if method in values else _of_ranks(pairs, method)
        error, freedom = sandwich_error(line.x, line.y) if method == "pearson" and abs(value) < 1 else (math.nan, math.nan)
        wider = error * math.sqrt(len(pairs.x) - 3) if len(pairs.x) >= FEWEST_FOR_TAILS else math.nan
        heavy = wider > MUCH_WIDER
        p_method, p_value = _p_value(pairs, value, method, alternative, exact)
        interval = _interval(value, method, len(pairs.x), alternative, level)
        if (robust or (heavy and robust is None)) and error > 0:
            p_method, p_value, interval = _robust(value, error, freedom, alternative, level)
        said = "correlation_by_rows" if robust is None else "correlation_of_heavy_tails"
        found = CorrelationTest(
            value,
            p_value=p_value,
            p_method=p_method,
            notes=(Message(said, times=wider),) if heavy and not robust else (),
            interval=interval,
            checks=checks_of(line, pairs.rows, values["pearson"], values["spearman"], assumed=method == "pearson"),
            **known,
        )
    made: CorrelationTest = settled(found, "correlation_test", undefined)
    return made


FEWEST_FOR_TAILS, MUCH_WIDER = 30, 1.25
"""Rows from which on tails are judged, and how many times Fisher's standard error the sandwich's is where it takes its place."""


def sandwich_error(x: Floats, y: Floats) -> tuple[float, float]:
    """The standard error of Fisher's z of two columns, which need not be normal: of z without each row (HC3, the jackknife's).

    With the degrees of freedom that rows of unequal part leave.

    >>> x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 0.5])
    >>> error, df = sandwich_error(x, x**2 + x)
    >>> round(error, 6), round(df, 6)
    (0.953814, 4.0)
    """
    n = len(x)
    x, y = x - x.mean(), y - y.mean()
    own = n / (n - 1)
    xx, yy, xy = (float(one @ other) - own * one * other for one, other in ((x, x), (y, y), (x, y)))
    with np.errstate(all="ignore"):
        without = np.arctanh(np.clip(xy / np.sqrt(xx * yy), -1, 1))
    if not np.isfinite(without).all():
        return math.nan, math.nan
    apart = without - without.mean()
    return math.sqrt(float(apart @ apart) * (n - 1) / n), freedom_of_parts(apart, n - 2.0)


def _robust(value: float, error: float, df: float, alternative: str, level: float) -> tuple[str, float, Interval]:
    """The test and the interval on Fisher's scale by the sandwich's standard error, with Student's t."""
    tested = MeanTest(math.atanh(value), error, df)
    low, high = (math.tanh(end) for end in tested.ends(alternative, level))
    return "sandwich", tested.p_value(alternative), Interval("pearson", value, low, high, level, "sandwich")


def _check_exact(exact: object, method: str, rows: int) -> None:
    if exact is not None and not isinstance(exact, (bool, np.bool_)):
        raise InputError("statistics.exact_not_boolean", exact=exact)
    if exact and method == "pearson":
        raise InputError("statistics.exact_with_pearson")
    most = {"spearman": MOST_RANKED, "kendall": 1000}.get(method, 0)
    if exact and rows > most:
        raise InputError("statistics.exact_too_many_orders", rows=rows, most=most)


def _own(values: Floats) -> Floats:
    """The column for the figure, which nobody else writes to."""
    kept = values.copy()
    kept.flags.writeable = False
    return kept


def _pearson(line: Fit) -> float:
    """Pearson's r; of points on a line it is 1 or −1, whatever rounding does."""
    from scipy.stats import pearsonr

    return float(pearsonr(line.x, line.y).statistic) if line.residual.any() else math.copysign(1.0, line.slope)


def _of_ranks(pairs: PairedSeries, method: str) -> float:
    """Spearman's ρ or Kendall's τ; of ranks that agree wholly it is 1 or −1."""
    from scipy.stats import kendalltau, spearmanr

    first, second = doubled_ranks(pairs.x), doubled_ranks(pairs.y)
    if (first == second).all():
        return 1.0
    if not np.ptp(first + second):
        return -1.0
    return float((spearmanr if method == "spearman" else kendalltau)(first, second).statistic)


def _p_value(pairs: PairedSeries, value: float, method: str, alternative: str, exact: bool | None) -> tuple[str, float]:
    """How the p-value was found, and the p-value."""
    x, y, n = pairs.x, pairs.y, len(pairs.x)
    if method == "kendall":
        return _of_kendall(x, y, alternative, exact)
    if method == "spearman":
        if exact or (exact is None and n <= MOST_RANKED):
            return "exact", spearman_tail(x, y, alternative)
        if abs(value) == 1:  # t is infinite, and would leave nothing of a tail that a few rows have
            return "exact", end_of_ranks(x, value, alternative)
    spread = (1 - value) * (1 + value)
    t = value * math.sqrt((n - 2) / spread) if spread else math.copysign(math.inf, value)
    return "t", t_p(t, n - 2, alternative)


def _of_kendall(x: Floats, y: Floats, alternative: str, exact: bool | None) -> tuple[str, float]:
    from scipy.stats import kendalltau

    ties = len(np.unique(x)) < len(x) or len(np.unique(y)) < len(y)
    if exact and ties:
        raise InputError("statistics.exact_kendall_with_ties")
    counted = exact if exact is not None else not ties and len(x) <= 33
    found = kendalltau(x, y, method="exact" if counted else "asymptotic", alternative=alternative)
    return "exact" if counted else "normal", float(found.pvalue)


def _interval(value: float, method: str, n: int, alternative: str, level: float) -> Interval:
    """The interval on Fisher's scale; an end that an alternative leaves open is that of the scale."""
    name = {"pearson": "fisher", "spearman": "bonett-wright", "kendall": "fieller"}[method]
    if abs(value) == 1:
        if method == "pearson":
            return Interval(method, value, value, value, level, name)
        return Interval(method, value, math.nan, math.nan, level, name, Message("ranks_at_the_end", value=value))
    squared = {"pearson": (1.0, n - 3), "spearman": (1 + value**2 / 2, n - 3), "kendall": (0.437, n - 4)}[method]
    if squared[1] <= 0:
        return Interval(method, value, -1.0, 1.0, level, name)
    from scipy.special import ndtri

    tail = (1 - level) / 2 if alternative == "two-sided" else 1 - level
    half = -float(ndtri(tail)) * math.sqrt(squared[0] / squared[1])
    low = -1.0 if alternative == "less" else math.tanh(math.atanh(value) - half)
    return Interval(method, value, low, 1.0 if alternative == "greater" else math.tanh(math.atanh(value) + half), level, name)
