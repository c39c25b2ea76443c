"""Two columns of one kind: numbers, or categories of one type, so that no name is counted twice for being written otherwise."""

from typing import Any

import numpy as np

from ..engines.columns import spelt
from ..errors import InputError
from ..inputs.variables import Variable


def alike(first: Variable, second: Variable, spells: tuple[bool, bool] = (False, False)) -> tuple[Variable, Variable]:
    """Both columns of one kind; one that is all missing is what the other is, and text of a file that ``spells`` is what it spells."""
    if first.names is None and second.names is None:
        return first, second
    if first.names is None or second.names is None:
        return _one_of_numbers(first, second)
    kinds = kind_of(first.names), kind_of(second.names)
    if kinds[0] == kinds[1] or None in kinds:
        return first, second
    if spells[0] and kinds[0] == "text":
        first = _spelt(first)
    if spells[1] and kinds[1] == "text":
        second = _spelt(second)
    if kind_of(first.names or ()) != kind_of(second.names or ()):
        raise InputError(
            "expected holds {first!r} and actual holds {second!r}, categories of two types; make both text, or both numbers",
            first=(first.names or ("",))[0],
            second=(second.names or ("",))[0],
        )
    return first, second


def kind_of(names: tuple[Any, ...]) -> str | None:
    """What categories are written as; nothing where there are none."""
    if not names:
        return None
    first = names[0]
    return "truth" if isinstance(first, bool) else "text" if isinstance(first, str) else "number"


def _one_of_numbers(first: Variable, second: Variable) -> tuple[Variable, Variable]:
    numbers, texts = (first, second) if first.names is None else (second, first)
    if numbers.missing.all():
        changed = Variable(np.full(len(numbers), -1, np.int64), ())
        return (changed, second) if first is numbers else (first, changed)
    if texts.missing.all():
        changed = Variable(np.full(len(texts), np.nan))
        return (changed, second) if first is texts else (first, changed)
    which = ("expected", "actual") if first is numbers else ("actual", "expected")
    raise InputError(
        "{numbers} holds numbers and {texts} holds {value!r}; make both columns numbers, or both text",
        numbers=which[0],
        texts=which[1],
        value=next(iter(texts.names or ())),
    )


def _spelt(variable: Variable) -> Variable:
    """Text as what it spells, where all of it spells one kind of value."""
    names = [spelt(name) for name in variable.names or ()]
    if len({kind_of((name,)) for name in names}) > 1:
        return variable
    distinct = sorted(set(names))
    places = np.array([*(distinct.index(name) for name in names), -1], np.int64)
    return Variable(places[variable.values], tuple(distinct))


def codes_among(names: tuple[Any, ...], codes: tuple[Any, ...]) -> tuple[Any, ...]:
    """Special codes as the categories are written: a number among texts is its text."""
    if kind_of(names) != "text":
        return codes
    return tuple(code if isinstance(code, str) else f"{code:.12g}" for code in codes)
