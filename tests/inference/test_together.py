"""Metrics asked for together have the intervals that each has alone, whatever the seeds of who made the data."""

import tracemalloc

import numpy as np
import pytest

import gnomon as gn
from gnomon.randomness import stream
from inference.populations import Binormal, Probabilities

CUTS = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75]


@pytest.mark.parametrize("columns", [{}, {"weight": "w"}, {"cluster": "c"}], ids=["plain", "weighted", "clustered"])
def test_metrics_at_many_thresholds(columns):
    rng = np.random.default_rng(3)
    y, p = Probabilities(Binormal(d=1.2, prevalence=0.4), bias=0.4).draw(rng, 400)
    rows = {"y": y, "p": p, "w": rng.random(400), "c": rng.integers(0, 150, 400)}
    metrics = [f"{name}@{cut}" for cut in CUTS for name in ("mcc", "f1", "kappa")]
    together = gn.evaluate(rows, label="y", score="p", metrics=metrics, **columns)
    for metric in metrics:
        alone = gn.interval(metric, y, p, **{name: rows[column] for name, column in columns.items()})
        said = together[metric]
        assert said.method == alone.method
        assert (said.low, said.high) == pytest.approx((alone.low, alone.high), rel=1e-12), metric


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_data_made_by_the_same_seed_is_data_like_any_other(seed):
    """Classes drawn by ``default_rng(seed)`` went hand in hand with the blocks that rows fell into, which the same seed had drawn."""
    rows, classes = 5000, 100

    def made(rng):
        y = rng.integers(0, classes, rows)
        p = np.where(rng.random(rows) < 0.7, y, rng.integers(0, classes, rows))
        return gn.interval("f1(average=macro)", y, p, weight=rng.uniform(0.5, 1.5, rows), seed=seed)

    own, other = made(np.random.default_rng(seed)), made(np.random.default_rng([seed, 99]))
    assert own.value in own
    assert own.width == pytest.approx(other.width, rel=0.25)
    assert not np.array_equal(stream(seed).integers(0, 1000, 50), np.random.default_rng(seed).integers(0, 1000, 50))


def test_hundreds_of_classes_take_no_gigabytes():
    """Replicates of a matrix are made some at a time: a thousand of 200 by 200 are 320 MB, and each metric made several such."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 200, 4000)
    p = np.where(rng.random(4000) < 0.7, y, rng.integers(0, 200, 4000))
    tracemalloc.start()
    try:
        found = gn.interval("mcc", y, p)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.value in found
    assert most < 250e6
