"""Names of images, by which summaries of different images merge and those of the same are refused."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from ..types import Array
from .invariants import as_array, as_names, check_ascending


def as_image_names(values: Any, ordered: bool = True) -> Array:
    """Names of images, all whole numbers or all text; where they must be, ascending."""
    names = as_names(values if isinstance(values, np.ndarray) else named(list(values)), "images")
    if names.dtype.kind not in "iuO" or (names.dtype == object and not all(isinstance(name, str) for name in names)):
        raise InputError("summary.image_name_type_unsupported", type=names.dtype)
    if ordered:
        check_ascending(names, "images")
    return names


def as_digests(values: object, images: Array) -> NDArray[np.uint64]:
    """Eight bytes for the truth of each image, by which one knows whether two are the same; 0 where that is not known."""
    return as_array(np.zeros(len(images), np.uint64) if values is None else values, "digest", "iu", np.uint64, len(images))


def joined_images(*parts: Array) -> tuple[Array, NDArray[np.int64]]:
    """The names of all in their order, and where each stood; an image that is met twice is refused."""
    if len({names.dtype == object for names in parts}) > 1:
        raise InputError("summary.image_name_types_differ")
    names = np.concatenate(parts)
    order = np.argsort(names, kind="stable")
    names = names[order]
    twice = names[1:][np.asarray(names[1:] == names[:-1], bool)]
    if len(twice):
        raise InputError(
            "summary.image_name_duplicate",
            twice=twice.tolist()[0],
            count=len(twice),
        )
    names.setflags(write=False)
    return names, order
