"""Models beside forecasts that say one number of every row."""

from dataclasses import dataclass

from markupsafe import Markup

from ....evaluation import Evaluation
from ....evaluation.text import number
from ....public import function
from ....report.names import shown
from ....report.section import summary_of
from ....report.sure import interval_of, plain
from ....report.words import both, said
from ....summary import Moments, Spread
from ..naive import naive_forecasts

METRICS = ("r2", "rmse", "mae", "wape")
UNIT = {"wape": " %"}


@dataclass(frozen=True)
class Cell:
    """A figure as it is written, as it is copied, and its interval where it has one."""

    text: str
    raw: str
    interval: Markup | None = None


@dataclass(frozen=True)
class ForecastLine:
    """A model, by its place, or a naive forecast, which has none."""

    place: int | None
    name: Markup | str
    cells: list[Cell]


def lines_of(e: Evaluation) -> list[ForecastLine]:
    """Every model, and what the mean and the median of the truths would reach."""
    held = {name: summary_of(e, name, "errors") for name in e.names}
    known = {name: moments for name, moments in held.items() if isinstance(moments, Moments) and moments.rows}
    own = [ForecastLine(e.names.index(name), shown(name), [_cell(e, name, m, moments) for m in METRICS]) for name, moments in known.items()]
    return own + _naive(e, known)


def _cell(e: Evaluation, model: str, metric: str, moments: Moments) -> Cell:
    value = e.values.get((model, metric))
    found = float(function(metric)(moments, undefined=float("nan")) if value is None else value)
    return _written(found, metric, None if value is None else interval_of(value, e.level))


def _naive(e: Evaluation, known: dict[str, Moments]) -> list[ForecastLine]:
    """The naive forecasts of the first model's rows, which are those of all."""
    for name, moments in known.items():
        spread = summary_of(e, name, "spread")
        if isinstance(spread, Spread):
            return [
                ForecastLine(
                    None, said(f"always_{one.name}", value=plain(written(one.said))), [_written(one.figures[m], m) for m in METRICS]
                )
                for one in naive_forecasts(moments, spread)
            ]
    return []


def _written(value: float, metric: str, interval: Markup | None = None) -> Cell:
    defined = value == value
    return Cell(plain(written(value)) + UNIT.get(metric, "") if defined else "—", repr(value) if defined else "", interval)


def written(value: float) -> str:
    """A figure as the page writes all; one that would be 0 then, or hundreds of digits, with the digits that matter."""
    return number(value) if value == 0 or 1e-3 <= abs(value) < 1e15 else f"{value:.4g}"


def heads() -> list[tuple[str, Markup]]:
    """The metrics and what their columns are called."""
    names = {"r2": ("R²", "R²"), "rmse": ("RMSE", "RMSE"), "mae": ("MAE", "MAE"), "wape": ("WAPE", "WAPE")}
    return [(metric, both(*names[metric])) for metric in METRICS]
