"""LabelRanks: how each row's scores order its labels, summed over rows."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.tags import TagRows, tag_score_rows
from ..messages.language import listed
from ..types import Floats
from .base import Summary
from .exact_sum import exact_sum, rounded
from .invariants import MOST_WEIGHED, as_whole
from .packing import Arrays

if TYPE_CHECKING:
    from ..types import Array


SUMS = ("rows", "coverage", "precision", "all_labels", "pairs", "above", "level")


@dataclass(frozen=True, eq=False, repr=False)
class LabelRanks(Summary):
    """Sums over rows, exact whatever their order, so that the summary is of fixed size.

    ``rows``: what rows with a true label weigh, and ``all_labels`` those of them that have every label; ``coverage`` and ``precision``
    sum over ``rows``. ``pairs`` is what rows weigh that have both true and false labels; ``above`` and ``level`` sum the shares of
    pairs in which the false label scores higher, and in which both score alike. ``none`` is what rows without a true label weigh.

    >>> import gnomon as gn
    >>> gn.LabelRanks.of([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]]).total("coverage")
    5.0
    """

    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*SUMS, "none"), 0))
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        names = {*SUMS, "none"}
        if not isinstance(self.sums, dict) or self.sums.keys() != names:
            raise InputError("summary.exact_sums_names_mismatch", names=listed((*SUMS, "none")))
        held = {name: as_whole(total, f"sums[{name!r}]", 0, exact_sum(np.array([MOST_WEIGHED]))) for name, total in self.sums.items()}
        if max(held["pairs"], held["all_labels"]) > held["rows"]:
            raise InputError("summary.label_pairs_outweigh_rows")
        self.__dict__["sums"] = held

    @classmethod
    def of(cls, y_true: Any, y_score: Any, *, labels: Any = None, weight: Any = None, missing: str = "error") -> "LabelRanks":
        """Rank each row's labels by their scores."""
        return cls.of_rows(tag_score_rows(y_true, y_score, weight, labels, missing))

    @classmethod
    def of_rows(cls, rows: TagRows) -> "LabelRanks":
        """Rank rows that are validated already."""
        total = cls()
        step = max(2**22 // max(len(rows.names), 1), 1)
        for start in range(0, len(rows.truth), step):
            at = slice(start, start + step)
            total = total + cls._of_some(rows.truth[at], rows.given[at], None if rows.weight is None else rows.weight[at])
        return total

    @classmethod
    def _of_some(cls, truth: NDArray[np.uint8], score: Any, weight: Floats | None) -> "LabelRanks":
        labels = truth.shape[1]
        heavy = np.ones(len(truth)) if weight is None else weight
        order = np.argsort(-score, axis=1, kind="stable")
        sorted_scores, true = np.take_along_axis(score, order, 1), np.take_along_axis(truth, order, 1).astype(np.int64)
        first, last = _ties(sorted_scores)
        found = np.cumsum(true, axis=1)
        found_so_far = np.take_along_axis(found, last, 1)
        false_at_least = last + 1 - found_so_far
        false_above = first - np.take_along_axis(np.pad(found, ((0, 0), (1, 0))), first, 1)
        trues = true.sum(1)
        falses = labels - trues
        some, both = trues > 0, (trues > 0) & (falses > 0)
        precision = (true * found_so_far / (last + 1)).sum(1)[some] / trues[some]
        above, at_least = (true * false_above).sum(1), (true * false_at_least).sum(1)
        of = (trues * falses)[both]
        parts = {
            "rows": heavy[some],
            "coverage": heavy[some] * (true * (last + 1)).max(1, initial=0)[some],
            "precision": heavy[some] * precision,
            "all_labels": heavy[some & (falses == 0)],
            "pairs": heavy[both],
            "above": heavy[both] * (above[both] / of),
            "level": heavy[both] * ((at_least - above)[both] / of),
            "none": heavy[~some],
        }
        return cls({name: exact_sum(values) for name, values in parts.items()})

    def total(self, name: str) -> float:
        """One of the sums."""
        return rounded(self.sums[name])

    @property
    def n(self) -> float:
        """All rows, or what they weigh."""
        return rounded(self.sums["rows"] + self.sums["none"])

    @classmethod
    def empty(cls) -> "LabelRanks":
        return cls()

    def _merge(self, other: "LabelRanks") -> "LabelRanks":
        return LabelRanks({name: total + other.sums[name] for name, total in self.sums.items()})

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"sums": {name: hex(total) for name, total in self.sums.items()}}, {}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "LabelRanks":
        return cls({name: int(total, 16) for name, total in meta["sums"].items()})

    def __repr__(self) -> str:
        return f"LabelRanks({self.n:g} rows)"


def _ties(scores: "Array") -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each place of descending scores, the first and the last place that score alike."""
    labels = scores.shape[1]
    places = np.broadcast_to(np.arange(labels), scores.shape)
    fresh = np.ones(scores.shape, bool)
    fresh[:, 1:] = scores[:, 1:] != scores[:, :-1]
    ends = np.ones(scores.shape, bool)
    ends[:, :-1] = fresh[:, 1:]
    first = np.maximum.accumulate(np.where(fresh, places, 0), axis=1)
    last = np.minimum.accumulate(np.where(ends, places, labels)[:, ::-1], axis=1)[:, ::-1]
    return first, last
