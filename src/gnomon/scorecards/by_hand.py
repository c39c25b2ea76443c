"""A card written by hand: bins as they are printed, and the points that an expert gives them."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import InputError
from ..inputs.numbers import is_number
from ..messages.catalogue import template
from ..summary.bin_layout import Layout
from .card import Card, Characteristic
from .scaling import Scaling, as_number

_NUMBER = r"[-+]?(?:inf|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_INTERVAL = re.compile(rf"([\[(])\s*({_NUMBER})\s*,\s*({_NUMBER})\s*([\])])")
_SPECIAL = "special: "


def card_by_hand(points: object, base: float = 0.0, scaling: Scaling | None = None, weights: object = None) -> Card:
    """The card of ``{variable: {bin: points}}``.

    A bin is a text in the notation of tables: "(-inf, 18)", "[18, 65)", "[65, inf)" of numbers, "missing", "other", "special: -999"; any
    other text is a category, and a tuple several categories in one bin. Bins that are not named have no points, and rows that fall
    there are refused.

    >>> card = card_by_hand({"age": {"(-inf, 25)": 10, "[25, inf)": 30}, "home": {"own": 20, ("rent", "family"): 5, "missing": 0}})
    >>> card.score({"age": [24, 25], "home": ["family", None]}).tolist()
    [15.0, 30.0]
    """
    if not isinstance(points, Mapping) or not points:
        raise InputError("scorecards.points_not_mapping", points=points)
    by = _weights(weights, points)
    variables = {str(name): _characteristic(str(name), bins, by.get(name, 1.0)) for name, bins in points.items()}
    return Card(variables, base, scaling, {"weights": "by hand"})


def _weights(weights: object, points: Mapping[Any, Any]) -> dict[Any, float]:
    """What the points of each variable are multiplied by."""
    if weights is None:
        return {}
    if not isinstance(weights, Mapping) or set(weights) != set(points):
        raise InputError("scorecards.weights_mapping_mismatch", weights=weights)
    return {name: as_number(f"weights[{name!r}]", value, above=0.0) for name, value in weights.items()}


def _characteristic(name: str, bins: object, weight: float) -> Characteristic:
    if not isinstance(bins, Mapping) or not bins:
        raise InputError("scorecards.variable_points_not_mapping", name=name, bins=bins)
    named: dict[Any, Any] = {"missing": None, "other": None}
    intervals, groups, special = [], [], {}
    for key, value in bins.items():
        text = _english(key)
        found = _INTERVAL.fullmatch(text.strip()) if isinstance(text, str) else None
        if text in named:
            named[text] = _points(name, key, value)
        elif isinstance(text, str) and text.startswith(_SPECIAL):
            special[_code(text.removeprefix(_SPECIAL))] = _points(name, key, value)
        elif found is not None:
            intervals.append((found, _points(name, key, value)))
        else:
            groups.append((key if isinstance(key, tuple) else (key,), _points(name, key, value)))
    if intervals and groups:
        raise InputError("scorecards.intervals_with_categories", name=name, value=groups[0][0][0])
    if not intervals and not groups:
        raise InputError("scorecards.regular_bins_missing", name=name)
    if intervals:
        layout, values = _of_numbers(name, intervals, special)
    else:
        layout, values = Layout((), tuple(group for group, _ in groups), tuple(special)), [value for _, value in groups]
    return Characteristic(layout, weight * np.array([*values, *special.values(), named["missing"], named["other"]], np.float64))


def _english(key: object) -> Any:
    """A bin's name as it is in English, whichever language it was printed in."""
    if not isinstance(key, str):
        return key
    for word in ("missing", "other"):
        if key == template(f"summary.part_{word}", "zh"):
            return word
    prefix = template("summary.part_special_code", "zh").partition("{code}")[0]
    return _SPECIAL + key.removeprefix(prefix) if key.startswith(prefix) else key


def _code(text: str) -> float | str:
    try:
        return float(text) if "." in text or "e" in text.lower() else int(text)
    except ValueError:
        return text


def _points(name: str, key: object, value: Any) -> float:
    if not is_number(value) or not np.isfinite(value):
        raise InputError("scorecards.points_of_bin_not_finite", name=name, value=value, bin=key)
    return float(value)


def _of_numbers(name: str, intervals: list[tuple[re.Match[str], float]], special: dict[Any, float]) -> tuple[Layout, list[float]]:
    """The layout of intervals that join end to end from -inf to inf, all closed on one side."""
    ordered = sorted(intervals, key=lambda one: (float(one[0][2]), float(one[0][3])))
    ends = [(float(one[2]), float(one[3])) for one, _ in ordered]
    for at, (low, high) in enumerate(ends):
        before = -np.inf if at == 0 else ends[at - 1][1]
        if low != before or not low < high or (at == len(ends) - 1 and high != np.inf):
            raise InputError(
                "scorecards.intervals_not_adjacent",
                name=name,
                bin=ordered[at][0][0],
            )
    sides = {one[4] == "]" for one, _ in ordered[:-1]} | {one[1] == "(" for one, _ in ordered[1:]}
    if len(sides) > 1:
        raise InputError("scorecards.closed_sides_differ", name=name)
    layout = Layout(tuple(high for _, high in ends[:-1]), None, tuple(special), "right" if True in sides else "left")
    return layout, [value for _, value in ordered]
