"""Public functions of labels: (y_true, y_pred), a Counts, or a list of Counts."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, check_undefined, parts_if_undefined, value_if_undefined
from ..inputs import DEFAULT_POSITIVE
from ..inputs.tags import several_labels
from ..messages.language import say
from ..metrics.class_averages import FromClasses
from ..metrics.rates import NO_ROWS
from ..result import Result
from ..summary import Cells, Counts, LabelSets, Sweep
from ..summary.cells import mean_of_defined
from .averaging import UNSET, average_tables, check_average, class_tables, result_if_undefined
from .multilabel import label_sets_of, of_label_sets
from .signature import COUNTS_SHARED, POSITIVE, TAIL, describe, with_preset

FOLDS = ("macro", "micro", None)


def labels_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of labels."""
    compute = _per_class if entry.averaging.per_class else _table if entry.kind == "table" else _whole

    def function(
        y_true: Any,
        y_pred: object = None,
        *,
        labels: object = None,
        positive: Any = DEFAULT_POSITIVE,
        average: Any = UNSET,
        weight: object = None,
        missing: str = "error",
        undefined: str | float = "warn",
        **options: Any,
    ) -> Any:
        options = entry.check(with_preset(entry, preset, options))
        check_undefined(undefined)
        if positive is not DEFAULT_POSITIVE and not entry.averaging.per_class:
            raise TypeError(f"{entry.name}() got an unexpected keyword argument 'positive'")
        if _are_counts(y_true):
            if y_pred is not None or labels is not None or weight is not None or missing != "error":
                raise InputError("public.counts_with_arrays", name=entry.name)
            if not isinstance(y_true, Counts):
                return _folds(entry, list(y_true), positive, average, options, undefined)
            counts = y_true
        elif isinstance(y_true, LabelSets) or several_labels(y_true):
            if positive is not DEFAULT_POSITIVE:
                raise InputError("public.positive_with_several_labels")
            sets = label_sets_of(entry, y_true, y_pred, {"labels": labels, "weight": weight, "missing": missing})
            return of_label_sets(entry, sets, average, options, undefined)
        elif isinstance(y_true, Sweep):
            raise InputError("public.labels_needed_sweep_given", name=entry.name)
        else:
            counts = Counts.of(y_true, y_pred, labels=labels, weight=weight, missing=missing)
        return compute(entry, counts, positive, average, options, undefined)

    shared = COUNTS_SHARED | TAIL
    if entry.averaging.per_class:
        shared = COUNTS_SHARED | POSITIVE | {"average": "binary"} | TAIL
    elif entry.kind == "value":
        shared = COUNTS_SHARED | {"average": None} | TAIL
    describe(function, entry, shared, preset, name or entry.name)
    return function


def _are_counts(y_true: object) -> bool:
    """Whether a matrix was passed, or a list of them."""
    if isinstance(y_true, (list, tuple)):
        return bool(y_true) and all(isinstance(part, Counts) for part in y_true)
    return isinstance(y_true, Counts)


def _per_class(entry: Entry, counts: Counts, positive: object, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    average = "binary" if average is UNSET else average
    check_average(average)
    if average != "binary" and positive is not DEFAULT_POSITIVE:
        raise InputError(
            "public.positive_without_binary_average",
            positive=positive,
            average=average,
        )
    tables, names = class_tables(counts, average, positive)
    if average != "binary" or options.get("macro") == "f-of-means":
        return average_tables(entry, tables, names, average, options, undefined)
    value = float(entry.function(Cells(tables), **options)[0, 1])
    return value_if_undefined(entry.name, entry.reason(counts), undefined) if value != value else value


def _whole(entry: Entry, counts: Counts, positive: object, average: object, options: dict[str, Any], undefined: str | float) -> float:
    if average is not None and average is not UNSET:
        raise InputError("public.average_without_matrix_list", name=entry.name, average=average)
    value = _value(entry, counts, options, undefined)
    return value_if_undefined(entry.name, entry.reason(counts) if counts.n else NO_ROWS, undefined) if value != value else value


def _value(entry: Entry, counts: Counts, options: dict[str, Any], undefined: str | float) -> float:
    """The metric of one matrix; one that is made of the classes' values says which of them it leaves out."""
    made = entry.averaging
    if not isinstance(made, FromClasses) or not counts.n:
        return float(entry.function(counts, **options))
    values = parts_if_undefined(entry.name, made.parts(counts, **options), counts.labels, entry.reason(counts), undefined)
    return float(made.combine(values))


def _table(entry: Entry, counts: Counts, positive: object, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    if average is not UNSET:
        raise TypeError(f"{entry.name}() got an unexpected keyword argument 'average'")
    if _takes_undefined(entry.function):
        options = {**options, "undefined": undefined}
    value = entry.function(counts, **options)
    return result_if_undefined(entry, value, counts, undefined) if isinstance(value, Result) else value


@cache
def _takes_undefined(function: Callable[..., Any]) -> bool:
    """Whether a table of many values settles each undefined one itself."""
    return "undefined" in inspect.signature(function).parameters


def _folds(entry: Entry, folds: list[Counts], positive: object, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """Several matrices (folds, data sets): the mean of their values, or the value of their sum."""
    if entry.kind == "table":
        raise InputError("public.too_many_matrices", name=entry.name)
    if average is UNSET:
        raise InputError("public.matrices_average_missing")
    check_average(average, FOLDS)
    if entry.averaging.per_class:
        several = max(len(counts.labels) for counts in folds) > 2
        parts = [class_tables(counts, None if several else "binary", positive) for counts in folds]
        names = [
            say("public.part_matrix_number", i=i) if not several else say("public.part_label_of_matrix", label=label, i=i)
            for i, (_, labels) in enumerate(parts)
            for label in labels
        ]
        return average_tables(entry, np.concatenate([tables for tables, _ in parts]), names, average, options, undefined)
    if average == "micro":
        return _whole(entry, sum(folds[1:], folds[0]), positive, None, options, undefined)
    values = np.array([_value(entry, counts, options, undefined) for counts in folds])
    values = parts_if_undefined(
        entry.name, values, [say("public.part_matrix_number", i=i) for i in range(len(folds))], entry.reason(None), undefined
    )
    return values if average is None else float(mean_of_defined(values))
