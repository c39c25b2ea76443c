"""Check the figures of a saved evaluation against the ranges of their metrics and against each other."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ..catalog import parse
from ..errors import InputError

Known = Mapping[str, Any]
ROUNDING = 1e-9
"""How far a figure may lie outside by rounding, in units of the largest number beside it, or of 1 where these are smaller."""
PAIR_SHARES = ("p_value", "p_holm", "p_bh")
COUNTS = ("rows", "total", "effective_rows", "dropped_rows", "clusters", "replicates", "seed")


def check_figures(known: Known) -> None:
    """Raise InputError where a figure of an evaluation cannot be: outside its range, or at odds with what stands beside it."""
    _check_counts(known, "evaluation")
    if known["effective_rows"] > known["rows"] * (1 + ROUNDING):
        raise _contradicts("evaluation.effective_rows", known["effective_rows"], "rows", known["rows"])
    for column, rows in known["dropped"].items():
        if rows < 0:
            raise _out_of_range(f"evaluation.dropped.{column:.40}", rows, 0, math.inf)
    _check_values(known["values"], "evaluation.values")
    for place, part in enumerate(known["slices"]):
        where = f"evaluation.slices[{place}]"
        _check_counts(part, where)
        if part["rows"] > known["rows"]:
            raise _contradicts(f"{where}.rows", part["rows"], "evaluation.rows", known["rows"])
        _check_values(part["values"], f"{where}.values")
    if known.get("comparison") is not None:
        _check_comparison(known["comparison"], "evaluation.comparison")


def _check_counts(known: Known, where: str) -> None:
    """Raise InputError where a number of rows, clusters or draws is below 0."""
    for name in COUNTS:
        if known.get(name) is not None and known[name] < 0:
            raise _out_of_range(f"{where}.{name}", known[name], 0, math.inf)


def _check_values(values: Iterable[Known], where: str) -> None:
    """Raise InputError where a value, or an end of its interval, lies outside its metric's range, or its ends are exchanged."""
    for place, one in enumerate(values):
        at = f"{where}[{place}]"
        least, most = parse(one["metric"]).entry.range or (-math.inf, math.inf)
        _check_within(one, "value", least, most, at)
        _check_within(one, "at_least", least, most, at)
        _check_within(one, "at_most", least, most, at)
        if one.get("at_least") is None:  # the interval of a coarse value is widened by its bounds, past the range even
            _check_within(one, "low", least, most, at)
            _check_within(one, "high", least, most, at)
        for lower, upper in (("low", "high"), ("at_least", "value"), ("value", "at_most")):
            _check_ordered(one.get(lower), one.get(upper), f"{at}.{lower}", upper)


def _check_comparison(known: Known, where: str) -> None:
    """Raise InputError where a figure of a comparison cannot be."""
    _check_counts(known, where)
    for place, rows in enumerate(known.get("sizes", ())):
        if rows < 0:
            raise _out_of_range(f"{where}.sizes[{place}]", rows, 0, math.inf)
    for place, one in enumerate(known["values"]):
        least, most = parse(one["metric"]).entry.range or (-math.inf, math.inf)
        for name in ("value", "low", "high"):
            # An interval of one side has no other end.
            _check_within(
                one, name, -math.inf if name == "low" else least, math.inf if name == "high" else most, f"{where}.values[{place}]"
            )
        _check_ordered(one["low"], one["high"], f"{where}.values[{place}].low", "high")
    for place, one in enumerate(known["pairs"]):
        _check_pair(one, f"{where}.pairs[{place}]")
    for place, curve in enumerate(known["dominance"]):
        for low, high in zip(curve["low"], curve["high"], strict=False):
            _check_ordered(low, high, f"{where}.dominance[{place}].low", "high")


def _check_pair(pair: Known, where: str) -> None:
    """Raise InputError where a pair's values, ends or p-values cannot be, or its difference is not that of its values."""
    least, most = parse(pair["metric"]).entry.range or (-math.inf, math.inf)
    for name in ("value_a", "value_b"):
        _check_within(pair, name, least, most, where)
    for name in PAIR_SHARES:
        _check_within(pair, name, 0.0, 1.0, where)
    _check_within(pair, "error", 0.0, math.inf, where)
    _check_ordered(pair["low"], pair["high"], f"{where}.low", "high")
    a, b, difference = (_number(pair[name]) for name in ("value_a", "value_b", "difference"))
    if all(map(math.isfinite, (a, b, difference))) and abs(a - b - difference) > ROUNDING * max(1.0, abs(a), abs(b)):
        raise _contradicts(f"{where}.difference", difference, "value_a - value_b", a - b)


def _check_within(known: Known, name: str, least: float, most: float, where: str) -> None:
    value = _number(known.get(name))
    spare = ROUNDING * max([1.0, *(abs(end) for end in (least, most) if math.isfinite(end))])
    if value < least - spare or value > most + spare:
        raise _out_of_range(f"{where}.{name}", known[name], least, most)


def _check_ordered(lower: object, upper: object, where: str, other: str) -> None:
    """Raise InputError where the lower of two figures is above the upper one, by more than rounding."""
    low, high = _number(lower), _number(upper)
    ends = [abs(end) for end in (low, high) if math.isfinite(end)]
    if low - ROUNDING * max([1.0, *ends]) > high:
        raise _contradicts(where, lower, other, upper)


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def _out_of_range(where: str, value: object, least: float, most: float) -> InputError:
    return InputError(
        "evaluation.saved_figure_out_of_range",
        where=where,
        value=value,
        least=least,
        most=most,
    )


def _contradicts(where: str, value: object, other: str, beside: object) -> InputError:
    return InputError(
        "evaluation.saved_figures_contradict",
        where=where,
        value=value,
        other=other,
        beside=beside,
    )
