"""Weight of evidence and information value of a variable, bin by bin."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..engines import is_apart
from ..errors import InputError
from ..inference.interval import Interval
from ..inputs.arrays import missing_mask, one_column, one_dimension, same_length, to_array
from ..inputs.numbers import as_weight, is_number
from ..inputs.rows import DEFAULT_POSITIVE, positive_mask
from ..inputs.variables import Variable, as_variable
from ..messages.language import say
from ..result import JsonSerializable, Table
from ..summary import Bins, Layout
from ..types import Floats
from .columns import name_of
from .information import information_of, weights_of_evidence

Direction = Literal["bad/good", "good/bad"]


class _Amount(float):
    """A default amount, known not to have been passed by the caller."""


class _Text(str):
    """A default text, known not to have been passed by the caller."""

    __slots__ = ()


SMOOTHING = _Amount(0.5)
CLOSED = _Text("left")
DIRECTION: Any = _Text("bad/good")


@dataclass(frozen=True, eq=False, repr=False)
class WoeTable(JsonSerializable, Table):
    """Bins of a variable: rows, good and bad ones, bad rate, weight of evidence (WOE) and what each adds to the information value.

    WOE = ln((bad_i / B) / (good_i / G)), above 0 where a bin is worse than the whole; ``direction="good/bad"`` turns the sign. A bin that
    lacks good or bad rows has ``smoothing`` rows added to both of its cells, there alone, each of the weight Σw² / Σw where rows are
    weighed; a bin without rows has WOE 0, as nothing is known of it.
    ``ks`` is the largest gap that bins can make between the shares of bad and good rows: the KS of the WOE as a score.
    """

    bin: NDArray[Any]
    n: NDArray[Any]
    good: NDArray[Any]
    bad: NDArray[Any]
    bad_rate: Floats
    woe: Floats
    iv: Floats
    information_value: float
    ks: float
    direction: Direction = "bad/good"
    closed: str | None = "left"
    """Which end of a bin of numbers belongs to it; None of categories."""
    smoothing: float | None = 0.5
    row_weight: float = 1.0
    """What a row weighs, Σw² / Σw: ``smoothing`` counts in rows, so that weights in another unit change nothing."""
    smoothed: tuple[str, ...] = ()
    """Bins that lack good or bad rows, to which ``smoothing`` was added."""
    chance: float = 0.0
    """The information value to be expected of a variable that tells nothing, in bins found as these were."""
    interval: Interval | None = None
    """That of the information value without what chance adds."""
    regular: int = 0
    """How many of the bins are regular; those of special codes, missing and other values follow."""
    variable: str = ""
    notes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What was cut how, and what was done where a class is missing."""
        lines = [say("scorecards.note_iv_ks_woe", iv=self.information_value, ks=self.ks, direction=self.direction)]
        if self.interval is not None:
            lines.append(
                say(
                    "scorecards.note_iv_by_chance",
                    chance=self.chance,
                    level=100 * self.interval.level,
                    low=self.interval.low,
                    high=self.interval.high,
                )
            )
        if self.variable:
            lines[0] = f"{self.variable}: {lines[0]}"
        if self.closed is not None:
            lines.append(say("scorecards.note_closed_left") if self.closed == "left" else say("scorecards.note_closed_right"))
        if self.smoothed:
            lines.append(
                say(
                    "scorecards.note_smoothing_added",
                    smoothing=(self.smoothing or 0.0) * self.row_weight,
                    bins=", ".join(self.smoothed),
                )
            )
        return "\n".join([*lines, *self.notes])


def woe_table(
    x: Any,
    y: Any,
    *,
    bins: Any = None,
    weight: Any = None,
    special: Any = (),
    closed: str = CLOSED,
    smoothing: float | None = SMOOTHING,
    direction: Direction = DIRECTION,
    positive: Any = DEFAULT_POSITIVE,
) -> WoeTable:
    """Weight of evidence and information value of a variable, bin by bin; ``y`` is 1 for the bad rows.

    ``bins`` are edges of numbers, groups of categories, a number of bins (quantiles), a :class:`Binning`, :class:`Bins` or a
    :class:`Layout`. Without them numbers are cut by ``Binning(method="optimal")`` and each category is a bin. Missing values
    and ``special`` codes have bins of their own. ``smoothing=None`` refuses bins that lack good or bad rows. A Binning has its own
    smoothing, direction, positive label and place of missing values, which hold; arguments that say otherwise are refused.

    Of a Spark data frame ``y`` and ``weight`` name columns, and the variable is the one other column: ``woe_table(frame.select("age",
    "bad"), "bad")``. It is counted where the rows are.

    >>> import gnomon as gn
    >>> table = gn.woe_table([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 1, 0, 0, 1, 0], bins=[4])
    >>> table.woe.round(4).tolist(), round(table.information_value, 4)
    ([0.6931, -0.4055], 0.2747)
    """
    from .layouts import cut_for, settled
    from .settings import listed_codes

    check_options(smoothing, direction)
    special = tuple(listed_codes(special))
    said = settled(bins, closed, smoothing, direction, positive)
    if is_apart(x):
        from .columns_apart import woe_of_frame

        return woe_of_frame(x, y, weight, bins, special, said)
    variable, bad, weights = rows_of(x, y, weight, said.positive, bins)
    cut = cut_for(
        name_of(x),
        variable,
        lambda binning: binning.fit_rows({"x": variable}, bad, weights),
        bins=bins,
        special=special,
        closed=said.closed,
        smoothing=said.smoothing,
    )
    counted = cut.counted(variable, bad, weights)
    return table_of(
        counted,
        said.smoothing,
        said.direction,
        row_weight=weight_of_row(weights),
        merged=cut.merged is not None,
        notes=cut.notes,
        chance=cut.chance(counted),
    )


def information_value(
    x: Any,
    y: Any,
    *,
    bins: Any = None,
    weight: Any = None,
    special: Any = (),
    closed: str = CLOSED,
    smoothing: float | None = SMOOTHING,
    positive: Any = DEFAULT_POSITIVE,
) -> float:
    """Σ (bad_i / B − good_i / G) · WOE_i over the bins of a variable, which are those of :func:`woe_table`.

    >>> import gnomon as gn
    >>> round(gn.information_value(["a", "a", "b", "b", "b"], [1, 0, 0, 0, 1]), 4)
    0.1155
    """
    return woe_table(
        x, y, bins=bins, weight=weight, special=special, closed=closed, smoothing=smoothing, positive=positive
    ).information_value


def rows_of(
    x: object, y: object, weight: object, positive: object, bins: object = None
) -> tuple[Variable, NDArray[np.uint8], NDArray[np.float64] | None]:
    """A variable, which rows are bad, and what they weigh; both classes must be there."""
    variable = as_variable(x, "x", categories=of_groups(bins) or None)
    bad = bad_rows(y, len(variable), "x", positive)
    weights = as_weight(weight, len(variable), "x")
    refuse_one_class(bad, weights)
    return variable, bad, weights


def bad_rows(y: object, n: int | None, other: str, positive: object) -> NDArray[np.uint8]:
    """Which rows are bad: bytes 0 and 1. There are ``n`` of them in ``other``, unless that is asked elsewhere."""
    truth = one_dimension(one_column(to_array(y, "y")), "y")
    if n is not None:
        same_length(len(truth), "y", n, other)
    gaps = missing_mask(truth)
    if gaps is not None and gaps.any():
        raise InputError("scorecards.y_missing_at_position", at=int(np.argmax(gaps)))
    return positive_mask(truth, positive)


def refuse_one_class(bad: NDArray[np.uint8], weight: NDArray[np.float64] | None) -> None:
    """Refuse rows that are all good or all bad: there is nothing to set them against."""
    worse = float(bad.sum() if weight is None else weight[bad > 0].sum())
    better = (len(bad) if weight is None else float(weight.sum())) - worse
    if weight is not None:
        better = float(weight[bad == 0].sum())
    refuse_one_side(better, worse)


def refuse_one_side(good: float, bad: float) -> None:
    """Refuse rows of one class, by what both weigh."""
    if not bad or not good:
        raise InputError(
            "scorecards.y_of_one_class",
            which=say("scorecards.part_bad") if bad else say("scorecards.part_good"),
        )


def weight_of_row(weight: NDArray[np.float64] | None) -> float:
    """What a row weighs: Σw² / Σw, the whole by Kish's effective number of rows. Equal weights are this weight; rows of 0 do not count."""
    if weight is None:
        return 1.0
    largest = float(weight.max())
    share = weight / largest  # so that no square overflows
    return float(np.square(share).sum() / share.sum()) * largest


def check_options(smoothing: Any, direction: object) -> None:
    """Refuse a smoothing that is no amount and a direction that is none."""
    if smoothing is not None and not (is_number(smoothing) and 0 < smoothing < float("inf")):
        raise InputError(
            "scorecards.smoothing_out_of_range",
            smoothing=smoothing,
        )
    if direction not in ("bad/good", "good/bad"):
        raise InputError("scorecards.direction_unknown", direction=direction)


def evidence(bins: Bins, smoothing: float | None, row_weight: float = 1.0) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """WOE (bad over good) and information value of each bin, and which bins were smoothed. A bin without rows has 0 of both.

    Smoothing adds rows of ``row_weight``. The totals stay those of the data, so that smoothing a bin changes no other; WOE and IV are of
    the same smoothed cells, and no IV is below 0.
    """
    good, bad = bins.good.astype(np.float64), bins.bad.astype(np.float64)
    woe, iv, lacking = weights_of_evidence(good, bad, (smoothing or 0.0) * row_weight)
    if lacking.any() and smoothing is None:
        at = int(np.argmax(lacking))
        raise InputError(
            "scorecards.bin_of_one_class",
            bin=bins.names[at],
            which=say("scorecards.part_good") if good[at] == 0 else say("scorecards.part_bad"),
        )
    return woe, iv, lacking


def table_of(
    bins: Bins,
    smoothing: float | None,
    direction: Direction = "bad/good",
    *,
    row_weight: float = 1.0,
    merged: bool = False,
    variable: str = "",
    notes: tuple[str, ...] = (),
    chance: float | None = None,
) -> WoeTable:
    """The table of bins that are counted already. Bins of missing and other values stand in it where there are such rows.

    ``chance`` is the IV of chance where labels chose the bins; ``merged`` says that missing values are counted in a regular bin.
    """
    layout = bins.layout
    assert layout is not None  # counted bins are of a layout
    woe, iv, lacking = evidence(bins, smoothing, row_weight)
    total = bins.total
    kept = np.arange(layout.size) < layout.missing
    kept |= total > 0
    names = np.array(bins.names, object)
    with np.errstate(invalid="ignore"):
        rate = np.where(total > 0, bins.bad / np.where(total > 0, total, 1), np.nan)
    sure = information_of(bins, row_weight, smoothing, chance)
    gap = bins.bad / bins.bad.sum() - bins.good / bins.good.sum()
    if not total[layout.missing] and not merged:
        notes = (*notes, say("scorecards.note_missing_woe_zero"))
    return WoeTable(
        bin=names[kept],
        n=total[kept],
        good=bins.good[kept],
        bad=bins.bad[kept],
        bad_rate=rate[kept],
        woe=(woe if direction == "bad/good" else -woe + 0.0)[kept],
        iv=iv[kept],
        information_value=float(iv.sum()),
        ks=float(np.maximum(gap, 0).sum()),
        direction=direction,
        closed=layout.closed if layout.groups is None else None,
        smoothing=smoothing,
        row_weight=row_weight,
        chance=sure.chance,
        interval=sure.interval,
        smoothed=tuple(names[lacking]),
        regular=layout.regular,
        variable=variable,
        notes=notes,
    )


def of_groups(bins: object) -> bool:
    """Whether bins are given that hold categories, so that numbers in the column are names."""
    if isinstance(bins, Bins):
        return bins.layout is not None and bins.layout.groups is not None
    if isinstance(bins, Layout):
        return bins.groups is not None
    return isinstance(bins, (list, tuple)) and any(isinstance(one, (list, tuple, set, frozenset)) for one in bins)
