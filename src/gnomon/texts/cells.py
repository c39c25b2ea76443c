"""Cells of columns of texts: what a sentence may be, checked once, and refused by its place where it is something else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..messages.language import say
from .columns import is_missing
from .measure import SentencePairs

Where = Callable[[int], Any]
"""A row's place as people find it."""


@dataclass(frozen=True)
class CellReader:
    """How a family reads the cells of its truth and of what was said: ``truth`` and ``said`` give what is counted in, or a text that
    says what is wrong with a cell, marked as a :class:`Wrong`.
    """

    key: str
    truth: Callable[[Any], Any]
    said: Callable[[Any], Any]


class Wrong(str):
    """What is wrong with a cell, and what to pass instead."""


def one_text(cell: object) -> Wrong | str:
    """A cell that must be a text."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, (bytes, bytearray)):
        return Wrong(say("texts.part_cell_is_bytes"))
    if isinstance(cell, (list, tuple)):
        return Wrong(say("texts.part_cell_is_list"))
    return Wrong(say("texts.part_cell_not_text", cell=cell))


def present(wordings: Sequence[object]) -> list[Any]:
    """The wordings that are there: sacrebleu's streams have None where a sentence has fewer references than others."""
    return [one for one in wordings if not is_missing(one)]


def texts(cell: Any) -> Any:
    """A cell that may be a text, or several wordings of it as a list; missing ones among others are left out."""
    if not isinstance(cell, (list, tuple)):
        found = one_text(cell)
        return found if isinstance(found, Wrong) else (found,)
    if not cell:
        return Wrong(say("texts.part_wordings_empty"))
    wordings = [one_text(one) for one in present(cell)]
    if not wordings:
        return Wrong(say("texts.part_wordings_all_missing"))
    return next((one for one in wordings if isinstance(one, Wrong)), tuple(wordings))


def pairs_of(cells: CellReader, truth: Sequence[object], said: Sequence[object], names: tuple[str, str], where: Where) -> SentencePairs:
    """Both columns, read; the first cell that cannot be is refused."""
    return SentencePairs(_read(truth, cells.truth, names[0], where), _read(said, cells.said, names[1], where), names, where)


def _read(column: Sequence[object], read: Callable[[Any], Any], name: str, where: Where) -> list[Any]:
    if read is one_text and {*map(type, column)} <= {str}:
        return list(column)
    found = []
    for row, cell in enumerate(column):
        value = read(cell)
        if isinstance(value, Wrong):
            raise InputError("texts.bad_cell_in_column", name=name, what=str(value), where=where(row))
        found.append(value)
    return found


TRANSCRIPTS = CellReader("transcripts", one_text, one_text)
TEXTS = CellReader("texts", texts, one_text)
