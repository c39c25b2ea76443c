"""Mann and Whitney's test: how often a value of one sample lies above one of the other, which is the area under the ROC curve."""

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ..catalog import parse
from ..errors import InputError
from ..inference.estimate import REPLICATES, estimates
from ..inference.interval import Interval
from ..inference.measure import MetricCall
from ..inference.public import how_of, of_summary
from ..inference.significance import normal_p
from ..messages import Message
from ..messages.language import say
from ..summary import Sweep
from .asked import check_choice, check_sides
from .outcome import Line, Outcome, bounded, decimal, interval_line, p_phrase, settled
from .two_samples import Floats, swept, two_series

METHODS = ("auto", "exact", "asymptotic")
MOST_EXACT = 8
"""The smaller sample's size up to which the exact p-value is reckoned unasked, as SciPy does."""

MOST_STEPS = 10**9
"""How much counting the orders may take: the smaller sample's square times the larger."""


@dataclass(frozen=True, eq=False, repr=False)
class MannWhitneyTest(Outcome):
    """Two samples compared by ranks.

    ``statistic`` is U: the pairs in which a's value is above b's, a tie counting half. ``auc`` is their share of all pairs, the same
    number as ``gn.roc_auc`` with a as the positive class, and ``interval`` its interval by DeLong's variance as ``gn.interval`` has it;
    of one side it has one end. ``method`` says how the p-value was found: "exact", or "asymptotic" with ties and continuity allowed for.
    """

    statistic: float
    p_value: float
    auc: float
    interval: Interval
    sizes: tuple[int, int]
    method: str
    alternative: str
    level: float
    reason: str = ""
    notes: tuple[Message, ...] = ()

    @property
    def sentence(self) -> str:
        """The result as papers print it: U(7, 6) = 3.5, p = .016, AUC = .08."""
        pairs = f"{self.statistic:.0f}" if self.statistic == round(self.statistic) else f"{self.statistic:.1f}"
        return f"U({self.sizes[0]}, {self.sizes[1]}) = {pairs}, {p_phrase(self.p_value)}, AUC {bounded(self.auc)}"

    @property
    def title(self) -> str:
        known: dict[str, Any] = {"a": self.sizes[0], "b": self.sizes[1], "sentence": self.sentence}
        return say("statistics.heading_mann_whitney", **known)

    def lines(self) -> list[Line]:
        p_name, p = self._p_line()
        how = say("statistics.part_exact") if self.method == "exact" else say("statistics.part_asymptotic")
        return [
            ("U", f"{self.statistic:,.1f}"),
            (say("statistics.label_auc_ties_by_half"), decimal(self.auc, 4)),
            interval_line(self.interval),
            (p_name, f"{p}  ({how})"),
        ]


def mann_whitney(
    a: Any,
    b: Any,
    *,
    alternative: Literal["two-sided", "less", "greater"] = "two-sided",
    method: Literal["auto", "exact", "asymptotic"] = "auto",
    level: float = 0.95,
    missing: Literal["error", "drop"] = "error",
    undefined: str | float = "warn",
) -> MannWhitneyTest:
    """Whether values of one sample tend to be larger than those of another (Mann–Whitney U, Wilcoxon's rank sum).

    Parameters
    ----------
    a, b
        Two samples of numbers.
    alternative
        "two-sided"; "greater": a tends to be larger; "less": smaller.
    method
        Of the p-value: "exact" (no two values may be equal), "asymptotic", or "auto": exact where the smaller sample has at most 8
        values and none are equal.
    level
        Of the interval of the AUC.
    missing
        "drop" leaves missing values out of each sample.
    undefined
        What to do where all values are equal: "warn" gives a p-value of NaN, "raise" raises.

    >>> found = mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12])
    >>> found.sentence, found.method
    ('U(5, 4) = 17, p = .111, AUC = .85', 'exact')

    """
    level = check_sides(alternative, level, undefined)
    check_choice("method", method, METHODS)
    first, second = two_series(a, b, missing)
    sweep = swept(first, second)
    pairs = len(first) * len(second)
    statistic = float(sweep.concordant) / 2
    used, p_value = _p_value(first, second, sweep, statistic, method, alternative)
    found = MannWhitneyTest(
        statistic=statistic,
        p_value=p_value,
        auc=statistic / pairs,
        interval=_area_interval(sweep, statistic / pairs, level, alternative),
        sizes=(len(first), len(second)),
        method=used,
        alternative=alternative,
        level=level,
        reason="" if p_value == p_value else Message("all_values_equal"),
    )
    made: MannWhitneyTest = settled(found, "mann_whitney", undefined)
    return made


def _area_interval(sweep: Sweep, area: float, level: float, alternative: str) -> Interval:
    """The interval of the AUC as ``gn.interval`` has it; the end that the alternative leaves open is that of the scale."""
    measure = MetricCall(parse("roc_auc"))
    both = level if alternative == "two-sided" else 2 * level - 1
    found = estimates([measure], [area], of_summary(measure, sweep), how_of("auto", both, REPLICATES, 0))[0]
    if not found.defined and min(sweep.positives, sweep.negatives) < 2:
        found = replace(found, reason=Message("sample_of_one_value"))
    if not found.defined or alternative == "two-sided":
        return replace(found, level=level)
    return replace(found, level=level, high=1.0) if alternative == "greater" else replace(found, level=level, low=0.0)


def _p_value(a: Floats, b: Floats, sweep: Sweep, statistic: float, method: str, alternative: str) -> tuple[str, float]:
    """How the p-value was found, and the p-value."""
    ties = len(sweep) < len(a) + len(b)
    if method == "exact" and ties:
        raise InputError(
            "statistics.exact_mann_whitney_with_ties",
            distinct=len(sweep),
            n=len(a) + len(b),
        )
    few, many = sorted((len(a), len(b)))
    if method == "exact" and few**2 * many > MOST_STEPS:
        raise InputError(
            "statistics.exact_mann_whitney_too_large",
            a=len(a),
            b=len(b),
        )
    if method == "exact" or (method == "auto" and not ties and few <= MOST_EXACT and few**2 * many <= MOST_STEPS):
        return "exact", _exact(few, many, statistic, alternative)
    return "asymptotic", _asymptotic(sweep, statistic, alternative)


def _exact(few: int, many: int, statistic: float, alternative: str) -> float:
    """The share of all orders whose U is as far out: by the lower tail, which U's symmetry leads every tail to."""
    pairs = few * many
    if alternative == "two-sided":
        return min(2 * _lower_tail(few, many, round(min(statistic, pairs - statistic))), 1.0)
    least = round(pairs - statistic if alternative == "greater" else statistic)
    if 2 * least < pairs:
        return _lower_tail(few, many, least)
    return 1 - (_lower_tail(few, many, pairs - least - 1) if least < pairs else 0.0)


def _lower_tail(few: int, many: int, most: int) -> float:
    """P(U ≤ most), by the coefficients of Π (1 − q^(many + i)) / (1 − q^i): each is reckoned from those below, and keeps its digits."""
    shares = np.zeros(most + 1)
    shares[0] = 1.0
    for i in range(1, few + 1):
        if many + i <= most:
            shares[many + i :] -= shares[: most + 1 - many - i].copy()
        rows = -(-len(shares) // i)
        table = np.zeros(rows * i)
        table[: len(shares)] = shares
        shares = table.reshape(rows, i).cumsum(axis=0).ravel()[: most + 1] * (i / (many + i))
    return float(shares.sum())


def _asymptotic(sweep: Sweep, statistic: float, alternative: str) -> float:
    """The normal law with the variance that ties leave, half a pair nearer to the middle; NaN where all values are equal."""
    m, n = float(sweep.positives), float(sweep.negatives)
    total = m + n
    counts = sweep.pos + sweep.neg
    shared = math.fsum(counts[counts > 1].astype(np.float64) ** 3) - float(counts[counts > 1].sum())
    variance = m * n / 12 * (total + 1 - shared / (total * (total - 1)))
    if variance <= 0 or len(sweep) == 1:
        return math.nan
    middle = statistic - m * n / 2
    nearer = {"greater": middle - 0.5, "less": middle + 0.5}.get(alternative, max(abs(middle) - 0.5, 0.0))
    if alternative == "two-sided":
        return min(normal_p(nearer / math.sqrt(variance)), 1.0)
    return normal_p(nearer / math.sqrt(variance), alternative)
