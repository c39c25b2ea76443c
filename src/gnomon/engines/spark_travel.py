"""What travels between executors and the driver: compressed, and counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

ARRIVED: ContextVar[list[int] | None] = ContextVar("ARRIVED", default=None)


@contextmanager
def arriving() -> Iterator[list[int]]:
    """The bytes that come here from the executors meanwhile, answer by answer."""
    counted: list[int] = []
    before = ARRIVED.set(counted)
    try:
        yield counted
    finally:
        ARRIVED.reset(before)


def heads(made: Any, first: int, last: int) -> tuple[int, list[dict[str, Any]]]:
    """How many partitions there are, and the heads of some.

    A task that does not read all of its rows costs its executor a Python process: a classic session starts none for other partitions.
    Spark Connect has no way to say so.
    """
    if ".connect." in type(made).__module__:
        table = made.toArrow()
        arrived(table.nbytes)
        return table.num_rows, table.to_pylist()
    partitions = made.rdd
    count = partitions.getNumPartitions()
    rows = partitions.context.runJob(partitions, list, range(first, min(last, count)))
    arrived(sum(len(row["made"] or b"") for row in rows))
    return count, [row.asDict() for row in rows]


def arrived(size: int) -> None:
    """Count what has come here, where somebody wants to know."""
    counted = ARRIVED.get()
    if counted is not None:
        counted.append(size)


def tightened(made: bytes) -> bytes:
    """Bytes as they travel: of counts in cells most are zero."""
    import pyarrow as pa

    return len(made).to_bytes(8, "little") + bytes(pa.compress(made, "zstd", asbytes=True))


def loosened(sent: bytes) -> bytes:
    """What :func:`tightened` was given."""
    import pyarrow as pa

    return bytes(pa.decompress(sent[8:], int.from_bytes(sent[:8], "little"), "zstd", asbytes=True))
