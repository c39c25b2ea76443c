"""The sections of scores: the threshold explorer, and calibration beside score bands."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

from ....catalog import Reference, parse
from ....evaluation import Evaluation
from ....messages import Message
from ....metrics.curves import ks_curve
from ....metrics.tables import mean_score
from ....report.names import shown
from ....report.section import Section, SliceColumn, View, summary_of
from ....report.words import in_both
from ... import truth_page
from . import words
from .bands import bands_of
from .choices import choice_of
from .curves import curves_of, trust_of
from .swap_lines import swaps_of
from .views import MOST_SWEEPS, SweptView, drawn

POINTS = 11_000
"""Thresholds that one page holds, shared by its curves."""
TASKS = ("binary", "multiclass")
"""What could have scores to explore, and says so where it has none."""


def explored(e: Evaluation) -> bool:
    """Whether any model has scores with thresholds, of two classes or of several."""
    return any(summary_of(e, model, key) is not None for model in e.names for key in ("scores", "classes"))


def quoted(e: Evaluation) -> list[float]:
    """The thresholds that the page's own figures are taken at."""
    references = [parse(metric) for metric in e.metrics]
    return [found.at for found in references if found.at is not None and found.entry.at == "threshold"]


def alike(e: Evaluation) -> bool:
    """Whether rows count alike and apart from each other, so that counts alone tell how sure a share is."""
    return e.level is not None and e.weight is None and e.cluster is None


class Explorer(Section):
    """One threshold, and everything that follows from it."""

    key = "explorer"
    order = 10
    folder = Path(__file__).parent
    template = "explorer.html"
    scripts = ("counts.js", "shares.js", "drawings.js", "swaps.js", "objectives.js", "explorer.js")
    styles = ("explorer.css",)
    link = "explorer"
    overlays = True
    page_words = words.PAGE
    script_words = truth_page.SCRIPT | words.SCRIPT
    evidence_names = truth_page.EVIDENCE | words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return explored(e) or e.task in TASKS

    def linked(self, e: Evaluation) -> bool:
        return explored(e)

    def views(self, e: Evaluation, model: str) -> Sequence[View]:
        """A model with its sweep."""
        sweep = summary_of(e, model, "scores")
        return [] if sweep is None else [SweptView(shown(model), model, sweep=sweep, at={t: sweep.at(t) for t in sweep.marks})]

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """The thresholds and counts of every view that is drawn, and the normal quantile from which the script makes Wilson's intervals."""
        if not explored(e):
            return None
        swept = drawn(views)
        most = min(max(POINTS // max(sum(view is not None for view in swept), 1), 240), 1000)
        wanted = quoted(e)
        curves = [
            None if view is None else curves_of(view.sweep, most, wanted, view.at) | bands_of(e, view) | choice_of(e, view)
            for view in swept
        ]
        return {
            "z": NormalDist().inv_cdf((1 + e.level) / 2) if e.level is not None and alike(e) else None,
            "views": [_left_out(view) if made is None else made for view, made in zip(views, curves, strict=True)],
            "swaps": swaps_of(e, swept),
        }

    def context(self, e: Evaluation, payload: Any) -> dict[str, Any]:
        banded = payload is not None and any("bands" in view for view in payload["views"])
        given = {name: e.options.get(name) for name in ("profit_good", "loss_bad")}
        money = {name: None if value is None else f"{value:.15g}" for name, value in given.items()}
        return {"explored": payload is not None, "alike": alike(e), "banded": banded, "swapped": bool(payload and payload["swaps"])} | money

    def terms(self, e: Evaluation) -> Iterable[str]:
        if not explored(e):
            return ()
        named = ("precision", "recall", "f1", "specificity", "accuracy", "best_threshold")
        curves = ("roc_curve", "pr_curve", "ks_curve", "gain_curve", "lift_curve")
        swapped = ["swap_set"] if e.observed.get("swaps") else []
        return (*named, *curves, "cutoff_table", *swapped, *(["optimism"] if e.level is not None else []))

    def methods(self, e: Evaluation) -> Iterable[str]:
        return ("wilson", *(["agresti-caffo"] if e.observed.get("swaps") else [])) if explored(e) and alike(e) else ()

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        """Positives, and where rows count alike what was predicted beside what came true."""
        yield from truth_page.slice_columns(e)
        if e.weight is None and any(part.mean_prediction for part in e.slices):
            sweeps = {model: summary_of(e, model, "scores") for model in e.names}
            whole = {model: mean_score(sweep) for model, sweep in sweeps.items() if sweep is not None and sweep.probable}
            yield SliceColumn("mean_prediction", "percent", whole, lambda part: part.mean_prediction)

    def remarks(self, e: Evaluation, metric: Reference) -> Mapping[str, str]:
        """The models whose scores are the wrong way round: FPR stands above TPR where they are farthest apart."""
        if metric.entry.name != "ks":
            return {}
        sweeps = {model: summary_of(e, model, "scores") for model in e.names}
        told = [model for (model, name), value in e.values.items() if name == str(metric) and value.reason]  # the reason says more
        turned = [model for model, sweep in sweeps.items() if sweep is not None and ks_curve(sweep).sign < 0]
        return {model: "reversed" for model in turned if model not in told}


def _left_out(view: View) -> dict[str, Any]:
    """A view without curves, and why, where it has scores."""
    return {"reason": list(in_both(Message("models_left_out", most=MOST_SWEEPS)))} if isinstance(view, SweptView) else {}


class Trust(Section):
    """How far scores can be trusted: calibration, and the rates of score bands."""

    key = "scores"
    order = 20
    folder = Path(__file__).parent
    template = "scores.html"
    scripts = ("trust.js",)
    styles = ("trust.css",)
    link = "scores"
    overlays = True

    def shown(self, e: Evaluation) -> bool:
        return explored(e)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """Calibration and score bands of every view that is drawn."""
        if not explored(e):
            return None
        level = None if e.weight or e.cluster else e.level  # neither weights nor clusters say how many rows a bin is worth
        return {"views": [{} if view is None else trust_of(view.sweep, named_class(e, view), level) for view in drawn(views)]}

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("calibration_curve", "decile_table") if explored(e) else ()


def named_class(e: Evaluation, view: View) -> str:
    """What the positive class of a view is called; empty where it is 1 or true, which say no more than that it is positive."""
    if view.part is not None:
        return view.part
    return "" if e.positive is None or e.positive in (1, "1") else shown(e.positive)


SECTIONS: tuple[Section, ...] = (Explorer(), Trust())
