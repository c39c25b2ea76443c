"""COCO's JSON: annotations with their images and categories, and lists of results."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import numpy as np

from ...errors import InputError
from ...messages.language import say
from ...types import Bools, Floats
from ..detections import Categories, Detections, Federation, Images
from .mask_columns import OutlineFallback
from .placing import categories_of, sorted_names
from .records import Records, integer_or_text, records_of
from .rows import AnnotationRows, Origin


def _named(part: str, row: int, field: str) -> str:
    return f"{part}[{row}].{field}" if field else f"{part}[{row}]"


def origin_of(source: str, part: str) -> Origin:
    """Where records of a part of the file stand: ``annotations[3].bbox``."""
    return Origin(source, partial(_named, part))


def rows_of_dataset(data: Mapping[str, object], source: str, predicted: bool) -> AnnotationRows:
    """The annotations of a data set, with its images and categories."""
    origin = origin_of(source, "annotations")
    return rows_of_annotations(records_of(_records(data, "annotations", source), origin), data, origin, predicted)


def rows_of_annotations(found: Records, data: Mapping[str, object], origin: Origin, predicted: bool) -> AnnotationRows:
    """The same of columns, with the images and categories of the data."""
    images, categories = (_records(data, part, origin.source) for part in ("images", "categories"))
    named = _categories(categories, origin.source)
    seen = _images(images, origin.source)
    score = found.score
    if score is not None and np.isnan(score).any():
        origin.refuse(int(np.argmax(np.isnan(score))), "score", None, say("vision.part_missing_in_record"))
    return replace(_rows(found, origin, score, predicted, seen, named), federation=_federation(images, seen, named, origin.source))


def rows_of_results(results: Sequence[object], source: str, truth: Detections | None) -> AnnotationRows:
    """A list of results."""
    if truth is None:
        refuse_results_as_truth(source)
    origin = origin_of(source, "results")
    return rows_of_result_columns(records_of(results, origin), origin, truth)


def rows_of_result_columns(found: Records, origin: Origin, truth: Detections) -> AnnotationRows:
    """The same of columns."""
    count = len(found.image.codes)
    score = np.full(count, np.nan) if found.score is None else found.score
    if np.isnan(score).any():
        origin.refuse(int(np.argmax(np.isnan(score))), "score", None, say("vision.part_score_missing"))
    if truth.masks is not None and found.boxes is not None:
        found = found._replace(segmentations=OutlineFallback(found.segmentations, found.boxes))
    return _rows(found._replace(ids=None, area=None), origin, score, predicted=True)


def refuse_results_as_truth(source: str) -> NoReturn:
    """A list of results does not say what was looked at."""
    raise InputError(
        "vision.coco_results_as_truth",
        source=source,
    )


def _records(data: Mapping[str, object], part: str, source: str) -> Sequence[Any]:
    records = data.get(part)
    if not isinstance(records, (list, tuple)):
        raise InputError(
            "vision.coco_part_not_records",
            source=source,
            part=part,
            records=records,
        )
    return records


def _ids(records: Sequence[object], origin: Origin) -> list[Any]:
    """The ids of images or categories, each once."""
    ids: dict[Any, int] = {}
    for row, record in enumerate(records):
        if not isinstance(record, Mapping):
            origin.refuse(row, "", record, say("vision.part_record_not_dictionary"))
        id = integer_or_text(record.get("id"))
        if id is None:
            what = say("vision.part_id_malformed") if "id" in record else say("vision.part_id_missing")
            origin.refuse(row, "id", record.get("id"), what)
        first = ids.setdefault(id, row)
        if first != row:
            origin.refuse(row, "id", id, say("detection.part_id_of_other_place", place=origin.row(first, "id")))
    return list(ids)


def _images(records: Sequence[object], source: str) -> Images:
    origin = origin_of(source, "images")
    ids = _ids(records, origin)
    ordered = sorted_names(ids, say("vision.part_ids_of_images"), source)
    by_id = dict(zip(ids, range(len(ids)), strict=True))
    order = [by_id[id] for id in ordered]
    sides = []
    for row in order:
        sides.append([_side(records[row].get(field), row, field, origin) for field in ("height", "width")])
        if sides[-1].count(0) == 1:
            field = ("height", "width")[sides[-1].index(0)]
            what = say("vision.part_side_missing")
            origin.refuse(row, field, records[row].get(field), what)
    sizes = np.array(sides, np.int64).reshape(-1, 2)
    files = [records[row].get("file_name") for row in order]
    names = np.array(ordered, np.int64 if not ordered or not isinstance(ordered[0], str) else object)
    shown = tuple(str(name or "") for name in files) if any(files) else ()
    return Images(names, sizes[:, 0].copy(), sizes[:, 1].copy(), shown)


def _side(value: object, row: int, field: str, origin: Origin) -> int:
    """A side of a picture; 0 where it is not said."""
    if value is None:
        return 0
    whole = int(value) if isinstance(value, float) and value.is_integer() else integer_or_text(value)
    if not isinstance(whole, int) or whole < 0:
        origin.refuse(row, field, value, say("vision.part_side_not_pixels"))
    return whole


def _categories(records: Sequence[Any], source: str) -> Categories:
    origin = origin_of(source, "categories")
    ids = _ids(records, origin)
    names = {id: str(id if record.get("name") is None else record["name"]) for id, record in zip(ids, records, strict=True)}
    made = categories_of(names, source)
    frequency = {id: record.get("frequency") for id, record in zip(ids, records, strict=True)}
    if not any(frequency.values()):
        return made
    for row, id in enumerate(ids):
        if frequency[id] not in ("r", "c", "f"):
            origin.refuse(row, "frequency", frequency[id], say("vision.part_frequency_unknown"))
    return Categories(made.ids, made.names, tuple(str(frequency[id]) for id in made.ids))


def _federation(records: Sequence[Any], images: Images, categories: Categories, source: str) -> Federation | None:
    """Of LVIS: the classes that an image was searched for, and those of which it may hold more than was marked."""
    fields = ("neg_category_ids", "not_exhaustive_category_ids")
    if not any(field in record for record in records for field in fields):
        return None
    origin = origin_of(source, "images")
    place_of = {id: place for place, id in enumerate(images.names.tolist())}
    class_of = {id: place for place, id in enumerate(categories.ids)}
    pairs: dict[str, list[tuple[int, int]]] = {field: [] for field in fields}
    for row, record in enumerate(records):
        for field in fields:
            for id in record.get(field) or ():
                if id not in class_of:
                    what = say("vision.part_listed_class_unknown", id=id, count=len(class_of))
                    origin.refuse(row, field, record[field], what)
                pairs[field].append((place_of[record["id"]], class_of[id]))
    absent, incomplete = (np.array(sorted(set(pairs[field])), np.int32).reshape(-1, 2) for field in fields)
    return Federation(absent, incomplete)


def _rows(
    found: Records,
    origin: Origin,
    score: Floats | None,
    predicted: bool,
    images: Images | None = None,
    categories: Categories | None = None,
) -> AnnotationRows:
    boxes, derived = _boxes(found, predicted)
    if not predicted:
        _check_visibility(found, origin)
    return AnnotationRows(
        origin,
        found.image,
        found.category,
        boxes,
        score,
        found.area,
        found.crowd,
        found.ignored,
        found.ids,
        segmentations=found.segmentations,
        keypoints=found.keypoints,
        marked_points=_marked_points(found),
        images=images,
        categories=categories,
        may_be_empty=derived,
    )


def _check_visibility(found: Records, origin: Origin) -> None:
    """Refuse flags of a truth's keypoints that COCO does not have; of results they are numbers of the model's own."""
    if found.keypoints is None:
        return
    flags = found.keypoints[:, :, 2]
    wrong = ~(np.isin(flags, (0, 1, 2)) | np.isnan(flags))
    if wrong.any():
        row, point = (int(place) for place in np.argwhere(wrong)[0])
        what = say("vision.part_visibility_out_of_range")
        origin.refuse(row, say("vision.part_visibility_of_keypoint", point=point), flags[row, point].item(), what)


def _marked_points(found: Records) -> Any:
    if found.keypoints is None or found.marked_points is not None:
        return found.marked_points
    return np.count_nonzero(found.keypoints[:, :, 2] > 0, axis=1).astype(np.int64)


def _boxes(found: Records, predicted: bool) -> tuple[Floats, Bools]:
    """Boxes as they are given, and of results that have neither box nor mask those of their keypoints; and which these are."""
    boxes = np.full((len(found.image.codes), 4), np.nan) if found.boxes is None else found.boxes
    lacking = np.isnan(boxes[:, 0])
    if not predicted or not lacking.any() or found.keypoints is None or found.segmentations is not None:
        return boxes, np.zeros(len(boxes), bool)
    x, y = found.keypoints[:, :, 0], found.keypoints[:, :, 1]
    around = np.stack([x.min(axis=1), y.min(axis=1), np.ptp(x, axis=1), np.ptp(y, axis=1)], axis=1)
    return np.where(lacking[:, None], around, boxes), lacking
