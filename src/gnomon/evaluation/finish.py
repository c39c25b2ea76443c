"""From a pass to an Evaluation: values, slices, facts, comparisons."""

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..inference.estimate import IntervalOptions
from ..tasks import registry
from .account import for_rows
from .finished import Pass
from .intervals import IntervalBuilder
from .kept_rows import StoredRows
from .partial import WHOLE, SliceKey
from .result import Evaluation, Slice
from .summaries import ModelSummaries
from .threshold_check import refuse_far

if TYPE_CHECKING:
    from .models import Model


def evaluation_of(
    name: str, finished: Pass, how: IntervalOptions | None, keep_rows: bool = False, columns: list[str] | None = None
) -> Evaluation:
    """What came of a pass. ``columns`` are those that were not read, which may say what belongs together."""
    from .. import __version__

    plan = finished.plan
    assert plan.task is not None
    summaries = {model.name: summaries_of(finished, WHOLE, model) for model in plan.models}
    wanted = plan.references(summaries)
    refuse_far(plan, wanted, summaries)
    builder = IntervalBuilder(finished, how)
    found = {model.name: builder.values(WHOLE, model, wanted) for model in plan.models}
    total = total_of(finished, summaries)
    made = Evaluation(
        source=name,
        task=plan.task.key,
        label=plan.label,
        models=plan.models,
        weight=plan.weight,
        by=plan.by,
        rows=finished.rows,
        total=total,
        effective_rows=finished.rows if plan.weight is None else finished.effective_rows(),
        facts=facts_of(finished, summaries),
        dropped=dict(finished.faults.counts) if finished.faults.dropped else {},
        dropped_rows=finished.faults.dropped,
        exact=finished.exact,
        metrics=tuple(str(reference) for reference in wanted),
        values={(m, str(r)): found[m][m, str(r)] for r in wanted for m in found if (m, str(r)) in found[m]},
        slices=tuple(_slice(finished, builder, wanted, *one) for one in finished.slices()),
        level=None if how is None else how.level,
        cluster=plan.cluster,
        clusters=finished.clusters,
        comparison=builder.comparison(wanted),
        samples={key: one.sample for key, one in builder.sampled.items()},
        observed=_observed(finished, columns or []),
        kept=_kept(finished) if keep_rows else None,
        summaries=summaries,
        options=dict(plan.options),
        created=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        version=__version__,
    )
    remarks = {key: remark for aspect in plan.aspects for key, remark in aspect.remarks(made).items()}
    values = {key: value.remarked(remarks[key]) if key in remarks and value.defined else value for key, value in made.values.items()}
    return replace(made, values=values) if remarks else made


def summaries_of(finished: Pass, key: SliceKey, model: "Model") -> ModelSummaries:
    """What is kept of a model on a slice, by aspect."""
    plan = finished.plan
    made = {aspect.key: finished.summary(key, model, aspect) for aspect in plan.aspects if aspect.has(plan, model)}
    return ModelSummaries({name: summary for name, summary in made.items() if summary is not None})


def total_of(finished: Pass, summaries: dict[str, ModelSummaries]) -> float:
    """The weight of all rows, as the first summary has it."""
    for held in summaries.values():
        for aspect in finished.plan.aspects:
            amount = aspect.amount(held.get(aspect.key)) if aspect.key in held else None
            if amount is not None:
                return amount
    return finished.total


def facts_of(finished: Pass, summaries: dict[str, ModelSummaries]) -> dict[str, Any]:
    """What the task and its aspects tell of the whole; of several models the first that has a summary tells."""
    plan = finished.plan
    assert plan.task is not None
    cut = {name: list(edges) for name, edges in plan.slice_edges.items() if edges}
    facts = plan.task.tell(finished) | ({"binned": cut} if cut else {})
    for aspect in plan.aspects:
        held = next((one[aspect.key] for one in summaries.values() if aspect.key in one), None)
        told = {} if held is None else aspect.tell(held, plan, finished)
        facts |= {name: value for name, value in told.items() if name not in facts}
    for aspect in registry.aspects():
        facts |= aspect.tell_pass(finished)
    return facts


def _slice(finished: Pass, builder: IntervalBuilder, wanted: Any, key: SliceKey, by: dict[str, Any], rows: int) -> Slice:
    values: dict[tuple[str, str], Any] = {}
    facts: dict[str, Any] = {}
    for model in finished.plan.models:
        held = summaries_of(finished, key, model)
        for aspect in finished.plan.aspects:
            told = aspect.tell(held[aspect.key], finished.plan) if aspect.key in held else {}
            facts |= {name: value for name, value in told.items() if name not in facts}
            for name, value in (aspect.tell_model(held[aspect.key], finished.plan) if aspect.key in held else {}).items():
                facts.setdefault(name, {})[model.name] = value
        values |= builder.values(key, model, wanted)
    return Slice(by, rows, values, facts)


def _observed(finished: Pass, columns: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for aspect in finished.plan.aspects:
        for name, value in aspect.observed(finished, columns).items():
            both = isinstance(value, dict) and isinstance(found.get(name), dict)
            found[name] = found[name] | value if both else value
    return found


def _kept(finished: Pass) -> StoredRows:
    if finished.block is None and finished.plan.elsewhere:
        raise InputError(
            "evaluation.kept_cluster_rows_too_many",
            most=finished.plan.most_kept,
            rows=finished.rows,
        )
    if finished.block is None:
        raise InputError(
            "evaluation.kept_rows_exceed_memory",
            rows=finished.rows,
            needed=for_rows(finished.plan, finished.rows),
        )
    kept = StoredRows.of(finished.block, finished.plan)
    places = np.arange(finished.rows)
    kept.slices = [(Slice(by, rows, {}).name, np.sort(places[finished.which(key)])) for key, by, rows in finished.slices()]
    return kept
