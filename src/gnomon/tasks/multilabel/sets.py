"""Sets of labels as a pass keeps them: each different set once, and for every row which set it has."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engines.columns import spelt
from ...errors import InputError
from ...inputs.tags import refused_tags, tag_of
from ...types import Bytes
from ..parts import ColumnRole

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block


class Sets(NamedTuple):
    """The labels, and which of them each different set has: of the truth, and of what was predicted."""

    names: tuple[Any, ...]
    truth: Any
    predicted: Any = None


class FixedMatrix:
    """A matrix that is no column of rows: it stays whole when some of them are taken."""

    def __init__(self, matrix: Bytes) -> None:
        self.matrix = matrix


class SetRows(NamedTuple):
    """For each row which of the different sets it has: truly, and as predicted."""

    truth: NDArray[np.int64]
    predicted: NDArray[np.int64]
    weight: NDArray[np.float64] | None
    names: tuple[Any, ...]
    true_sets: FixedMatrix
    predicted_sets: FixedMatrix


def part_of(argument: str, column: str, plan: "Plan") -> ColumnRole:
    """A column of sets of labels."""
    return ColumnRole(argument, column, "key", lists=True, empty="" if "separator" in plan.options else None)


@lru_cache(maxsize=2**16)
def _parsed(text: str, separator: str | None, spells: bool) -> tuple[tuple[Any, ...] | None, str]:
    """The labels of a set, None where it is no list; and what is wrong with them."""
    if separator is not None:
        pieces = [piece.strip() for piece in text.split(separator)]
        tags = tuple(spelt(piece) if spells else piece for piece in pieces if piece)
        return tags, refused_tags(tags)
    try:
        found = json.loads(text)
    except ValueError:
        return None, ""
    if not isinstance(found, list):
        return None, ""
    tags = tuple(tag_of(value) for value in found)
    return tags, refused_tags(tags)


def labels_in(text: object, plan: "Plan", part: ColumnRole) -> tuple[Any, ...]:
    """The labels of one set, or an error that says what is wrong with it."""
    spells = plan.spells and not plan.text_labels
    found, problem = _parsed(text, plan.options.get("separator"), spells) if isinstance(text, str) else (None, "")
    if found is None:
        raise InputError(
            "multilabel.column_not_label_lists",
            argument=part.argument,
            value=part.column,
            text=text,
        )
    if problem:
        raise InputError("multilabel.label_list_problem", argument=part.argument, value=part.column, problem=problem, text=text)
    allowed: list[Any] = plan.options.get("labels") or []
    stranger = next((tag for tag in found if allowed and tag not in allowed), None)
    if stranger is not None:
        shown = ", ".join(map(repr, allowed[:8])) + (", …" if len(allowed) > 8 else "")
        raise InputError(
            "multilabel.label_not_listed",
            argument=part.argument,
            value=part.column,
            stranger=stranger,
            shown=shown,
        )
    return found


def members(block: "Block", plan: "Plan", part: ColumnRole) -> Bytes:
    """For each different set of a column, which of the labels it has; labels in their order."""
    places = {name: place for place, name in enumerate(block.ordered)}
    texts = block.keys[part.column]
    assert texts is not None
    made = np.zeros((max(len(texts), 1), len(places)), np.uint8)
    found = [(row, places[tag]) for row, text in enumerate(texts) for tag in labels_in(text, plan, part)]
    if found:
        made[tuple(np.array(found).T)] = 1
    return made
