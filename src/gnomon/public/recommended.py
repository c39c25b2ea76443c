"""Public functions of recommended lists: {user: items}, lists of lists, columns of items and users, or a Recommended."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, UndefinedMetricError, check_undefined, value_if_undefined, warn_of_undefined
from ..inputs.labels import plain
from ..messages import Message
from ..messages.language import say
from ..metrics.recommended import NO_LISTS, OverUsers
from ..summary import Recommended, Summary
from .signature import describe_lists, with_preset

if TYPE_CHECKING:
    from ..types import Array


def recommended_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of recommended lists."""
    each = isinstance(entry.averaging, OverUsers) and entry.averaging.each

    def function(
        recommended: object, user: object = None, *, per_user: bool = False, undefined: str | float = "warn", **options: Any
    ) -> Any:
        if per_user and not each:
            raise TypeError(f"{entry.name}() is one value of all lists, and takes no per_user")
        options = entry.check(with_preset(entry, preset, options))
        check_undefined(undefined)
        lists = _given(entry, recommended, user)
        value = entry.function(lists, **options)
        if each:
            return _over_users(entry, lists, np.asarray(value, np.float64), per_user, undefined)
        return (
            value_if_undefined(entry.name, entry.reason(lists) if len(lists) else NO_LISTS, undefined) if value != value else float(value)
        )

    describe_lists(function, entry, preset, name or entry.name, each)
    return function


def _given(entry: Entry, recommended: object, user: object) -> Recommended:
    if not isinstance(recommended, Summary):
        return Recommended.of(recommended, user)
    if not isinstance(recommended, Recommended):
        raise InputError("public.recommended_type_mismatch", name=entry.name, type=type(recommended).__name__)
    if user is not None:
        raise InputError("public.recommended_with_lists", name=entry.name)
    return recommended


def _over_users(entry: Entry, lists: Recommended, values: "Array", per_user: bool, undefined: str | float) -> Any:
    """The mean over users, or a value for each; users without a value are warned of, raised, or given one."""
    gone = np.isnan(values)
    if gone.any() and undefined not in ("warn", "raise"):
        values, gone = np.where(gone, float(undefined), values), np.zeros(len(values), bool)
    if gone.any() and not gone.all():
        first = repr(plain(lists.users[int(np.argmax(gone))]))
        reason = Message("users_left_out", cause=entry.reason(lists), count=gone.sum(), users=len(gone), first=first)
        text = say("core.value_undefined", name=entry.name, reason=reason)
        if undefined == "raise":
            raise UndefinedMetricError(text, reason)
        warn_of_undefined(text, reason, undefined)
    if gone.all():
        value = value_if_undefined(entry.name, entry.reason(lists) if len(lists) else NO_LISTS, undefined)
        return dict(zip(lists.users.tolist(), values.tolist(), strict=True)) if per_user else value
    if per_user:
        return dict(zip(lists.users.tolist(), values.tolist(), strict=True))
    return float(values[~gone].mean())
