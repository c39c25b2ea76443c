"""What evaluations say of scores that rank the wrong way round, and of the positive class by its name."""

import numpy as np
import pytest

import gnomon as gn

rng = np.random.default_rng(8)
N = 900
Y = rng.integers(0, 2, N)
POINTS = np.round(600 - 40 * (rng.normal(size=N) + Y))
TABLE = {"y": Y, "points": POINTS, "p": rng.random(N), "noise": rng.random(N), "w": rng.random(N) * 1e6, "word": np.where(Y, "good", "bad")}


def reversed_finding(e):
    return next((finding for finding in e.findings if finding.rule == "reversed_scores"), None)


@pytest.mark.parametrize("asked", [{}, {"weight": "w"}], ids=str)
def test_the_remedy_is_named_and_what_misleads_is_marked(asked):
    e = gn.evaluate(TABLE, label="y", score="points", **asked)
    found = reversed_finding(e)
    assert 'pass direction="lower is positive" (on the command line --direction lower)' in found.en
    assert '请传入 direction="lower is positive"（命令行：--direction lower）' in found.zh
    marked = {metric for (_, metric), value in e.values.items() if value.reason}
    assert marked == {"ks", "gini"}
    for metric in marked:
        assert e[metric].reason.code == "ranks_the_wrong_way"
        assert e[metric].reason.text("zh").startswith("得分的方向反了")
    assert "ks, gini of points: the scores rank the wrong way round" in str(e)
    assert "rank the wrong way round" in e._repr_html_()
    assert [v["reason"] for v in e.to_dict()["values"] if v["metric"] == "ks"] == [str(e["ks"].reason)]


def test_the_remedy_works_and_is_not_named_twice():
    e = gn.evaluate(TABLE, label="y", score="points", direction="lower is positive")
    assert reversed_finding(e) is None
    assert not any(value.reason for value in e.values.values())


def test_of_several_models_the_one_is_named():
    e = gn.evaluate(TABLE, label="y", score=["points", "noise"])
    assert 'direction="lower is positive" for points (on the command line --direction points=lower)' in reversed_finding(e).en
    assert {model for (model, _), value in e.values.items() if value.reason} == {"points"}
    turned = gn.evaluate({**TABLE, "turned": -POINTS}, label="y", score="turned", direction="lower")
    assert "leave that out if higher scores are meant to be positive" in reversed_finding(turned).en


def test_chance_alone_marks_nothing():
    """Scores that know nothing fall below one half as often as not."""
    for seed in range(20):
        noise = np.random.default_rng(seed).random(N)
        e = gn.evaluate({"y": Y, "p": noise}, label="y", score="p", ci=None)
        assert not any(value.reason for value in e.values.values())


def test_the_positive_class_is_called_by_its_label():
    table = gn.decile_table(TABLE["word"], -POINTS, positive="good")
    assert "share of 'good'" in str(table)
    assert " bad " not in str(table)
    assert table.to_dict().keys().isdisjoint({"bad", "good"})
    assert table.positives.sum() == (Y == 1).sum()
    np.testing.assert_array_equal(table.bad, table.positives)
    np.testing.assert_array_equal(table.good, table.negatives)
    np.testing.assert_array_equal(table.cumulative_good, table.cumulative_negatives)
    assert "share" not in str(gn.decile_table(Y, -POINTS)), "1 says no more than that it is positive"


def test_figures_name_it_and_say_the_direction():
    pytest.importorskip("matplotlib").use("Agg")
    e = gn.evaluate(TABLE, label="word", score="points", positive="good", direction="lower is positive")
    axes = e.plot("deciles")
    assert axes.get_ylabel() == "share of 'good'"
    assert axes.get_xlabel() == "bin, lowest scores first"
    for name in ("roc", "pr", "ks", "gain", "lift"):
        texts = [text.get_text() for text in e.plot(name).get_legend().get_texts()]
        assert any("lower is positive" in text for text in texts), name
    assert e.plot("gain").get_xlabel() == "fraction of rows, lowest scores first"
    assert e.plot("ks").get_ylabel() == "share of the class scoring at most the threshold"
    assert "lower is positive" in e.plot("scores").get_xlabel()
    marked = gn.roc_curve(Y, POINTS, direction="lower").plot(threshold=580)
    recall = gn.recall(Y, (POINTS <= 580).astype(int))
    assert f"TPR {recall:.3f}" in "".join(text.get_text() for text in marked.texts)
