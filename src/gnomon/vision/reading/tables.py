"""Tables with a row for each box: frames, dictionaries of columns, CSV and Parquet files."""

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np

from ...engines import Column, Source, Wanted, memory_limit, open_source
from ...engines.columns import joined
from ...errors import InputError
from ...words.language import either, listed, say
from ..detections import Bools, Detections, Floats
from .formats import as_coco, known_format
from .given import Sizes
from .rows import Keys, Origin, Rows, categories_of, images_of

BATCH = 2**20
NAMES = {
    "image": ("image", "image_id", "image_name", "filename", "file_name", "file"),
    "class": ("class", "category", "category_id", "class_id", "class_name", "label"),
    "score": ("score", "confidence", "conf"),
    "crowd": ("crowd", "iscrowd", "is_crowd"),
    "ignore": ("ignore", "ignored", "difficult"),
    "area": ("area",),
    "id": ("id", "annotation_id"),
}
"""What columns are called; the first name goes before the others."""
BOXES = {
    ("x1", "y1", "x2", "y2"): "xyxy",
    ("xmin", "ymin", "xmax", "ymax"): "xyxy",
    ("left", "top", "right", "bottom"): "xyxy",
    ("x", "y", "w", "h"): "xywh",
    ("x", "y", "width", "height"): "xywh",
    ("left", "top", "width", "height"): "xywh",
    ("cx", "cy", "w", "h"): "cxcywh",
    ("cx", "cy", "width", "height"): "cxcywh",
    ("x_center", "y_center", "width", "height"): "cxcywh",
    ("cx", "cy", "w", "h", "angle"): "xywhr",
    ("cx", "cy", "width", "height", "angle"): "xywhr",
}
SIDES = (("image_height", "image_width"), ("height", "width"))


class Table:
    """The columns of a table by what they hold."""

    def __init__(self, source: Source, format: str | None) -> None:
        self.source = source
        self._names: dict[str, str] = {}
        for column in source.columns:
            self._names.setdefault(str(column).lower(), str(column))
        self.format, self.box = self._box(format)
        self.columns = {what: self._named(what) for what in NAMES}
        for what in ("image", "class"):
            if self.columns[what] is None:
                raise InputError(
                    "{source} has no column for the {what}; call it {names}\ncolumns: {columns}",
                    source=source.name,
                    what=say("image") if what == "image" else say("class"),
                    names=either(map(repr, NAMES[what])),
                    columns=", ".join(source.columns),
                )
        sides = [pair for pair in SIDES if all(side in self._names and self._names[side] not in self.box for side in pair)]
        self.sides = tuple(self._names[side] for side in sides[0]) if sides else ()

    def _named(self, what: str) -> str | None:
        """The column that holds something; of several names the first one wins, and others must be one only."""
        first, *others = NAMES[what]
        if first in self._names:
            return self._names[first]
        found = [self._names[name] for name in others if name in self._names]
        if len(found) > 1:
            raise InputError(
                "{source}: {names} may each be the {what}; call the one that is meant {first!r}",
                source=self.source.name,
                names=listed(map(repr, found)),
                what=what,
                first=first,
            )
        return found[0] if found else None

    def _box(self, format: str | None) -> tuple[str, tuple[str, ...]]:
        """The columns of the box, and how they are to be read."""
        there = [names for names in BOXES if all(name in self._names for name in names)]
        there = [names for names in there if not any(set(names) < set(other) for other in there)]
        if format is not None:
            known_format(format)
            plain = {"x", "y", "w", "h", "width", "height"}  # which may be the centre's, if the caller says so
            there = [names for names in there if BOXES[names] == format or (format == "cxcywh" and set(names) <= plain)]
        if len(there) == 1:
            return format or BOXES[there[0]], tuple(self._names[name] for name in there[0])
        if there:
            raise InputError(
                "{source} has columns for several boxes ({boxes}); drop or rename those that are not meant",
                source=self.source.name,
                boxes=listed(" ".join(names) for names in there),
            )
        raise InputError(
            "{source} has no columns for the box{format}; call them {boxes}\ncolumns: {columns}",
            source=self.source.name,
            format="" if format is None else say(" in the format {format!r}", format=format),
            boxes=either(" ".join(names) for names in BOXES if format in (None, BOXES[names])),
            columns=", ".join(self.source.columns),
        )


def _row(first: int, row: int, field: str) -> str:
    return say("{field!r} in row {row}", field=field, row=row + first)


def rows_of_table(
    data: Any, format: str | None, classes: dict[Any, str] | None, images: Sizes | None, truth: Detections | None, name: str
) -> Rows:
    """The rows of a table."""
    with closing(open_source(data, memory_limit(None))) as source:
        table = Table(source, format)
        wanted = [column for column in (table.columns[what] for what in NAMES) if column]
        keys = [wanted[0], wanted[1]]
        numbers = [*table.box, *wanted[2:], *table.sides]
        batches = list(source.batches(Wanted(numbers, keys), BATCH))
        read = {column: joined([batch[column] for batch in batches]) for column in [*keys, *numbers]} if batches else {}
        shown = name if source.first_row == 0 else source.name
        origin = Origin(shown, partial(_row, source.first_row))
        return _rows(table, read, origin, classes, images, truth)


def _rows(
    table: Table, read: dict[str, Column], origin: Origin, classes: dict[Any, str] | None, images: Sizes | None, truth: Detections | None
) -> Rows:
    named = table.columns
    count = len(read[named["image"]].values) if read and named["image"] else 0
    empty = Column(np.zeros(0))

    def numbers(column: str) -> Floats:
        return _numbers(read.get(column, empty), column, origin)

    def optional(what: str) -> Floats | None:
        column = named[what]
        return None if column is None else numbers(column)

    text_images = truth is not None and len(truth.images) > 0 and isinstance(truth.images.names[0], str)
    image = _keys(read.get(named["image"] or "", empty), named["image"] or "", origin, table.source.spells and not text_images)
    spells = table.source.spells and not (truth is not None and any(isinstance(id, str) for id in truth.categories.ids))
    category = _keys(read.get(named["class"] or "", empty), named["class"] or "", origin, spells)
    given = np.stack([numbers(column) for column in table.box], axis=1) if count else np.zeros((0, len(table.box)))
    ids = optional("id")
    sizes = {**_sizes(table, image, numbers), **(images or {})}
    return Rows(
        origin,
        image,
        category,
        as_coco(given, table.format),
        optional("score"),
        optional("area"),
        _flags(read, named["crowd"], origin),
        _flags(read, named["ignore"], origin),
        None if ids is None or truth is not None else _whole(ids, str(named["id"]), origin),
        images=images_of([*image.names, *sizes], sizes, origin.source) if truth is None else None,
        categories=categories_of(classes, origin.source) if classes is not None and truth is None else None,
        given=given,
        fields=(str(named["image"]), str(named["class"]), " ".join(table.box)),
    )


def _sizes(table: Table, image: Keys, numbers: Any) -> Sizes:
    """The size of each image, from its first row."""
    if not table.sides or not len(image.codes):
        return {}
    _, first = np.unique(image.codes, return_index=True)
    height, width = (numbers(side)[first].astype(np.int64).tolist() for side in table.sides)
    names = [image.names[int(code)] for code in image.codes[first]]
    return dict(zip(names, zip(height, width, strict=True), strict=True))


def _numbers(column: Column, name: str, origin: Origin) -> Floats:
    """Finite numbers, one in every row."""
    gaps = column.gaps()
    if gaps is not None:
        origin.refuse(int(np.argmax(gaps)), name, None, say("which is missing"))
    if column.names is not None or column.values.dtype.kind == "b":
        names = column.names or (True,)
        bad = [not isinstance(value, (int, float)) or isinstance(value, bool) for value in names]
        if any(bad) or column.names is None:
            row = int(np.argmax(np.array(bad)[column.values])) if column.names else 0
            value = names[int(column.values[row])] if column.names else bool(column.values[0])
            origin.refuse(row, name, value, say("which is no finite number"))
        return np.array(names, np.float64)[column.values]
    values = column.values.astype(np.float64)
    wrong = ~np.isfinite(values)
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, name, float(values[row]), say("which is no finite number"))
    return values


def _flags(read: dict[str, Column], name: str | None, origin: Origin) -> Bools | None:
    """True or False, or 1 and 0."""
    if name is None or name not in read:
        return None
    column = read[name]
    if column.values.dtype.kind == "b" and column.names is None:
        column = Column(column.values.astype(np.int8), missing=column.missing)
    elif column.names is not None and all(isinstance(value, bool) for value in column.names):
        column = column._replace(names=tuple(map(int, column.names)))
    values = _numbers(column, name, origin)
    wrong = (values != 0) & (values != 1)
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, name, values[row].item(), say("which is not 0 or 1"))
    return np.asarray(values == 1)


def _whole(values: Floats, name: str, origin: Origin) -> Any:
    wrong = (values != np.floor(values)) | (np.abs(values) >= 2**53)
    if wrong.any():
        row = int(np.argmax(wrong))
        origin.refuse(row, name, values[row].item(), say("which is no whole number"))
    return values.astype(np.int64)


def _keys(column: Column, name: str, origin: Origin, spells: bool) -> Keys:
    """Names of images or classes: whole numbers or text; text of a CSV that spells nothing but whole numbers is those."""
    encoded = column.encoded()
    gaps = encoded.gaps()
    if gaps is not None:
        origin.refuse(int(np.argmax(gaps)), name, None, say("which is missing"))
    names: Sequence[Any] = encoded.names or ()
    if spells and all(isinstance(value, str) and _spells_whole(value) for value in names):
        names = [int(value) for value in names]
    names = [int(value) if isinstance(value, float) and value.is_integer() else value for value in names]
    for code, value in enumerate(names):
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            row = int(np.argmax(encoded.values == code))
            origin.refuse(row, name, value, say("which is no name: names are whole numbers or text"))
    return Keys(encoded.values.astype(np.int64), names)


def _spells_whole(text: str) -> bool:
    """Whether a text is how a whole number is written, and nothing else: 7 and -3, not 007."""
    return text.lstrip("-").isdecimal() and text.isascii() and len(text) < 19 and str(int(text)) == text
