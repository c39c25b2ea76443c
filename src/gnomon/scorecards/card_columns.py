"""The columns that a card reads, by name, whatever holds them: a frame, a dictionary, a matrix, a file, a relation."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engines import Projection, Source, open_source
from ..engines.columns import Column, joined, occurring, spelt
from ..engines.source import Batch
from ..errors import InputError
from ..inputs.arrays import column_names, to_array
from ..inputs.variables import Variable, as_variable
from ..messages.language import either, say
from ..summary.bin_layout import Layout
from .same_kind import nearly_numbers, refuse_slip

if TYPE_CHECKING:
    from ..types import Array


BATCH = 1 << 18
MEMORY = 1 << 30


def source_of(X: object) -> Source:
    """The rows of X; the columns of a matrix without names are x0, x1, …"""
    if isinstance(X, Source):
        return X
    if isinstance(X, (np.ndarray, list)) and not column_names(X) and not _paths(X):
        matrix = to_array(X, "X")
        if matrix.ndim != 2:
            raise InputError("scorecards.card_input_shape_unsupported", shape=matrix.shape)
        return open_source({f"x{place}": matrix[:, place] for place in range(matrix.shape[1])}, MEMORY)
    return open_source(X, MEMORY)


@contextmanager
def opened(X: object) -> Iterator[Source]:
    """The rows of X, let go of afterwards; those of a source are its owner's to close."""
    source = source_of(X)
    try:
        yield source
    finally:
        if source is not X:
            source.close()


def _paths(X: "Array | list[Any]") -> bool:
    return isinstance(X, list) and bool(X) and all(isinstance(one, str) for one in X)


def require(source: Source, names: Iterable[str]) -> list[str]:
    """The names, all of which the source must have; all that it lacks are named at once."""
    wanted = list(names)
    lacking = [name for name in wanted if name not in source.columns]
    if lacking:
        near = difflib.get_close_matches(lacking[0], source.columns, n=1, cutoff=0.6)
        hint = say("catalog.part_similar_names", choices=either(map(repr, near))) if near else ""
        raise InputError(
            "scorecards.card_columns_missing",
            source=source.name,
            count=len(lacking),
            names=", ".join(map(repr, lacking)),
            hint=hint,
        )
    return wanted


def batches(source: Source, layouts: Mapping[str, Layout], others: Sequence[str] = (), size: int = BATCH) -> Iterator[Batch]:
    """The columns that layouts cut, and others, in batches of rows; a text file's are read as what the layouts hold."""
    require(source, [*layouts, *others])
    refuse_elsewhere(source, say("scorecards.part_this"))
    for batch in source.batches(read_as(layouts, others), size):
        yield spelt_as(batch, layouts, source.spells)


def refuse_elsewhere(source: Source, what: str) -> None:
    """Refuse rows that are elsewhere where all of them would have to come here."""
    if source.apart:
        raise InputError(
            "scorecards.all_rows_needed_on_spark",
            what=what,
        )


def read_as(layouts: Mapping[str, Layout], others: Sequence[str] = ()) -> Projection:
    """The columns to read: numbers where a layout cuts them, anything else as it is."""
    numbers = [name for name, layout in layouts.items() if layout.groups is None]
    return Projection(numbers, (), [name for name in dict.fromkeys([*layouts, *others]) if name not in numbers])


def spelt_as(batch: Batch, layouts: Mapping[str, Layout], spells: bool) -> Batch:
    """Categories that are no texts, as a text file spells them."""
    coded = [name for name, layout in layouts.items() if layout.groups is not None and not _texts(layout)] if spells else []
    return batch | {name: _as_spelt(batch[name]) for name in coded}


def whole(X: object, names: Sequence[str], layouts: Mapping[str, Layout] | None = None, as_text: bool = False) -> dict[str, Column]:
    """The columns of those names, all rows at once.

    Where no layouts say what they hold, a text file's are numbers if all of them are; with ``as_text`` they stay as they are written.
    """
    source = source_of(X)
    known = {name: layouts[name] for name in names if name in layouts} if layouts is not None else {}
    others = [name for name in names if name not in known]
    try:
        at_hand = source.rows is not None and not source.inputs
        parts = list(batches(source, known, others, max(source.rows or 1, 1) if at_hand else BATCH))
    finally:
        source.close()
    if not parts:
        raise InputError("inputs.rows_missing", name=source.name)
    found = parts[0] if len(parts) == 1 else {name: joined([part[name] for part in parts]) for name in names}
    return found | {name: _of_text(found[name], name, source) for name in others if source.spells and not as_text}


def _texts(layout: Layout) -> bool:
    return all(isinstance(one, str) for group in layout.groups or () for one in group)


def _as_spelt(column: Column) -> Column:
    """A column of texts as what they spell."""
    return column if column.names is None else column._replace(names=tuple(spelt(name) for name in column.names))


def _numbers_if_all(column: Column) -> Column:
    made = _as_spelt(column)
    if not column.names or not holds_numbers(made):
        return column
    return Column(_floats(made)) if _exact(made) else made


def _of_text(column: Column, name: str, source: Source) -> Column:
    """A column of a text file as numbers if all of it is; numbers with a slip among them are no categories."""
    made = _numbers_if_all(column)
    names = made.names or ()
    if nearly_numbers(names):
        refuse_slip(name, Variable(made.values, names), source, say("scorecards.remedy_correct_or_na"))
    return made


def holds_numbers(column: Column) -> bool:
    """Whether a column holds numbers, be it as objects, and no truths."""
    if column.names is None:
        return column.values.dtype.kind != "b"
    return all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in column.names)


def _exact(column: Column) -> bool:
    """Whether floats hold all numbers of a column: past 2**53 different whole numbers would become equal."""
    if column.names is not None:
        return all(float(one) == one for one in column.names if isinstance(one, int))
    if column.values.dtype.kind not in "iu" or not len(column.values):
        return True
    return max(abs(int(column.values.min())), abs(int(column.values.max()))) <= 2**53


def _floats(column: Column) -> Any:
    """Numbers with NaN for what is missing; as objects where floats do not hold them, which whoever takes them as a variable refuses."""
    gaps = column.gaps()
    values = column.values
    if not _exact(column) and (column.names is not None or gaps is not None):
        return as_written(column)
    if column.names is not None:
        values = np.array([*column.names, np.nan], np.float64)[values]
    return values if gaps is None else np.where(gaps, np.nan, values)


def binned(column: Column, layout: Layout, name: str, start: int = 0) -> "Array":
    """The bin of each row, or an error that names the column where it holds another kind of thing than the card has bins for.

    The first row stands at ``start``.
    """
    column = occurring(column)
    if layout.groups is None:
        gaps = column.gaps()
        if gaps is not None and gaps.all():
            return np.full(len(column.values), layout.missing)
        if not holds_numbers(column):
            at, value = _first(column)
            raise InputError(
                "scorecards.card_value_not_numeric",
                name=name,
                value=value,
                at=at + start,
            )
        values = _floats(column)
        endless = np.isinf(values) if values.dtype != object else np.zeros(len(values), bool)
        if endless.any():
            raise InputError(
                "scorecards.card_value_without_bin",
                name=name,
                value=float(values[np.argmax(endless)]),
                at=int(np.argmax(endless)) + start,
            )
        return layout.assign(as_variable(values, name))
    encoded = column.encoded()
    variable = Variable(encoded.values, encoded.names or ())
    _alike(variable, layout, name, start)
    return layout.assign(variable)


def _first(column: Column) -> tuple[int, Any]:
    """The first value that is no number, and its place."""
    if column.names is None:
        return 0, bool(column.values[0])
    wrong = np.array([isinstance(one, bool) or not isinstance(one, (int, float)) for one in column.names] + [False])
    at = int(np.argmax(wrong[column.values]))
    return at, column.names[column.values[at]]


def _alike(variable: Variable, layout: Layout, name: str, start: int) -> None:
    """Refuse numbers where the card's categories are texts, and texts where they are numbers: they would all be strangers."""
    known = {isinstance(one, str) for group in layout.groups or () for one in group}
    met = {isinstance(one, str) for one in variable.names or ()}
    if len(known) == 1 and met - known:
        wrong = next(place for place, one in enumerate(variable.names or ()) if isinstance(one, str) not in known)
        at = int(np.argmax(variable.values == wrong)) + start
        raise InputError(
            "scorecards.card_category_kind_mismatch",
            name=name,
            value=(variable.names or ())[wrong],
            at=at,
            kind=say("scorecards.part_texts") if True in known else say("scorecards.part_numbers"),
            known=next(one for group in layout.groups or () for one in group),
        )


def plain_values(column: Column) -> Any:
    """A column as an array: numbers with NaN, anything else with None where a value is missing."""
    if holds_numbers(column) and len(column.values):
        return _floats(column)
    encoded = column.encoded()
    names = np.empty(len(encoded.names or ()) + 1, object)
    names[:-1] = list(encoded.names or ())
    return names[np.where(encoded.values < 0, -1, encoded.values)]


def as_written(column: Column) -> Any:
    """A column to write again: whole numbers digit by digit, though they were read as floats, None where a value is missing."""
    gaps = column.gaps()
    there = ~gaps if gaps is not None else np.ones(len(column.values), bool)
    whole_numbers = column.values.dtype.kind in "iu" if column.names is None else _all_whole(column.names)
    if not whole_numbers or not there.any():
        values = plain_values(column)
        return _as_whole(values) if values.dtype.kind == "f" else values
    if column.names is None and there.all():
        return column.values
    made = np.full(len(column.values), None, object)
    kept = column.values[there].tolist()
    made[there] = kept if column.names is None else [column.names[code] for code in kept]
    return made


def _all_whole(names: Sequence[object]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in names)


def _as_whole(values: Any) -> Any:
    """Floats as whole numbers where all of them are, and small enough to be exact."""
    gaps = np.isnan(values)
    there = values[~gaps]
    if not len(there) or (there != np.rint(there)).any() or np.abs(there).max() >= 2**53:
        return values
    made = np.full(len(values), None, object)
    made[~gaps] = there.astype(np.int64)
    return made.astype(np.int64) if not gaps.any() else made


def spelt_numbers(column: Column, spells: bool) -> "Array":
    """A column of numbers as floats; a text file's as what they spell."""
    return np.asarray(plain_values(_numbers_if_all(column) if spells else column), np.float64)
