"""Dates and times as Python's own objects, whatever library they come from."""

import datetime
from typing import Any

import numpy as np

from ..types import Array

Moment = (datetime.date, datetime.timedelta)
"""What counts as a date, a time of a day or a span of time; a datetime is a date."""


def moment(value: Any) -> Any:
    """A date or time as Python's own; one that is finer than microseconds as its text, anything else as it is."""
    if hasattr(value, "to_pydatetime"):  # of pandas
        value = value.isoformat() if value.nanosecond else value.to_pydatetime()
    elif hasattr(value, "to_pytimedelta"):
        value = value.isoformat() if value.nanoseconds else value.to_pytimedelta()
    return value


def moments(array: Array) -> Array:
    """NumPy's dates and times in days or microseconds, which Python's own are made from; finer ones as text."""
    made = array if array.dtype == np.dtype("M8[D]") else array.astype(f"{array.dtype.kind}8[us]")
    if not len(array) or ((made.astype(array.dtype) == array).all() and not any(isinstance(one, int) for one in made.tolist())):
        return made
    return np.array([str(one) for one in array], object)


def moments_of(names: list[Any]) -> Array | None:
    """Moments without a time zone as an array of NumPy's; None where these are not all of one such kind."""
    kinds = {type(name) for name in names}
    if kinds == {datetime.datetime} and all(name.tzinfo is None for name in names):
        return np.array(names, "M8[us]")
    if kinds == {datetime.date}:
        return np.array(names, "M8[D]")
    return np.array(names, "m8[us]") if kinds == {datetime.timedelta} else None


def shown(value: Any) -> Any:
    """A moment as text in which it is shown, ISO 8601; anything else as it is."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, datetime.timedelta) else value


def written(value: Any) -> str:
    """A moment as text that :func:`read` understands."""
    return f"{value.days} {value.seconds} {value.microseconds}" if isinstance(value, datetime.timedelta) else str(value.isoformat())


def read(text: str) -> Any:
    """The moment that :func:`written` wrote."""
    if " " in text:
        return datetime.timedelta(*map(int, text.split(" ")))
    return datetime.date.fromisoformat(text) if len(text) == len("2024-01-31") else datetime.datetime.fromisoformat(text)
