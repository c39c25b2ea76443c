"""Two forecasts of one series: whether their losses differ, where the errors of forecasts several steps ahead overlap."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..inference.interval import Interval
from ..inputs.series import paired_series
from ..messages import Message
from ..messages.language import say
from ..types import Floats
from .asked import check_sides
from .outcome import Line, Outcome, decimal, interval_line, p_phrase, settled
from .t_law import Alternative, MeanTest, Missing, freedom


@dataclass(frozen=True, eq=False, repr=False)
class DieboldMarianoTest(Outcome):
    """The mean difference of two forecasts' losses with the variance that allows for forecasts which overlap.

    ``statistic`` has the small-sample correction; ``reason`` says why there is no test.
    """

    statistic: float
    df: float
    p_value: float
    mean: float
    error: float
    interval: Interval
    horizon: int
    rows: int
    alternative: str
    level: float
    reason: str = ""
    notes: tuple[Message, ...] = ()

    @property
    def sentence(self) -> str:
        """The result as papers print it: DM(49) = 2.26, p = .028."""
        return f"DM({freedom(self.df)}) = {decimal(self.statistic)}, {p_phrase(self.p_value)}"

    @property
    def title(self) -> str:
        return say("statistics.heading_diebold_mariano", rows=self.rows, sentence=self.sentence)

    def lines(self) -> list[Line]:
        return [
            (say("statistics.label_mean_difference"), f"{self.mean:.6g}"),
            interval_line(self.interval),
            (say("statistics.label_standard_error"), f"{self.error:.6g}"),
            ("DM", f"{decimal(self.statistic, 4)}  ({say('statistics.part_degrees_of_freedom', df=freedom(self.df))})"),
            self._p_line(),
        ]


def diebold_mariano(
    loss_a: Any,
    loss_b: Any,
    *,
    horizon: int = 1,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    missing: Missing = "error",
    undefined: str | float = "warn",
) -> DieboldMarianoTest:
    """Whether two forecasts of one series lose differently (Diebold and Mariano 1995; Harvey, Leybourne and Newbold 1997).

    DM = d̄ / √((γ₀ + 2 Σ γₖ) / n) × √((n + 1 − 2h + h(h − 1)/n) / n), with Student's t of n − 1 degrees of freedom; γₖ are the
    autocovariances of d = a − b up to lag h − 1. Where their sum is not positive, γ₀ alone counts and a note says so.

    Parameters
    ----------
    loss_a, loss_b
        What each forecast loses at each time, as absolute or squared errors, in the order of time.
    horizon
        How many steps ahead the forecasts look (h): errors of forecasts h steps ahead go together over h − 1 steps.
    alternative, level, missing, undefined
        As in :func:`t_test`; "greater" asks whether the first loses more.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> diebold_mariano(rng.normal(size=50) ** 2, 2 * rng.normal(size=50) ** 2, horizon=2).sentence
    'DM(49) = -3.99, p < .001'

    """
    level = check_sides(alternative, level, undefined)
    pairs = paired_series(loss_a, loss_b, ("loss_a", "loss_b"), missing, 3)
    d = pairs.x - pairs.y
    n = len(d)
    if isinstance(horizon, bool) or not isinstance(horizon, (int, np.integer)) or not 1 <= horizon < n:
        raise InputError("statistics.horizon_out_of_range", horizon=horizon, most=n - 1)
    known: dict[str, Any] = {"horizon": int(horizon), "rows": n, "df": n - 1.0, "alternative": alternative, "level": level}
    mean = math.fsum(d) / n
    if not np.ptp(d) > 1e-12 * max(float(np.abs(pairs.x).max()), float(np.abs(pairs.y).max())):
        reason = Message("differences_constant")
        none = Interval("mean difference", mean, math.nan, math.nan, level, "diebold-mariano", reason)
        found = DieboldMarianoTest(math.nan, p_value=math.nan, mean=mean, error=math.nan, interval=none, reason=reason, **known)
    else:
        error, notes = _error(d, mean, int(horizon))
        tested = MeanTest(mean, error, n - 1.0)
        interval = Interval("mean difference", mean, *tested.ends(alternative, level), level, "diebold-mariano")
        p_value = tested.p_value(alternative)
        found = DieboldMarianoTest(tested.t, p_value=p_value, mean=mean, error=error, interval=interval, notes=notes, **known)
    made: DieboldMarianoTest = settled(found, "diebold_mariano", undefined)
    return made


def _error(d: Floats, mean: float, horizon: int) -> tuple[float, tuple[Message, ...]]:
    """The standard error of the mean with the small-sample correction."""
    n, apart = len(d), d - mean
    size = float(np.abs(apart).max())
    unit = apart / size
    covariances = [math.fsum(unit[lag:] * unit[: n - lag]) / n for lag in range(horizon)]
    variance = covariances[0] + 2 * math.fsum(covariances[1:])
    notes: tuple[Message, ...] = ()
    if variance <= 0:
        variance, notes = covariances[0], (Message("variance_not_positive", horizon=horizon),)
    corrected = n + 1 - 2 * horizon + horizon * (horizon - 1) / n
    return size * math.sqrt(variance / corrected), notes
