"""The two sides of an evaluation of detections: what is there, and what each model says."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...errors import MARKED, InputError
from ...messages import Trusted
from ...summary import Matches
from ...vision import Detections
from ...vision.reading.arrays import holds_arrays, is_supervision
from ...vision.reading.json_files import content_of
from ...vision.reading.tables import NAMES
from ...vision.reading.voc import annotation_folder
from ...vision.reading.yolo import label_files, label_folder
from ...vision.segments import is_panoptic

JSON = (".json", ".json.gz")
DATA_SET = ("annotations", "images", "categories")


def is_path(given: object) -> bool:
    """Whether this names a file or a folder."""
    return isinstance(given, (str, os.PathLike))


def are_matches(data: object) -> bool:
    """Whether these are matches, of one model or of several by their names."""
    return isinstance(data, Matches) or (isinstance(data, Mapping) and bool(data) and all(isinstance(x, Matches) for x in data.values()))


def marks_objects(data: Any) -> bool:
    """Whether data say what is in images: COCO's annotations, folders of YOLO or Pascal VOC, or what was read or matched of such."""
    if is_path(data):
        path = Path(data)
        return _is_coco_file(path) if path.is_file() else path.is_dir() and _is_folder(path)
    if isinstance(data, Detections) or are_matches(data) or is_supervision(data):
        return True
    if isinstance(data, Mapping):
        return (all(name in data for name in DATA_SET) and not is_panoptic(data)) or (bool(data) and all(map(holds_arrays, data.values())))
    return isinstance(data, (list, tuple)) and bool(data) and all(map(holds_arrays, data))


def _is_coco_file(path: Path) -> bool:
    """Whether a JSON file has annotations, or results, which are then refused in the words that they deserve."""
    if not path.name.endswith(JSON):
        return False
    try:
        content = content_of(path)
    except InputError:
        return False
    if b'"segments_info"' in content:  # a panoptic file, whose segments are no boxes
        return False
    opening = content[:4096].lstrip()
    return (opening.startswith(b"{") and b'"annotations"' in content) or (opening.startswith(b"[") and b'"image_id"' in opening)


def _is_folder(folder: Path) -> bool:
    return any(annotation_folder(folder).glob("*.xml")) or bool(label_files(label_folder(folder)))


@contextmanager
def reading_side(side: str, data: object) -> Iterator[None]:
    """Errors of a file say as which side it was read, unless they begin with an argument."""
    try:
        yield
    except InputError as reason:
        if not is_path(data) or MARKED.match(reason.marked):
            raise
        raise InputError("detection.side_complaint", side=side, text=Trusted(reason.marked)) from None


def models_of(given: Any) -> dict[str, Any]:
    """Each model's detections by its name: as named, else the files' names."""
    if given is None:
        raise InputError("detection.prediction_missing")
    if isinstance(given, Mapping) and not _is_one(given):
        if not given:
            raise InputError("detection.models_empty")
        return {str(name): one for name, one in given.items()}
    if isinstance(given, (list, tuple)) and given and all(map(is_path, given)):
        return named_files([Path(one) for one in given])
    return {file_stem(Path(given)) if is_path(given) else "prediction": given}


def _is_one(given: Mapping[Any, Any]) -> bool:
    """Whether a dictionary is what one model says: a data set, arrays for each image, or columns."""
    columns = {str(name).lower() for name in given} & {*NAMES["image"], *NAMES["class"]}
    return "annotations" in given or holds_arrays(given) or bool(given and all(map(holds_arrays, given.values()))) or len(columns) > 1


def named_files(files: list[Path]) -> dict[str, Any]:
    """Files by their names, with their folders where that is not enough; one that stands twice is refused."""
    for name_of in (file_stem, lambda file: file.name, str):
        names = [name_of(file) for file in files]
        if len(set(names)) == len(names):
            return dict(zip(names, map(str, files), strict=True))
    raise InputError("detection.model_twice", name=next(n for n in names if names.count(n) > 1))


def file_stem(path: Path) -> str:
    """A file's name without its ending."""
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name
