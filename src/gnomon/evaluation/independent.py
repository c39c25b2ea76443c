"""Models on samples of their own, as train and test or last month and this: evaluations that share no row, compared by their errors."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..catalog import Reference, parse
from ..errors import InputError
from ..inference import Comparison, Interval
from ..inference.comparison import assembled
from ..inference.estimate import IntervalOptions
from ..inference.unpaired import OwnError, pair_of
from ..messages import Message
from ..tasks import registry
from ..tasks.aspect import ModelData
from ..tasks.score_direction import notes_on_models
from ..value import Value
from .intervals import unit_of, worth_comparing
from .models import Model
from .partial import WHOLE
from .result import Evaluation
from .same_rule import other_rule
from .threshold_check import within_scores

if TYPE_CHECKING:
    from ..tasks.aspect import Aspect


Known = tuple[Value, OwnError | Message, Interval | None]


def compare_samples(given: Mapping[str, Evaluation], references: Sequence[Reference], defaults: bool, how: IntervalOptions) -> Comparison:
    """Models of evaluations of different rows: the difference on each metric, by the errors of both."""
    if len(given) < 2:
        raise InputError("evaluation.unpaired_sets_too_few", given=next(iter(given), "nothing"))
    first = next(iter(given.values()))
    _refuse_unlike(given)
    named = [*references, *([parse(name) for name in first.metrics] if defaults else [])]
    wanted = worth_comparing(list({str(r): r for r in named}.values()), references)
    _refuse_other_rules(given)
    _refuse_other_measures(given, wanted)
    scores = {_called(name, one, model): one.held(model.name) for name, one in given.items() for model in one.models}
    wanted = within_scores(first.plan, wanted, references, scores)
    found: dict[str, dict[str, Known]] = {}
    for name, one in given.items():
        for model in one.models:
            found[_called(name, one, model)] = _known(one, model, wanted, how)
    pairs = [
        pair_of(r, (a, b), (float(mine[0]), float(theirs[0])), (mine[1], theirs[1]), how)
        for r in wanted
        for a, b in _couples(given)
        if (mine := found[a].get(str(r))) is not None and (theirs := found[b].get(str(r))) is not None
    ]
    if how.distribution != "auto" and not any("delong" in pair.method for pair in pairs):
        raise InputError("evaluation.distribution_without_areas")
    intervals = {(name, metric): one[2] for name, several in found.items() for metric, one in several.items() if one[2] is not None}
    return assembled(
        pairs,
        intervals,
        list(found),
        [str(r) for r in wanted],
        rows=sum(one.rows for one in given.values()),
        level=how.level,
        dominance=(),
        replicates=how.replicates,
        seed=how.seed,
        weighted=first.weight is not None,
        clusters=None,
        paired=False,
        alternative=how.alternative,
        notes=tuple(notes_on_models({_called(name, one, model): model for name, one in given.items() for model in one.models})),
        sizes=tuple(one.rows for one in given.values() for _ in one.models),
        unit=unit_of(first.plan, wanted),
    )


def _called(name: str, one: Evaluation, model: Model) -> str:
    return name if len(one.names) == 1 else f"{name}: {model.name}"


def _couples(given: Mapping[str, Evaluation]) -> list[tuple[str, str]]:
    """Models of different rows only: those of one evaluation are on the same. Where both have models of one name, these alone."""
    couples = []
    for (a, first), (b, second) in combinations(given.items(), 2):
        shared = [name for name in first.names if name in second.names and len(first.names) > 1]
        for mine in first.models:
            for theirs in second.models:
                if not shared or mine.name == theirs.name:
                    couples.append((_called(a, first, mine), _called(b, second, theirs)))
    return couples


def _refuse_unlike(given: Mapping[str, Evaluation]) -> None:
    name, first = next(iter(given.items()))
    for other, one in list(given.items())[1:]:
        if one is first:
            raise InputError(
                "evaluation.unpaired_same_evaluation",
                name=name,
                other=other,
            )
        if one.task != first.task:
            raise InputError(
                "evaluation.compared_tasks_differ",
                name=name,
                en=registry.task(first.task).called,
                other=other,
                en_2=registry.task(one.task).called,
            )
        if one.plan.positive != first.plan.positive:
            raise InputError(
                "evaluation.compared_positives_differ",
                name=name,
                positive=first.plan.positive,
                other=other,
                positive_2=one.plan.positive,
            )


def _refuse_other_rules(given: Mapping[str, Evaluation]) -> None:
    (first, one), *others = given.items()
    for name, other in others:
        if (apart := other_rule(one, other)) is not None:
            raise InputError(
                "evaluation.compared_rules_differ",
                key=apart.name,
                mine=apart.mine,
                theirs=apart.theirs,
                first=first,
                name=name,
            )


def _refuse_other_measures(given: Mapping[str, Evaluation], wanted: Sequence[Reference]) -> None:
    plan = next(iter(given.values())).plan
    for reference in wanted:
        aspect = plan.aspect_of(reference)
        held = [one.held(model.name).get(aspect.key) for one in given.values() for model in one.models] if aspect is not None else []
        if aspect is not None and (objection := aspect.unlike(reference, held)):
            raise InputError("evaluation.metrics_objection", objection=objection)


def _known(one: Evaluation, model: Model, wanted: Sequence[Reference], how: IntervalOptions) -> dict[str, Known]:
    """Each metric of one model, with its error and its interval."""
    plan, held = one.plan, one.held(model.name)
    found: dict[str, Known] = {}
    for aspect in plan.aspects:
        asked = [r for r in wanted if plan.aspect_of(r) is aspect and aspect.has(plan, model)]
        summary: Any = held.get(aspect.key)
        if not asked or summary is None:
            continue
        values = [(r, aspect.value(r, model.name, summary, plan)) for r in asked]
        sample = one.samples.get((model.name, aspect.key))
        if sample is None:
            sample = aspect.sample(_sampled(one, model, aspect, summary), how)
        if isinstance(sample, Message):
            found |= {str(r): (value, sample, None) for r, value in values}
            continue
        errors = aspect.own_errors(values, sample, how, plan)
        intervals = aspect.estimates(values, sample, how._replace(method="auto"), plan)
        found |= {str(r): (value, errors[str(r)], intervals.get(str(r))) for r, value in values}
    return found


def _sampled(one: Evaluation, model: Model, aspect: "Aspect", summary: Any) -> ModelData:
    """What is known of an evaluation's rows: themselves where they were kept, else their summary."""
    plan, kept = one.plan, one.kept
    if kept is None or aspect.waits(plan):
        return ModelData(plan, model, summary, WHOLE)
    has_clusters = plan.cluster is not None and ("key", plan.cluster) in kept.block.columns
    cluster = kept.block.clusters(plan.cluster) if has_clusters and plan.cluster is not None else None
    return ModelData(plan, model, summary, WHOLE, aspect.observe(kept.block, plan, model), cluster)
