"""Panoptic quality: segments recognised, and how well they are outlined."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalog import Averaging, metric
from ..errors import InputError
from ..messages import Message
from ..result import Table
from ..summary.cells import mean_of_defined, ratio
from ..summary.panoptic_counts import PanopticCounts
from ..types import Floats


class Quality(NamedTuple):
    """Panoptic quality and its two factors: segmentation quality and recognition quality."""

    pq: float
    sq: float
    rq: float


@dataclass(frozen=True, eq=False, repr=False)
class PanopticQuality(Table):
    """Panoptic quality over classes: ``pq``, ``sq`` and ``rq`` are means over classes that have any segment, true or predicted.

    ``things`` and ``stuff`` are the same over either half of the classes; None where it is not known which these are. The columns have a
    line for each class; ``per_class`` finds one by its name.
    """

    pq: float
    sq: float
    rq: float
    things: Quality | None
    stuff: Quality | None
    classes: NDArray[Any]
    class_pq: Floats
    class_sq: Floats
    class_rq: Floats
    tp: NDArray[np.int64]
    fp: NDArray[np.int64]
    fn: NDArray[np.int64]
    key = "pq"

    @property
    def per_class(self) -> dict[Any, Quality]:
        """The quality of each class by its name."""
        rows = zip(self.classes.tolist(), self.class_pq.tolist(), self.class_sq.tolist(), self.class_rq.tolist(), strict=True)
        return {name: Quality(pq, sq, rq) for name, pq, sq, rq in rows}

    @property
    def note(self) -> str:
        parts = {"all": Quality(self.pq, self.sq, self.rq), "things": self.things, "stuff": self.stuff}
        return "\n".join(f"{name}: PQ {q.pq:.4f}  SQ {q.sq:.4f}  RQ {q.rq:.4f}" for name, q in parts.items() if q is not None)


@dataclass(frozen=True, kw_only=True)
class OfSegments(Averaging):
    """Classes are averaged by the metric itself; what it reads has names of its own."""

    columns: tuple[str, str] = ("truth", "predictions")
    keywords: tuple[str, ...] = ("things", "ignore", "classes", "truth_images", "prediction_images")


@metric(PanopticCounts, family="segmentation", kind="table", undefined=Message("no_segments"), averaging=OfSegments())
def panoptic_quality(counts: PanopticCounts) -> PanopticQuality:
    """PQ = Σ IoU of hits / (TP + ½ FP + ½ FN), in segments: segmentation quality × recognition quality, averaged over classes.

    >>> import gnomon as gn
    >>> truth = [[[1, 0], [1, 0], [2, 1], [2, 2]]]
    >>> predicted = [[[1, 0], [2, 1], [2, 1], [2, 2]]]
    >>> quality = gn.panoptic_quality([truth], [predicted])
    >>> quality.per_class  # half of 1 is found, which is no hit; of 2 the second instance alone is
    {1: Quality(pq=0.0, sq=0.0, rq=0.0), 2: Quality(pq=0.5, sq=1.0, rq=0.5)}
    """
    tp, fp, fn = (counts.counts[:, at].sum(0) for at in range(3))
    pq, sq, rq = qualities(counts.table.sum(0))

    def mean(which: Any) -> Quality:
        return Quality(*(float(mean_of_defined(one[which])) for one in (pq, sq, rq)))

    split = None if counts.things is None else _half(counts, "things")
    halves = (None, None) if split is None else (mean(split), mean(~split))
    names = np.empty(len(counts.labels), object)
    names[:] = counts.labels
    every = mean(np.ones(len(tp), bool))
    return PanopticQuality(every.pq, every.sq, every.rq, halves[0], halves[1], names, pq, sq, rq, tp, fp, fn)


def qualities(table: object) -> tuple[Floats, Floats, Floats]:
    """PQ, SQ and RQ of each class, of one line of counts or of many; NaN where a class has no segment, true or predicted."""
    tp, fp, fn, iou = np.split(np.asarray(table, np.float64), 4, axis=-1)
    whole = tp + fp / 2 + fn / 2
    sq = np.where(whole > 0, np.where(tp > 0, ratio(iou, tp), 0.0), np.nan)
    return ratio(iou, whole), sq, ratio(tp, whole)


def mean_quality(counts: PanopticCounts, options: dict[str, Any]) -> Callable[[Floats], Floats]:
    """What makes the mean over classes of lines of counts; a class that replicates of images lost keeps the value of all images."""
    at, which = Quality._fields.index(options.get("part", "pq")), _half(counts, options.get("over", "all"))
    whole = qualities(counts.table.sum(0))[at]

    def value(lines: Floats) -> Floats:
        found = qualities(lines)[at]
        return mean_of_defined(np.where(np.isnan(found), whole, found)[..., which])

    return value


def averaged_classes(counts: PanopticCounts, options: dict[str, Any]) -> NDArray[np.bool_]:
    """Which classes the mean is of: those that take part and have a value."""
    at = Quality._fields.index(options.get("part", "pq"))
    return _half(counts, options.get("over", "all")) & ~np.isnan(qualities(counts.table.sum(0))[at])


def _half(counts: PanopticCounts, over: str) -> NDArray[np.bool_]:
    """Which classes take part."""
    if over == "all":
        return np.ones(len(counts.labels), bool)
    if counts.things is None:
        raise InputError("metrics.panoptic_things_unknown", over=over)
    return np.array([(label in counts.things) == (over == "things") for label in counts.labels], bool)


@metric(
    PanopticCounts,
    family="segmentation",
    range=(0, 1),
    better="higher",
    undefined=Message("no_segments"),
    averaging=OfSegments(),
    says={
        "part": 'Panoptic quality ("pq"), or one of its factors: of outlines ("sq"), of what is recognised ("rq").',
        "over": 'The classes that the mean is of: "all", "things" or "stuff".',
    },
)
def mean_panoptic_quality(
    counts: PanopticCounts, *, part: Literal["pq", "sq", "rq"] = "pq", over: Literal["all", "things", "stuff"] = "all"
) -> float:
    """The mean over classes of panoptic quality, or of one of its two factors, as one value.

    >>> import gnomon as gn
    >>> truth = [[[1, 0], [1, 0], [2, 1], [2, 2]]]
    >>> predicted = [[[1, 0], [2, 1], [2, 1], [2, 2]]]
    >>> gn.mean_panoptic_quality([truth], [predicted]), gn.mean_panoptic_quality([truth], [predicted], part="sq")
    (0.25, 0.5)
    """
    return float(mean_quality(counts, {"part": part, "over": over})(counts.table.sum(0)))
