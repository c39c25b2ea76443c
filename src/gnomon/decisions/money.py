"""What approving a row is worth: what a good one earns, what a bad one loses, alike for all rows or row by row."""

from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.arrays import more, one_column, one_dimension, same_length, to_array
from ..inputs.numbers import as_floats
from ..messages.language import say
from ..types import Array, Floats

MOST = 1e100
"""Past it sums over rows could be no number."""


class Money(NamedTuple):
    """``profit_good`` and ``loss_bad`` of a row, a number or one a row, of each unit of ``amount`` where there is one; None: unsaid."""

    profit_good: Any = None
    loss_bad: Any = None
    amount: Floats | None = None

    @property
    def known(self) -> bool:
        """Whether approving has a profit."""
        return self.profit_good is not None

    @property
    def by_row(self) -> bool:
        """Whether rows differ in anything but their class."""
        return self.amount is not None or self.profit_by_row

    @property
    def profit_by_row(self) -> bool:
        """Whether rows of one class, or of one amount, differ in profit."""
        return any(isinstance(value, np.ndarray) for value in (self.profit_good, self.loss_bad))

    def profits(self, positive: Array) -> Floats:
        """What approving each row earns."""
        each = np.where(positive, -np.asarray(self.loss_bad, np.float64), np.asarray(self.profit_good, np.float64))
        return np.asarray(each if self.amount is None else each * self.amount, np.float64)


def money_of(profit_good: object, loss_bad: object, amount: object, rows: int) -> Money:
    """Check what was said of profit, loss and exposure."""
    if (profit_good is None) != (loss_bad is None):
        lacking = "loss_bad" if loss_bad is None else "profit_good"
        raise InputError("decisions.profit_part_missing", name=lacking)
    exposure = None if amount is None else _column(amount, "amount", rows)
    if exposure is not None:
        refuse_negative(exposure, "amount", say("decisions.part_lent_not_negative"))
    if profit_good is None:
        return Money(amount=exposure)
    profit, loss = (_money(value, name, rows) for value, name in ((profit_good, "profit_good"), (loss_bad, "loss_bad")))
    refuse_negative(loss, "loss_bad", say("decisions.part_loss_without_sign"))
    return Money(profit, loss, exposure)


def _money(given: object, name: str, rows: int) -> float | Floats:
    """A number for all rows, or one for each."""
    if isinstance(given, (Real, np.number)) and not isinstance(given, (bool, np.bool_)):
        if not abs(float(given)) <= MOST:
            raise InputError("decisions.amount_not_finite", name=name, given=given)
        return float(given)
    if isinstance(given, (str, bytes, bool, np.bool_)):
        raise InputError("decisions.amount_not_numeric", name=name, given=given)
    return _column(given, name, rows)


def _column(given: object, name: str, rows: int) -> Floats:
    array = one_dimension(one_column(to_array(given, name)), name)
    same_length(array.size, name, rows, "y_true")
    column = as_floats(array, name).astype(np.float64, copy=False)
    wrong = np.flatnonzero(~(np.abs(column) <= MOST))
    if wrong.size:
        at = int(wrong[0])
        raise InputError(
            "decisions.amounts_not_finite_in_rows",
            name=name,
            value="NaN" if np.isnan(column[at]) else f"{column[at]:g}",
            at=at,
            more=more(wrong.size, column.size),
        )
    return column


def refuse_negative(value: Any, name: str, why: str) -> None:
    """Refuse the first that is below 0."""
    column = np.atleast_1d(value)
    wrong = np.flatnonzero(column < 0)
    if wrong.size and np.ndim(value):
        raise InputError(
            "decisions.amounts_negative_in_rows",
            name=name,
            value=float(column[wrong[0]]),
            at=int(wrong[0]),
            more=more(wrong.size, column.size),
            why=why,
        )
    if wrong.size:
        raise InputError("decisions.amount_negative", name=name, value=float(column[0]), why=why)


def as_share(name: str, given: Any, above: bool = False) -> float:
    """A share from 0 to 1; ``above``: and not 0."""
    fine = isinstance(given, (Real, np.number)) and not isinstance(given, (bool, np.bool_))
    if not fine or not 0 <= float(given) <= 1 or (above and float(given) == 0):
        range_ = say("decisions.part_share_above_zero") if above else say("decisions.part_share_from_zero")
        raise InputError("decisions.share_out_of_range", name=name, given=given, range=range_)
    return float(given)


def given_by_row(given: dict[str, Any]) -> dict[str, Any]:
    """What was given as a column, one value a row; None for what is alike for all rows."""
    return {name: value if hasattr(value, "__len__") and not isinstance(value, (str, bytes)) else None for name, value in given.items()}


def money_text(value: float) -> str:
    """A sum of money as text.

    >>> money_text(1163500.4), money_text(12.5), money_text(-0.25)
    ('1,163,500', '12.5', '-0.25')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"
