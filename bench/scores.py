"""Labels and scores: the claims of the first family."""

import subprocess
import time

import numpy as np
import sklearn.metrics as sk

import gnomon as gn
from measure import WATCH, Row, at_most, best, best_small, faster, fresh

N = 10_000_000


SORT = f"""
import time
import numpy as np
s = np.random.default_rng(0).standard_normal({N})
times = []
for _ in range(4):
    start = time.perf_counter()
    np.sort(s)
    times.append(time.perf_counter() - start)
print(min(times))
"""


def other_sort(ours: float) -> list[Row]:
    """np.sort without AVX-512, whose form of it is slow on some processors; no row where NumPy has no such choice."""
    try:
        seconds = float(fresh(SORT, NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL"))
    except subprocess.CalledProcessError:
        return []
    return [at_most("the same", ours, "`np.sort(scores)` alone, AVX-512 disabled", seconds, 1.25)]


def curves() -> list[Row]:
    """One roc_auc against scikit-learn and against a bare sort; a sweep and ten metrics against one roc_auc."""
    rng = np.random.default_rng(0)
    y = (rng.random(N) < 0.1).astype(np.int64)
    s = rng.standard_normal(N) + y
    ours = best(lambda: gn.roc_auc(y, s), 7)
    sort = best(lambda: np.sort(s), 3)
    theirs = best(lambda: sk.roc_auc_score(y, s), 2)
    assert abs(gn.roc_auc(y, s) - sk.roc_auc_score(y, s)) < 1e-12

    def ten() -> list[float]:
        sweep = gn.Sweep.of(y, s)
        plain = (gn.roc_auc, gn.gini, gn.accuracy_ratio, gn.ks, gn.break_even_point, gn.equal_error_rate, gn.lift_at)
        areas = [gn.average_precision(sweep, interpolation=i) for i in ("step", "trapezoid", "11-point")]
        return [float(metric(sweep)) for metric in plain] + areas

    w = rng.random(N)
    low, high = gn.Sweep.of(y, s, resolution=2**20).bounds("roc_auc")
    return [
        faster("`roc_auc`, 10 M float64 scores, 10 % positive", ours, "scikit-learn", theirs, 45),
        at_most("the same", ours, "`np.sort(scores)` alone", sort, 1.25),
        *other_sort(ours),
        at_most("`Sweep.of` the same and ten curve metrics from it", best(ten, 5), "one gnomon `roc_auc`", ours, 4),
        faster(
            "`roc_auc` with weights, the same",
            best(lambda: gn.roc_auc(y, s, weight=w), 3),
            "scikit-learn",
            best(lambda: sk.roc_auc_score(y, s, sample_weight=w), 1),
            30,
        ),
        at_most("half-width of the AUC at 2**20 cells, the same", (high - low) / 2, "the bar, 1e-5", 1e-5, 1, unit=""),
    ]


def small() -> list[Row]:
    rng = np.random.default_rng(1)
    y, s = (rng.random(100) < 0.3).astype(np.int64), rng.random(100)
    ours, theirs = best_small(lambda: gn.roc_auc(y, s)), best_small(lambda: sk.roc_auc_score(y, s))
    return [faster("`roc_auc`, n = 100", ours, "scikit-learn", theirs, 150)]


def classes() -> list[Row]:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 10, 1_000_000)
    s = rng.random((1_000_000, 10)) + 0.5 * np.eye(10)[y]
    s /= s.sum(axis=1, keepdims=True)
    ours = best(lambda: gn.roc_auc(y, s, multiclass="ovr"), 9)
    theirs = best(lambda: sk.roc_auc_score(y, s, multi_class="ovr"), 2)
    return [faster("`roc_auc` ovr, 1 M × 10 classes", ours, "scikit-learn", theirs, 20)]


def labels() -> list[Row]:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 10, N)
    p = np.where(rng.random(N) < 0.7, y, rng.integers(0, 10, N))
    matrix, theirs_matrix = best(lambda: gn.confusion_matrix(y, p), 7), best(lambda: sk.confusion_matrix(y, p), 2)
    f1, theirs_f1 = best(lambda: gn.f1(y, p, average="macro"), 7), best(lambda: sk.f1_score(y, p, average="macro"), 2)
    return [
        faster("`confusion_matrix`, 10 M rows, 10 int classes", matrix, "scikit-learn", theirs_matrix, 30),
        faster("macro `f1`, the same", f1, "scikit-learn", theirs_f1, 40),
    ]


MEMORY = f"""
{WATCH}
import numpy as np, gnomon as gn
rng = np.random.default_rng(0)
y = (rng.random({N}) < 0.1).astype(np.int64)
s = rng.standard_normal({N}) + y
gn.roc_auc(y[:1000], s[:1000])
print(watched(lambda: [gn.roc_auc(y, s) for _ in range(3)]), s.nbytes)
"""


def memory() -> list[Row]:
    extra, size = map(int, fresh(MEMORY).split())
    return [at_most("extra memory of `roc_auc`, 10 M float64", extra, "the scores themselves", size, 2.5, unit="B")]


def imports() -> list[Row]:
    """Wall time of a fresh process that imports and ends, less that of an empty one."""

    def wall(code: str) -> float:
        def once() -> float:
            start = time.perf_counter()
            fresh(code)
            return time.perf_counter() - start

        return min(once() for _ in range(15))

    wall("import gnomon")
    numpy, ours = wall("import numpy"), wall("import gnomon")
    return [at_most("`import gnomon`, fresh process", ours, "`import numpy`", numpy, 1.5)]


PARTS = (curves, small, classes, labels, memory, imports)
