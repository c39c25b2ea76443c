"""Interval: a value, the ends that hold the truth as often as the level says, and how they were found."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..result import Result


@dataclass(frozen=True, eq=False, repr=False)
class Interval(Result):
    """A metric's value with its confidence interval.

    Of a hundred data sets drawn alike, the intervals of about ``100 · level`` hold the value that endless data would give. ``method``
    names how it was found; ``reason`` says why there is none where the ends are NaN; ``direction`` is "lower is positive" where
    ``gn.interval`` was asked to read scores so. ``caution`` says why the interval may hold the truth less often than its level says.
    """

    metric: str
    value: float
    low: float
    high: float
    level: float
    method: str
    reason: str = ""
    direction: str = ""
    caution: str = ""
    key = "low"

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name; direction and caution where there is one."""
        return {name: value for name, value in super().to_dict().items() if name not in ("direction", "caution") or value}

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low

    def __iter__(self) -> Iterator[float]:
        """Both ends: ``low, high = interval``."""
        return iter((self.low, self.high))

    def __contains__(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)

    @property
    def headline(self) -> str:
        ends = f"[{self.low:.6g}, {self.high:.6g}]" if self.defined else f"none: {self.reason}"
        said = ", ".join(filter(None, (self.method, self.direction, self.caution and f"caution: {self.caution}")))
        return f"{self.metric} {self.value:.6g}, {self.level:.6g} interval {ends}, {said}"
