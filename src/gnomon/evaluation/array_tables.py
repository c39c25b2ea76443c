"""Arrays that are read as the columns of a table are: where these are no labels and no numbers, one reading serves every path."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from types import MappingProxyType
from typing import Any

from ..catalog import Reference
from ..engines import memory_limit, open_source, reading_of
from ..errors import InputError
from ..inference import Interval
from ..inference.estimate import IntervalOptions
from ..messages import Message
from ..tasks import registry
from ..tasks.task import Task
from .finished import Pass
from .partial import WHOLE
from .plan import Plan

TRUTH = "references"


def table_task(task: str | None, references: Sequence[Reference], models: object = MappingProxyType({})) -> Task | None:
    """The kind whose arrays are read as a table: the one that is named, or that has all the metrics; None where it is another kind.

    ``models`` that are no arrays by name are left to others to refuse.
    """
    if not isinstance(models, Mapping):
        return None
    if task is not None:
        named = registry.task(task)
        return named if any(registry.aspect(key).as_table for key in named.aspects) else None
    for guests in (False, True) if references else ():  # a kind that has all of them goes before one that only admits some
        for one in registry.tasks():
            reading = [aspect for key in (one.all_aspects if guests else one.aspects) if (aspect := registry.aspect(key)).as_table]
            if reading and all(any(aspect.reads(reference) for aspect in reading) for reference in references):
                return one
    return None


def columns_of(truth: object, models: Mapping[str, object], others: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays as columns, and the arguments of a plan that name them."""
    called = {str(name): f"scores[{str(name)!r}]" for name in models}
    if len(called) < len(models):
        raise InputError("evaluation.model_names_duplicate_as_text")
    given = {name: values for name, values in others.items() if values is not None}
    columns = {TRUTH: _all_lists(truth), **{called[str(name)]: values for name, values in models.items()}, **given}
    named = {"label": TRUTH, "score": None, "prediction": called, **{name: name if name in given else None for name in others}}
    return columns, named


def _all_lists(cells: object) -> Any:
    """Cells of which some are lists of wordings, and others one text: a column of a table has lists in every row, or in none."""
    if not isinstance(cells, (list, tuple)) or not any(isinstance(cell, (list, tuple)) for cell in cells):
        return cells
    return [[cell] if isinstance(cell, str) else cell for cell in cells]


def interval_of_columns(
    task: Task, reference: Reference, truth: object, said: object, weight: object, cluster: object, missing: str, how: IntervalOptions
) -> Interval:
    """The interval of a metric of one model that comes as an array."""
    from .run import plan_of

    if said is None:
        raise InputError("evaluation.second_array_missing", first=TRUTH, second="hypotheses")
    columns, named = columns_of(truth, {"hypotheses": said}, {"weight": weight, "cluster": cluster})
    plan = plan_of(**named, metrics=[reference], task=task.key, missing=missing)
    finished = read_columns(columns, plan)
    model, aspect = finished.plan.models[0], finished.plan.aspect_of(reference)
    assert aspect is not None
    value = aspect.value(reference, model.name, finished.summary(WHOLE, model, aspect), finished.plan)
    sample = aspect.sample(finished.sampled(WHOLE, model, aspect), how)
    if isinstance(sample, Message):
        raise InputError("evaluation.interval_unsupported", reference=reference, value=value.reason or sample)
    found = aspect.estimates([(reference, value)], sample, how, finished.plan)[str(reference)]
    if not found.defined:
        raise InputError("evaluation.interval_unsupported", reference=reference, value=value.reason or found.reason)
    return found


def read_columns(columns: dict[str, Any], plan: Plan) -> Pass:
    """The pass over columns that are all at hand."""
    from .run import read, require

    limit = memory_limit(None)
    with closing(open_source(columns, limit, reading_of((), None, None), None, plan.indicators)) as source:
        require(source, plan)
        return read(source, plan, limit, False)
