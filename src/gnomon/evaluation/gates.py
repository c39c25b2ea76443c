"""Gates: marks that an evaluation must reach, and losses against a baseline that it may not exceed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..catalog import parse
from ..errors import InputError
from ..inference.estimate import IntervalOptions
from ..messages import Message, text_in
from ..messages.language import listed, say
from ..tasks import registry
from ..value import Value
from .class_values import class_value
from .result import Evaluation, Slice
from .same_rule import other_rule
from .text import ends_of, number

CLASS = re.compile(r"^(?P<metric>.*)\[(?P<label>.+)\]$", re.DOTALL)


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
    label: str | None = None
    """The class that is meant, as in recall[eight]."""
    where: str = ""
    """The slice that is meant."""
    sure: bool = False
    """Whether the end of the interval is held against the mark, and not the value."""
    unjudged: str = ""
    """Why a slice is reported and neither passes nor fails: it is "small", or "unmatched", in one of two evaluations only."""

    @property
    def failed(self) -> bool:
        return not self.passed and not self.unjudged

    @property
    def name(self) -> str:
        """The metric as it was asked for."""
        return self.metric if self.label is None else f"{self.metric}[{self.label}]"

    @property
    def cells(self) -> list[str]:
        """Metric, model, value, what was asked, and why it failed where that is not plain."""
        return self.said("en")

    def said(self, lang: str) -> list[str]:
        """The same in one of the two languages."""
        why: str = self.why
        if self.value is not None and not self.value.defined:
            why = Message("gate_undefined", reason=self.value.reason)
        elif self.value is not None and self.sure and self.value.low is None:
            why = Message("gate_without_interval", reason=self.value.unsure)
        shown = self.shown if self.value is None else number(self.value)
        margin = f" ± {self.value.margin:.0e}" if self.value is not None and self.value.margin else ""
        ends = f" {ends_of(self.value)}" if self.value is not None and self.sure and self.value.low is not None else ""
        model = f"{self.model}, {self.where}" if self.where else self.model
        return [self.name, model, shown + margin + ends, text_in(self.asked, lang), text_in(why, lang)]


def floors(given: list[str] | None, kind: str) -> list[Gate]:
    """``METRIC=VALUE`` or ``METRIC[CLASS]=VALUE`` texts as gates without a verdict."""
    gates = []
    for text in given or []:
        metric, limit = _pair(text, kind)
        of = CLASS.match(metric)
        label = of["label"].strip() if of else None
        name = str(parse(of["metric"] if of else metric))
        gates.append(Gate(name, "", f"{'≥' if kind == 'min' else '≤'} {limit:g}", limit=limit, kind=kind, label=label))
    return gates


def tolerances(given: list[str] | None, kind: str = "tolerance") -> dict[str, float]:
    """Losses allowed by metric; a bare number, under the empty name, holds for all. ``kind`` is what the caller calls them."""
    allowed: dict[str, float] = {}
    for text in given or []:
        metric, loss = _pair(text, kind) if "=" in text else ("", _number(text, kind, text))
        if loss < 0:
            raise InputError("evaluation.allowance_negative", kind=kind, text=text)
        allowed[str(parse(metric)) if metric else ""] = loss
    return allowed


def _pair(text: str, kind: str) -> tuple[str, float]:
    metric, equals, value = text.rpartition("=")
    if not equals:
        raise InputError("evaluation.mark_malformed", kind=kind, text=text)
    return metric.strip(), _number(value, kind, text)


def _number(value: str, kind: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InputError("evaluation.mark_not_numeric", kind=kind, value=value, text=text) from None
    if number != number:
        raise InputError("evaluation.mark_is_nan", kind=kind, value=value)
    return number


def judge(marks: list[Gate], evaluation: Evaluation, how: IntervalOptions | None = None) -> list[Gate]:
    """The verdict on each mark for each model, on the whole and on each slice.

    On a coarse sweep the certain interval must clear the mark, not the middle of it. With ``how``, the confidence interval must clear it.
    """
    gates = []
    for mark in marks:
        for model in evaluation.names:
            for part, value in _values(mark, evaluation, model, how):
                made = replace(mark, model=model, value=value, where="" if part is None else part.name, sure=how is not None)
                if part is not None and small(evaluation, part, value.metric):
                    gates.append(replace(made, unjudged="small"))
                else:
                    gates.append(replace(made, passed=_reached(value, mark, how is not None)))
    return gates


def small(evaluation: Evaluation, part: Slice, metric: str) -> bool:
    """Whether a slice has too few rows for a metric of it to pass or fail a model."""
    aspect = evaluation.plan.aspect_of(parse(metric))
    return aspect is not None and aspect.small(part)


def notes_on(gates: Sequence[Gate], evaluation: Evaluation) -> list[Message]:
    """What is said of the slices that were not judged: how many, and why."""
    notes = []
    few = [gate for gate in gates if gate.unjudged == "small"]
    if few:
        aspect = evaluation.plan.aspect_of(parse(few[0].metric))
        told = {"count": len(few)} | (aspect.small_means().values if aspect is not None else {})
        notes.append(Message("gates_small_of_class" if "least" in told else "gates_small", **told))
    if alone := sum(gate.unjudged == "unmatched" for gate in gates):
        notes.append(Message("gates_unmatched", count=alone))
    return notes


def _values(mark: Gate, evaluation: Evaluation, model: str, how: IntervalOptions | None) -> Iterator[tuple[Slice | None, Value]]:
    if mark.label is not None:
        if evaluation.slices:
            raise InputError(
                "evaluation.slices_of_whole_metric",
                name=mark.name,
                metric=mark.metric,
            )
        yield None, class_value(evaluation, parse(mark.metric), mark.label, model, how)
        return
    whole = evaluation[mark.metric, model]
    yield None, whole
    for part in evaluation.slices:
        if (model, whole.metric) in part.values:
            yield part, part.values[model, whole.metric]


def _reached(value: Value, mark: Gate, sure: bool) -> bool:
    if sure and (value.low is None or value.high is None):
        return False
    if mark.kind == "min":
        return bool((value.low if sure and value.low is not None else _end(value, "low")) >= mark.limit)
    return bool((value.high if sure and value.high is not None else _end(value, "high")) <= mark.limit)


def compared(before: Evaluation, allowed: dict[str, float]) -> list[str]:
    """The metrics that a baseline is compared on: those with a tolerance, or all where there is one for all or none."""
    named = [name for name in allowed if name]
    return list(dict.fromkeys([*named, *(() if named and "" not in allowed else before.metrics)]))


def compare(evaluation: Evaluation, before: Evaluation, allowed: dict[str, float]) -> list[Gate]:
    """The verdict on each metric against a baseline: worse by more than the tolerance fails, on the whole and on each slice.

    Of coarse values, what they leave open is not held against the model: only a loss that is certain fails.
    """
    refuse_other_rules(evaluation, before)
    gates = []
    for metric in compared(before, allowed):
        better = parse(metric).entry.better
        if better is None:
            if metric in allowed:
                raise InputError("evaluation.tolerance_without_better_end", metric=metric)
            continue
        if metric not in before.metrics:
            raise InputError("evaluation.baseline_metric_missing", metric=metric, names=listed(before.metrics))
        loss = allowed.get(metric, allowed.get("", 0.0))
        for model in evaluation.names:
            other = _counterpart(model, evaluation, before)
            gates.append(_against(metric, model, evaluation[metric, model], before[metric, other], better, loss, metric in allowed))
            for few, part, value, old in _paired_slices(evaluation, before, (model, metric), (other, metric)):
                unjudged = "small" if few else "" if value is not None and old is not None else "unmatched"
                if value is None or old is None:
                    made = _of_one_only(metric, model, value, old)
                else:
                    made = _against(metric, model, value, old, better, loss, metric in allowed)
                gates.append(replace(made, where=part.name, unjudged=unjudged, passed=made.passed and not unjudged))
    return gates


def refuse_other_rules(evaluation: Evaluation, before: Evaluation) -> None:
    """Figures of another kind, or measured by another rule, are no baseline of these."""
    mine, theirs = registry.task(evaluation.task), registry.task(before.task)
    if mine is not theirs and (mine.whole or theirs.whole):
        raise InputError("evaluation.baseline_kind_mismatch", mine=mine.called, theirs=theirs.called)
    if (apart := other_rule(evaluation, before)) is not None:
        raise InputError(
            "evaluation.baseline_rule_mismatch",
            **apart._asdict(),
        )


def _paired_slices(
    evaluation: Evaluation, before: Evaluation, mine: tuple[str, str], theirs: tuple[str, str]
) -> Iterator[tuple[bool, Slice, Value | None, Value | None]]:
    """Each slice of the two evaluations with a metric's values, None where one has no such slice; and whether it is small."""
    if not evaluation.by:
        return
    _refuse_other_slices(evaluation, before)
    earlier = {_place(part): part for part in before.slices}
    for part in evaluation.slices:
        old = earlier.pop(_place(part), None)
        if mine in part.values:
            yield small(evaluation, part, mine[1]), part, part.values[mine], None if old is None else old.values.get(theirs)
    for part in earlier.values():
        if theirs in part.values:
            yield small(before, part, theirs[1]), part, None, part.values[theirs]


def _place(part: Slice) -> frozenset[tuple[str, str]]:
    """What a slice is, whatever the order of its columns, and whether whole numbers were kept as integers or not."""
    whole = {c: int(value) if isinstance(value, float) and value.is_integer() else value for c, value in part.shown.items()}
    return frozenset((column, repr(value) if value is None else str(value)) for column, value in whole.items())


def _refuse_other_slices(evaluation: Evaluation, before: Evaluation) -> None:
    """Slices by other columns, or by numbers that are cut elsewhere, are not those of the baseline."""
    if set(before.by) != set(evaluation.by):
        has = say("evaluation.part_slices_by", names=listed(before.by)) if before.by else say("evaluation.part_no_slices")
        raise InputError("evaluation.baseline_slices_missing", names=listed(evaluation.by), has=has)
    mine, theirs = (one.facts.get("binned") or {} for one in (evaluation, before))
    for column in evaluation.by:
        if mine.get(column) != theirs.get(column):
            raise InputError(
                "evaluation.baseline_slice_borders_differ",
                column=column,
                mine=_borders(mine.get(column)),
                theirs=_borders(theirs.get(column)),
            )


def _borders(edges: Sequence[float] | None) -> str:
    return listed(f"{edge:g}" for edge in edges) if edges else say("evaluation.part_every_value")


def _against(metric: str, model: str, value: Value, old: Value, better: str, loss: float, named: bool) -> Gate:
    allowed = f" {'−' if better == 'higher' else '+'} {loss:g}" if loss else ""
    # A metric that had no value before either is no loss, unless it was asked for by name.
    passed = not named if not value.defined and not old.defined else _no_worse(value, old, better, loss)
    return Gate(metric, model, Message("gate_baseline", value=number(old) + allowed), value, passed)


def _of_one_only(metric: str, model: str, value: Value | None, old: Value | None) -> Gate:
    """A slice that only one of the two has."""
    if old is None:
        return Gate(metric, model, Message("gate_slice_not_in_baseline"), value)
    return Gate(metric, model, Message("gate_baseline", value=number(old)), shown="–", why=Message("gate_slice_not_in_data"))


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
        "evaluation.baseline_model_missing",
        model=model,
        names=listed(before.names),
    )
