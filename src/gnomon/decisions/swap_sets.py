"""Swap sets: whom a new score would approve that the old one rejects, and the other way round, and which of them go bad."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from ..catalog import parse
from ..errors import InputError
from ..inference.estimate import IntervalOptions, estimates
from ..inference.measure import MetricCall
from ..inference.observed import clusters_of
from ..inference.public import check_level, observe
from ..inference.unpaired import own_errors, pair_of
from ..inputs import DEFAULT_POSITIVE, HIGHER, BinaryRows, Direction, binary_rows
from ..inputs.direction import check_direction, read
from ..inputs.numbers import refuse_not_finite
from ..inputs.rows import drop_missing
from ..markup import aligned
from ..messages import Message, text_in
from ..messages.language import Language, language, say, speaking
from ..result import JsonSerializable, Result
from ..types import Bools
from .cutoffs import check_two_classes, given_cutoffs
from .ledger import Ledger
from .money import Money, as_share, given_by_row, money_of, money_text

if TYPE_CHECKING:
    from ..types import Array, Bytes, Floats


@dataclass(frozen=True, eq=False, repr=False)
class SwapGroup(JsonSerializable, Result):
    """Rows that two scores decide on alike: how many (or what they weigh), their share of all, and their bad rate between low and high.

    ``amount`` and ``bad_amount`` are their exposure and that of the bad ones, ``profit`` what approving them earns, where these are known.
    """

    rows: float
    share: float
    bads: float
    bad_rate: float
    low: float
    high: float
    amount: float | None = None
    bad_amount: float | None = None
    profit: float | None = None
    key: ClassVar[str] = "bad_rate"


@dataclass(frozen=True, eq=False, repr=False)
class SwapSet(JsonSerializable, Result):
    """Who is approved by ``both`` scores, only by the old one (``swapped_out``), only by the new one (``swapped_in``), by ``neither``.

    ``difference`` is the bad rate of the swapped in less that of the swapped out, between ``low`` and ``high`` at the level; the p-value
    is two-sided. ``profit_change`` is what approving by the new score earns more than approving by the old one. ``cutoffs`` and
    ``approval_rates`` are of the old and the new score; ``verdict`` says in words what came of it.
    """

    both: SwapGroup
    swapped_out: SwapGroup
    swapped_in: SwapGroup
    neither: SwapGroup
    cutoffs: tuple[float, float]
    approval_rates: tuple[float, float]
    bad_rates: tuple[float, float]
    difference: float
    low: float
    high: float
    p_value: float
    method: str
    level: float
    verdict: Message
    directions: tuple[Direction, Direction]
    profit_change: float | None = None
    key: ClassVar[str] = "difference"

    def text(self, lang: Language = "en") -> str:
        """The 2x2 table and the verdict in one of the two languages."""
        with speaking(lang):
            names = [
                say("decisions.label_new_approved", rule=_side(self.directions[1]), cutoff=self.cutoffs[1]),
                say("decisions.label_new_rejected"),
            ]
            rows = [
                say("decisions.label_old_approved", rule=_side(self.directions[0]), cutoff=self.cutoffs[0]),
                say("decisions.label_old_rejected"),
            ]
            cells = [
                ["", *names],
                *zip(
                    [rows[0], "", ""],
                    _cell(say("decisions.label_approved_by_both"), self.both),
                    _cell(say("decisions.label_swapped_out"), self.swapped_out),
                    strict=True,
                ),
                *zip(
                    [rows[1], "", ""],
                    _cell(say("decisions.label_swapped_in"), self.swapped_in),
                    _cell(say("decisions.label_approved_by_neither"), self.neither),
                    strict=True,
                ),
            ]
            table = aligned(cells, between="   ")
            return "\n".join([*(line for line in table if line), "", *self._remarks(lang)])

    def _remarks(self, lang: Language) -> list[str]:
        rates = [value for pair in zip(self.approval_rates, self.bad_rates, strict=True) for value in pair]
        old, old_bad, new, new_bad = rates
        told = say(
            "decisions.part_approved_old_and_new",
            old=old,
            old_bad=old_bad,
            new=new,
            new_bad=new_bad,
        )
        lines = [told, text_in(self.verdict, lang)]
        if self.profit_change is not None:
            lines.append(say("decisions.part_profit_change", change=money_text(self.profit_change)))
        return [f" ● {line}" for line in lines]

    def __str__(self) -> str:
        return self.text(language())

    def __repr__(self) -> str:
        return str(self)


def swap_set(
    y_true: Any,
    old_score: Any,
    new_score: Any,
    *,
    approve: float | None = None,
    cutoffs: Any = None,
    profit_good: Any = None,
    loss_bad: Any = None,
    amount: Any = None,
    direction: Any = HIGHER,
    weight: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    missing: Literal["error", "drop"] = "error",
    level: float = 0.95,
) -> SwapSet:
    """Whom a new score approves that the old one rejects, whom it rejects that the old one approves, and how many of either go bad.

    The positive class is the bad one. Bad rates have Wilson's intervals; those of the swapped in and the swapped out, which share no row,
    are compared after Agresti and Caffo.

    Parameters
    ----------
    y_true, old_score, new_score
        Labels of two classes, and the scores of both models for each row.
    approve
        The share of the rows that either score may approve: each takes the cut-off that approves the most without going above it.
    cutoffs
        Instead, the cut-offs of the old and of the new score; None in place of the second: the one that approves as many as the first.
    profit_good, loss_bad, amount
        As in cutoff_table.
    direction
        "lower is bad" for scores that are high for good customers; a pair or {"old": …, "new": …} where the two differ.
    weight, positive, missing
        As in other functions of scores.
    level
        Of the intervals.

    >>> found = swap_set([0, 0, 0, 1, 0, 1], [5, 4, 1, 3, 2, 0], [5, 3, 4, 1, 2, 0], approve=0.5, direction="lower is bad")
    >>> found.swapped_in.rows, found.swapped_in.bad_rate, found.swapped_out.rows, found.swapped_out.bad_rate
    (1, 0.0, 1, 1.0)

    """
    level = check_level(level)
    ways = _directions(direction)
    if missing != "error":
        columns = {"y_true": y_true, "old_score": old_score, "new_score": new_score, "weight": weight}
        extra = {"profit_good": profit_good, "loss_bad": loss_bad, "amount": amount}
        y_true, old_score, new_score, weight, *kept = drop_missing(columns | given_by_row(extra), missing)
        profit_good, loss_bad, amount = (g if column is None else column for g, column in zip(extra.values(), kept, strict=True))
    scores = {"old_score": old_score, "new_score": new_score}
    old, new = (
        binary_rows(y_true, score, weight, positive, name=name, direction=way)
        for (name, score), way in zip(scores.items(), ways, strict=True)
    )
    for (name, _), rows in zip(scores.items(), (old, new), strict=True):
        refuse_not_finite(rows.score, name)
    check_two_classes(old.positive)
    money = money_of(profit_good, loss_bad, amount, len(old.score))
    ends, masks = _approved(old, new, approve, cutoffs)
    return _swapped(old, money, ends, masks, level, ways)


class _Tested(NamedTuple):
    group: SwapGroup
    own: Any


def _swapped(rows: BinaryRows, money: Money, ends: tuple[float, float], masks: tuple[Bools, Bools], level: float, ways: Any) -> SwapSet:
    """The four groups, and the two that change compared."""
    old, new = masks
    measure, how = MetricCall(parse("prevalence"), 1), IntervalOptions(level, paired=False)
    members = {"both": old & new, "swapped_out": old & ~new, "swapped_in": ~old & new, "neither": ~old & ~new}
    found = {name: _group(rows, money, mask, measure, how) for name, mask in members.items()}
    groups = {name: one.group for name, one in found.items()}
    both, gone, arrived = (groups[name] for name in ("both", "swapped_out", "swapped_in"))
    own = found["swapped_in"].own, found["swapped_out"].own
    pair = pair_of(measure.reference, ("new", "old"), (arrived.bad_rate, gone.bad_rate), own, how)
    approved = [both.rows + gone.rows, both.rows + arrived.rows]
    total = sum(group.rows for group in groups.values())
    return SwapSet(
        **groups,
        cutoffs=ends,
        approval_rates=(approved[0] / total, approved[1] / total),
        bad_rates=(_share(both.bads + gone.bads, approved[0]), _share(both.bads + arrived.bads, approved[1])),
        difference=pair.difference,
        low=pair.low,
        high=pair.high,
        p_value=pair.p_value,
        method=pair.method,
        level=level,
        verdict=_verdict(pair, arrived, gone),
        directions=ways,
        profit_change=None if arrived.profit is None or gone.profit is None else arrived.profit - gone.profit,
    )


def _group(rows: BinaryRows, money: Money, mask: Bools, measure: MetricCall, how: IntervalOptions) -> _Tested:
    """One group, its bad rate with its interval, and the error of that."""
    bad = rows.positive[mask]
    weight = None if rows.weight is None else rows.weight[mask]
    whole = len(bad) if weight is None else float(weight.sum())
    every = len(mask) if rows.weight is None else float(rows.weight.sum())
    bads = int(bad.sum()) if weight is None else float(weight[bad == 1].sum())
    held = _held(money, rows.positive, mask, weight)
    if not whole:
        return _Tested(SwapGroup(whole, 0.0, bads, math.nan, math.nan, math.nan, *held), Message("no_rows"))
    rate = bads / whole
    sample = observe(measure, bad, bad, weight).sample([], clusters_of(None, len(bad)), seed=0)
    interval = estimates([measure], [rate], sample, how)[0]
    own = own_errors([measure], [rate], sample, how)[measure.name]
    return _Tested(SwapGroup(whole, whole / every, bads, rate, interval.low, interval.high, *held), own)


def _held(money: Money, positive: "Bytes", mask: Bools, weight: "Floats | None") -> tuple[float | None, float | None, float | None]:
    """The exposure of a group, that of its bad rows, and what approving it earns, as far as these are known."""

    def total(values: "Array") -> float:
        return float(values.sum() if weight is None else values @ weight)

    profit = total(money.profits(positive)[mask]) if money.known else None
    if money.amount is None:
        return None, None, profit
    return total(money.amount[mask]), total(np.where(positive == 1, money.amount, 0.0)[mask]), profit


def _verdict(pair: Any, arrived: SwapGroup, gone: SwapGroup) -> Message:
    """What the comparison comes to."""
    if not arrived.rows and not gone.rows:
        return Message("swap_nobody")
    if not arrived.rows or not gone.rows:
        return Message("swap_one_way_in") if arrived.rows else Message("swap_one_way_out")
    known: dict[str, Any] = {"new": arrived.bad_rate, "old": gone.bad_rate}
    if not pair.defined:
        return Message("swap_untested", **known, cause=pair.reason)
    known |= {"low": 100 * pair.low, "high": 100 * pair.high, "level": 100 * pair.level, "p": pair.p_value}
    if pair.p_value > 1 - pair.level:
        return Message("swap_undecided", **known)
    return Message("swap_lower", **known) if pair.difference < 0 else Message("swap_higher", **known)


def _approved(old: BinaryRows, new: BinaryRows, approve: float | None, cutoffs: object) -> tuple[tuple[float, float], tuple[Bools, Bools]]:
    """The cut-offs of both scores, and which rows each approves."""
    if (approve is None) == (cutoffs is None):
        raise InputError("decisions.swap_cutoffs_missing")
    if approve is not None:
        rate = as_share("approve", approve, above=True)
        ends = [_cutoff_at(rows, rate, name) for rows, name in ((old, "old_score"), (new, "new_score"))]
    else:
        if not isinstance(cutoffs, (tuple, list, np.ndarray)) or len(cutoffs) != 2 or cutoffs[0] is None:
            raise InputError("decisions.swap_cutoffs_not_pair", cutoffs=cutoffs)
        first = float(given_cutoffs(cutoffs[0])[0])
        weight = np.ones(len(old.score)) if old.weight is None else old.weight
        rate = float(weight[old.score < read(first, old.direction)].sum() / weight.sum())
        ends = [first, _cutoff_at(new, rate, "new_score") if cutoffs[1] is None else float(given_cutoffs(cutoffs[1])[0])]
    masks = [rows.score < read(end, rows.direction) for rows, end in zip((old, new), ends, strict=True)]
    return (ends[0], ends[1]), (masks[0], masks[1])


def _cutoff_at(rows: BinaryRows, rate: float, name: str) -> float:
    """The cut-off of a score that approves the most without approving more than a share."""
    ledger = Ledger.of_rows(rows, Money())
    place = int(ledger.approving(np.array([rate]))[0])
    if place == len(ledger.sweep):
        least = float(ledger.approved[-2] / ledger.approved[0])
        raise InputError(
            "decisions.swap_approval_share_too_low",
            name=name,
            least=least,
            rate=rate,
        )
    return float(ledger.cutoffs[place])


def _directions(given: object) -> tuple[Direction, Direction]:
    """The direction of the old and of the new score."""
    if isinstance(given, Mapping):
        if set(given) - {"old", "new"}:
            raise InputError("decisions.swap_direction_name_unknown", given=dict(given))
        given = given.get("old", HIGHER), given.get("new", HIGHER)
    if isinstance(given, (tuple, list)):
        if len(given) != 2:
            raise InputError("decisions.swap_direction_unknown", given=given)
        return check_direction(given[0]), check_direction(given[1])
    return check_direction(given), check_direction(given)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _side(direction: Direction) -> str:
    return "<" if direction == HIGHER else ">"


def _cell(name: str, group: SwapGroup) -> tuple[str, str, str]:
    """A group in three lines."""
    size = f"{name}  {group.rows:,.6g} ({group.share:.1%})"
    profit = "" if group.profit is None else say("decisions.part_swap_profit", profit=money_text(group.profit))
    if group.bad_rate != group.bad_rate:
        return size, "–", profit
    return size, say("decisions.part_swap_bad_rate", rate=group.bad_rate, low=group.low, high=group.high), profit
