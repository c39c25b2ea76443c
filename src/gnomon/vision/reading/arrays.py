"""Arrays for each image: dictionaries with boxes, labels and scores, in a list or by the image's name."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ...errors import InputError
from ...inputs.arrays import to_array
from ...messages.language import listed, say
from ...types import Bools, Floats, Integers
from ..boxes import COLUMNS
from ..detections import Detections
from ..masks import Masks
from .formats import as_coco, known_format
from .given import Sizes
from .placing import categories_of, images_of
from .records import integer_or_text
from .rows import AnnotationRows, CodedColumn, Origin, keys_of

FIELDS = ("boxes", "labels", "scores", "masks", "iscrowd", "area", "ignore")
SAME = {"crowd": "iscrowd", "is_crowd": "iscrowd", "ignored": "ignore", "difficult": "ignore"}
"""Other names of these, as columns of tables have them."""


SUPERVISION = ("xyxy", "mask", "confidence", "class_id")
"""The attributes of ``supervision.Detections`` (0.31.2), which holds the boxes of one image."""


def is_supervision(data: object) -> bool:
    """Whether this is a ``supervision.Detections``, or anything else that has its attributes."""
    return all(hasattr(data, name) for name in SUPERVISION)


def _of_supervision(data: Any, image: object, name: str) -> dict[str, Any]:
    """The same as a dictionary of arrays: classes by their ids, whatever ``data`` calls them."""
    if data.class_id is None and len(data.xyxy):
        raise InputError("vision.arrays_class_id_missing", name=name, image=image)
    if (getattr(data, "data", None) or {}).get("xyxyxyxy") is not None:
        raise InputError(
            "vision.supervision_boxes_oriented",
            name=name,
            image=image,
        )
    labels = np.zeros(0, np.int64) if data.class_id is None else data.class_id
    masks = None if data.mask is None else np.asarray(data.mask)  # also of a CompactMask
    return {"boxes": data.xyxy, "labels": labels, "scores": data.confidence, "masks": masks}


def holds_arrays(data: object) -> bool:
    """Whether this is a dictionary with the boxes or masks of one image, or a ``supervision.Detections``."""
    return is_supervision(data) or (isinstance(data, Mapping) and ("boxes" in data or "masks" in data) and "annotations" not in data)


def _row(names: Sequence[object], starts: Integers, row: int, field: str) -> str:
    """A row by its image and its place there."""
    image = int(np.searchsorted(starts, row, side="right")) - 1
    return say("vision.part_array_row_of_image", field=field, row=row - int(starts[image]), image=names[image])


def rows_of_arrays(
    data: object, format: str | None, classes: dict[Any, str] | None, images: Sizes | None, truth: Detections | None, name: str
) -> AnnotationRows:
    """The rows of all images, one after the other."""
    by_name = _by_name(data, truth, name)
    format = known_format(format or "xyxy")
    if format != "xyxy" and any(map(is_supervision, by_name.values())):
        raise InputError("vision.supervision_format_not_allowed", format=format)
    width = COLUMNS[format]
    each = [_checked(arrays, image, width, name) for image, arrays in by_name.items()]
    counts = [len(arrays["labels"]) for arrays in each]
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    origin = Origin(name, partial(_row, list(by_name), starts))
    given = np.concatenate([np.zeros((0, width)), *(arrays["boxes"] for arrays in each)])
    category = _labels([arrays["labels"] for arrays in each], origin)
    masks = _masks(each, list(by_name), origin)
    sizes = {**{image: _size(arrays) for image, arrays in zip(by_name, each, strict=True)}, **(images or {})}
    return AnnotationRows(
        origin,
        CodedColumn(np.repeat(np.arange(len(each)), counts), list(by_name)),
        category,
        as_coco(given, format),
        _numbers(each, "scores", origin),
        _numbers(each, "area", origin),
        _flags(each, "iscrowd", origin),
        _flags(each, "ignore", origin),
        masks=masks,
        images=images_of(list(sizes), sizes, name),
        categories=None if classes is None else categories_of(classes, name),
        given=given,
        fields=("image", "labels", "boxes"),
    )


def _by_name(data: Any, truth: Detections | None, name: str) -> dict[Any, Any]:
    """The dictionaries by the names of their images; those of a list are called 0, 1, …, and there is one for each image."""
    if isinstance(data, Mapping):
        named = {integer_or_text(image): arrays for image, arrays in data.items()}
        if None in named:
            wrong = next(image for image in data if integer_or_text(image) is None)
            raise InputError("vision.arrays_image_name_malformed", name=name, wrong=wrong)
        return named
    if truth is not None and truth.images.names.tolist() != list(range(len(data))):
        raise InputError(
            "vision.arrays_image_count_mismatch",
            name=name,
            count=len(data),
            images=len(truth.images),
            named=say("vision.part_that_have_names") if len(truth.images) and truth.images.names[0] != 0 else "",
        )
    return dict(enumerate(data))


def _checked(arrays: object, image: object, width: int, name: str) -> dict[str, Any]:
    """The arrays of one image, of one length."""
    if is_supervision(arrays):
        arrays = _of_supervision(arrays, image, name)
    if not isinstance(arrays, Mapping):
        raise InputError(
            "vision.arrays_image_not_dictionary",
            name=name,
            image=image,
            arrays=arrays,
        )
    arrays = _with_known_names(arrays, image, name)
    for field in ("boxes", "labels"):
        if arrays.get(field) is None and not (field == "boxes" and arrays.get("masks") is not None):
            raise InputError(
                "vision.arrays_field_missing",
                name=name,
                image=image,
                field=field,
                fields=listed(map(repr, arrays)) or say("vision.part_nothing"),
            )
    read = {field: to_array(arrays[field], field) for field in FIELDS if arrays.get(field) is not None}
    boxes = read["boxes"] = _boxes(read, image, width, name)
    for field, values in read.items():
        if len(values) != len(boxes) or (field not in ("boxes", "masks") and values.ndim != 1 and values.size):
            raise InputError(
                "vision.arrays_field_shape_mismatch",
                name=name,
                image=image,
                boxes=len(boxes),
                field=field,
                shape=values.shape,
            )
    return read


def _with_known_names(arrays: Mapping[str, object], image: object, name: str) -> Mapping[str, Any]:
    """Flags under their first names, as they may have others."""
    named = {field: values for field, values in arrays.items() if field not in SAME}
    for field in SAME.keys() & arrays.keys():
        if SAME[field] in named:
            raise InputError(
                "vision.arrays_field_names_conflict",
                name=name,
                image=image,
                field=field,
                other=SAME[field],
            )
        named[SAME[field]] = arrays[field]
    return named


def _boxes(read: dict[str, Any], image: object, width: int, name: str) -> Floats:
    """The boxes of one image; NaN where it has masks instead."""
    if "boxes" not in read:
        return np.full((len(read["masks"]), width), np.nan)
    boxes = read["boxes"] if read["boxes"].size else np.zeros((0, width))
    if boxes.shape[1:] == (4, 2) and width == COLUMNS["corners"]:
        boxes = boxes.reshape(-1, width)
    if boxes.ndim != 2 or boxes.shape[1] != width or boxes.dtype.kind not in "iuf":
        raise InputError(
            "vision.arrays_boxes_shape_mismatch",
            name=name,
            image=image,
            shape=boxes.shape,
            type=boxes.dtype,
            width=width,
        )
    _refuse_infinite(boxes.astype(np.float64), image, name)
    return np.asarray(boxes, np.float64)


def _refuse_infinite(boxes: Floats, image: object, name: str) -> None:
    wrong = ~np.isfinite(boxes).all(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            "vision.arrays_box_not_finite",
            name=name,
            row=row,
            image=image,
            box=boxes[row].tolist(),
        )


def _size(arrays: dict[str, Any]) -> tuple[int, int]:
    """Height and width of an image, by its masks."""
    masks = arrays.get("masks")
    return (0, 0) if masks is None or masks.ndim != 3 else masks.shape[1:]


def _masks(each: list[dict[str, Any]], names: Sequence[object], origin: Origin) -> Masks | None:
    """The masks of all rows, where every image that has boxes has them."""
    some = [(image, arrays) for image, arrays in zip(names, each, strict=True) if len(arrays["boxes"])]
    if not any("masks" in arrays for _, arrays in some):
        return None
    for image, arrays in some:
        if "masks" not in arrays:
            raise InputError("vision.arrays_masks_missing_in_image", name=origin.source, image=image)
    return Masks.joined([Masks.of(arrays["masks"], source=f"{origin.source}[{image!r}]['masks']") for image, arrays in some])


def _labels(each: list[Any], origin: Origin) -> CodedColumn:
    """Classes of all rows: whole numbers or text."""
    values: list[Any] = [label for labels in each for label in labels.reshape(-1).tolist()]
    for row, value in enumerate(values):
        if integer_or_text(value) is None:
            origin.refuse(row, "labels", value, say("vision.part_class_malformed"))
    return keys_of(values)


def _numbers(each: list[dict[str, Any]], field: str, origin: Origin) -> Floats | None:
    """A field that every image with boxes has, or none of them."""
    if not any(field in arrays for arrays in each):
        return None
    values = np.concatenate([np.zeros(0), *(_of_image(arrays, field) for arrays in each)])
    wrong = ~np.isfinite(values)
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, field, values[row].item(), say("vision.part_number_missing_not_finite"))
    return values


def _of_image(arrays: dict[str, Any], field: str) -> Floats:
    values = arrays.get(field)
    if values is None or values.dtype.kind not in "iuf":
        return np.full(len(arrays["boxes"]), np.nan)
    return np.asarray(values.reshape(-1), np.float64)


def _flags(each: list[dict[str, Any]], field: str, origin: Origin) -> Bools | None:
    """A flag of each box, 0 where an image has none."""
    if not any(field in arrays for arrays in each):
        return None
    parts = [arrays[field].reshape(-1) if field in arrays else np.zeros(len(arrays["boxes"])) for arrays in each]
    values = np.concatenate([np.zeros(0, np.int64), *parts])
    wrong = ~np.isin(values, (0, 1))
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, field, values[row].item(), say("vision.part_flag_not_binary"))
    return np.asarray(values == 1)
