"""YOLO's folders: a text for each image, a line for each box, in shares of the picture's sides."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...words.language import say
from ..detections import Detections, Floats
from .class_files import names_near
from .formats import as_coco
from .given import PICTURES, Sizes, pictures_in
from .placing import categories_of, images_of, near_names
from .rows import Keys, Origin, Rows, keys_of
from .text_files import number_of, text_of

CLASS_FILES = ("classes.txt", "obj.names", "labels.txt")
SLACK = 1e-6
"""By how much float32 may put a box beyond the picture."""


def label_folder(folder: Path) -> Path:
    """Where the texts are: the folder itself, or labels within it."""
    within = folder / "labels"
    return within if within.is_dir() and not label_files(folder) else folder


def label_files(folder: Path) -> list[Path]:
    """The texts of images, in the order of their names."""
    return sorted(path for path in folder.glob("*.txt") if path.name not in CLASS_FILES)


def _line(lines: list[tuple[str, int]], row: int, field: str) -> str:
    file, line = lines[row]
    return say("{file}, line {line}: {field}", file=file, line=line, field=field)


def rows_of_yolo(folder: Path, classes: dict[Any, str] | None, images: Sizes | None, truth: Detections | None) -> Rows:
    """The boxes of a folder."""
    labels = label_folder(folder)
    lines: list[tuple[str, int]] = []
    origin = Origin(folder.name, partial(_line, lines))
    image: list[str] = []
    fields: list[list[str]] = []
    for path in label_files(labels):
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            words = line.split()
            if words:
                lines.append((path.name, number))
                image.append(path.stem)
                fields.append(words)
    table = _table(fields, origin)
    scored = table.shape[1] == 6
    _check_shares(table[:, 1:5], origin)
    named = classes if classes is not None else names_near(labels, folder)
    keys = keys_of(image)
    sizes = _sizes(folder, labels, images, truth)
    boxes, normalised = _in_pixels(as_coco(table[:, 1:5], "cxcywh"), keys, sizes, truth, origin)
    found = [*(path.stem for path in label_files(labels)), *sizes]
    return Rows(
        origin,
        keys,
        keys_of(table[:, 0].astype(np.int64).tolist()),
        boxes,
        _scores(table, scored, truth),
        images=images_of(found, sizes, folder.name),
        categories=None if named is None else categories_of(named, folder.name),
        normalised=normalised,
        given=table[:, 1:5],
        fields=(say("the image"), say("the class"), say("the box")),
    )


def _scores(table: Floats, scored: bool, truth: Detections | None) -> Floats | None:
    """The last field of six; a folder without a line is one of predictions where these are asked for."""
    if scored:
        return table[:, 5].copy()
    return np.zeros(0) if truth is not None and len(table) == 0 else None


def _table(fields: list[list[str]], origin: Origin) -> Floats:
    """The fields as numbers, five or six in every row."""
    width = len(fields[0]) if fields else 5
    for row, words in enumerate(fields):
        if len(words) not in (5, 6):
            what = say("which has {count} fields; a box is: class cx cy width height, and the confidence of a prediction", count=len(words))
            origin.refuse(row, say("the line"), " ".join(words), what)
        if len(words) != width:
            what = say("where the first line has {count}: either every box has a confidence or none", count=width)
            origin.refuse(row, say("the number of fields"), len(words), what)
    table = np.array([number_of(word) for words in fields for word in words], np.float64).reshape(len(fields), width)  # None is NaN here
    wrong = ~np.isfinite(table)
    if wrong.any():
        row, column = (int(place) for place in np.argwhere(wrong)[0])
        origin.refuse(row, say("a field"), fields[row][column], say("which is no finite number"))
    wrong = (table[:, 0] != np.floor(table[:, 0])) | (table[:, 0] < 0) | (table[:, 0] >= 2**53)
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, say("the class"), fields[row][0], say("which is no whole number from 0 up"))
    return table


def _check_shares(boxes: Floats, origin: Origin) -> None:
    wrong = ((boxes < -SLACK) | (boxes > 1 + SLACK)).any(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        what = say("and YOLO's numbers are shares of the picture's sides, from 0 to 1: divide pixels by width and height")
        origin.refuse(row, say("the box"), boxes[row].tolist(), what)


def _sizes(folder: Path, labels: Path, images: Sizes | None, truth: Detections | None) -> Sizes:
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


def _in_pixels(boxes: Floats, keys: Keys, sizes: Sizes, truth: Detections | None, origin: Origin) -> tuple[Floats, bool]:
    """Boxes times the sides of their pictures, and whether they stayed shares, because no side is known."""
    if truth is not None:
        if truth.normalised:
            return boxes, True
        sizes = _truth_sizes(truth)
    known = [name for name in keys.names if sizes.get(name, (0, 0))[0] > 0]
    if not known and truth is None:
        return boxes, True
    for code, name in enumerate(keys.names):
        if sizes.get(name, (0, 0))[0] <= 0:
            origin.refuse(int(np.argmax(keys.codes == code)), say("the image"), name, _without_size(name, sizes, truth))
    sides = np.array([sizes[name] for name in keys.names], np.float64).reshape(-1, 2)[keys.codes]
    return boxes * sides[:, [1, 0, 1, 0]], False


def _without_size(name: str, sizes: Sizes, truth: Detections | None) -> str:
    """Why an image has no size: the truth has no such image, or nobody says it."""
    if truth is not None and name not in sizes:
        names = sorted(known for known in sizes if isinstance(known, str)) or sorted(sizes)
        return say("an image that is not among the {count:,} there are{near}", count=len(truth.images), near=near_names(name, names))
    return say(
        "whose size in pixels nobody says; pass ⟦images={name: (height, width)} or the folder of the pictures‖--images, the folder of "
        "the pictures⟧"
    )


def _truth_sizes(truth: Detections) -> Sizes:
    """The truth's sizes by the names of images, and by those of their files."""
    each = list(zip(truth.images.height.tolist(), truth.images.width.tolist(), strict=True))
    named = dict(zip((Path(file).stem for file in truth.images.files), each, strict=False))
    return {**named, **dict(zip(truth.images.names.tolist(), each, strict=True))}
