"""No worse than another model on the same rows: a gate that fails only when the loss is real."""

import math
from typing import Any

from ..catalog import parse
from ..errors import InputError
from ..inference import Pair
from ..inference.significance import adjusted_once, holm
from .compare import compare
from .gates import Gate, tolerances
from .result import Evaluation
from .text import number

SCORED, PROBABLE, LABELLED = ("roc_auc", "average_precision"), ("log_loss",), ("accuracy",)


def compared_on(margins: dict[str, float], metrics: list[str]) -> list[str]:
    """The metrics to compare: those that have a margin, or of those evaluated a few that say different things."""
    named = [name for name in margins if name]
    usual = [name for name in metrics if parse(name).entry.name in (*SCORED, *PROBABLE) or name in LABELLED]
    return named or usual or metrics


def margins_of(given: list[str] | None) -> dict[str, float]:
    """Losses that may be, by metric; a bare number, under the empty name, holds for all."""
    return tolerances(given, "margin")


def no_worse(evaluation: Evaluation, before: Evaluation, margins: dict[str, float], **settings: Any) -> list[Gate]:
    """A gate for each metric and model: it fails when the loss exceeds its margin by more than chance.

    Losses are tested on one side, and with Holm's correction over all that are tested: of gates on models that are no worse, all pass
    in 95 of 100 runs, however many metrics are compared.
    """
    wanted = compared_on(margins, list(evaluation.metrics))
    for name in wanted:
        if parse(name).entry.better is None:
            raise InputError(f"--margin: {name} has no better end, so that nothing can be worse; leave it out")
    found = compare({NEW: evaluation, OLD: before}, metrics=wanted, curves=(), **settings)
    tested = [pair for pair in found.pairs if _couple(pair, evaluation, before)]
    allowed = [margins.get(pair.metric, margins.get("", 0.0)) for pair in tested]
    # Forms of one metric are one test, unless a margin sets them apart: 0.01 of the Gini is not 0.01 of the AUC.
    both = list(zip(tested, allowed, strict=True))
    hypotheses = [(pair.a, pair.b, pair.metric if margin else parse(pair.metric).hypothesis) for pair, margin in both]
    chances = adjusted_once(holm, [_chance(pair, margin) for pair, margin in both], hypotheses)
    alone = evaluation.names[0]
    return [_gate(pair, p, margins, found.level, pair.a.partition(": ")[2] or alone) for pair, p in zip(tested, chances, strict=True)]


NEW, OLD = "new", "baseline"


def _couple(pair: Pair, evaluation: Evaluation, before: Evaluation) -> bool:
    """Whether a pair is of one model now and before; where both have one model, they are."""
    if len(evaluation.names) == 1 and len(before.names) == 1:
        return True
    names = [name.partition(": ")[2] for name in (pair.a, pair.b)]
    return pair.a.startswith(NEW) and pair.b.startswith(OLD) and names[0] == (names[1] or before.names[0])


def _loss(pair: Pair) -> float:
    return pair.difference if parse(pair.metric).entry.better == "lower" else -pair.difference


def _chance(pair: Pair, margin: float) -> float:
    """How often a loss as large as this would be seen if it were no more than the margin."""
    if not pair.defined:
        return math.nan
    if pair.error <= 0:
        return 0.0 if _loss(pair) > margin else 1.0
    return math.erfc((_loss(pair) - margin) / pair.error / math.sqrt(2)) / 2


def _gate(pair: Pair, chance: float, margins: dict[str, float], level: float, model: str) -> Gate:
    margin = margins.get(pair.metric, margins.get("", 0.0))
    asked = f"baseline {number(pair.value_b)}" + (f", margin {margin:g}" if margin else "")
    if not pair.defined:
        return Gate(pair.metric, model, asked, passed=False, shown=number(pair.value_a), why=f"no test: {pair.reason}")
    difference = f"{pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]"
    p = f"p {'< .001' if chance < 0.001 else f'= {chance:.3f}'}, {pair.method}"
    real = chance < 1 - level
    said = f"the loss is real ({p})" if real else f"a loss is not shown ({p})" if _loss(pair) > margin else ""
    return Gate(pair.metric, model, asked, passed=not real, shown=f"{number(pair.value_a)}  {difference}", why=said)
