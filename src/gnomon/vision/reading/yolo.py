"""YOLO's folders: a text for each image, a line for each box or outline, in shares of the picture's sides."""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...messages.language import say
from ...types import Floats
from ..detections import Detections
from ..pictures import PICTURES
from .class_files import names_near
from .formats import CORNERS, POLYGON, as_coco
from .given import ReadOptions, Sizes, pictures_in
from .placing import categories_of, images_of, near_names
from .rows import AnnotationRows, CodedColumn, Origin, keys_of
from .text_files import TextLines, number_of, place_of_line
from .units import PIXEL, SHARE, beyond_shares

CLASS_FILES = ("classes.txt", "obj.names", "labels.txt")
FEWEST_FIELDS = 7
"""Of an outline: a class and three points."""


def label_folder(folder: Path) -> Path:
    """Where the texts are: the folder itself, or labels within it."""
    inner = [folder / name for name in ("labels", "labelTxt") if (folder / name).is_dir()]
    return inner[0] if inner and not label_files(folder) else folder


def label_files(folder: Path) -> list[Path]:
    """The texts of images, in the order of their names."""
    return sorted(path for path in folder.glob("*.txt") if path.name not in CLASS_FILES)


class YoloLines(NamedTuple):
    """What lines say: classes, boxes in shares of the picture's sides, and outlines where these were written.

    Boxes are x, y, width and height, or the corners of oriented ones.
    """

    category: Floats
    boxes: Floats
    score: Floats | None
    given: Floats
    outlines: list[Floats] | None = None


def rows_of_yolo(folder: Path, lines: TextLines, asked: ReadOptions) -> AnnotationRows:
    """The boxes of a folder, upright or by their corners, or its outlines with the boxes around them."""
    labels, truth = label_folder(folder), asked.truth
    origin = Origin(folder.name, partial(place_of_line, lines.places))
    image, fields = lines.image, lines.words
    marked = {POLYGON: _polygons, CORNERS: _corners}.get(asked.format or "", _boxes)(fields, origin)
    named = asked.classes if asked.classes is not None else names_near(labels, folder)
    keys = keys_of(image)
    sizes = _known_sizes(folder, labels, asked.images, truth)
    sides = _sides(keys, sizes, truth, origin)
    if sides is None and marked.outlines:
        what = say("vision.part_image_size_missing")
        origin.refuse(0, say("vision.part_the_image"), image[0], what)
    boxes = marked.boxes if sides is None else marked.boxes * np.tile(sides, marked.boxes.shape[1] // 2)
    found = [*(path.stem for path in label_files(labels)), *sizes]
    return AnnotationRows(
        origin,
        keys,
        keys_of(marked.category.astype(np.int64).tolist()),
        boxes,
        _scores(marked, truth),
        segmentations=_outlines(marked, sides),
        images=images_of(found, sizes, folder.name),
        categories=None if named is None else categories_of(named, folder.name),
        unit=SHARE if sides is None else PIXEL,
        unit_settled=True,
        given=marked.given,
        fields=(say("vision.part_the_image"), say("vision.part_the_class"), say("vision.part_the_box")),
    )


def _scores(marked: YoloLines, truth: Detections | None) -> Floats | None:
    """The confidences; a folder without a line is one of predictions where these are asked for."""
    return np.zeros(0) if marked.score is None and truth is not None and not len(marked.category) else marked.score


def _outlines(marked: YoloLines, sides: Floats | None) -> list[Any] | None:
    """Outlines in pixels, each a polygon as COCO has it."""
    if marked.outlines is None or sides is None:
        return None
    return [[(points * side).ravel().tolist()] for points, side in zip(marked.outlines, sides, strict=True)]


def _boxes(fields: list[list[str]], origin: Origin) -> YoloLines:
    """Lines of five or six fields: class, centre, sides, and the confidence of a prediction."""
    form = "vision.part_yolo_fields"
    category, given, score = _columns(fields, 4, form, origin)
    _check_shares(given, given, origin)
    return YoloLines(category, as_coco(given, "cxcywh"), score, given)


def _corners(fields: list[list[str]], origin: Origin) -> YoloLines:
    """Lines of nine or ten fields: class, four corners in turn, and the confidence of a prediction."""
    form = "vision.part_yolo_oriented_fields"
    category, given, score = _columns(fields, 8, form, origin)
    _check_shares(given, given.reshape(-1, 4, 2).mean(axis=1), origin)  # corners near the edge may lie outside of the picture
    return YoloLines(category, given, score, given)


def _columns(fields: list[list[str]], numbers: int, form: str, origin: Origin) -> tuple[Floats, Floats, Floats | None]:
    """Classes, boxes of so many numbers, and the confidences where lines have them."""
    width = len(fields[0]) if fields else numbers + 1
    for row, words in enumerate(fields):
        if len(words) not in (numbers + 1, numbers + 2):
            origin.refuse(row, say("vision.part_the_line"), " ".join(words), say(form, count=len(words)))
        if len(words) != width:
            what = say("vision.part_box_confidences_mixed", count=width)
            origin.refuse(row, say("vision.part_number_of_fields"), len(words), what)
    table = np.array([_numbers(row, words, origin) for row, words in enumerate(fields)], np.float64).reshape(len(fields), width)
    return table[:, 0], table[:, 1 : numbers + 1].copy(), table[:, -1].copy() if width == numbers + 2 else None


def _polygons(fields: list[list[str]], origin: Origin) -> YoloLines:
    """Lines of a class and the points of an outline, three at least; of predictions, which have one field more, the confidence."""
    scored = bool(fields) and len(fields[0]) % 2 == 0
    lines = []
    for row, words in enumerate(fields):
        if len(words) < FEWEST_FIELDS:
            what = say("vision.part_outline_field_count_mismatch", count=len(words))
            origin.refuse(row, say("vision.part_the_line"), " ".join(words), what)
        if (len(words) % 2 == 0) != scored:
            what = say("vision.part_outline_confidences_mixed", count=len(fields[0]))
            origin.refuse(row, say("vision.part_number_of_fields"), len(words), what)
        lines.append(np.array(_numbers(row, words, origin), np.float64))
    points = [line[1 : len(line) - scored].reshape(-1, 2) for line in lines]
    ends = np.array([[*one.min(0), *one.max(0)] for one in points], np.float64).reshape(-1, 4)
    _check_shares(ends, ends, origin)
    score = np.array([line[-1] for line in lines], np.float64) if scored else None
    return YoloLines(np.array([line[0] for line in lines], np.float64), as_coco(ends, "xyxy"), score, ends, points)


def _numbers(row: int, words: list[str], origin: Origin) -> list[float]:
    """The fields of a line, the first of which is a class."""
    found = [value for value in map(number_of, words) if value is not None]
    if len(found) < len(words):
        wrong = next(word for word in words if number_of(word) is None)
        origin.refuse(row, say("vision.part_a_field"), wrong, say("vision.part_field_not_finite"))
    if not 0 <= found[0] < 2**53 or not found[0].is_integer():
        origin.refuse(row, say("vision.part_the_class"), words[0], say("vision.part_class_not_whole_number"))
    return found


def _check_shares(boxes: Floats, within: Floats, origin: Origin) -> None:
    """Refuse boxes of which the numbers that must lie in the picture do not."""
    wrong = beyond_shares(within)
    if wrong.any():
        row = int(np.argmax(wrong))
        what = say("vision.part_yolo_not_a_share")
        origin.refuse(row, say("vision.part_the_box"), boxes[row].tolist(), what)


def _known_sizes(folder: Path, labels: Path, images: Sizes | None, truth: Detections | None) -> Sizes:
    """The sizes of images: as the truth has them, as the caller says, or those of the pictures beside."""
    if truth is not None:
        return {}
    if images is not None:
        return images
    beside = [Path(*("images" if part == "labels" else part for part in labels.parts)), labels, folder / "images", folder.parent / "images"]
    for place in beside:
        if place.is_dir() and any(path.suffix.lower() in PICTURES for path in place.iterdir()):
            return pictures_in(place)
    return {}


def _sides(keys: CodedColumn, sizes: Sizes, truth: Detections | None, origin: Origin) -> Floats | None:
    """Width and height of the picture of each row; None where boxes stay shares, because no side is known."""
    if truth is not None:
        if truth.normalised:
            return None
        sizes = _truth_sizes(truth)
    known = [name for name in keys.names if sizes.get(name, (0, 0))[0] > 0]
    if not known and truth is None:
        return None
    for code, name in enumerate(keys.names):
        if sizes.get(name, (0, 0))[0] <= 0:
            origin.refuse(int(np.argmax(keys.codes == code)), say("vision.part_the_image"), name, _without_size(name, sizes, truth))
    sides = np.array([sizes[name] for name in keys.names], np.float64).reshape(-1, 2)[keys.codes]
    return sides[:, ::-1]


def _without_size(name: str, sizes: Sizes, truth: Detections | None) -> str:
    """Why an image has no size: the truth has no such image, or nobody says it."""
    if truth is not None and name not in sizes:
        names = sorted(known for known in sizes if isinstance(known, str)) or sorted(sizes)
        return say("vision.part_image_unknown", count=len(truth.images), near=near_names(name, names))
    return say("vision.part_image_size_missing")


def _truth_sizes(truth: Detections) -> Sizes:
    """The truth's sizes by the names of images, and by those of their files."""
    each = list(zip(truth.images.height.tolist(), truth.images.width.tolist(), strict=True))
    named = dict(zip((Path(file).stem for file in truth.images.files), each, strict=False))
    return {**named, **dict(zip(truth.images.names.tolist(), each, strict=True))}
