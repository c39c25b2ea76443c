"""What the page's scripts draw of predicted numbers, as JSON can hold it; the more models, the less of each."""

from collections.abc import Iterable
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ....evaluation import Evaluation
from ....evaluation.saved import plain_number
from ....metrics.amounts import error_by_decile
from ....public import function
from ....report.section import summary_of
from ....summary import Amounts, Moments, Scatter, Spread
from ..shapes import CELLS, BeyondTable, CellMap, beyond_of, gain_of, histogram_of, map_of, quantiles_of

if TYPE_CHECKING:
    from ....types import Array


MOST_MODELS = 40
"""Models that one page draws."""
ALL_CELLS, ALL_THRESHOLDS, ALL_POINTS = 40_000, 11_000, 8_000
"""Cells of maps, thresholds of error and points of curves that one page holds, shared by its models."""
FEW = 0.05
"""The share of rows with the largest errors that the slider starts with."""
DECILES = ("low", "high", "n", "mean_prediction", "mean_truth", "bias", "mae", "rmse")


def drawn_of(e: Evaluation) -> dict[str, Spread]:
    """The models whose errors the page draws."""
    found = {name: summary_of(e, name, "spread") for name in e.names}
    return dict([(name, spread) for name, spread in found.items() if isinstance(spread, Spread) and spread.n][:MOST_MODELS])


def errors_of(e: Evaluation) -> dict[str, Any] | None:
    """How errors are spread, and the rows with the largest ones; None where there is nothing to draw."""
    drawn = drawn_of(e)
    if not drawn:
        return None
    share = len(drawn)
    cells = min(max(isqrt(ALL_CELLS // (2 * share)), 16), CELLS)
    most = min(max(ALL_THRESHOLDS // share, 100), 400)
    return {"models": [_errors(e, name, drawn[name], cells, most) if name in drawn else None for name in e.names]}


def _errors(e: Evaluation, model: str, spread: Spread, cells: int, most: int) -> dict[str, Any]:
    moments, scatter = (summary_of(e, model, key) for key in ("errors", "scatter"))
    rows = max(moments.rows if isinstance(moments, Moments) else e.rows, 1)
    figures = {} if not isinstance(moments, Moments) else {name: _figure(e, model, name, moments) for name in ("r2", "rmse", "mbe")}
    made = {
        "exact": spread.exact,
        "whole": plain_number(spread.n),
        "figures": figures | {"medae": _figure(e, model, "medae", spread)},
        "histogram": _columns(histogram_of(spread), ("edges", "weight", "below", "above")),
        "quantiles": _columns(quantiles_of(spread, rows), ("normal", "error", "centre", "slope")),
        "beyond": _beyond(beyond_of(spread, most)),
    }
    return made if not isinstance(scatter, Scatter) else made | _scattered(scatter, cells, e.first_row or 0)


def _scattered(scatter: Scatter, cells: int, first: int) -> dict[str, Any]:
    """The two maps, and the rows with the largest errors, at their places as the source counts them."""
    worst = zip((scatter.place + first).tolist(), scatter.y, scatter.p, scatter.worst_error, strict=True)
    return {
        "maps": {name: _cells(map_of(getattr(scatter, name), name, cells)) for name in ("truth", "error")},
        "worst": [[place, *map(plain_number, map(float, numbers))] for place, *numbers in worst],
    }


def _figure(e: Evaluation, model: str, metric: str, summary: Moments | Spread) -> Any:
    """A metric as the evaluation has it, or else computed."""
    value = e.values.get((model, metric))
    return plain_number(float(function(metric)(summary, undefined=float("nan")) if value is None else value))


def _cells(made: CellMap) -> dict[str, Any]:
    """Cells by column and row from the corner of the window."""
    (left, _), (bottom, _) = made.x_ends, made.y_ends
    return {
        "column": np.rint((made.x - left) / made.width).astype(int).tolist(),
        "row": np.rint((made.y - bottom) / made.height).astype(int).tolist(),
        "weight": numbers(made.weight),
        **{name: plain_number(getattr(made, name)) for name in ("width", "height", "outside")},
        "x": list(made.x_ends),
        "y": list(made.y_ends),
    }


def _beyond(table: BeyondTable) -> dict[str, Any]:
    start = int(np.argmax(table.rows <= FEW))
    start = max(start - 1, 0) if not table.weight[start] else start  # of few rows the largest one
    return _columns(table, ("threshold", "weight", "rows", "squared", "rest")) | {"start": start, "all": table.every}


def amounts_of(e: Evaluation) -> dict[str, Any] | None:
    """Errors by decile of prediction, and the gain of amounts where they have shares; None where there is nothing to draw."""
    found = {name: summary_of(e, name, "amounts") for name in e.names}
    drawn = dict([(name, held) for name, held in found.items() if isinstance(held, Amounts) and held.n][:MOST_MODELS])
    if not drawn:
        return None
    points = min(max(ALL_POINTS // (2 * len(drawn)), 60), 300)
    return {"models": [_amounts(drawn[name], points) if name in drawn else None for name in e.names]}


def _amounts(amounts: Amounts, points: int) -> dict[str, Any]:
    gain = gain_of(amounts, points)
    return {
        "exact": amounts.exact,
        "deciles": _columns(error_by_decile(amounts), DECILES),
        "gain": None if gain is None else _columns(gain, ("fraction", "share", "best_fraction", "best_share", "gini")),
        "least": plain_number(amounts.least),
    }


def _columns(result: object, names: Iterable[str]) -> dict[str, Any]:
    found = {name: getattr(result, name) for name in names}
    return {name: numbers(value) if isinstance(value, np.ndarray) else plain_number(value) for name, value in found.items()}


def numbers(values: "Array") -> list[Any]:
    """A column as JSON can hold it."""
    return values.tolist() if values.dtype.kind in "iu" else [plain_number(value) for value in values.tolist()]
