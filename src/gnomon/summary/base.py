"""The laws every summary keeps: an empty one, a sum, and a form as bytes."""

import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.moments import Moment, read, written

S = TypeVar("S", bound="Summary")
Arrays = dict[str, NDArray[Any]]

MAGIC = b"GNOMON"
VERSION = 1
_HEAD = struct.Struct("<6sHI")
_TAIL = struct.Struct("<I")


class Summary(ABC):
    """What is kept of rows. ``a + b`` is the summary of the rows of both, in any order and grouping."""

    growth: ClassVar[str]
    """How the size grows with the data: "fixed", "labels", "distinct scores" or "rows"."""

    _kinds: ClassVar[dict[str, type["Summary"]]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
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
            raise InputError(
                "a {kind} merges with a {kind}, not with {type}; build one with {kind}.of(...) first", kind=kind, type=type(other).__name__
            )
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
        name, meta, arrays = unpack(bytes(data))
        if name != cls.__name__ and cls is not Summary:
            raise InputError("these bytes hold a {name}, not a {type}; read them with {name}.from_bytes", name=name, type=cls.__name__)
        kind: Any = Summary._kinds[name]
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


def pack(kind: str, meta: dict[str, Any], arrays: Arrays) -> bytes:
    """A JSON object and arrays as bytes: a versioned header, the arrays, a checksum."""
    import json

    layout = [[name, array.dtype.str.replace(">", "<"), list(array.shape)] for name, array in arrays.items()]
    try:
        header = json.dumps({"kind": kind, "meta": meta, "arrays": layout}, default=_dated).encode()
    except TypeError as reason:
        raise InputError("labels must be strings, numbers or booleans to be saved as bytes: {reason}", reason=reason) from reason
    body = b"".join(np.ascontiguousarray(a, a.dtype.newbyteorder("<")).tobytes() for a in arrays.values())
    payload = _HEAD.pack(MAGIC, VERSION, len(header)) + header + body
    return payload + _TAIL.pack(zlib.crc32(payload))


def _dated(value: Any) -> dict[str, str]:
    """A date or time, which JSON has none of."""
    if not isinstance(value, Moment):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
    return {"$moment": written(value)}


def _undated(held: dict[str, Any]) -> Any:
    return read(held["$moment"]) if held.keys() == {"$moment"} else held


def unpack(data: bytes) -> tuple[str, dict[str, Any], Arrays]:
    """What :func:`pack` wrote: the kind, the JSON object and the arrays."""
    header, body = _open(data)
    arrays, at = {}, 0
    for name, dtype, shape in header["arrays"]:
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(body, dtype, count, at).reshape(shape).astype(np.dtype(dtype).newbyteorder("="))
        at += arrays[name].nbytes
    return header["kind"], header["meta"], arrays


def _open(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and body of saved bytes, after checking what they claim to be."""
    if data[: len(MAGIC)] != MAGIC:
        raise InputError("these bytes were not written by gnomon's to_bytes: they do not start with its mark")
    if len(data) < _HEAD.size + _TAIL.size:
        raise InputError("these bytes are cut off: {count} are too few for a summary", count=len(data))
    _, version, length = _HEAD.unpack_from(data)
    if version > VERSION:
        raise InputError(
            "these bytes are of version {version}; this gnomon reads up to {version_2}: update gnomon to read them",
            version=version,
            version_2=VERSION,
        )
    if _TAIL.unpack_from(data, len(data) - _TAIL.size)[0] != zlib.crc32(data[: -_TAIL.size]):
        raise InputError("these bytes are cut off or altered: their checksum does not match")
    import json

    header = json.loads(data[_HEAD.size : _HEAD.size + length], object_hook=_undated)
    return header, data[_HEAD.size + length : -_TAIL.size]
