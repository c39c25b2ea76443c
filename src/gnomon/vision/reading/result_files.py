"""Results in texts, a file for each class: Pascal VOC's, and DOTA's of oriented boxes."""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...errors import InputError
from ...messages.language import say
from .formats import as_coco
from .rows import AnnotationRows, Origin, keys_of
from .text_files import number_of, place_of_line, text_of
from .units import PIXEL


class ResultForm(NamedTuple):
    """How a tool names its files of results, what is said of other lines, how many fields a line has, and the format of its box."""

    name: re.Pattern[str]
    called: str
    other: str
    fields: int
    format: str


FORMS = (
    ResultForm(
        re.compile(r"comp\d+_det_[^_]+_(.+)\.txt"),
        "comp4_det_test_<class>.txt",
        "vision.part_voc_result_fields",
        6,
        "xyxy",
    ),
    ResultForm(
        re.compile(r"Task1_(.+)\.txt"),
        "Task1_<class>.txt",
        "vision.part_dota_result_fields",
        10,
        "corners",
    ),
)


def form_of(paths: list[Path]) -> ResultForm | None:
    """The form that the names of all files have."""
    return next((form for form in FORMS if paths and all(form.name.fullmatch(path.name) for path in paths)), None)


def result_files(folder: Path) -> list[Path]:
    """The files of results in a folder, in the order of their names."""
    texts = sorted(folder.glob("*.txt"))
    return next((found for form in FORMS if (found := [path for path in texts if form.name.fullmatch(path.name)])), [])


def rows_of_results_by_class(paths: list[Path], form: ResultForm, source: str) -> AnnotationRows:
    """The lines of files, of the classes that these are called after."""
    places: list[tuple[str, int]] = []
    origin = Origin(source, partial(place_of_line, places))
    image: list[str] = []
    names: list[str] = []
    numbers: list[list[float]] = []
    for path in paths:
        named = form.name.fullmatch(path.name)
        if named is None:
            raise InputError("vision.result_file_names_differ", path=path, called=form.called)
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if line.strip():
                places.append((path.name, number))
                name, values = _result(line, len(places) - 1, form, origin)
                image.append(name)
                numbers.append(values)
                names.append(named[1])
    table = np.array(numbers, np.float64).reshape(-1, form.fields - 1)
    return AnnotationRows(
        origin,
        keys_of(image),
        keys_of(names),
        as_coco(table[:, 1:], form.format),
        table[:, 0].copy(),
        unit=PIXEL,
        may_be_empty=np.ones(len(table), bool) if form.format == "xyxy" else None,
        given=table[:, 1:],
        fields=(say("vision.part_the_image"), say("vision.part_the_class"), say("vision.part_the_box")),
    )


def _result(line: str, row: int, form: ResultForm, origin: Origin) -> tuple[str, list[float]]:
    words = line.split()
    if len(words) != form.fields:
        origin.refuse(row, say("vision.part_the_line"), line.strip(), say(form.other, count=len(words)))
    values = []
    for word in words[1:]:
        value = number_of(word)
        if value is None:
            origin.refuse(row, say("vision.part_a_field"), word, say("vision.part_field_not_finite"))
        values.append(value)
    return words[0], values
