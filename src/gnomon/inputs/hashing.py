"""Numbers that follow from a value and from nothing else: the same in every process, whatever else there is."""

import datetime
import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray


def mixed(values: NDArray[Any], seed: int) -> NDArray[np.uint64]:
    """Whole numbers scattered evenly over 64 bits (the finaliser of splitmix64)."""
    with np.errstate(over="ignore"):
        z = values.astype(np.uint64) + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64)
        z ^= z >> np.uint64(30)
        z *= np.uint64(0xBF58476D1CE4E5B9)
        z ^= z >> np.uint64(27)
        z *= np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        return np.asarray(z)


def digest(name: object) -> int:
    """A name as 64 bits."""
    if isinstance(name, datetime.datetime) and name.tzinfo is not None:  # one moment, however its zone is written
        name = name.astimezone(datetime.timezone.utc)
    text = f"{type(name).__name__}:{name!r}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")
