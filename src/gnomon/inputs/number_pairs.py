"""Two columns of numbers side by side, as metrics of ranks and pairs read them; errors call each by the caller's own name for it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Array, Floats
from .arrays import more, not_empty, one_column, one_dimension, same_length, to_array
from .numbers import as_floats, as_weight
from .pairs import refuse_numbers
from .rows import drop_missing


class NumberPairs(NamedTuple):
    """Two columns of finite numbers, what each row weighs, and whether the first is what came to pass or only a lower bound of it."""

    first: Floats
    second: Floats
    weight: Floats | None
    observed: NDArray[np.bool_] | None


def number_pairs(
    first: object,
    second: object,
    weight: object = None,
    event: object = None,
    missing: str = "error",
    *,
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> NumberPairs:
    """Validate two columns of numbers, their weights and events.

    >>> number_pairs([1, 2, 3], [0.5, 2.5, 2.5]).second.tolist()
    [0.5, 2.5, 2.5]
    """
    one, other = names
    if second is None:
        raise InputError("inputs.second_missing_of_joint", one=one, other=other)
    a, b = (one_dimension(one_column(to_array(values, name)), name) for values, name in ((first, one), (second, other)))
    not_empty(a.size, one)
    same_length(a.size, one, b.size, other)
    if missing != "error":
        a, b, weight, event = drop_missing({one: a, other: b, "weight": weight, "event": event}, missing)
    first, second = as_measured(a, one), as_measured(b, other)
    return NumberPairs(first, second, as_weight(weight, len(a), one), as_events(event, len(a), one))


def as_measured(values: Array, name: str) -> Floats:
    """Numbers as float64: finite, none past what can be multiplied."""
    column = as_floats(values, name).astype(np.float64, copy=False)
    refuse_numbers(column, name)
    return column


def as_events(event: object, n: int, other: str) -> NDArray[np.bool_] | None:
    """Whether the event of each row was observed: true or 1 where it was, false or 0 where the row was censored before."""
    if event is None:
        return None
    array = one_dimension(one_column(to_array(event, "event")), "event")
    same_length(array.size, "event", n, other)
    flags = as_floats(array, "event")
    wrong = np.flatnonzero(~((flags == 0) | (flags == 1)))
    if wrong.size:
        raise InputError(
            "inputs.event_not_boolean",
            value=array[wrong[0]].item() if hasattr(array[wrong[0]], "item") else array[wrong[0]],
            at=int(wrong[0]),
            more=more(wrong.size, flags.size),
        )
    return np.asarray(flags == 1)
