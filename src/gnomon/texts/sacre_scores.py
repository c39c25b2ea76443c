"""BLEU, chrF and TER of what was counted and summed up: sacrebleu's formulas for any number of sums at once."""

import numpy as np

from ..types import Floats
from .measure import MeasureLines, ratio

SMOOTHING = {"none": 0.0, "exp": 0.0, "floor": 0.1, "add-k": 1.0}
"""How n-grams of which none is right are counted, and the value of each by default."""
_TINY = 1e-16


def bleu_score(s: MeasureLines, max_order: int, smooth_method: str, smooth_value: float | None, effective_order: bool) -> Floats:
    """The geometric mean of n-gram precisions, times the penalty for what is too short, in percent.

    Four rounded logarithms of 100 may average to a little more, which is cut to 100.
    """
    value = SMOOTHING[smooth_method] if smooth_value is None else smooth_value
    smooths = smooth_method == "exp" or value > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        logs, orders = _log_precisions(s, max_order, smooth_method, value)
        counted = logs if effective_order else np.where(orders, logs, -np.inf)
        over = np.maximum(orders.sum(-1), 1) if effective_order else max_order
        kept = np.where(orders, counted, 0.0) if effective_order else counted
        said, reference = s["said"], s["reference"]
        brevity = np.where(said < reference, np.exp(1 - reference / said), 1.0)
        found = np.minimum(brevity * np.exp(kept.sum(-1) / over), 100.0)
    right = np.any([s[f"correct{n}"] > 0 for n in range(1, max_order + 1)], axis=0)
    made = np.where(right, found, 0.0)
    if smooths:
        made = np.where(right & _smoothed_in_part(s, max_order, smooth_method), np.nan, made)
    return _of_some(s, made)


def _smoothed_in_part(s: MeasureLines, max_order: int, smooth_method: str) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Where smoothing, which adds n-grams as if some more had been counted, meets sums that weights have made no counts."""
    orders = range(1, max_order + 1)
    parts = np.any([s[f"{side}{n}"] != np.rint(s[f"{side}{n}"]) for side in ("correct", "total") for n in orders], axis=0)
    none = np.any([(s[f"correct{n}"] == 0) & (s[f"total{n}"] > 0) for n in orders], axis=0)
    return np.asarray(parts & (none | (smooth_method == "add-k")))


def _log_precisions(
    s: MeasureLines, max_order: int, smooth_method: str, value: float
) -> tuple[Floats, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """The logarithm of each order's precision in percent, and which orders there are before the first without any n-gram."""
    halving = np.ones(np.shape(s["said"]))
    alive = np.ones(np.shape(s["said"]), bool)
    logs, orders = [], []
    for n in range(1, max_order + 1):
        more = value if smooth_method == "add-k" and n > 1 else 0.0
        correct, total = s[f"correct{n}"] + more, s[f"total{n}"] + more
        alive = alive & (total != 0)
        none = alive & (correct == 0)
        halving = np.where(none, 2 * halving, halving)
        instead = {"exp": 1 / halving, "floor": np.full(np.shape(total), value)}.get(smooth_method, np.zeros(np.shape(total)))
        logs.append(np.log(100 * np.where(none, instead, correct) / total))
        orders.append(alive)
    return np.stack(logs, -1), np.stack(orders, -1)


def chrf_score(s: MeasureLines, order: int, beta: float, eps_smoothing: bool) -> Floats:
    """The F score of n-grams, precision and recall being means over the orders that both sides have, in percent."""
    factor = beta**2
    precision, recall, both, mean_f = (np.zeros(np.shape(s["sentences"])) for _ in range(4))
    with np.errstate(divide="ignore", invalid="ignore"):
        for n in range(1, order + 1):
            said, reference, shared = s[f"said{n}"], s[f"reference{n}"], s[f"shared{n}"]
            p, r = np.where(said > 0, shared / said, _TINY), np.where(reference > 0, shared / reference, _TINY)
            under = factor * p + r
            mean_f = mean_f + np.where(under > 0, (1 + factor) * p * r / under, _TINY)
            here = (said > 0) & (reference > 0)
            precision, recall, both = precision + np.where(here, p, 0), recall + np.where(here, r, 0), both + here
        if eps_smoothing:
            return _of_some(s, 100 * mean_f / order)
        precision, recall = (np.where(both > 0, part / both, 0.0) for part in (precision, recall))
        found = 100 * ((1 + factor) * precision * recall) / (factor * precision + recall)
    return _of_some(s, np.where(precision + recall > 0, found, 0.0))


def ter_score(s: MeasureLines) -> Floats:
    """Edits over words of the references, in percent; 100 where there are edits and no words, 0 where there is neither."""
    none = np.where(s["edits"] > 0, 1.0, 0.0)
    return _of_some(s, 100 * np.where(s["reference"] > 0, ratio(s["edits"], s["reference"]), none))


def _of_some(s: MeasureLines, found: Floats) -> Floats:
    """NaN where there is no sentence."""
    return np.where(s["sentences"] > 0, found, np.nan)
