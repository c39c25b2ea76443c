"""Findings on a model's scores: reversed, weak, too good, tied, useless where it matters, uncalibrated."""

from collections.abc import Iterator
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from ...findings.finding import Finding, FindingRules, ends
from ...inputs import HIGHER
from ...messages import Message
from ...metrics.areas import average_precision, ks, roc_auc
from ...metrics.calibration import calibration_curve, expected_calibration_error
from ...metrics.curves import ks_curve
from ...metrics.points import precision_at_recall
from ...metrics.tables import decile_table
from ...summary import Sweep
from .miscalibration import miscalibrated
from .reading import ScoreReading as Reading

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


rule = RULES = FindingRules()
TOO_HIGH, TOO_LOW = ("predictions_too_high", "predictions_too_high_at"), ("predictions_too_low", "predictions_too_low_at")
"""What is said of predictions between two values, and of those of one."""
ENOUGH = 20
"""Rows of each class below which a figure is mostly luck, and nothing is said of it."""


@rule
def constant_scores(e: Reading) -> Iterator[Finding]:
    """All rows score alike, or so many share a score that the ranking is mostly ties."""
    for name, s in e.sweeps.items():
        if len(s) == 1:
            yield Finding(
                "constant_scores",
                "problem",
                Message("constant_scores", model=name, score=s.thresholds[0]),
                "roc_auc",
                name,
                {"score": float(s.thresholds[0])},
                weight=2.0,
            )
            continue
        tied = float(s.pos.astype(float) @ s.neg.astype(float)) / (s.positives * s.negatives)
        if e.summaries[name].scores.exact and tied > 0.05:
            yield Finding(
                "tied_scores",
                "caution",
                Message("tied_scores", model=name, tied=tied, distinct=len(s)),
                "roc_auc",
                name,
                {"tied_pairs": tied, "distinct_scores": len(s)},
                weight=tied,
            )


@rule
def reversed_scores(e: Reading) -> Iterator[Finding]:
    """An AUC below one half by more than chance: the scores rank the wrong way round."""
    for name, auc in e.wrong_way.items():
        code = "read_them_lower" if len(e.models) == 1 else "read_its_lower"
        remedy = Message(code if e.sweeps[name].direction == HIGHER else "read_them_higher", model=name)
        yield Finding(
            "reversed_scores",
            "problem",
            Message("reversed_scores", model=name, auc=auc, remedy=remedy),
            "roc_auc",
            name,
            {"roc_auc": auc},
            weight=1.5,
        )


@rule
def no_better_than_chance(e: Reading) -> Iterator[Finding]:
    """An AUC whose interval holds one half: these rows do not show that the scores know anything."""
    for name, s in e.sweeps.items():
        if len(s) == 1:
            continue
        auc, value = roc_auc(s), e.values.get((name, "roc_auc"))
        if value is not None and value.unsure:
            continue
        half = 1.96 * e.chance(s)
        low, high = max(auc - half, 0.0), min(auc + half, 1.0)
        if value is not None and value.low is not None:
            low, high = value.low, value.high
        if low <= 0.5 <= high:
            yield Finding(
                "no_better_than_chance",
                "problem",
                Message("no_better_than_chance", model=name, auc=auc, low=low, high=high),
                "roc_auc",
                name,
                {"roc_auc": auc, "low": low, "high": high},
                weight=1.4,
            )


@rule
def weak_or_too_good(e: Reading) -> Iterator[Finding]:
    """KS below 0.2 hardly separates; above 0.75 it is rather leakage than skill."""
    for name, s in e.sweeps.items():
        value = ks(s)
        if min(e.positives_of(s.positives), e.negatives_of(s.negatives)) < ENOUGH:
            continue
        if len(s) > 1 and value < 0.2:
            yield Finding(
                "weak_separation",
                "caution",
                Message("weak_separation", model=name, ks=value),
                "ks",
                name,
                {"ks": value},
                weight=0.6,
            )
        elif value > 0.75:
            yield Finding(
                "too_good",
                "problem" if value > 0.9 else "caution",
                Message("too_good", model=name, ks=value),
                "ks",
                name,
                {"ks": value},
                weight=value,
            )


@rule
def good_roc_poor_precision(e: Reading) -> Iterator[Finding]:
    """A fine AUC among rare positives may still mean that most alerts are false."""
    for name, s in e.sweeps.items():
        auc, ap = roc_auc(s), average_precision(s)
        half = precision_at_recall(s, recall=0.5)
        if auc >= 0.75 and float(half) < 0.3:
            rate = s.positives / s.n
            yield Finding(
                "good_roc_poor_precision",
                "problem" if float(half) < 0.1 else "caution",
                Message("good_roc_poor_precision", model=name, auc=auc, false=1 - float(half), ap=ap, rate=rate),
                "average_precision",
                name,
                {"roc_auc": auc, "average_precision": ap, "precision_at_recall@0.5": float(half), "prevalence": rate},
                weight=1 - float(half),
            )


@rule
def half_finds_nothing(e: Reading) -> Iterator[Finding]:
    """At the habitual threshold of one half hardly any positive is found."""
    for name, s in e.sweeps.items():
        cut = _at_half(e, name, s)
        if cut is None or len(s) == 1:
            continue
        found = float(cut.matrix[1, 1]) / s.positives
        best = ks_curve(s)
        if found < 0.1 and best.statistic > 0.2 and best.sign > 0:
            yield Finding(
                "half_finds_nothing",
                "caution",
                Message("half_finds_nothing", model=name, found=found, threshold=best.threshold),
                "best_threshold",
                name,
                {"recall@0.5": found, "ks_threshold": best.threshold},
                weight=0.8,
            )


def _at_half(e: Reading, name: str, s: Sweep) -> Any:
    """The confusion matrix at one half, where that is a threshold anyone would try."""
    if not s.probable:
        return None
    sweep = e.summaries[name]["scores"]
    return sweep.at(0.5) if sweep.tells(0.5) else None


@rule
def accuracy_of_scores(e: Reading) -> Iterator[Finding]:
    """Accuracy at one half that always answering the majority reaches too."""
    from ..labels.findings import majority_finding

    for name, s in e.sweeps.items():
        cut = _at_half(e, name, s)
        if cut is not None and e.summaries[name].labels is None:
            label = next((c for c in e.classes if c != e.positive), None) if s.negatives >= s.positives else e.positive
            informed = roc_auc(s) > 0.5 + 3 * e.chance(s)
            yield from majority_finding(cut, name, "accuracy@0.5", label, e.rows_of(1.0), informed)


@rule
def calibration(e: Reading) -> Iterator[Finding]:
    """Predicted probabilities against the rates that came true, where there are rows enough to tell."""
    for name, s in e.sweeps.items():
        if not s.probable or len(s) == 1:
            continue
        error = expected_calibration_error(s)
        effect = e.design_effect(name)
        worst = miscalibrated(calibration_curve(s), partial(e.rows_in, design_effect=effect))
        evidence = {"expected_calibration_error": error}
        if worst is None:
            if error < 0.02:
                yield Finding(
                    "calibrated",
                    "fine",
                    Message("calibrated", model=name, error=error),
                    "calibration_curve",
                    name,
                    evidence,
                )
            continue
        low, high = ends(worst.lowest, worst.highest)
        many = Message("worth_so_many_rows" if e.weight or effect > 1 else "so_many_rows", rows=worst.rows)
        code = (TOO_HIGH if worst.gap < 0 else TOO_LOW)[low == high]
        yield Finding(
            "uncalibrated",
            "problem" if error > 0.1 else "caution",
            Message(code, model=name, low=low, high=high, gap=abs(worst.gap), rows=many, error=error),
            "expected_calibration_error",
            name,
            evidence | {"low": worst.lowest, "high": worst.highest, "gap": worst.gap},
            weight=error + abs(worst.gap) / 10,
        )


@rule
def bands_out_of_order(e: Reading) -> Iterator[Finding]:
    """A score band with a higher rate of positives than the band above it, by more than chance."""
    for name, s in e.sweeps.items():
        table = decile_table(s)
        rows = e.positives_of(table.positives) + e.negatives_of(table.negatives)
        if roc_auc(s) < 0.5 or len(rows) < 2 or not (rows > 0).all():
            continue
        rises = np.diff(table.rate)
        pooled = (table.positives[1:] + table.positives[:-1]) / (table.n[1:] + table.n[:-1])
        spread = np.sqrt(np.clip(pooled * (1 - pooled), 1e-9, None) * (1 / rows[1:] + 1 / rows[:-1]))
        at = int(np.argmax(rises / spread))
        # Of so many neighbours in order, one rises by this much in one case of a hundred.
        if rises[at] < NormalDist().inv_cdf(1 - 0.01 / len(rises)) * spread[at]:
            continue
        rates = float(table.rate[at + 1]), float(table.rate[at])
        yield Finding(
            "bands_out_of_order",
            "caution",
            Message("bands_out_of_order", model=name, band=at + 2, above=at + 1, rate=rates[0], rate_above=rates[1]),
            "decile_table",
            name,
            {"band": at + 2, "rate": rates[0], "rate_above": rates[1]},
            weight=rates[0] - rates[1],
        )


left_out = LEFT_OUT = FindingRules()


@left_out
def probabilities_left_out(e: "Evaluation") -> Iterator[Finding]:
    """Metrics of probabilities that were not shown, since the scores are none."""
    for said in map(Message.from_data, e.facts.get("left_out") or ()):
        yield Finding("probabilities_left_out", "caution", said, "log_loss", said.values["model"], dict(said.values), weight=0.1)


RULES += LEFT_OUT
