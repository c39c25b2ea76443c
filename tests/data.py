"""Data for the tests: strategies that look for trouble, and ways to read any result as numbers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import gnomon as gn
from gnomon.catalog import Entry
from gnomon.result import Result

TIED = st.sampled_from([0.0, 0.25, 0.5, 0.5000000000000001, 1.0])
WILD = st.one_of(
    TIED,
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 5e-324, -5e-324, 1e-310, 1.7976931348623157e308, -1.7976931348623157e308]),
)
PROBABILITY = st.one_of(TIED, st.floats(0, 1), st.sampled_from([5e-324, 1 - 2**-53]))
WEIGHT = st.one_of(st.sampled_from([0.0, 0.5, 1.0, 2.0, 1e-9, 1e9]), st.floats(1e-6, 1e6))


@st.composite
def scored(draw: Any, scores: Any = WILD, weights: Any = None, least: int = 1, most: int = 40, both: bool = False) -> tuple[Any, ...]:
    """Labels 0/1, scores, and weights (or None)."""
    n = draw(st.integers(max(least, 2 if both else 1), most))
    y = np.array(draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    if both:
        y[0], y[-1] = 0, 1
    s = np.array(draw(st.lists(scores, min_size=n, max_size=n)), float)
    w = None
    if weights is not None:
        w = np.array(draw(st.lists(weights, min_size=n, max_size=n)), float)
        if both:
            w[0], w[-1] = max(w[0], 1e-3), max(w[-1], 1e-3)
        if not w.any():
            w[0] = 1.0
    return y, s, w


@st.composite
def labelled(draw: Any, classes: int = 4, weights: Any = None, most: int = 40) -> tuple[Any, ...]:
    """Truth and prediction over a few classes, and weights (or None)."""
    n = draw(st.integers(1, most))
    k = draw(st.integers(1, classes))
    y, p = (np.array(draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))) for _ in range(2))
    w = None
    if weights is not None:
        w = np.array(draw(st.lists(weights, min_size=n, max_size=n)), float)
        if not w.any():
            w[0] = 1.0
    return y, p, w


def example(entry: Entry, seed: int, n: int = 200) -> tuple[Any, Any]:
    """Labels and what the metric reads beside them: labels of two classes, or tied probabilities."""
    rng = np.random.default_rng(seed)
    if entry.summary is gn.SentenceSums:
        return [[" ".join(rng.choice(list("abcd"), rng.integers(1, 9))) for _ in range(n)] for _ in range(2)]
    y = (rng.random(n) < 0.35).astype(np.int64)
    y[:2] = 0, 1
    score = np.round(np.clip(0.4 * y + 0.6 * rng.random(n), 0, 1) * 64) / 64  # ties, and exact in float32
    return (y, (score >= 0.5).astype(np.int64)) if entry.summary is gn.Counts else (y, score)


def required(entry: Entry) -> dict[str, Any]:
    """A value for each option that has no default: a cut is a whole number."""
    return {name: 5 if name == "k" else 0.5 for name, option in entry.options.items() if option.required}


def call(entry: Entry, *data: Any, **keywords: Any) -> Any:
    """The public function of the metric."""
    return getattr(gn, entry.name)(*data, **required(entry), **keywords)


TESTED = ("statistic", "contribution", "p_value", "p_values", "adjusted")
"""What tests make of gaps and rows: twice the rows are twice the evidence."""


UNKNOWN_BY_WEIGHTS = {"CalibrationCurve": {"low", "high"}}
"""How sure rates are, which sums of weights do not tell."""


def figures(result: Any, rates_only: bool = False, weighted: bool = False) -> np.ndarray:
    """Every number of a result in one array; with rates_only, without those that count rows; weighted, without what weights do not tell."""
    if isinstance(result, gn.Counts):
        return result.matrix.ravel() / (result.n if rates_only else 1)
    if isinstance(result, Result):
        counts = {"weight", "tp", "fp", "fn", "tn", "n", "positives", "negatives", "support", "cost", *TESTED} if rates_only else set()
        counts |= UNKNOWN_BY_WEIGHTS.get(type(result).__name__, set()) if weighted else set()
        parts = [figures(value, rates_only) for name, value in result.to_dict().items() if name not in counts]
        return np.concatenate(parts) if parts else np.empty(0)
    if isinstance(result, dict):
        return np.concatenate([np.empty(0), *(figures(value) for value in result.values())])
    if isinstance(result, (str, tuple)) or result is None:
        return np.empty(0)
    if isinstance(result, list) and any(isinstance(value, str) for value in result):
        return np.empty(0)
    return np.atleast_1d(np.asarray(result, float)).ravel()


def assert_same(a: Any, b: Any, rates_only: bool = False, rtol: float = 1e-12, atol: float = 1e-14, weighted: bool = False) -> None:
    """Assert that two results hold the same numbers."""
    np.testing.assert_allclose(figures(a, rates_only, weighted), figures(b, rates_only, weighted), rtol=rtol, atol=atol)


def assert_unknown_options_refused(entry: Entry, data: tuple[Any, ...]) -> None:
    """Assert that a keyword nobody knows is refused, and that each option refuses nonsense by its name."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        call(entry, *data, colour=1)
    for option in entry.options.values():
        if option.choices or option.constraint:
            keywords = {**required(entry), option.name: "nonsense"}
            with pytest.raises(gn.InputError, match=f"{option.name}='nonsense' is not"):
                getattr(gn, entry.name)(*data, **keywords)
