"""What lies behind the figures of detection: precision by recall of a class, rates along the confidence, and the best confidence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.labels import plain
from ..result import Result, Table
from ..summary import Matches
from ..types import Floats, Integers
from ..vision import Categories
from .detection import tallies


class ClassValues(Mapping[Any, Any]):
    """A value for each class by its name; also by its id, where that is no class's name.

    >>> values = ClassValues(Categories((1, 7), ("cat", "dog")), [0.5, 0.25])
    >>> values["dog"], values[7], list(values)
    (0.25, 0.25, ['cat', 'dog'])
    """

    def __init__(self, categories: Categories, values: list[float]) -> None:
        self._values = dict(zip(class_names(categories), values, strict=True))
        self._ids = {plain(id_): name for id_, name in zip(categories.ids, self._values, strict=True)}

    def __getitem__(self, key: Any) -> Any:
        return self._values[key if key in self._values else self._ids[key]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


def class_names(categories: Categories) -> list[str]:
    """The classes' names, those that several classes share with their ids."""
    shared = {name for name in categories.names if categories.names.count(name) > 1}
    return [f"{name} ({id_})" if name in shared else name for id_, name in zip(categories.ids, categories.names, strict=True)]


def class_place(m: Matches, category: object) -> int:
    """The place of a class that is named, or given by its id."""
    names = class_names(m.categories)
    if category in names:
        return names.index(category)
    if category in m.categories.ids:
        return m.categories.ids.index(category)
    raise InputError("metrics.category_unknown", category=category, count=len(names))


@dataclass(frozen=True, eq=False, repr=False)
class DetectionCurve(Table):
    """Precision by recall as the confidence falls; ``best`` is the best precision at that recall or past it, which AP averages.

    ``recall_grid`` are the recalls at which the protocol reads it, and ``read`` what it reads there: AP is their mean, or with "trapezoid"
    and "truncated" the area under straight lines between them. Both are empty where AP is the area under ``best``.
    """

    confidence: Floats
    recall: Floats
    precision: Floats
    best: Floats
    recall_grid: tuple[float, ...]
    read: tuple[float, ...]
    interpolation: str
    category: str
    iou: float
    ap: float
    key: ClassVar[str] = "ap"
    pictured: ClassVar[tuple[str, ...]] = ("recall", "precision")

    def columns(self) -> dict[str, Any]:
        """The points of the curve."""
        return {name: getattr(self, name) for name in ("confidence", "recall", "precision", "best")}


def detection_curve(m: Matches, category: object, iou: float = 0.5, area: str = "all") -> DetectionCurve:
    """The curve of a class at an overlap; without objects it has no points."""
    place, level, span = class_place(m, category), m.protocol.level(iou), m.protocol.area(area)
    order, starts = m.by_class
    rows = order[starts[place] : starts[place + 1]]
    state = m.columns.state[span, level][rows]
    rows, state = rows[state < 2], state[state < 2]
    objects = int(m.objects[span, place])
    if not objects:
        rows, state = rows[:0], state[:0]
    found = np.cumsum(state == 1)
    recall, precision = found / max(objects, 1), found / np.arange(1, len(rows) + 1)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    grid = () if m.protocol.interpolation == "envelope" else m.protocol.grid
    read = _read(recall, precision, best, np.array(grid), m.protocol.interpolation) if objects else np.zeros(0)
    ap = float(m.averages([(span, None)], None, [level]).ap[0, 0, place])
    return DetectionCurve(
        m.columns.score[rows], recall, precision, best, grid, tuple(read.tolist()), m.protocol.interpolation,
        class_names(m.categories)[place], iou, ap,
    )  # fmt: skip


def _read(recall: Floats, precision: Floats, best: Floats, grid: Floats, interpolation: str) -> Floats:
    """What a protocol reads at the recalls of its grid; with "trapezoid" the curve falls straight from its last point to (1, 0)."""
    if interpolation not in ("trapezoid", "truncated"):
        return np.asarray(np.append(best, 0.0)[np.searchsorted(recall, grid)])
    if not len(recall) or not recall[-1]:
        return np.zeros(len(grid))
    falls = interpolation == "trapezoid" and recall[-1] < 1
    past = precision[-1] * (1 - grid) / (1 - recall[-1]) if falls else np.zeros(len(grid))
    at = np.searchsorted(recall, grid, side="right")
    return np.where(at < len(recall), np.append(best, 0.0)[at], past)


@dataclass(frozen=True, eq=False, repr=False)
class AlongConfidence(Table):
    """Counts and rates of detections as the confidence falls, one line for each score that occurs; classes are counted together."""

    confidence: Floats
    tp: Integers
    fp: Integers
    fn: Integers
    precision: Floats
    recall: Floats
    f1: Floats
    pictured: ClassVar[tuple[str, ...]] = ("confidence", "precision", "recall")


def along_confidence(m: Matches, iou: float = 0.5, area: str = "all", category: object = None) -> AlongConfidence:
    """What happens at every confidence, of all classes or of one."""
    level, span = m.protocol.level(iou), m.protocol.area(area)
    c = m.columns
    kept = c.state[span, level] < 2
    objects = int(m.objects[span].sum())
    if category is not None:
        place = class_place(m, category)
        kept &= c.category == place
        objects = int(m.objects[span, place])
    score, found = c.score[kept], c.state[span, level][kept] == 1
    order = np.argsort(-score, kind="stable")
    score, tp = score[order], np.cumsum(found[order])
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True)) if len(score) else np.zeros(0, np.int64)
    tp = tp[last].astype(np.int64)
    fp = (last + 1 - tp).astype(np.int64)
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = tp / (tp + fp), np.where(objects, tp / objects, np.nan), 2 * tp / (tp + fp + objects)
    return AlongConfidence(score[last], tp, fp, objects - tp, *rates)


@dataclass(frozen=True, eq=False, repr=False)
class BestConfidence(Result):
    """The confidence with the best F1 over all classes, the highest of equals, and each class's own; NaN where nothing is found."""

    confidence: float
    f1: float
    precision: float
    recall: float
    per_class: Mapping[str, float]
    key: ClassVar[str] = "confidence"

    @property
    def headline(self) -> str:
        return f"{self.confidence:.6g}: F1 {self.f1:.6g}, precision {self.precision:.6g}, recall {self.recall:.6g}"

    def __float__(self) -> float:
        return self.confidence


def best_confidence(m: Matches, iou: float = 0.5, area: str = "all") -> BestConfidence:
    """Where F1 is best."""

    def best(line: AlongConfidence) -> tuple[float, float, float, float]:
        if not line.tp.any():
            return (np.nan,) * 4
        at = int(np.argmax(line.f1))
        return float(line.confidence[at]), float(line.f1[at]), float(line.precision[at]), float(line.recall[at])

    own = [best(along_confidence(m, iou, area, name))[0] for name in class_names(m.categories)]
    return BestConfidence(*best(along_confidence(m, iou, area)), ClassValues(m.categories, own))


@dataclass(frozen=True, eq=False, repr=False)
class ImageCounts(Table):
    """Of each image: objects found, detections said in vain, objects missed; in the order of the images' names."""

    image: NDArray[Any]
    tp: Integers
    fp: Integers
    fn: Integers


def image_counts(m: Matches, confidence: float, iou: float = 0.5, area: str = "all") -> ImageCounts:
    """What happens in each image at a confidence."""
    found, vain, objects = tallies(m, confidence, iou, area).sum(1).astype(np.int64).T
    return ImageCounts(m.images, found, vain, objects - found)
