"""No worse than another model: a gate that fails when a loss is real, or unless the loss is shown to be small."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..catalog import parse
from ..errors import InputError
from ..inference import Comparison, Pair
from ..inference.significance import adjusted_once, holm, t_p
from ..inputs import LOWER
from ..messages import Message
from ..messages.language import listed, say
from .compare import compare
from .gates import Gate, small, tolerances
from .matching import match_rows
from .result import Evaluation
from .run import referred
from .summaries import ModelSummaries
from .text import number

SCORED, PROBABLE, LABELLED = ("roc_auc", "average_precision"), ("log_loss",), ("accuracy",)
NEW, OLD = "new", "baseline"


class GateTest(NamedTuple):
    """One model against its baseline on one metric, on the whole or on a slice."""

    pair: Pair
    model: str
    where: str = ""
    small: bool = False
    """Whether it is a slice of too few rows to pass or fail a model."""

    @property
    def loss(self) -> float:
        """How much worse the model is; negative where it is better."""
        return self._worse(self.pair.difference)

    def _worse(self, difference: float) -> float:
        return difference if parse(self.pair.metric).entry.better == "lower" else -difference

    def chance(self, margin: float, shown_small: bool) -> float:
        """How often so large a loss would be seen if it were no more than the margin; or so small a one if it were no less."""
        if not self.pair.defined:
            return math.nan
        least, most = sorted((self.loss, self._worse(self.pair.difference - self.pair.bias)))
        loss = most if shown_small else least  # what may be bias counts for neither side
        if self.pair.error <= 0:
            return 0.0 if (loss < margin if shown_small else loss > margin) else 1.0
        return t_p((loss - margin) / self.pair.error, self.pair.df, "less" if shown_small else "greater")


def compared_on(margins: dict[str, float], metrics: Sequence[str], models: Iterable[Any] = ()) -> list[str]:
    """The metrics to compare: those that have a margin, or of those evaluated a few that say different things.

    Scores that are lower for the positive class, of any of the models, are no probabilities.
    """
    named = [name for name in margins if name]
    turned = any(model.direction == LOWER for model in models)
    known = [name for name in metrics if not (turned and parse(name).entry.probability)]
    usual = [name for name in known if parse(name).entry.name in (*SCORED, *PROBABLE) or name in LABELLED]
    wanted = named or usual or [name for name in known if parse(name).entry.better is not None]
    for name in wanted:
        if parse(name).entry.better is None:
            raise InputError("evaluation.margin_without_better_end", name=name)
    return wanted


def margins_of(given: list[str] | None, non_inferior: bool = False) -> dict[str, float]:
    """Losses that may be, by metric; a bare number, under the empty name, holds for all."""
    margins = tolerances(given, "margin")
    if non_inferior and not margins:
        raise InputError("evaluation.margin_missing")
    nothing = [name or say("evaluation.part_number_for_all") for name, margin in margins.items() if not margin]
    if non_inferior and nothing:
        raise InputError("evaluation.margin_zero", nothing=nothing[0])
    return margins


def settled(margins: dict[str, float], options: Mapping[str, object]) -> dict[str, float]:
    """Margins by metric as the options of an evaluation have it, so that what is compared is what was evaluated."""
    named = [name for name in margins if name]
    metrics = referred(tuple(map(parse, named)), options)
    made = {str(metric): margins[name] for name, metric in zip(named, metrics, strict=True)}
    return made | {name: margin for name, margin in margins.items() if not name}


def losses_of(new: Evaluation, old: Evaluation, wanted: list[str], key: tuple[str, ...], missing: str, **settings: Any) -> list[GateTest]:
    """A model against its baseline, on the same rows or, with ``paired=False``, on rows of their own; on each slice as well."""
    given = {NEW: new, OLD: old}
    if key:
        given, _ = match_rows(given, key, missing)
    alone = len(new.names) == 1 and len(old.names) == 1

    def couple(pair: Pair) -> str | None:
        if alone:
            return new.names[0]
        names = [name.partition(": ")[2] for name in (pair.a, pair.b)]
        mine = pair.a.startswith(NEW) and pair.b.startswith(OLD) and names[0] == (names[1] or old.names[0])
        return (names[0] or new.names[0]) if mine else None

    def found(which: object) -> Comparison:
        some = given if which is None else {name: restricted(one, which) for name, one in given.items()}
        return compare(some, metrics=wanted, curves=(), **settings)

    if not settings.get("paired", True) and given[NEW].slices:
        raise InputError("evaluation.slices_with_unpaired")
    return _tested(given[NEW], found, couple)


def losses_beside(both: Evaluation, wanted: list[str], model: str, **settings: Any) -> list[GateTest]:
    """A model against its baseline where both are models of one evaluation."""

    def found(which: object) -> Comparison:
        return compare(both if which is None else restricted(both, which), metrics=wanted, curves=(), **settings)

    return _tested(both, found, lambda _: model)


def _tested(new: Evaluation, found: Callable[[Any], Comparison], couple: Callable[[Pair], str | None]) -> list[GateTest]:
    places = [("", None), *([] if new.kept is None else new.kept.slices)]
    if new.slices and len(places) == 1:
        raise InputError("evaluation.slices_of_saved")
    parts = {part.name: part for part in new.slices}
    tested: list[GateTest] = []
    for where, which in places:
        pairs = [(pair, model) for pair in found(which).pairs if (model := couple(pair)) is not None]
        _refuse_skipped({one.pair.metric for one in tested if not one.where} - {pair.metric for pair, _ in pairs}, where)
        few = {pair.metric: bool(where) and small(new, parts[where], pair.metric) for pair, _ in pairs}
        tested += [GateTest(pair, model, where, few[pair.metric]) for pair, model in pairs]
    return tested


def _refuse_skipped(metrics: set[str], where: str) -> None:
    """A slice that is left out in silence would look like one that passed."""
    if where and metrics:
        raise InputError("evaluation.by_metric_not_compared", metrics=listed(sorted(metrics)), where=where)


def restricted(evaluation: Evaluation, which: Any) -> Evaluation:
    """An evaluation of some of its rows, for comparing: what was summed up of all of them is let go, and lists are made of these rows."""
    assert evaluation.kept is not None
    plan, kept = evaluation.plan, evaluation.kept
    waiting = [aspect for aspect in plan.aspects if aspect.waits(plan)]
    made = {
        model.name: ModelSummaries({a.key: a.gathered(kept.block, plan, model, which) for a in waiting if a.has(plan, model)})
        for model in evaluation.models
    }
    return replace(evaluation, kept=kept.taken(which), rows=len(which), summaries=made)


def gates_of(tested: Sequence[GateTest], margins: dict[str, float], level: float, non_inferior: bool = False) -> list[Gate]:
    """A gate for each metric, model and slice.

    As a rule it fails when the loss exceeds its margin by more than chance: tested on one side, with Holm's correction over all that are
    tested, so that of models that are no worse all gates pass in 95 of 100 runs, however many there are. ``non_inferior`` turns the burden
    round: it passes only when the loss is shown to be below its margin. As all must be shown, each is tested at the level itself.
    Small slices are reported, and not tested.
    """
    few = [_gate(one, margins.get(one.pair.metric, margins.get("", 0.0)), False, "") for one in tested if one.small]
    tested = [one for one in tested if not one.small]
    allowed = [margins.get(one.pair.metric, margins.get("", 0.0)) for one in tested]
    chances = [one.chance(margin, non_inferior) for one, margin in zip(tested, allowed, strict=True)]
    if non_inferior:
        return [*(_non_inferior(one, p, margins, level) for one, p in zip(tested, chances, strict=True)), *few]
    # Forms of one metric are one test, unless a margin sets them apart: 0.01 of the Gini is not 0.01 of the AUC.
    both = zip(tested, allowed, strict=True)
    hypotheses = [(one.model, one.where, one.pair.metric if margin else parse(one.pair.metric).hypothesis) for one, margin in both]
    judged = zip(tested, adjusted_once(holm, chances, hypotheses), strict=True)
    return [*(_no_worse(one, p, margins, level) for one, p in judged), *few]


def same_throughout(tested: Sequence[GateTest]) -> bool:
    """Whether the baseline says the same of every row, so that nothing was tested."""
    return bool(tested) and all(one.pair.error == 0 and one.pair.difference == 0 for one in tested)


def _gate(one: GateTest, margin: float, passed: bool, why: str) -> Gate:
    pair = one.pair
    asked = Message("gate_baseline_margin", value=number(pair.value_b), margin=margin) if margin else None
    asked = asked or Message("gate_baseline", value=number(pair.value_b))
    shown = f"{number(pair.value_a)}"
    if pair.defined:
        shown = f"{shown}  {pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]"
    return Gate(pair.metric, one.model, asked, passed=passed, shown=shown, why=why, where=one.where, unjudged="small" if one.small else "")


def _p(chance: float) -> str:
    return "< .001" if chance < 0.001 else f"= {chance:.3f}"


def _no_worse(one: GateTest, chance: float, margins: dict[str, float], level: float) -> Gate:
    margin = margins.get(one.pair.metric, margins.get("", 0.0))
    if not one.pair.defined:
        return _gate(one, margin, False, Message("gate_no_test", reason=one.pair.reason))
    said = {"p": _p(chance), "method": one.pair.method}
    if chance < 1 - level:
        return _gate(one, margin, False, Message("loss_is_real", **said))
    return _gate(one, margin, True, Message("loss_not_shown", **said) if one.loss > margin else "")


def _non_inferior(one: GateTest, chance: float, margins: dict[str, float], level: float) -> Gate:
    margin = margins.get(one.pair.metric, margins.get("", 0.0))
    if not one.pair.defined:
        return _gate(one, margin, False, Message("gate_no_test", reason=one.pair.reason))
    passed = chance < 1 - level
    said = {"margin": margin, "p": _p(chance), "method": one.pair.method}
    return _gate(one, margin, passed, Message("loss_below_margin" if passed else "loss_may_reach_margin", **said))
