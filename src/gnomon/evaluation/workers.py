"""Threads of a pass: one reads ahead while another sums up, or each of several has a partial of its own and takes the next batch."""

import queue
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from ..engines import Batch
from .partial import Partial

T = TypeVar("T")
AHEAD = 2
"""Batches that may wait."""


def fill(partials: Sequence[Partial], batches: Iterator[Batch], tell: Callable[[int], None]) -> None:
    """Every batch into a partial, with its place in the data."""
    if len(partials) > 1:
        _share_out(partials, batches, tell)
        return
    rows = 0
    with closing(prefetched(batches)) as ready:
        for batch in ready:
            partials[0].update(batch, rows)
            rows += rows_of(batch)
            tell(rows)


def rows_of(batch: Batch) -> int:
    """How many rows a batch has."""
    return len(next(iter(batch.values())).values)


def _share_out(partials: Sequence[Partial], batches: Iterator[Batch], tell: Callable[[int], None]) -> None:
    """A thread for each partial: it takes the next batch, makes it ready and sums it up. The first fault ends them all."""
    lock, stopped, faults = threading.Lock(), threading.Event(), []
    rows = 0

    def taken() -> tuple[Batch, int] | None:
        nonlocal rows
        with lock:
            batch = None if stopped.is_set() else next(batches, None)
            if batch is None:
                return None
            start, rows = rows, rows + rows_of(batch)
            tell(rows)
            return batch, start

    def work(partial: Partial) -> None:
        try:
            while (found := taken()) is not None:
                partial.update(*found)
            partial.flush()
        except BaseException as fault:  # raised again in the thread that waits
            faults.append(fault)
            stopped.set()

    threads = [threading.Thread(target=work, args=(one,), name="gnomon-partial", daemon=True) for one in partials]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]


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
