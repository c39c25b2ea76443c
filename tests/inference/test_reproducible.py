"""The same seed gives the same figures: in any process, on any number of threads, from rows or from summaries."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import gnomon as gn
from inference.populations import Binormal

PROGRAM = """
import json, sys
import numpy as np
import gnomon as gn
rng = np.random.default_rng(3)
n = 30_000
y = (rng.random(n) < 0.3).astype(int)
a, b = (1 / (1 + np.exp(-(0.9 * y + rng.standard_normal(n)))) for _ in range(2))
w, user = rng.random(n), rng.integers(0, 3000, n)
out = {}
for metric in ("roc_auc", "ks", "average_precision", "f1@0.5", "mcc@0.5", "brier_score", "log_loss", "expected_calibration_error"):
    for name, columns in (("plain", {}), ("weight", {"weight": w}), ("cluster", {"cluster": user})):
        found = gn.interval(metric, y, a, seed=7, replicates=100, **columns)
        out[f"{metric} {name}"] = [found.low, found.high]
for name, columns in (("plain", {}), ("cluster", {"cluster": user})):
    made = gn.compare(y, {"a": a, "b": b}, metrics=["roc_auc", "ks", "accuracy@0.5"], seed=7, replicates=100, **columns)
    out[f"compare {name}"] = [[p.low, p.high, p.p_value] for p in made.pairs]
    out[f"bands {name}"] = [[d.low.tolist(), d.high.tolist()] for d in made.dominance]
choice = gn.threshold_choice(y, a, objective="f1", seed=7, replicates=100)
out["choice"] = [choice.threshold_low, choice.threshold_high, choice.optimism, choice.low, choice.high]
json.dump(out, sys.stdout)
"""


def run(threads):
    # One thread for NumPy's products in either process: how a BLAS cuts its sums is not ours to settle.
    environment = {**os.environ, "GNOMON_THREADS": str(threads), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_one_thread_and_two_give_the_same_figures_to_the_last_digit():
    one, two = run(1), run(2)
    assert list(one) == list(two)
    for name, figures in one.items():
        assert figures == two[name], name


RESAMPLED = ["ks", "average_precision", "mcc@0.5", "equal_error_rate"]


@pytest.mark.parametrize("metric", RESAMPLED)
def test_the_same_seed_is_the_same_interval_and_another_another(metric):
    y, s = Binormal().draw(np.random.default_rng(0), 300)
    first, again, other = (gn.interval(metric, y, s, seed=seed) for seed in (1, 1, 2))
    assert (first.low, first.high) == (again.low, again.high)
    assert (first.low, first.high) != (other.low, other.high)
    # A quantile of 1,000 replicates is good to about a twentieth of the interval's width.
    assert abs(first.low - other.low) < 0.2 * first.width
    assert abs(first.high - other.high) < 0.2 * first.width


@pytest.mark.parametrize("metric", ["roc_auc", "accuracy@0.5", "f1@0.5", "recall@0.5"])
def test_formulas_need_no_seed(metric):
    y, s = Binormal().draw(np.random.default_rng(1), 300)
    first, other = (gn.interval(metric, y, s, seed=seed) for seed in (1, 2))
    assert (first.low, first.high) == (other.low, other.high)


@pytest.mark.parametrize("metric", [*RESAMPLED, "roc_auc", "accuracy@0.5", "f1@0.5"])
def test_a_sweep_has_the_interval_of_its_rows(metric):
    y, s = Binormal(tied=0.1).draw(np.random.default_rng(2), 500)
    a, b = gn.interval(metric, y, s, seed=4), gn.interval(metric, gn.Sweep.of(y, s), seed=4)
    merged = gn.interval(metric, gn.Sweep.of(y[:200], s[:200]) + gn.Sweep.of(y[200:], s[200:]), seed=4)
    back = gn.interval(metric, gn.Sweep.from_bytes(gn.Sweep.of(y, s).to_bytes()), seed=4)
    assert (a.low, a.high) == (b.low, b.high) == (merged.low, merged.high) == (back.low, back.high)


def test_no_seed_is_seed_nought():
    y, s = Binormal().draw(np.random.default_rng(3), 200)
    assert gn.interval("ks", y, s).to_dict() == gn.interval("ks", y, s, seed=0).to_dict()


def test_the_random_state_of_numpy_is_neither_read_nor_moved():
    y, s = Binormal().draw(np.random.default_rng(4), 200)
    np.random.seed(0)
    before = np.random.get_state()[1].copy()
    first = gn.interval("ks", y, s)
    gn.compare(y, {"a": s, "b": s[::-1]}, metrics=["ks", "accuracy@0.5"], method="auto")
    np.testing.assert_array_equal(np.random.get_state()[1], before)
    np.random.seed(5)
    assert gn.interval("ks", y, s).low == first.low


def test_metrics_asked_for_together_are_compared_as_alone():
    y, s = Binormal().draw(np.random.default_rng(5), 200)
    other = s + np.random.default_rng(6).standard_normal(200)
    together = gn.compare(y, {"a": s, "b": other}, metrics=["ks", "average_precision", "mcc@0.5"], curves=())
    for metric in ("ks", "average_precision", "mcc@0.5"):
        alone = gn.compare(y, {"a": s, "b": other}, metrics=metric, curves=())[metric]
        assert (together[metric].low, together[metric].p_value) == pytest.approx((alone.low, alone.p_value), rel=1e-12)
