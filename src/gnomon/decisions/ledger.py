"""The ledger of a score: at every cut-off, what is approved, how much of it goes bad and what it earns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..inputs import BinaryRows
from ..summary import Sweep
from ..types import Array, Floats
from .money import Money

SLACK = 1e-12
"""What a share of a sum may be missed by for rounding."""


@dataclass(frozen=True, eq=False, repr=False)
class Ledger:
    """Sums over what is approved once the first k distinct scores, from the most positive on, are rejected: k = 0, 1, … all of them."""

    sweep: Sweep
    goods: Array
    bads: Array
    amount: Floats | None = None
    bad_amount: Floats | None = None
    profit: Floats | None = None

    @classmethod
    def of_sweep(cls, sweep: Sweep, money: Money) -> "Ledger":
        """The ledger of a sweep whose rows all earn and lose alike."""
        goods, bads = _from_the_end(sweep.neg), _from_the_end(sweep.pos)
        return cls(sweep, goods, bads, profit=money.profit_good * goods - money.loss_bad * bads if money.known else None)

    @classmethod
    def of_rows(cls, rows: BinaryRows, money: Money) -> "Ledger":
        """The same of rows that may have amounts of their own."""
        sweep = Sweep.of_rows(rows)
        plain = cls.of_sweep(sweep, Money() if money.by_row else money)
        if not money.by_row:
            return plain
        amount = bad_amount = profit = None
        if money.amount is not None:
            good_amount, bad_amount = _summed(rows, money.amount, sweep)
            amount = good_amount + bad_amount
            if money.known and not money.profit_by_row:
                profit = money.profit_good * good_amount - money.loss_bad * bad_amount
        if money.profit_by_row:
            # What a cell weighs cannot be negative: gains and losses are summed apart.
            each = money.profits(rows.positive)
            gained, lost = (sum(_summed(rows, np.maximum(part, 0.0), sweep)) for part in (each, -each))
            profit = gained - lost
        return cls(sweep, plain.goods, plain.bads, amount, bad_amount, profit)

    @property
    def cutoffs(self) -> Floats:
        """The cut-off of each place: the least positive score rejected; at first none."""
        return np.concatenate([[self.sweep.beyond], self.sweep.thresholds])

    @property
    def approved(self) -> Array:
        """The weight of all that is approved."""
        return np.asarray(self.goods + self.bads)

    def rejected(self, places: NDArray[np.int64]) -> tuple[Array, Array]:
        """What the good and the bad weigh that are rejected, added up from the first."""
        if not len(self.sweep):
            return self.goods[places], self.bads[places]
        good, bad = (np.where(places > 0, sums[np.maximum(places - 1, 0)], sums.dtype.type(0)) for sums in (self.sweep.fps, self.sweep.tps))
        return good, bad

    @property
    def best(self) -> int:
        """The place of the largest profit; of equals the one that rejects fewest."""
        assert self.profit is not None
        most = self.profit.max()
        return int(np.argmax(self.profit >= most - 1e-15 * np.abs(most)))

    def approving(self, rates: Floats) -> NDArray[np.int64]:
        """The places that approve the most without approving more than each of these shares."""
        approved = self.approved
        return np.searchsorted(-approved, -rates * float(approved[0]) * (1 + SLACK), side="left")

    def worst_approved(self, places: NDArray[np.int64]) -> Floats:
        """The most positive score that is approved; NaN where nothing is."""
        if not len(self.sweep):
            return np.full(len(places), np.nan)
        return np.where(places < len(self.sweep), self.sweep.ceilings[np.minimum(places, len(self.sweep) - 1)], np.nan)


def _from_the_end(column: Array) -> Array:
    """Sums from each place to the last: what is left is added up, and is no difference of large sums."""
    return np.append(np.cumsum(column[::-1])[::-1], column.dtype.type(0))


def _summed(rows: BinaryRows, values: Floats, sweep: Sweep) -> tuple[Floats, Floats]:
    """Sums of values over the good and the bad rows that are approved at each place of the sweep."""
    weight = values if rows.weight is None else values * rows.weight
    summed = Sweep.of_rows(rows._replace(weight=np.ascontiguousarray(weight)))
    good, bad = _from_the_end(summed.neg), _from_the_end(summed.pos)
    if len(summed) == len(sweep):
        return good, bad
    places = np.append(0, np.searchsorted(-summed.keys, -sweep.keys, side="right"))  # cells of rows worth 0 are left out
    return good[places], bad[places]
