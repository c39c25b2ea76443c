"""Evaluations to report on: ordinary, weighted, large and strange."""

import json
import warnings
from dataclasses import replace
from functools import cache

import numpy as np

import gnomon as gn
from gnomon.evaluation import evaluate
from gnomon.evaluation.summaries import ModelSummaries
from segmentation.scenes import NAMES as CLASSES
from segmentation.scenes import noisy, scenes

HOSTILE = '<script>alert("x")</script>'
NAMES = [HOSTILE, "</script><img src=x onerror=alert(1)>", "\"quoted\" & 'single'", "\u202eright to left", "long " * 80, "", "a\u2028b"]


def scored(n=3000, seed=0, spread=1.0):
    """Labels and scores that overlap, all scores distinct."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.2).astype(int)
    return y, rng.standard_normal(n) + spread * y


@cache
def credit():
    return evaluate(gn.samples.credit(2500), label="default", score={"new": "p_new", "old": "p_old"}, by="region")


@cache
def unsure():
    """The same without intervals."""
    return evaluate(gn.samples.credit(2500), label="default", score={"new": "p_new", "old": "p_old"}, by="region", ci=None)


@cache
def crossing():
    """Three models: two whose curves cross beyond chance, and one that is like the first. The last metric has no interval anywhere."""
    rng = np.random.default_rng(11)
    n = 6000
    y = (rng.random(n) < 0.3).astype(int)
    found = y * (rng.random(n) < 0.45)
    steep = rng.standard_normal(n) + 3.0 * found
    even = rng.standard_normal(n) + 1.1 * y
    table = {"y": y, "steep": steep, "even": even, "twin": steep + 0.05 * rng.standard_normal(n)}
    return evaluate(table, label="y", score=["steep", "even", "twin"], metrics="roc_auc,average_precision,ks,lift_at@0.1")


@cache
def clustered():
    y, s = scored(900)
    table = {"y": y, "s": s, "t": s + np.random.default_rng(12).standard_normal(900), "user": np.arange(900) // 3}
    return evaluate(table, label="y", score=["s", "t"], cluster="user")


@cache
def weighted():
    y, s = scored(700)
    table = {"y": y, "s": s, "w": np.random.default_rng(1).random(700) * 3, "g": np.array(["a", "b"])[np.arange(700) % 2]}
    return evaluate(table, label="y", score="s", weight="w", by="g")


@cache
def few():
    """So few thresholds that all are kept."""
    y, s = scored(600)
    return evaluate({"y": y, "s": np.round(s, 1)}, label="y", score="s")


@cache
def large():
    y, s = scored(200_000)
    return evaluate({"y": y, "s": s}, label="y", score="s")


@cache
def coarse():
    """A sweep kept in cells, as an evaluation under tight memory has it."""
    e = large()
    return replace(
        e, exact=False, summaries={name: ModelSummaries(scores=held.scores.coarsened(4096)) for name, held in e.summaries.items()}
    )


def coarse_at(threshold):
    """The same, with exact counts at a threshold that a metric names."""
    e = coarse()
    return replace(e, summaries={"s": ModelSummaries(scores=large().held().scores.coarsened(4096, [threshold]))})


@cache
def hostile():
    """Everything that can be named is named as badly as can be."""
    rng = np.random.default_rng(2)
    names = [f"{name}{k}" if k else name for k, name in enumerate(NAMES)]
    y = rng.integers(0, 2, 700)
    table = {HOSTILE: np.where(y == 1, HOSTILE, "</script>"), "</td>by": np.array(names)[rng.integers(0, len(names), 700)]}
    table |= {f"m{name}": np.clip(rng.random(700) * 0.7 + 0.2 * y, 0, 1) for name in names}
    return evaluate(table, label=HOSTILE, score={name: f"m{name}" for name in names}, by="</td>by", positive=HOSTILE)


@cache
def many():
    """Twenty models, fifty slices and weights: the largest page that is promised to stay small."""
    rng = np.random.default_rng(3)
    n = 12_000
    y = (rng.random(n) < 0.2).astype(int)
    table = {"y": y, "w": rng.random(n) + 0.1, "g": np.array([f"slice {k}" for k in range(50)])[rng.integers(0, 50, n)]}
    table |= {f"model {k}": 1 / (1 + np.exp(-(rng.standard_normal(n) + y - 1))) for k in range(20)}
    return evaluate(table, label="y", score=[f"model {k}" for k in range(20)], by="g", weight="w", replicates=100)


@cache
def multiclass():
    rng = np.random.default_rng(4)
    labels = np.array(["cat", "dog", "rabbit"])[rng.integers(0, 3, 500)]
    p = rng.dirichlet([1, 1, 1], 500)
    return evaluate({"y": labels, "a": p[:, 0], "b": p[:, 1], "c": p[:, 2]}, label="y", score={"cat": "a", "dog": "b", "rabbit": "c"})


@cache
def two_multiclass():
    """Two models with a score for each class, and slices."""
    rng = np.random.default_rng(4)
    p = rng.dirichlet([1, 1, 1], 500)
    table = {"y": np.array(["cat", "dog", "rabbit"])[rng.integers(0, 3, 500)], "g": np.array(["u", "v"])[np.arange(500) % 2]}
    table |= {name: p[:, k] for k, name in enumerate("abc")}
    scores = {"one": {"cat": "a", "dog": "b", "rabbit": "c"}, "two": {"cat": "c", "dog": "b", "rabbit": "a"}}
    return evaluate(table, label="y", score=scores, by="g")


DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@cache
def ten_classes():
    """Two models of ten classes that confuse 'one' with 'seven', one of them too sure of itself; slices."""
    rng = np.random.default_rng(21)
    n = 800
    truth = rng.integers(0, 10, n)
    near = np.eye(10)[truth] * 2.2
    near[np.ix_(truth == 1, [7])] += 2.4
    table = {"digit": np.array(DIGITS)[truth], "pen": np.array(["fine", "felt"])[rng.integers(0, 2, n)]}
    scores = {}
    for name, sharp in (("calm", 1.0), ("bold", 3.0)):
        raised = np.exp(sharp * (near + rng.standard_normal((n, 10))))
        p = raised / raised.sum(axis=1, keepdims=True)
        table |= {f"{name}_{digit}": p[:, k] for k, digit in enumerate(DIGITS)}
        scores[name] = {digit: f"{name}_{digit}" for digit in DIGITS}
    return evaluate(table, label="digit", score=scores, by="pen")


def sharp():
    """Scores that only their far digits tell apart, near 1 and near a thousand million."""
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 500)
    p = 1 - 10 ** -(4 + 3 * rng.random(500) + y)
    return evaluate({"y": y, "p": p, "far": 1e9 + (p - 0.9999) / 2}, label="y", score=["p", "far"])


def labels_only(classes=3):
    truth = [f"class {k % classes}" for k in range(400)]
    return evaluate({"y": truth, "p": truth[7:] + truth[:7]}, label="y", prediction="p")


def one_row():
    return evaluate({"y": [1], "p": [0.3]}, label="y", score="p")


def one_class():
    return evaluate({"y": [0] * 20, "p": np.linspace(0, 1, 20), "g": ["a", "b"] * 10}, label="y", score="p", by="g")


def constant():
    return evaluate({"y": [0, 1, 1, 0], "p": [0.5] * 4}, label="y", score="p")


def huge():
    return evaluate({"y": [0, 1, 1, 0, 1], "p": [-1.7e308, 1e300, 1.7e308, 5e-324, -1.0]}, label="y", score="p")


def first_schema(path):
    """What the first version wrote: no intervals, no comparison."""
    known = unsure().to_dict() | {"schema_version": 1}
    path.write_text(json.dumps({name: value for name, value in known.items() if name not in ("level", "cluster", "comparison")}))
    return gn.evaluation.Evaluation.load(path)


def loaded(path):
    """An evaluation from JSON, which has figures and no curves."""
    credit().save(path)
    return gn.evaluation.Evaluation.load(path)


def impressions(n=2400, users=120):
    """A log of impressions: who clicks at all is easy to tell, what they click is not; some never click."""
    rng = np.random.default_rng(0)
    user = np.minimum(rng.integers(0, users, n), rng.integers(0, users, n))
    level, liking = rng.normal(0, 1.2, users)[user], rng.normal(0, 1, n)
    table = {"user": user, "click": (rng.random(n) < 1 / (1 + np.exp(2 - level - 0.8 * liking))).astype(int)}
    table |= {"new": level + 0.7 * liking + rng.normal(0, 0.7, n), "old": level + 0.3 * liking + rng.normal(0, 0.7, n)}
    grade = np.clip(np.round(liking + rng.normal(0, 0.5, n)), 0, 4).astype(int)
    return table | {"grade": grade, "dense": liking + rng.normal(0, 0.6, n), "device": np.array(["phone", "desk"])[user % 2]}


@cache
def clicks():
    return evaluate(impressions(), label="click", score=["new", "old"], group="user", by="device", metrics="roc_auc, gauc, ndcg@10, mrr")


@cache
def graded():
    return evaluate(impressions(), label="grade", score=["dense", "new", "old"], group="user", by="device")


QRELS = {
    "q1": {"a": 2, "b": 0, "c": 1},
    "q2": {"a": 1, "d": 1},
    "q3": {"a": 0},
    "q4": {"e": 3},
    HOSTILE: {"a": 1, "b": 0},
    "\u202equery": {"z": 1},
}
RUN = {
    "q1": {"b": 3.0, "x": 2.0, "a": 1.0},
    "q2": {"y": 9.0},
    "q3": {"a": 1.0},
    HOSTILE: {"b": 2.0, "a": 1.0},
    "\u202equery": {"z": 1.0},
    "unknown": {"a": 1.0},
}


@cache
def runs():
    """Lists as retrieval has them: unanswered queries, unjudged and unretrieved documents, a query without judgments, hostile names."""
    return gn.evaluate_runs(QRELS, {"a": RUN, "b": {"q1": {"a": 2.0}, "q4": {"e": 1.0}}})


@cache
def demand():
    """Two forecasts of what was sold, with slices, and a day on which nothing went as usual."""
    table = gn.samples.demand(3000)
    table["sold"][1234] = 5000.0
    return evaluate(table, label="sold", prediction=["forecast", "last_year"], by="region")


def lists_of(e, model=None):
    return e.held(model).ranked


def quietly(call, *given, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        return call(*given, **options)


def label_maps():
    """Two models of scenes, with pixels ignored and a class that is never predicted."""
    truth = scenes(20)
    models = {name: noisy(truth, share, seed=place) for place, (name, share) in enumerate({"unet": 0.3, "deeplab": 0.1}.items())}
    truth[0, 5:9, 5:9] = 4
    return gn.evaluate(truth, prediction=models, task="segmentation", ignore=255, classes=[*CLASSES, "person"])
