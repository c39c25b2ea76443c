"""How much memory a pass may take: what the caller says, or half of what the machine has to spare."""

import os
import re
from pathlib import Path
from typing import Any

from .errors import InputError

_UNITS = {"": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12}
_UNITS |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}
LEAST_READING = 128 * 2**20
COLUMN_BYTES = 5 * 2**19
"""What a thread that reads a column of a Parquet file holds of it: a page as it is stored, and the same unpacked."""
LEAST = 256_000_000
"""Python, NumPy and DuckDB take about this much before the first row is read."""


def memory_limit(given: object) -> int:
    """The limit in bytes.

    >>> memory_limit("1.5GB"), memory_limit(2 * 10**9)
    (1500000000, 2000000000)
    """
    if given is None:
        return max(_available() // 2, LEAST)
    if isinstance(given, str):
        form = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*([A-Za-z]*)\s*", given)
        unit = _UNITS.get(form[2].lower()) if form else None
        if form is None or unit is None:
            raise InputError("engines.memory_amount_unreadable", given=given)
        amount: Any = float(form[1]) * unit
    else:
        amount = given
    if isinstance(amount, bool) or not isinstance(amount, (int, float)) or not amount >= LEAST:
        raise InputError("engines.memory_amount_too_little", given=given, least=LEAST // 10**6)
    return int(amount)


def reading_share(limit: int, columns: int = 0) -> int:
    """What DuckDB may take of a limit: a quarter, and never less than it can read so many columns with."""
    return min(max(limit // 4, LEAST_READING, columns * COLUMN_BYTES), 2**50)


def said_bytes(amount: float) -> str:
    """An amount as the argument takes it.

    >>> said_bytes(1_500_000_000), said_bytes(600e6)
    ('1.5GB', '600MB')
    """
    return f"{amount / 1e9:.12g}GB" if amount >= 1e9 else f"{amount / 1e6:.12g}MB"


def _available() -> int:
    """Bytes that can be had without pushing others out: of the machine, or of the container where it allows less."""
    known = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")] if hasattr(os, "sysconf") else [4 * 2**30]
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        known += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")]
    except OSError:
        pass
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            text = Path(path).read_text().strip()
        except OSError:
            continue
        known += [int(text)] if text.isdigit() else []
    return min(known)
