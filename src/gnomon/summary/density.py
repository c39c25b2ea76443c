"""Density: where rows of two numbers lie, as counts in squares."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs.pairs import PairRows, pair_rows
from ..result import show
from ..types import Array, Floats, Places
from .base import Summary
from .distribution import doubles
from .invariants import as_amounts, as_array, as_whole, frozen
from .packing import Arrays

LOWEST, HIGHEST = -1104, 512
FURTHEST = 2**30
MOST = 4096
"""Squares that a figure can show."""
FEWEST, LIMIT = 4, 2**24
"""No square reaches across 0: four are the fewest that all rows fit into."""


@dataclass(frozen=True, eq=False, repr=False)
class Density(Summary):
    """What rows weigh in squares of side 2^``level``: place (i, j) holds those with i·2^level ≤ x < (i + 1)·2^level, and y likewise.

    The level is the finest at which no more than ``most`` squares hold rows, and no number lies 2^30 sides or more from 0: it follows
    from the rows alone, whatever their order and split. Squares stand in the order of ``x``, then ``y``.

    >>> import gnomon as gn
    >>> density = gn.Density.of([0, 0.1, 0.6, 3, 3.5], [0, 0.2, 0.4, 1, 1.5], most=4)
    >>> density.level, density.x.tolist(), density.y.tolist(), density.weight.tolist()
    (-2, [0, 2, 12, 14], [0, 1, 4, 6], [2, 1, 1, 1])
    """

    level: int
    x: Places
    y: Places
    weight: Array
    most: int = MOST
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        weight = as_amounts(self.weight, "weight", None)
        x, y = (as_array(places, name, "iu", np.int64, len(weight)) for places, name in ((self.x, "x"), (self.y, "y")))
        level, most = as_whole(self.level, "level", LOWEST, HIGHEST), as_whole(self.most, "most", FEWEST, LIMIT)
        for places, name in ((x, "x"), (y, "y")):
            if len(places) and (places.max() > FURTHEST or places.min() < -FURTHEST):
                raise InputError("summary.density_place_out_of_range", name=name)
        key = _key(x, y)
        if len(key) > most or (key[1:] <= key[:-1]).any():
            raise InputError("summary.density_places_not_ascending", most=most)
        self._hold(level, x, y, weight, most)

    def _hold(self, level: int, x: Places, y: Places, weight: Array, most: int) -> None:
        self.__dict__.update(level=level, x=x, y=y, weight=weight, most=most)

    @classmethod
    def of(cls, x: Any, y: Any, *, weight: Any = None, missing: str = "error", most: int = MOST) -> "Density":
        """Count rows of two numbers."""
        return cls.of_rows(pair_rows(x, y, weight, missing, ("x", "y")), most=most)

    @classmethod
    def of_rows(cls, rows: PairRows, *, most: int = MOST) -> "Density":
        """The same of rows that are validated already."""
        x, y = doubles(rows)
        level, at_x, at_y, weight = _core.density(x, y, rows.weight, as_whole(most, "most", FEWEST, LIMIT))
        made = object.__new__(cls)
        total = weight if rows.weight is not None else weight.astype(np.int64)
        made._hold(level, frozen(at_x), frozen(at_y), frozen(total), int(most))
        return made

    @classmethod
    def empty(cls) -> "Density":
        none = np.empty(0, np.int64)
        return cls(LOWEST, none, none, none, LIMIT)

    def _merge(self, other: "Density") -> "Density":
        level, most = max(self.level, other.level), min(self.most, other.most)
        places = [(one.x >> (level - one.level), one.y >> (level - one.level)) for one in (self, other)]
        x, y = (np.concatenate(column) for column in zip(*places, strict=True))
        weight = np.concatenate([self.weight, other.weight])
        x, y, weight = _gathered(x, y, weight)
        while len(x) > most:
            level += 1
            x, y, weight = _gathered(x >> 1, y >> 1, weight)
        return Density(level, x, y, weight, most)

    @property
    def side(self) -> float:
        """The side of a square."""
        return float(np.ldexp(1.0, self.level))

    @property
    def left(self) -> Floats:
        """The least x of each square."""
        return np.ldexp(self.x.astype(np.float64), self.level)

    @property
    def bottom(self) -> Floats:
        """The least y of each square."""
        return np.ldexp(self.y.astype(np.float64), self.level)

    @property
    def n(self) -> Any:
        """What all rows weigh."""
        return self.weight.sum().item()

    def __len__(self) -> int:
        return len(self.weight)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"level": self.level, "most": self.most}, {"x": self.x, "y": self.y, "weight": self.weight}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Density":
        return cls(meta["level"], arrays["x"], arrays["y"], arrays["weight"], meta["most"])

    def __repr__(self) -> str:
        return f"Density(weight {show(self.n)} in {len(self):,} squares of side 2^{self.level})"


def _key(x: Places, y: Places) -> Places:
    """Places as one number each, in the same order."""
    return (x << 32) + y


def _gathered(x: Places, y: Places, weight: Array) -> tuple[Places, Places, Array]:
    """Squares that became one added up, in their order."""
    order = np.argsort(_key(x, y), kind="stable")
    key = _key(x, y)[order]
    first = np.flatnonzero(np.diff(key, prepend=key[:1] - 1)) if len(key) else np.empty(0, np.int64)
    total = np.add.reduceat(weight[order], first) if len(first) else weight
    return x[order][first], y[order][first], total
