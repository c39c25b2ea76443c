"""What travels between executors and the driver: compressed, and counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
