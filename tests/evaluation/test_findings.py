"""Findings: each rule on data that calls for it, and silence on data that does not."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.findings import general, slices
from gnomon.tasks import aspects
from gnomon.tasks.scores.reading import ScoreReading

RULES = [*general.RULES, *slices.RULES, *(rule for aspect in aspects() for rule in aspect.rules())]
rng = np.random.default_rng(3)
N = 4000
RARE = (rng.random(N) < 0.05).astype(int)
EVEN = (rng.random(N) < 0.5).astype(int)


def rules(table, **options):
    """The findings by rule."""
    options = {"label": "y", "score": "p"} | options
    return {finding.rule: finding for finding in gn.evaluate(table, **options).findings}


def chance(log_odds):
    return 1 / (1 + np.exp(-log_odds))


SIGNAL = rng.standard_normal(N)
CALIBRATED = chance(SIGNAL)
HONEST = {"y": (rng.random(N) < CALIBRATED).astype(int), "p": CALIBRATED}


def test_an_honest_model_is_called_fine():
    found = rules(HONEST)
    assert set(found) == {"calibrated"}
    assert found["calibrated"].symbol == "✓"


@pytest.mark.parametrize(
    ("rule", "severity", "table", "says"),
    [
        ("accuracy_is_majority", "problem", {"y": RARE, "p": rng.random(N) * 0.4}, r"accuracy@0.5 0.9\d+ equals the majority rate"),
        ("reversed_scores", "problem", {"y": EVEN, "p": 0.5 - 0.3 * EVEN + 0.5 * rng.random(N)}, "is below one half"),
        ("weak_separation", "caution", {"y": EVEN, "p": rng.random(N)}, r"KS 0\.0\d+ is below 0.2"),
        ("too_good", "problem", {"y": EVEN, "p": 0.7 * EVEN + 0.3 * rng.random(N)}, "look for leakage"),
        ("constant_scores", "problem", {"y": EVEN, "p": np.full(N, 0.25)}, "every row has the score 0.25"),
        ("tied_scores", "caution", {"y": EVEN, "p": np.round(0.3 * EVEN + 0.7 * rng.random(N), 1)}, "share a score"),
        ("good_roc_poor_precision", "caution", {"y": RARE, "p": rng.normal(1.1 * RARE, 1)}, "looks good, yet to find half"),
        ("half_finds_nothing", "caution", {"y": RARE, "p": chance(rng.normal(2 * RARE - 3, 0.6))}, r"threshold of 0.5 finds"),
        ("uncalibrated", "problem", {"y": HONEST["y"], "p": chance(SIGNAL + 1.5)}, "are too high by"),
        ("uncalibrated", "problem", {"y": HONEST["y"], "p": chance(SIGNAL - 1.5)}, "are too low by"),
        ("one_class", "problem", {"y": np.ones(50, int), "p": rng.random(50)}, "every row has the label 1"),
        ("few_of_a_class", "caution", {"y": np.arange(100) < 7, "p": rng.random(100)}, "only 7 positive rows"),
    ],
)
def test_scores(rule, severity, table, says):
    found = rules(table)
    assert rule in found
    finding = found[rule]
    assert finding.severity == severity
    assert rule not in rules(HONEST)
    assert re.search(says, finding.en), finding.en
    assert any("\u4e00" <= letter <= "\u9fff" for letter in finding.zh)
    gn.catalog.get(finding.metric)
    assert finding.evidence


def test_classes_never_found():
    """95 cats, 2 dogs and 3 rabbits, all called cat: the accuracy of 0.95 must not pass in silence."""
    table = {"y": ["cat"] * 95 + ["dog"] * 2 + ["rabbit"] * 3, "a": ["cat"] * 100}
    found = rules(table, score=None, prediction="a")
    assert "'dog', 'rabbit' are never found (recall 0)" in found["classes_never_found"].en
    assert found["classes_never_found"].severity == "problem"
    assert "accuracy 0.950 equals the majority rate (0.950: always answering 'cat')" in found["accuracy_is_majority"].en


def test_dropped_rows():
    table = HONEST | {"p": np.where(np.arange(N) < 400, np.nan, HONEST["p"])}
    with pytest.warns(gn.DroppedRowsWarning):
        found = rules(table, missing="drop")
    assert "400 of 4,000 rows (10 %) were dropped for missing values (p 400)" in found["rows_dropped"].en


def test_the_worst_slice_is_named():
    where = rng.choice(["a", "b"], N, p=[0.8, 0.2])
    p = np.where(where == "b", rng.random(N), CALIBRATED)
    found = rules(HONEST | {"p": p, "where": where}, by="where")
    assert found["worst_slice"].severity == "problem"
    assert found["worst_slice"].en.startswith("p: worst slice: where = b: roc_auc 0.")
    assert "worst_slice" not in rules(HONEST | {"where": np.tile(["a", "b"], N // 2)}, by="where")


def test_models_enclose_or_cross():
    better = rng.normal(1.5 * EVEN, 1)
    worse = better + rng.normal(0, 2, N)
    found = rules({"y": EVEN, "a": better, "b": worse}, score=["a", "b"])
    enclosing = found["curve_encloses"].en
    assert enclosing.startswith("a encloses b on ROC to within 0.0")
    assert enclosing.endswith(". It is above by more than chance somewhere, and from FPR 0.01 to 0.99 nowhere below by more than that")
    few = rules({"y": EVEN[:300], "a": better[:300], "b": worse[:300]}, score=["a", "b"])
    said = "a is ahead of b on ROC: above by more than chance somewhere, below by more than chance nowhere"
    assert few["curve_ahead"].en == said
    assert "curve_encloses" not in few
    narrow = rng.normal(1.2 * EVEN, np.where(EVEN == 1, 0.3, 1))
    wide = rng.normal(1.2 * EVEN, np.where(EVEN == 1, 2.0, 1))
    crossing = rules({"y": EVEN, "a": narrow, "b": wide}, score=["a", "b"])["curves_cross"]
    ahead = {stretch["winner"]: (stretch["from"] + stretch["to"]) / 2 for stretch in crossing.evidence["stretches"]}
    assert set(ahead) == {"a", "b"}
    for winner, loser, name in ((narrow, wide, "a"), (wide, narrow, "b")):
        assert gn.tpr_at_fpr(EVEN, winner, fpr=ahead[name]) > gn.tpr_at_fpr(EVEN, loser, fpr=ahead[name])
    alike = [better + rng.normal(0, 1, N) for _ in range(2)]
    assert not {"curves_cross", "curve_encloses", "curve_ahead"} & set(rules({"y": EVEN, "a": alike[0], "b": alike[1]}, score=["a", "b"]))


def test_the_gravest_comes_first():
    severities = [f.severity for f in gn.evaluate(gn.samples.credit(), label="default", score=["p_new", "p_old"], by="region").findings]
    assert severities == sorted(severities, key=["problem", "caution", "fine"].index)
    assert set(severities) == {"problem", "caution", "fine"}


def test_every_rule_says_what_it_looks_for():
    assert len(RULES) >= 12
    assert all(rule.__doc__ for rule in RULES)


def test_chance_alone_is_no_finding(sets):
    """Perfectly calibrated scores, random slices, weights of any scale: what luck gives is not held against the model."""
    said = []
    for seed in range(sets(10, least=5)):
        r = np.random.default_rng(seed)
        p = chance(r.standard_normal(5000))
        table = {"y": (r.random(5000) < p).astype(int), "p": p, "s": r.integers(0, 20, 5000), "w": np.full(5000, 1e6)}
        said += [set(rules(table, by="s", weight=weight)) for weight in (None, "w")]
    assert sum("worst_slice" in found for found in said) <= 0.2 * len(said)  # one in twenty, and rare luck
    assert sum("uncalibrated" in found for found in said) <= 0.1 * len(said)
    assert not any({"reversed_scores", "weak_separation", "few_of_a_class"} & found for found in said)


@pytest.mark.parametrize("metric", ["recall@0.5", "balanced_accuracy@0.5", "specificity@0.5", "accuracy@0.5"])
def test_chance_in_slices_is_measured_by_the_rows_it_rests_on(metric, sets):
    said = 0
    for seed in range(sets(20, least=10)):
        r = np.random.default_rng(seed)
        y = (r.random(8000) < 0.05).astype(int)
        table = {"y": y, "p": np.clip(r.normal(0.3 + 0.25 * y, 0.2), 0, 1), "s": r.integers(0, 10, 8000)}
        said += "worst_slice" in rules(table, by="s", metrics=metric)
    assert said <= 0.2 * sets(20, least=10)  # one in twenty, and rare luck


def test_downsampled_negatives_are_still_many_rows():
    """A thousand positives of weight 1 beside a thousand negatives of weight 100 are a thousand positives."""
    r = np.random.default_rng(0)
    y = np.repeat([0, 1], 1000)
    where = np.tile(["a", "b"], 1000)
    p = np.clip(np.where(where == "a", 0.4 * y, 0.4 * (1 - y)) + 0.6 * r.random(2000), 0, 1)
    found = rules({"y": y, "p": p, "w": np.where(y == 1, 1.0, 100.0), "s": where}, weight="w", by="s")
    assert "few_of_a_class" not in found
    assert "s = b" in found["worst_slice"].en


def test_weights_that_leave_one_class_are_said():
    finding = rules({"y": [0, 1, 1], "p": [0.1, 0.2, 0.3], "w": [0, 1, 1]}, weight="w")["one_class"]
    assert finding.en.startswith("every row that has any weight has the label 1")


def test_one_row_is_no_miscalibration():
    r = np.random.default_rng(12)
    p = 0.5 * r.random(150)
    rows = {"y": np.append(r.random(150) < p, False).astype(int), "p": np.append(p, 0.93)}
    assert "uncalibrated" not in rules(rows)


def test_rows_of_unequal_weight_are_worth_as_many_as_vary_by_as_much():
    """The variance of a weighted rate r is Σw²(y − r)² / (Σw)²; so many independent rows of equal weight have r(1 − r) / n."""
    y = np.repeat([1, 0], [120, 80])
    w = np.where(y == 1, 1.0, 4.0)
    reading = ScoreReading(
        gn.evaluate({"y": y, "p": np.linspace(0.1, 0.9, 200), "w": w}, label="y", score="p", weight="w", metrics="roc_auc")
    )
    rate = w @ y / w.sum()
    expected = rate * (1 - rate) * w.sum() ** 2 / (w**2 @ (y - rate) ** 2)
    assert reading.rows_in(120.0, 320.0) == pytest.approx(expected, rel=1e-12)


def test_rows_that_belong_together_are_worth_fewer():
    """Ten copies of each row, said to be one cluster, are worth one row; the gap of all rows together is taken off first."""
    r = np.random.default_rng(13)
    p = chance(r.standard_normal(300))
    rows = {"y": np.repeat(r.random(300) < p, 10).astype(int), "p": np.repeat(p, 10), "u": np.repeat(np.arange(300), 10)}
    told, untold = (gn.evaluate(rows, label="y", score="p", cluster=cluster, metrics="roc_auc") for cluster in ("u", None))
    assert ScoreReading(told).design_effect("p") == pytest.approx(10, rel=0.02)  # a few of a hundred, by the gap that is taken off
    assert ScoreReading(untold).design_effect("p") == 1


def test_two_rows_are_not_too_good():
    assert "too_good" not in rules({"y": [0, 1], "p": [0.1, 0.9]})


GOOD = {"y": EVEN, "p": rng.normal(0.8 * EVEN, 1)}


def quick(table, **options):
    """The findings by rule, without intervals."""
    return rules(table, metrics="roc_auc", ci=None, **options)


def copied(table, which):
    """A table with some of its rows again, shuffled."""
    rows = np.random.default_rng(0).permutation(np.concatenate([np.arange(N), which]))
    return {name: np.asarray(values)[rows] for name, values in table.items()}


def test_no_better_than_chance():
    noise = {"y": EVEN[:600], "p": np.random.default_rng(1).random(600)}
    found = rules(noise)["no_better_than_chance"]
    value = gn.evaluate(noise, label="y", score="p")["roc_auc"]
    assert (found.evidence["low"], found.evidence["high"]) == (value.low, value.high)
    assert "holds one half" in found.en
    assert "包含 0.5" in found.zh
    assert "no_better_than_chance" in rules(noise, metrics="ks", ci=None), "without an interval, by what chance does to an AUC"
    for table in (GOOD, HONEST, {"y": EVEN, "p": np.full(N, 0.25)}, {"y": EVEN, "p": 0.5 - 0.3 * EVEN + 0.5 * rng.random(N)}):
        assert "no_better_than_chance" not in rules(table)


def test_labels_no_better_than_the_commonest():
    three = np.random.default_rng(2).integers(0, 3, 900)
    luck = np.random.default_rng(3).integers(0, 3, 900)
    asked = {"label": "y", "prediction": "p", "score": None}
    found = rules({"y": three, "p": luck}, **asked)["labels_no_better_than_majority"]
    assert "is not shown to be above that of always answering" in found.en
    assert "看不出高于全部预测为" in found.zh
    skilled = np.where(np.random.default_rng(4).random(900) < 0.3, three, luck)
    assert "labels_no_better_than_majority" not in rules({"y": three, "p": skilled}, **asked)
    both = rules({"y": RARE, "p": np.zeros(N, int)}, **asked)
    assert "accuracy_is_majority" in both
    assert "labels_no_better_than_majority" not in both, "said once"


@pytest.mark.parametrize("times", [2, 3])
def test_every_row_several_times(times):
    table = copied(GOOD, np.tile(np.arange(N), times - 1))
    found = quick(table)["repeated_rows"]
    assert f"every row stands {times} times" in found.en
    assert f"每一行都出现了 {times} 次" in found.zh
    coarse = {"y": EVEN, "p": np.round(GOOD["p"], 1)}
    assert f"every row stands {times} times" in quick(copied(coarse, np.tile(np.arange(N), times - 1)))["repeated_rows"].en


def test_some_rows_again():
    found = quick(copied(GOOD, np.arange(400)))["repeated_rows"]
    assert 380 <= found.evidence["copies"] <= 400
    assert "look like copies of others" in found.en
    positives = np.flatnonzero(EVEN)[:300]
    assert "repeated_rows" in quick(copied(GOOD, np.tile(positives, 3))), "oversampling"
    assert "repeated_rows" in quick(copied({"y": EVEN, "p": np.round(GOOD["p"], 4)}, np.arange(2000)))


@pytest.mark.parametrize("digits", [1, 3, 16])
@pytest.mark.parametrize("apart", [0.8, 4.0])
@pytest.mark.parametrize("label", [EVEN, RARE], ids=["even", "rare"])
def test_coarse_scores_are_no_copies(digits, apart, label):
    """Ties that coarse values explain: rows of one score then have the labels that their neighbours have."""
    score = np.round(np.random.default_rng(5).normal(apart * label, 1), digits)
    assert "repeated_rows" not in quick({"y": label, "p": score})


def test_copies_show_in_every_model():
    other = {**GOOD, "q": np.random.default_rng(6).normal(EVEN, 1)}
    both = copied(other, np.arange(N))
    assert "repeated_rows" in quick(both, score=["p", "q"])
    both["q"] = np.random.default_rng(7).random(2 * N)
    assert "repeated_rows" not in quick(both, score=["p", "q"]), "rows that one model tells apart are no copies"
    assert "repeated_rows" not in quick({**copied(GOOD, np.arange(N)), "w": rng.random(2 * N)}, weight="w"), "weights do not tell"


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (np.arange(N), "in the order of the rows"),
        (1_000_000 - 7 * np.arange(N), "in the order of the rows"),
        (np.random.default_rng(8).permutation(N), "without a gap"),
        (np.random.default_rng(9).choice(10**9, N, replace=False), "no better than chance"),
    ],
)
def test_an_identifier_for_a_score(score, says):
    found = rules({"y": EVEN, "p": score}, metrics="roc_auc")["identifier_as_score"]
    assert says in found.en
    assert "行号或编号" in found.zh


@pytest.mark.parametrize("score", [GOOD["p"], np.sort(GOOD["p"]), np.round(500 + 100 * GOOD["p"]), 1e6 * GOOD["p"]])
def test_scores_are_no_identifiers(score):
    assert "identifier_as_score" not in rules({"y": EVEN, "p": score}, metrics="roc_auc")


def test_unique_scores_that_know_something_are_scores():
    points = 2 * np.random.default_rng(10).choice(10**7, N, replace=False) + (6 * 10**6 + 1) * EVEN
    assert len(np.unique(points)) == N
    assert "identifier_as_score" not in quick({"y": EVEN, "p": points})
