"""Gates: marks that an evaluation must reach, and losses against a baseline that it may not exceed."""

from dataclasses import dataclass

from ..catalog import parse
from ..errors import InputError
from ..value import Value
from .result import Evaluation
from .text import number


@dataclass(frozen=True)
class Gate:
    """One mark: a metric, what is asked of it, and how it came out."""

    metric: str
    model: str
    asked: str
    value: Value | None = None
    passed: bool = False
    limit: float = 0.0
    shown: str = ""
    why: str = ""
    kind: str = ""
    """Whether a limit is the least ("min") or the most ("max") that is asked."""

    @property
    def cells(self) -> list[str]:
        """Metric, model, value, what was asked, and why it failed where that is not plain."""
        why = self.why if self.value is None or self.value.defined else f"undefined: {self.value.reason}"
        shown = self.shown if self.value is None else number(self.value)
        margin = f" ± {self.value.margin:.0e}" if self.value is not None and self.value.margin else ""
        return [self.metric, self.model, shown + margin, self.asked, why]


def floors(given: list[str] | None, kind: str) -> list[Gate]:
    """``METRIC=VALUE`` texts as gates without a verdict."""
    gates = []
    for text in given or []:
        metric, limit = _pair(text, kind)
        gates.append(Gate(str(parse(metric)), "", f"{'≥' if kind == 'min' else '≤'} {limit:g}", limit=limit, kind=kind))
    return gates


def tolerances(given: list[str] | None, kind: str = "tolerance") -> dict[str, float]:
    """Losses allowed by metric; a bare number, under the empty name, holds for all. ``kind`` is what the caller calls them."""
    allowed: dict[str, float] = {}
    for text in given or []:
        metric, loss = _pair(text, kind) if "=" in text else ("", _number(text, kind, text))
        if loss < 0:
            raise InputError(f"--{kind}: {text!r} is negative; a {kind} is how much worse is still fine, from 0")
        allowed[str(parse(metric)) if metric else ""] = loss
    return allowed


def _pair(text: str, kind: str) -> tuple[str, float]:
    metric, equals, value = text.rpartition("=")
    if not equals:
        raise InputError(f"--{kind}: {text!r} is no METRIC=VALUE; write it as in --{kind} roc_auc=0.75")
    return metric.strip(), _number(value, kind, text)


def _number(value: str, kind: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InputError(f"--{kind}: {value!r} in {text!r} is no number; write it as in --{kind} roc_auc=0.75") from None
    if number != number:
        raise InputError(f"--{kind}: nothing compares with {value!r}; write a number")
    return number


def judge(marks: list[Gate], evaluation: Evaluation) -> list[Gate]:
    """The verdict on each mark for each model. On a coarse sweep the certain interval must clear the mark, not the middle of it."""
    gates = []
    for mark in marks:
        for model in evaluation.names:
            value = evaluation[mark.metric, model]
            reached = _end(value, "low") >= mark.limit if mark.kind == "min" else _end(value, "high") <= mark.limit
            gates.append(Gate(mark.metric, model, mark.asked, value, reached, mark.limit))
    return gates


def compared(before: Evaluation, allowed: dict[str, float]) -> list[str]:
    """The metrics that a baseline is compared on: those with a tolerance, or all where there is one for all or none."""
    named = [name for name in allowed if name]
    return list(dict.fromkeys([*named, *(() if named and "" not in allowed else before.metrics)]))


def compare(evaluation: Evaluation, before: Evaluation, allowed: dict[str, float]) -> list[Gate]:
    """The verdict on each metric against a baseline: worse by more than the tolerance fails.

    Of coarse values, what they leave open is not held against the model: only a loss that is certain fails.
    """
    gates = []
    for metric in compared(before, allowed):
        better = parse(metric).entry.better
        if better is None:
            if metric in allowed:
                raise InputError(f"--tolerance: {metric} has no better end, so that nothing can be worse; leave it out")
            continue
        if metric not in before.metrics:
            raise InputError(f"--baseline: {metric} is not in it; it has {', '.join(before.metrics)}")
        for model in evaluation.names:
            old = before[metric, _counterpart(model, evaluation, before)]
            value = evaluation[metric, model]
            loss = allowed.get(metric, allowed.get("", 0.0))
            asked = f"baseline {number(old)}" + (f" {'−' if better == 'higher' else '+'} {loss:g}" if loss else "")
            # A metric that had no value before either is no loss, unless it was asked for by name.
            passed = metric not in allowed if not value.defined and not old.defined else _no_worse(value, old, better, loss)
            gates.append(Gate(metric, model, asked, value, passed))
    return gates


def _no_worse(value: Value, old: Value, better: str, loss: float) -> bool:
    if better == "higher":
        best, mark = _end(value, "high"), _end(old, "low")
        worse = mark - best if best != mark else 0.0  # two infinities are equal
    else:
        best, mark = _end(value, "low"), _end(old, "high")
        worse = best - mark if best != mark else 0.0
    return bool(worse <= loss + 1e-12)  # rounding in the last digit of two equal figures is no loss


def _end(value: Value, which: str) -> float:
    end = value.at_least if which == "low" else value.at_most
    return float(value) if end is None else end


def _counterpart(model: str, evaluation: Evaluation, before: Evaluation) -> str:
    """The baseline's model to compare with: that of the same name, or the only one."""
    if model in before.names:
        return model
    if len(before.names) == 1 and len(evaluation.names) == 1:
        return before.names[0]
    raise InputError(
        f"--baseline: it has no model {model!r} (it has {', '.join(before.names)}); give models the same names: --score NAME=COLUMN"
    )
