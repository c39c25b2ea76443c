"""What is kept of a score that is watched: by period, sums, a sweep of the score and bins of every column; two such add up."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ..catalog import parse
from ..errors import InputError
from ..inference import Interval, interval
from ..inputs.direction import Direction
from ..messages import Message
from ..summary import Bins, Sweep
from ..types import Floats

NAN = float("nan")


class StabilitySettings(NamedTuple):
    """What must be the same of two that add up."""

    over: str
    score: str | None
    labelled: bool
    direction: Direction
    zero: Any
    level: float


class ReferenceBins(NamedTuple):
    """What a column is held against: its bins, and how many rows they are worth."""

    bins: Bins
    size: float
    notes: tuple[Message, ...] = ()


FIGURES = ("ks", "gini")


class PeriodScore(NamedTuple):
    """The score of a period's rows, and of weighted rows the intervals of its figures, which weights summed up no longer tell."""

    sweep: Sweep | None = None
    ends: dict[str, Interval] = {}  # never written to

    def __add__(self, other: Any) -> "PeriodScore":
        """Both together; intervals of weighted rows are not to be had of sums."""
        if self.sweep is None or other.sweep is None:
            return other if self.sweep is None else self
        return PeriodScore(self.sweep + other.sweep)

    def figure(self, name: str, level: float) -> tuple[float, float, float]:
        """A figure with both ends of its interval; none where a class is missing, no ends where weights were added up or rows are few."""
        sweep = self.sweep
        if sweep is None or not sweep.positives or not sweep.negatives:
            return NAN, NAN, NAN
        found = self.ends.get(name)
        if found is None and sweep.pos.dtype.kind != "f":
            found = interval_if_any(name, sweep, level=level)
        return (float(parse(name).entry.function(sweep)), NAN, NAN) if found is None else (found.value, found.low, found.high)


def interval_if_any(name: str, *rows: Any, **how: Any) -> Interval | None:
    """The interval of a figure; None where there are too few rows for one, as with a single bad row."""
    try:
        return interval(name, *rows, **how)
    except InputError:
        return None


class Month(NamedTuple):
    """One period: figures of all rows (how many, their weight, its squares), of labelled ones (and the bad), the sweep and the bins."""

    every: Floats
    known: Floats
    swept: PeriodScore
    bins: dict[str, Bins]

    def __add__(self, other: Any) -> "Month":
        """Both periods' rows together."""
        bins = {name: held + other.bins[name] for name, held in self.bins.items()}
        return Month(self.every + other.every, self.known + other.known, self.swept + other.swept, bins)

    @property
    def size(self) -> float:
        """How many rows of equal weight tell as much."""
        return float(self.every[1] ** 2 / self.every[2]) if self.every[2] else 0.0


@dataclass(frozen=True)
class Watch:
    """Periods, and the reference that they are held against."""

    settings: StabilitySettings
    references: dict[str, ReferenceBins]
    months: dict[Any, Month]
    reference: str = ""
    failed: dict[str, str] | None = None
    gone: int = 0

    def __add__(self, other: "Watch") -> "Watch":
        """All periods of both; rows of a period that both have are added up."""
        if self.settings != other.settings:
            raise InputError("scorecards.watches_settings_differ")
        if {*self.references} != {*other.references}:
            apart = sorted({*self.references} ^ {*other.references})[0]
            raise InputError("scorecards.watches_columns_differ", name=apart)
        for name, reference in self.references.items():
            if not _same(reference.bins, other.references[name].bins):
                raise InputError(
                    "scorecards.watches_references_differ",
                    name=name,
                )
        months = dict(self.months)
        for name, month in other.months.items():
            months[name] = months[name] + month if name in months else month
        try:
            ordered = dict(sorted(months.items(), key=lambda item: item[0]))
        except TypeError:
            raise InputError("scorecards.watches_period_types_differ") from None
        failed = {**(self.failed or {}), **(other.failed or {})}
        return replace(self, months=ordered, failed=failed, gone=self.gone + other.gone)


def _same(one: Bins, other: Bins) -> bool:
    return one.layout == other.layout and np.array_equal(one.total, other.total)
