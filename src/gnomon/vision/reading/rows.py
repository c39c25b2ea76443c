"""Rows of any format as they were read, and where they came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ...errors import InputError
from ...types import Bools, Floats, Integers
from ..detections import Categories, Federation, Images
from ..masks import Masks

SHORT_RANGE = 2**22


@dataclass(frozen=True)
class Origin:
    """Where rows came from: what errors call the data, and each of its rows."""

    source: str
    row: Callable[[int, str], str]

    def refuse(self, row: int, field: str, value: object, what: str) -> NoReturn:
        """Refuse a value of a row, saying what is wrong with it."""
        place = self.row(row, field)
        raise InputError("vision.bad_value_at_place", source=self.source, place=place, value=value, what=what)


class CodedColumn(NamedTuple):
    """A column of names or numbers: codes of the distinct ones."""

    codes: Integers
    names: Sequence[Any]


@dataclass(frozen=True)
class AnnotationRows:
    """What a reader found. Boxes are x, y, width and height (oriented ones with an angle), NaN in a row that has none."""

    origin: Origin
    image: CodedColumn
    category: CodedColumn
    boxes: Floats
    score: Floats | None = None
    area: Floats | None = None
    """NaN where the data does not say."""
    crowd: Bools | None = None
    ignored: Bools | None = None
    ids: Integers | None = None
    masks: Masks | None = None
    segmentations: Sequence[Any] | None = None
    """Masks as the data writes them, where they are not made yet."""
    keypoints: Floats | None = None
    marked_points: Integers | None = None
    images: Images | None = None
    """None where the data names only the images of its rows."""
    categories: Categories | None = None
    federation: Federation | None = None
    unit: str | None = None
    """Of boxes: "pixel", "share" of the picture's sides, or None where nobody says."""
    unit_settled: bool = False
    """Whether the reader has made pixels of shares already where it could."""
    images_spelled: bool = False
    """Whether whole numbers that name images were text, as a CSV file has them."""
    may_be_empty: Bools | None = None
    """Rows whose box may have no area: it follows from a mask or from keypoints, or both its ends are pixels of it."""
    given: Floats | None = None
    """Boxes as the data writes them, for errors to show."""
    fields: tuple[str, str, str] = ("image_id", "category_id", "bbox")
    """What the data calls image, class and box."""


def keys_of_integers(values: Integers) -> CodedColumn:
    """Codes of whole numbers, ascending.

    >>> keys_of_integers(np.array([7, 3, 7]))
    CodedColumn(codes=array([1, 0, 1]), names=[3, 7])
    """
    if len(values) == 0:
        return CodedColumn(np.zeros(0, np.int64), [])
    low, high = int(values.min()), int(values.max())
    if high - low >= SHORT_RANGE:
        distinct, codes = np.unique(values, return_inverse=True)
        return CodedColumn(codes.reshape(-1), distinct.tolist())
    there = np.zeros(high - low + 1, bool)
    there[values - low] = True
    codes = (np.cumsum(there) - 1)[values - low]
    return CodedColumn(codes, (np.flatnonzero(there) + low).tolist())


def keys_of(values: Sequence[object]) -> CodedColumn:
    """Codes of names or numbers, in the order in which they first occur."""
    places: dict[Any, int] = {}
    codes = np.fromiter((places.setdefault(value, len(places)) for value in values), np.int64, len(values))
    return CodedColumn(codes, list(places))
