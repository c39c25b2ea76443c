"""Scores by class of a long pass in blocks: a table of sweeps for each class."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...summary.invariants import as_labels
from ...summary.packing import Arrays
from ...summary.sweeps import each_class
from ...types import Places
from ..blocks import BlockTable
from ..scores.blocks import SweepBlocks

if TYPE_CHECKING:
    from ...types import Array


class ClassBlocks(BlockTable):
    """Sweeps in blocks, by class."""

    def __init__(self, parts: dict[Any, SweepBlocks]) -> None:
        self.parts = parts

    @property
    def blocks(self) -> int:
        return max(part.blocks for part in self.parts.values())

    @property
    def used(self) -> Places:
        """The blocks that have any rows."""
        return next(iter(self.parts.values())).used

    def taken(self, which: Places) -> "ClassBlocks":
        """Some of the blocks."""
        return ClassBlocks({name: part.taken(which) for name, part in self.parts.items()})

    def add(self, rows: Any, block: "Array", blocks: int, summarise: Callable[[Any], Any], take: Callable[[Any, Any], Any]) -> None:
        for part, one in zip(self.parts.values(), each_class(rows), strict=True):
            part.add(one, block, blocks, summarise, take)

    def regrouped(self, places: Places, blocks: int) -> "ClassBlocks":
        return ClassBlocks({name: part.regrouped(places, blocks) for name, part in self.parts.items()})

    def __add__(self, other: "ClassBlocks") -> "ClassBlocks":
        return ClassBlocks({name: part + other.parts[name] for name, part in self.parts.items()})

    def fits(self, empty: "ClassBlocks", blocks: int) -> bool:
        return list(self.parts) == list(empty.parts) and all(part.fits(empty.parts[name], blocks) for name, part in self.parts.items())

    def state(self) -> tuple[dict[str, Any], Arrays]:
        arrays = {f"{place}.{key}": getattr(part, key) for place, part in enumerate(self.parts.values()) for key in ("thresholds", "table")}
        return {"classes": list(self.parts)}, arrays

    @classmethod
    def restored(cls, meta: dict[str, Any], arrays: Arrays) -> "ClassBlocks":
        names = as_labels(meta["classes"])
        return cls({name: SweepBlocks.checked(arrays[f"{k}.thresholds"], arrays[f"{k}.table"]) for k, name in enumerate(names)})


def thinned(thresholds: Any, step: int) -> "Array":
    """Every so manieth threshold, the lowest among them."""
    return np.ascontiguousarray(np.unique(np.concatenate([thresholds[::step], thresholds[-1:]]))[::-1])
