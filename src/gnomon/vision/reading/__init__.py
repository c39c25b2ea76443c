"""Reading what is marked in images: a file a format, one way from rows to Detections."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ...errors import InputError
from ..detections import Detections
from .aligning import aligned
from .arrays import holds_arrays, rows_of_arrays
from .coco_files import rows_of_file, rows_of_loaded
from .dota import is_dota, rows_of_dota
from .formats import CORNERS, POLYGON
from .given import ReadOptions, class_names, image_sizes
from .placing import detections_of
from .result_files import FORMS, form_of, result_files, rows_of_results_by_class
from .rows import AnnotationRows
from .tables import rows_of_table
from .text_files import lines_of
from .units import SHARE, known_unit
from .voc import annotation_folder, rows_of_voc
from .yolo import label_files, label_folder, rows_of_yolo

EMPTY = ("refuse", "drop", "keep")


def read(
    data: object,
    *,
    format: str | None,
    classes: object,
    images: object,
    truth: Detections | None,
    empty: str,
    name: str,
    unit: str | None = None,
) -> Detections:
    """Whatever was passed, as Detections."""
    if empty not in EMPTY:
        raise InputError("vision.empty_option_unknown", empty=empty)
    if isinstance(data, Detections):
        if images is not None:
            raise InputError("vision.images_given_after_reading", name=name)
        if unit is not None:
            raise InputError("vision.unit_given_after_reading", name=name)
        return data if truth is None else aligned(data, truth)
    asked = ReadOptions(format, class_names(classes), image_sizes(images), truth, name)
    rows = _rows_of_path(Path(data), asked) if isinstance(data, (str, os.PathLike)) else _rows(data, asked)
    return detections_of(_in_unit(rows, known_unit(unit)), truth, empty)


def _in_unit(rows: AnnotationRows, unit: str | None) -> AnnotationRows:
    """Rows of the unit that was asked for; where the format has its own, that."""
    if rows.unit is None:
        return replace(rows, unit=unit)
    own = SHARE if rows.unit_settled else rows.unit
    if unit not in (None, own):
        raise InputError(
            "vision.unit_conflict_with_format",
            unit=unit,
            name=rows.origin.source,
            own=own,
        )
    return rows


def _rows(data: object, asked: ReadOptions) -> AnnotationRows:
    if holds_arrays(data):
        data = [data]
    if isinstance(data, (list, tuple)):
        if data and holds_arrays(data[0]):
            return rows_of_arrays(data, *asked)
        if data and all(isinstance(path, (str, os.PathLike)) for path in data):
            return _rows_of_paths([Path(path) for path in data], asked)
        _says_itself(asked)
        return rows_of_loaded(data, asked.name, asked.truth)
    if isinstance(data, Mapping):
        if "annotations" in data or "categories" in data:
            _says_itself(asked)
            return rows_of_loaded(data, asked.name, asked.truth)
        if data and all(isinstance(each, Mapping) or holds_arrays(each) for each in data.values()):
            return rows_of_arrays(data, *asked)
    return rows_of_table(data, *asked)


def _rows_of_path(path: Path, asked: ReadOptions) -> AnnotationRows:
    if path.is_dir():
        return _rows_of_folder(path, asked)
    if path.suffix == ".xml":
        _boxes_are("xyxy", asked)
        return rows_of_voc(path, asked.classes, asked.images)
    if form_of([path]):
        return _rows_of_results([path], path.name, asked)
    if path.name.endswith((".json", ".json.gz")):
        _says_itself(asked)
        return rows_of_file(path, asked.truth)
    return rows_of_table(str(path), *asked)


def _rows_of_paths(paths: list[Path], asked: ReadOptions) -> AnnotationRows:
    """Several files: results of Pascal VOC or DOTA, or one table in parts."""
    return _rows_of_results(paths, asked.name, asked) if form_of(paths) else rows_of_table([str(path) for path in paths], *asked)


def _rows_of_results(paths: list[Path], source: str, asked: ReadOptions) -> AnnotationRows:
    """Results in texts, a file for each class."""
    form = form_of(paths) or FORMS[0]
    _boxes_are(form.format, asked)
    return rows_of_results_by_class(paths, form, source)


def _rows_of_folder(folder: Path, asked: ReadOptions) -> AnnotationRows:
    if results := result_files(folder):
        return _rows_of_results(results, folder.name, asked)
    if any(annotation_folder(folder).glob("*.xml")):
        _boxes_are("xyxy", asked)
        return rows_of_voc(folder, asked.classes, asked.images)
    if files := label_files(label_folder(folder)):
        lines = lines_of(files)
        if is_dota(lines.words):
            _boxes_are(CORNERS, asked)
            return rows_of_dota(folder, files, lines, asked.classes, asked.images)
        if asked.format not in (POLYGON, CORNERS):
            _boxes_are("cxcywh", asked)
        return rows_of_yolo(folder, lines, asked)
    raise InputError(
        "vision.folder_annotations_missing",
        folder=str(folder),
    )


def _boxes_are(format: str, asked: ReadOptions) -> None:
    """Refuse a format other than the one that the data is known to have."""
    if asked.format not in (None, format):
        raise InputError(
            "vision.box_format_fixed_by_file",
            given=asked.format,
            name=asked.name,
            format=format,
        )


def _says_itself(asked: ReadOptions) -> None:
    """COCO's data names its classes and images."""
    _boxes_are("xywh", asked)
    for argument in ("classes", "images"):
        if getattr(asked, argument) is not None and asked.truth is None:
            raise InputError("vision.argument_not_allowed_with_coco", argument=argument)
