"""The laws every summary keeps: an empty one, a sum, and a form as bytes."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..errors import InputError
from .packing import Arrays, pack, unpack, whole

S = TypeVar("S", bound="Summary")


class Summary(ABC):
    """What is kept of rows. ``a + b`` is the summary of the rows of both, in any order and grouping."""

    growth: ClassVar[str]
    """How the size grows with the data: "fixed", "labels", "distinct scores" or "rows"."""

    _kinds: ClassVar[dict[str, type["Summary"]]] = {}

    def __init_subclass__(cls, kind: bool = True, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if kind:
            Summary._kinds[cls.__name__] = cls

    @classmethod
    @abstractmethod
    def empty(cls: type[S]) -> S:
        """The summary of no rows: adding it changes nothing."""

    @abstractmethod
    def _merge(self: S, other: S) -> S: ...

    @abstractmethod
    def _state(self) -> tuple[dict[str, Any], Arrays]:
        """All there is, as a JSON object and arrays."""

    @classmethod
    @abstractmethod
    def _restore(cls: type[S], meta: dict[str, Any], arrays: Arrays) -> S: ...

    def __add__(self: S, other: object) -> S:
        if type(other) is not type(self):
            kind = type(self).__name__
            raise InputError("summary.merge_kind_mismatch", kind=kind, type=type(other).__name__)
        return self._merge(other)

    def __radd__(self: S, other: object) -> S:
        if type(other) is int and other == 0:  # sum([...]) starts from 0
            return self
        return self.__add__(other)

    @classmethod
    def united(cls: type[S], parts: list[S]) -> S:
        """Several added up and used up: a kind that is large lets go of each as it is added."""
        total = cls.empty()
        while parts:
            total = total + parts.pop(0)
        return total

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self._state(), other._state()
        return mine[0] == theirs[0] and all(
            a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
            for a, b in zip(mine[1].values(), theirs[1].values(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # summaries hold arrays

    def to_bytes(self) -> bytes:
        """The summary as bytes: a versioned header, the arrays, a checksum."""
        return pack(type(self).__name__, *self._state())

    @classmethod
    def from_bytes(cls: type[S], data: bytes) -> S:
        """The summary that :meth:`to_bytes` wrote; truncated, altered or foreign bytes are refused."""
        name, meta, arrays = unpack(data)
        if name != cls.__name__ and cls is not Summary:
            raise InputError("summary.bytes_kind_mismatch", name=name, type=cls.__name__)
        kind: Any = Summary._kinds.get(name)
        if kind is None:
            raise InputError("summary.bytes_kind_unknown", name=name)
        with whole(name):
            restored: S = kind._restore(meta, arrays)
        return restored

    @property
    def cells(self) -> int:
        """How much it holds, in cells of about the size of a row; what is of fixed size holds one."""
        return 1

    @property
    def curves(self) -> int:
        """How many parts of it can be coarsened; most kinds have none."""
        return 0

    def coarsened(self: S, resolution: int | None, marks: Sequence[float] = ()) -> S:
        """The summary with at most so many cells in each part that can be coarsened, exact at the thresholds in ``marks``."""
        return self

    @property
    def exact(self) -> bool:
        """Whether nothing of it was coarsened."""
        return True
