"""The sections of predicted numbers: errors with the threshold that parts large ones, and amounts by prediction."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.section import Section, SliceColumn, View, summary_of
from ....summary import Moments
from . import words
from .naive_table import METRICS, heads, lines_of
from .payload import amounts_of, drawn_of, errors_of

HERE = Path(__file__).parent


class Errors(Section):
    """How far off predictions are, and which rows make the error."""

    key = "errors"
    order = 10
    folder = HERE
    template = "errors.html"
    scripts = ("maps.js", "spread.js", "dial.js", "errors.js")
    styles = ("errors.css",)
    link = "errors_link"
    overlays = True
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return bool(drawn_of(e))

    def payload(self, e: Evaluation, views: Sequence[View]) -> dict[str, Any] | None:
        return errors_of(e)

    def context(self, e: Evaluation, payload: Any) -> dict[str, Any]:
        drawn = [model for model in payload["models"] if model is not None]
        return {"heads": heads(), "lines": lines_of(e), "mapped": any("maps" in model for model in drawn)}

    def terms(self, e: Evaluation) -> Iterable[str]:
        return (*METRICS, "medae", "mbe") if self.shown(e) else ()

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        """The mean truth, and each model's mean error."""
        if e.mean_true is not None and self.shown(e):
            yield SliceColumn("mean_true", "decimals", e.mean_true, lambda part: part.mean_true)
            held = {model: summary_of(e, model, "errors") for model in e.names}
            whole = {name: float(m.error / m.weight) for name, m in held.items() if isinstance(m, Moments) and m.rows}
            yield SliceColumn("mean_error", "decimals", whole, lambda part: part.mean_error)


class AmountsByPrediction(Section):
    """Where predictions are too high or too low, and how well they order amounts."""

    key = "amounts"
    order = 20
    folder = HERE
    template = "amounts.html"
    scripts = ("amounts.js",)
    link = "amounts_link"
    overlays = True
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e: Evaluation) -> bool:
        return amounts_of(e) is not None

    def payload(self, e: Evaluation, views: Sequence[View]) -> dict[str, Any] | None:
        return amounts_of(e)

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("error_by_decile", "lorenz_curve", "gini_of_amounts") if self.shown(e) else ()


SECTIONS: tuple[Section, ...] = (Errors(), AmountsByPrediction())
