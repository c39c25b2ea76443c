"""Public functions of metrics of tagged sentences: (y_true, y_pred), or what was counted in them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, check_undefined, parts_if_undefined, value_if_undefined
from ..messages.language import listed, say
from ..metrics.spans import EntitySums, OverTypes
from ..summary import SpanCounts, Summary
from ..summary.cells import mean_of_defined
from ..summary.span_counts import count_columns
from ..texts.span_matching import MATCHES
from ..texts.span_measure import MeasureCounts, SpanMeasure, key_among
from ..types import Floats
from .averaging import EVERYWHERE, check_average
from .signature import Parameter, describe_columns, with_preset

AVERAGES = ("micro", "macro", "weighted", None)
SHARED: dict[str, Any] = {"average": "micro", "weight": None, "per_sentence": False, "missing": "error", "undefined": "warn"}


def spans_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of tagged sentences."""
    made = span_averaging(entry)
    compute = {"entities": _of_entities, "tokens": _of_tokens, "outcomes": _scores}[made.what]
    shared = {key: value for key, value in SHARED.items() if key not in ("average", "per_sentence") or key in made.keywords}

    def function(y_true: object, y_pred: object = None, **rest: Any) -> Any:
        given = {key: rest.pop(key, value) for key, value in shared.items()}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(given["undefined"])
        check_average(given.get("average", "micro"), AVERAGES)
        measures = measures_for(entry, options)
        if not isinstance(y_true, Summary):
            counted, heavy = count_columns(measures, y_true, y_pred, given["weight"], given["missing"])
            if given.get("per_sentence"):
                return _each(entry, options, counted[0], given)
            return compute(entry, options, SpanCounts.of_counted(counted, heavy), given)
        if y_pred is not None or given["weight"] is not None or given.get("per_sentence"):
            kind = type(y_true).__name__
            raise InputError("public.summary_with_arrays", name=entry.name, type=kind)
        if not isinstance(y_true, SpanCounts):
            kind = type(y_true).__name__
            raise InputError("public.annotators_type_mismatch", name=entry.name, type="SpanCounts", type_2=kind)
        return compute(entry, options, y_true, given)

    describe_columns(function, entry, {"y_true": Parameter.empty, "y_pred": None}, shared, preset, name or entry.name)
    return function


def span_averaging(entry: Entry) -> OverTypes:
    """What a metric of tagged sentences counts."""
    made = entry.averaging
    assert isinstance(made, OverTypes)
    return made


def measures_for(entry: Entry, options: dict[str, Any]) -> list[SpanMeasure]:
    """What is counted for a metric: once, or for each way of matching."""
    one = span_averaging(entry).measure(options, {name: option.default for name, option in entry.options.items()})
    return [one] if one.what != "outcomes" else [replace(one, way=one.way._replace(match=match)) for match in MATCHES]


def _of_entities(entry: Entry, options: dict[str, Any], counts: SpanCounts, given: dict[str, Any]) -> float | Floats:
    asked, average, undefined = options.get("type"), given["average"], given["undefined"]
    if not counts.rows:
        return value_if_undefined(entry.name, entry.reason(counts), undefined)
    key = key_among(measures_for(entry, options)[0], counts.sums, entry.name)
    table, types = counts.table(key), counts.types_under(key)
    if asked is not None:
        if average != "micro":
            raise InputError("public.average_with_one_span_type", type=asked)
        table, average = table[[1 + place_of_type(str(asked), types)]], "micro"
    if average == "micro":
        value = float(entry.function(EntitySums(table[0])))
        return value_if_undefined(entry.name, entry.reason(counts), undefined) if value != value else value
    sums = EntitySums(table[1:])
    values = parts_if_undefined(entry.name, np.asarray(entry.function(sums), np.float64), types, entry.reason(counts), undefined)
    if average is None:
        return values
    value = float(mean_of_defined(values, sums.actual if average == "weighted" else None))
    return value_if_undefined(entry.name, EVERYWHERE if types else entry.reason(counts), undefined) if value != value else value


def place_of_type(asked: str, types: Sequence[str]) -> int:
    """The place of a type that occurs."""
    if asked not in types:
        shown = listed(map(repr, types[:8])) if types else say("public.part_none")
        raise InputError("public.span_type_unknown", asked=asked, types=shown)
    return types.index(asked)


def _of_tokens(entry: Entry, options: dict[str, Any], counts: SpanCounts, given: dict[str, Any]) -> float:
    value = float("nan")
    if counts.rows:
        line = counts.table(key_among(measures_for(entry, options)[0], counts.sums, entry.name))[0]
        value = float(entry.function(line[0], line[1]))
    return value_if_undefined(entry.name, entry.reason(counts), given["undefined"]) if value != value else value


def _scores(entry: Entry, options: dict[str, Any], counts: SpanCounts, given: dict[str, Any]) -> Any:
    tables = {}
    for match, measure in zip(MATCHES, measures_for(entry, options), strict=True):
        if counts.rows:
            key = key_among(measure, counts.sums, entry.name)
            tables[match] = dict(zip((None, *counts.types_under(key)), counts.table(key), strict=True))
        else:
            tables[match] = {None: np.zeros(5)}
    return entry.function(tables, **options)


def _each(entry: Entry, options: dict[str, Any], counted: MeasureCounts, given: dict[str, Any]) -> Floats:
    """The metric of each sentence by itself, all types together or one of them; NaN where it has none, or what the caller put there."""
    asked, undefined = options.get("type"), given["undefined"]
    if given.get("average", "micro") != "micro":
        raise InputError("public.average_with_per_sentence")
    if asked is not None:
        place_of_type(str(asked), tuple(kind for kind in counted.lines if kind is not None))
    lines = counted.lines[None if asked is None else str(asked)]
    sums: tuple[Any, ...] = (lines[:, 0], lines[:, 1]) if counted.key == "tokens" else (EntitySums(lines),)
    values = np.asarray(entry.function(*sums), np.float64)
    if undefined == "raise" and np.isnan(values).any():
        value_if_undefined(entry.name, entry.reason(None), undefined)
    return values if isinstance(undefined, str) else np.where(np.isnan(values), float(undefined), values)
