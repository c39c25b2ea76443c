"""Tests of samples against SciPy's."""

import numpy as np
from scipy import stats

import gnomon as gn
from measure import Row, best, faster


def samples() -> list[Row]:
    """Two samples of a million values: the Kolmogorov–Smirnov and the Mann–Whitney test."""
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=1_000_000), rng.normal(size=1_000_000)
    ours = best(lambda: gn.ks_2samp(a, b, method="asymptotic"), 9)
    theirs = best(lambda: stats.ks_2samp(a, b, method="asymp"), 5)
    rows = [faster("ks_2samp, 1 M and 1 M values, asymptotic", ours, "SciPy", theirs, 3)]
    ours = best(lambda: gn.mann_whitney(a, b), 9)
    theirs = best(lambda: stats.mannwhitneyu(a, b), 3)
    return [*rows, faster("mann_whitney with the AUC's interval, 1 M and 1 M values", ours, "SciPy, p-value only", theirs, 2)]
