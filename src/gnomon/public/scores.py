"""Public functions of scores: (y_true, y_score), a Sweep, or a column of scores for each class."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, check_undefined, parts_if_undefined, value_if_undefined
from ..inputs import DEFAULT_POSITIVE, HIGHER, BinaryRows, ClassRows, binary_rows, class_rows, to_array
from ..inputs.arrays import one_column
from ..inputs.direction import refuse_classes, refuse_lower
from ..inputs.labels import plain
from ..inputs.numbers import refuse_outside_unit, sum_tolerance
from ..inputs.tags import TagRows, several_labels, tag_score_rows
from ..messages import Message
from ..metrics.class_averages import AllClasses, EachPair
from ..result import Point, Result, Table
from ..summary import Summary, Sweep, Sweeps
from ..summary.cells import mean_of_defined
from ..summary.sweeps import each_class
from .averaging import EVERYWHERE, check_average, result_if_undefined
from .signature import DIRECTION, POSITIVE, SWEEP_SHARED, TAIL, describe, with_preset

if TYPE_CHECKING:
    from ..types import Array


AVERAGES = ("macro", "micro", "weighted", None)
SEVERAL_LABELS = "public.several_labels_a_row"


def scores_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of scores."""
    takes_classes = entry.kind == "value"
    must_check = bool(preset) or any(option.required for option in entry.options.values())

    def function(
        y_true: object,
        y_score: object = None,
        *,
        positive: object = DEFAULT_POSITIVE,
        weight: object = None,
        missing: str = "error",
        undefined: str | float = "warn",
        multiclass: object = None,
        average: object = "macro",
        labels: object = None,
        direction: object = HIGHER,
        **options: Any,
    ) -> Any:
        options = entry.check(with_preset(entry, preset, options)) if options or must_check else options
        check_undefined(undefined)
        if several_labels(y_true):
            if multiclass is not None or positive is not DEFAULT_POSITIVE:
                raise InputError(SEVERAL_LABELS, name=entry.name)
            refuse_classes(direction)
            return _of_labels(entry, tag_score_rows(y_true, y_score, weight, labels, missing), average, options, undefined)
        several = multiclass is not None or labels is not None
        if average != "macro" and not takes_classes:
            raise TypeError(f"{entry.name}() got an unexpected keyword argument 'average'")
        if isinstance(y_true, Summary):
            said = _says(y_true, multiclass, labels)
            arrays = y_score is not None, weight is not None, positive is not DEFAULT_POSITIVE, several is not said
            given = any((*arrays, missing != "error", direction != HIGHER))
            return _of_summary(entry, y_true, given, average, options, undefined, each=said)
        if several or (isinstance(entry.averaging, AllClasses) and _is_matrix(y_score)):
            if not takes_classes:
                raise InputError("public.curve_of_several_class_columns", name=entry.name)
            refuse_classes(direction)
            if positive is not DEFAULT_POSITIVE:
                raise InputError("compat.positive_with_class_columns")
            return _of_classes(entry, class_rows(y_true, y_score, weight, labels, missing), multiclass, average, options, undefined)
        rows = binary_rows(y_true, y_score, weight, positive, missing, direction=direction)
        if average != "macro":
            raise InputError("public.average_with_one_score", average=average)
        return _naming(_of_rows(entry, rows, options, undefined), positive)

    shared = SWEEP_SHARED | POSITIVE | DIRECTION
    if takes_classes:
        shared = shared | {"multiclass": None, "average": "macro", "labels": None}
    describe(function, entry, shared | TAIL, preset, name or entry.name)
    return function


def _of_rows(entry: Entry, rows: BinaryRows, options: dict[str, Any], undefined: str | float) -> Any:
    """The metric of one score a row, straight from the rows where there is a shortcut."""
    if entry.shortcuts.rows is not None:
        value = entry.shortcuts.rows(rows, **options)
        return value if value == value else _settled(entry, value, Sweep.of_rows(rows), undefined)
    sweep = Sweep.of_rows(rows)
    if entry.probability:
        refuse_lower(rows.direction, "y_score")
        refuse_outside_unit(rows.score, "y_score")
    return _settled(entry, entry.function(sweep, **options), sweep, undefined)


def _of_labels(entry: Entry, rows: TagRows, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """The metric of rows that may have several labels: each label against its absence."""
    if entry.kind != "value":
        raise InputError(SEVERAL_LABELS, name=entry.name)
    if entry.probability:
        refuse_outside_unit(rows.given, "y_score")
    check_average(average, AVERAGES)
    return _average(entry, Sweeps.of_tags(rows), average, options, undefined)


def _naming(found: object, positive: object) -> Any:
    """A table with the positive class called as the caller calls it."""
    return found.naming(plain(positive)) if isinstance(found, Table) and positive is not DEFAULT_POSITIVE else found


def _says(summary: Summary, multiclass: object, labels: object) -> bool:
    """Whether multiclass= says of sweeps what they are."""
    return isinstance(summary, Sweeps) and multiclass == summary.multiclass and labels is None


def _is_matrix(y_score: object) -> bool:
    return y_score is not None and one_column(to_array(y_score, "y_score")).ndim == 2


def _settled(entry: Entry, value: object, sweep: Sweep, undefined: str | float) -> Any:
    """The value; where it has none, what the caller asked for instead."""
    if isinstance(value, Result):
        return result_if_undefined(entry, value, sweep, undefined)
    if value == value:
        return value
    replaced = value_if_undefined(entry.name, entry.reason(sweep), undefined)
    return Point(replaced, value.threshold) if isinstance(value, Point) else replaced


def _of_summary(
    entry: Entry, summary: Summary, arrays: bool, average: object, options: dict[str, Any], undefined: str | float, each: bool = False
) -> Any:
    """The metric of rows that are summed up already; ``each``: of each class against the rest, though it could be of all together."""
    kind = type(summary).__name__
    if not isinstance(summary, (Sweep, Sweeps)):
        raise InputError("public.scores_no_longer_held", name=entry.name, kind=kind)
    if arrays or (isinstance(summary, Sweep) and average != "macro"):
        raise InputError("public.sweep_with_arrays", name=entry.name, kind=kind)
    if isinstance(summary, Sweep):
        return _settled(entry, entry.function(summary, **options), summary, undefined)
    if entry.kind != "value":
        raise InputError("public.curve_of_several_sweeps", name=entry.name)
    check_average(average, AVERAGES)
    if isinstance(entry.averaging, AllClasses) and average == "macro" and summary.multiclass == "ovr" and not each:
        if not any(part.n for part in summary.parts.values()):  # of rows that all weigh 0, as those of a slice may
            return value_if_undefined(entry.name, Message("no_rows"), undefined)
        _refuse_no_distribution(summary)
        return entry.averaging.of_sweeps(summary, **options)
    return _average(entry, summary, average, options, undefined)


def _refuse_no_distribution(sweeps: Sweeps) -> None:
    """Refuse scores that cannot have been probabilities of all classes: over all rows they do not sum to 1."""
    total = sweeps.mean_sum
    if not abs(total - 1) <= sum_tolerance(len(sweeps.parts)):
        raise InputError(
            "public.class_scores_sum_not_one",
            total=total,
        )


def _of_classes(entry: Entry, rows: ClassRows, multiclass: Any, average: Any, options: dict[str, Any], undefined: Any) -> Any:
    """The metric of several classes: of all together where it is defined so, else each against the rest or each pair."""
    check_average(average, AVERAGES)
    if isinstance(entry.averaging, AllClasses) and multiclass is None:
        if average != "macro":
            raise InputError(
                "public.average_without_ovr",
                average=average,
                name=entry.name,
            )
        return entry.averaging.of_rows(rows, **options)
    multiclass = "ovr" if multiclass is None else multiclass
    if multiclass == "ovo" and not isinstance(entry.averaging, EachPair):
        raise InputError("public.pairs_of_classes_unsupported", name=entry.name)
    if multiclass == "ovr" and average != "micro" and entry.shortcuts.rows is not None:
        return _each_class(entry, rows, average, options, undefined)
    return _average(entry, Sweeps.of_rows(rows, multiclass), average, options, undefined)


def _each_class(entry: Entry, rows: ClassRows, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """Each class against the rest, straight from the rows."""
    assert entry.shortcuts.rows is not None
    values, support = [], []
    for part in each_class(rows):
        values.append(entry.shortcuts.rows(part, **options))
        support.append(part.positive.sum() if part.weight is None else part.weight[part.positive == 1].sum())
    return _mean(entry, np.array(values), np.array(support, float), list(rows.codes.names), average, undefined)


def _average(entry: Entry, sweeps: Sweeps, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """The metric averaged over the sweeps of classes or of pairs."""
    if sweeps.multiclass == "ovo" and not isinstance(entry.averaging, EachPair):
        raise InputError("public.ovo_sweeps_unsupported", name=entry.name)
    if sweeps.multiclass == "ovo":
        return _over_pairs(entry, sweeps, average, options, undefined)
    parts = list(sweeps.parts.values())
    if average == "micro":
        pooled = sum(parts[1:], parts[0])
        return _settled(entry, entry.function(pooled, **options), pooled, undefined)
    values = np.array([float(entry.function(part, **options)) for part in parts])
    support = np.array([part.positives for part in parts], float)
    return _mean(entry, values, support, list(sweeps.labels), average, undefined)


def _over_pairs(entry: Entry, sweeps: Sweeps, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """Hand and Till: both directions of a pair averaged, then the pairs."""
    if average not in ("macro", "weighted", None):
        raise InputError("public.average_with_ovo", average=average)
    pairs = [(a, b) for i, a in enumerate(sweeps.labels) for b in sweeps.labels[i + 1 :]]
    both = [[float(entry.function(sweeps.parts[key], **options)) for key in ((a, b), (b, a))] for a, b in pairs]
    support = np.array([sweeps.parts[pair].n for pair in pairs], float)
    return _mean(entry, np.array(both).mean(axis=1), support, pairs, average, undefined)


def _mean(entry: Entry, values: Any, support: "Array", names: list[Any], average: object, undefined: Any) -> Any:
    reason = Message("only_one_class") if callable(entry.undefined) else entry.reason(None)
    values = parts_if_undefined(entry.name, values, names, reason, undefined)
    if average is None:
        return values
    value = float(mean_of_defined(values, support if average == "weighted" else None))
    return value_if_undefined(entry.name, EVERYWHERE, undefined) if value != value else value
