"""Comparisons of many models: which pairs are compared, and what says so."""

import json
from itertools import combinations

import numpy as np
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.inference import blocks as of_blocks
from gnomon.inference.blocks import SweepTable, combined
from gnomon.inference.swapping import RateGaps
from refusals import raises_id

r = np.random.default_rng(5)
Y = r.integers(0, 2, 120)
SCORES = {f"m{place}": np.clip(0.2 * Y + r.random(120), 0, 1) for place in range(9)}
EIGHT = dict(list(SCORES.items())[:8])
ASKED = {"metrics": "roc_auc,ks,f1@0.5", "replicates": 100}


def couples(comparison):
    return list(dict.fromkeys((pair.a, pair.b) for pair in comparison.pairs))


def test_up_to_eight_models_are_compared_each_with_each():
    comparison = gn.compare(Y, EIGHT, **ASKED)
    assert comparison.baseline == ""
    assert couples(comparison) == list(combinations(EIGHT, 2))
    assert "each compared with" not in comparison.head()


@pytest.mark.parametrize("path", ["arrays", "table", "evaluation", "evaluations", "numbers", "clusters"])
def test_of_more_models_the_first_is_compared_with_each_other_one(path):
    table = {"y": Y, **SCORES}
    columns = {"label": "y", "score": list(SCORES)}
    found = {
        "arrays": lambda: gn.compare(Y, SCORES, **ASKED),
        "table": lambda: gn.compare(table, **columns, **ASKED),
        "evaluation": lambda: gn.compare(gn.evaluate(table, **columns, keep_rows=True, ci=None), **ASKED),
        "evaluations": lambda: gn.compare({name: {"y": Y, "p": of} for name, of in SCORES.items()}, label="y", score="p", **ASKED),
        "numbers": lambda: gn.compare(Y + 0.5, SCORES, metrics="mae,r2"),
        "clusters": lambda: gn.compare(Y, {name: of > 0.6 for name, of in SCORES.items()}, metrics="adjusted_rand", task="clustering"),
    }[path]()
    assert comparison_of(found) == ("m0", [("m0", name) for name in list(SCORES)[1:]])
    assert "each compared with m0" in str(found)
    assert "均与 m0 比较" in found.text("zh")


def comparison_of(found):
    return found.baseline, couples(found)


def test_a_baseline_is_the_first_of_each_pair():
    comparison, all_pairs = gn.compare(Y, EIGHT, baseline="m3", **ASKED), gn.compare(Y, EIGHT, **ASKED)
    assert comparison_of(comparison) == ("m3", [("m3", name) for name in EIGHT if name != "m3"])
    for metric in comparison.metrics:
        for name in (name for name in EIGHT if name != "m3"):
            mine, theirs = comparison[metric, "m3", name], all_pairs[metric, "m3", name]
            assert (mine.difference, mine.p_value) == pytest.approx((theirs.difference, theirs.p_value), rel=1e-12)
    assert comparison["ks"].a == "m3"
    with raises_id("inference.models_not_compared", a="m0", b="m1", baseline="m3"):
        comparison["ks", "m0", "m1"]


def test_a_baseline_that_is_no_model_is_refused():
    with raises_id("evaluation.baseline_model_unknown", baseline="m9"):
        gn.compare(Y, EIGHT, baseline="m9", **ASKED)
    table = {"y": Y, "p": SCORES["m0"]}
    with raises_id("evaluation.baseline_with_unpaired"):
        gn.compare({"a": table, "b": dict(table)}, label="y", score="p", paired=False, baseline="a")


def test_the_baseline_is_saved_and_on_the_command_line(tmp_path):
    e = gn.evaluate({"y": Y, **SCORES}, label="y", score=list(SCORES), metrics="roc_auc")
    assert e.comparison.baseline == "m0"
    assert gn.Evaluation.load(e.save(tmp_path / "e.json")).comparison.baseline == "m0"
    path = tmp_path / "p.csv"
    path.write_text("y,a,b,c\n" + "\n".join(f"{y},{a},{b},{c}" for y, a, b, c in zip(Y, *list(SCORES.values())[:3], strict=True)))
    asked = [str(path), "--label", "y", "--score", "a", "--score", "b", "--score", "c", "--metrics", "roc_auc", "--format", "json"]
    said = json.loads(gnomon("compare", *asked, "--baseline", "b").stdout)
    assert (said["baseline"], [(pair["a"], pair["b"]) for pair in said["pairs"]]) == ("b", [("b", "a"), ("b", "c")])


@pytest.mark.parametrize("blocks", [1, 20, 200])
def test_tables_with_few_entries_are_multiplied_as_all_are(blocks):
    """Whole numbers, so that the order of adding changes no digit."""
    table = np.zeros((blocks, 60))
    table[r.integers(0, blocks, 90), r.integers(0, 55, 90)] = r.integers(1, 9, 90)
    weights = r.poisson(1, (7, blocks)).astype(float)
    assert np.array_equal(combined(weights, table), weights @ table)
    assert not combined(weights, np.zeros((blocks, 60))).any()


@pytest.mark.parametrize("weighted", [False, True])
def test_a_model_with_few_rows_in_each_cell_has_the_digits_of_its_whole_table(weighted, monkeypatch):
    rng = np.random.default_rng(8)
    table, put = np.zeros((300, 40, 2)), (rng.integers(0, 300, 320), rng.integers(0, 40, 320), rng.integers(0, 2, 320))
    table[put] = rng.random(320) if weighted else 1.0
    weights, coins = rng.poisson(1, (9, 300)).astype(float), rng.integers(0, 2, (7, 300)).astype(float)
    few = SweepTable(np.linspace(1, 0, 40), table)
    gaps, stack = RateGaps.of(few, coins), few.stack(weights)
    assert few.entries is not None
    monkeypatch.setattr(of_blocks, "SPARSE", 10**9)
    every = SweepTable(np.linspace(1, 0, 40), table)
    all_gaps, all_stack = RateGaps.of(every, coins), every.stack(weights)
    assert every.entries is None
    assert few.support.tolist() == every.support.tolist()
    for name in ("whole", "cuts", "middles"):
        assert np.array_equal(getattr(gaps, name), getattr(all_gaps, name))
    assert gaps.kept == pytest.approx(all_gaps.kept, abs=1e-14)
    for mine, theirs in ((stack.pos, all_stack.pos), (stack.neg, all_stack.neg)):
        assert mine == pytest.approx(theirs, rel=1e-14) if weighted else np.array_equal(mine, theirs)
