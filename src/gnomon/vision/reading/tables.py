"""Tables with a row for each box: frames, dictionaries of columns, CSV and Parquet files."""

from contextlib import closing
from functools import partial
from typing import Any, NoReturn

import numpy as np

from ...engines import Column, Projection, Source, memory_limit, open_source
from ...engines.columns import joined
from ...errors import InputError
from ...messages.language import either, listed, say
from ..boxes import COLUMNS
from ..detections import Detections
from .formats import FORMATS, as_coco, known_format
from .given import Sizes
from .placing import categories_of, images_of
from .rows import AnnotationRows, CodedColumn, Origin
from .table_cells import TableCells

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
    ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"): "corners",
}
WHOLE = ("box", "bbox")
"""What a column is called that holds boxes whole, as lists or as their text."""
SIDES = (("image_height", "image_width"), ("height", "width"))


class ColumnRoles:
    """The columns of a table by what they hold."""

    def __init__(self, source: Source, format: str | None) -> None:
        self.name, self.spells, self._listed = source.name, source.spells, ", ".join(source.columns)
        self._names: dict[str, str] = {}
        for column in source.columns:
            self._names.setdefault(str(column).lower(), str(column))
        self.format, self.box = self._box(format)
        self.columns = {what: self._named(what) for what in NAMES}
        for what in ("image", "class"):
            if self.columns[what] is None:
                raise InputError(
                    "vision.table_column_missing",
                    source=source.name,
                    what=say("vision.part_the_image") if what == "image" else say("vision.part_the_class"),
                    names=either(map(repr, NAMES[what])),
                    columns=self._listed,
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
                "vision.table_column_ambiguous",
                source=self.name,
                names=listed(map(repr, found)),
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
        return self._in_one_column(format) if not there else self._refuse_several(there)

    def _in_one_column(self, format: str | None) -> tuple[str, tuple[str, ...]]:
        """The column that holds boxes whole."""
        there = [self._names[name] for name in WHOLE if name in self._names]
        if len(there) > 1:
            self._refuse_several([(name,) for name in there])
        if there and format is None:
            raise InputError(
                "vision.table_box_format_missing",
                source=self.name,
                column=there[0],
                choices=either(map(repr, FORMATS)),
            )
        if not there or format is None:
            raise InputError(
                "vision.table_box_columns_missing",
                source=self.name,
                format="" if format is None else say("vision.part_in_the_format", format=format),
                boxes=either(repr(" ".join(names)) for names in BOXES if format in (None, BOXES[names])),
                columns=self._listed,
            )
        return format, (there[0],)

    def _refuse_several(self, boxes: list[tuple[str, ...]]) -> NoReturn:
        raise InputError(
            "vision.table_box_columns_ambiguous",
            source=self.name,
            boxes=listed(repr(" ".join(names)) for names in boxes),
        )

    @property
    def keys(self) -> list[str]:
        """The columns that hold no numbers: image and class, and boxes that stand in one column."""
        return [str(self.columns["image"]), str(self.columns["class"]), *(self.box if self.whole else ())]

    @property
    def whole(self) -> bool:
        """Whether boxes stand in one column."""
        return len(self.box) == 1

    @property
    def numbers(self) -> list[str]:
        """The columns of numbers."""
        others = [self.columns[what] for what in NAMES if what not in ("image", "class")]
        return [*(() if self.whole else self.box), *(column for column in others if column), *self.sides]


def _row(first: int, row: int, field: str) -> str:
    return say("vision.part_field_in_row", field=field, row=row + first)


def rows_of_table(
    data: object, format: str | None, classes: dict[Any, str] | None, images: Sizes | None, truth: Detections | None, name: str
) -> AnnotationRows:
    """The rows of a table."""
    with closing(open_source(data, memory_limit(None))) as source:
        if source.apart:
            raise InputError(
                "vision.spark_rows_not_collectable",
                name=name,
            )
        table = ColumnRoles(source, format)
        keys, numbers = table.keys, table.numbers
        batches = list(source.batches(Projection(numbers, keys), BATCH))
        read = {column: joined([batch[column] for batch in batches]) for column in [*keys, *numbers]} if batches else {}
        shown = name if source.first_row == 0 else source.name
        origin = Origin(shown, partial(_row, source.first_row))
        return rows_of_columns(table, read, origin, classes, images, truth)


def rows_of_columns(
    table: ColumnRoles,
    read: dict[str, Column],
    origin: Origin,
    classes: dict[Any, str] | None,
    images: Sizes | None,
    truth: Detections | None,
) -> AnnotationRows:
    """Rows of columns that are read."""
    cells = TableCells(table.columns, read, origin)
    text_images = truth is not None and truth.images.names.dtype == object
    text_classes = truth is not None and any(isinstance(id, str) for id in truth.categories.ids)
    image = cells.keys("image", table.spells and not text_images)
    category = cells.keys("class", table.spells and not text_classes)
    given = (
        cells.boxes(table.box[0], COLUMNS[table.format])
        if table.whole
        else np.stack([cells.numbers(column) for column in table.box], axis=1)
    )
    sizes = {**_sizes(table, image, cells), **(images or {})}
    return AnnotationRows(
        origin,
        image,
        category,
        as_coco(given, table.format),
        cells.optional("score"),
        cells.optional("area"),
        cells.flags("crowd"),
        cells.flags("ignore"),
        cells.whole("id"),
        images=images_of([*image.names, *sizes], sizes, origin.source),
        categories=None if classes is None else categories_of(classes, origin.source),
        images_spelled=table.spells,
        given=given,
        fields=(str(table.columns["image"]), str(table.columns["class"]), " ".join(table.box)),
    )


def _sizes(table: ColumnRoles, image: CodedColumn, cells: TableCells) -> Sizes:
    """The size of each image, from its first row."""
    if not table.sides or not len(image.codes):
        return {}
    _, first = np.unique(image.codes, return_index=True)
    height, width = (cells.numbers(side)[first].astype(np.int64).tolist() for side in table.sides)
    names = [image.names[int(code)] for code in image.codes[first]]
    return dict(zip(names, zip(height, width, strict=True), strict=True))
