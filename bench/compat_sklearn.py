"""What stands in for scikit-learn's metrics against scikit-learn itself."""

from functools import partial

import numpy as np
import sklearn.metrics as sk

from gnomon.compat import sklearn as compat
from measure import Row, at_most, best, best_small, faster

N = 10_000_000
REPORTED = 8_000_000
"""The rows of a report that its users measured at 18.6 s."""


def _large() -> list[Row]:
    rng = np.random.default_rng(11)
    y = (rng.random(N) < 0.1).astype(np.int64)
    s = rng.standard_normal(N) + y
    rows = []
    for name in ("roc_auc_score", "precision_recall_curve"):
        ours, theirs = getattr(compat, name), getattr(sk, name)
        times = best(partial(ours, y, s), 7), best(partial(theirs, y, s), 2)
        rows.append(faster(f"`compat.sklearn` `{name}`, 10 M rows", times[0], "scikit-learn", times[1], 20))
    return rows


def _reports() -> list[Row]:
    rng = np.random.default_rng(12)
    rows = []
    for n, classes in ((N, 10), (REPORTED, 2)):
        y = rng.integers(0, classes, n)
        p = np.where(rng.random(n) < 0.7, y, rng.integers(0, classes, n))
        assert compat.classification_report(y, p) == sk.classification_report(y, p)
        times = best(partial(compat.classification_report, y, p), 7), best(partial(sk.classification_report, y, p), 2)
        work = f"`compat.sklearn` `classification_report`, {n // 1_000_000} M rows, {classes} int classes"
        rows.append(faster(work, times[0], "scikit-learn", times[1], 20))
    names = np.array(["no", "yes"])[y]
    said = np.array(["no", "yes"])[p]
    times = best(lambda: compat.classification_report(names, said), 3), best(lambda: sk.classification_report(names, said), 1)
    rows.append(faster("the same, labels as text", times[0], "scikit-learn", times[1], 20))
    return rows


def _small() -> list[Row]:
    rng = np.random.default_rng(13)
    y, s = (rng.random(100) < 0.3).astype(np.int64), rng.random(100)
    p = (s > 0.5).astype(np.int64)
    calls = {"roc_auc_score": s, "precision_recall_curve": s, "classification_report": p, "f1_score": p, "mean_squared_error": s}
    rows = []
    for name, given in calls.items():
        ours, theirs = (best_small(partial(getattr(module, name), y, given)) for module in (compat, sk))
        rows.append(at_most(f"`compat.sklearn` `{name}`, n = 100", ours, "scikit-learn", theirs, 1))
    return rows


def compat_sklearn() -> list[Row]:
    return [*_large(), *_reports(), *_small()]
