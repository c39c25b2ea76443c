"""Rows that stay on a cluster: never are its first rows taken for all, and what needs rows in their order is refused."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from engines.rows import TABLE
from gnomon.engines import Projection
from gnomon.engines.spark import SparkSource
from gnomon.evaluation import elsewhere, run


@pytest.fixture(scope="module")
def clicks():
    rng = np.random.default_rng(4)
    clicked = (rng.random(1500) < 0.3).astype(int)
    table = pd.DataFrame({"user": rng.integers(0, 30, 1500), "clicked": clicked, "name": [f"row {k}" for k in range(1500)]})
    return table.assign(**{name: np.round(gain * clicked + 0.6 * rng.random(1500), 2) for name, gain in (("a", 0.3), ("b", 0.1))})


def test_rows_of_groups_keep_their_places(frame, clicks):
    """A shuffle brings groups together; of few rows every digit is as in memory, and a bad row is named where it stood."""
    asked = {"label": "clicked", "score": ["a", "b"], "group": "user"}
    e, here = gn.evaluate(frame(clicks, 400), **asked), gn.evaluate(clicks, **asked)
    assert {key: repr(value) for key, value in e.values.items()} == {key: repr(value) for key, value in here.values.items()}
    bad = clicks.assign(a=clicks["a"].where(np.arange(1500) != 937))
    with pytest.raises(gn.InputError, match=r"score: 'a' has no value in partition 2, at its position 137\."):
        gn.evaluate(frame(bad, 400), **asked)


@pytest.mark.parametrize("kept", [300, 10**6], ids=["rows that stay there", "rows that come here"])
def test_a_threshold_outside_the_scores_is_refused_once_all_are_read(frame, clicks, monkeypatch, kept):
    """The last partition alone has scores above 1, within which 5 lies."""
    monkeypatch.setattr(run, "KEPT", kept)
    monkeypatch.setattr(elsewhere, "KEPT", kept)
    wide = clicks.assign(a=clicks["a"].where(np.arange(1500) < 1490, 8.0))
    assert gn.evaluate(frame(wide, 400), label="clicked", score="a", metrics="recall@5", ci=None)["recall@5"] < 0.1
    for table, name in ((clicks.assign(a=clicks["a"] / 2), "from 0 to 1"), (wide, r"from \S+ to 8")):
        with pytest.raises(gn.InputError, match=f"recall@50: 50 is a threshold, and the scores of a are {name}.*recall_at"):
            gn.evaluate(frame(table, 400), label="clicked", score="a", metrics="recall@50", ci=None)


def test_groups_that_do_not_fit_are_refused(frame, clicks, monkeypatch):
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_waiting=8000, most_rows=100))
    skewed = clicks.assign(user=np.where(np.arange(1500) % 3, 7, clicks["user"]))
    with pytest.raises(gn.InputError, match=r"one partition has more than [\d,]+ rows of \d+ groups of 'user'.*the largest so far, 7, has"):
        gn.evaluate(frame(skewed, 400), label="clicked", score="a", group="user", metrics="gauc")


def test_indicators_are_made_where_the_rows_are(frame):
    rng = np.random.default_rng(3)
    table = pd.DataFrame({name: rng.integers(0, 2, 600) for name in ("cat", "dog", "said_cat", "said_dog")})
    asked = {"label": {"cat": "cat", "dog": "dog"}, "prediction": {"cat": "said_cat", "dog": "said_dog"}}
    e, here = gn.evaluate(frame(table, 250), **asked), gn.evaluate(table, **asked)
    assert e.rows == 600
    assert {key: repr(value) for key, value in e.values.items()} == {key: repr(value) for key, value in here.values.items()}
    table.loc[511, "dog"] = 3
    with pytest.raises(gn.InputError, match=r"label: 'dog' has 3 in partition 2, at its position 11, where 0 or 1 says"):
        gn.evaluate(frame(table, 250), **asked)


def test_what_reads_rows_here_is_refused(spark, frame):
    rows = frame(TABLE, 700)
    with pytest.raises(gn.InputError, match="a Spark data frame stays on its cluster, and this reads rows here"):
        SparkSource(rows).batches(Projection(["p"], ["y"]), 100)
    with pytest.raises(gn.InputError, match="sizes tell groups by the order of rows, and those of a Spark data frame have none"):
        gn.evaluate(rows, label="y", score="p", group=gn.group_sizes([1000, 1000]))
    for call in (lambda: gn.roc_auc(rows["y"], rows["p"]), lambda: gn.interval("roc_auc", rows["y"], rows["p"])):
        with pytest.raises(gn.InputError, match=r"y_(true|score) is a Column of Spark, whose rows stay on its cluster"):
            call()


def test_comparisons(frame, clicks, monkeypatch):
    rows = frame(clicks, 600)
    asked = {"label": "clicked", "metrics": "roc_auc,brier_score"}
    both = gn.compare(rows, score=["a", "b"], **asked)
    here = gn.compare(clicks, score=["a", "b"], **asked)
    assert both["roc_auc"].difference == here["roc_auc"].difference
    assert (both["roc_auc"].low, both["roc_auc"].method) == (here["roc_auc"].low, "delong")
    named = {"new": rows.selectExpr("clicked", "a as p", "name"), "old": rows.selectExpr("clicked", "b as p", "name").orderBy("name")}
    with pytest.raises(gn.InputError, match="key: rows of a cluster have no order"):
        gn.compare(named, score="p", **asked)
    matched = gn.compare(named, score="p", key="name", **asked)
    assert matched["roc_auc"].difference == both["roc_auc"].difference
    monkeypatch.setattr(run, "KEPT", 300)
    monkeypatch.setattr(elsewhere, "KEPT", 300)
    many = gn.compare(rows, score=["a", "b"], **asked)
    assert many["roc_auc"].difference == pytest.approx(here["roc_auc"].difference, rel=1e-12)
    with pytest.raises(gn.InputError, match=r"at most 300 rows come from a cluster, and there are 1,500; method=\"auto\" compares them"):
        gn.compare(rows, score=["a", "b"], method="bootstrap", **asked)
    with pytest.raises(gn.InputError, match=r"keep_rows: at most 300 rows come from a cluster, and there are 1,500; keep a sample"):
        gn.evaluate(rows, label="clicked", score="a", keep_rows=True, key="name")
