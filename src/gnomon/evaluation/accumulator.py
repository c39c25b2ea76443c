"""Summaries added up while rows stream by: exact as long as they fit, then coarse, with what thresholds need kept exact."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..summary import Summary


class MergeTree:
    """The sum of many summaries. Those of like size are added in pairs, so that a row is merged a logarithmic number of times."""

    def __init__(self) -> None:
        self._parts: list[Summary] = []
        self._resolution: int | None = None
        self._marks: Sequence[float] = ()

    @property
    def cells(self) -> int:
        return sum(part.cells for part in self._parts)

    @property
    def curves(self) -> int:
        """How many parts of a summary can be coarsened."""
        return self._parts[0].curves if self._parts else 0

    @property
    def latest(self) -> Any:
        """The largest part so far, which what comes will be added to; None where there is none."""
        return self._parts[0] if self._parts else None

    def push(self, summary: Summary) -> None:
        """Add the summary of more rows."""
        if self._resolution is not None:
            summary = summary.coarsened(self._resolution, self._marks)
        while self._parts and self._parts[-1].cells <= 2 * summary.cells:
            summary = self._parts.pop() + summary
        self._parts.append(summary)

    def coarsen(self, resolution: int, marks: Sequence[float]) -> None:
        """From now on keep at most so many cells, and exact counts at the marks."""
        self._resolution, self._marks = resolution, marks
        if self._parts:
            self._parts = [self.total().coarsened(resolution, marks)]

    def total(self) -> Any:
        """The summary of all rows so far; None where there was none."""
        while len(self._parts) > 1:
            last = self._parts.pop()
            self._parts.append(self._parts.pop() + last)
        return self._parts[0] if self._parts else None


def resolutions_for(summaries: Mapping[Any, MergeTree], most_cells: int) -> tuple[int, int]:
    """Cells that each sweep of the whole, and each of a slice, may have, so that all together keep to the limit."""
    whole = sum(one.curves for (key, _, _), one in summaries.items() if not key.view)
    sliced = sum(one.curves for (key, _, _), one in summaries.items() if key.view)
    half = most_cells // 2
    return power_below(half // max(whole, 1), 2**22), power_below(half // max(sliced, 1), 2**20)


def power_below(most: int, limit: int) -> int:
    """The largest power of two up to both."""
    return max(min(1 << (max(int(most), 1).bit_length() - 1), limit), 2**8)
