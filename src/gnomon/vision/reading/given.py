"""What the caller says beside the data: the names of classes, images that have nothing in them, and their sizes."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ..detections import Detections
from ..pictures import PICTURES, picture_of
from .records import integer_or_text

Sizes = dict[Any, tuple[int, int]]
"""Heights and widths by the names of images; zeros where nobody says."""


class ReadOptions(NamedTuple):
    """What the caller says of the data."""

    format: str | None
    classes: dict[Any, str] | None
    images: Sizes | None
    truth: Detections | None
    name: str


def class_names(classes: object) -> dict[Any, str] | None:
    """Names of classes by their ids: of a list the numbers 0, 1, …"""
    if classes is None:
        return None
    if isinstance(classes, (str, bytes)) or not isinstance(classes, Iterable):
        raise InputError("vision.classes_not_list_or_dictionary", classes=classes)
    named: dict[Any, Any] = dict(classes) if isinstance(classes, Mapping) else dict(enumerate(classes))
    for id, name in named.items():
        if integer_or_text(id) is None or not isinstance(name, str):
            raise InputError(
                "vision.class_name_missing",
                id=id,
                name=name,
            )
    return {integer_or_text(id): name for id, name in named.items()}


def image_sizes(images: object) -> Sizes | None:
    """The images that the caller names, and their sizes: of a folder those of its pictures."""
    if images is None:
        return None
    if isinstance(images, (str, os.PathLike)):
        return pictures_in(Path(images))
    if isinstance(images, Mapping):
        return {_name(name): _size(name, size) for name, size in images.items()}
    if not isinstance(images, Iterable):
        raise InputError("vision.images_malformed", images=images)
    return {_name(name): (0, 0) for name in images}


def _name(name: object) -> int | str:
    read = integer_or_text(name)
    if read is None:
        raise InputError("vision.image_name_malformed", name=name)
    return read


def _size(name: object, size: object) -> tuple[int, int]:
    sides = [integer_or_text(side) for side in size] if isinstance(size, (tuple, list)) else []
    if len(sides) != 2 or not all(isinstance(side, int) and side > 0 for side in sides):
        raise InputError("vision.image_size_malformed", size=size, name=name)
    return int(sides[0] or 0), int(sides[1] or 0)


def pictures_in(folder: Path) -> Sizes:
    """The sizes of the pictures in a folder, by their names without suffix."""
    if not folder.is_dir():
        raise InputError("vision.images_folder_missing", folder=str(folder))
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    sizes: Sizes = {}
    for path in found:
        if path.stem in sizes:
            raise InputError("vision.folder_picture_names_duplicate", folder=str(folder), name=path.stem)
        with picture_of(path, str(path)) as picture:
            sizes[path.stem] = int(picture.height), int(picture.width)
    return sizes
