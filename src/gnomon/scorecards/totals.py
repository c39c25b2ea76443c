"""What rows that are summed up where they are come to in all: how many, what they weigh, which labels they have."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Projection, Source
from ..engines.source import Work, place
from ..errors import InputError
from ..inputs.numbers import as_weight
from ..inputs.rows import DEFAULT_POSITIVE
from ..messages import Trusted
from ..messages.language import say
from ..types import Floats
from .outcomes import Outcomes
from .reading import weight_of

AT_ONCE = 1 << 18


class LabelAndWeight(NamedTuple):
    """What is read beside the columns that are summed up: the label of the bad and the weight."""

    label: str | None = None
    weight: str | None = None
    positive: Any = DEFAULT_POSITIVE

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return [name for name in (self.label, self.weight) if name is not None]


@dataclass
class Totals:
    """Sums over all rows, and the labels that were met."""

    beside: LabelAndWeight
    rows: int = 0
    weight: float = 0.0
    squares: float = 0.0
    lightest: float = float("inf")
    """The least and the most that a row weighs, of those that weigh anything."""
    heaviest: float = 0.0
    labels: list[Any] = field(default_factory=list)
    lost: int = 0
    """Rows without a label, and the place of the first."""
    first_lost: int = -1
    good: float = 0.0
    bad: float = 0.0
    """What good and bad rows weigh."""

    def read(self, batch: Batch, start: int) -> tuple[NDArray[np.int8] | None, Floats | None]:
        """Which rows of a batch are bad, -1 where nobody knows, and what they weigh."""
        rows = len(next(iter(batch.values())).values)
        with counted_from(start):
            weight = self._weight(batch, rows)
            bad = self._outcomes(batch, start)
        self.rows += rows
        held = np.ones(rows) if weight is None else weight
        self.weight, self.squares = self.weight + float(held.sum()), self.squares + float(held @ held)
        if bad is not None:
            self.good, self.bad = self.good + float(held[bad == 0].sum()), self.bad + float(held[bad == 1].sum())
        if len(there := held[held > 0]):
            self.lightest, self.heaviest = min(self.lightest, float(there.min())), max(self.heaviest, float(there.max()))
        return bad, weight

    def _weight(self, batch: Batch, rows: int) -> Floats | None:
        if self.beside.weight is None:
            return None
        held = weight_of(batch[self.beside.weight], "weight")
        return (
            np.zeros(rows) if not held.any() else as_weight(held, rows, say("scorecards.part_the_table"))
        )  # other rows may weigh something

    def _outcomes(self, batch: Batch, start: int) -> NDArray[np.int8] | None:
        if self.beside.label is None:
            return None
        outcomes = Outcomes(self.beside.label, self.beside.positive, False)
        bad = outcomes.of(batch[self.beside.label])
        self._meet(outcomes.names)
        lost = bad < 0
        if lost.any():
            self.first_lost = start + int(np.argmax(lost)) if self.first_lost < 0 else self.first_lost
            self.lost += int(lost.sum())
        return bad

    def _meet(self, labels: Iterable[object]) -> None:
        self.labels += [name for name in labels if name not in self.labels]

    @property
    def alike(self) -> bool:
        """Whether all rows that count weigh the same, so that weights are numbers of rows."""
        return self.beside.weight is not None and self.lightest == self.heaviest

    @property
    def row_weight(self) -> float:
        """What a row weighs: Σw² / Σw."""
        if self.beside.weight is None:
            return 1.0
        return self.heaviest if self.alike else self.squares / self.weight

    @property
    def size(self) -> float:
        """How many rows of equal weight tell as much (Kish)."""
        return float(self.rows) if self.beside.weight is None else self.weight**2 / self.squares

    def merge(self, other: "Totals") -> None:
        """Take in other rows."""
        self.rows, self.weight, self.squares = self.rows + other.rows, self.weight + other.weight, self.squares + other.squares
        self.lightest, self.heaviest = min(self.lightest, other.lightest), max(self.heaviest, other.heaviest)
        self.good, self.bad = self.good + other.good, self.bad + other.bad
        self._meet(other.labels)
        places = [one for one in (self.first_lost, other.first_lost) if one >= 0]
        self.lost, self.first_lost = self.lost + other.lost, min(places, default=-1)

    def refuse(self, name: str) -> None:
        """Refuse rows that are none, that weigh nothing, or that have labels which are not two."""
        beside = self.beside
        if not self.rows:
            raise InputError("inputs.rows_missing", name=name)
        if beside.weight is not None and not self.weight > 0:
            raise InputError("inputs.weight_all_zero", n=self.rows)
        if beside.label is None:
            return
        Outcomes(beside.label, beside.positive, False).settle(self.labels)
        if self.lost == self.rows:
            raise InputError("scorecards.label_missing_in_every_row", label=beside.label)
        if self.lost:
            raise InputError(
                "scorecards.label_missing_in_chunks",
                name=beside.label,
                count=self.lost,
                where=place(self.first_lost, 0),
            )

    def state(self) -> dict[str, Any]:
        """All there is, as JSON has it."""
        ends = [self.lightest if self.heaviest else None, self.heaviest]
        sums = [self.rows, self.weight, self.squares, self.lost, self.first_lost, self.good, self.bad]
        return {"sums": sums, "ends": ends, "labels": self.labels}

    @classmethod
    def restored(cls, beside: LabelAndWeight, state: dict[str, Any]) -> "Totals":
        """What :meth:`state` said."""
        rows, weight, squares, *rest = state["sums"]
        lightest, heaviest = state["ends"]
        return cls(beside, rows, weight, squares, float("inf") if lightest is None else lightest, heaviest, list(state["labels"]), *rest)


@contextmanager
def counted_from(start: int) -> Iterator[None]:
    """Errors of a batch name positions in it: say where it begins, unless it is the first of rows in memory."""
    try:
        yield
    except InputError as reason:
        if not start:
            raise
        raise InputError("scorecards.part_positions_count_from", reason=Trusted(reason.marked), where=place(start, 0)) from None


def summed_up(source: Source, wanted: Projection, work: Work) -> bytes:
    """What work makes of all rows of a source: where they are, or here."""
    if source.apart:
        return work.joined(source.spread(wanted, work))
    return work.made(_placed(source.batches(wanted, AT_ONCE)))


def _placed(batches: Iterator[Batch]) -> Iterator[tuple[Batch, int]]:
    start = 0
    for batch in batches:
        yield batch, start
        start += len(next(iter(batch.values())).values)
