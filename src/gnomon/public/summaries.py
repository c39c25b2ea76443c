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
    """The public function of a metric whose summary says itself how arrays become one: its ``of`` names what it takes."""
    of = entry.summary.of  # type: ignore[attr-defined]  # what such a kind has
    second, *others = list(inspect.signature(of).parameters)[1:]
    known = {key: None for key in others if key == "labels"}

    def function(y_true: Any, *said: Any, weight: Any = None, missing: str = "error", undefined: Any = "warn", **options: Any) -> Any:
        rest = {key: options.pop(key, None) for key in known}
        other = said[0] if len(said) == 1 else options.pop(second, None)
        options = entry.check(with_preset(entry, preset, options))
        check_undefined(undefined)
        given = y_true
        if len(said) > 1:
            raise TypeError(f"{entry.name}() takes (y_true, {second}), and everything else by name")
        if isinstance(given, Summary):
            if any(one is not None for one in (other, weight, *rest.values())) or missing != "error":
                raise InputError(f"{entry.name} was given a {type(given).__name__} and arguments that go with arrays; it holds all of them")
        else:
            given = of(y_true, other, weight=weight, missing=missing, **rest)
        if not isinstance(given, entry.summary):
            raise InputError(f"{entry.name} reads a {entry.summary.__name__}, and was given a {type(given).__name__}")
        value = entry.function(given, **options)
        if isinstance(value, Result):
            return result_if_undefined(entry, value, given, undefined)
        return value_if_undefined(entry.name, entry.reason(given), undefined) if value != value else float(value)

    describe(function, entry, {"y_true": None, second: None} | known | TAIL, preset, name or entry.name)
    return function
