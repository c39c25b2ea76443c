"""Sweeps added up while rows stream by: exact as long as they fit, then coarse, with what thresholds need kept exact."""

from ..summary import Counts, Sweep

CELL_BYTES = 24


class Tower:
    """The sum of many sweeps. Sweeps of like size are added in pairs, so that a row is merged a logarithmic number of times."""

    def __init__(self) -> None:
        self._parts: list[Sweep] = []
        self.at: dict[float, Counts] = {}
        """Confusion matrices at chosen thresholds, kept apart once the sweep is coarse: a threshold may fall inside a cell."""
        self.resolution: int | None = None

    @property
    def cells(self) -> int:
        return sum(map(len, self._parts))

    def push(self, sweep: Sweep) -> None:
        """Add an exact sweep of more rows."""
        if self.resolution is not None:
            self.at = {threshold: counts + sweep.at(threshold) for threshold, counts in self.at.items()}
            sweep = sweep.coarsened(self.resolution)
        while self._parts and len(self._parts[-1]) <= 2 * len(sweep):
            sweep = self._parts.pop() + sweep
        self._parts.append(sweep)

    def coarsen(self, resolution: int, thresholds: list[float]) -> None:
        """From now on keep at most so many cells, and matrices at the thresholds."""
        whole = self.total()
        if self.resolution is None:
            self.at = {threshold: whole.at(threshold) for threshold in thresholds}
        self.resolution = resolution
        self._parts = [whole.coarsened(resolution)]

    def total(self) -> Sweep:
        """The sweep of all rows so far."""
        while len(self._parts) > 1:
            last = self._parts.pop()
            self._parts.append(self._parts.pop() + last)
        return self._parts[0] if self._parts else Sweep.empty()
