"""How log-odds become points: so many points at so many odds, and so many more when the odds double."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.numbers import is_number
from ..markup import InNotebooks


@dataclass(frozen=True)
class Scaling(InNotebooks):
    """``points0`` points where ``odds0`` are good for one bad; ``pdo`` more points double the odds, so that good customers score high.

    >>> scaling = Scaling(600, 50, 20)
    >>> float(scaling.score(-np.log(50))), float(scaling.score(-np.log(100)))
    (600.0, 620.0)
    """

    points0: float = 600.0
    odds0: float = 50.0
    pdo: float = 20.0

    def __post_init__(self) -> None:
        for name in ("points0", "odds0", "pdo"):
            self.__dict__[name] = as_number(name, getattr(self, name), above=None if name == "points0" else 0.0)

    @property
    def factor(self) -> float:
        """Points for one unit of log-odds."""
        return self.pdo / math.log(2)

    @property
    def offset(self) -> float:
        """Points at even odds."""
        return self.points0 - self.factor * math.log(self.odds0)

    def score(self, log_odds: Any) -> NDArray[np.float64]:
        """The score of log-odds of being bad: offset − factor · log-odds."""
        return np.asarray(self.offset - self.factor * np.asarray(log_odds, np.float64))

    def log_odds(self, score: Any) -> NDArray[np.float64]:
        """The log-odds of being bad that a score stands for."""
        return np.asarray((self.offset - np.asarray(score, np.float64)) / self.factor)

    def probability(self, score: Any) -> NDArray[np.float64]:
        """The probability of being bad that a score stands for."""
        from scipy.special import expit

        return np.asarray(expit(self.log_odds(score)))


def as_number(name: str, value: Any, above: float | None = None, most: float | None = None) -> float:
    """A finite number within its limits."""
    if not is_number(value) or not math.isfinite(value) or (above is not None and value <= above) or (most is not None and value > most):
        if above is None:
            raise InputError("scorecards.scaling_not_finite", name=name, value=value)
        if most is None:
            raise InputError("scorecards.scaling_too_small", name=name, value=value, above=above)
        raise InputError("scorecards.scaling_out_of_range", name=name, value=value, above=above, most=most)
    return float(value)
