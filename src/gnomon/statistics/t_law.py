"""Student's law: what follows from a mean, its standard error and its degrees of freedom."""

import math
from typing import Literal, NamedTuple

from ..inference.significance import t_p

Alternative = Literal["two-sided", "less", "greater"]
Missing = Literal["error", "drop"]


class MeanTest(NamedTuple):
    """A mean or a difference of means with its standard error and degrees of freedom."""

    value: float
    error: float
    df: float

    def ends(self, alternative: str, level: float) -> tuple[float, float]:
        """The interval that goes with the test: of one side it has one end."""
        from scipy.special import stdtrit

        tail = (1 - level) / 2 if alternative == "two-sided" else 1 - level
        half = float(-stdtrit(self.df, tail)) * self.error
        low = -math.inf if alternative == "less" else self.value - half
        return low, math.inf if alternative == "greater" else self.value + half

    def p_value(self, alternative: str) -> float:
        """How often chance alone gives as much."""
        return t_p(self.t, self.df, alternative)

    @property
    def t(self) -> float:
        """The value in standard errors."""
        return self.value / self.error if self.error else math.copysign(math.inf, self.value)


def freedom(df: float) -> str:
    """Degrees of freedom as a sentence gives them."""
    return "–" if math.isnan(df) else f"{df:.0f}" if df == round(df) else f"{df:.2f}"
