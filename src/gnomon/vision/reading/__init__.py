"""Reading what is marked in images: a file a format, one way from rows to Detections."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError
from ..detections import Detections
from .coco_files import rows_of_file, rows_of_loaded
from .rows import Rows, detections_of

EMPTY = ("refuse", "drop", "keep")


def read(data: Any, *, format: str | None, classes: Any, images: Any, truth: Detections | None, empty: str, name: str) -> Detections:
    """Whatever was passed, as Detections."""
    if empty not in EMPTY:
        raise InputError('empty={empty!r} is not "refuse", "drop" or "keep"', empty=empty)
    if isinstance(data, Detections):
        return data
    return detections_of(_rows(data, truth, name), truth, empty)


def _rows(data: Any, truth: Detections | None, name: str) -> Rows:
    if isinstance(data, (str, os.PathLike)):
        return rows_of_file(Path(data), truth)
    if isinstance(data, Mapping) or isinstance(data, (list, tuple)):
        return rows_of_loaded(data, name, truth)
    raise NotImplementedError
