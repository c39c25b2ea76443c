"""A card: for each variable its bins and their points. It is data, not a model: what it says can be read, checked and carried elsewhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import is_apart
from ..engines.columns import Column
from ..engines.source import Batch
from ..errors import InputError
from ..inputs.arrays import more
from ..markup import InNotebooks
from ..summary.bin_layout import Layout
from ..types import Floats
from .card_columns import BATCH, batches, binned, opened, whole
from .card_table import CardTable, card_table
from .coefficients import Coefficients
from .explained import Explained, explained, one_row
from .scaling import Scaling, as_number

AGAINST = ("best", "mean")
FITTING = "fitting"
"""Where ``made`` keeps the coefficients of the card with their tests."""


@dataclass(frozen=True, eq=False)
class Characteristic(InNotebooks):
    """A variable on a card: its bins, the points of each, and what is known of them from the rows that the card was made of.

    A bin without points (NaN) is one that the card does not score: a row that falls there is refused.
    """

    layout: Layout
    points: Floats
    woe: Floats | None = None
    good: Floats | None = None
    bad: Floats | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.layout, Layout):
            raise InputError("scorecards.layout_type_mismatch", type=type(self.layout).__name__)
        for name in ("points", "woe", "good", "bad"):
            given = getattr(self, name)
            if given is not None:
                self.__dict__[name] = _figures(given, name, self.layout.size)
        if not np.isfinite(self.points[: self.layout.regular]).all():
            at = int(np.argmin(np.isfinite(self.points)))
            raise InputError("scorecards.points_of_bin_missing", bin=self.layout.names[at])
        target = self.layout.missing_in
        if target is not None and self.points[self.layout.missing] != self.points[target]:
            raise InputError("scorecards.points_of_missing_differ", bin=self.layout.names[target])
        if (self.good is None) != (self.bad is None):
            raise InputError("scorecards.good_without_bad")

    @property
    def rows(self) -> Floats | None:
        """How many rows of those that the card was made of fell into each bin; nothing where it was made of none."""
        return None if self.good is None or self.bad is None else self.good + self.bad

    def known(self, figures: Floats) -> Floats:
        """Figures of rows by bin, without that of missing values where these are counted in another bin."""
        merged = self.layout.missing_in is not None
        return np.where(np.arange(self.layout.size) == self.layout.missing, np.nan, figures) if merged else figures

    @property
    def best(self) -> float:
        """The most points that the variable can bring."""
        return float(np.nanmax(self.points))

    @property
    def mean(self) -> float:
        """The points that the variable brought on average, where it is known how often each bin occurred."""
        rows = self.rows
        if rows is None:
            return float("nan")
        there = (rows > 0) & ~np.isnan(self.points)
        return float(rows[there] @ self.points[there] / rows[there].sum()) if there.any() else float("nan")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Characteristic):
            return NotImplemented
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("points", "woe", "good", "bad"))
        same = ((a is None and b is None) or (a is not None and b is not None and np.array_equal(a, b, equal_nan=True)) for a, b in pairs)
        return self.layout == other.layout and all(same)

    __hash__ = None  # type: ignore[assignment]  # it holds arrays


def _figures(given: Any, name: str, size: int) -> Floats:
    try:
        figures = np.array([np.nan if one is None else one for one in given], np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError("scorecards.bin_figures_not_numeric", name=name, given=given) from None
    if figures.shape != (size,):
        raise InputError("scorecards.bin_figures_count_mismatch", name=name, count=figures.size, size=size)
    if np.isinf(figures).any() or (name != "points" and (np.isnan(figures).any() or (name != "woe" and (figures < 0).any()))):
        raise InputError("scorecards.bin_figures_out_of_range", name=name, figures=figures.tolist())
    figures.setflags(write=False)
    return figures


def _unseen(column: Column, name: str, at: int, start: int, without: NDArray[np.bool_]) -> InputError:
    """That a row has a category which the card has no points for."""
    encoded = column.encoded()
    return InputError(
        "scorecards.category_unknown_to_card",
        name=name,
        value=(encoded.names or ())[encoded.values[at]],
        at=at + start,
        more=more(int(without.sum()), len(without)),
    )


class CardRows(NamedTuple):
    """Rows that one card is for: which they are, what the card is called, and their columns."""

    rows: NDArray[np.bool_]
    title: str
    card: "Card"
    columns: Batch


@dataclass(frozen=True, eq=False)
class Card(InNotebooks):
    """Points by variable and bin; a row's score is the sum of its points and ``base``. Good customers score high.

    ``scaling`` says which probability of being bad a score stands for; a card made by hand may have none.

    >>> from gnomon import Layout
    >>> age = Characteristic(Layout(edges=(30,)), [10, 25, 0, None])
    >>> card = Card({"age": age}, base=500)
    >>> card.score({"age": [20, 30, None]}).tolist()
    [510.0, 525.0, 500.0]
    """

    variables: Mapping[str, Characteristic]
    base: float = 0.0
    scaling: Scaling | None = None
    made: Mapping[str, Any] = field(default_factory=dict)
    """What is told of the card's making: weights, coefficients, and under ``fitting`` how sure these are."""

    def __post_init__(self) -> None:
        if not isinstance(self.variables, Mapping) or not self.variables:
            raise InputError("scorecards.card_empty")
        for name, one in self.variables.items():
            if not isinstance(name, str) or not isinstance(one, Characteristic):
                raise InputError("scorecards.characteristics_type_mismatch", name=name, type=type(one).__name__)
        if self.scaling is not None and not isinstance(self.scaling, Scaling):
            raise InputError("scorecards.scaling_type_mismatch", type=type(self.scaling).__name__)
        self.__dict__.update(variables=dict(self.variables), base=as_number("base", self.base), made=dict(self.made))

    @property
    def names(self) -> list[str]:
        """The columns that the card reads."""
        return list(self.variables)

    @property
    def coefficients(self) -> Coefficients | None:
        """How sure the coefficients are, and what the variables tell; None where no rows made the card, or an older gnomon did."""
        return Coefficients.from_json(self.made[FITTING]) if FITTING in self.made else None

    @property
    def layouts(self) -> dict[str, Layout]:
        """Where each variable is cut."""
        return {name: one.layout for name, one in self.variables.items()}

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest score that the card can give."""
        return (
            self.base + sum(float(np.nanmin(one.points)) for one in self.variables.values()),
            self.base + sum(one.best for one in self.variables.values()),
        )

    def bins(self, X: Any) -> NDArray[np.int64]:
        """The place of each row's bin, a column for each variable."""
        return self._bins(whole(X, self.names, self.layouts))

    def _bins(self, batch: Batch, start: int = 0) -> NDArray[np.int64]:
        return np.stack([self._bins_of(name, batch, start) for name in self.variables], axis=1)

    def _bins_of(self, name: str, batch: Batch, start: int) -> NDArray[np.int64]:
        one = self.variables[name]
        places: NDArray[np.int64] = binned(batch[name], one.layout, name, start)
        without = np.isnan(one.points)[places]
        if without.any():
            at = int(np.argmax(without))
            if places[at] == one.layout.other:
                raise _unseen(batch[name], name, at, start, without)
            raise InputError(
                "scorecards.points_missing_for_row",
                name=name,
                bin=one.layout.names[places[at]],
                at=at + start,
                more=more(int(without.sum()), len(places)),
            )
        return places

    def parts_of(self, batch: Batch, start: int = 0) -> Iterator["CardRows"]:
        """All rows, with this card: what cards by segment give segment by segment."""
        yield CardRows(np.ones(len(next(iter(batch.values())).values), bool), "", self, batch)

    def points(self, X: Any) -> Floats:
        """The points of each row, a column for each variable."""
        return self.points_of(self.bins(X))

    def points_of(self, places: NDArray[np.int64]) -> Floats:
        """The points of rows whose bins are known."""
        return np.stack([one.points[places[:, at]] for at, one in enumerate(self.variables.values())], axis=1)

    def score(self, X: Any) -> Any:
        """The score of each row: ``base`` and the points of all its variables.

        A Spark data frame comes back with a column ``score``, which Spark computes; rows that would be refused have none.
        """
        if is_apart(X):
            from .spark_columns import score_frame

            return score_frame(self, X)
        return self._scores(X)

    def _scores(self, X: object) -> Floats:
        return np.concatenate([score for _, score in self.scored(X, ())])

    def scored(self, X: Any, others: tuple[str, ...], size: int = BATCH) -> Iterator[tuple[Batch, Floats]]:
        """Rows in batches, with other columns of theirs, beside their scores."""
        start = 0
        with opened(X) as source:
            for batch in batches(source, self.layouts, others, size):
                score = self.score_of(batch, start)
                start += len(score)
                yield batch, score
        if not start:
            raise InputError("inputs.rows_missing", name=source.name)

    def score_of(self, batch: Batch, start: int = 0) -> Floats:
        """The score of rows that are read already, the first of which stands at ``start``."""
        score: Any = self.base
        for name, one in self.variables.items():  # in this order, as in SQL: floats add up alike
            score = score + one.points[self._bins_of(name, batch, start)]
        return np.asarray(score, np.float64)

    def log_odds(self, X: Any) -> Floats:
        """The log-odds of being bad that the scores stand for."""
        return self._scaling().log_odds(self._scores(X))

    def probability(self, X: Any) -> Floats:
        """The probability of being bad that the scores stand for; rows of one score have one probability."""
        return self._scaling().probability(self._scores(X))

    def _scaling(self) -> Scaling:
        if self.scaling is None:
            raise InputError("scorecards.odds_of_points_missing")
        return self.scaling

    def shortfall(self, places: NDArray[np.int64], against: str = "best") -> Floats:
        """How many points each variable lacks to the best, or to the average, that it can bring."""
        if against not in AGAINST:
            raise InputError("scorecards.against_unknown", against=against)
        marks = np.array([getattr(one, against) for one in self.variables.values()])
        if np.isnan(marks).any():
            raise InputError(
                "scorecards.against_mean_unknown_rows",
                name=self.names[int(np.argmax(np.isnan(marks)))],
            )
        return np.asarray(marks - self.points_of(places))

    def reasons(self, X: Any, top: int = 4, against: str = "best") -> NDArray[np.object_]:
        """Why a row's score is no higher: the variables that lack most points, the worst first; None where no more of them lack any.

        ``against="best"`` measures from the most points that a variable can bring, ``"mean"`` from what it brought on average in the rows
        that the card was made of. Variables that lack the same stand in the card's order.
        """
        return self.reasons_of(self.bins(X), top, against)

    def reasons_of(self, places: NDArray[np.int64], top: int, against: str) -> NDArray[np.object_]:
        """The reasons of rows whose bins are known."""
        if not isinstance(top, int) or isinstance(top, bool) or top < 1:
            raise InputError("scorecards.top_not_positive_integer", top=top)
        lacks = self.shortfall(places, against)
        order = np.argsort(-lacks, axis=1, kind="stable")[:, :top]
        named = np.array(self.names, object)[order]
        named[np.take_along_axis(lacks, order, 1) <= 0] = None
        return named

    def explain(self, row: Any) -> Explained:
        """Where one row's points come from: bin, points, the best and the average of each variable, what lacks most first."""
        return explained(self, whole(one_row(row), self.names, self.layouts))

    def table(self) -> CardTable:
        """The whole card: a line for each bin of each variable."""
        return card_table(self)

    def to_dict(self) -> dict[str, Any]:
        """All there is, as JSON has it."""
        from .card_file import to_dict

        return to_dict(self)

    @classmethod
    def from_dict(cls, state: Any) -> "Card":
        """What :meth:`to_dict` made; what is altered, of another kind or of another version is refused."""
        from .card_file import from_dict, single

        return single(from_dict(state))

    def save(self, path: Any) -> Path:
        """Write the card as JSON, whole or not at all."""
        from .card_file import save

        return save(self, path)

    @classmethod
    def load(cls, path: Any) -> "Card":
        """Read a card that was saved."""
        from .card_file import load, single

        return single(load(path))

    def to_sql(self, table: str | None = None, *, dialect: str = "generic") -> str:
        """The score as an SQL expression, or with ``table`` as a query that gives each row its points and its score.

        A bin without points gives NULL, and so does the score then. ``dialect="duckdb"`` also takes NaN for missing and gives infinite
        numbers no score, as Python does; the others know NULL only. "generic" is standard SQL: names stand in double quotes, and a
        backslash stands for itself. "mysql", "snowflake", "bigquery" and "spark" write names and backslashes as these databases read
        them. A name that is empty, and a name or text with a NUL or half a surrogate pair raises ``InputError``.
        """
        from .sql import to_sql

        return to_sql(self, table, dialect)

    def to_pmml(self, path: Any = None) -> str:
        """The card as a PMML 4.4 Scorecard; written to ``path`` where one is named."""
        from .pmml import to_pmml

        return to_pmml(self, path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        same = list(self.variables.items()) == list(other.variables.items())
        return same and (self.base, self.scaling, self.made) == (other.base, other.scaling, other.made)

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    def __repr__(self) -> str:
        low, high = self.range
        return f"Card({len(self.variables)} variables, scores from {low:g} to {high:g})"

    def __str__(self) -> str:
        return str(self.table())
