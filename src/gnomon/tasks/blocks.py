"""Rows of a long pass in blocks: what intervals and comparisons are drawn from once the rows are no longer at hand.

A replicate is a random number of copies of every block. Blocks are the same for all models, so that these stay paired, and hold clusters
whole. Which block a row falls into follows from its place, or from the name of its cluster, and from nothing else: passes that were split
in any way merge to the same blocks.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ..inputs.groups import encode_groups
from ..inputs.hashing import mixed
from ..summary import Summary
from ..summary.packing import Arrays, pack, unpack, whole
from ..types import Array, Places

MOST_BLOCKS = 1000


class BlockTable(ABC):
    """What a block has of one model's rows, for every block. ``a + b`` are the blocks of the rows of both."""

    kinds: ClassVar[dict[str, type["BlockTable"]]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        BlockTable.kinds[cls.__name__] = cls

    @abstractmethod
    def add(self, rows: Any, block: Array, blocks: int, summarise: Callable[[Any], Any], take: Callable[[Any, Any], Any]) -> None:
        """Take in rows, each with its block."""

    @abstractmethod
    def regrouped(self, places: Places, blocks: int) -> "BlockTable":
        """The same with block i put into block ``places[i]`` of so many."""

    @abstractmethod
    def __add__(self, other: Any) -> Any: ...

    @abstractmethod
    def fits(self, empty: Any, blocks: int) -> bool:
        """Whether a table that was read can be added to an ``empty`` one, and has no more blocks than so many."""

    @abstractmethod
    def state(self) -> tuple[dict[str, Any], Arrays]:
        """All there is, as a JSON object and arrays."""

    @classmethod
    @abstractmethod
    def restored(cls, meta: dict[str, Any], arrays: Arrays) -> "BlockTable":
        """What :meth:`state` wrote."""

    def to_bytes(self) -> bytes:
        """The table as bytes."""
        return pack(type(self).__name__, *self.state())

    @staticmethod
    def from_bytes(data: bytes) -> "BlockTable":
        """The table that :meth:`to_bytes` wrote."""
        kind, meta, arrays = unpack(data)
        with whole("BlockTable"):
            return BlockTable.kinds[kind].restored(meta, arrays)


class SummaryBlocks(BlockTable):
    """A summary for each block, of any kind that merges."""

    def __init__(self, key: str, parts: dict[int, Summary] | None = None) -> None:
        self.key = key
        self.parts: dict[int, Summary] = parts or {}

    def add(self, rows: Any, block: Array, blocks: int, summarise: Callable[[Any], Any], take: Callable[[Any, Any], Any]) -> None:
        order = np.argsort(block, kind="stable")
        sizes = np.bincount(block, minlength=blocks)
        ends = np.cumsum(sizes)
        gathered = take(rows, order)
        for k in np.flatnonzero(sizes).tolist():
            self._put(k, summarise(take(gathered, slice(int(ends[k] - sizes[k]), int(ends[k])))))

    def _put(self, block: int, summary: Summary) -> None:
        self.parts[block] = self.parts[block] + summary if block in self.parts else summary

    def regrouped(self, places: Places, blocks: int) -> "SummaryBlocks":
        made = SummaryBlocks(self.key)
        for block, summary in self.parts.items():
            made._put(int(places[block]), summary)
        return made

    def __add__(self, other: "SummaryBlocks") -> "SummaryBlocks":
        made = SummaryBlocks(self.key, dict(self.parts))
        for block, summary in other.parts.items():
            made._put(block, summary)
        return made

    def fits(self, empty: "SummaryBlocks", blocks: int) -> bool:
        return self.key == empty.key and all(0 <= block < blocks for block in self.parts)

    def state(self) -> tuple[dict[str, Any], Arrays]:
        arrays = {str(block): np.frombuffer(summary.to_bytes(), np.uint8) for block, summary in self.parts.items()}
        return {"key": self.key}, arrays

    @classmethod
    def restored(cls, meta: dict[str, Any], arrays: Arrays) -> "SummaryBlocks":
        return cls(meta["key"], {int(block): Summary.from_bytes(raw.tobytes()) for block, raw in arrays.items()})


class BlockAssigner:
    """Which block each row falls into: by its place in the data, or by its cluster.

    As long as there are no more clusters than blocks each has one of its own, so that few are not thrown together; of more, each goes
    where its name's digest says.
    """

    def __init__(self, seed: int, clustered: bool, places: dict[Any, int] | None = None, folded: bool = False) -> None:
        self.seed, self.clustered = seed, clustered
        self.places: dict[Any, int] = places or {}
        self.folded = folded

    @property
    def blocks(self) -> int:
        """How many blocks there are so far."""
        return MOST_BLOCKS if self.folded or not self.clustered else len(self.places)

    def of_positions(self, positions: Array) -> NDArray[np.uint32]:
        """Independent rows by their places in the data."""
        return (mixed(positions, self.seed) % np.uint64(MOST_BLOCKS)).astype(np.uint32)

    def of_clusters(self, codes: Array, keys: "ClusterKeys") -> tuple[NDArray[np.uint32], Places | None]:
        """Rows by their clusters; where blocks had to be folded, also where each former block has gone."""
        moved = None
        if not self.folded:
            groups = encode_groups(codes)
            fresh = [keys.name(int(code)) for code in groups.names[: MOST_BLOCKS + 1]]
            for name in fresh:
                self.places.setdefault(name, len(self.places))
            if len(self.places) <= MOST_BLOCKS:
                return np.array([self.places[name] for name in fresh] or [0], np.uint32)[groups.codes], None
            moved = self._fold_known(keys)
        return self._folded(keys.digests(codes)), moved

    def _fold_known(self, keys: "ClusterKeys") -> Places:
        """Give up one block a cluster; where each block has gone."""
        moved = self._folded(np.array([keys.digest(name) for name in self.places] or [0], np.uint64)).astype(np.int64)
        self.folded, self.places = True, {}
        return moved

    def _folded(self, digests: NDArray[np.uint64]) -> NDArray[np.uint32]:
        return (mixed(digests, self.seed) % np.uint64(MOST_BLOCKS)).astype(np.uint32)

    def merged(self, other: "BlockAssigner", keys: "ClusterKeys | None") -> tuple["BlockAssigner", Places | None, Places | None]:
        """The blocks of both, and where the blocks of either have gone; None where they stay."""
        if not self.clustered or keys is None:
            return self, None, None
        mine, theirs = (None if one.folded else list(one.places) for one in (self, other))
        union = dict.fromkeys([*(mine or ()), *(theirs or ())])
        if mine is not None and theirs is not None and len(union) <= MOST_BLOCKS:
            places = {key: place for place, key in enumerate(union)}
            moved = np.array([places[key] for key in theirs] or [0], np.int64)
            return BlockAssigner(self.seed, True, places), None, moved
        moves = [one._fold_known(keys) if not one.folded else None for one in (self, other)]
        return BlockAssigner(self.seed, True, folded=True), moves[0], moves[1]


class ClusterKeys(Protocol):
    """What is known of clusters: the name behind a code, and numbers that follow from names alone."""

    def name(self, code: int) -> Any: ...

    def digest(self, name: object) -> int: ...

    def digests(self, codes: Array) -> NDArray[np.uint64]: ...
