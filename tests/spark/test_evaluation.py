"""The same evaluation on a cluster of two executors: every digit where it is exact, however the rows lie in partitions."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from engines.rows import ASKED, EXPECTED, TABLE
from gnomon.evaluation import elsewhere, ordered, run


def clicks(n=4000, users=60, seed=5):
    rng = np.random.default_rng(seed)
    clicked = (rng.random(n) < 0.3).astype(int)
    return pd.DataFrame(
        {
            "user": rng.integers(0, users, n),
            "clicked": clicked,
            "a": np.round(0.3 * clicked + rng.random(n), 3),
            "b": np.round(0.1 * clicked + rng.random(n), 3),
            "place": rng.choice(["top", "side"], n),
            "w": rng.integers(1, 4, n),
        }
    )


def same(one, other, digits=True):
    """Every value, of the whole and of slices; with ``digits``, intervals too."""
    assert one.rows == other.rows
    assert one.metrics == other.metrics
    for key, value in other.values.items():
        assert one.values[key] == value or (value != value and one.values[key] != one.values[key]), key
        if digits:
            assert repr(one.values[key]) == repr(value)
    assert [part.name for part in one.slices] == [part.name for part in other.slices]
    for mine, theirs in zip(one.slices, other.slices, strict=True):
        assert mine.values == theirs.values


@pytest.mark.parametrize("rows", [2000, 700, [0, 1, 1, 1200]], ids=["one partition", "three", "an empty one and one of a row"])
def test_a_small_frame_is_evaluated_as_in_memory(frame, rows):
    e = gn.evaluate(frame(TABLE, rows), **ASKED)
    same(e, EXPECTED)
    assert e.source == "a Spark data frame"
    assert e.comparison is None
    assert e.report


def test_many_rows_travel_as_sums(frame, monkeypatch):
    """Past a number of rows none come here: values stay the same to the last digit, with weights, slices, clusters and two models."""
    table = clicks()
    monkeypatch.setattr(run, "KEPT", 300)
    monkeypatch.setattr(elsewhere, "KEPT", 300)
    asked = {"label": "clicked", "score": ["a", "b"], "by": "place", "weight": "w"}
    e, here = gn.evaluate(frame(table, 1500), **asked), gn.evaluate(table, **asked)
    same(e, here, digits=False)
    assert e.kept is None
    assert {pair.metric for pair in e.comparison.pairs} == {pair.metric for pair in here.comparison.pairs}


EVERYTHING = {
    "clusters": {"label": "clicked", "score": ["a", "b"], "by": "place", "weight": "w", "cluster": "user"},
    "holes": {"label": "clicked", "score": ["holes", "b"], "by": ["place", "b"], "missing": "drop"},
    "classes": {"label": "kind", "score": {"x": "px", "y": "py", "z": "pz"}, "by": "place", "weight": "w"},
    "numbers": {"label": "a", "prediction": ["b", "px"], "by": "place", "weight": "w", "cluster": "user"},
}


@pytest.mark.parametrize("asked", EVERYTHING.values(), ids=EVERYTHING)
@pytest.mark.filterwarnings("ignore::gnomon.DroppedRowsWarning")
def test_everything_at_once(frame, monkeypatch, asked):
    """Values, findings and comparisons of few rows to the last digit; of many, of which sums travel in a tree, the values."""
    rng = np.random.default_rng(9)
    table = clicks(1800).assign(kind=rng.choice(list("xyz"), 1800), w=rng.integers(0, 3, 1800))
    table["place"] = table["place"].where(rng.random(1800) > 0.1, None)
    table["holes"] = table["a"].where(rng.random(1800) > 0.05)
    table["px"], table["py"], table["pz"] = rng.dirichlet([1, 1, 1], 1800).T
    e, here = gn.evaluate(frame(table, [0, 1, 1, 700]), **asked), gn.evaluate(table, **asked)
    same(e, here)
    assert [str(one) for one in e.findings] == [str(one) for one in here.findings if one.rule != "rows_look_clustered"]
    assert repr(e.comparison) == repr(here.comparison)
    monkeypatch.setattr(run, "KEPT", 300)
    monkeypatch.setattr(elsewhere, "KEPT", 300)
    many = gn.evaluate(frame(table, 300), **asked)
    assert (many.rows, many.kept) == (here.rows, None)
    for mine, theirs in ((many, here), *zip(many.slices, here.slices, strict=True)):
        assert mine.values == pytest.approx(theirs.values, rel=1e-12, nan_ok=True)


def test_groups_split_over_partitions(frame, monkeypatch):
    table = clicks()
    monkeypatch.setattr(run, "KEPT", 300)
    asked = {"label": "clicked", "score": ["a", "b"], "group": "user", "by": "place"}
    e, here = gn.evaluate(frame(table, 1000), **asked), gn.evaluate(table, **asked)
    assert {"gauc", "ndcg@10"} <= set(e.metrics)
    for key, value in here.values.items():
        assert e.values[key] == pytest.approx(value, rel=1e-12), key
    for mine, theirs in zip(e.slices, here.slices, strict=True):
        assert mine.values == pytest.approx(theirs.values, rel=1e-12, nan_ok=True)


def test_partitions_of_one_class_and_three_classes_and_numbers(frame):
    table = clicks().sort_values("clicked")
    same(gn.evaluate(frame(table, 1000), label="clicked", score="a"), gn.evaluate(table, label="clicked", score="a"))
    rng = np.random.default_rng(2)
    three = pd.DataFrame({"y": rng.choice(list("abc"), 900), "p": rng.choice(list("abc"), 900)}).sort_values("y")
    same(gn.evaluate(frame(three, 300), label="y", prediction="p"), gn.evaluate(three, label="y", prediction="p"))
    demand = pd.DataFrame({"sold": rng.gamma(2, 10, 900)})
    demand["forecast"] = demand["sold"] * rng.normal(1, 0.2, 900)
    same(gn.evaluate(frame(demand, 300), label="sold", prediction="forecast"), gn.evaluate(demand, label="sold", prediction="forecast"))


@pytest.fixture
def few_cells(monkeypatch):
    """Room for a few hundred cells only, and short stretches."""
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_cells=600))
    monkeypatch.setattr(run, "KEPT", 300)
    monkeypatch.setattr(ordered, "STRETCH", 1000)


@pytest.mark.parametrize(
    "asked", [{"by": "place"}, {"weight": "w"}, {"direction": "lower is positive"}], ids=["slices", "weights", "lower"]
)
def test_exact_at_any_size(frame, few_cells, monkeypatch, asked):
    table = clicks().assign(a=lambda t: t["a"] + np.arange(len(t)) // 7 * 1e-6)
    rows = frame(table, 1500)
    coarse = gn.evaluate(rows, label="clicked", score="a", **asked)
    exact = gn.evaluate(rows, label="clicked", score="a", exact=True, **asked)
    monkeypatch.undo()
    here = gn.evaluate(table, label="clicked", score="a", **asked)
    assert not coarse.exact
    assert coarse["roc_auc"].margin > 0
    for metric in ("roc_auc", "gini", "ks", "average_precision"):
        assert coarse[metric].at_least <= here[metric] <= coarse[metric].at_most
        assert exact[metric].margin == 0
        assert exact[metric] == pytest.approx(here[metric], rel=1e-13)
        if "weight" not in asked:
            assert exact[metric] == here[metric], "of counts, to the last digit"
        for mine, theirs in zip(exact.slices, here.slices, strict=True):
            assert mine.values["a", metric] == pytest.approx(theirs.values["a", metric], rel=1e-13)
    assert exact["ks"].threshold == here["ks"].threshold
    points, whole = exact.held("a")["scores"], here.held("a")["scores"]
    assert not points.exact
    sign = 1 if whole.thresholds[0] > whole.thresholds[-1] else -1
    at = np.searchsorted(-sign * whole.thresholds, -sign * points.thresholds, side="right") - 1
    assert points.tps == pytest.approx(whole.tps[at], rel=1e-12), "curves have fewer points, each of them a point of the curve"
    assert points.fps == pytest.approx(whole.fps[at], rel=1e-12)


def test_bad_rows_are_named_by_partition(frame):
    table = TABLE.assign(p=TABLE["p"].where(np.arange(len(TABLE)) != 1403))
    with pytest.raises(gn.InputError, match=r"score: 'p' has no value in partition 2, at its position 3\. Pass missing=\"drop\""):
        gn.evaluate(frame(table, 700), label="y", score="p")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 2,000 rows"):
        assert gn.evaluate(frame(table, 700), label="y", score="p", missing="drop").rows == 1999
    text = TABLE.assign(p=TABLE["region"])
    with pytest.raises(gn.InputError, match="score: 'p' holds text where numbers are meant"):
        gn.evaluate(frame(text, 700), label="y", score="p")


def test_columns_of_any_name(frame):
    names = {"clicked": "a.b`c", "a": "x.y", "user": "user id", "place": "`", "w": "w.1"}
    table = clicks(600).rename(columns=names)
    asked = {"label": "a.b`c", "score": "x.y", "by": "`"}
    for more in ({"weight": "w.1", "exact": True}, {"group": "user id"}):
        same(gn.evaluate(frame(table, 250), **asked, **more), gn.evaluate(table, **asked, **more))


def test_what_cannot_be_read_is_refused(spark, frame):
    rows = frame(TABLE, 2000)
    with pytest.raises(gn.InputError, match="score: no column 'q' in a Spark data frame; did you mean 'q2'"):
        gn.evaluate(rows.withColumnRenamed("p", "q2"), label="y", score="q")
    with pytest.raises(gn.InputError, match="the Spark data frame is a stream"):
        gn.evaluate(spark.readStream.format("rate").load(), label="value", score="value")
    with pytest.raises(gn.InputError, match="there are no rows"):
        gn.evaluate(rows.where("p > 9"), label="y", score="p")
    with pytest.raises(gn.InputError, match="there are no rows"):
        gn.evaluate(spark.createDataFrame([], "y int, p double"), label="y", score="p")
    with pytest.raises(gn.InputError, match="several columns 'p'"):
        gn.evaluate(rows.select("y", "p", "p"), label="y", score="p")
    with pytest.raises(gn.InputError, match="'m' is a column of type map"):
        gn.evaluate(rows.selectExpr("y", "map('a', p) as m"), label="y", score="m")
    with pytest.raises(gn.InputError, match="there are no rows"):
        gn.evaluate(spark.createDataFrame(spark.sparkContext.emptyRDD(), "y int, p double"), label="y", score="p")  # of no partitions


def test_fields_of_records_are_columns(frame):
    rows, flat = frame(TABLE, 700), {"label": "y", "score": "p", "metrics": "roc_auc,ks"}
    made = rows.selectExpr("struct(y, struct(p) as q) as s", "y")
    assert gn.evaluate(made, label="s.y", score="s.q.p", metrics="roc_auc,ks")["ks"] == gn.evaluate(rows, **flat)["ks"]
    with pytest.raises(gn.InputError, match=r"score: no column 's.z' in a Spark data frame; did you mean 's.[yq]'"):
        gn.evaluate(made, label="y", score="s.z")
    with pytest.raises(gn.InputError, match=r"'s.y' is the name of several columns or fields in a Spark data frame \('s' > 'y', 's.y'\)"):
        gn.evaluate(made.withColumnRenamed("y", "s.y"), label="s.y", score="s.q.p")


def test_vectors_of_spark_ml_have_a_number_for_each_label(spark):
    from pyspark.ml.linalg import Vectors

    r = np.random.default_rng(4)
    two, three = r.dirichlet([1, 1], 60), r.dirichlet([1, 1, 1], 60)
    three[::4, 1], three[::4, 0] = 0, three[::4, 0] + three[::4, 1]
    y, z = np.arange(60) % 2, np.arange(60) % 3

    def vector(row, k):
        return Vectors.sparse(len(row), [(at, value) for at, value in enumerate(row) if value]) if k % 3 else Vectors.dense(row)

    held = [(float(y[k]), float(z[k]), "ab"[y[k]], vector(two[k], k), vector(three[k], k)) for k in range(60)]
    rows = spark.createDataFrame(held, ["y", "z", "text", "probability", "p3"]).coalesce(1)
    binary = gn.evaluate(rows, label="y", score="probability", metrics="roc_auc,log_loss")
    assert float(binary["roc_auc"]) == gn.roc_auc(y, two[:, 1])
    assert float(binary["log_loss"]) == pytest.approx(gn.log_loss(y, two[:, 1]), rel=1e-12)
    other = gn.evaluate(rows, label="y", score="probability", positive=0, metrics="roc_auc")
    assert float(other["roc_auc"]) == gn.roc_auc(1 - y, two[:, 0])
    several = gn.evaluate(rows, label="z", score="p3", metrics="log_loss,roc_auc(multiclass=ovr,average=macro)")
    assert [float(value) for value in several.values.values()] == pytest.approx(
        [gn.log_loss(z, three), gn.roc_auc(z, three, multiclass="ovr", average="macro")], rel=1e-12
    )
    found = gn.compare(rows, label="y", score={"a": "probability", "b": "p3[1]"}, metrics="roc_auc")["roc_auc"]
    assert (found.value_a, found.value_b) == (gn.roc_auc(y, two[:, 1]), gn.roc_auc(y, three[:, 1]))
    for asked, said in {
        (("label", "text"), ("positive", "b")): "the positive label is 'b'; name one of the numbers",
        (("label", "z"),): "'z' has more than two classes",
        (("label", "y"), ("score", "probability[2]")): r"no column 'probability\[2\]'",
        (("label", "y"), ("by", "probability")): "by: 'probability' holds vectors; name one of their numbers",
    }.items():
        with pytest.raises(gn.InputError, match=said):
            gn.evaluate(rows, **{"score": "probability", **dict(asked)})
    signed = rows.selectExpr("2 * y - 1 as y", "probability")
    with pytest.raises(gn.InputError, match="'y' has -1; pass the column of label indices"):
        gn.evaluate(signed, label="y", score="probability", metrics="roc_auc")
    assert float(gn.evaluate(signed, label="y", score="probability[1]", metrics="roc_auc")["roc_auc"]) == gn.roc_auc(y, two[:, 1])
