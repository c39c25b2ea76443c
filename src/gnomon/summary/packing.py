"""A JSON object and arrays as bytes, and back. What is read is data from anywhere: nothing in it is believed before it is checked."""

import math
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.moments import Moment, read, written

Arrays = dict[str, NDArray[Any]]

MAGIC = b"GNOMON"
VERSION = 1
_HEAD = struct.Struct("<6sHI")
_TAIL = struct.Struct("<I")
_DTYPE = re.compile(r"[<|][biuf][1248]|<[mM]8\[(D|us)\]")
"""The numbers, truths and moments that arrays may be of; no text, no objects, no structures."""
_WRONG = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, SyntaxError)
"""What reading something else than was meant may end in."""


@contextmanager
def whole(kind: str) -> Iterator[None]:
    """Read what a kind is made of; where something is lacking or of another type than it must be, the bytes are refused."""
    try:
        yield
    except InputError:
        raise
    except _WRONG as reason:
        said = f"{type(reason).__name__}: {reason}"
        raise InputError("summary.bytes_not_whole", kind=kind, reason=said) from reason


def pack(kind: str, meta: dict[str, Any], arrays: Arrays) -> bytes:
    """A JSON object and arrays as bytes: a versioned header, the arrays, a checksum."""
    import json

    layout = [[name, array.dtype.str.replace(">", "<"), list(array.shape)] for name, array in arrays.items()]
    try:
        header = json.dumps({"kind": kind, "meta": meta, "arrays": layout}, default=_dated).encode()
    except TypeError as reason:
        raise InputError("summary.labels_not_packable", reason=reason) from reason
    pieces: list[Any] = [_HEAD.pack(MAGIC, VERSION, len(header)), header]
    pieces += [np.ascontiguousarray(a, a.dtype.newbyteorder("<")).reshape(-1).view(np.uint8) for a in arrays.values()]
    checksum = 0
    for piece in pieces:  # copied once only: arrays may be most of what there is memory for
        checksum = zlib.crc32(piece, checksum)
    return b"".join([*pieces, _TAIL.pack(checksum)])


def _dated(value: object) -> dict[str, str]:
    """A date or time, which JSON has none of."""
    if not isinstance(value, Moment):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
    return {"$moment": written(value)}


def _undated(held: dict[str, Any]) -> Any:
    return read(held["$moment"]) if held.keys() == {"$moment"} else held


def unpack(data: bytes) -> tuple[str, dict[str, Any], Arrays]:
    """What :func:`pack` wrote: the kind, the JSON object and the arrays."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise InputError("summary.type_holds_no_bytes", type=type(data).__name__)
    header, body = _open(bytes(data))
    with whole("header"):
        kind, meta, layout = header["kind"], header["meta"], header["arrays"]
        if not isinstance(kind, str) or not isinstance(meta, dict):
            raise TypeError("kind and meta must be a text and an object")
        return kind, meta, _arrays(layout, body)


def _arrays(layout: Any, body: memoryview) -> Arrays:
    """The arrays behind the header: their sizes are held against the bytes that there are before room is made for any."""
    arrays: Arrays = {}
    at = 0
    for name, dtype, shape in layout:
        if not isinstance(name, str) or name in arrays or not isinstance(dtype, str) or not _DTYPE.fullmatch(dtype):
            raise InputError("summary.bytes_array_type_unknown", name=name, dtype=dtype)
        if not all(type(length) is int and length >= 0 for length in shape):
            raise TypeError("lengths must be whole numbers")
        count, of = math.prod(shape), np.dtype(dtype)
        if count * of.itemsize > len(body) - at:
            raise InputError(
                "summary.bytes_array_too_short",
                left=len(body) - at,
                count=count * of.itemsize,
                name=name,
            )
        arrays[name] = np.frombuffer(body, of, count, at).reshape(shape).astype(of.newbyteorder("="))
        at += count * of.itemsize
    if at != len(body):
        raise InputError("summary.bytes_left_over", count=len(body) - at)
    return arrays


def _open(data: bytes) -> tuple[Any, memoryview]:
    """Header and body of saved bytes, after checking what they claim to be."""
    if data[: len(MAGIC)] != MAGIC:
        raise InputError("summary.bytes_mark_missing")
    if len(data) < _HEAD.size + _TAIL.size:
        raise InputError("summary.bytes_too_few", count=len(data))
    _, version, length = _HEAD.unpack_from(data)
    if version > VERSION:
        raise InputError(
            "summary.bytes_version_too_new",
            version=version,
            version_2=VERSION,
        )
    view = memoryview(data)
    if _TAIL.unpack_from(data, len(data) - _TAIL.size)[0] != zlib.crc32(view[: -_TAIL.size]):
        raise InputError("summary.bytes_checksum_mismatch")
    end = _HEAD.size + length
    if end > len(data) - _TAIL.size:
        raise InputError("summary.bytes_header_cut_off")
    import json

    with whole("header"):
        return json.loads(data[_HEAD.size : end].decode(), object_hook=_undated), view[end : -_TAIL.size]
