"""Findings on rows that look copied, and on scores that look like row numbers. They read sweeps, which merge: any split says the same."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...findings.finding import Finding, FindingRules
from ...messages import Message
from ...metrics.areas import roc_auc
from ...summary import Sweep
from .reading import ScoreReading as Reading
from .reading import chance

rule = RULES = FindingRules()
FEWEST_KINDS = 20
"""Different rows of which all occur a multiple of times: were that chance, it would be one in 2²⁰ for twice."""
LARGEST_TIE = 8
"""Rows of one score that are looked at: more of them share it because it is coarse."""
NEIGHBOURS = 100
EXPECTED, DEVIATIONS = 12.0, 5.0
WEAK = 0.1
"""How far from one half the AUC of row numbers may be, where labels drift from row to row."""


class Copies(NamedTuple):
    """Rows that look like copies: how often every row stands, or about how many are copies of others."""

    times: int
    rows: float
    mixed: int = 0
    expected: float = 0.0


@rule
def repeated_rows(e: Reading) -> Iterator[Finding]:
    """The same rows again, wherever they stand: copies make every interval too sure. Only what shows in every model's scores counts."""
    found = [copies_of(sweep) for sweep in e.summaries_of("scores").values()]
    if not found or any(one is None for one in found):
        return
    least = min((one for one in found if one is not None), key=lambda one: (one.times, one.rows))
    figures = {"rows": e.rows, "copies": least.rows}
    if least.times > 1:
        said = Message("rows_repeated_whole", times=least.times, rows=e.rows, distinct=e.rows // least.times)
    else:
        figures |= {"mixed": least.mixed, "expected": least.expected}
        said = Message("rows_repeated_some", **figures)
    yield Finding("repeated_rows", "problem", said, "clustered_rows", None, figures, weight=1 + least.rows / max(e.rows, 1))


def copies_of(s: Sweep) -> Copies | None:
    """Whether rows look copied. Rows of one score agree in their label as often as its neighbours' rates say, unless they are copies."""
    if not s.exact or s.pos.dtype.kind != "i":  # cells of several scores, and weights, do not tell rows apart
        return None
    counts = np.concatenate([s.pos, s.neg])
    counts = counts[counts > 0]
    times = int(np.gcd.reduce(counts)) if len(counts) else 1
    if times > 1 and len(counts) >= FEWEST_KINDS:
        return Copies(times, float(s.n) * (1 - 1 / times))
    size = s.pos + s.neg
    tied = (size > 1) & (size <= LARGEST_TIE)
    if not tied.any():
        return None
    rate = _rate_around(s)[tied]
    each = 1 - rate ** size[tied] - (1 - rate) ** size[tied]
    expected, spread = float(each.sum()), math.sqrt(float((each * (1 - each)).sum()))
    mixed = int(np.count_nonzero(tied & (s.pos > 0) & (s.neg > 0)))
    if expected < EXPECTED or mixed > expected / 2 or expected - mixed < DEVIATIONS * spread:
        return None
    return Copies(1, float((size[tied] - 1).sum()) * (1 - mixed / expected), mixed, expected)


def _rate_around(s: Sweep) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The share of positives among the rows that score next to each score, without those that have it."""
    rows, positives = (np.append(0, np.cumsum(part)) for part in (s.pos + s.neg, s.pos))
    first = np.searchsorted(rows, rows[:-1] - NEIGHBOURS, "right").clip(1) - 1
    last = np.searchsorted(rows, rows[1:] + NEIGHBOURS, "left").clip(None, len(rows) - 1)
    around = rows[last] - rows[first] - (s.pos + s.neg)
    return np.asarray((positives[last] - positives[first] - s.pos) / np.maximum(around, 1), np.float64)


@rule
def identifier_as_score(e: Reading) -> Iterator[Finding]:
    """A different whole number for each row, one after the other, in the order of the rows, or without any meaning."""
    in_order = e.observed.get("in_order", {})
    for name, s in e.sweeps.items():
        numbers = s.thresholds
        if not s.exact or s.pos.dtype.kind != "i" or len(s) != s.n or s.n < FEWEST_KINDS or (numbers != np.rint(numbers)).any():
            continue
        low, high = float(numbers[-1]), float(numbers[0])
        auc = roc_auc(s)
        lost = abs(auc - 0.5) < 2 * chance(float(s.positives), float(s.negatives))
        # A rank is another whole number for each row as well, and stands in order where rows are sorted by it: it tells classes apart.
        if lost or (in_order.get(name) and abs(auc - 0.5) < WEAK):
            why = "ids_in_order" if in_order.get(name) else "ids_consecutive" if high - low == s.n - 1 else "ids_by_chance"
            said = Message("identifier_as_score", model=name, low=low, high=high, why=Message(why))
            yield Finding("identifier_as_score", "problem", said, "roc_auc", name, {"low": low, "high": high, "roc_auc": auc}, weight=1.2)
