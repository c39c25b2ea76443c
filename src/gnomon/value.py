"""Value: what a metric came to for one model, a float with whatever else there is to say of it."""

from typing import Any

from .inference.interval import Interval
from .markup import html_of
from .messages import joined


class Value(float):
    """A metric's value: a float that knows its metric and model, and whatever else there is to say of it.

    ``low`` and ``high`` are its confidence interval, found by ``method``; ``unsure`` says why there is none. ``at_least`` and ``at_most``
    hold the exact value for certain where the sweep is coarse; ``approximate`` marks a value of a coarse sweep that has no such bounds.
    ``threshold`` is where the value is reached; ``reason`` says why it is undefined, what its average leaves out, or what one must know
    to read it aright.
    """

    metric: str
    model: str
    low: float | None
    high: float | None
    method: str
    unsure: str
    at_least: float | None
    at_most: float | None
    threshold: float | None
    reason: str
    approximate: bool

    def __new__(cls, value: float, metric: str, model: str, **known: Any) -> "Value":
        made = super().__new__(cls, value)
        made.metric, made.model = metric, model
        for name, default in KNOWN.items():
            setattr(made, name, known.get(name, default))
        return made

    @property
    def defined(self) -> bool:
        """Whether there is a value at all."""
        return self == self

    @property
    def margin(self) -> float | None:
        """Half the width of what a coarse sweep leaves open, where that is known."""
        return None if self.at_least is None or self.at_most is None else (self.at_most - self.at_least) / 2

    def __repr__(self) -> str:
        if not self.defined:
            return f"undefined: {self.reason}"
        margin = f" ± {self.margin:.1g}" if self.margin else " (approximate)" if self.approximate else ""
        ends = "" if self.low is None or self.high is None else f" [{self.low:.6g}, {self.high:.6g}]"
        at = "" if self.threshold is None else f" at threshold {self.threshold:.6g}"
        return f"{float(self):.6g}{margin}{ends}{at}"

    def _repr_html_(self) -> str:
        how = f" ({self.method})" if self.method and self.low is not None else ""
        return html_of(lambda: f"{self.metric}  {self!r}{how}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (float(self), self.metric, self.model, self.known))

    @property
    def known(self) -> dict[str, Any]:
        """What there is to say besides the value."""
        return {name: getattr(self, name) for name in KNOWN}

    def within(self, interval: Interval) -> "Value":
        """The value with its confidence interval, which what a coarse sweep leaves open widens."""
        known = {**self.known, "method": interval.method}
        if not interval.defined:
            return Value(self, self.metric, self.model, **known | {"unsure": interval.reason})
        below = 0.0 if self.at_least is None else max(float(self) - self.at_least, 0.0)
        above = 0.0 if self.at_most is None else max(self.at_most - float(self), 0.0)
        return Value(self, self.metric, self.model, **known | {"low": interval.low - below, "high": interval.high + above})

    def remarked(self, remark: str) -> "Value":
        """The value with what one must know to read it aright."""
        return Value(self, self.metric, self.model, **self.known | {"reason": joined([*([self.reason] if self.reason else []), remark])})

    def without_interval(self, reason: str) -> "Value":
        """The value with the reason why it has no interval."""
        return Value(self, self.metric, self.model, **self.known | {"unsure": reason})


KNOWN: dict[str, Any] = {
    "low": None,
    "high": None,
    "method": "",
    "unsure": "",
    "at_least": None,
    "at_most": None,
    "threshold": None,
    "reason": "",
    "approximate": False,
}


def _rebuilt(value: float, metric: str, model: str, known: dict[str, Any]) -> Value:
    return Value(value, metric, model, **known)
