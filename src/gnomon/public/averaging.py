"""Averages over classes, or over several matrices: written once, for every metric."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Entry
from ..errors import InputError, parts_if_undefined, value_if_undefined
from ..messages import Message
from ..messages.language import listed, say
from ..metrics.rates import FOverClasses
from ..result import Result
from ..summary import Cells, Counts
from ..summary.cells import mean_of_defined

if TYPE_CHECKING:
    from ..types import Floats


AVERAGES = ("binary", None, "macro", "micro", "weighted")
UNSET: Any = object()
"""The default of average: what it means depends on what was passed."""
EVERYWHERE = Message("undefined_for_every_class")


def check_average(average: object, allowed: Sequence[object] = AVERAGES) -> None:
    """Refuse an unknown average."""
    if not any(average is a or (isinstance(a, str) and average == a) for a in allowed):
        raise InputError("public.average_unknown", average=average, names=listed(map(repr, allowed[:-1])), allowed=allowed[-1])


def result_if_undefined(entry: Entry, value: Result, summary: Any, undefined: str | float) -> Result:
    """A curve or table; one whose figures are NaN for want of data is warned of or raised, but has no number in its place."""
    if not value.defined and undefined in ("warn", "raise"):
        value_if_undefined(entry.name, entry.reason(summary), undefined)
    return value


def against_rest(cells: Cells) -> NDArray[Any]:
    """For each class the 2x2 matrix of it (place 1) against the rest (place 0)."""
    return np.moveaxis(np.array([[cells.tn, cells.fp], [cells.fn, cells.tp]]), -1, 0)


def class_tables(counts: Counts, average: object, positive: object) -> tuple[NDArray[Any], list[Any]]:
    """The 2x2 matrices that an average runs over, and their names: the positive class, or each class against the rest."""
    if average == "binary":
        cells, place = counts.binary(positive)
        matrix = cells.matrix if place else cells.matrix[::-1, ::-1]
        return matrix[None], [counts.labels[place] if place < len(counts.labels) else positive]
    return against_rest(counts), list(counts.labels)


def average_tables(
    entry: Entry, tables: NDArray[Any], names: list[Any], average: object, options: dict[str, Any], undefined: str | float
) -> "float | Floats":
    """One value (or one a class) from 2x2 matrices of classes or of folds."""
    by_means = entry.averaging
    if isinstance(by_means, FOverClasses) and by_means.means_first(options):
        if average != "macro":
            raise InputError("public.f_of_means_without_macro", average=average)
        return _of_means(entry, by_means, tables, names, options, undefined)
    if average == "micro":
        tables, names = tables.sum(0, keepdims=True), [say("public.part_the_sum")]
    values = entry.function(Cells(tables), **options)[:, 1]
    values = parts_if_undefined(entry.name, values, names, entry.reason(None), undefined)
    if average is None:
        return values
    value = float(mean_of_defined(values, tables[:, 1, :].sum(-1) if average == "weighted" else None))
    return value_if_undefined(entry.name, EVERYWHERE, undefined) if value != value else value


def _of_means(
    entry: Entry, by_means: FOverClasses, tables: NDArray[Any], names: list[Any], options: dict[str, Any], undefined: str | float
) -> float:
    """A value made of the means of rates, each over the classes for which it is defined."""
    parts = by_means.rates(Cells(tables)).items()
    replaced = [
        parts_if_undefined(
            say("public.part_rate_of_metric", name=entry.name, rate=rate), values[:, 1], names, Message("zero_over_zero"), undefined
        )
        for rate, values in parts
    ]
    value = float(by_means.f_of_means(replaced, options))
    return value_if_undefined(entry.name, EVERYWHERE, undefined) if value != value else value
