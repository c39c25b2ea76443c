"""Each problem is seen, and rows without one are not blamed. `make coverage` asks the same of many more sets and sizes."""

import csv
import math
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.tree import DecisionTreeRegressor

import gnomon as gn
from evaluation.planted import chance, scored, small_truths, with_outliers
from evaluation.planted_problems import CLEAN, NUMBERS, PLANTED, blamed, rules_of
from gnomon.catalog import entries, parse
from gnomon.findings import slices
from gnomon.value import Value

N = 300
SLICED = {"worst_slice": 2 * N, "slice_uncalibrated": 3 * N}
"""Rules that need some rows in each slice."""


@pytest.mark.parametrize("name", PLANTED)
def test_planted_problems_are_seen(name):
    rule, make, options = PLANTED[name]
    assert rule in rules_of(make, options, SLICED.get(rule, N), seed=1)


@pytest.mark.parametrize("name", CLEAN)
def test_clean_rows_are_not_blamed(name):
    rate, rules = blamed(name, 2 * N, 2)
    assert rate < 1, rules


RANGED = [entry for entry in entries() if entry.kind == "value" and entry.better is not None]


def values_around(entry):
    """A good, a middling and a bad value, by the metric's own direction."""
    low, high = entry.range or (-math.inf, math.inf)
    low, high = low if math.isfinite(low) else min(high, 0.0) - 1.0, high if math.isfinite(high) else max(low, 0.0) + 1.0
    ends = [low + share * (high - low) for share in (0.1, 0.8, 0.9)]
    return ends[::-1] if entry.better == "higher" else ends


@pytest.mark.parametrize("entry", RANGED, ids=lambda entry: entry.name)
def test_the_named_slice_is_worse_by_the_direction_of_its_metric(entry):
    """Of every metric: one slice differs from five others, for the better or for the worse; only the worse is named."""
    options = ",".join(f"{option.name}=1" for option in entry.options.values() if option.required and option.name != entry.at)
    try:
        metric = str(parse(f"{entry.name}({options})" if options else entry.name))
    except gn.InputError:
        pytest.skip("its options are no numbers")
    good, middle, bad = values_around(entry)
    aspect = SimpleNamespace(fair=lambda e: [metric], large=lambda e, part: True, explained=lambda *known: 0.0, carrying=lambda *known: 1.0)
    plan = SimpleNamespace(aspect_of=lambda reference: aspect)
    for odd, named in ((good, False), (bad, True)):
        parts = [_slice(metric, f"s{k}", middle if k else odd) for k in range(6)]
        e = SimpleNamespace(metrics=[metric], plan=plan, slices=parts, names=["m"], level=0.95)
        found = list(slices.worst_slice(e))
        assert [one.evidence["slice"] for one in found] == (["s0"] if named else [])


def _slice(metric, name, value):
    held = Value(value, metric, "m", low=value - 1e-4, high=value + 1e-4)
    return SimpleNamespace(by={"s": name}, name=f"s = {name}", shown=name, rows=500, values={("m", metric): held})


def test_references_with_options_are_checked():
    """A metric of a slice is found by what it is, not by how its name is written."""
    rule, make, options = PLANTED["worst slice of label sets"]
    assert rule in rules_of(make, options | {"metrics": "f1(average=micro)"}, 2 * N, seed=0)


def real(changed):
    """Measured progress of diabetes, predicted by a tree of 40 leaves and by a line, with changed predictions."""
    features, y = load_diabetes(return_X_y=True)
    models = DecisionTreeRegressor(max_leaf_nodes=40, random_state=0), Ridge(0.1)
    rng = np.random.default_rng(0)
    return [{"y": y, "p": changed(rng, model.fit(features, y).predict(features))} for model in models]


def test_fills_and_caps_of_real_predictions_are_seen():
    """Fills among the few values of a tree, and a cap whose truths are above and below it; a tree's own values are neither."""
    fills, caps, clean = (
        [rules_of(lambda rng, n, rows=rows: rows, NUMBERS | {"ci": None}, N, 0) for rows in real(changed)]
        for changed in (
            lambda rng, p: np.where(rng.random(len(p)) < 0.06, 0.0, p),
            lambda rng, p: np.minimum(p, np.quantile(p, 0.9)),
            lambda rng, p: p,
        )
    )
    assert all("values_filled" in rules for rules in fills)
    assert "predictions_capped" in caps[1]
    assert not {"values_filled", "predictions_capped"} & clean[0].union(clean[1], caps[0])


def test_a_fill_between_other_predictions_is_seen_and_a_zero_that_is_meant_is_not():
    rng = np.random.default_rng(0)
    amount, step = rng.normal(35, 20, 600), 5.0
    coarse = {"y": amount + rng.normal(0, 6, 600), "p": np.where(rng.random(600) < 0.1, 0.0, step * np.round(amount / step))}
    assert "values_filled" in rules_of(lambda rng, n: coarse, NUMBERS | {"ci": None}, N, 0)
    bought = rng.random(600) < 0.4
    told = np.where(bought, rng.random(600) < 0.85, rng.random(600) < 0.1)
    amount = rng.lognormal(4, 0.8, 600)
    hurdle = {"y": np.where(bought, amount * rng.lognormal(0, 0.3, 600), 0.0), "p": np.where(told, amount, 0.0)}
    assert not {"values_filled", "rows_shuffled"} & rules_of(lambda rng, n: hurdle, NUMBERS | {"ci": None}, N, 0)


SEEN_IN_ROWS = (
    *("scores shifted", "labels shifted", "texts shifted", "copies of numbers", "predictions filled"),
    "half of the numbers shuffled",
)


@pytest.mark.parametrize("name", SEEN_IN_ROWS)
def test_rows_are_looked_at_without_intervals(name, tmp_path):
    """Of arrays and of a file: order, copies, fills and shuffled rows are seen where no intervals are asked for."""
    rule, make, options = PLANTED[name]
    rows = make(np.random.default_rng(1), N)
    assert rule in rules_of(lambda rng, n: rows, options | {"ci": None}, N, 1)
    with open(tmp_path / "rows.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([rows, *zip(*rows.values(), strict=True)])
    assert rule in {finding.rule for finding in gn.evaluate(tmp_path / "rows.csv", **options, ci=None).findings}


def test_equal_predictions_of_a_slice_without_positives_are_no_alarm():
    """Predictions of 0.05 and no positive in 30 rows: their errors do not vary, and chance explains them."""
    where = np.repeat([0, 1, 2], [200, 200, 100])
    rows = {"y": np.where(where == 2, 0, np.arange(500) % 20 == 0).astype(int), "p": np.full(500, 0.05), "s": where}
    options = {"label": "y", "score": "p", "metrics": "brier_score", "by": "s"}
    assert "slice_uncalibrated" not in rules_of(lambda rng, n: rows, options, 0, 0)


def test_order_says_nothing_of_copies_or_units():
    """Rows in another order: what does not hang on the order is said of them all the same."""
    for name in ("copies of numbers", "forgotten exp", "half of the numbers shuffled", "predictions capped"):
        rule, make, options = PLANTED[name]
        backwards = lambda rng, n, make=make: {key: values[::-1] for key, values in make(rng, n).items()}  # noqa: E731
        assert rule in rules_of(backwards, options, N, seed=1)


def test_a_rank_is_a_score():
    rows = scored(np.random.default_rng(1), N)
    rows["p"] = rows["p"].argsort().argsort()
    assert "identifier_as_score" not in rules_of(lambda rng, n: rows, {"label": "y", "score": "p", "metrics": "roc_auc"}, N, 0)


def evaluated(make, metrics, n=2 * N, seed=4, ci=None):
    return gn.evaluate(make(np.random.default_rng(seed), n), **NUMBERS, metrics=metrics, ci=ci)


def test_what_heavy_tails_and_small_truths_do_is_a_remark_on_the_metric():
    """A heavy tail is no mistake of rows or model: the metric that it decides says so. A few rows that stand apart could be one."""
    heavy = lambda rng, n: {"y": 50 + rng.standard_cauchy(n), "p": np.full(n, 50.0)}  # noqa: E731
    tail, tiny, wild = (evaluated(make, "rmse,mape,mae") for make in (heavy, small_truths, with_outliers))
    assert tail["rmse"].reason.holds("rmse_of_few_rows")
    assert tiny["mape"].reason.holds("mape_of_small_truths")
    assert not any(made["mae"].reason for made in (tail, tiny, wild))
    assert not evaluated(small_truths, "wape")["wape"].reason
    said = [{finding.rule for finding in made.findings} & {"errors_of_few_rows", "mape_of_small_truths"} for made in (tail, tiny, wild)]
    assert said == [set(), set(), {"errors_of_few_rows"}]


def test_rounded_heavy_tails_do_not_stand_apart():
    tail = lambda rng, n: {"y": np.round(rng.standard_t(2, n)), "p": np.zeros(n)}  # noqa: E731
    assert evaluated(tail, "rmse", 20_000)["rmse"].reason.holds("rmse_of_few_rows")
    assert "errors_of_few_rows" not in {finding.rule for finding in evaluated(tail, "rmse", 20_000).findings}


@pytest.mark.parametrize("ci", [0.95, None])
def test_pure_clusters_are_not_chance(ci):
    """Many small clusters, each of one class: an index near 0 that no chance gives."""
    truth = np.repeat([0, 1], 1000)
    rows = {"y": truth, "p": np.arange(2000) // 20}
    assert gn.adjusted_rand(truth, rows["p"]) < 0.05
    assert "no_better_than_chance" not in rules_of(
        lambda rng, n: rows, {"label": "y", "prediction": "p", "task": "clustering", "ci": ci}, N, 0
    )
    mixed = rows | {"p": np.random.default_rng(0).permutation(rows["p"])}
    assert "no_better_than_chance" in rules_of(
        lambda rng, n: mixed, {"label": "y", "prediction": "p", "task": "clustering", "ci": ci}, N, 0
    )


def test_accuracy_beside_rare_positives_is_a_remark():
    p = chance(1.2 * np.random.default_rng(2).standard_normal(4000) - 3.2)
    rows = {"y": (np.random.default_rng(3).random(4000) < p).astype(int), "p": p}
    made = gn.evaluate(rows, label="y", score="p", metrics="accuracy@0.5,roc_auc", replicates=200)
    assert "accuracy_is_majority" not in {one.rule for one in made.findings}
    assert made["accuracy@0.5"].reason.holds("accuracy_beside_majority")
