"""Cells of tagged sentences: tags as a list or as text, or spans with a type and two ends."""

import json
from typing import Any

from ..messages.language import say
from .cells import CellReader, Wrong
from .tags import is_tag

TYPES = ("type", "label", "entity", "entity_group", "tag")
"""What the type is called where spans are mappings."""


class SpanList(tuple[tuple[str, int, int], ...]):
    """Spans of one sentence: type, start and end of each, as they were given."""

    __slots__ = ()


_KNOWN: set[str] = {"O"}
"""Tags that were found to be some: there are few, and each comes thousands of times."""


def tags_or_spans(cell: object) -> Any:
    """What a cell holds: a list of tags, or a :class:`SpanList`; a :class:`Wrong` that says what is no tag or span."""
    if isinstance(cell, str):
        cell = _parsed(cell)
    if isinstance(cell, (list, tuple)):
        if cell and all(type(one) is str for one in cell):
            return _tags(cell)
        return _spans(cell) if any(isinstance(one, (list, tuple, dict)) for one in cell) else _tags(cell)
    if isinstance(cell, Wrong):
        return cell
    if isinstance(cell, (bytes, bytearray)):
        return Wrong(say("texts.part_cell_is_bytes"))
    return Wrong(say("texts.part_cell_not_tag_list", cell=cell))


def _parsed(text: str) -> Any:
    """A text: JSON where it looks so, else tags with spaces between them."""
    if not text.lstrip().startswith("["):
        return text.split()
    try:
        return json.loads(text)
    except ValueError:
        return Wrong(say("texts.part_cell_not_json_list", text=text))


def _tags(cell: tuple[Any, ...] | list[Any]) -> Any:
    if _KNOWN.issuperset(cell):
        return cell
    for place, tag in enumerate(cell):
        if not is_tag(tag):
            return _no_tag(tag, place)
        if len(_KNOWN) < 100_000:
            _KNOWN.add(tag)
    return cell


def _no_tag(tag: object, place: int) -> Wrong:
    if tag is None or tag != tag:
        return Wrong(say("texts.part_tag_missing", tag=tag, place=place))
    if isinstance(tag, (int, float)):
        return Wrong(say("texts.part_tag_is_number", tag=tag, place=place))
    return Wrong(
        say(
            "texts.part_tag_malformed",
            tag=tag,
            place=place,
        )
    )


def _spans(cell: list[Any] | tuple[Any, ...]) -> Wrong | SpanList:
    found = []
    for place, one in enumerate(cell):
        span = _span(one)
        if span is None:
            return Wrong(
                say(
                    "texts.part_span_malformed",
                    one=one,
                    place=place,
                )
            )
        found.append(span)
    return SpanList(found)


def _span(one: object) -> tuple[str, int, int] | None:
    """Type, start and end of a span in any of its forms; None where it has none of them."""
    if isinstance(one, dict):
        parts: tuple[Any, ...] = (next((one[name] for name in TYPES if name in one), None), one.get("start"), one.get("end"))
    elif isinstance(one, (list, tuple)) and len(one) == 3:
        parts = (one[2], one[0], one[1]) if isinstance(one[2], str) else tuple(one)
    else:
        return None
    kind, start, end = parts
    if not isinstance(kind, str) or not kind or not _is_whole(start) or not _is_whole(end):
        return None
    return kind, int(start), int(end)


def _is_whole(value: object) -> bool:
    return not isinstance(value, bool) and (isinstance(value, int) or (hasattr(value, "dtype") and value.dtype.kind in "iu"))


TAGGED = CellReader("tags", tags_or_spans, tags_or_spans)
