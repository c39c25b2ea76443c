"""Public functions of metrics that read a summary of any kind: the summary itself, or the arrays that its ``of`` takes."""

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

    def function(
        y_true: Any, y_pred: Any = None, *, weight: Any = None, missing: str = "error", undefined: Any = "warn", **options: Any
    ) -> Any:
        options = entry.check(with_preset(entry, preset, options))
        check_undefined(undefined)
        given = y_true
        if isinstance(given, Summary):
            if y_pred is not None or weight is not None or missing != "error":
                raise InputError(f"{entry.name} was given a {type(given).__name__} and arguments that go with arrays; it holds all of them")
        else:
            given = entry.summary.of(y_true, y_pred, weight=weight, missing=missing)  # type: ignore[attr-defined]  # what such a kind has
        if not isinstance(given, entry.summary):
            raise InputError(f"{entry.name} reads a {entry.summary.__name__}, and was given a {type(given).__name__}")
        value = entry.function(given, **options)
        if isinstance(value, Result):
            return result_if_undefined(entry, value, given, undefined)
        return value_if_undefined(entry.name, entry.reason(given), undefined) if value != value else float(value)

    describe(function, entry, {"y_true": None, "y_pred": None, "weight": None} | TAIL, preset, name or entry.name)
    return function
