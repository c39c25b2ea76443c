"""Work on several columns at once, in the language of whoever asked."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from ..parallel import THREADS

Made = TypeVar("Made")


def on_threads(function: Callable[..., Made], *columns: Iterable[Any]) -> list[Made]:
    """What the function makes of each, in order; threads do not know by themselves which language is spoken."""
    work = list(zip(*columns, strict=True))
    if THREADS == 1 or len(work) < 2:
        return [function(*one) for one in work]
    with ThreadPoolExecutor(max(min(THREADS, len(work)), 1)) as pool:
        waiting = [pool.submit(copy_context().run, function, *one) for one in work]
        return [one.result() for one in waiting]
