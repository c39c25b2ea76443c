"""Public functions of metrics that read a summary of any kind: the summary itself, or the arrays that its ``of`` takes."""

import inspect
from collections.abc import Callable
from typing import Any

from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..result import Result
from ..summary import Summary
from .averaging import result_if_undefined
from .signature import TAIL, describe, with_preset


def summary_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric whose summary says itself how arrays become one."""
    takes = inspect.signature(entry.summary.of).parameters  # type: ignore[attr-defined]  # what such a kind has
    second = list(takes)[1]
    shared = {
        name: parameter.default
        for name, parameter in takes.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name != "resolution"  # one value needs no room kept
    }

    def function(y_true: object, *others: Any, undefined: str | float = "warn", **rest: Any) -> Any:
        if len(others) > 1 or (others and second in rest):
            raise TypeError(f"{entry.name}() takes y_true and one {second}")
        arrays = {name: rest.pop(name) for name in (second, *shared) if name in rest}
        given_arrays = arrays | dict(zip([second], others, strict=False))
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        given = y_true
        if isinstance(given, Summary):
            if any(value is not None and value is not shared.get(name) for name, value in given_arrays.items()):
                raise InputError(
                    "public.summary_with_arrays",
                    name=entry.name,
                    type=type(given).__name__,
                )
        elif entry.shortcuts.rows is not None:
            return _of_rows(entry, y_true, others or (arrays.pop(second, None),), arrays, options, undefined)
        else:
            given = entry.summary.of(y_true, *(others or (arrays.pop(second, None),)), **arrays)  # type: ignore[attr-defined]
        if not isinstance(given, entry.summary):
            raise InputError("public.annotators_type_mismatch", name=entry.name, type=entry.summary.__name__, type_2=type(given).__name__)
        return _settled(entry, entry.function(given, **options), given, undefined)

    describe(function, entry, {"y_true": None, second: None} | shared | TAIL, preset, name or entry.name)
    return function


def _of_rows(
    entry: Entry, first: object, others: tuple[object, ...], arrays: dict[str, Any], options: dict[str, Any], undefined: str | float
) -> Any:
    """The metric straight from rows; only where it has no value is there need of the summary, to say why."""
    assert entry.shortcuts.rows is not None
    rows = entry.summary.rows(first, *others, **arrays)  # type: ignore[attr-defined]  # what a kind with shortcuts has
    value = entry.shortcuts.rows(rows, **options)
    if not isinstance(value, Result) and value == value:
        return float(value)
    return _settled(entry, value, entry.summary.of_rows(rows), undefined)  # type: ignore[attr-defined]


def _settled(entry: Entry, value: Any, given: Any, undefined: Any) -> Result | float:
    """The value; where it has none, what the caller asked for instead."""
    if isinstance(value, Result):
        return result_if_undefined(entry, value, given, undefined)
    return value_if_undefined(entry.name, entry.reason(given), undefined) if value != value else float(value)
