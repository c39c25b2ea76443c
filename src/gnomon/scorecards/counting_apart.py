"""Rows by bin where the rows are elsewhere: bins that are known are filled there, period by period where there are such, and added up."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column, Projection, Source
from ..engines.source import Places, place_at
from ..errors import InputError
from ..inputs.variables import Variable
from ..summary import Bins, Layout
from ..summary.packing import Arrays, pack, unpack
from .periods import MOST, Periods, periods_of
from .reading import variable_of
from .totals import LabelAndWeight, Totals, counted_from, summed_up


class CountRequest(NamedTuple):
    """What is counted: columns by their layouts, good and bad apart where ``labelled``; by period where one is named."""

    layouts: Mapping[str, Layout]
    categories: frozenset[str] = frozenset()
    beside: LabelAndWeight = LabelAndWeight()
    labelled: bool = False
    over: str | None = None

    @property
    def names(self) -> list[str]:
        """All columns that are read."""
        return [*dict.fromkeys([*self.layouts, *self.beside.names, *([] if self.over is None else [self.over])])]


class BinCounts:
    """What was counted: arrays of periods × bins × (good, bad) for each column, and how many rows have no period."""

    def __init__(self, asked: CountRequest) -> None:
        self.asked, self.totals = asked, Totals(asked.beside)
        self.periods: dict[Any, int] = {} if asked.over is not None else {None: 0}
        kind = np.int64 if asked.beside.weight is None else np.float64
        self.bins = {name: np.zeros((len(self.periods), layout.size, 2), kind) for name, layout in asked.layouts.items()}
        self.weights = np.zeros((len(self.periods), 2))
        """What the rows of each period weigh, and the squares of that."""
        self.failed: dict[str, str] = {}
        self.gone = 0

    def update(self, batch: Batch, start: int) -> None:
        """Take in a batch whose first row stands at a place."""
        bad, weight = self.totals.read(batch, start)
        rows = len(next(iter(batch.values())).values)
        period = self._periods(batch, rows)
        there = np.flatnonzero(period >= 0)
        held = np.ones(len(there)) if weight is None else weight[there]
        self.weights += np.column_stack([np.bincount(period[there], amount, len(self.weights)) for amount in (held, held**2)])
        for name, layout in self.asked.layouts.items():
            if name in self.failed:
                continue
            try:
                with counted_from(start):
                    places = layout.assign(variable_for(batch[name], name, layout, name in self.asked.categories))
            except InputError as reason:
                self.failed[name] = str(reason)
                continue
            side = (bad == 1).astype(np.int64) if self.asked.labelled and bad is not None else np.zeros(rows, np.int64)
            keys = 2 * (period * layout.size + places) + side
            shape = self.bins[name].shape
            found = np.bincount(keys[there], None if weight is None else weight[there], int(np.prod(shape)))
            self.bins[name] += found.reshape(shape).astype(self.bins[name].dtype)

    def _periods(self, batch: Batch, rows: int) -> NDArray[np.int64]:
        """The place of each row's period, -1 where it has none."""
        over = self.asked.over
        if over is None:
            return np.zeros(rows, np.int64)
        coded = batch[over].encoded()
        known = self._places(coded.names or ())
        if len(self.periods) > MOST:
            periods_of(Column(np.arange(len(self.periods)), tuple(self.periods)), over, False)  # which refuses so many
        found = np.append(known, -1)[np.where(coded.values < 0, -1, coded.values)]
        self.gone += int(np.count_nonzero(found < 0))
        return np.asarray(found, np.int64)

    def _places(self, names: Iterable[object]) -> NDArray[np.int64]:
        """Places of periods, which grow by what is new."""
        places = np.array([self.periods.setdefault(name, len(self.periods)) for name in names], np.int64)
        for name, one in self.bins.items():
            if more := len(self.periods) - len(one):
                self.bins[name] = np.concatenate([one, np.zeros((more, *one.shape[1:]), one.dtype)])
        self.weights = np.concatenate([self.weights, np.zeros((len(self.periods) - len(self.weights), 2))])
        return places

    def merge(self, other: "BinCounts") -> None:
        """Take in other rows."""
        self.totals.merge(other.totals)
        self.failed = {**other.failed, **self.failed}
        places = self._places(other.periods)
        for name, one in other.bins.items():
            np.add.at(self.bins[name], places, one)
        np.add.at(self.weights, places, other.weights)
        self.gone += other.gone

    def to_bytes(self) -> bytes:
        """All there is."""
        arrays: Arrays = {"weights": self.weights, **{str(at): one for at, one in enumerate(self.bins.values())}}
        known = {"totals": self.totals.state(), "periods": list(self.periods), "failed": self.failed, "gone": self.gone}
        return pack("Counted", known, arrays)

    @classmethod
    def from_bytes(cls, asked: CountRequest, data: bytes) -> "BinCounts":
        """What :meth:`to_bytes` wrote."""
        made = cls(asked)
        _, meta, arrays = unpack(data)
        made.totals, made.failed = Totals.restored(asked.beside, meta["totals"]), meta["failed"]
        made.periods = {name: at for at, name in enumerate(meta["periods"])}
        made.gone, made.weights = meta["gone"], arrays["weights"]
        made.bins = {name: arrays[str(at)] for at, name in enumerate(asked.layouts)}
        return made

    def of(self, name: str, at: int = 0) -> Bins:
        """The bins of a column, in one of the periods by its place."""
        counts = self.bins[name][at]
        if self.asked.labelled:
            return Bins(self.asked.layouts[name], counts[:, 0], counts[:, 1])
        return Bins(self.asked.layouts[name], counts[:, 0], np.zeros(len(counts), np.int64), labelled=False)

    def ordered(self) -> Periods:
        """The periods in their order, and the place of each among those that were met."""
        return periods_of(Column(np.arange(len(self.periods)), tuple(self.periods)), str(self.asked.over), False)


def variable_for(column: Column, name: str, layout: Layout, category: bool) -> Variable:
    """A column as what its layout cuts; of one that is all missing here nobody knows what it holds."""
    variable = variable_of(column, name, category)
    if layout.groups is None and variable.names is not None and variable.missing.all():
        return Variable(np.full(len(variable), np.nan))
    if layout.groups is not None and variable.names is None and variable.missing.all():
        return Variable(np.full(len(variable), -1, np.int64), ())
    return variable


class CountWork:
    """What is done with rows where they are: they are counted by bin, and counts are added up."""

    def __init__(self, asked: CountRequest) -> None:
        self.asked = asked

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        found = BinCounts(self.asked)
        for batch, start in batches:
            found.update(batch, place_at(start, 0))
        return found.to_bytes()

    def joined(self, parts: Iterable[bytes]) -> bytes:
        whole = BinCounts(self.asked)
        for part in parts:
            whole.merge(BinCounts.from_bytes(self.asked, part))
        return whole.to_bytes()


def counted_apart(source: Source, asked: CountRequest) -> BinCounts:
    """All rows of a source by bin."""
    found = BinCounts.from_bytes(asked, summed_up(source, Projection((), (), asked.names), CountWork(asked)))
    found.totals.refuse(source.name)
    return found
