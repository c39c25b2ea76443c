"""How many threads the kernels may use."""

import os

from .errors import InputError

MOST = 1024
"""More threads than any machine has cores for would only take memory."""


def _count() -> int:
    given = os.environ.get("GNOMON_THREADS", "")
    if given:
        if not (given.isascii() and given.isdigit() and len(given) <= len(str(MOST)) and 1 <= int(given) <= MOST):
            raise InputError(
                "core.threads_variable_out_of_range",
                given=given,
                most=MOST,
            )
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


THREADS = _count()
"""Threads a kernel may start: ``GNOMON_THREADS`` if set when gnomon is imported, else the cores this process may run on."""
