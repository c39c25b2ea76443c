"""How sure figures of detection are: images are drawn, and what was matched in them is averaged again, never matched again."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...catalog import Reference
from ...inference.estimate import IntervalOptions
from ...inference.images import MOST_UNITS, ImageStatistic
from ...inference.rare_classes import rare_class
from ...inference.stacks import block_weights
from ...messages import Message
from ...summary import Matches
from ...types import Floats

AT_ONCE = 2**22
"""Numbers of weights that are held at a time."""


AVERAGED = {"detection_ap": 0, "detection_ar": 1}
"""Metrics that are means over classes and thresholds, and their places among the averages of matches."""


@dataclass(frozen=True, eq=False)
class MatchStatistic(ImageStatistic):
    """A metric over images of which matches are at hand; ``drawn_before`` keeps the replicates, which intervals and comparisons share."""

    matches: Matches
    drawn_before: dict[Any, Floats]

    @classmethod
    def of(cls, reference: Reference, matches: Matches, drawn_before: dict[Any, Floats] | None = None) -> "MatchStatistic":
        """A metric of matches."""
        area = matches.protocol.area(reference.arguments.get("area", "all"))
        objects = matches.columns.truth_image[matches.counted[area] > 0]
        sizes = np.bincount(objects, minlength=len(matches)).astype(np.float64)
        nothing, kept = np.zeros((len(matches), 0)), {} if drawn_before is None else drawn_before
        trouble = _rare(matches, area) if reference.entry.name in AVERAGED else None
        return cls(reference, matches.images, nothing, lambda lines: lines, False, sizes, matches, kept, trouble=trouble)

    @property
    def whole(self) -> float:
        return float(self.reference.entry.function(self.matches, **self.reference.arguments))

    @property
    def of_maximum(self) -> bool:
        """AP reads, at each recall, the best precision from there on."""
        return self.reference.entry.name == "detection_ap"

    def weighed(self, weights: Floats) -> Floats:
        """The figure of images that count as often as each line says."""
        stack = self.reference.entry.shortcuts.stack
        assert stack is not None
        return np.asarray(stack(self.matches, np.ascontiguousarray(weights), **self.reference.arguments), np.float64)

    def drawn(self, how: IntervalOptions) -> Floats:
        key = str(self.reference), how.replicates, how.seed
        if key not in self.drawn_before:
            average = AVERAGED.get(self.reference.entry.name)
            drawn = drawn_weights(len(self.matches), how)
            self.drawn_before[key] = np.concatenate([self.weighed(some) for some in drawn]) if average is None else self._mean(average, how)
        return self.drawn_before[key]

    def _mean(self, average: int, how: IntervalOptions) -> Floats:
        """AP or AR over classes and thresholds; those of one range of areas and one cap come from one averaging."""
        asked, rule = self.reference.arguments, self.matches.protocol
        line = rule.area(asked.get("area", "all")), asked.get("max_detections")
        key = line, how.replicates, how.seed
        if key not in self.drawn_before:
            parts = [self.matches.averages([line], some) for some in drawn_weights(len(self.matches), how)]
            sums = [np.concatenate([_sums(one[which][:, 0]) for one in parts], 1) for which in (0, 1)]
            self.drawn_before[key] = np.array(sums)
        levels = slice(None) if asked.get("iou") is None else [rule.level(asked["iou"])]
        total, count = self.drawn_before[key][average][:, :, levels].sum(2)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(total / count, np.float64)

    @property
    def without_each(self) -> Floats:
        count = len(self.matches)
        parts = np.array_split(np.arange(count), max(1, count * count // AT_ONCE))
        return np.concatenate([self.weighed(1.0 - (np.arange(count) == part[:, None])) for part in parts])


def _rare(matches: Matches, area: int) -> Message | None:
    """The reason why a mean over classes has no interval, one of which has objects in too few images."""
    c, there = matches.columns, matches.counted[area] > 0
    images = np.unique(np.column_stack([c.truth_category[there], c.truth_image[there]]), axis=0)
    units = np.bincount(images[:, 0].astype(np.int64), minlength=len(matches.categories))
    return rare_class(matches.categories.names, units, units > 0)


def _sums(values: Floats) -> Floats:
    """Of replicates × thresholds × classes, the sum over classes that have a value, and how many these are."""
    there = ~np.isnan(values)
    return np.array([np.where(there, values, 0.0).sum(2), there.sum(2)])


def drawn_weights(images: int, how: IntervalOptions) -> Iterator[Floats]:
    """How often each image enters each replicate, some replicates at a time; the same for every model of the same images."""
    blocks = min(images, MOST_UNITS)
    place = np.arange(images) % max(blocks, 1)
    weights = block_weights(blocks, how.replicates, how.seed)
    at_once = max(1, AT_ONCE // max(images, 1))
    for first in range(0, how.replicates, at_once):
        yield np.ascontiguousarray(weights[first : first + at_once][:, place])
