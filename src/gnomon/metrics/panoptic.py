"""Panoptic quality: segments recognised, and how well they are outlined."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalog import Averaging, metric
from ..result import Table
from ..summary.cells import mean_of_defined, ratio
from ..summary.panoptic_counts import PanopticCounts
from ..words import Message

Floats = NDArray[np.float64]


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
    iou = counts.iou.sum(0)
    whole = tp + fp / 2 + fn / 2
    there = whole > 0
    sq = np.where(there, np.where(tp > 0, ratio(iou, tp), 0.0), np.nan)
    pq, rq = ratio(iou, whole), ratio(tp, whole)

    def mean(which: Any) -> Quality:
        return Quality(*(float(mean_of_defined(one[which])) for one in (pq, sq, rq)))

    split = None if counts.things is None else np.array([label in counts.things for label in counts.labels], bool)
    halves = (None, None) if split is None else (mean(split), mean(~split))
    names = np.empty(len(counts.labels), object)
    names[:] = counts.labels
    every = mean(np.ones(len(tp), bool))
    return PanopticQuality(every.pq, every.sq, every.rq, halves[0], halves[1], names, pq, sq, rq, tp, fp, fn)
