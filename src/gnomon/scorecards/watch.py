"""What is kept of a score that is watched: by period, sums, a sweep of the score and bins of every column; two such add up."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.direction import Direction
from ..summary import Bins, Sweep
from ..words import Message
from .edges import Floats


class Settings(NamedTuple):
    """What must be the same of two that add up."""

    over: str
    score: str | None
    labelled: bool
    direction: Direction
    zero: Any
    level: float


class Reference(NamedTuple):
    """What a column is held against: its bins, and how many rows they are worth."""

    bins: Bins
    size: float
    notes: tuple[Message, ...] = ()


class Month(NamedTuple):
    """One period: figures of all rows (how many, their weight, its squares), of labelled ones (and the bad), the sweep and the bins."""

    every: Floats
    known: Floats
    sweep: Sweep | None
    bins: dict[str, Bins]

    def __add__(self, other: Any) -> "Month":
        """Both periods' rows together."""
        sweeps = [one for one in (self.sweep, other.sweep) if one is not None]
        sweep = sweeps[0] + sweeps[1] if len(sweeps) == 2 else next(iter(sweeps), None)
        return Month(
            self.every + other.every, self.known + other.known, sweep, {name: bins + other.bins[name] for name, bins in self.bins.items()}
        )

    @property
    def size(self) -> float:
        """How many rows of equal weight tell as much."""
        return float(self.every[1] ** 2 / self.every[2]) if self.every[2] else 0.0


@dataclass(frozen=True)
class Watch:
    """Periods, and the reference that they are held against."""

    settings: Settings
    references: dict[str, Reference]
    months: dict[Any, Month]
    reference: str = ""
    failed: dict[str, str] | None = None
    gone: int = 0

    def __add__(self, other: "Watch") -> "Watch":
        """All periods of both; rows of a period that both have are added up."""
        if self.settings != other.settings:
            raise InputError("two watches add up where columns, direction, zero and level are the same; these differ")
        if {*self.references} != {*other.references}:
            apart = sorted({*self.references} ^ {*other.references})[0]
            raise InputError("two watches add up where they watch the same columns; {name!r} is in one only", name=apart)
        for name, reference in self.references.items():
            if not _same(reference.bins, other.references[name].bins):
                raise InputError(
                    "{name!r} is held against different references in the two; watch both with one, as in stability(…, reference=first)",
                    name=name,
                )
        months = dict(self.months)
        for name, month in other.months.items():
            months[name] = months[name] + month if name in months else month
        try:
            ordered = dict(sorted(months.items(), key=lambda item: item[0]))
        except TypeError:
            raise InputError("the periods of the two are of different types; give both the same") from None
        failed = {**(self.failed or {}), **(other.failed or {})}
        return replace(self, months=ordered, failed=failed, gone=self.gone + other.gone)


def _same(one: Bins, other: Bins) -> bool:
    return one.layout == other.layout and np.array_equal(one.total, other.total)
