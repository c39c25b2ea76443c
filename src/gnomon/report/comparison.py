"""Models compared, as the page's script draws them: differences, who is ahead along the curves, and the table of tests."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import parse
from ..evaluation import Evaluation
from ..evaluation.saved import plain_number
from ..messages.language import LANGUAGES
from .figures import headings_of
from .sure_words import concept_of
from .words import in_both

if TYPE_CHECKING:
    from ..inference.dominance import Dominance
    from ..inference.pairs import Pair


FIGURES = ("value_a", "value_b", "difference", "low", "high", "p_value", "p_holm", "p_bh")
PAIR = ("metric", "couple", "method", *FIGURES)
MOST_FOR_PAPER = 100
"""Lines that the page also holds as Markdown and LaTeX; nobody prints a longer table."""
FEW_PAIRS = 40
"""Lines of the table of tests that a page shows unfolded, and paper at all."""


def comparison_of(e: Evaluation, explained: set[str]) -> dict[str, Any] | None:
    """Pairs and curves by their places in the lists of models, metrics and couples; None where nothing was compared."""
    c = e.comparison
    if c is None or not c.pairs:
        return None
    places = {name: place for place, name in enumerate(e.names)}
    couples = list(dict.fromkeys((pair.a, pair.b) for pair in c.pairs))
    methods = {pair.method: concept_of(pair.method) for pair in c.pairs}
    return {
        "rows": c.rows,
        "couples": [[places[a], places[b]] for a, b in couples],
        "metrics": [{"reference": name, "heading": headings_of(name), "better": parse(name).entry.better or ""} for name in c.metrics],
        "concepts": {method: concept for method, concept in methods.items() if concept in explained},
        "columns": PAIR,
        "pairs": [_pair(pair, c.metrics.index(pair.metric), couples.index((pair.a, pair.b))) for pair in c.pairs],
        "curves": [_curve(one, couples.index((one.a, one.b))) for one in c.dominance if (one.a, one.b) in couples],
    } | ({"markdown": _both(c.to_markdown), "latex": _both(c.to_latex)} if len(c.pairs) <= MOST_FOR_PAPER else {})


def _both(made: Callable[[str], str]) -> dict[str, str]:
    """A table in either language."""
    return {lang: made(lang) for lang in LANGUAGES}


def _pair(pair: "Pair", metric: int, couple: int) -> list[Any]:
    """A pair in the order of the columns, and behind them why there is no test, where there is none."""
    figures = [plain_number(getattr(pair, name)) for name in FIGURES]
    return [metric, couple, pair.method, *figures, *([in_both(pair.reason)] if pair.reason else [])]


def _curve(one: "Dominance", couple: int) -> dict[str, Any]:
    """One curve of two models: runs of places at which the same one is ahead, each surely or not, and where they change places."""
    return {
        "curve": one.curve,
        "couple": couple,
        "verdict": one.verdict,
        "winner": -1 if not one.winner else int(one.winner == one.b),
        "slack": plain_number(round(one.slack, 4)),
        "told": [plain_number(round(end, 4)) for end in one.told],
        "stretches": [_stretch(one, stretch) for stretch in one.stretches],
    }


def _stretch(one: Any, stretch: Any) -> dict[str, Any]:
    """A stretch and its runs, each from half a step before its first place to half a step behind its last.

    The thresholds are those of the whole stretch.
    """
    half = float(one.x[1] - one.x[0]) / 2
    inside = np.flatnonzero((one.x > stretch.start - half) & (one.x < stretch.end + half))
    first = stretch.winner == one.a
    surely = (one.low[inside] > 0) if first else (one.high[inside] < 0)
    turns = [0, *(np.flatnonzero(np.diff(surely.astype(int))) + 1).tolist(), len(inside)]
    runs = [
        [round(float(one.x[inside[a]]) - half, 4), round(float(one.x[inside[b - 1]]) + half, 4), bool(surely[a])]
        for a, b in pairwise(turns)
    ]
    thresholds = [[plain_number(float(f"{end:.6g}")) for end in ends] for ends in stretch.thresholds]
    return {
        "winner": int(not first),
        "start": round(stretch.start, 9),
        "end": round(stretch.end, 9),
        "thresholds": thresholds,
        "runs": runs,
    }
