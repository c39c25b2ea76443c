"""Memory that was let go of, given back to the system."""

import ctypes
import sys


def give_back() -> None:
    """Ask the C library to return what it keeps for later; worth its few milliseconds once much has been let go in small pieces.

    Of arrays of some megabytes glibc keeps the pages, so that a process goes on holding what it no longer uses.
    """
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    if trim is not None:
        trim(0)
