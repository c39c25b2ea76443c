"""How a test asserts that a call raises InputError: by the id of the message and its values."""

from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

import gnomon as gn


class Expected(NamedTuple):
    """The id of a message and some of its values."""

    code: str
    values: dict[str, Any]


def by_id(code, /, **values):
    return Expected(code, values)


@contextmanager
def raises_id(code, /, **values):
    """A block that must raise an InputError with this id and these values."""
    with pytest.raises(gn.InputError) as caught:
        yield caught
    error = caught.value
    assert error.code == code, f"{error.code}: {error}"
    assert {name: error.values[name] for name in values} == values, error.values


def expect_refusal(expected, function, *data, **options):
    """Assert that the call raises an InputError with this id and these values."""
    with raises_id(expected.code, **expected.values):
        function(*data, **options)


def expect_message(message, function, *data, **options):
    """Assert that the call is refused with exactly this message."""
    with pytest.raises(gn.InputError) as caught:
        function(*data, **options)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


def expect_hints(parts, function, *data, **options):
    """Assert that the call is refused with a message that holds all the parts."""
    with pytest.raises(gn.InputError) as caught:
        function(*data, **options)
    for part in parts:
        assert part in str(caught.value), str(caught.value)


@contextmanager
def warns_undefined(code):
    """A block that must warn that a metric is undefined, for the reason of this id."""
    with pytest.warns(gn.UndefinedMetricWarning) as caught:
        yield caught
    codes = [warning.message.reason.code for warning in caught if isinstance(warning.message, gn.UndefinedMetricWarning)]
    assert code in codes, codes


@contextmanager
def raises_undefined(code):
    """A block that must raise that a metric is undefined, for the reason of this id."""
    with pytest.raises(gn.UndefinedMetricError) as caught:
        yield caught
    assert caught.value.reason.code == code, caught.value
