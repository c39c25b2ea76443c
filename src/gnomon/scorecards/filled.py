"""How rows fill the bins of a card."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..engines import Batch, Source
from ..summary.bins import Bins
from .card import Card
from .card_columns import batches, binned, spelt_numbers
from .outcomes import Outcomes
from .segments import SegmentedCard
from .stability_index import index_of


@dataclass(frozen=True)
class BinLine:
    """A bin: its points, how many rows it has and how many of them are bad, here and in fitting; NaN where that is not known."""

    points: float
    rows: float
    share: float
    share_in_fitting: float
    bad_rate: float
    bad_rate_in_fitting: float


@dataclass(frozen=True, eq=False)
class CardWithCounts:
    """A card with the rows that fall into its bins; ``title`` is the segment it is for, if any."""

    title: str
    card: Card
    bins: dict[str, Bins]

    def lines(self, name: str) -> Iterator[tuple[int, BinLine]]:
        """The bins of a variable by their places, those left out that nothing can fall into."""
        one, counted = self.card.variables[name], self.bins[name]
        rows = counted.total.astype(np.float64)
        before = np.full(len(rows), np.nan) if one.rows is None else one.rows
        bad = np.full(len(rows), np.nan) if one.bad is None else one.bad
        with np.errstate(invalid="ignore", divide="ignore"):
            share, share_before = rows / rows.sum(), before / before.sum()
            rate, rate_before = counted.bad / rows, bad / before
        rows, share, share_before = one.known(rows), one.known(share), one.known(share_before)
        last = one.layout.size if one.layout.groups is not None else one.layout.other
        for at in range(last):
            figures = (one.points[at], rows[at], share[at], share_before[at], rate[at], rate_before[at])
            yield at, BinLine(*map(float, figures))

    def psi(self, name: str) -> float | None:
        """How far the variable has moved since fitting; None where it was fitted to no rows."""
        before = self.card.variables[name].rows
        return None if before is None else index_of(before, self.bins[name].total.astype(np.float64))


def filled(
    card: Card | SegmentedCard, source: Source, label: str, positive: object, weight: str | None, missing: str = "error"
) -> list[CardWithCounts]:
    """One pass over rows: good and bad by bin, of each card the rows of its segment.

    With ``missing="drop"`` rows without a label or a weight are left out, as they are where the score is evaluated.
    """
    cards = {"": card} if isinstance(card, Card) else {card.title(value): one for value, one in card.cards.items()}
    counted: dict[str, dict[str, Bins]] = {title: {name: Bins.empty() for name in one.names} for title, one in cards.items()}
    needed = [label, *([weight] if weight else [])]
    others = [*([] if isinstance(card, Card) else [card.segment]), *needed]
    outcomes = Outcomes(label, positive, source.spells)
    for read in batches(source, card.layouts, others):
        batch = _known_rows(read, needed) if missing == "drop" else read
        if not len(batch[label].values):
            continue
        bad = outcomes.of(batch[label]).astype(np.uint8)
        weights = None if weight is None else spelt_numbers(batch[weight], source.spells)
        for rows, title, one, part in card.parts_of(batch):
            mine = counted[title]
            for name in one.names:
                places = binned(part[name], one.layouts[name], name)
                mine[name] = mine[name] + Bins.of_places(one.layouts[name], places, bad[rows], None if weights is None else weights[rows])
    return [
        CardWithCounts(title, one, counted[title])
        for title, one in cards.items()
        if any(b.layout is not None for b in counted[title].values())
    ]


def _known_rows(batch: Batch, needed: list[str]) -> Batch:
    """The rows in which no needed column is missing."""
    gaps = [gap for name in needed if (gap := batch[name].gaps()) is not None]
    return {name: column.part(~np.logical_or.reduce(gaps)) for name, column in batch.items()} if gaps else batch
