"""A card for each group of customers, and one for all."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import is_apart
from ..engines.columns import Column
from ..engines.source import Batch
from ..errors import InputError
from ..inference import Comparison
from ..inputs.variables import Variable, as_variable
from ..markup import InNotebooks
from ..messages.language import language, listed, say
from ..summary.bin_layout import Layout
from ..types import Floats
from .card import Card, CardRows
from .card_columns import whole
from .explained import Explained, explained, one_row
from .scaling import Scaling


def refuse_unwritable(segment: str, values: Iterable[object]) -> None:
    """Refuse values of a segment that neither JSON nor every SQL writes alike: dates."""
    for value in values:
        if not isinstance(value, (str, int, float)):
            raise InputError(
                "scorecards.segment_type_unsupported",
                segment=segment,
                value=value,
            )


def segments_of(column: Column, name: str, start: int = 0) -> Variable:
    """The segment of each row, of which the first stands at ``start``; every row has one."""
    encoded = column.encoded()
    lost = encoded.values < 0
    if lost.any():
        raise InputError("scorecards.segment_missing_at_position", name=name, at=int(np.argmax(lost)) + start)
    names = np.empty(len(encoded.names or ()), object)
    names[:] = list(encoded.names or ())
    distinct = as_variable(names, name, categories=True)
    return Variable(distinct.values[encoded.values], distinct.names)


@dataclass(frozen=True, eq=False)
class SegmentedCard(InNotebooks):
    """Cards by the value of a column, ``segment``; ``general`` is that of all rows. A row of a group without a card is refused."""

    segment: str
    cards: Mapping[Any, Card]
    general: Card

    def __post_init__(self) -> None:
        if not isinstance(self.segment, str) or not isinstance(self.cards, Mapping) or not self.cards:
            raise InputError("scorecards.segment_cards_missing")
        if not all(isinstance(card, Card) for card in (*self.cards.values(), self.general)):
            raise InputError("scorecards.segment_cards_type_mismatch", segment=self.segment)
        if len({card.scaling for card in (*self.cards.values(), self.general)}) > 1:
            raise InputError("scorecards.segment_scalings_differ")
        refuse_unwritable(self.segment, self.cards)
        self.__dict__["cards"] = dict(self.cards)

    @property
    def scaling(self) -> Scaling | None:
        """What the scores stand for, the same on every card."""
        return self.general.scaling

    @property
    def names(self) -> list[str]:
        """The columns that the cards read."""
        return list(dict.fromkeys([self.segment, *(name for card in self.cards.values() for name in card.names)]))

    def title(self, value: Any) -> str:
        """What the card of a segment is called."""
        return f"{self.segment} = {value}"

    def _parts(self, X: object) -> Iterator[CardRows]:
        """The rows of each segment, with its card."""
        yield from self.parts_of(whole(X, self.names, self.layouts))

    @property
    def layouts(self) -> dict[str, Layout]:
        """Where variables are cut, by one of the cards: each holds numbers on all of them, or categories on all."""
        return {name: layout for card in self.cards.values() for name, layout in card.layouts.items() if name != self.segment}

    def parts_of(self, columns: Batch, start: int = 0) -> Iterator[CardRows]:
        """The rows of each segment among rows that are read already, the first of which stands at ``start``."""
        groups = segments_of(columns[self.segment], self.segment, start)
        for place, value in enumerate(groups.names or ()):
            if value not in self.cards:
                raise InputError(
                    "scorecards.segment_unknown",
                    name=self.segment,
                    value=value,
                    at=int(np.argmax(groups.values == place)) + start,
                    known=listed(map(repr, self.cards)),
                )
            rows = groups.values == place
            yield CardRows(rows, self.title(value), self.cards[value], {name: column.part(rows) for name, column in columns.items()})

    def score(self, X: Any) -> Any:
        """The score of each row by the card of its segment; of a Spark data frame, the frame with a column ``score``."""
        if is_apart(X):
            from .spark_columns import score_frame

            return score_frame(self, X)
        return self._scores(X)

    def _scores(self, X: object) -> Floats:
        return self.score_of(whole(X, self.names, self.layouts))

    def score_of(self, batch: Batch, start: int = 0) -> Floats:
        """The score of rows that are read already."""
        found = list(self.parts_of(batch, start))
        scores = np.empty(len(found[0][0]))
        for rows, _, card, columns in found:
            scores[rows] = card.score_of(columns)
        return scores

    def log_odds(self, X: Any) -> Floats:
        """The log-odds of being bad that the scores stand for."""
        return self.general._scaling().log_odds(self._scores(X))

    def probability(self, X: Any) -> Floats:
        """The probability of being bad that the scores stand for."""
        return self.general._scaling().probability(self._scores(X))

    def reasons(self, X: Any, top: int = 4, against: str = "best") -> NDArray[np.object_]:
        """Why a row's score is no higher, by the card of its segment."""
        found = list(self._parts(X))
        made = np.full((len(found[0][0]), top), None, object)
        for rows, _, card, columns in found:
            named = card.reasons_of(card._bins(columns), top, against)
            made[np.ix_(rows, np.arange(named.shape[1]))] = named
        return made

    def explain(self, row: Any) -> Explained:
        """Where one row's points come from."""
        _, _, card, columns = next(self._parts(one_row(row)))
        return explained(card, columns)

    def to_sql(self, table: str | None = None, *, dialect: str = "generic") -> str:
        """The score as an SQL expression or a query: a CASE over segments."""
        from .sql import segments_to_sql

        return segments_to_sql(self, table, dialect)

    def to_dict(self) -> dict[str, Any]:
        """All there is, as JSON has it."""
        from .card_file import segments_to_dict

        return segments_to_dict(self)

    def save(self, path: Any) -> Path:
        """Write the cards as JSON, whole or not at all."""
        from .card_file import save

        return save(self, path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SegmentedCard):
            return NotImplemented
        return (self.segment, self.cards, self.general) == (other.segment, other.cards, other.general)

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    def __repr__(self) -> str:
        return f"SegmentedCard({self.segment!r}: {', '.join(map(repr, self.cards))})"

    def __str__(self) -> str:
        return "\n\n".join(f"{self.title(value)}\n{card}" for value, card in self.cards.items())


@dataclass(frozen=True, eq=False)
class SegmentsCompared(InNotebooks):
    """Cards by segment against the one card, on the same rows; ``in_sample`` says that they were fitted to these rows."""

    comparison: Comparison
    in_sample: bool

    def __str__(self) -> str:
        text = self.comparison.text(language())
        if self.in_sample:
            caution = "scorecards.segments_on_fitting_rows"
            text += f"\n ▲ {say(caution)}"
        return text
