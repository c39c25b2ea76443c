"""Predicted numbers: one exact pass for every error against scikit-learn's plain sums."""

import numpy as np
import sklearn.metrics as sk

import gnomon as gn
from measure import WATCH, Row, at_most, best, best_small, faster, fresh

N = 10_000_000
FIVE = ("rmse", "mae", "mape", "r2", "pearson")

MEMORY = f"""
{WATCH}
import numpy as np, gnomon as gn
rng = np.random.default_rng(0)
y = rng.normal(100, 15, {N})
p = y + rng.normal(0, 5, {N})
gn.r2(gn.Moments.of(y[:1000], p[:1000]))
print(watched(lambda: [gn.Moments.of(y, p) for _ in range(3)]))
"""


def moments() -> list[Row]:
    """Five metrics from one Moments against one of scikit-learn's, alone and with all five."""
    rng = np.random.default_rng(0)
    y = rng.normal(100, 15, N)
    p = y + rng.normal(0, 5, N)

    def ours() -> list[float]:
        held = gn.Moments.of(y, p)
        return [getattr(gn, name)(held) for name in FIVE]

    def theirs() -> list[float]:
        four = (sk.root_mean_squared_error, sk.mean_absolute_error, sk.mean_absolute_percentage_error, sk.r2_score)
        return [*(float(metric(y, p)) for metric in four), float(np.corrcoef(y, p)[0, 1])]

    np.testing.assert_allclose(ours()[:2] + ours()[3:], theirs()[:2] + theirs()[3:], rtol=1e-11)
    pair = [(best(ours, 3), best(lambda: sk.r2_score(y, p), 3)) for _ in range(4)]
    five, alone = min(a for a, _ in pair), min(b for _, b in pair)
    few, said = y[:100], p[:100]
    return [
        at_most("`Moments.of` 10 M pairs, exact; rmse, mae, mape, r2, pearson of it", five, "scikit-learn's `r2_score` alone", alone, 1),
        faster("the same", five, "the five of scikit-learn and NumPy", best(theirs, 3), 3),
        faster(
            "`rmse`, n = 100",
            best_small(lambda: gn.rmse(few, said)),
            "scikit-learn",
            best_small(lambda: sk.root_mean_squared_error(few, said)),
            2,
        ),
        at_most("extra memory of `Moments.of`, 10 M pairs", int(fresh(MEMORY)), "64 MB", 64e6, 1, unit="B"),
    ]
