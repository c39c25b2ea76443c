"""Models that come as arrays: the truth, and what each model said of every row."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Reference
from ..engines.columns import Column, from_array
from ..errors import InputError
from ..inference import Comparison, Interval
from ..inference.estimate import IntervalOptions
from ..inference.observed import clusters_of
from ..inference.public import refuse_strange
from ..inference.threshold_range import refuse_far_threshold
from ..inputs import category_order, to_array
from ..inputs.arrays import missing_mask, one_column
from ..inputs.labels import encode_truth
from ..inputs.ranked import refuse_judgments
from ..inputs.rows import drop_missing
from ..inputs.tags import frame_columns, holds_lists, read_tags, several_labels, unnamed_matrix, whole_array
from ..messages import Message
from ..messages.language import listed
from ..tasks import registry
from ..tasks.aspect import ModelData
from ..tasks.task import Task
from .appearance import ColumnProfile
from .array_tables import interval_of_columns, table_task
from .faults import Faults
from .intervals import worth_comparing
from .labels import LabelVocabulary
from .models import Model
from .outputs import reads_numbers, refuse_several_outputs
from .partial import WHOLE
from .plan import Plan
from .summaries import ModelSummaries
from .survey import refuse_options

if TYPE_CHECKING:
    from ..types import Array, Integers


class ArraySurvey:
    """What arrays of labels tell before they are read: as a survey of a table does."""

    def __init__(self, *columns: Any) -> None:
        self.labels = LabelVocabulary("y_true", spells=False)
        self.lists = any(map(several_labels, columns))
        self.looks = {"y_true": _look(columns[0])}
        for values in columns if self.lists else ():
            for tag in dict.fromkeys(tag for row in read_tags(values, "y_true").rows for tag in row):
                self.labels.place(tag)
        for values in () if self.lists else columns:
            array = to_array(values, "y_true")
            if array.ndim == 1 and (order := category_order(values)) is not None:
                self.labels.keep_order(order)
            if array.ndim == 1 and array.dtype.kind in "biu" and array.size:
                array = _distinct(array)
            missing = missing_mask(array)
            if array.ndim == 1 and not self.fractions:
                self.labels.codes(from_array(array if missing is None else array[~missing]))

    @property
    def fractions(self) -> bool:
        """Whether the truth holds fractions."""
        return self.looks["y_true"].fraction is not None

    @property
    def names(self) -> list[Any]:
        """The labels, in their order."""
        return self.labels.ordered


def _look(values: object) -> ColumnProfile:
    """What an array looks like: classes, or numbers; lists and objects look like neither."""
    look = ColumnProfile()
    array = one_column(to_array(values, "y_true")) if not several_labels(values) else np.zeros(0, bool)
    if array.ndim == 1 and array.dtype.kind in "iuf":
        look.see(Column(array), spells=False)
    else:
        look.numbers = False
        look.moment = next(iter(array[:1].tolist()), None) if array.ndim == 1 and array.dtype.kind in "mM" else None
    return look


def _distinct(array: "Array") -> Any:
    """The different values of whole numbers that lie close; others as they are."""
    low, high = int(array.min()), int(array.max())
    if high - low > 2**16:
        return array
    present = np.flatnonzero(np.bincount(array.astype(np.int64) - low)) + low
    return present.astype(array.dtype)


def compare_arrays(
    y_true: object,
    scores: object,
    references: tuple[Reference, ...],
    defaults: bool,
    others: dict[str, Any],
    positive: object,
    missing: str,
    how: IntervalOptions,
    curves: tuple[str, ...] | None,
    task: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Comparison:
    """Compare models that come as {name: scores}, or {name: predictions} where that is what the metrics read."""
    from .compare import compare_known

    columns, keys = _columns(y_true, scores, others, missing)
    y, given = columns["y_true"], {name: columns[key] for key, name in keys.items()}
    plan = Plan(label="y_true", models=(), metrics=references, defaults=defaults, positive=positive, options=dict(options or {}))
    plan = plan.replace(**{name: None if columns[name] is None else name for name in ("weight", "cluster", "group")})
    asked = None if task is None else registry.task(task)
    numbers = _look(y).fraction is not None if asked is None else asked.numbers
    as_predictions = numbers if defaults else all(_reads_predictions(reference) for reference in references)
    plan = plan.replace(models=tuple(_model(name, values, y, as_predictions) for name, values in given.items()))
    _refuse_outputs({"y_true": y} | {f"scores[{name!r}]": values for name, values in given.items()}, asked, references)
    for aspect in registry.aspects():
        plan = aspect.prepare(plan)
    found = ArraySurvey(y, *(given[model.name] for model in plan.models if model.prediction is not None))
    plan = plan.replace(task=asked)
    settled = plan.task or _task(plan, found)
    refuse_options(plan, settled, found)
    plan = plan.replace(task=settled)
    for reference in references:
        plan.check(reference)
    belongs = columns["group"] if columns["cluster"] is None else columns["cluster"]
    cluster = clusters_of(belongs, len(to_array(y, "y_true")))
    known = _known(plan, y, given, columns, cluster, references)
    plan = _doubted(plan, known)
    known = {key: {name: replace(one, plan=plan) for name, one in models.items()} for key, models in known.items()}
    wanted = worth_comparing(plan.references(_summaries(plan, known)), references) if defaults else list(references)
    clusters = None if cluster is None else int(cluster.max()) + 1
    return compare_known(plan, known, wanted, how, curves, len(to_array(y, "y_true")), clusters)


def _refuse_outputs(arrays: dict[str, Any], task: Task | None, references: tuple[Reference, ...]) -> None:
    """Several truths a row, where the task or a metric reads numbers: elsewhere columns would be labels or classes."""
    if not (task.numbers if task is not None else any(reads_numbers(reference) for reference in references)):
        return
    for name, values in arrays.items():
        refuse_several_outputs(one_column(to_array(values, name)).shape, name)


def _columns(y_true: object, scores: object, others: dict[str, Any], missing: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Everything by name, of one length, and the names of the models by the names of their columns."""
    if not isinstance(scores, Mapping) or len(scores) < 2:
        raise InputError("evaluation.score_models_too_few")
    named = {str(name): column for name, column in scores.items()}
    if len(named) < len(scores):
        raise InputError("evaluation.model_names_duplicate_as_text")
    for one in (y_true, *named.values()):
        refuse_judgments(one)
    keys = {f"scores[{name!r}]": name for name in named}
    columns = {"y_true": y_true, **{key: named[name] for key, name in keys.items()}, **others}
    if several_labels(columns["y_true"]):  # elsewhere a list in a row is a row of a matrix
        columns = {key: whole_array(column) for key, column in columns.items()}
    rows = len(to_array(columns["y_true"], "y_true"))
    if not rows:
        raise InputError("inputs.rows_missing", name="y_true")
    for key, column in columns.items():
        if column is not None and (other := len(to_array(column, key))) != rows:
            raise InputError(
                "evaluation.array_lengths_differ",
                key=key,
                other=other,
                rows=rows,
            )
    if missing != "error":
        columns = dict(zip(columns, drop_missing(columns, missing), strict=True))
    return columns, keys


def _reads_predictions(reference: Reference) -> bool:
    """Whether a metric reads what was predicted, not scores."""
    owner = next((aspect for aspect in registry.aspects() if aspect.reads(reference)), None)
    return owner is not None and owner.argument == "prediction" and reference.at is None


def _model(name: str, values: object, y: object, as_predictions: bool) -> Model:
    if several_labels(y) and (as_predictions or holds_lists(values)):
        return Model(name, prediction=name)
    if one_column(to_array(values, name)).ndim == 2:  # a column for each class, of which the one scored highest is predicted
        return Model(name, scores={})
    return Model(name, prediction=name) if as_predictions else Model(name, score=name)


def _task(plan: Plan, found: ArraySurvey) -> Task:
    """The first task that recognises the labels and that some model has what it needs for."""
    able = (one for one in registry.tasks() if one.recognises(plan, found) and one.active(plan.replace(task=one)))  # type: ignore[arg-type]  # a survey of arrays
    return next(able)


def _known(
    plan: Plan, y: object, given: dict[str, Any], columns: dict[str, Any], cluster: "Integers | None", references: tuple[Reference, ...]
) -> dict[str, dict[str, ModelData]]:
    """What every aspect sees of every model, validated as its metrics validate it."""
    known: dict[str, dict[str, ModelData]] = {aspect.key: {} for aspect in plan.aspects}
    if unnamed_matrix(y):
        _refuse_other_columns(given)
    predicted = [given[model.name] for model in plan.models if model.prediction is not None]
    labels = _labels_of(y, predicted) if predicted else None
    for aspect in plan.aspects:
        if references and not plan.defaults and not any(plan.aspect_of(reference) is aspect for reference in references):
            continue
        for model in plan.models:
            if not aspect.has(plan, model):
                continue
            called = f"scores[{model.name!r}]"
            of_model = plan.replace(models=(model,))
            rows, summary = aspect.of_arrays(y, given[model.name], columns["weight"], columns["group"], of_model, labels, called)
            known[aspect.key][model.name] = ModelData(plan, model, summary, WHOLE, rows, cluster)
    return known


def _labels_of(y: object, predicted: list[Any]) -> tuple[Any, ...] | None:
    """The labels of all models together, as arrays have them: dates and bytes are not their text."""
    arrays = [] if several_labels(y) else [to_array(values, "y_true") for values in (y, *predicted)]
    if arrays and all(array.dtype.kind in "mMS" for array in arrays):
        return encode_truth(np.concatenate(arrays)).names
    return tuple(ArraySurvey(y, *predicted).names) or None


def _refuse_other_columns(given: dict[str, Any]) -> None:
    """Frames whose columns are named differently cannot all stand as the columns of the truth do, which have no names."""
    named = {name: columns for name, values in given.items() if (columns := frame_columns(values)) is not None}
    first = next(iter(named), "")
    for name, columns in named.items():
        if columns != named[first]:
            raise InputError(
                "evaluation.array_column_order_ambiguous",
                name=name,
                columns=list(columns)[:8],
                first=first,
                columns_2=list(named[first])[:8],
            )


def tables_of_arrays(
    y_true: Mapping[str, Any],
    scores: Mapping[str, Any],
    columns: dict[str, Any],
    key: Any,
    defaults: bool,
    references: tuple[Reference, ...],
) -> tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]:
    """{name: labels} and {name: scores} of several sets of rows as tables, the columns' names, and those of the key."""
    as_predictions = not defaults and all(_reads_predictions(reference) for reference in references)
    parts = {"y_true": y_true, "prediction" if as_predictions else "score": scores, "key": key}
    parts |= {name: columns[name] for name in ("weight", "cluster", "group")}
    given = {name: part for name, part in parts.items() if part is not None}
    for name, part in given.items():
        if not isinstance(part, Mapping) or set(part) != set(y_true):
            raise InputError("evaluation.array_names_mismatch", name=name, names=listed(map(str, y_true)))
    tables = {str(one): {name: part[one] for name, part in given.items()} for one in y_true}
    asked = {name: name if name in given else None for name in ("score", "prediction", "weight", "cluster", "group")}
    return tables, {**columns, **asked, "label": "y_true"}, ("key",) if key is not None else ()


def _doubted(plan: Plan, known: dict[str, dict[str, ModelData]]) -> Plan:
    """The plan with the rows that some metrics cannot take, of which those asked for are refused."""
    faults = Faults([], plan.missing)
    for aspect in plan.aspects:
        for name, one in known[aspect.key].items():
            for doubt in aspect.doubts(one.rows):
                faults.doubt(name, doubt, np.arange(len(doubt.rows)))
    plan = plan.replace(doubts=faults.doubts)
    for reference in plan.metrics if plan.doubts else ():
        plan.check(reference)
    return plan


def _summaries(plan: Plan, known: dict[str, dict[str, ModelData]]) -> dict[str, ModelSummaries]:
    """Summaries by model, from which the default metrics follow."""
    made: dict[str, ModelSummaries] = {model.name: ModelSummaries() for model in plan.models}
    for aspect in plan.aspects:
        for name, one in known[aspect.key].items():
            made[name][aspect.key] = one.summary if one.summary is not None else aspect.summarise(one.rows, plan)
            known[aspect.key][name] = replace(one, summary=made[name][aspect.key])
    return made


def interval_of_arrays(
    reference: Reference,
    y_true: object,
    y_pred: object,
    weight: object,
    cluster: object,
    missing: str,
    how: IntervalOptions,
    labels: object = None,
    further: Mapping[str, Any] | None = None,
) -> Interval:
    """The interval of a metric whose aspect has no way of its own to read arrays; ``further`` are columns that it may read besides."""
    if (table := table_task(None, [reference])) is not None:
        return interval_of_columns(table, reference, y_true, y_pred, weight, cluster, missing, how)
    lists = several_labels(y_true)
    y_true, y_pred = whole_array(y_true), whole_array(y_pred)
    reading = [aspect for aspect in registry.aspects() if aspect.reads(reference)]
    aspect = next((aspect for aspect in reading if aspect.lists == lists), next(iter(reading), None))
    if aspect is None:
        name, kind = reference.entry.name, reference.entry.summary.__name__
        raise InputError(
            "evaluation.interval_of_function_only",
            reference=reference,
            kind=kind,
            name=name,
        )
    refuse_strange(reference, further or {}, aspect.further)
    further = {name: column for name, column in (further or {}).items() if column is not None}
    if missing != "error":
        columns = {"y_true": y_true, "y_pred": y_pred, "weight": weight, "cluster": cluster, **further}
        y_true, y_pred, weight, cluster, *rest = drop_missing(columns, missing)
        further = dict(zip(further, rest, strict=True))
    if reads_numbers(reference):
        _refuse_outputs({"y_true": y_true, "y_pred": y_pred}, None, (reference,))
    model = Model("y_pred", prediction="y_pred") if aspect.argument == "prediction" else Model("y_pred", score="y_pred")
    plan = Plan(label="y_true", models=(model,), metrics=(reference,), defaults=False, weight=None if weight is None else "weight")
    rows, _ = aspect.of_arrays(y_true, y_pred, weight, None, plan, labels, "y_pred")
    rows = aspect.with_further(rows, further) if further else rows
    codes = clusters_of(cluster, len(to_array(y_true, "y_true")))
    summary = aspect.summarise(rows, plan)
    refuse_far_threshold(reference, summary, "y_pred")
    value = aspect.value(reference, model.name, summary, plan)
    sample = aspect.sample(ModelData(plan, model, summary, WHOLE, rows, codes), how)
    if isinstance(sample, Message):
        raise InputError("evaluation.interval_unsupported", reference=reference, value=value.reason or sample)
    found = aspect.estimates([(reference, value)], sample, how, plan)[str(reference)]
    if not found.defined:
        raise InputError("evaluation.interval_unsupported", reference=reference, value=value.reason or found.reason)
    return found
