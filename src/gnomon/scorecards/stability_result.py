"""Stability: a score and its variables by period, as a table with what stands out said below it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..inference.comparison import p_text
from ..inference.proportions import wilson
from ..inference.significance import holm
from ..messages import Message, text_in
from ..messages.language import language, say
from ..result import JsonSerializable, Table, in_json, text_table
from ..types import Floats
from .cut_alike import BinnedPair
from .periods import missing_between
from .stability_index import BANDS, PsiTable, table_of
from .watch import FIGURES, NAN, Month, ReferenceBins, Watch


@dataclass(frozen=True, eq=False, repr=False)
class Stability(JsonSerializable, Table):
    """A score by period: rows, bad rate, KS and Gini with the ends of their intervals, and the PSI of score and variables.

    ``variable_psi`` has the PSI of each variable by period, the variable that moved most first; ``tables`` the whole table of each column
    and period. Two that have one reference add up with ``+``.
    """

    period: NDArray[Any]
    rows: NDArray[np.int64]
    labelled: NDArray[np.int64]
    bad_rate: Floats
    bad_rate_low: Floats
    bad_rate_high: Floats
    ks: Floats
    ks_low: Floats
    ks_high: Floats
    gini: Floats
    gini_low: Floats
    gini_high: Floats
    score_psi: Floats
    variable_psi: dict[str, Floats]
    tables: dict[str, tuple[PsiTable, ...]]
    reference: str
    watch: Watch = field(repr=False)
    notes: tuple[Message, ...] = ()
    kept: ClassVar[tuple[str, ...]] = ("watch", "tables", "variable_psi", "notes")

    @classmethod
    def of(cls, watch: Watch) -> "Stability":
        """All figures of what was watched."""
        asked = watch.settings
        months = list(watch.months.values())
        scored = asked.score is not None and asked.labelled
        rates = np.array([_rates(month, asked.level) for month in months]).reshape(-1, 3)
        ks, gini = (_figures(name, months if scored else [], len(months), asked.level) for name in FIGURES)
        tables = {name: _tables(name, reference, months, watch) for name, reference in watch.references.items()}
        moved = {name: np.array([table.psi for table in found]) for name, found in tables.items()}
        order = sorted((name for name in moved if name != asked.score), key=lambda name: -float(moved[name].max(initial=0.0)))
        made = cls(
            period=np.array(list(watch.months), object),
            rows=np.array([month.every[0] for month in months]).astype(np.int64),
            labelled=np.array([month.known[0] for month in months]).astype(np.int64),
            bad_rate=rates[:, 0],
            bad_rate_low=rates[:, 1],
            bad_rate_high=rates[:, 2],
            ks=ks[0],
            ks_low=ks[1],
            ks_high=ks[2],
            gini=gini[0],
            gini_low=gini[1],
            gini_high=gini[2],
            score_psi=moved[asked.score] if asked.score in moved else np.full(len(months), NAN),
            variable_psi={name: moved[name] for name in order},
            tables=tables,
            reference=watch.reference,
            watch=watch,
        )
        object.__setattr__(made, "notes", tuple(_said(made)))
        return made

    def __add__(self, other: "Stability") -> "Stability":
        """All periods of both, which must be held against one reference."""
        return Stability.of(self.watch + other.watch)

    def columns(self) -> dict[str, Any]:
        """The columns by name, with the PSI of each variable behind them."""
        return {**super().columns(), **{f"psi_{name}": values for name, values in self.variable_psi.items()}}

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name as JSON has them, and the notes; ``psi`` has the characteristic stability by variable."""
        held = {name: in_json(value) for name, value in self._fields() if name not in self.kept}
        return {**held, "variable_psi": in_json(self.variable_psi), "notes": [str(note) for note in self.notes]}

    def __str__(self) -> str:
        columns: dict[str, Any] = {"period": self.period, "rows": self.rows}
        if self.watch.settings.labelled:
            columns |= {"labelled": self.labelled, "bad_rate": _with_ends(self.bad_rate, self.bad_rate_low, self.bad_rate_high)}
            if self.watch.settings.score is not None:
                columns |= {name: _with_ends(*(getattr(self, name + end) for end in ENDS)) for name in FIGURES}
        if self.watch.settings.score is not None:
            columns["score_psi"] = self.score_psi
        parts = [
            say("scorecards.note_held_against", reference=self.reference or say("scorecards.part_table_of_its_own")),
            text_table(columns, most=60),
        ]
        if self.variable_psi:
            parts += ["", say("scorecards.heading_psi_of_variables"), text_table(self.characteristics(), most=60)]
        return "\n".join([*parts, *(f" ● {text_in(note, language())}" for note in self.notes)])

    def characteristics(self) -> dict[str, Any]:
        """The characteristic stability table as columns: a line for each variable, a column for each period."""
        names = list(self.variable_psi)
        found = np.array([self.variable_psi[name] for name in names]).reshape(len(names), -1)
        return {"variable": np.array(names, object), **{str(period): found[:, place] for place, period in enumerate(self.period)}}


ENDS = ("", "_low", "_high")


def _with_ends(value: Floats, low: Floats, high: Floats) -> NDArray[Any]:
    texts = [f"{v:.4f} [{a:.4f}, {b:.4f}]" if v == v else "–" for v, a, b in zip(value, low, high, strict=True)]
    return np.array(texts, object)


def _figures(metric: str, months: list[Month], count: int, level: float) -> tuple[Floats, Floats, Floats]:
    """A figure of each period with both ends of its interval; nothing where a class is missing."""
    found = np.full((count, 3), NAN)
    for place, month in enumerate(months):
        found[place] = month.swept.figure(metric, level)
    return found[:, 0], found[:, 1], found[:, 2]


def _rates(month: Month, level: float) -> tuple[float, float, float]:
    """The share of bad rows, and Wilson's interval by as many rows as the weights are worth."""
    _, total, squares, bad = month.known
    if not total > 0:
        return NAN, NAN, NAN
    worth = total**2 / squares
    return (bad / total, *wilson(bad / total * worth, worth, level))


def _tables(name: str, reference: ReferenceBins, months: list[Month], watch: Watch) -> tuple[PsiTable, ...]:
    asked = watch.settings
    pairs = (BinnedPair(reference.bins, month.bins[name], (reference.size, month.size), reference.notes) for month in months)
    return tuple(table_of(pair, asked.zero, asked.level) for pair in pairs)


def _said(found: Stability) -> Iterator[Message]:
    """What stands out: columns that moved, a score that separates worse, a bad rate that changed, and periods that are not there."""
    watch = found.watch
    if between := missing_between(tuple(found.period)):
        yield Message("periods_missing", count=len(between), names=between[:12])
    if watch.gone:
        yield Message("periods_none", count=watch.gone, name=watch.settings.over)
    for name, reason in (watch.failed or {}).items():
        yield Message("psi_failed", column=name, reason=reason)
    yield from _shifts(found)
    yield from _changes(found, "ks", found.ks, found.ks_low, found.ks_high)
    yield from _changes(found, "bad_rate", found.bad_rate, found.bad_rate_low, found.bad_rate_high)


def _shifts(found: Stability) -> Iterator[Message]:
    """Of each column that leaves the band of stable ones, the worst period and how many there are.

    p is adjusted after Holm for all columns and periods: the worst of many is beyond the critical value of one.
    """
    adjusted = _adjusted(found)
    moved = [name for name in found.tables if max((table.psi for table in found.tables[name]), default=0.0) >= BANDS[0]]
    for name in sorted(moved, key=lambda one: -max(table.psi for table in found.tables[one])):
        tables = found.tables[name]
        worst = int(np.argmax([table.psi for table in tables]))
        table, p = tables[worst], adjusted[name][worst]
        known: dict[str, Any] = {"column": name, "psi": table.psi, "period": str(found.period[worst]), "p": p_text(p)}
        known |= {"chance": table.chance, "bin": table.bin[int(np.argmax(table.contribution))]}
        if not p < 0.05:
            yield Message("watch_chance", **known)
        elif table.psi >= BANDS[1]:
            yield Message("watch_large", count=sum(table.psi >= BANDS[1] for table in tables), **known)
        else:
            yield Message("watch_moderate", count=sum(table.psi >= BANDS[0] for table in tables), **known)
    if found.tables and not moved:
        yield Message("watch_stable")


def _adjusted(found: Stability) -> dict[str, list[float]]:
    """The p-values of each column by period after Holm; the reference is not held against itself."""
    itself = np.array([str(period) == found.reference for period in found.period])
    every = np.array([[table.p_value for table in tables] for tables in found.tables.values()])
    every = np.where(itself, NAN, every)
    return dict(zip(found.tables, np.reshape(holm(every.ravel().tolist()), every.shape).tolist(), strict=True))


def _changes(found: Stability, figure: str, value: Floats, low: Floats, high: Floats) -> Iterator[Message]:
    """The period that is furthest from the first one with a figure, where their intervals do not meet."""
    held = np.flatnonzero(value == value)
    if len(held) < 2:
        return
    first = int(held[0])
    if found.reference in [str(period) for period in found.period[held]]:
        first = next(int(place) for place in held if str(found.period[place]) == found.reference)
    apart = [int(place) for place in held if (high[place] < low[first] or (low[place] > high[first] and figure != "ks"))]
    if apart:
        worst = max(apart, key=lambda place: abs(value[place] - value[first]))
        known: dict[str, Any] = {"period": str(found.period[worst]), "value": value[worst], "first": value[first], "count": len(apart)}
        yield Message("watch_ks" if figure == "ks" else "watch_bad_rate", reference=str(found.period[first]), **known)
