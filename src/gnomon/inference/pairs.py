"""Pairs: the difference between two models on the same rows, with its interval and its p-value."""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inputs import BinaryRows
from ..metrics.uncertainty import LineOfArea, ShareOfRows
from ..result import Result
from ..summary import Cells
from ..types import Floats
from . import delong
from .measure import MetricCall
from .observed import ModelRows
from .proportions import t_of, z_of
from .sample import Clusters
from .significance import mcnemar, paired_shares, randomization, t_p
from .units import UnitMeans, losses_of

if TYPE_CHECKING:
    from .estimate import IntervalOptions


@dataclass(frozen=True, eq=False, repr=False)
class Pair(Result):
    """Two models on one metric: ``difference`` is a − b, between ``low`` and ``high`` at the level.

    ``p_value`` is of this pair alone; ``p_holm`` and ``p_bh`` allow for the other pairs and metrics compared at once (Holm; Benjamini and
    Hochberg). ``error`` is the standard error of the difference; ``better`` names the model that is ahead, for certain or not;
    ``reason`` says why there is no test. ``alternative`` is what the p-values ask: whether the difference is another than 0 ("two-sided"),
    above 0 ("greater") or below it ("less"); of one side, so is the interval. ``df`` are the degrees of freedom of Student's t, infinite
    where the normal law is read; ``bias`` is how much of the difference may be due to how it is found, for which no test takes a side.
    """

    metric: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    p_value: float
    method: str
    level: float
    error: float = math.nan
    better: str = ""
    p_holm: float = math.nan
    p_bh: float = math.nan
    reason: str = ""
    alternative: str = "two-sided"
    df: float = math.inf
    bias: float = 0.0
    key = "low"

    @classmethod
    def untested(
        cls, metric: str, a: str, b: str, value_a: float, value_b: float, how: Any, better: str | None, reason: str = ""
    ) -> "Pair":
        """A pair of which only the values are known, and perhaps why there is no test."""
        difference = float(value_a) - float(value_b)
        even = better is None or not difference or difference != difference
        ahead = "" if even else a if (difference > 0) == (better == "higher") else b
        nothing = (math.nan, math.nan, math.nan)
        sides = {"better": ahead, "reason": reason, "alternative": how.alternative}
        return cls(metric, a, b, float(value_a), float(value_b), difference, *nothing, "none", how.level, **sides)

    def tested(self, ends: "Ends", span: float = math.inf) -> "Pair":
        """The pair with what a test says; ``span`` is the largest difference that there can be."""
        low, high = max(ends.low, -span), min(ends.high, span)
        return replace(self, low=low, high=high, p_value=ends.p_value, method=ends.method, error=ends.error, df=ends.df, bias=ends.bias)

    @property
    def detectable(self) -> float:
        """The difference that such rows show four times in five: 2.8 standard errors at 95 %, more where degrees of freedom are few."""
        return sum(z_of(level) if math.isinf(self.df) else t_of(level, self.df) for level in (self.level, 0.6)) * self.error

    @property
    def headline(self) -> str:
        ends = f"[{self.low:+.6g}, {self.high:+.6g}], p = {self.p_value:.3g}" if self.defined else f"none: {self.reason}"
        return f"{self.metric} of {self.a} − {self.b}: {self.difference:+.6g} {ends}, {self.method}"


class Ends(NamedTuple):
    """What a test of a difference says."""

    low: float
    high: float
    p_value: float
    method: str
    error: float
    df: float = math.inf
    bias: float = 0.0

    def opened(self, alternative: str) -> "Ends":
        """The interval that goes with the test: of one side it has one end."""
        if alternative == "two-sided":
            return self
        return self._replace(high=math.inf) if alternative == "greater" else self._replace(low=-math.inf)


def both_ends(how: Any) -> float:
    """The level of an interval with two ends, one of which is that of the interval asked for."""
    return float(how.level if how.alternative == "two-sided" else 2 * how.level - 1)


def wald(difference: float, error: float, how: Any, method: str, df: float | None = None, bias: float = 0.0) -> Ends:
    """A difference that is normal around the truth, or of few clusters Student's with ``df`` degrees of freedom.

    One without error is that of models that agree, or says nothing. Where it may owe a ``bias`` to how it is found, neither the
    interval nor the p-value takes a side: they allow for all of it and for none.
    """
    least, most = sorted((difference, difference - bias))
    if error == 0:
        return Ends(least, most, 1.0 if how.alternative == "two-sided" else 0.5, method, 0.0)
    level, df = both_ends(how), math.inf if df is None else df
    half = (z_of(level) if math.isinf(df) else t_of(level, df)) * error
    nearest = {"greater": least, "less": most}.get(how.alternative, max(least, 0.0) + min(most, 0.0))
    p_value = t_p(nearest / error, df, how.alternative)
    return Ends(least - half, most + half, p_value, method, error, df, bias).opened(how.alternative)


def area_error(measure: MetricCall, a: Floats, b: Floats, rows: BinaryRows, cluster: Clusters | None) -> float:
    """The standard error of the difference of two areas, from the placements of the same rows under either model."""
    line = measure.uncertainty
    assert isinstance(line, LineOfArea)
    return abs(line.slope(measure.reference.arguments)) * math.sqrt(delong.spread_of(a - b, rows, cluster).variance)


class PairedShares(NamedTuple):
    """What each row adds to a share: its successes under either model, and whether it is a trial."""

    a: Floats
    b: Floats
    trials: Floats


class ShareTable(NamedTuple):
    """What a row of each kind, truth by prediction, adds to a share of rows, and whether its truth makes it a trial."""

    successes: Floats
    trials: Floats


def share_table(measure: MetricCall, labels: tuple[object, ...]) -> ShareTable | None:
    """Read off the metric's own definition, on confusion matrices that hold nothing but one row.

    None when the metric is no share, or when which rows are trials depends on the prediction.
    """
    entry, k, of_rows = measure.reference.entry, len(labels), measure.uncertainty
    if not isinstance(of_rows, ShareOfRows) or not of_rows.direct or measure.averaged or measure.reference.options or k > 64:
        return None
    single = Cells(np.eye(k * k).reshape(-1, k, k))
    trials, values = (np.asarray(made(single), np.float64) for made in (of_rows.trials, entry.function))
    if entry.averaging.per_class:
        place = measure.place(labels)
        trials, values = trials[..., place], values[..., place]
    successes, trials = (np.nan_to_num(values) * trials).reshape(k, k), trials.reshape(k, k)
    return None if (trials != trials[:, :1]).any() else ShareTable(successes, trials[:, 0])


def labels_of(measure: MetricCall, model: ModelRows) -> tuple[Any, ...]:
    """The labels that a metric sees: those of the predictions, or the two sides of a threshold."""
    if measure.reference.at is not None:
        return (0, 1)
    assert model.labels is not None
    return model.labels.names


def _said(measure: MetricCall, model: ModelRows) -> tuple[NDArray[Any], NDArray[Any]]:
    """True and predicted labels, as places."""
    at = measure.reference.at
    if at is None:
        assert model.labels is not None
        return model.labels.truth, model.labels.predicted
    assert isinstance(model.scores, BinaryRows)
    return model.scores.positive.astype(np.int64), (model.scores.score >= np.float64(at)).astype(np.int64)


def shares_of(measure: MetricCall, table: ShareTable, a: ModelRows, b: ModelRows) -> PairedShares:
    """A share of rows, row by row under both models."""
    (truth, first), (_, second) = _said(measure, a), _said(measure, b)
    return PairedShares(table.successes[truth, first], table.successes[truth, second], table.trials[truth])


def discordant(measure: MetricCall, table: ShareTable, a: ModelRows, b: ModelRows) -> tuple[int, int, int]:
    """Rows that only one of two models got right, the first model's first, and all trials; rows of one kind are counted together."""
    (truth, first), (_, second) = _said(measure, a), _said(measure, b)
    k = len(table.trials)
    counts = np.bincount((truth * k + first) * k + second, minlength=k**3).reshape(k, k, k)
    hit = table.successes > 0
    only_a, only_b = counts[hit[:, :, None] & ~hit[:, None, :]].sum(), counts[~hit[:, :, None] & hit[:, None, :]].sum()
    return int(only_a), int(only_b), int(counts.sum((1, 2))[table.trials > 0].sum())


def of_shares(only_a: int, only_b: int, trials: int, how: Any, exact: bool) -> Ends:
    """Two shares of the same rows, each counting once: McNemar."""
    level = both_ends(how)
    low, high = paired_shares(only_a, only_b, trials, level)
    error = (high - low) / (2 * z_of(level))
    p_value = mcnemar(only_a, only_b, exact, how.alternative)
    return Ends(low, high, p_value, "mcnemar-exact" if exact else "mcnemar", error).opened(how.alternative)


def gains_of(measure: MetricCall, a: BinaryRows, b: BinaryRows) -> Floats:
    """How much more one model loses than the other on each row; both certain and wrong is no difference."""
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(losses_of(measure, a) - losses_of(measure, b), nan=0.0, posinf=np.inf, neginf=-np.inf)


def of_units(units: UnitMeans, how: "IntervalOptions") -> Ends:
    """A difference of means: by its standard error, or by throwing the signs of the units' differences."""
    ends = wald(units.difference, units.error, how, "paired mean", units.df)
    if how.method != "randomization":
        return ends
    return ends._replace(p_value=randomization(units.added, how.replicates, how.seed, how.alternative), method="randomization")
