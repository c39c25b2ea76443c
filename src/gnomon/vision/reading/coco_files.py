"""COCO's files: by the kernel where all is plain, else by Python, with the same result."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ... import _core
from ...errors import InputError
from ...types import Integers
from ..detections import Detections
from .coco import origin_of, refuse_results_as_truth, rows_of_annotations, rows_of_dataset, rows_of_result_columns, rows_of_results
from .json_files import content_of, parsed
from .records import records_of_columns
from .rows import AnnotationRows


class DeferredValues(Sequence[Any]):
    """Values that stand in a file, parsed when they are first looked at."""

    def __init__(self, content: bytes, spans: Integers, source: str) -> None:
        self._content, self._spans, self._source = content, spans.reshape(-1, 2), source

    @cached_property
    def _values(self) -> list[Any]:
        joined = b",".join(self._content[start:end] for start, end in self._spans.tolist())
        values: list[Any] = parsed(b"[" + joined + b"]", self._source)
        return values

    def __len__(self) -> int:
        return len(self._spans)

    def __getitem__(self, place: Any) -> Any:
        return self._values[place]


def rows_of_file(path: Path, truth: Detections | None) -> AnnotationRows:
    """The rows of a file."""
    content = content_of(path)
    read = _core.coco_file(content)
    if read is None:
        return rows_of_loaded(parsed(content, path.name), path.name, truth)
    is_list, columns, spans, (images_from, images_to, categories_from, categories_to) = read
    some = columns[-1] and (spans[1::2] - spans[::2] > len("[]")).any()
    segmentations = DeferredValues(content, spans, path.name) if some else None
    found = records_of_columns(columns, segmentations)
    if is_list:
        if truth is None:
            refuse_results_as_truth(path.name)
        return rows_of_result_columns(found, origin_of(path.name, "results"), truth)
    if images_from < 0 or categories_from < 0 or len(found.image.codes) == 0:  # something may be missing, which Python says
        return rows_of_loaded(parsed(content, path.name), path.name, truth)
    parts = {"images": (images_from, images_to), "categories": (categories_from, categories_to)}
    data = {part: parsed(content[start:end], path.name) for part, (start, end) in parts.items()}
    return rows_of_annotations(found, data, origin_of(path.name, "annotations"), truth is not None)


def rows_of_loaded(data: object, source: str, truth: Detections | None) -> AnnotationRows:
    """The rows of what was loaded of a file: a data set or a list of results."""
    if isinstance(data, dict) and ("annotations" in data or "images" in data):
        return rows_of_dataset(data, source, truth is not None)
    if isinstance(data, (list, tuple)):
        return rows_of_results(data, source, truth)
    raise InputError(
        "vision.coco_file_malformed",
        source=source,
    )
