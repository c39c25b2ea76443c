"""Segments of images: maps of (category, instance), and COCO's panoptic files, each as a map of segment ids with their categories."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..files import file_within
from ..inputs.arrays import to_array
from ..inputs.labels import plain
from ..messages import Trusted
from .label_images import is_path, read_colours
from .reading.json_files import content_of, parsed

VOID = 0
"""The id of pixels that belong to no segment."""


class Segments(NamedTuple):
    """One image: the id of the segment that each pixel belongs to, the category of each id, and the ids that are crowds."""

    ids: NDArray[np.int64]
    categories: dict[int, Any]
    crowd: frozenset[int] = frozenset()


class SegmentedImages(NamedTuple):
    """Images by name, in the order of the data, read one by one; and the categories that a file names: {id: (name, whether a thing)}."""

    called: str
    names: list[Any]
    read: Any
    categories: dict[Any, tuple[str, bool]]

    def each(self, names: Sequence[object]) -> Iterator[Segments]:
        """The images of these names."""
        for name in names:
            yield self.read(name)


def segmented(
    given: object, called: str, folder: object = None, ignore: Sequence[int] = (), things: tuple[int, ...] | None = None
) -> SegmentedImages:
    """Images of arrays (height, width, 2), one, a stack, a list or {image: array}; or of a COCO panoptic file with its PNG files."""
    if is_path(given) or (isinstance(given, Mapping) and "annotations" in given):
        if things is not None:
            raise InputError("vision.things_not_allowed_with_coco", called=called)
        return _of_coco(given, called, folder, ignore)
    if folder is not None:
        raise InputError("vision.panoptic_folder_with_arrays", called=called)
    if isinstance(given, Mapping):
        held = {plain(name): one for name, one in given.items()}
    elif isinstance(given, (list, tuple)):
        held = dict(enumerate(given))
    else:
        array = to_array(given, called)
        if array.ndim not in (3, 4):
            raise _no_pairs(called, array.shape)
        held = dict(enumerate(array[None] if array.ndim == 3 else array))
    if not held:
        raise InputError("vision.panoptic_images_empty", called=called)

    def read(name: object) -> Segments:
        return _of_pairs(held[name], f"{called}[{name!r}]", ignore, things)

    return SegmentedImages(called, list(held), read, {})


def is_panoptic(given: Any) -> bool:
    """Whether this is a COCO panoptic file, or what was loaded of one: its annotations have segments_info."""
    if is_path(given):
        path = Path(given)
        if path.suffix != ".json" or not path.is_file():
            return False
        content = path.read_bytes()
        return content[:4096].lstrip().startswith(b"{") and b'"annotations"' in content and b'"segments_info"' in content
    records = given.get("annotations") if isinstance(given, Mapping) else None
    return isinstance(records, list) and bool(records) and isinstance(records[0], Mapping) and "segments_info" in records[0]


def _of_pairs(given: object, called: str, ignore: Sequence[Any], things: Any) -> Segments:
    """The segments of a map of (category, instance); of what is no thing, all pixels of a category are one segment."""
    pairs = to_array(given, called)
    if pairs.ndim != 3 or pairs.shape[-1] != 2 or not pairs.size:
        raise _no_pairs(called, pairs.shape)
    if pairs.dtype.kind not in "iu":
        raise InputError("vision.panoptic_map_not_integer", called=called, type=pairs.dtype)
    if pairs.dtype.kind == "u" and int(pairs.max()) >= 2**62:
        raise InputError("vision.map_id_too_large", called=called, value=int(pairs.max()))
    category, instance = (np.ascontiguousarray(pairs[..., at], np.int64) for at in (0, 1))
    if things is not None:
        instance = np.where(np.isin(category, list(things)), instance, 0)
    found, place = np.unique(np.stack([category.ravel(), instance.ravel()]), axis=1, return_inverse=True)
    kinds = {at + 1: int(kind) for at, kind in enumerate(found[0]) if int(kind) not in ignore}
    ids = np.where(np.isin(found[0], list(ignore)), VOID, np.arange(1, found.shape[1] + 1))[place.reshape(category.shape)]
    return Segments(ids.astype(np.int64), kinds)


def _no_pairs(called: str, shape: tuple[int, ...]) -> InputError:
    return InputError("vision.panoptic_map_shape_mismatch", called=called, shape=shape)


def _of_coco(given: Any, called: str, folder: Any, ignore: Sequence[int]) -> SegmentedImages:
    """The images of a COCO panoptic file, or of its loaded JSON; the PNG files lie in the folder that is named as it is."""
    known = _loaded(given, called) if is_path(given) else given
    if not isinstance(known, Mapping) or not isinstance(known.get("annotations"), list):
        raise InputError("vision.panoptic_annotations_missing", called=called)
    held, categories = _annotations(known["annotations"], called), _categories(known, called)
    if folder is None:
        if not is_path(given):
            raise InputError("vision.panoptic_folder_not_named", called=called)
        folder = Path(given).with_suffix("")
    root = Path(folder)
    if not root.is_dir():
        raise InputError("vision.panoptic_folder_missing", called=called, path=root)

    def read(name: object) -> Segments:
        return _of_annotation(held[name], root, f"{called}[{name!r}]", ignore)

    return SegmentedImages(called, list(held), read, categories)


def _annotations(records: list[Any], called: str) -> dict[Any, Mapping[str, Any]]:
    """The annotations by their images."""
    bare = [one for one in records if not isinstance(one, Mapping) or "segments_info" not in one or "image_id" not in one]
    if bare or not records:
        raise InputError(
            "vision.panoptic_fields_missing",
            called=called,
            count=len(bare),
            all=len(records),
        )
    held: dict[Any, Mapping[str, Any]] = {}
    for place, one in enumerate(records):
        at = f"annotations[{place}]"
        name = one["image_id"]
        if isinstance(name, bool) or not isinstance(name, (int, str)):
            raise _no_field(called, at, "image_id", name)
        if name in held:
            raise InputError("vision.panoptic_image_twice", called=called, at=at, name=name)
        if not isinstance(one["segments_info"], list):
            raise _no_field(called, at, "segments_info", one["segments_info"])
        held[name] = one
    return held


def _categories(known: Mapping[str, object], called: str) -> dict[int, tuple[str, bool]]:
    """The categories that a file names: {id: (name, whether a thing)}; results of models have none."""
    records = known.get("categories", [])
    if not isinstance(records, list):
        raise InputError("vision.panoptic_categories_not_list", called=called, value=records)
    found: dict[int, tuple[str, bool]] = {}
    for place, one in enumerate(records):
        at = f"categories[{place}]"
        key = _whole_field(one, "id", called, at)
        if key in found:
            raise InputError("vision.panoptic_category_id_twice", called=called, at=at, id=key)
        found[key] = str(one.get("name", key)), bool(one.get("isthing", 1))
    return found


def _whole_field(record: object, field: str, called: str, at: str) -> int:
    """A field that is a whole number from 0 on, and that arrays hold."""
    value = record.get(field) if isinstance(record, Mapping) else record
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise _no_field(called, at, field, value)
    return value


def _no_field(called: str, at: str, field: str, value: object) -> InputError:
    return InputError("vision.panoptic_field_unreadable", called=called, at=at, field=field, value=value)


def _loaded(path: Any, called: str) -> Any:
    if Path(path).is_dir():
        raise InputError("vision.panoptic_path_is_folder", called=called, path=path)
    try:
        return parsed(content_of(Path(path)), str(path))
    except InputError as reason:
        raise InputError("vision.panoptic_file_fault", called=called, reason=Trusted(reason)) from None


def _of_annotation(known: Mapping[str, Any], root: Path, called: str, ignore: Sequence[int]) -> Segments:
    """An image of a COCO panoptic file; ids are red + 256 green + 256² blue, 0 is void, and so are segments of ignored categories."""
    kinds: dict[int, int] = {}
    for place, one in enumerate(known["segments_info"]):
        at = f"segments_info[{place}]"
        key = _whole_field(one, "id", called, at)
        if key in kinds or key == VOID:
            raise InputError("vision.panoptic_segment_id_twice", called=called, at=at, id=key)
        kinds[key] = _whole_field(one, "category_id", called, at)
    file = known.get("file_name")
    path = file_within(root, file) if isinstance(file, str) else None
    if path is None:
        raise InputError("vision.panoptic_png_missing", called=called, file=file, folder=root)
    colours = read_colours(path, called).astype(np.int64)
    ids = colours[..., 0] + 256 * colours[..., 1] + 256 * 256 * colours[..., 2]
    there = set(np.unique(ids).tolist()) - {VOID}
    if unknown := sorted(there - set(kinds)):
        raise InputError("vision.segment_missing_in_info", called=called, id=unknown[0])
    if lost := sorted(set(kinds) - there):
        raise InputError("vision.segment_missing_in_png", called=called, id=lost[0])
    void = [key for key, kind in kinds.items() if kind in ignore]
    crowd = frozenset(int(one["id"]) for one in known["segments_info"] if one.get("iscrowd")).difference(void)
    return Segments(np.where(np.isin(ids, void), VOID, ids), {key: kind for key, kind in kinds.items() if key not in void}, crowd)
