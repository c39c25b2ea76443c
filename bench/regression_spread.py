"""Errors by their distribution: the claims of medae."""

import numpy as np
import sklearn.metrics as sk

import gnomon as gn
from measure import Row, best, faster

N = 10_000_000


def spread() -> list[Row]:
    """The median absolute error of rows, without and with weights."""
    rng = np.random.default_rng(0)
    y = rng.standard_normal(N)
    p = y + 0.3 * rng.standard_normal(N)
    w = rng.random(N)
    assert gn.medae(y, p) == sk.median_absolute_error(y, p)
    return [
        faster(
            "`medae`, 10 M pairs of float64",
            best(lambda: gn.medae(y, p), 7),
            "scikit-learn",
            best(lambda: sk.median_absolute_error(y, p), 5),
            3,
        ),
        faster(
            "the same with weights",
            best(lambda: gn.medae(y, p, weight=w), 3),
            "scikit-learn",
            best(lambda: sk.median_absolute_error(y, p, sample_weight=w), 2),
            3,
        ),
    ]
