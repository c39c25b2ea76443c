"""The distribution of columns whose rows are elsewhere: distinct values with their good and bad rows, which merge.

Past a number of different values neighbouring numbers are counted together, in cells that nest: cuts then stand between cells, where
counts are exact.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Projection, Source
from ..engines.source import Places, place_at
from ..errors import InputError
from ..inputs import HIGHER, BinaryRows
from ..inputs.variables import Variable
from ..messages.language import say
from ..summary import Layout, Sweep
from ..summary.bin_layout import MOST_BINS
from ..summary.packing import Arrays, pack, unpack
from ..types import Array, Floats
from .atoms import Atoms, atoms_of_categories
from .reading import variable_of
from .totals import LabelAndWeight, Totals, counted_from, summed_up

if TYPE_CHECKING:
    from ..types import Bools


CELLS = 2**20
"""Cells of all columns together, and the most and the fewest of one."""
MOST_CELLS, FEWEST_CELLS = 2**17, 2**11


class TallyRequest(NamedTuple):
    """What is tallied: columns with their special codes, those of them that hold categories, and what is read beside."""

    special: Mapping[str, tuple[Any, ...]]
    categories: frozenset[str] = frozenset()
    beside: LabelAndWeight = LabelAndWeight()

    cells: int = 0
    """How many different numbers of a column are told apart; settled where the work is given out."""


@dataclass
class Tally:
    """A column: of numbers a sweep of good and bad rows, of categories their names with theirs; special codes and gaps apart."""

    codes: tuple[float, ...] = ()
    cells: int = MOST_CELLS
    numbers: bool | None = None
    sweep: Sweep = field(default_factory=Sweep.empty)
    ends: tuple[float, float] = (float("inf"), float("-inf"))
    names: dict[Any, int] = field(default_factory=dict)
    counts: Array = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    beside: Array = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    """Good and bad rows of each special code, then of gaps."""
    failed: str = ""

    def update(self, variable: Variable, bad: NDArray[np.uint8], weight: Floats | None) -> None:
        """Take in rows; where nobody labelled them all are good."""
        self.numbers = variable.names is None if self.numbers is None else self.numbers
        if variable.names is None:
            self._update_numbers(variable.values, bad, weight)
        else:
            found = _counts(variable.values + 1, bad, weight, len(variable.names) + 1)
            self._add_beside(np.concatenate([np.zeros((len(self.codes), 2), found.dtype), found[:1]]))
            self._add_names(variable.names, found[1:])

    def _update_numbers(self, values: Floats, bad: NDArray[np.uint8], weight: Floats | None) -> None:
        places = np.full(len(values), -1, np.int64)
        places[np.isnan(values)] = len(self.codes)
        for at, code in enumerate(self.codes):
            places[values == code] = at
        own = places < 0
        self._add_beside(_counts(places[~own], bad[~own], _part(weight, ~own), len(self.codes) + 1))
        if own.any():
            held = np.ascontiguousarray(values[own])
            self.ends = min(self.ends[0], float(held.min())), max(self.ends[1], float(held.max()))
            rows = BinaryRows(np.ascontiguousarray(bad[own]), held, _part(weight, own), HIGHER)
            self.sweep = self.sweep + Sweep.of_rows(rows, resolution=self.cells)

    def _add_beside(self, found: Array) -> None:
        self.beside = found if not len(self.beside) else self.beside + found

    def _add_names(self, names: Iterable[object], counts: Array) -> None:
        places = [self.names.setdefault(name, len(self.names)) for name in names]
        grown = np.zeros((len(self.names), 2), np.result_type(self.counts, counts))
        grown[: len(self.counts)] = self.counts
        np.add.at(grown, np.array(places, np.int64), counts)
        self.counts = grown
        if len(self.names) > MOST_BINS:
            self.failed = say("scorecards.too_many_tallied_categories", most=MOST_BINS)
            self.names, self.counts = {}, self.counts[:0]

    def merge(self, other: "Tally") -> None:
        """Take in the rows of another part."""
        self.failed = self.failed or other.failed
        if self.failed or other.numbers is None:
            return
        self.numbers = other.numbers if self.numbers is None else self.numbers
        self.sweep = self.sweep + other.sweep
        self.ends = min(self.ends[0], other.ends[0]), max(self.ends[1], other.ends[1])
        if len(other.beside):
            self._add_beside(other.beside)
        self._add_names(other.names, other.counts)

    @property
    def exact(self) -> bool:
        """Whether every different value is told apart."""
        return self.sweep.exact

    def variable(self, closed: str = "left") -> tuple[Variable, Array]:
        """One row for each different value, and what rows of it weigh. Of a cell it is the end that a cut beside it may stand at.

        The lowest and the highest number, special codes and a gap stand among them where there are such, without weight.
        """
        gaps = len(self.beside) and self.beside[-1].any()
        if self.numbers is False:
            order = sorted(self.names)
            places = [self.names[name] for name in order]
            values = np.append(np.arange(len(order)), [-1] if gaps else []).astype(np.int64)
            return Variable(values, tuple(order)), np.append(self.counts[places].sum(1), [0] if gaps else [])
        ends = (self.sweep.thresholds if closed == "left" else self.sweep.ceilings)[::-1]
        met = [code for code, rows in zip(self.codes, self.beside, strict=False) if rows.any()]
        more = [*met, *(self.ends if len(self.sweep) else ()), *([np.nan] if gaps or not len(self.sweep) else [])]
        return Variable(np.append(ends, more)), np.append((self.sweep.pos + self.sweep.neg)[::-1], np.zeros(len(more)))

    def atoms(self, special: tuple[object, ...], row_weight: float) -> Atoms:
        """What the column is cut between; special codes that no row has may be left out."""
        gaps = self.beside[-1:] if len(self.beside) else np.zeros((1, 2), np.int64)
        if self.numbers is False:
            order = sorted(self.names)
            counts = np.concatenate([self.counts[[self.names[name] for name in order]], gaps])
            return atoms_of_categories(tuple(order), counts[:, 0].copy(), counts[:, 1].copy(), Layout((), (), special).special, row_weight)
        good, bad = (np.ascontiguousarray(one[::-1]) for one in (self.sweep.neg, self.sweep.pos))
        codes = Layout((), None, special).special
        beside = np.concatenate([self.beside[[self.codes.index(code) for code in codes]], gaps, np.zeros_like(gaps)])
        values = np.ascontiguousarray(self.sweep.thresholds[::-1])
        tops = None if self.exact else np.ascontiguousarray(self.sweep.ceilings[::-1])
        return Atoms(values, None, good, bad, codes, (beside[:, 0].copy(), beside[:, 1].copy()), tops=tops)

    def state(self) -> tuple[dict[str, Any], Arrays]:
        """All there is, as a JSON object and arrays."""
        meta, arrays = self.sweep._state()
        ends = list(self.ends) if len(self.sweep) else None
        known = {"sweep": meta, "numbers": self.numbers, "ends": ends, "names": list(self.names), "failed": self.failed}
        return known, {**arrays, "counts": self.counts, "beside": self.beside}

    def restore(self, meta: dict[str, Any], arrays: Arrays) -> "Tally":
        """This tally with what :meth:`state` said of it."""
        self.sweep = Sweep._restore(meta["sweep"], arrays)
        self.numbers, self.failed = meta["numbers"], meta["failed"]
        self.ends = self.ends if meta["ends"] is None else (meta["ends"][0], meta["ends"][1])
        self.names = {name: at for at, name in enumerate(meta["names"])}
        self.counts, self.beside = arrays["counts"], arrays["beside"]
        return self


class Tallies:
    """Columns' tallies, and what their rows come to in all."""

    def __init__(self, asked: TallyRequest) -> None:
        self.asked = asked
        self.totals = Totals(asked.beside)
        self.columns = {name: Tally(_numbers_among(codes), asked.cells) for name, codes in asked.special.items()}

    def update(self, batch: Batch, start: int) -> None:
        """Take in a batch whose first row stands at a place."""
        found, weight = self.totals.read(batch, start)
        bad = np.zeros(len(next(iter(batch.values())).values), np.uint8) if found is None else (found == 1).astype(np.uint8)
        for name, tally in self.columns.items():
            if tally.failed:
                continue
            try:
                with counted_from(start):
                    variable = variable_of(batch[name], name, name in self.asked.categories)
            except InputError as reason:
                tally.failed = str(reason)
            else:
                tally.update(variable, bad, weight)

    def merge(self, other: "Tallies") -> None:
        """Take in other rows."""
        self.totals.merge(other.totals)
        for name, tally in self.columns.items():
            tally.merge(other.columns[name])

    def to_bytes(self) -> bytes:
        """All there is."""
        found = {name: tally.state() for name, tally in self.columns.items()}
        arrays = {f"{at}/{key}": array for at, (_, held) in enumerate(found.values()) for key, array in held.items()}
        return pack("Tallies", {"totals": self.totals.state(), "columns": [meta for meta, _ in found.values()]}, arrays)

    @classmethod
    def from_bytes(cls, asked: TallyRequest, data: bytes) -> "Tallies":
        """What :meth:`to_bytes` wrote."""
        made = cls(asked)
        _, meta, arrays = unpack(data)
        made.totals = Totals.restored(asked.beside, meta["totals"])
        for at, (tally, said) in enumerate(zip(made.columns.values(), meta["columns"], strict=True)):
            prefix = f"{at}/"
            tally.restore(said, {key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)})
        return made


class TallyWork:
    """What is done with rows where they are: they go into tallies, and tallies merge."""

    def __init__(self, asked: TallyRequest) -> None:
        self.asked = asked

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        found = Tallies(self.asked)
        for batch, start in batches:
            found.update(batch, place_at(start, 0))
        return found.to_bytes()

    def joined(self, parts: Iterable[bytes]) -> bytes:
        whole = Tallies(self.asked)
        for part in parts:
            whole.merge(Tallies.from_bytes(self.asked, part))
        return whole.to_bytes()


def tallied(source: Source, asked: TallyRequest) -> Tallies:
    """The tallies of all rows of a source."""
    for name in [*asked.special, *asked.beside.names]:
        source.require("columns", name)
    wanted = Projection((), (), [*dict.fromkeys([*asked.special, *asked.beside.names])])
    asked = asked._replace(cells=max(min(CELLS // max(len(asked.special), 1), MOST_CELLS), FEWEST_CELLS))
    found = Tallies.from_bytes(asked, summed_up(source, wanted, TallyWork(asked)))
    found.totals.refuse(source.name)
    return found


def _numbers_among(codes: tuple[object, ...]) -> tuple[float, ...]:
    return tuple(float(code) for code in codes if isinstance(code, (int, float, np.integer, np.floating)) and not isinstance(code, bool))


def _counts(places: Array, bad: NDArray[np.uint8], weight: Floats | None, size: int) -> Array:
    """Good and bad rows of each place."""
    both = np.bincount(2 * places + bad, weight, 2 * size).reshape(size, 2)
    return both.astype(np.int64) if weight is None else both


def _part(column: Floats | None, rows: "Bools") -> Array | None:
    return None if column is None else np.ascontiguousarray(column[rows])
