"""From rows of any format to Detections: which image and class each row means, and what is refused."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...messages import Message
from ...messages.language import say
from ...types import Bools
from ..box_checks import BENT, DEGREES, bent, flat, turned_further
from ..boxes import COLUMNS, centres_of
from ..detections import Categories, Detections, Images, Places
from .measured import SizedRows
from .rows import AnnotationRows, CodedColumn
from .units import SHARE, in_known_unit, look_like_shares

MOST_OUTSIDE = 0.01
"""The share of detections that may lie outside of their pictures without a note."""
BELOW_ZERO = "vision.part_class_below_0"


def sorted_names(names: Sequence[object], what: str, source: str) -> list[Any]:
    """Distinct names ascending: all whole numbers, or all text."""
    distinct = set(names)
    if len({isinstance(name, str) for name in distinct}) > 1:
        text = next(name for name in names if isinstance(name, str))
        number = next(name for name in names if not isinstance(name, str))
        raise InputError(
            "vision.names_of_mixed_types",
            source=source,
            what=what,
            text=text,
            number=number,
        )
    return sorted(distinct)


def images_of(names: Sequence[object], sizes: dict[Any, tuple[int, int]], source: str, files: dict[Any, str] | None = None) -> Images:
    """Images by their names, each once, with the heights and widths that are known."""
    ordered = sorted_names(names, say("vision.part_names_of_images"), source)
    height, width = (np.array([sizes.get(name, (0, 0))[axis] for name in ordered], np.int64) for axis in (0, 1))
    return Images(_array(ordered), height, width, tuple(files.get(name, "") for name in ordered) if files else ())


def _array(names: list[Any]) -> NDArray[Any]:
    return np.array(names, np.int64) if names and not isinstance(names[0], str) else np.array(names, object)


def categories_of(names: dict[Any, str], source: str) -> Categories:
    """Classes by their ids, each with its name."""
    ordered = sorted_names(list(names), say("vision.part_ids_of_classes"), source)
    return Categories(tuple(ordered), tuple(names[id] for id in ordered))


def detections_of(rows: AnnotationRows, truth: Detections | None, empty: str) -> Detections:
    """The rows as Detections: of the truth's images and classes where that is given, else of the data's own."""
    if truth is not None:
        _refuse_other_kind(rows, truth)
        images, categories = truth.images, truth.categories
    else:
        _refuse_twice(rows)
        images = images_of(rows.image.names, {}, rows.origin.source) if rows.images is None else rows.images
        categories = _named_by_themselves(rows) if rows.categories is None else rows.categories
    image = _image_places(rows, images)
    category = _category_places(rows, categories)
    rows = in_known_unit(rows, images, image, truth is not None and truth.normalised)
    if truth is not None and rows.unit == SHARE and not truth.normalised:
        _refuse_other_unit(rows, truth)
    measured = SizedRows(rows, images.height[image], images.width[image])
    boxes, derived = measured.boxes()
    rows = replace(rows, boxes=boxes, may_be_empty=derived if rows.may_be_empty is None else rows.may_be_empty | derived)
    _check_boxes(rows, empty)
    if truth is None:
        _check_areas(rows)
    made = Detections(
        images,
        categories,
        image,
        category,
        boxes,
        rows.score,
        measured.areas(boxes, predicted=truth is not None),
        _flags(rows.crowd, len(image)),
        _flags(rows.ignored, len(image)),
        rows.ids,
        measured.masks,
        rows.keypoints,
        rows.marked_points,
        rows.federation,
        rows.origin.source,
        rows.unit == SHARE,
        _notes(rows, np.stack([images.width[image], images.height[image]], axis=1)),
    )
    return _without_empty(made, rows) if empty == "drop" else made


def _refuse_other_kind(rows: AnnotationRows, truth: Detections) -> None:
    """Predictions that cannot be compared with the truth: without scores, in other units, of other boxes, of other classes."""
    source = rows.origin.source
    if rows.score is None:
        raise InputError(
            "vision.scores_missing_truth_swapped",
            source=source,
        )
    if truth.normalised and not (rows.unit == SHARE or (rows.unit is None and look_like_shares(rows.boxes))):
        _refuse_other_unit(rows, truth)
    if len(truth) and len(rows.boxes) and (rows.boxes.shape[1] != 4) != truth.is_oriented:
        raise InputError("vision.oriented_boxes_on_one_side", source=source)
    named = dict(zip(truth.categories.ids, truth.categories.names, strict=True))
    own = rows.categories or Categories((), ())
    for id, name in zip(own.ids, own.names, strict=True):
        if id in named and name != named[id] and str(id) not in (name, named[id]):
            raise InputError(
                "vision.class_names_differ",
                id=id,
                name=name,
                source=source,
                other=named[id],
            )


def _refuse_other_unit(rows: AnnotationRows, truth: Detections) -> None:
    if len(truth) and len(rows.boxes):
        raise InputError(
            "vision.box_units_differ",
            source=rows.origin.source,
        )


def _refuse_twice(rows: AnnotationRows) -> None:
    """An id that two objects share."""
    if rows.ids is None:
        return
    distinct, first, places = np.unique(rows.ids, return_index=True, return_inverse=True)
    if len(distinct) < len(rows.ids):
        first_of_each = first[places.reshape(-1)]
        row = int(np.flatnonzero(first_of_each != np.arange(len(rows.ids)))[0])
        before = rows.origin.row(int(first_of_each[row]), "id")
        rows.origin.refuse(row, "id", int(rows.ids[row]), say("detection.part_id_of_other_place", place=before))


def _named_by_themselves(rows: AnnotationRows) -> Categories:
    for code, name in enumerate(rows.category.names):
        if not isinstance(name, str) and name < 0:
            rows.origin.refuse(int(np.argmax(rows.category.codes == code)), rows.fields[1], name, say(BELOW_ZERO))
    return categories_of({name: str(name) for name in rows.category.names}, rows.origin.source)


def _flags(flags: Bools | None, count: int) -> Bools:
    return np.zeros(count, bool) if flags is None else flags


def _check_boxes(rows: AnnotationRows, empty: str) -> None:
    """Refuse boxes that have no area, unless they are to be kept or dropped, and what is no box always."""
    columns = rows.boxes.shape[1]
    wrong: Any
    if columns == COLUMNS["corners"]:
        wrong, what = bent(rows.boxes), say(BENT)
    else:
        wrong = (rows.boxes[:, 2:4] < 0).any(axis=1)
        what = say("vision.part_box_side_negative")
    if columns == COLUMNS["xywhr"] and not wrong.any():
        wrong, what = turned_further(rows.boxes), say(DEGREES)
    if wrong.any():
        row = int(np.argmax(wrong))
        rows.origin.refuse(row, rows.fields[2], _shown(rows, row), what)
    if empty == "refuse":
        wrong = np.flatnonzero(_empty(rows))
        if len(wrong):
            row = int(wrong[0])
            what = say("vision.part_box_without_area")
            rows.origin.refuse(row, rows.fields[2], _shown(rows, row), what)


def _check_areas(rows: AnnotationRows) -> None:
    """Refuse areas below zero, which no range holds: their objects would not be counted anywhere."""
    if rows.area is not None and (wrong := rows.area < 0).any():
        row = int(np.argmax(wrong))
        what = say("vision.part_area_malformed")
        rows.origin.refuse(row, "area", rows.area[row].item(), what)


def _empty(rows: AnnotationRows) -> Bools:
    empty = flat(rows.boxes) if rows.boxes.shape[1] == COLUMNS["corners"] else (rows.boxes[:, 2:4] == 0).any(axis=1)
    return np.asarray(empty if rows.may_be_empty is None else empty & ~rows.may_be_empty)


def _shown(rows: AnnotationRows, row: int) -> list[float]:
    box = (rows.boxes if rows.given is None else rows.given)[row]
    return [int(value) if value == int(value) else value for value in box.tolist()]


def _without_empty(made: Detections, rows: AnnotationRows) -> Detections:
    empty = _empty(rows)
    if not empty.any():
        return made
    first = rows.origin.row(int(np.argmax(empty)), rows.fields[2])
    note = Message("empty_boxes_dropped", source=made.source, count=int(empty.sum()), first=first)
    return replace(made.take(np.flatnonzero(~empty)), notes=(*made.notes, note))


def _notes(rows: AnnotationRows, sides: NDArray[np.int64]) -> tuple[Message, ...]:
    return (*_outside_of_pictures(rows, sides), *_odd_scores(rows))


def _outside_of_pictures(rows: AnnotationRows, sides: NDArray[np.int64]) -> tuple[Message, ...]:
    """Boxes whose centre is not in the picture; a detector may place a few so, and a truth none."""
    if rows.unit == SHARE or not len(rows.boxes):
        return ()
    centre = centres_of(rows.boxes)
    outside = np.asarray(((centre < 0) | ((sides > 0) & (centre > sides))).any(axis=1))
    if not outside.any() or (rows.score is not None and outside.mean() < MOST_OUTSIDE):
        return ()
    first = int(np.argmax(outside))
    values = {"first": rows.origin.row(first, rows.fields[2]), "box": f"{_shown(rows, first)}"}
    return (Message("boxes_outside", source=rows.origin.source, count=int(outside.sum()), boxes=len(outside), **values),)


def _odd_scores(rows: AnnotationRows) -> tuple[Message, ...]:
    """Scores that are no probabilities rank as well as any, but a confidence of 0.5 means nothing on them."""
    if rows.score is None:
        return ()
    outside = np.flatnonzero((rows.score < 0) | (rows.score > 1))
    if len(outside) == 0:
        return ()
    first = int(outside[0])
    place = rows.origin.row(first, "score")
    values = {"count": len(outside), "first": place, "score": float(rows.score[first])}
    return (Message("scores_outside", source=rows.origin.source, **values),)


def _places(keys: CodedColumn, place_of: Callable[[Any], int]) -> Places:
    found = np.array([place_of(name) for name in keys.names], np.int32)
    return found[keys.codes] if len(keys.codes) else np.zeros(0, np.int32)


def _image_places(rows: AnnotationRows, images: Images) -> Places:
    """The place of each row's image; a text that names no image may name the file of one."""
    names = images.names.tolist()
    known = {name: place for place, name in enumerate(names)}
    if names and not isinstance(names[0], str) and any(isinstance(name, str) for name in rows.image.names):
        known = {**_by_file(images.files), **known}
    _refuse_two_readings(rows, images)
    places = _places(rows.image, lambda name: known.get(name, -1))
    row = _first_unknown(places)
    if row is not None:
        value = rows.image.names[int(rows.image.codes[row])]
        what = say("vision.part_image_unknown", count=len(names), near=near_names(value, names))
        if rows.score is not None and (not names or isinstance(names[0], str) == isinstance(value, str)):
            what += say("vision.remedy_name_empty_images")
        rows.origin.refuse(row, rows.fields[0], value, what)
    return places


def _refuse_two_readings(rows: AnnotationRows, images: Images) -> None:
    """Refuse text that is the id of one image and the file name of another: nothing says which of the two is meant."""
    ids = {str(name): place for place, name in enumerate(images.names.tolist())}
    filed = _by_file(images.files) if images.names.dtype != object else {}
    for code, name in enumerate(rows.image.names):
        text = str(name) if isinstance(name, str) or rows.images_spelled else ""
        if text in ids and filed.get(text, ids[text]) != ids[text]:
            what = say(
                "vision.part_image_id_file_conflict",
                id=images.names[filed[text]].item(),
                file=images.files[filed[text]],
            )
            rows.origin.refuse(int(np.argmax(rows.image.codes == code)), rows.fields[0], text, what)


def _by_file(files: Sequence[str]) -> dict[Any, int]:
    """Places by the names of pictures, with and without folder and suffix, where these mean one picture only."""
    places: dict[Any, int] = {}
    for shorten in (str, lambda name: PurePath(name).name, lambda name: PurePath(name).stem):
        short = [shorten(name) for name in files]
        once = {name: place for place, name in enumerate(short) if name}
        if len(once) == sum(map(bool, short)):
            places = {**once, **places}
    return places


def _category_places(rows: AnnotationRows, categories: Categories) -> Places:
    """The place of each row's class: by its id; where ids are numbers, a text is the name of a class."""
    known: dict[Any, int] = {id: place for place, id in enumerate(categories.ids)}
    if categories.ids and not isinstance(categories.ids[0], str):
        often = Counter(categories.names)
        known |= {name: place for place, name in enumerate(categories.names) if often[name] == 1}
    places = _places(rows.category, lambda name: known.get(name, -1))
    row = _first_unknown(places)
    if row is not None:
        value = rows.category.names[int(rows.category.codes[row])]
        names = categories.names if isinstance(value, str) else categories.ids
        what = say("vision.part_class_unknown", count=len(names), near=near_names(value, names))
        if rows.score is not None and (not names or isinstance(names[0], str) == isinstance(value, str)):
            what += say("vision.remedy_name_empty_classes")
        rows.origin.refuse(row, rows.fields[1], value, what)
    return places


def _first_unknown(places: Places) -> int | None:
    unknown = np.flatnonzero(places < 0)
    return int(unknown[0]) if len(unknown) else None


def near_names(value: object, names: Sequence[object]) -> str:
    """The first of the names that there are, behind what names none of them."""
    if not names:
        return ""
    if isinstance(names[0], str) != isinstance(value, str):
        return say("vision.part_text_and_number", first=names[0])
    return f" ({', '.join(repr(name) for name in names[:3])}{', …' if len(names) > 3 else ''})"
