"""Rows that are scored as they are read: a source with one more column, the score of a card."""

from collections.abc import Iterator

from ..engines import Batch, Column, HashPartition, Projection, Source
from ..engines.source import WithColumns
from ..errors import InputError
from ..messages.language import say
from .card import Card
from .card_columns import read_as, refuse_elsewhere, require, spelt_as
from .segments import SegmentedCard

SCORE = "score"


class ScoredSource(WithColumns):
    """A source, and the card that its rows are scored by."""

    def __init__(self, source: Source, card: Card | SegmentedCard) -> None:
        require(source, card.names)
        refuse_elsewhere(source, say("scorecards.part_report_of_card"))
        if SCORE in source.columns:
            raise InputError(
                "scorecards.score_column_name_taken",
                name=source.name,
                column=SCORE,
            )
        super().__init__(source, [*source.columns, SCORE])
        self._card = card

    def close(self) -> None:
        """Nothing: the rows are read more than once, and whoever opened them closes them."""

    def require(self, argument: str, column: str) -> str:
        return column if column == SCORE else self._source.require(argument, column)

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        if SCORE not in wanted.names:
            yield from self._source.batches(wanted, size, share)
            return
        numbers, labels, others = ([name for name in names if name != SCORE] for names in wanted)
        needed = read_as(self._card.layouts, [name for name in self._card.names if name not in self._card.layouts])
        asked = [name for name in needed.others if name not in (*labels, *others)]
        start = 0
        for batch in self._source.batches(
            Projection([*dict.fromkeys([*numbers, *needed.numbers])], labels, [*others, *asked]), size, share
        ):
            score = self._card.score_of(spelt_as(batch, self._card.layouts, self._source.spells), start)
            start += len(score)
            yield {**batch, SCORE: Column(score)}
