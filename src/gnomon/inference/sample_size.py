"""How many rows it takes: for an interval as narrow as asked, or to see a difference as often as asked.

Shares of rows need no model. Areas and KS are reckoned with normal scores, equally spread in both classes, to which calibrated models
come near: where the log-odds of the negatives are normal, those of the positives are too, as spread and further up.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from ..catalog import get
from ..errors import InputError
from ..messages.language import listed, say, term
from ..result import Result
from .proportions import wilson, z_of

NORMAL = NormalDist()
MOST = 10**15


@dataclass(frozen=True, eq=False, repr=False)
class SampleSize(Result):
    """How many rows are needed, and for what.

    ``half_width`` or ``difference`` is what was asked for, the other None; ``power``, ``paired`` and ``correlation`` belong to a
    difference. Models that are not ``paired`` on the same rows have ``rows`` each. ``method`` names the formula.
    """

    rows: int
    positives: int
    negatives: int
    metric: str
    value: float
    half_width: float | None
    difference: float | None
    level: float
    prevalence: float
    power: float | None
    paired: bool | None
    correlation: float | None
    method: str

    @property
    def headline(self) -> str:
        power = "" if self.power is None else say("inference.part_power", power=self.power)
        how = {"many": self._many, "aim": self._aim, "level": self.level, "power": power, "how": self._how}
        return say("inference.sample_size_in_brief", **how)

    def __str__(self) -> str:
        known: dict[str, Any] = {"many": self._many, "aim": self._aim, "how": self._how}
        if self.power is None:
            return say("inference.sample_size_of_interval", level=100 * self.level, **known)
        known |= {"size": 100 * (1 - self.level), "power": 100 * self.power}
        if self.paired:
            return say(
                "inference.sample_size_of_paired_test",
                **known,
            )
        return say(
            "inference.sample_size_of_unpaired_test",
            **known,
        )

    @property
    def _many(self) -> str:
        known = {"rows": self.rows, "positives": self.positives, "negatives": self.negatives}
        if self.paired is False:
            return say("inference.part_rows_each_by_class", **known)
        return say("inference.part_rows_by_class", **known)

    @property
    def _aim(self) -> str:
        known = {"metric": self.metric, "value": self.value}
        if self.difference is None:
            return say("inference.part_aim_half_width", half=self.half_width, **known)
        return say("inference.part_aim_difference", other=self.value + self.difference, **known)

    @property
    def _how(self) -> str:
        method = term(self.method)
        return say("inference.part_method_correlation", method=method, correlation=self.correlation) if self.paired else method


class ClassSizes(NamedTuple):
    """The classes of a sample to be drawn, each rounded down: whichever way the odd row falls, there are as many."""

    rows: int
    positives: int
    negatives: int


Variance = Callable[[ClassSizes], float]
Enough = Callable[[ClassSizes], bool]


def _of_area(area: float) -> Variance:
    """The variance that DeLong's method estimates for an area, on average.

    Two pairs that share a row are both concordant with probability Φ₂(h, h; ½) = A − 2T(h, 1/√3), where A = Φ(h) and T is Owen's. Hanley
    and McNeil's formula is the same with exponential scores. In simulations (normal and logistic scores, log-odds normal in the
    population, gnomon's sample data) this one came within 8 percent of the standard error, theirs up to 53 percent above it, most so
    where positives are rare. It is too small where scores are not like that: by up to 22 percent with positives spread half as wide again
    as negatives, 15 with heavy tails, 34 with exponential scores, 24 with 24 models of scikit-learn's data, of which it was nearer for 15.
    """
    h, a = NORMAL.inv_cdf(area), 1 / math.sqrt(3)
    nodes, weights = np.polynomial.legendre.leggauss(32)
    squares = 1 + (a * (nodes + 1) / 2) ** 2
    owen = float(weights @ (np.exp(-(h**2) * squares / 2) / squares)) * a / (4 * math.pi)
    pair = area * (1 - area)
    shared = pair - 2 * owen
    # DeLong's estimate is above the variance itself by (pair − 2·shared) / (positives · negatives), and it is what makes the interval.
    return lambda drawn: (2 * pair + (drawn.positives + drawn.negatives - 4) * shared) / (drawn.positives * drawn.negatives)


def _of_ks(ks: float) -> Variance:
    """The variance of TPR − FPR at the best threshold, where classes of equal spread have TPR = 1 − FPR = (1 + KS) / 2.

    That the threshold is sought on the same rows makes KS vary less, and lie too high: in simulations with 100 to 2,000 rows a class the
    standard error was 1 to 11 percent below this one from KS 0.4 up and 5 to 15 percent at 0.2. gnomon's interval, which makes up for the
    bias, came out 1 to 5 percent wider than asked.
    """
    return lambda drawn: (1 - ks**2) / 4 * (1 / drawn.positives + 1 / drawn.negatives)


RANKINGS = {"roc_auc": _of_area, "gini": _of_area, "ks": _of_ks}
"""How the variance of a metric of scores follows from its value, the Gini taken as an area."""

METHODS = {"roc_auc": "binormal", "gini": "binormal", "ks": "binormal at the best threshold"}
OF_WHICH = {"rows": ("accuracy", "error_rate"), "positives": ("recall", "fnr"), "negatives": ("specificity", "fpr")}
SHARES = {name: which for which, names in OF_WHICH.items() for name in names}
"""Shares of rows, and of which. Precision's are those called positive, of which there are as many as the model likes."""


def sample_size(
    metric: Any,
    value: float,
    *,
    half_width: float | None = None,
    difference: float | None = None,
    level: float = 0.95,
    power: float = 0.8,
    prevalence: float = 0.5,
    paired: bool = True,
    correlation: float = 0.5,
) -> SampleSize:
    """How many rows make an interval as narrow as asked, or show a difference between two models.

    A share of rows has Wilson's interval, an area DeLong's in Wilson's form, KS ±z·√V. Two areas or KS are told apart once the difference
    is (z + z_power)·√(V₁ + V₂ − 2r√(V₁V₂)), paired shares by McNemar's test (Connor 1987), others as two proportions (Fleiss 1981).

    Parameters
    ----------
    metric
        "roc_auc", "gini", "ks", "accuracy", "error_rate", "recall", "fnr", "specificity" or "fpr".
    value
        What the metric is expected to be; of two models, the first one's.
    half_width
        Half the width that the interval shall have: 0.02 for ±0.02. Pass this or difference.
    difference
        What the second model has more, or less where negative, and a two-sided test shall see.
    level
        The confidence level; the test is made at 1 − level.
    power
        How often the test shall see the difference.
    prevalence
        The share of positive rows.
    paired
        Whether both models score the same rows; if not, the result is the rows of each.
    correlation
        Between the two paired models' estimates; of shares, between being right on a row, at most what two such shares allow. The more
        alike the models, the higher it is and the fewer rows it takes.

    >>> print(sample_size("accuracy", 0.9, half_width=0.02))
    It takes 868 rows (434 positive, 434 negative) to know accuracy 0.9 to ±0.02 with 95% confidence. Method: wilson.
    >>> sample_size("roc_auc", 0.8, difference=0.02, prevalence=0.1)
    SampleSize(9,790 rows (979 positive, 8,811 negative): roc_auc 0.8 from 0.82, level 0.95, power 0.8, binormal, correlation 0.5)

    """
    name = _metric(metric)
    low, high = (-1, 1) if name == "gini" else (0, 1)
    _number("value", value, low, high, ends="[]" if name in SHARES else "()")
    for argument, share in {"level": level, "power": power, "prevalence": prevalence}.items():
        _number(argument, share, 0, 1)
    _number("correlation", correlation, 0, 1, ends="[)")
    if not isinstance(paired, bool):
        raise InputError("inference.paired_not_boolean", paired=paired)
    if half_width is not None and difference is None:
        _number("half_width", half_width, 0, (high - low) / 2)
        enough, method, used = _narrow(name, (value - low) / (high - low), half_width / (high - low), level)
    elif difference is not None and half_width is None:
        first, second = ((each - low) / (high - low) for each in (value, _second(name, value, difference, low, high)))
        if power <= 1 - level:
            raise InputError("inference.power_too_low", power=power)
        enough, method, used = _apart(name, first, second, (z_of(level), NORMAL.inv_cdf(power)), correlation if paired else None)
    else:
        given = say("inference.part_neither_aim") if half_width is None else say("inference.part_both_aims")
        raise InputError("inference.aims_not_exactly_one", given=given)
    drawn = _smallest(enough, prevalence, f"difference={difference!r}" if half_width is None else f"half_width={half_width!r}")
    of_two: tuple[float | None, bool | None] = (None, None) if difference is None else (power, paired)
    size = drawn.rows, drawn.rows - drawn.negatives, drawn.negatives
    return SampleSize(*size, name, value, half_width, difference, level, prevalence, *of_two, used, method)


def _narrow(name: str, value: float, half_width: float, level: float) -> tuple[Enough, str, None]:
    """When there are enough rows for an interval of at most the half-width, and by which formula."""
    if name == "ks":
        variance, z = _of_ks(value), z_of(level)
        return (lambda drawn: _testable(drawn) and z**2 * variance(drawn) <= half_width**2), METHODS[name], None
    trials = _worth(value) if name in RANKINGS else attrgetter(SHARES[name])

    def enough(drawn: ClassSizes) -> bool:
        n = trials(drawn)
        low, high = wilson(value * n, n, level) if n else (0, 1)
        return (high - low) / 2 <= half_width

    return enough, f"delong-wilson, {METHODS[name]}" if name in RANKINGS else "wilson", None


def _worth(area: float) -> Callable[[ClassSizes], float]:
    """How many trials an area is worth in Wilson's formula, reckoned as its interval does: as if each class had one row more."""
    variance, pair = _of_area(area), area * (1 - area)
    return lambda drawn: 1 / (variance(drawn) / pair + drawn.positives**-2 + drawn.negatives**-2) if _testable(drawn) else 0.0


def _apart(name: str, first: float, second: float, z: tuple[float, float], r: float | None) -> tuple[Enough, str, float | None]:
    """When there are enough rows to see a difference, by which formula and at which correlation; without one, of two samples."""
    if name in RANKINGS:
        of_first, of_second = map(RANKINGS[name], (first, second))

        def enough(drawn: ClassSizes) -> bool:
            if not _testable(drawn):
                return False
            a, b = of_first(drawn), of_second(drawn)
            return sum(z) ** 2 * (a + b - 2 * (r or 0) * math.sqrt(a * b)) <= (second - first) ** 2

        return enough, METHODS[name], r
    if r is None:
        mean, method = (first + second) / 2, "two proportions (Fleiss)"
        alike, apart = 2 * mean * (1 - mean), first * (1 - first) + second * (1 - second)
    else:
        alike, r = _one_right(first, second, r)
        apart, method = max(alike - (second - first) ** 2, 0.0), "mcnemar (Connor)"
    # The test reckons with the variance of models that are alike; what it sees has that of models apart.
    trials = ((z[0] * math.sqrt(alike) + z[1] * math.sqrt(apart)) / (second - first)) ** 2
    return (lambda drawn: bool(getattr(drawn, SHARES[name]) >= trials)), method, r


def _one_right(first: float, second: float, r: float) -> tuple[float, float]:
    """The share of rows that just one model has right, and the correlation, held to what the two shares allow."""
    # Both are right on p·q + r·√(p(1 − p)q(1 − q)) of the rows, which cannot be more than the smaller of p and q.
    spread = math.sqrt(first * (1 - first) * second * (1 - second))
    r = min(r, (min(first, second) - first * second) / spread) if spread else 0.0
    return first + second - 2 * (first * second + r * spread), r


def _testable(drawn: ClassSizes) -> bool:
    """Whether each class has two rows, without which its spread cannot be estimated."""
    return min(drawn.positives, drawn.negatives) > 1


def _smallest(enough: Enough, prevalence: float, wish: str) -> ClassSizes:
    """The smallest sample that is enough for a wish. What is enough stays so with more rows."""
    low, high = 0, 1
    while not enough(_drawn(high, prevalence)):
        low, high = high, 2 * high
        if high > MOST:
            raise InputError("inference.sample_size_too_large", wish=wish, most=MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(_drawn(middle, prevalence)) else (middle, high)
    return _drawn(high, prevalence)


def _drawn(rows: int, prevalence: float) -> ClassSizes:
    """So many rows, with the share of positives they may be expected to have."""
    expected = round(rows * float(prevalence), 6)  # 0.07 · 100 is a little more than 7 in floats
    return ClassSizes(rows, math.floor(expected), rows - math.ceil(expected))


def _metric(metric: object) -> str:
    """The catalogue's name of a metric that has a formula here."""
    try:
        name = get(metric).name
    except (InputError, TypeError):  # a list is no key of the catalogue
        name = str(metric)
    if name in RANKINGS or name in SHARES:
        return name
    remedy = say("inference.remedy_precision_as_accuracy") if name == "precision" else ""
    raise InputError(
        "inference.metric_formula_unknown",
        metric=metric,
        names=listed([*RANKINGS, *SHARES]),
        remedy=remedy,
    )


def _number(argument: str, value: object, low: float, high: float, ends: str = "()") -> None:
    """Refuse what is no number between two, with or without the ends."""
    fine = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) and low <= value <= high
    if not fine or ("[" not in ends and value == low) or ("]" not in ends and value == high):
        without = {
            "[]": "",
            "[)": say("inference.part_without_high_end", high=high),
            "()": say("inference.part_without_both_ends", low=low, high=high),
        }[ends]
        raise InputError(
            "inference.argument_out_of_range",
            argument=argument,
            value=value,
            low=low,
            high=high,
            without=without,
        )


def _second(name: str, value: float, difference: float, low: float, high: float) -> float:
    """The second model's value."""
    _number("difference", difference, low - high, high - low, ends="[]")
    if difference == 0:
        raise InputError("inference.difference_zero", difference=difference)
    second = value + difference
    if not (low <= second <= high if name in SHARES else low < second < high):
        raise InputError(
            "inference.difference_leaves_range",
            difference=difference,
            name=name,
            value=value,
            second=second,
        )
    return second
