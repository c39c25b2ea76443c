"""Cut-offs: at each, how many are approved, how many of these go bad, and what that earns."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal

import numpy as np

from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE, HIGHER, Direction, binary_rows
from ..inputs.direction import Spelt, check_direction
from ..inputs.numbers import as_floats
from ..inputs.rows import drop_missing
from ..messages.language import say
from ..result import JsonSerializable, Result, Table
from ..summary import Sweep
from ..summary.cells import ratio
from ..types import Array, Floats, Places
from .ledger import SLACK, Ledger
from .money import Money, as_share, given_by_row, money_of, money_text

STEPS = 20
MOST_STEPS = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class Cutoff(JsonSerializable, Result):
    """One line of a :class:`CutoffTable`: a cut-off and what follows from it. ``float()`` is the cut-off itself."""

    cutoff: float
    worst_approved: float
    approved: float
    approval_rate: float
    bads_approved: float
    bad_rate: float
    rejected_bad_rate: float
    bads_caught: float
    caught_rate: float
    amount_approved: float | None = None
    bad_amount_approved: float | None = None
    bad_amount_rate: float | None = None
    profit: float | None = None
    direction: Direction = HIGHER
    key: ClassVar[str] = "cutoff"

    def __float__(self) -> float:
        return self.cutoff

    @property
    def headline(self) -> str:
        profit = "" if self.profit is None else f", profit={money_text(self.profit)}"
        rates = f"approval_rate={self.approval_rate:.4g}, bad_rate={self.bad_rate:.4g}{profit}"
        return f"cutoff={self.cutoff:.6g} ({rule(self.direction)}), {rates}"


@dataclass(frozen=True, eq=False, repr=False)
class CutoffTable(JsonSerializable, Table):
    """What each cut-off approves, from the one that approves most on.

    A cut-off is a threshold as everywhere: what reaches it is called bad and rejected, scores of at least ``cutoff``, or of at most where
    ``direction`` is "lower is positive"; ``worst_approved`` is the score next to it that is approved. ``bad_rate`` is the share of bad rows
    among the approved, ``rejected_bad_rate`` among the rejected, ``caught_rate`` the share of all bad rows that is rejected. Rates are NaN
    where there are no rows to take them of. ``amount_approved``, ``bad_amount_approved`` and ``bad_amount_rate`` are there with
    ``amount=``, ``profit`` with ``profit_good=`` and ``loss_bad=``.
    """

    cutoff: Floats
    worst_approved: Floats
    approved: Array
    approval_rate: Floats
    bads_approved: Array
    bad_rate: Floats
    rejected_bad_rate: Floats
    bads_caught: Array
    caught_rate: Floats
    amount_approved: Floats | None
    bad_amount_approved: Floats | None
    bad_amount_rate: Floats | None
    profit: Floats | None
    direction: Direction
    ledger: Ledger

    @property
    def best(self) -> Cutoff:
        """The cut-off of the largest profit among all distinct scores, listed or not; of equals the one that rejects fewest.

        It was found on the rows that it is measured on, and promises more than it will keep on others.
        """
        if self.ledger.profit is None:
            raise InputError("decisions.profit_amounts_missing")
        return self._line(self.ledger.best)

    def at(self, cutoff: float) -> Cutoff:
        """What follows from any one cut-off."""
        given = given_cutoffs(cutoff)
        if len(given) != 1:
            raise InputError("decisions.cutoff_not_one_number", cutoff=cutoff)
        return replace(self._line(int(_places(self.ledger.sweep, given)[0])), cutoff=given[0].item())

    def at_approval_rate(self, rate: float) -> Cutoff:
        """The cut-off that approves the most without approving more than so large a share: equal scores are approved together."""
        wanted = as_share("rate", rate, above=True)
        place = int(self.ledger.approving(np.array([wanted]))[0])
        if place == len(self.ledger.sweep):
            least = ratio(self.ledger.approved[-2:-1], self.ledger.approved[0]).item()
            raise InputError(
                "decisions.approval_rate_too_low",
                rate=rate,
                least=least,
            )
        return self._line(place)

    def at_bad_rate(self, rate: float) -> Cutoff:
        """The cut-off that approves the most with a bad rate among the approved of at most so much."""
        wanted = as_share("rate", rate)
        rates = ratio(self.ledger.bads[:-1], self.ledger.approved[:-1])
        met = rates <= wanted + SLACK * wanted
        if not met.any():
            least = float(np.nanmin(rates))
            raise InputError("decisions.bad_rate_too_low", rate=rate, least=least)
        return self._line(int(np.argmax(met)))

    def _line(self, place: int) -> Cutoff:
        columns = _columns(self.ledger, np.array([place]))
        figures: dict[str, Any] = {name: None if column is None else column[0].item() for name, column in columns.items()}
        return Cutoff(**figures, direction=self.direction)

    def _fields(self) -> Iterator[tuple[str, Any]]:
        for field in fields(self):
            if field.name != "ledger":
                yield field.name, getattr(self, field.name)

    @property
    def note(self) -> str:
        lines = [say("decisions.label_approved_rule", rule=rule(self.direction))]
        if self.profit is not None:
            best = self.best
            lines.append(
                say(
                    "decisions.part_most_profit",
                    profit=money_text(best.profit or 0.0),
                    cutoff=best.cutoff,
                    approved=best.approval_rate,
                    bad=best.bad_rate,
                )
            )
        return "\n".join(lines)


def rule(direction: Direction) -> str:
    """Which scores a cut-off approves."""
    return "score < cutoff" if direction == HIGHER else "score > cutoff"


def cutoff_table(
    y_true: Any,
    y_score: Any = None,
    *,
    cutoffs: Any = None,
    steps: int | None = None,
    profit_good: Any = None,
    loss_bad: Any = None,
    amount: Any = None,
    direction: Spelt = HIGHER,
    weight: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    missing: Literal["error", "drop"] = "error",
) -> CutoffTable:
    """At each cut-off of a risk score: approval rate, bad rate among the approved and among the rejected, bads caught, profit.

    The positive class is the bad one. Equal scores are approved together.

    Parameters
    ----------
    y_true, y_score
        Labels of two classes and a score for each row; or a ``Sweep`` in place of both.
    cutoffs
        A number or a list of them; "all": every one that approves anybody, the first of them everybody. Default: those that approve at
        most 100 %, 95 %, … 5 % of the rows.
    steps
        How many steps of equal size the default takes instead of 20.
    profit_good, loss_bad
        What an approved good row earns and what an approved bad one loses, both without a sign: a number for all rows, or one a row. With
        ``amount`` they are shares of it.
    amount
        The exposure of each row: what is approved, and what of it goes bad, is then also told in it.
    direction
        "lower is bad" (the same as "lower is positive") for scores that are high for good customers.
    weight, positive, missing
        As in other functions of scores; missing="drop" leaves out rows that lack any of the columns.

    >>> table = cutoff_table([0, 0, 0, 1, 0, 1], [720, 700, 680, 640, 600, 560], direction="lower is bad", profit_good=1, loss_bad=5)
    >>> table.best
    Cutoff(cutoff=640 (score > cutoff), approval_rate=0.5, bad_rate=0, profit=3)
    >>> table.at_bad_rate(0.25).worst_approved
    600.0

    """
    if isinstance(y_true, Sweep):
        ledger = _of_summary(y_true, (y_score, weight, amount), direction, positive, missing, profit_good, loss_bad)
    else:
        if missing != "error":
            columns = {"y_true": y_true, "y_score": y_score, "weight": weight}
            extra = {"profit_good": profit_good, "loss_bad": loss_bad, "amount": amount}
            y_true, y_score, weight, *kept = drop_missing(columns | given_by_row(extra), missing)
            profit_good, loss_bad, amount = (
                given if column is None else column for given, column in zip(extra.values(), kept, strict=True)
            )
        rows = binary_rows(y_true, y_score, weight, positive, direction=direction)
        ledger = Ledger.of_rows(rows, money_of(profit_good, loss_bad, amount, len(rows.score)))
    check_two_classes(np.array([ledger.sweep.negatives == 0, ledger.sweep.positives > 0]))
    places, shown = _asked(ledger, cutoffs, steps)
    columns = _columns(ledger, places) | ({} if shown is None else {"cutoff": shown})
    return CutoffTable(**columns, direction=ledger.sweep.direction, ledger=ledger)


def check_two_classes(positive: Array) -> None:
    """Refuse rows of one class."""
    if positive.all() or not positive.any():
        raise InputError("decisions.cutoffs_single_class")


def _of_summary(
    sweep: Sweep, rows: tuple[object, ...], direction: object, positive: object, missing: str, profit: object, loss: object
) -> Ledger:
    """The ledger of rows already swept."""
    if (
        any(given is not None for given in rows)
        or check_direction(direction) != HIGHER
        or positive is not DEFAULT_POSITIVE
        or missing != "error"
    ):
        raise InputError("decisions.sweep_argument_unsupported")
    for name, value in (("profit_good", profit), ("loss_bad", loss)):
        if hasattr(value, "__len__") and not isinstance(value, (str, bytes)):
            raise InputError("decisions.sweep_with_row_values", name=name)
    return Ledger.of_sweep(sweep, money_of(profit, loss, None, 0) if profit is not None or loss is not None else Money())


def _asked(ledger: Ledger, cutoffs: object, steps: object) -> tuple[Places, Floats | None]:
    """The places to list, and the cut-offs as they were given."""
    if cutoffs is not None and steps is not None:
        raise InputError("decisions.cutoffs_with_steps")
    if isinstance(cutoffs, str) and cutoffs == "all":
        return np.arange(len(ledger.sweep)), None
    if cutoffs is not None:
        given = given_cutoffs(cutoffs)
        return _places(ledger.sweep, given), given
    count = STEPS if steps is None else steps
    if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or not 1 <= count <= MOST_STEPS:
        raise InputError("decisions.steps_out_of_range", steps=steps, most=MOST_STEPS)
    places = np.unique(ledger.approving(np.arange(int(count), 0, -1) / int(count)))
    return places[places < len(ledger.sweep)], None


def given_cutoffs(cutoffs: object) -> Floats:
    """Cut-offs as they were passed, in their order."""
    try:
        array = np.atleast_1d(as_floats(np.asarray(cutoffs), "cutoffs")).astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("decisions.cutoffs_not_numeric", cutoffs=cutoffs) from None
    if array.ndim != 1 or not array.size:
        raise InputError("decisions.cutoffs_shape_mismatch", shape=array.shape)
    if not np.isfinite(array).all():
        at = int(np.argmin(np.isfinite(array)))
        raise InputError("decisions.cutoffs_not_finite", value=float(array[at]), at=at)
    return array


def _places(sweep: Sweep, cutoffs: Floats) -> Places:
    """How many distinct scores each cut-off rejects; inside a cell of a coarse sweep that is refused."""
    if not sweep.exact:
        sweep.cells_at(cutoffs)  # marks inside cells have counts, and no place
    return sweep.reaching(cutoffs)


def _columns(ledger: Ledger, places: Places) -> dict[str, Any]:
    """Every column at some places."""
    goods, bads = ledger.goods[places], ledger.bads[places]
    amount, bad_amount, profit = (None if v is None else v[places] for v in (ledger.amount, ledger.bad_amount, ledger.profit))
    approved, (refused, caught) = goods + bads, ledger.rejected(places)
    return {
        "cutoff": ledger.cutoffs[places],
        "worst_approved": ledger.worst_approved(places),
        "approved": approved,
        "approval_rate": ratio(approved, ledger.approved[0]),
        "bads_approved": bads,
        "bad_rate": ratio(bads, approved),
        "rejected_bad_rate": ratio(caught, refused + caught),
        "bads_caught": caught,
        "caught_rate": ratio(caught, ledger.bads[0]),
        "amount_approved": amount,
        "bad_amount_approved": bad_amount,
        "bad_amount_rate": None if amount is None or bad_amount is None else ratio(bad_amount, amount),
        "profit": profit,
    }
