"""Where the points of one row come from."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..engines.source import Batch
from ..errors import InputError
from ..messages.language import say, term
from ..result import JsonSerializable, Table, text_table

if TYPE_CHECKING:
    from ..engines.columns import Column
    from .card import Card


@dataclass(frozen=True, eq=False, repr=False)
class Explained(JsonSerializable, Table):
    """The variables of one row, that which lacks most points first; ``base`` and ``points`` add up to ``score``."""

    variable: NDArray[np.object_]
    value: NDArray[np.object_]
    bin: NDArray[np.object_]
    points: NDArray[np.float64]
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    base: float
    score: float

    @property
    def note(self) -> str:
        return say("scorecards.note_score_sum", score=self.score, base=self.base, points=self.points.sum())

    def __str__(self) -> str:
        shown = {term(name): [_shown(one) for one in values] for name, values in self.columns().items()}
        return f"{self.note}\n{text_table(shown, most=len(self.variable))}"


def _shown(value: object) -> str:
    if value is None or value != value:
        return "–"
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def one_row(row: object) -> Any:
    """A row given as a dictionary of values, or as a row of a pandas frame, as a table of one."""
    if hasattr(row, "items") and hasattr(row, "index") and getattr(row, "ndim", 0) == 1:
        return {str(name): [value] for name, value in row.items()}
    if isinstance(row, dict) and all(one is None or np.isscalar(one) for one in row.values()):
        return {name: [value] for name, value in row.items()}
    return row


def explained(card: "Card", columns: Batch) -> Explained:
    """The points of one row."""
    count = len(next(iter(columns.values())).values)
    if count != 1:
        raise InputError("scorecards.explain_too_many_rows", count=count)
    places = card._bins(columns)
    points = card.points_of(places)[0]
    lacks = card.shortfall(places)[0]
    order = np.argsort(-lacks, kind="stable")
    names = np.array(card.names, object)[order]
    known = [card.variables[name] for name in names]
    return Explained(
        names,
        np.array([_value(columns[name]) for name in names] + [None], object)[:-1],
        np.array([card.variables[name].layout.names[places[0, at]] for name, at in zip(names, order, strict=True)], object),
        points[order],
        np.array([one.best for one in known]),
        np.array([one.mean for one in known]),
        card.base,
        float(card.base + sum(points.tolist())),
    )


def _value(column: "Column") -> Any:
    gaps = column.gaps()
    if gaps is not None and gaps[0]:
        return None
    value = column.values[0] if column.names is None else column.names[column.values[0]]
    return value.item() if isinstance(value, np.generic) else value
