"""Two columns of one kind: numbers, or categories of one type, so that no name is counted twice for being written otherwise."""

from collections.abc import Container, Sequence
from typing import Any, NoReturn

import numpy as np

from ..engines import Source
from ..engines.columns import spelt
from ..engines.source import place
from ..errors import InputError
from ..inputs.numbers import is_number
from ..inputs.variables import Variable
from ..messages.language import say
from ..summary import Layout
from .atoms import has_code

NEARLY = 10
"""So many different numbers for each other text make a column of numbers with a slip in it; fewer make categories, as 0, 1, 2, 3+."""


def spells_number(text: object) -> bool:
    """Whether a text of a file is a number."""
    value = spelt(text)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def refuse_slips(name: str, variables: Sequence[Variable | None], sources: Sequence[Source | None]) -> None:
    """Refuse a text among the numbers of a file: for one slip every number would be a category of its own."""
    numbers = [_of_numbers(variable, source) for variable, source in zip(variables, sources, strict=True)]
    for variable, source in zip(variables, sources, strict=True):
        if variable is None or source is None or not source.spells or not odd_texts(variable.names or ()):
            continue
        if any(numbers) or nearly_numbers(variable.names or ()):
            refuse_slip(name, variable, source, say("scorecards.remedy_na_or_categories"))


def refuse_slip(name: str, variable: Variable, source: Source, remedy: str) -> NoReturn:
    """Say where the first text stands that spells no number."""
    row, text = _first_odd(variable)
    raise InputError(
        "scorecards.text_among_numbers",
        source=source.name,
        row=row + source.first_row,
        name=name,
        value=text,
        remedy=remedy,
    )


def _first_odd(variable: Variable) -> tuple[int, Any]:
    """The first row whose text spells no number, or the first with a text at all, and the text."""
    names = variable.names or ()
    row = int(np.argmax(np.isin(variable.values, odd_texts(names) or [*range(len(names))])))
    return row, names[variable.values[row]]


def odd_texts(names: Sequence[object]) -> list[int]:
    """The places of texts that spell no number."""
    return [at for at, text in enumerate(names) if not spells_number(text)]


def nearly_numbers(names: Sequence[object]) -> bool:
    """Whether so many texts spell numbers that the others, of which there are some, are slips."""
    odd = len(odd_texts(names))
    return odd > 0 and len(names) - odd >= NEARLY * odd


def refuse_texts(layout: Layout | None, variable: Variable, name: str, source: Source | None = None) -> None:
    """Refuse text where the bins are of numbers, and say where it stands."""
    if layout is None or layout.groups is not None or not variable.names:
        return
    row, text = _first_odd(variable)
    raise InputError(
        "scorecards.value_not_numeric_for_bins",
        name=name,
        value=text,
        where=place(row, 0 if source is None else source.first_row),
    )


def _of_numbers(variable: Variable | None, source: Source | None) -> bool:
    """Whether a column holds numbers, or texts that all spell them."""
    if variable is None:
        return False
    if variable.names is None:
        return not bool(variable.missing.all())
    return source is not None and source.spells and bool(variable.names) and all(map(spells_number, variable.names))


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
            "scorecards.sample_category_types_differ",
            first=(first.names or ("",))[0],
            second=(second.names or ("",))[0],
        )
    return first, second


def kind_of(names: tuple[object, ...]) -> str | None:
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
        "scorecards.sample_kinds_differ",
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


def codes_among(names: tuple[object, ...], codes: tuple[object, ...]) -> tuple[Any, ...]:
    """Special codes as the categories are written: a number among texts is its text."""
    if kind_of(names) != "text":
        return codes
    return tuple(f"{code:.12g}" if is_number(code) else str(code) for code in codes)


def codes_met(name: str, variables: Sequence[Variable | None], special: Any) -> set[tuple[str, Any]]:
    """Which special codes a column has in any of its samples."""
    if isinstance(special, tuple) and not special:
        return set()
    codes = Layout((), (), special).special
    held = [variable for variable in variables if variable is not None]
    return {(name, code) for variable in held for code in codes if has_code(variable, *codes_among(variable.names or (), (code,)))}


def refuse_unmet(special: Any, met: set[tuple[str, Any]], failed: Container[str] = ()) -> None:
    """Refuse special codes that no row has: a mistyped code would leave its rows among the values."""
    if not isinstance(special, dict):
        known = {code for _, code in met}
        for code in Layout((), (), special).special:
            if code not in known:
                raise InputError("scorecards.special_code_in_no_sample", code=code)
        return
    for name, codes in special.items():
        for code in Layout((), (), codes).special if name not in failed else ():
            if (name, code) not in met:
                raise InputError("scorecards.special_of_column_unknown", code=code, name=name)
