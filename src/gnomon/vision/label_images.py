"""Label maps that are PNG files: the indices of a palette or grey values, never colours."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..types import Array
from .pictures import picture_of

SUFFIX = ".png"
INDICES = ("1", "L", "P", "I", "I;16", "I;16B", "I;16L")
"""Pillow's modes with one number a pixel: truths, grey values, places in a palette."""
STRETCHED = {"L;2": 85, "L;4": 17}
"""What Pillow multiplies grey values of two and four bits by, so that the largest is 255."""


def is_path(given: object) -> bool:
    """Whether this names a file or a folder."""
    return isinstance(given, (str, os.PathLike))


def maps_in(given: Any, called: str) -> dict[str, Path]:
    """The PNG files of a folder, and of folders in it, by their names without the suffix; or one file."""
    path = Path(given)
    if path.is_file():
        if path.suffix.lower() != SUFFIX:
            raise InputError("vision.label_image_not_png", called=called, path=path)
        return {path.stem: path}
    if not path.is_dir():
        raise InputError("vision.label_image_path_missing", called=called, path=path)
    found: dict[str, Path] = {}
    for one in sorted(path.rglob("*")):
        if one.suffix.lower() == SUFFIX and not one.name.startswith("."):
            name = one.relative_to(path).with_suffix("").as_posix()
            if name in found:
                raise InputError(
                    "vision.label_image_names_duplicate",
                    called=called,
                    first=found[name],
                    second=one,
                    name=name,
                )
            found[name] = one
    if not found:
        raise InputError("vision.png_files_missing_in_folder", called=called, path=path)
    return found


def holds_maps(given: object) -> bool:
    """Whether a path leads to PNG files, the first of which has one number a pixel."""
    try:
        first = next(iter(maps_in(given, "truth").values()))
        with opened(first, "truth") as image:
            return image.format == "PNG" and image.mode in INDICES
    except InputError:
        return False


def read_map(given: object, called: str) -> Array:
    """The class ids of a PNG file: a palette's indices are they, not its colours."""
    with opened(given, called) as image:
        if image.mode not in INDICES:
            raise InputError(
                "vision.label_image_has_colours",
                called=called,
                path=given,
                mode=image.mode,
            )
        stretched = STRETCHED.get(image.tile[0][3], 1) if image.tile else 1
        return np.asarray(image) // np.uint8(stretched) if stretched > 1 else np.asarray(image)


def read_colours(given: Path, called: str) -> Array:
    """The three colours of each pixel of a PNG file, as uint8."""
    with opened(given, called) as image:
        if image.mode not in ("RGB", "RGBA"):
            raise InputError(
                "vision.segment_image_without_colours",
                called=called,
                path=given,
                mode=image.mode,
            )
        return np.asarray(image)[..., :3]


@contextmanager
def opened(path: object, called: str) -> Iterator[Any]:
    """The picture of a PNG file while it is open."""
    with picture_of(path, f"{called}: {path}") as image:
        if image.format != "PNG":
            raise InputError(
                "vision.label_image_format_unsupported",
                called=called,
                path=path,
                format=image.format,
            )
        yield image
