"""Records of a JSON file, or of a list of dictionaries, as columns."""

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from ... import _core
from ...messages.language import say
from ...types import Bools, Floats, Integers
from .mask_columns import is_given
from .rows import CodedColumn, Origin, keys_of, keys_of_integers


class Records(NamedTuple):
    """What annotations or results hold, a column a field; None where no record has it, NaN where this one has not."""

    image: CodedColumn
    category: CodedColumn
    ids: Integers | None
    boxes: Floats | None
    score: Floats | None
    area: Floats | None
    crowd: Bools | None
    ignored: Bools | None
    keypoints: Floats | None
    marked_points: Integers | None
    segmentations: Sequence[Any] | None


def records_of(records: Sequence[object], origin: Origin) -> Records:
    """The columns of a list of dictionaries. The kernel takes what is plain, and leaves all else, with every refusal, to Python."""
    columns = _core.coco_records(records) if isinstance(records, list) else None
    if columns is None:
        return records_in_python(records, origin)
    return records_of_columns(columns, _segmentations(records) if columns[-1] else None)


def records_of_columns(columns: tuple[Any, ...], segmentations: Sequence[Any] | None) -> Records:
    """What a kernel made of records."""
    image, category, ids, boxes, score, area, crowd, ignored, keypoints, marked, _ = columns
    return Records(
        keys_of_integers(image),
        keys_of_integers(category),
        ids,
        boxes,
        score,
        area,
        crowd,
        ignored,
        _points(keypoints),
        marked,
        segmentations,
    )


def records_in_python(records: Sequence[object], origin: Origin) -> Records:
    """The same, record by record, with every field checked."""
    for row, record in enumerate(records):
        if not isinstance(record, Mapping):
            origin.refuse(row, "", record, say("vision.part_record_not_dictionary"))
    return Records(
        keys_of(_column(records, "image_id", origin, integer_or_text, required=True)),
        keys_of(_column(records, "category_id", origin, integer_or_text, required=True)),
        _whole_numbers(records, "id", origin),
        _lists(records, "bbox", origin, _box),
        _floats(records, "score", origin),
        _floats(records, "area", origin),
        _flags(records, "iscrowd", origin),
        _flags(records, "ignore", origin),
        _points(_lists(records, "keypoints", origin, _keypoints)),
        _whole_numbers(records, "num_keypoints", origin),
        _segmentations(records),
    )


def _points(keypoints: Floats | None) -> Floats | None:
    return None if keypoints is None else keypoints.reshape(len(keypoints), -1, 3)


Read = Callable[[Any], Any]
"""Reads a value, or gives None for what it cannot be."""


def _column(records: Sequence[Any], field: str, origin: Origin, read: Read, required: bool = False) -> list[Any]:
    """A field of each record as it was read; None where a record has none, or null."""
    values = []
    for row, record in enumerate(records):
        given = record.get(field)
        if isinstance(given, list) and not given and not required:  # COCO's way to have no box, and no keypoints
            given = None
        value = None if given is None else read(given)
        if value is None and (required or given is not None):
            _refuse(origin, row, field, given, read, missing=field not in record)
        values.append(value)
    return values


def _refuse(origin: Origin, row: int, field: str, given: object, read: Read, missing: bool) -> None:
    meanings: dict[Read, str] = {
        integer_or_text: say("vision.part_id_malformed"),
        _integer: say("vision.part_not_integer"),
        _finite: say("vision.part_field_not_finite"),
        _flag: say("vision.part_flag_not_binary"),
        _box: say("vision.part_box_not_four_numbers"),
        _keypoints: say("vision.part_keypoints_malformed"),
    }
    origin.refuse(row, field, given, say("vision.part_id_missing") if missing else meanings[read])


def integer_or_text(value: object) -> int | str | None:
    """An id: a whole number or text; True, 1.0 and NaN are none."""
    return value if isinstance(value, str) else _integer(value)


def _integer(value: object) -> int | None:
    if type(value) is not int and (isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral)):
        return None
    number = int(value)
    return number if -(2**63) <= number < 2**63 else None


def _finite(value: object) -> float | None:
    if type(value) is not float:  # most are
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
            return None
        try:
            value = float(value)
        except OverflowError:
            return None
    return value if math.isfinite(value) else None


def _flag(value: object) -> bool | None:
    return bool(value) if isinstance(value, (bool, np.bool_, Integral)) and value in (0, 1) else None


def _numbers(value: object) -> list[float] | None:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return None
    read = [_finite(each) for each in value]
    return None if None in read else read  # type: ignore[return-value]  # no None is left


def _box(value: object) -> list[float] | None:
    read = _numbers(value)
    return read if read is not None and len(read) == 4 else None


def _keypoints(value: object) -> list[float] | None:
    read = _numbers(value)
    return read if read and len(read) % 3 == 0 else None


def _floats(records: Sequence[object], field: str, origin: Origin) -> Floats | None:
    values = _column(records, field, origin, _finite)
    return None if not _any(values) else np.array([np.nan if value is None else value for value in values], np.float64)


def _any(values: list[Any]) -> bool:
    return any(value is not None for value in values)


def _whole_numbers(records: Sequence[object], field: str, origin: Origin) -> Integers | None:
    """A field that all records have, or none of them."""
    values = _column(records, field, origin, _integer)
    if not _any(values):
        return None
    for row, value in enumerate(values):
        if value is None:
            origin.refuse(row, field, None, say("vision.part_missing_in_record"))
    return np.array(values, np.int64)


def _flags(records: Sequence[object], field: str, origin: Origin) -> Bools | None:
    values = _column(records, field, origin, _flag)
    return np.array(values, bool) if _any(values) else None


def _lists(records: Sequence[object], field: str, origin: Origin, read: Read) -> Floats | None:
    """Lists of one length, NaN in records that have none."""
    values = _column(records, field, origin, read)
    if not _any(values):
        return None
    length = next(len(value) for value in values if value is not None)
    for row, value in enumerate(values):
        if value is not None and len(value) != length:
            what = say("vision.part_number_counts_differ", count=len(value), length=length)
            origin.refuse(row, field, value, what)
    return np.array([[np.nan] * length if value is None else value for value in values], np.float64)


def _segmentations(records: Sequence[Any]) -> list[Any] | None:
    """Segmentations as they stand; none where every one of them is empty."""
    values = [record.get("segmentation") for record in records]
    return values if any(map(is_given, values)) else None
