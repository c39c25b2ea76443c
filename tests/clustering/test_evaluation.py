"""Clusterings through everything: frames, files, several models, noise, points, slices, saved files, gates, the command line, findings."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import gnomon as gn
from gnomon.cli import app
from gnomon.evaluation import run
from refusals import raises_id

N = 400
rng = np.random.default_rng(3)
CLASS = rng.choice(["ham", "news", "spam"], N, p=[0.5, 0.2, 0.3])
CENTRE = {"ham": (0, 0), "spam": (5, 0), "news": (0, 5)}
XY = rng.normal(size=(N, 2)) + np.array([CENTRE[one] for one in CLASS])
GOOD = np.where(XY[:, 0] > 2.5, 1, np.where(XY[:, 1] > 2.5, 2, 0))
POOR = np.where(rng.random(N) < 0.5, GOOD, rng.integers(0, 6, N))
POOR[rng.random(N) < 0.3] = -1
TABLE = pd.DataFrame(
    {
        "class": CLASS,
        "good": GOOD,
        "poor": POOR,
        "x": XY[:, 0],
        "y": XY[:, 1],
        "w": rng.integers(1, 4, N),
        "user": rng.integers(0, 60, N),
        "part": rng.choice(["p", "q"], N),
    }
)
ASKED = {"label": "class", "prediction": {"good": "good", "poor": "poor"}, "task": "clustering", "noise": -1, "replicates": 100}
METRICS = ("adjusted_rand", "ami", "nmi", "v_measure", "homogeneity", "completeness", "purity", "matched_accuracy")
runner = CliRunner()


def test_values_are_those_of_the_functions():
    e = gn.evaluate(TABLE, **ASKED)
    for metric in METRICS:
        for name in ("good", "poor"):
            value = e[metric, name]
            assert value == pytest.approx(getattr(gn, metric)(CLASS, TABLE[name], noise=-1), rel=1e-12)
            assert value.low < value < value.high
    assert (e.true_classes, e.found_clusters, e.noise, e.noise_as) == (3, 3, -1, "singletons")
    assert "3 classes, 3–6 clusters" in str(e)
    assert "% noise (-1: each point its own cluster)" in str(e)
    dropped = gn.evaluate(TABLE, **ASKED, noise_as="drop", metrics="nmi")
    assert dropped["nmi", "poor"] == pytest.approx(gn.nmi(CLASS, POOR, noise=-1, noise_as="drop"), rel=1e-12)


@pytest.mark.parametrize("extra", [{}, {"weight": "w"}, {"cluster": "user"}, {"by": "part"}], ids=str)
def test_files_are_frames(extra, tmp_path):
    asked = ASKED | {"metrics": "adjusted_rand,ami,v_measure,matched_accuracy"} | extra
    want = gn.evaluate(TABLE, **asked)
    TABLE.to_csv(tmp_path / "rows.csv", index=False)
    TABLE.to_parquet(tmp_path / "rows.parquet")
    for name in ("rows.csv", "rows.parquet"):
        e = gn.evaluate(tmp_path / name, **asked)
        assert list(e.values) == list(want.values)
        for key, value in e.values.items():  # clusters come in another order, and their sums round in the last digit
            wanted = want.values[key]
            assert (float(value), value.low, value.high) == pytest.approx((float(wanted), wanted.low, wanted.high), rel=1e-12), key
        assert e.held("poor")["partitions"] == want.held("poor")["partitions"]
        assert [one.name for one in e.slices] == [one.name for one in want.slices]


def test_weights():
    e = gn.evaluate(TABLE, **ASKED, weight="w")
    repeated = TABLE.loc[np.repeat(TABLE.index, TABLE["w"])]
    assert e["ami", "poor"] == pytest.approx(gn.ami(repeated["class"], repeated["poor"], noise=-1), rel=1e-12)
    halves = gn.evaluate(TABLE.assign(w=TABLE["w"] / 2), label="class", prediction="good", task="clustering", weight="w")
    assert "adjusted_rand" not in {metric for _, metric in halves.values}
    assert halves["nmi"] == pytest.approx(gn.nmi(CLASS, GOOD, weight=TABLE["w"]), rel=1e-12)
    asked = gn.evaluate(TABLE.assign(w=TABLE["w"] / 2), label="class", prediction="good", task="clustering", weight="w", metrics="ami")
    assert "weights are not whole" in str(asked["ami"].reason)


def test_a_pass_past_what_is_at_hand(monkeypatch, tmp_path):
    want = gn.evaluate(TABLE, **ASKED, by="part")
    monkeypatch.setattr(run, "LEAST_ROWS", 100)
    monkeypatch.setattr(run, "MOST_ROWS", 100)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 50)
    monkeypatch.setattr("gnomon.evaluation.survey.SURVEYED", 100)
    TABLE.to_csv(tmp_path / "rows.csv", index=False)
    e = gn.evaluate(tmp_path / "rows.csv", **ASKED, by="part")
    assert {key: float(v) for key, v in e.values.items()} == {key: float(v) for key, v in want.values.items()}
    assert all(value.low < value < value.high for value in e.values.values())
    with raises_id("clustering.silhouette_rows_too_many"):
        gn.evaluate(tmp_path / "rows.csv", **ASKED, features=["x", "y"])


def test_points():
    e = gn.evaluate(TABLE, **ASKED, features=["x", "y"])
    for metric in ("silhouette", "davies_bouldin", "calinski_harabasz"):
        for name in ("good", "poor"):
            value = e[metric, name]
            assert value == getattr(gn, metric)(XY, TABLE[name], noise=-1)
            assert value.low < value < value.high
    pair = next(pair for pair in e.comparison.pairs if pair.metric == "silhouette")
    assert pair.low < pair.difference < pair.high
    other = gn.evaluate(TABLE, **ASKED, features=["x", "y"], metrics="silhouette(metric=manhattan),dbcv")
    assert other["silhouette(metric=manhattan)", "good"] == gn.silhouette(XY, GOOD, metric="manhattan")
    assert other["dbcv", "poor"] == gn.dbcv(XY, POOR, noise=-1)
    assert "jumps when points change" in str(other["dbcv", "good"].unsure)


def test_of_many_points_some_tell_how_far_the_whole_moves(monkeypatch):
    whole = gn.evaluate(TABLE, label="class", prediction="good", features=["x", "y"], metrics="silhouette")["silhouette"]
    monkeypatch.setattr("gnomon.tasks.clustering.shapes.MOST_DRAWN", 200)
    thin = gn.evaluate(TABLE, label="class", prediction="good", features=["x", "y"], metrics="silhouette")["silhouette"]
    assert float(thin) == float(whole)
    assert 0.6 < (thin.high - thin.low) / (whole.high - whole.low) < 1.6
    users = gn.evaluate(TABLE, label="class", prediction="good", features=["x", "y"], metrics="silhouette", cluster="user")["silhouette"]
    assert 0.5 < (users.high - users.low) / (whole.high - whole.low) < 2


def test_whole_floats_are_the_numbers_they_are():
    e = gn.evaluate(TABLE.assign(poor=POOR.astype(float)), **ASKED)
    assert e.held("poor")["partitions"] == gn.evaluate(TABLE, **ASKED).held("poor")["partitions"]


def test_recognised_by_its_own_metrics_and_options():
    assert gn.evaluate(TABLE, label="class", prediction="good", metrics="adjusted_rand").task == "clustering"
    assert gn.evaluate(TABLE, label="class", prediction="good", noise=-1).task == "clustering"
    assert gn.interval("adjusted_rand", CLASS, GOOD).value == gn.adjusted_rand(CLASS, GOOD)
    found = gn.compare(CLASS, {"a": GOOD, "b": POOR}, metrics="nmi", task="clustering")
    assert found["nmi"].difference == pytest.approx(gn.nmi(CLASS, GOOD) - gn.nmi(CLASS, POOR), rel=1e-12)


def test_saved_and_gated(tmp_path):
    e = gn.evaluate(TABLE, **ASKED, features=["x", "y"], by="part")
    e.save(tmp_path / "e.gnomon")
    again = gn.Evaluation.load(tmp_path / "e.gnomon")
    assert str(again) == str(e)
    assert again.held("poor")["partitions"] == e.held("poor")["partitions"]
    other = gn.evaluate(TABLE, **ASKED, noise_as="drop")
    other.save(tmp_path / "other.gnomon")
    result = runner.invoke(app, ["check", str(tmp_path / "other.gnomon"), "--baseline", str(tmp_path / "e.gnomon")])
    assert result.exit_code == 2, result.output
    assert "noise_as" in result.output.replace("-", "_")
    alone = gn.evaluate(TABLE, label="class", prediction="good", task="clustering")
    alone.save(tmp_path / "alone.gnomon")
    result = runner.invoke(app, ["check", str(tmp_path / "alone.gnomon"), "--min", "adjusted_rand=0.5"])
    assert result.exit_code == 0, result.output
    result = runner.invoke(app, ["check", str(tmp_path / "alone.gnomon"), "--min", "adjusted_rand=0.999"])
    assert result.exit_code == 1, result.output


def test_the_command_line(tmp_path):
    TABLE.to_csv(tmp_path / "rows.csv", index=False)
    data = [str(tmp_path / "rows.csv"), "--label", "class", "--prediction", "poor", "--task", "clustering"]
    result = runner.invoke(app, ["metrics", *data, "--noise", "-1", "--noise-as", "drop", "--format", "json"])
    assert result.exit_code == 0, result.output
    found = {one["metric"]: one["value"] for one in json.loads(result.output)["values"]}
    assert found["nmi"] == pytest.approx(gn.nmi(CLASS, POOR, noise=-1, noise_as="drop"), rel=1e-12)
    out = tmp_path / "page.html"
    result = runner.invoke(app, ["report", *data, "--noise", "-1", "--features", "x", "--features", "y", "--output", str(out)])
    assert result.exit_code == 0, result.output
    assert "Which classes are in which clusters?" in out.read_text()


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"metrics": "accuracy"}, "accuracy is no metric of clusters, whose names mean nothing"),
        ({"metrics": "silhouette"}, "silhouette reads points; name the columns of their coordinates with features="),
        ({"positive": "ham"}, "clustering counts no class as positive"),
        ({"noise": "none"}, "'none' is of another type than the clusters"),
        ({"noise": None, "noise_as": "drop"}, "no label is named that stands for noise"),
        ({"noise_as": "away"}, "noise_as='away' is not"),
        ({"features": ["x", "x"]}, "'x' is named twice"),
        ({"features": ["x", "z"]}, "no column 'z'"),
        ({"features": ["x", "y"], "weight": "w"}, "distances of points know no weights"),
        ({"prediction": None, "score": "x"}, "clustering reads clusters; name their column with prediction="),
        ({"prediction": "x"}, "where a class or a cluster is meant"),
    ],
)
def test_refusals(changed, match):
    asked = {key: value for key, value in {**ASKED, **changed}.items() if value is not None}
    with pytest.raises(gn.InputError, match=match):
        gn.evaluate(TABLE, **asked)


def test_nan_among_features_is_refused():
    broken = TABLE.assign(x=np.where(np.arange(N) == 7, np.nan, XY[:, 0]))
    with raises_id("evaluation.row_value_at_fault", argument="features"):
        gn.evaluate(broken, **ASKED, features=["x", "y"])


def rules(e):
    return {finding.rule for finding in e.findings}


def test_findings_that_data_call_for():
    def found(prediction, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = pd.DataFrame({"class": CLASS, "c": prediction})
            return rules(gn.evaluate(frame, label="class", prediction="c", task="clustering", **options))

    assert found(GOOD) == set()
    assert "one_cluster_takes_most" in found(np.where(np.arange(N) < 380, 0, 1))
    assert "no_better_than_chance" in found(rng.integers(0, 3, N))
    assert "much_noise" in found(POOR, noise=-1)
    assert "much_noise" not in found(POOR)
    assert "class_torn" in found(np.where(CLASS == "ham", rng.integers(10, 16, N), GOOD))
    assert "clusters_without_a_class" in found(np.where(GOOD == 2, 0, GOOD))


@pytest.mark.parametrize("name", ["contingency", "silhouette"])
def test_figures(name):
    pytest.importorskip("matplotlib")
    import matplotlib.pyplot as plt

    e = gn.evaluate(TABLE, **ASKED, features=["x", "y"])
    axes = e.plot(name, model="poor")
    assert axes.get_xlabel() in ("cluster", "silhouette")
    plt.close("all")
    with raises_id("clustering.no_clusters_to_draw"):
        gn.evaluate(TABLE.assign(t=1 - (CLASS == "ham"), p=XY[:, 0]), label="t", score="p").plot(name)
