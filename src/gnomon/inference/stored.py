"""Comparisons as JSON can hold them, and back."""

import math
from typing import Any

import numpy as np

from ..errors import InputError
from ..messages import restored, saved
from .comparison import COUNTED, Comparison
from .dominance import Dominance, Stretch
from .interval import Interval
from .pairs import Pair


def comparison_to_dict(c: Comparison) -> dict[str, Any]:
    """Plain objects, with None where a figure is NaN and words where it is infinite; reasons and notes with what they are made of."""
    made: dict[str, Any] = _jsonable(c.to_dict())
    values = zip(made["values"], c.values.values(), strict=True)
    made["values"] = [saved(known, reason=one.reason, caution=one.caution) for known, one in values]
    made["pairs"] = [saved(known, reason=one.reason) for known, one in zip(made["pairs"], c.pairs, strict=True)]
    return saved(made, notes=c.notes)


def _jsonable(value: object) -> Any:
    if isinstance(value, dict):
        return {key: _jsonable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_jsonable(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def comparison_from_dict(known: dict[str, Any]) -> Comparison:
    """The comparison that :func:`comparison_to_dict` wrote."""
    values = {(v["model"], v["metric"]): Interval(**_numbers({k: x for k, x in v.items() if k != "model"})) for v in known["values"]}
    return Comparison(
        models=tuple(known["models"]),
        metrics=tuple(known["metrics"]),
        rows=known["rows"],
        level=known["level"],
        values=values,
        pairs=tuple(Pair(**_numbers(pair)) for pair in known["pairs"]),
        dominance=tuple(_dominance(one) for one in known["dominance"]),
        replicates=known["replicates"],
        seed=known["seed"],
        weighted=known.get("weighted", False),
        clusters=known.get("clusters"),
        notes=tuple(restored(known).get("notes", ())),
        paired=known.get("paired", True),
        alternative=known.get("alternative", "two-sided"),
        sizes=tuple(known.get("sizes", ())),
        unit=known["unit"] if known.get("unit") in COUNTED else "rows",
        baseline=known.get("baseline", ""),
    )


def _numbers(known: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in restored(known).items()}


def _number(value: object) -> Any:
    return math.nan if value is None else float(value) if value in ("inf", "-inf") else value


def _dominance(known: dict[str, Any]) -> Dominance:
    stretches = tuple(
        Stretch(s["winner"], s["start"], s["end"], s["certain"], tuple(tuple(map(_number, pair)) for pair in s["thresholds"]))  # type: ignore[arg-type]  # two pairs were written
        for s in known["stretches"]
    )
    arrays: dict[str, Any] = {
        name: np.array([_number(value) for value in known[name]], float) for name in ("x", "difference", "low", "high")
    }
    if len({*map(len, arrays.values())}) > 1:
        raise InputError("inference.stored_curve_lengths_differ")
    _check_stretches(arrays["x"], stretches)
    rest = {name: known[name] for name in ("curve", "a", "b", "verdict", "winner", "level")}
    return Dominance(**rest, **arrays, stretches=stretches)


def _check_stretches(x: Any, stretches: tuple[Stretch, ...]) -> None:
    """Refuse places that do not rise evenly enough to be drawn, and stretches that hold none of them."""
    rises = len(x) > 1 and bool(np.isfinite(x).all() and (np.diff(x) > 0).all())
    half = float(x[1] - x[0]) / 2 if rises else 0.0
    if not rises or not all(((x > one.start - half) & (x < one.end + half)).any() for one in stretches):
        raise InputError("inference.stored_curve_places_unordered")
