"""Metrics while models are boosted: what a training with gnomon's metric takes beside one that evaluates nothing."""

import lightgbm
import numpy as np

import gnomon as gn
from gnomon.compat.lightgbm import metric
from measure import Row, at_most, best

ROWS, FEATURES, ROUNDS = 500_000, 100, 50


def boosting() -> list[Row]:
    """A training of LightGBM that scores a fifth of its rows by KS after every round, against the same without a metric."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(ROWS, FEATURES)).astype(np.float32)
    y = (X[:, 0] + X[:, 1] * X[:, 2] + 2 * rng.normal(size=ROWS) > 0.5).astype(int)
    cut = ROWS * 4 // 5
    params = {"objective": "binary", "metric": "none", "verbose": -1, "seed": 0}
    data = lightgbm.Dataset(X[:cut], y[:cut], params={"verbose": -1}).construct()
    valid = data.create_valid(X[cut:], y[cut:]).construct()
    told: dict[str, dict[str, list[float]]] = {}

    def train(**more: object) -> lightgbm.Booster:
        return lightgbm.train(params, data, ROUNDS, valid_sets=[valid], **more)  # which predicts for the rows of valid either way

    booster = train(feval=metric("ks"), callbacks=[lightgbm.record_evaluation(told)])
    np.testing.assert_allclose(told["valid_0"]["ks"][-1], gn.ks(y[cut:], booster.predict(X[cut:])), rtol=1e-12)
    times = [(best(lambda: train(feval=metric("ks")), 1), best(train, 1)) for _ in range(5)]  # in turn, since machines warm up
    ours, theirs = (min(side) for side in zip(*times, strict=True))
    work = f"LightGBM, {ROWS:,} rows × {FEATURES}, {ROUNDS} rounds, `ks` of a fifth after each"
    return [at_most(work, ours, "LightGBM without a metric", theirs, 1.1)]
