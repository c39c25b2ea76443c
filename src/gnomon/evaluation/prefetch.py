"""Reading ahead: the next batch is made ready by a thread of its own while the last one is summed up."""

import queue
import threading
from collections.abc import Generator, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
AHEAD = 2
"""Batches that may wait."""


def prefetched(items: Iterator[T]) -> Generator[T, None, None]:
    """The same items in the same order; what goes wrong in making them is raised where they are awaited."""
    ready: queue.Queue[tuple[str, Any]] = queue.Queue(AHEAD)
    stopped = threading.Event()

    def put(entry: tuple[str, Any]) -> None:
        while not stopped.is_set():
            try:
                ready.put(entry, timeout=0.1)
                return
            except queue.Full:
                continue

    def read() -> None:
        try:
            for item in items:
                put(("item", item))
                if stopped.is_set():
                    return
            put(("end", None))
        except BaseException as reason:  # raised again in the thread that waits
            put(("fault", reason))

    reader = threading.Thread(target=read, name="gnomon-reader", daemon=True)
    reader.start()
    try:
        while True:
            kind, value = ready.get()
            if kind == "end":
                return
            if kind == "fault":
                raise value
            yield value
    finally:
        stopped.set()
        reader.join()
