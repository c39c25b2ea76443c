"""Ranks and pairs of numbers."""

import warnings

import numpy as np
import scipy.stats as stats

import gnomon as gn
from measure import Row, best, faster

N = 1_000_000


def joint() -> list[Row]:
    """Correlations of ranks against SciPy, and the concordance index against lifelines, which is given fewer rows."""
    from lifelines.utils import concordance_index

    rng = np.random.default_rng(0)
    x = rng.standard_normal(N)
    y = x + rng.standard_normal(N)
    event = rng.random(N) < 0.6
    assert abs(gn.spearman(x, y) - stats.spearmanr(x, y).statistic) < 1e-12
    assert abs(gn.kendall(x, y) - stats.kendalltau(x, y).statistic) < 1e-12
    few = slice(N // 20)
    time = np.exp(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert abs(gn.concordance_index(time[few], y[few], event=event[few]) - concordance_index(time[few], y[few], event[few])) < 1e-12
        theirs = best(lambda: concordance_index(time[few], y[few], event[few]), 2) * 20
    return [
        faster("`spearman`, 1 M pairs", best(lambda: gn.spearman(x, y), 7), "SciPy's spearmanr", best(lambda: stats.spearmanr(x, y), 3), 4),
        faster("`kendall`, the same", best(lambda: gn.kendall(x, y), 7), "SciPy's kendalltau", best(lambda: stats.kendalltau(x, y), 3), 2),
        faster(
            "`concordance_index`, 1 M rows, 40 % censored",
            best(lambda: gn.concordance_index(time, y, event=event), 3),
            "lifelines on 50,000 of them, times 20 (it takes more than that: n·log n)",
            theirs,
            20,
        ),
    ]
