"""Public functions of metrics of sentences: (references, hypotheses), or what was counted in them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..inputs.arrays import not_empty, same_length
from ..inputs.numbers import as_weight
from ..messages import Message
from ..messages.language import listed
from ..metrics.sentences import figures, measure_of, of_sentences
from ..summary import SentenceSums, Summary
from ..texts.cells import pairs_of
from ..texts.columns import listed_cells, without_missing
from ..texts.score import Score
from .signature import Parameter, describe_columns, with_preset

SHARED: dict[str, Any] = {"weight": None, "per_sentence": False, "missing": "error", "undefined": "warn"}


def sentences_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of sentences."""
    names = of_sentences(entry).columns

    def function(
        *columns: Any,
        weight: object = None,
        per_sentence: bool = False,
        missing: str = "error",
        undefined: str | float = "warn",
        **rest: Any,
    ) -> Any:
        given = _by_name(entry, columns, names, rest)
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        measure = measure_of(entry, options)
        if isinstance(given[names[0]], Summary):
            held = _given(entry, given[names[0]], len(given) > 1 or weight is not None or per_sentence)
        else:
            lines, heavy = _counted(entry, options, given, weight, missing)
            if per_sentence:
                return _each(entry, options, lines, undefined)
            held = SentenceSums.of_lines(measure.columns(), lines, heavy)
        value = value_of(entry, options, held)
        if value != value:
            return value_if_undefined(entry.name, entry.reason(held), undefined)
        signature = measure.signed(held.line(measure.columns()))
        return Score(value, signature) if signature else value

    describe_columns(
        function, entry, {one: None if place else Parameter.empty for place, one in enumerate(names)}, SHARED, preset, name or entry.name
    )
    return function


def value_of(entry: Entry, options: dict[str, Any], held: SentenceSums) -> float:
    """The metric of what was counted."""
    if not held.rows:
        return float("nan")
    columns = measure_of(entry, options).columns()
    lacking = next((column for column in columns if column not in held.sums), None)
    if lacking is not None:
        raise InputError(
            "public.sentence_counts_missing",
            name=entry.name,
            lacking=lacking,
        )
    return float(figures(entry, options, held.line(columns)[None], columns)[0])


def _given(entry: Entry, held: object, beside: bool) -> SentenceSums:
    kind = type(held).__name__
    if not isinstance(held, SentenceSums):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type="SentenceSums", type_2=kind)
    if beside:
        raise InputError("public.summary_with_arrays", name=entry.name, type=kind)
    return held


def _by_name(entry: Entry, columns: tuple[object, ...], names: tuple[str, ...], rest: dict[str, Any]) -> dict[str, Any]:
    """The columns that were passed, by place or by name; those passed by name are taken from the other keywords."""
    if len(columns) > len(names):
        raise InputError("public.too_many_sentence_columns", name=entry.name, columns=listed(names))
    given = dict(zip(names, columns, strict=False))
    given |= {one: rest.pop(one) for one in names if one in rest and one not in given}
    found = {one: column for one, column in given.items() if column is not None}
    if names[0] not in found:
        raise InputError("public.sentence_column_missing", name=names[0])
    return found


def _counted(
    entry: Entry, options: dict[str, Any], given: dict[str, Any], weight: object, missing: str
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """A line for each sentence, and the weights."""
    made = of_sentences(entry)
    first, last = made.columns[0], made.columns[-1]
    if last not in given:
        raise InputError("inputs.second_missing_of_pair", first=first, second=last)
    truth = listed_cells(given[first], first)
    said = listed_cells(given[last], last)
    truth = truth if first != last else [""] * len(said)
    same_length(len(truth), first, len(said), last)
    not_empty(len(said), last)
    truth, said, weight = without_missing(truth, said, weight, missing, (first, last))
    pairs = pairs_of(made.cells, truth, said, (first, last), lambda row: Message("at_position", position=row))
    heavy = None if weight is None else np.asarray(as_weight(weight, len(truth), first), np.float64)
    return measure_of(entry, options).count(pairs), heavy


def _each(entry: Entry, options: dict[str, Any], lines: NDArray[np.float64], undefined: str | float) -> NDArray[np.float64]:
    """The metric of each sentence by itself; one that has none is NaN, or what the caller put in its place."""
    values = np.asarray(figures(entry, options, lines, measure_of(entry, options).columns()), np.float64)
    if isinstance(undefined, str):
        if undefined == "raise" and np.isnan(values).any():
            value_if_undefined(entry.name, entry.reason(SentenceSums()), undefined)
        return values
    return np.where(np.isnan(values), float(undefined), values)
