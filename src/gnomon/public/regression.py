"""Public functions of predicted numbers: (y_true, y_pred) with one output or a column for each, or their summary."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..catalog import Entry
from ..catalog.registry import get, has
from ..errors import InputError, check_undefined, parts_if_undefined, value_if_undefined
from ..inputs.arrays import column_names, one_column, to_array
from ..inputs.numbers import as_floats
from ..inputs.pairs import PairRows, pair_rows
from ..inputs.rows import drop_missing
from ..messages import Message
from ..messages.language import listed, say
from ..metrics.outputs import OverOutputs
from ..summary import Moments, Summary
from ..summary.cells import mean_of_defined
from ..types import Array, Floats
from .signature import Parameter, describe_columns, with_preset

SHARED: dict[str, Any] = {"average": "mean", "weight": None, "missing": "error", "undefined": "warn"}
WITH_ARRAYS = "public.summary_with_arrays"
FROM_SPREAD = ("absolute", "pinball")


def pairs_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of pairs of numbers."""
    made = entry.averaging
    assert isinstance(made, OverOutputs)
    first, second = made.columns

    def function(
        *arrays: Any, average: object = "mean", weight: object = None, missing: str = "error", undefined: str | float = "warn", **rest: Any
    ) -> Any:
        y, p = named_arrays(entry, made.columns, arrays, rest)
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        if options.get("loss") in FROM_SPREAD:
            return _of_spread(options, y, p, average=average, weight=weight, missing=missing, undefined=undefined)
        if isinstance(y, Summary):
            return _of_summary(entry, y, p is not None or weight is not None or missing != "error" or average != "mean", options, undefined)
        if _several(y, first) or _several(p, second):
            columns, names, heavy = _outputs(made.columns, y, p, weight, missing)
            held = [_summarised(entry, pair_rows(a, b, heavy, "error", made.columns), options) for a, b in columns]
            return _average(entry, held, names, average, options, undefined)
        if average != "mean":
            raise InputError("public.average_with_one_output", average=average)
        rows = pair_rows(y, p, weight, missing, made.columns)
        if entry.shortcuts.rows is not None:
            return float(entry.shortcuts.rows(rows, **options))
        return _settled(entry, _summarised(entry, rows, options), options, undefined)

    shared = {key: value for key, value in SHARED.items() if key != "average" or made.columns[0] == "y_true"}
    describe_columns(function, entry, {first: Parameter.empty, second: None}, shared, preset, name or entry.name)
    return function


def forecasts_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric whose summary is made from its own arrays and arguments."""
    takes = inspect.signature(entry.summary.of).parameters  # type: ignore[attr-defined]  # what such a kind has
    columns = [key for key, parameter in takes.items() if parameter.kind is not parameter.KEYWORD_ONLY]
    shared = {key: parameter.default for key, parameter in takes.items() if key not in columns}

    def function(*arrays: Any, undefined: str | float = "warn", **rest: Any) -> float:
        given = named_arrays(entry, columns, arrays, rest)
        others = {key: rest.pop(key) for key in shared if key in rest}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        held = given[0]
        if not isinstance(held, Summary):
            held = entry.summary.of(*given, **others)  # type: ignore[attr-defined]
        elif others or any(values is not None for values in given[1:]):
            kind = type(held).__name__
            raise InputError("public.summary_with_arrays", name=entry.name, type=kind)
        if not isinstance(held, entry.summary):
            kind, other = entry.summary.__name__, type(held).__name__
            raise InputError("public.annotators_type_mismatch", name=entry.name, type=kind, type_2=other)
        value = float(entry.function(held, **options))
        return value if value == value else value_if_undefined(entry.name, entry.reason(held), undefined)

    defaults = dict.fromkeys(columns[1:])
    describe_columns(function, entry, {columns[0]: Parameter.empty, **defaults}, shared | {"undefined": "warn"}, preset, name or entry.name)
    return function


def named_arrays(entry: Entry, columns: Sequence[str], arrays: Sequence[object], rest: dict[str, Any]) -> list[Any]:
    """The arrays of a call, by position or by name, taken out of its keywords; None where there is none."""
    if len(arrays) > len(columns):
        raise TypeError(f"{entry.name}() takes {', '.join(columns)}, and was given {len(arrays)} arrays")
    given = dict(zip(columns, arrays, strict=False))
    for column in columns:
        if column in rest and column in given:
            raise TypeError(f"{entry.name}() got multiple values for argument {column!r}")
        given.setdefault(column, rest.pop(column, None))
    if given[columns[0]] is None:
        raise TypeError(f"{entry.name}() missing 1 required positional argument: {columns[0]!r}")
    return [given[column] for column in columns]


def _summarised(entry: Entry, rows: PairRows, options: dict[str, Any]) -> Any:
    """The summary that the metric reads; of Moments no more is summed than it needs."""
    if entry.summary is not Moments:
        return entry.summary.of_rows(rows)  # type: ignore[attr-defined]  # what a kind of pairs has
    assert isinstance(entry.averaging, OverOutputs)
    return Moments.of_rows(rows, **{"terms": (), **entry.averaging.needs(**options)})


def _of_spread(options: dict[str, Any], *arrays: Any, **shared: Any) -> Any:
    """D² of a loss whose best constant is the median or a quantile, which needs the distribution of the truths."""
    from . import function

    loss = options["loss"]
    if not has(f"d2_{loss}"):
        raise InputError("public.loss_metric_unknown", loss=loss)
    kept = {key: value for key, value in options.items() if key != "loss"}
    for option in kept:
        if option not in get(f"d2_{loss}").options:
            raise InputError("public.option_with_loss", option=option, loss=loss)
    return function(f"d2_{loss}")(*arrays, **kept, **shared)


def _of_summary(entry: Entry, summary: Summary, arrays: bool, options: dict[str, Any], undefined: str | float) -> float:
    kind = type(summary).__name__
    if not isinstance(summary, entry.summary):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type=entry.summary.__name__, type_2=kind)
    if arrays:
        raise InputError(WITH_ARRAYS, name=entry.name, type=kind)
    return _settled(entry, summary, options, undefined)


def _settled(entry: Entry, held: object, options: dict[str, Any], undefined: str | float) -> float:
    """The value; where it has none, what the caller asked for instead."""
    value = float(entry.function(held, **options))
    return value if value == value else value_if_undefined(entry.name, entry.reason(held), undefined)


def _several(values: object, name: str) -> bool:
    return values is not None and not isinstance(values, Summary) and one_column(to_array(values, name)).ndim == 2


def _outputs(
    names: tuple[str, str], y: object, p: object, weight: object, missing: str
) -> tuple[list[tuple[Array, Array]], list[Any], Floats | Any]:
    """The columns of two matrices in pairs, what they are called, and the weights."""
    if names[0] != "y_true":
        raise InputError("public.too_many_series_columns", name=names[0])
    if p is None:
        raise InputError("inputs.second_missing_of_pair", first=names[0], second=names[1])
    called = [column_names(values) for values in (y, p)]
    matrices = [to_array(values, name) for values, name in zip((y, p), names, strict=True)]
    if matrices[0].ndim != 2 or matrices[0].shape != matrices[1].shape:
        raise InputError(
            "public.regression_shapes_mismatch",
            first=names[0],
            shape=matrices[0].shape,
            second=names[1],
            shape_2=matrices[1].shape,
        )
    order = _matched(names, *called) if all(called) else list(range(matrices[0].shape[1]))
    if missing != "error":
        *matrices, weight = drop_missing({names[0]: matrices[0], names[1]: matrices[1], "weight": weight}, missing)
    a, b = (as_floats(to_array(matrix, name), name) for matrix, name in zip(matrices, names, strict=True))
    columns = [(np.ascontiguousarray(a[:, k]), np.ascontiguousarray(b[:, order[k]])) for k in range(a.shape[1])]
    return columns, called[0] or called[1] or list(range(len(columns))), weight


def _matched(names: tuple[str, str], truth: list[Any], said: list[Any]) -> list[int]:
    """For each output of the truth the place of its predictions: by name where names are shared, else by place."""
    shared = set(truth) & set(said)
    if not shared:
        return list(range(len(truth)))
    if len(shared) < len(truth):
        raise InputError(
            "public.column_names_differ",
            first=names[0],
            second=names[1],
            shared=listed(repr(name) for name in truth if name in shared),
            others=listed(repr(name) for name in (*truth, *said) if name not in shared),
        )
    return [said.index(name) for name in truth]


def _average(
    entry: Entry, held: list[Any], names: list[Any], average: object, options: dict[str, Any], undefined: str | float
) -> Array | float:
    """The metric of each output, and their average."""
    weights = _weights(entry, held, average)
    values = np.array([float(entry.function(moments, **options)) for moments in held])
    gone = next((moments for moments, value in zip(held, values, strict=True) if value != value), None)
    if gone is not None:
        values = parts_if_undefined(entry.name, values, names, entry.reason(gone), undefined)
    if average is None:
        return values
    value = float(mean_of_defined(values, weights))
    return value if value == value else value_if_undefined(entry.name, Message("undefined_for_every_output"), undefined)


def _weights(entry: Entry, held: list[Any], average: object) -> Floats | None:
    """What each output weighs in the average; None: the same."""
    if average is None or (isinstance(average, str) and average == "mean"):
        return None
    made = entry.averaging
    if isinstance(average, str) and average == "variance" and isinstance(made, OverOutputs) and made.by_variance:
        return np.array([float(moments.y_spread / moments.weight) for moments in held])
    if isinstance(average, (str, bytes, dict)) or np.isscalar(average):
        raise InputError(
            "public.output_average_unknown",
            average=average,
            variance=say("public.part_or_variance") if isinstance(made, OverOutputs) and made.by_variance else "",
        )
    weights = as_floats(to_array(average, "average"), "average").astype(np.float64)
    if weights.shape != (len(held),) or not (weights >= 0).all() or not np.isfinite(weights).all() or not weights.any():
        raise InputError(
            "public.output_weights_out_of_range",
            average=average,
            count=len(held),
        )
    return weights
