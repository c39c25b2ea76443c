"""Which end of the scores is the positive one, and scores as they are read: higher for the positive class."""

from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import numpy as np

from ..errors import InputError
from ..messages.language import say

if TYPE_CHECKING:
    from ..types import Array


Direction = Literal["higher is positive", "lower is positive"]
Spelt = Literal["higher is positive", "lower is positive", "higher", "lower", "higher is bad", "lower is bad"]
"""A direction as callers may write it; where risk is scored, the positive class is the bad one."""
HIGHER: Final = "higher is positive"
LOWER: Final = "lower is positive"
SPELLINGS: dict[Any, Direction] = {
    **dict.fromkeys((HIGHER, "higher", "higher is bad"), HIGHER),
    **dict.fromkeys((LOWER, "lower", "lower is bad"), LOWER),
}
Numbers = TypeVar("Numbers")


def check_direction(given: object) -> Direction:
    """The direction that was meant; the first word is enough.

    >>> check_direction("lower"), check_direction("lower is bad")
    ('lower is positive', 'lower is positive')
    """
    found = SPELLINGS.get(given) if isinstance(given, str) else None
    if found is None:
        raise InputError(
            "inputs.direction_unknown",
            given=given,
            higher=HIGHER,
            lower=LOWER,
        )
    return found


def read(values: Numbers, direction: Direction) -> Numbers:
    """Scores or thresholds as they are read, higher for the positive class; read twice, they are what they were.

    >>> read(0.0, LOWER), read(read(3.5, LOWER), LOWER)
    (0.0, 3.5)
    """
    if direction == HIGHER:
        return values
    given: Any = values
    turned: Numbers = 0.0 - given  # unlike -x without a negative zero
    return turned


def said_of(direction: Direction) -> str:
    """What a result adds to its own words where scores were read the other way round; nothing where they were not."""
    return "" if direction == HIGHER else say("inputs.part_lower_is_positive")


def in_order(thresholds: "Array", direction: Direction) -> "Array":
    """The different thresholds in the order in which scores reach them, from the most positive on."""
    found = np.unique(thresholds)
    return np.ascontiguousarray(found[::-1] if direction == HIGHER else found)


def refuse_classes(direction: object) -> None:
    """Several classes have a column of scores each, of which the highest is the class that is meant."""
    if check_direction(direction) != HIGHER:
        raise InputError(
            "inputs.direction_with_class_columns",
            lower=LOWER,
        )


def refuse_lower(direction: Direction, whose: str) -> None:
    """Refuse to read as probabilities what is lower for the positive class: 1 − p may be meant, or another scale."""
    if direction != HIGHER:
        raise InputError(
            "inputs.direction_with_probabilities",
            whose=whose,
            lower=LOWER,
        )
