"""Intervals and comparisons, against loops over resampled rows and against the metrics themselves."""

import numpy as np

import gnomon as gn
from gnomon.inference.estimate import IntervalOptions, estimates
from gnomon.inference.measure import MetricCall
from gnomon.inference.sample import ResamplingData
from measure import Row, at_most, best, faster

CONFUSION = ("accuracy", "balanced_accuracy", "precision", "recall", "specificity", "f1", "jaccard", "youden_j", "mcc", "kappa")


def scored(rows: int, noise: float = 0.3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels, and the probabilities of a model and of one that errs more."""
    rng = np.random.default_rng(rows)
    y = (rng.random(rows) < 0.3).astype(np.int64)
    score = rng.normal(size=rows) + y
    return y, *(1 / (1 + np.exp(1 - s)) for s in (score, score + noise * rng.normal(size=rows)))


def _resampling_rows(y: np.ndarray, s: np.ndarray, replicates: int) -> float:
    """Seconds that so many replicates take by drawing rows and calling scikit-learn; five are measured and scaled."""
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(0)

    def draw() -> None:
        for _ in range(5):
            rows = rng.integers(0, len(y), len(y))
            roc_auc_score(y[rows], s[rows])

    return best(draw, 2) / 5 * replicates


def _compared() -> list[Row]:
    from sklearn.metrics import roc_auc_score

    y, a, b = scored(1_000_000)
    ours = best(lambda: gn.compare(y, {"a": a, "b": b}, metrics="roc_auc", curves=()), 7)
    theirs = best(lambda: roc_auc_score(y, a), 3)
    return [at_most("paired DeLong of two models, 1 M rows", ours, "one scikit-learn roc_auc_score", theirs, 1 / 3)]


def _confusion() -> list[Row]:
    y, s, _ = scored(10_000_000)
    predicted = (s > 0.5).astype(np.int64)
    counts = gn.confusion_matrix(y, predicted)
    measures = [MetricCall(gn.catalog.parse(name), 1) for name in CONFUSION]
    values = [float(getattr(gn, name)(counts)) for name in CONFUSION]
    ours = best(
        lambda: estimates(measures, values, ResamplingData(labels=counts), IntervalOptions(method="percentile", replicates=2000)), 5
    )
    counting = best(lambda: gn.confusion_matrix(y, predicted), 5)
    return [at_most("2,000 replicates of ten metrics of a confusion matrix, 10 M rows", ours, "counting it", counting, 5)]


def _evaluated() -> list[Row]:
    y, a, b = scored(1_000_000)
    table = {"y": y, "a": a, "b": b}
    rows = []
    for what, score in (("one model", "a"), ("two models, compared", ["a", "b"])):
        times = [best(lambda: gn.evaluate(table, label="y", score=score, ci=ci), 5) for ci in (0.95, None)]  # noqa: B023  # run at once
        rows.append(at_most(f"evaluate 1 M rows with intervals, {what}", times[0], "without", times[1], 10))
    return rows


def sure() -> list[Row]:
    """Bootstrap, DeLong, confusion matrices, evaluations."""
    y, s, _ = scored(300_000)
    ours = best(lambda: gn.interval("roc_auc", y, s, method="percentile", replicates=1000), 5)
    loop = faster("1,000 bootstrap replicates of AUC, 300,000 rows", ours, "a loop of scikit-learn", _resampling_rows(y, s, 1000), 100)
    return [loop, *_compared(), *_confusion(), *_evaluated()]
