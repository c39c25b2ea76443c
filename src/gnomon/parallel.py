"""How many threads the kernels may use."""

import os

from .errors import InputError


def _count() -> int:
    given = os.environ.get("GNOMON_THREADS", "")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise InputError("the environment variable GNOMON_THREADS is {given!r}; set it to a whole number from 1", given=given)
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


THREADS = _count()
"""Threads a kernel may start: ``GNOMON_THREADS`` if set when gnomon is imported, else the cores this process may run on."""
