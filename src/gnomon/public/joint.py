"""Public functions of metrics of ranks and pairs: correlations of two series x and y, and those of times and their predictions."""

from collections.abc import Callable
from typing import Any

from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..inputs.number_pairs import number_pairs
from ..summary import Joint, Summary
from ..summary.ranked_rows import RankedRows
from .signature import TAIL, Parameter, describe_columns, with_preset


def joint_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of a joint distribution. Correlations call its columns x and y, others y_true and y_pred."""
    names = ("x", "y") if entry.family == "correlation" else ("y_true", "y_pred")
    shared = {**({} if entry.family == "correlation" else {"event": None}), **TAIL}

    def function(*arrays: Any, undefined: str | float = "warn", **rest: Any) -> Any:
        if len(arrays) > 2:
            raise TypeError(f"{entry.name}() takes {names[0]} and {names[1]}, and was given {len(arrays)} arrays")
        given = dict(zip(names, arrays, strict=False))
        for key in (*names, *shared):
            if key in rest and key in given:
                raise TypeError(f"{entry.name}() got multiple values for argument {key!r}")
            if key in rest:
                given[key] = rest.pop(key)
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        if names[0] not in given:
            raise TypeError(f"{entry.name}() missing 1 required positional argument: {names[0]!r}")
        joint = _joint(entry, given, names)
        value = entry.function(joint, **options)
        return value_if_undefined(entry.name, entry.reason(joint), undefined) if value != value else float(value)

    describe_columns(function, entry, {names[0]: Parameter.empty, names[1]: None}, shared, preset, name or entry.name)
    return function


def _joint(entry: Entry, given: dict[str, Any], names: tuple[str, str]) -> Joint | RankedRows:
    """The joint that was given, or what a metric reads of that of the arrays."""
    first = given[names[0]]
    if not isinstance(first, Summary):
        rows = number_pairs(first, given.get(names[1]), given.get("weight"), given.get("event"), given.get("missing", "error"), names=names)
        return RankedRows.of_rows(rows) or Joint.of_rows(rows)
    if any(value is not None and (key, value) != ("missing", "error") for key, value in given.items() if key != names[0]):
        raise InputError("public.summary_with_arrays", name=entry.name, type=type(first).__name__)
    if not isinstance(first, Joint):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type="Joint", type_2=type(first).__name__)
    return first
