"""DOTA's labels: a text for each image, a line for each oriented box by its four corners, in pixels."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...messages.language import say
from .given import Sizes
from .placing import categories_of, images_of
from .rows import AnnotationRows, Origin, keys_of
from .text_files import TextLines, number_of, place_of_line
from .units import PIXEL

HEADS = ("imagesource:", "gsd:")
CORNERS = 8
FLAGS = ("0", "1", "2")
"""Of difficult: 0 counts; the others do not, as in DOTA's own tool."""


def is_dota(words: list[list[str]]) -> bool:
    """Whether lines are DOTA's: headed as its are, or with the name of a class behind eight numbers."""
    first = next((line for line in words if not _is_head(line)), None)
    if first is None:
        return bool(words)
    return _is_head(words[0]) or (len(first) in (9, 10) and number_of(first[CORNERS]) is None)


def _is_head(line: list[str]) -> bool:
    return line[0].lower().startswith(HEADS)


def rows_of_dota(folder: Path, files: list[Path], lines: TextLines, classes: dict[Any, str] | None, images: Sizes | None) -> AnnotationRows:
    """The boxes of a folder."""
    kept = [row for row, words in enumerate(lines.words) if not _is_head(words)]
    places = [lines.places[row] for row in kept]
    origin = Origin(folder.name, partial(place_of_line, places))
    image = [lines.image[row] for row in kept]
    words = [lines.words[row] for row in kept]
    corners = np.array([_corners(line, row, origin) for row, line in enumerate(words)], np.float64).reshape(-1, CORNERS)
    sizes = dict(images or {})
    return AnnotationRows(
        origin,
        keys_of(image),
        keys_of([line[CORNERS] for line in words]),
        corners,
        ignored=np.array([_is_difficult(line, row, origin) for row, line in enumerate(words)], bool),
        images=images_of([*(path.stem for path in files), *sizes], sizes, folder.name),
        categories=None if classes is None else categories_of(classes, folder.name),
        unit=PIXEL,
        fields=(say("vision.part_the_image"), say("vision.part_the_class"), say("vision.part_the_box")),
    )


def _corners(words: list[str], row: int, origin: Origin) -> list[float]:
    if len(words) not in (9, 10):
        what = say("vision.part_dota_field_count_mismatch", count=len(words))
        origin.refuse(row, say("vision.part_the_line"), " ".join(words), what)
    found = []
    for word in words[:CORNERS]:
        value = number_of(word)
        if value is None:
            origin.refuse(row, say("vision.part_a_field"), word, say("vision.part_field_not_finite"))
        found.append(value)
    return found


def _is_difficult(words: list[str], row: int, origin: Origin) -> bool:
    if len(words) == 10 and words[9] not in FLAGS:
        origin.refuse(row, "difficult", words[9], say("vision.part_difficult_out_of_range"))
    return len(words) == 10 and words[9] != "0"
