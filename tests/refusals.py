"""Refusals: how a call is asserted to be turned away."""

import pytest

import gnomon as gn


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
