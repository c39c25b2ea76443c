"""Values from what was kept: each metric on each model's summaries, with its bounds and its reason where undefined."""

import math
import warnings
from typing import Any

import numpy as np

from ..catalog import Reference
from ..errors import InputError, UndefinedMetricWarning
from ..inference import Interval
from ..public import function
from ..result import Point
from ..summary import Counts, Ranked, Sweep, Sweeps
from ..words import Message, joined
from .held import Held


class Value(float):
    """A metric's value: a float that knows its metric and model, and whatever else there is to say of it.

    ``low`` and ``high`` are its confidence interval, found by ``method``; ``unsure`` says why there is none. ``at_least`` and ``at_most``
    hold the exact value for certain where the sweep is coarse; ``approximate`` marks a value of a coarse sweep that has no such bounds.
    ``threshold`` is where the value is reached; ``reason`` says why it is undefined, or what its average leaves out.
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


def value_of(reference: Reference, model: str, held: Held, positive: Any) -> Value:
    """One metric of one model on what was kept of some rows."""
    name = str(reference)
    entry = reference.entry
    options: dict[str, Any] = {**reference.arguments, **{k: v for k, v in reference.over.items() if k != "multiclass"}}
    summary: Any = held.labels
    if entry.summary is Ranked:
        summary, options = held.ranked, {**reference.arguments, **reference.over}
    elif entry.summary is not Counts:
        summary = held.pairs if reference.over.get("multiclass") == "ovo" else held.scores
    elif reference.at is not None:
        summary = _cut(held, reference.at)
        positive = 1
    if summary is None:
        return Value(math.nan, name, model, reason=Message("no_column"))
    if entry.summary is Counts and entry.per_class and "average" not in options:
        options["positive"] = positive
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(entry.name)(summary, **options)
        except InputError as reason:
            raise InputError(f"⟦metrics⟧: {name} of {model!r}: {reason.marked}") from None
    said = [w.message.reason for w in caught if isinstance(w.message, UndefinedMetricWarning)]
    certainty = _certainty(reference, summary)
    if certainty.get("approximate") and value != value:
        said = [Message("hidden_in_cells")]
    known = {"reason": joined(said), "threshold": _threshold(value, reference, summary)}
    return Value(float(value), name, model, **known, **certainty)


def _cut(held: Held, threshold: float) -> Counts | None:
    if threshold in held.at:
        return held.at[threshold]
    return held.scores.at(threshold) if isinstance(held.scores, Sweep) else None


def _threshold(value: Any, reference: Reference, summary: Any) -> float | None:
    if isinstance(value, Point):
        return value.threshold if value == value else None
    reached = reference.entry.reached
    if reached is None or value != value or not isinstance(summary, Sweep):
        return None
    threshold = reached(summary, **reference.arguments)
    return threshold if math.isfinite(threshold) else None  # no gap anywhere is reached nowhere


def _certainty(reference: Reference, summary: Any) -> dict[str, Any]:
    """The interval of a coarse sweep, or the mark that there is none."""
    parts = list(summary.parts.values()) if isinstance(summary, Sweeps) else [summary] if isinstance(summary, Sweep) else []
    entry = reference.entry
    if all(part.exact for part in parts):
        return {}
    alone = isinstance(summary, Sweep)
    averaged = not alone and summary.multiclass == "ovr" and entry.joint is None and reference.over.get("average") != "micro"
    parts = [part for part in parts if part.positives and part.negatives] if averaged else parts
    if entry.bounds is None or not (alone or averaged) or not all(part.n for part in parts) or not parts:
        return {"approximate": True}
    try:
        ends = np.array([entry.bounds(part, **reference.arguments) for part in parts])
    except InputError:  # bounds exist for some options of a metric only
        return {"approximate": True}
    weights = [part.positives for part in parts] if reference.over.get("average") == "weighted" else None
    low, high = np.average(ends, axis=0, weights=weights)
    return {"at_least": float(low), "at_most": float(high)}
