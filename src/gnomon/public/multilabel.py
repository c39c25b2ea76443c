"""Metrics of labels where a row may have several: for each label, averaged over labels, or row by row."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, UndefinedMetricError, parts_if_undefined, value_if_undefined, warn_of_undefined
from ..messages import Message
from ..messages.language import say
from ..metrics.rates import FOverClasses
from ..metrics.reports import REPORTS
from ..summary import Cells, LabelSets
from ..summary.cells import mean_of_defined
from .averaging import EVERYWHERE, UNSET, average_tables, check_average

if TYPE_CHECKING:
    from ..types import Floats


AVERAGES = ("samples", "macro", "micro", "weighted", None)


def label_sets_of(entry: Entry, y_true: object, y_pred: object, rest: dict[str, Any]) -> LabelSets:
    """The rows summed up; ``rest`` are the arguments that go with arrays."""
    if not isinstance(y_true, LabelSets):
        return LabelSets.of(y_true, y_pred, **rest)
    if y_pred is not None or any(value is not None for name, value in rest.items() if name != "missing") or rest["missing"] != "error":
        raise InputError("public.label_sets_with_arrays", name=entry.name)
    return y_true


def of_label_sets(entry: Entry, sets: LabelSets, average: object, options: dict[str, Any], undefined: str | float) -> Any:
    """A metric of several labels a row; which average is meant has to be said."""
    if entry.name in REPORTS and average is UNSET:
        return REPORTS[entry.name](sets, undefined)
    if entry.kind == "table":
        raise InputError("public.several_labels_unsupported", name=entry.name)
    if not any(average is known or average == known for known in AVERAGES):
        hint = say("public.part_hint_multilabel_metrics") if entry.name == "accuracy" else ""
        if not isinstance(average, str) or average == "binary":
            raise InputError(
                "public.multilabel_average_missing",
                hint=hint,
            )
        check_average(average, AVERAGES)
    if average == "samples":
        return _by_row(entry, sets, options, undefined)
    if entry.averaging.per_class:
        return average_tables(entry, sets.tables, list(sets.labels), average, options, undefined)
    return _of_tables(entry, sets, average, options, undefined)


def _of_tables(entry: Entry, sets: LabelSets, average: object, options: dict[str, Any], undefined: str | float) -> "Floats | float":
    """A metric of a whole matrix, of the matrix of each label."""
    tables, names = sets.tables, list(sets.labels)
    if average == "micro":
        tables, names = tables.sum(0, keepdims=True), [say("public.part_the_sum")]
    values = parts_if_undefined(entry.name, entry.function(Cells(tables), **options), names, entry.reason(None), undefined)
    if average is None:
        return values
    value = float(mean_of_defined(values, tables[:, 1, :].sum(-1) if average == "weighted" else None))
    return value_if_undefined(entry.name, EVERYWHERE, undefined) if value != value else value


def _by_row(entry: Entry, sets: LabelSets, options: dict[str, Any], undefined: str | float) -> float:
    """The mean over rows of the metric of each row's labels; rows for which it is undefined are left out and told."""
    if isinstance(entry.averaging, FOverClasses) and entry.averaging.means_first(options):
        raise InputError("public.f_of_means_with_samples")
    cells = sets.by_row()
    values = entry.function(cells, **options)
    values = values[:, 1] if entry.averaging.per_class else values
    gone = np.isnan(values) & (sets.weights > 0)
    if gone.any():
        cause = Message("rows_left_out", part=float(sets.weights[gone].sum()) / sets.n)
        if undefined == "raise":
            raise UndefinedMetricError(say("metrics.metric_undefined_for_rows", name=entry.name, reason=cause), cause)
        if undefined == "warn":
            warn_of_undefined(say("metrics.metric_undefined_for_rows", name=entry.name, reason=cause), cause, undefined)
        else:
            values = np.where(gone, float(undefined), values)
    value = float(mean_of_defined(values, sets.weights))
    return value_if_undefined(entry.name, Message("undefined_for_every_row"), undefined) if value != value else value
