"""Rows by bin where the rows are elsewhere: bins that are known are filled there, period by period where there are such, and added up."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column, Source, Wanted
from ..engines.source import place
from ..errors import InputError
from ..inputs import HIGHER, Rows
from ..inputs.direction import Direction, read
from ..inputs.variables import Variable
from ..summary import Bins, Layout, Sweep
from ..summary.packing import Arrays, pack, unpack
from .periods import MOST, Periods, periods_of
from .reading import variable_of
from .tallies import MOST_CELLS
from .totals import Beside, Totals, counted_from, summed_up

Array = NDArray[Any]
UNKNOWN = 7
"""Sums of a period: rows, their weight and its squares; the same of rows with a label, and what the bad of these weigh."""


class Asked(NamedTuple):
    """What is counted: columns by their layouts, good and bad apart where ``labelled``; by period, and the score swept, where named."""

    layouts: Mapping[str, Layout]
    categories: frozenset[str] = frozenset()
    beside: Beside = Beside()
    labelled: bool = False
    over: str | None = None
    score: str | None = None
    direction: Direction = HIGHER

    @property
    def names(self) -> list[str]:
        """All columns that are read."""
        return [*dict.fromkeys([*self.layouts, *self.beside.names, *(one for one in (self.over, self.score) if one is not None)])]


class Counted:
    """What was counted: arrays of periods × bins × (good, bad) for each column, sums and the sweep of the score by period."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.totals = asked, Totals(asked.beside)
        self.periods: dict[Any, int] = {} if asked.over is not None else {None: 0}
        kind = np.int64 if asked.beside.weight is None else np.float64
        self.bins = {name: np.zeros((len(self.periods), layout.size, 2), kind) for name, layout in asked.layouts.items()}
        self.sums = np.zeros((len(self.periods), UNKNOWN))
        self.sweeps: dict[Any, Sweep] = {}
        self.failed: dict[str, str] = {}
        self.gone, self.first_gone = 0, -1

    def update(self, batch: Batch, start: int) -> None:
        """Take in a batch whose first row stands at a place."""
        bad, weight = self.totals.read(batch, start)
        rows = len(next(iter(batch.values())).values)
        period = self._periods(batch, rows, start)
        held = np.ones(rows) if weight is None else weight
        self._add_sums(period, bad, held)
        there = np.flatnonzero(period >= 0)
        for name, layout in self.asked.layouts.items():
            if name in self.failed:
                continue
            try:
                with counted_from(start):
                    places = layout.assign(self._variable(batch[name], name, layout))
            except InputError as reason:
                self.failed[name] = str(reason)
                continue
            side = bad.astype(np.int64) if self.asked.labelled and bad is not None else np.zeros(rows, np.int64)
            keys = 2 * (period * layout.size + places) + side
            shape = self.bins[name].shape
            found = np.bincount(keys[there], None if weight is None else weight[there], int(np.prod(shape)))
            self.bins[name] += found.reshape(shape).astype(self.bins[name].dtype)
        if self.asked.score is not None and bad is not None:
            with counted_from(start):
                self._sweep(variable_of(batch[self.asked.score], self.asked.score, False), period, bad, weight)

    def _variable(self, column: Column, name: str, layout: Layout) -> Variable:
        """A column as what its layout cuts; of one that is all missing here nobody knows what it holds."""
        variable = variable_of(column, name, name in self.asked.categories)
        if layout.groups is None and variable.names is not None and variable.missing.all():
            return Variable(np.full(len(variable), np.nan))
        if layout.groups is not None and variable.names is None and variable.missing.all():
            return Variable(np.full(len(variable), -1, np.int64), ())
        return variable

    def _periods(self, batch: Batch, rows: int, start: int) -> NDArray[np.int64]:
        """The place of each row's period, -1 where it has none."""
        over = self.asked.over
        if over is None:
            return np.zeros(rows, np.int64)
        coded = batch[over].encoded()
        known = self._places(coded.names or ())
        if len(self.periods) > MOST:
            periods_of(Column(np.arange(len(self.periods)), tuple(self.periods)), over, False)  # which refuses so many
        found = np.append(known, -1)[np.where(coded.values < 0, -1, coded.values)]
        if (lost := found < 0).any():
            self.first_gone = start + int(np.argmax(lost)) if self.first_gone < 0 else self.first_gone
            self.gone += int(lost.sum())
        return np.asarray(found, np.int64)

    def _places(self, names: Iterable[Any]) -> NDArray[np.int64]:
        """Places of periods, which grow by what is new."""
        places = np.array([self.periods.setdefault(name, len(self.periods)) for name in names], np.int64)
        more = len(self.periods) - len(self.sums)
        if more:
            self.sums = np.concatenate([self.sums, np.zeros((more, UNKNOWN))])
            self.bins = {name: np.concatenate([one, np.zeros((more, *one.shape[1:]), one.dtype)]) for name, one in self.bins.items()}
        return places

    def _add_sums(self, period: NDArray[np.int64], bad: NDArray[np.int8] | None, held: Array) -> None:
        there = period >= 0
        for rows, first in ((there, 0), (there & (bad >= 0) if bad is not None else there & False, 3)):
            for at, amount in enumerate((np.ones(len(held)), held, held * held)):
                self.sums[:, first + at] += np.bincount(period[rows], amount[rows], len(self.sums))
        if bad is not None:
            worse = there & (bad == 1)
            self.sums[:, 6] += np.bincount(period[worse], held[worse], len(self.sums))

    def _sweep(self, variable: Variable, period: NDArray[np.int64], bad: NDArray[np.int8], weight: Array | None) -> None:
        if variable.names is not None and not variable.missing.all():
            raise InputError(
                "⟦score⟧: {score!r} holds {value!r}; a score is a number", score=self.asked.score, value=next(iter(variable.names), "")
            )
        able = (bad >= 0) & ~variable.missing
        for name, at in self.periods.items():
            rows = able & (period == at)
            if rows.any():
                score = read(np.ascontiguousarray(variable.values[rows]), self.asked.direction)
                made = Rows(bad[rows].astype(np.uint8), score, None if weight is None else weight[rows], self.asked.direction)
                sweep = Sweep.of_rows(made, resolution=MOST_CELLS)
                self.sweeps[name] = self.sweeps[name] + sweep if name in self.sweeps else sweep

    def merge(self, other: "Counted") -> None:
        """Take in other rows."""
        self.totals.merge(other.totals)
        self.failed = {**other.failed, **self.failed}
        places = self._places(other.periods)
        np.add.at(self.sums, places, other.sums)
        for name, one in other.bins.items():
            np.add.at(self.bins[name], places, one)
        for period, sweep in other.sweeps.items():
            self.sweeps[period] = self.sweeps[period] + sweep if period in self.sweeps else sweep
        firsts = [one for one in (self.first_gone, other.first_gone) if one >= 0]
        self.gone, self.first_gone = self.gone + other.gone, min(firsts, default=-1)

    def to_bytes(self) -> bytes:
        """All there is."""
        arrays: Arrays = {"sums": self.sums} | {f"bins/{at}": one for at, one in enumerate(self.bins.values())}
        swept: list[Any] = []
        for period, sweep in self.sweeps.items():
            meta, held = sweep._state()
            arrays |= {f"sweep/{len(swept)}/{key}": array for key, array in held.items()}
            swept.append([self.periods[period], meta])
        known = {"totals": self.totals.state(), "periods": list(self.periods), "failed": self.failed, "sweeps": swept}
        return pack("Counted", {**known, "gone": [self.gone, self.first_gone]}, arrays)

    @classmethod
    def from_bytes(cls, asked: Asked, data: bytes) -> "Counted":
        """What :meth:`to_bytes` wrote."""
        made = cls(asked)
        _, meta, arrays = unpack(data)
        made.totals, made.failed = Totals.restored(asked.beside, meta["totals"]), meta["failed"]
        made.periods = {name: at for at, name in enumerate(meta["periods"])}
        made.sums, (made.gone, made.first_gone) = arrays["sums"], meta["gone"]
        made.bins = {name: arrays[f"bins/{at}"] for at, name in enumerate(asked.layouts)}
        names = list(made.periods)
        for at, (period, said) in enumerate(meta["sweeps"]):
            held = {key: arrays[f"sweep/{at}/{key}"] for key in ("thresholds", "pos", "neg")}
            made.sweeps[names[period]] = Sweep._restore(said, held)
        return made

    def of(self, name: str, at: int = 0) -> Bins:
        """The bins of a column, in one of the periods by its place."""
        counts = self.bins[name][at]
        if self.asked.labelled:
            return Bins(self.asked.layouts[name], counts[:, 0], counts[:, 1])
        return Bins(self.asked.layouts[name], counts[:, 0], np.zeros(len(counts), np.int64), labelled=False)

    def refuse_gone(self, drop: bool) -> None:
        """Refuse rows that have no period, unless they may be left out."""
        if self.gone and not drop:
            raise InputError(
                '⟦over⟧: {count:,} rows have no {name!r} (first {where}); pass ⟦missing="drop"⟧ to leave them out',
                count=self.gone,
                name=self.asked.over,
                where=place(self.first_gone, 0),
            )

    def ordered(self) -> Periods:
        """The periods in their order, and the place of each among those that were met."""
        return periods_of(Column(np.arange(len(self.periods)), tuple(self.periods)), str(self.asked.over), False)


class CountWork:
    """What is done with rows where they are: they are counted by bin, and counts are added up."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked

    def made(self, batches: Iterator[tuple[Batch, int]]) -> bytes:
        found = Counted(self.asked)
        for batch, start in batches:
            found.update(batch, start)
        return found.to_bytes()

    def joined(self, parts: Iterable[bytes]) -> bytes:
        whole = Counted(self.asked)
        for part in parts:
            whole.merge(Counted.from_bytes(self.asked, part))
        return whole.to_bytes()


def counted_apart(source: Source, asked: Asked) -> Counted:
    """All rows of a source by bin."""
    found = Counted.from_bytes(asked, summed_up(source, Wanted((), (), asked.names), CountWork(asked)))
    found.totals.refuse(source.name)
    return found
