"""evaluate's intervals: those of gn.interval on the same rows; whole, by slice, weighted, clustered, in a pass too long to keep."""

import math

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation import run
from gnomon.tasks.scores.page.choices import choice_of
from gnomon.tasks.scores.page.section import Explorer
from refusals import raises_id

rng = np.random.default_rng(11)
N = 3000
Y = (rng.random(N) < 0.3).astype(int)
S = rng.normal(Y, 1)
TABLE = {
    "y": Y,
    "p": 1 / (1 + np.exp(1 - S)),
    "q": 1 / (1 + np.exp(1 - S - rng.normal(0, 0.7, N))),
    "w": rng.integers(0, 4, N).astype(float),
    "user": rng.integers(0, 150, N),
    "region": rng.choice(["north", "south"], N),
    "answer": (S > 0.7).astype(int),
}
METRICS = "roc_auc,ks,average_precision,brier_score,log_loss,expected_calibration_error,accuracy@0.5,f1@0.5,mcc@0.5,lift_at@0.1"


def rows_of(mask):
    return {name: values[mask] for name, values in TABLE.items()}


def assert_same(value, found):
    # In blocks a calibration error is read from cells, which here are also cut at the thresholds that evaluate was asked for.
    tolerance = 1e-6 if value.metric == "expected_calibration_error" else 1e-12
    assert (value.low, value.high) == pytest.approx((found.low, found.high), rel=tolerance)
    assert value.method == found.method


@pytest.mark.parametrize(("weight", "cluster"), [(None, None), ("w", None), (None, "user")])
def test_the_whole_has_the_intervals_of_the_function(weight, cluster):
    e = gn.evaluate(TABLE, label="y", score="p", metrics=METRICS, weight=weight, cluster=cluster)
    assert e.level == 0.95
    assert e.cluster == cluster
    given = {"weight": TABLE.get(weight), "cluster": TABLE.get(cluster)}
    for metric in e.metrics:
        assert_same(e[metric], gn.interval(metric, Y, TABLE["p"], **given))


def test_slices_have_theirs():
    e = gn.evaluate(TABLE, label="y", score="p", metrics="roc_auc,accuracy@0.5,brier_score", by="region")
    for part in e.slices:
        rows = rows_of(TABLE["region"] == part.by["region"])
        for metric in e.metrics:
            assert_same(part.values["p", metric], gn.interval(metric, rows["y"], rows["p"]))
    clustered = gn.evaluate(TABLE, label="y", score="p", metrics="roc_auc", by="region", cluster="user")
    for part in clustered.slices:
        rows = rows_of(TABLE["region"] == part.by["region"])
        assert_same(part.values["p", "roc_auc"], gn.interval("roc_auc", rows["y"], rows["p"], cluster=rows["user"]))


def test_labels_and_several_classes_have_theirs():
    e = gn.evaluate(TABLE, label="y", prediction="answer")
    for metric in e.metrics:
        assert_same(e[metric], gn.interval(metric, Y, TABLE["answer"]))
    three = rng.integers(0, 3, N)
    scores = rng.random((N, 3)) + 0.6 * np.eye(3)[three]
    scores /= scores.sum(1, keepdims=True)
    table = {"y": three, **{f"p{k}": scores[:, k] for k in range(3)}}
    several = gn.evaluate(table, label="y", score={0: "p0", 1: "p1", 2: "p2"})
    for metric in several.metrics:
        value = several[metric]
        assert value.low < value < value.high, metric
    assert several["accuracy"].method == "wilson"
    alone = gn.interval("roc_auc(multiclass=ovr,average=macro)", three, scores)
    assert_same(several["roc_auc(multiclass=ovr,average=macro)"], alone)


def test_none_are_computed_where_none_are_asked_for():
    e = gn.evaluate(TABLE, label="y", score=["p", "q"], ci=None)
    assert e.level is None
    assert e.comparison is None
    assert all(value.low is None and value.high is None for value in e.values.values())
    assert "[" not in str(e).split("findings")[0]
    assert e.band("roc", "p") is None


def test_what_cannot_be_told_says_why():
    e = gn.evaluate({"y": [0, 0, 1], "p": [0.1, 0.4, 0.35]}, label="y", score="p", metrics="roc_auc,accuracy@0.5")
    assert e["roc_auc"].low is None
    assert e["roc_auc"].unsure == "there is only one positive row; an interval needs two of each class"
    assert e["accuracy@0.5"].low < e["accuracy@0.5"] < e["accuracy@0.5"].high
    undefined = gn.evaluate({"y": [1, 1], "p": [0.1, 0.4]}, label="y", score="p", metrics="roc_auc")["roc_auc"]
    assert undefined.low is None
    assert undefined.reason == "there are no negative rows: only one class is present"


@pytest.fixture
def in_pieces(monkeypatch):
    """A pass of several flushes, none of whose rows are at hand in the end."""
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 400)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 400)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 300)


def test_a_long_pass_has_the_same_intervals_of_summaries(in_pieces, monkeypatch):
    long = gn.evaluate(TABLE, label="y", score="p", metrics=METRICS)
    monkeypatch.undo()
    short = gn.evaluate(TABLE, label="y", score="p", metrics=METRICS)
    for metric in short.metrics:
        assert_same(long[metric], short[metric])


@pytest.mark.parametrize("column", ["w", "user"])
def test_a_long_pass_of_weights_or_clusters_deals_rows_into_blocks(in_pieces, monkeypatch, column):
    named = {"weight" if column == "w" else "cluster": column}
    long = gn.evaluate(TABLE, label="y", score=["p", "q"], metrics=METRICS, by="region", **named)
    monkeypatch.undo()
    short = gn.evaluate(TABLE, label="y", score=["p", "q"], metrics=METRICS, by="region", **named)
    slices = {part.name: part.values for part in long.slices}
    parts = [(short.values, long.values), *((part.values, slices[part.name]) for part in short.slices)]
    for exact, blocked in parts:
        for key, value in exact.items():
            got, width = blocked[key], value.high - value.low
            # Other blocks, other draws: the ends agree to a part of the width, which a thousand blocks know to some percent.
            assert (got.low, got.high) == pytest.approx((value.low, value.high), abs=0.2 * width), key
    for pair in short.comparison.pairs:
        got = long.comparison[pair.metric]
        assert got.difference == pytest.approx(pair.difference, rel=1e-9)
        assert (got.low, got.high) == pytest.approx((pair.low, pair.high), abs=0.25 * (pair.high - pair.low)), pair.metric
        assert got.method == ("randomization" if pair.metric == "ks" else "bootstrap")


def test_bands_hold_their_curve_and_follow_the_level():
    e = gn.evaluate(TABLE, label="y", score="p")
    curve = gn.roc_curve(Y, TABLE["p"])
    band = e.band("roc")
    assert band.y == pytest.approx(np.interp(band.x, curve.fpr, curve.tpr), abs=0.02)  # at jumps either end is on the curve
    assert (band.low <= band.y).all()
    assert (band.y <= band.high).all()
    wider = gn.evaluate(TABLE, label="y", score="p", ci=0.999).band("roc")
    assert (wider.high - wider.low).mean() > 1.2 * (band.high - band.low).mean()
    with raises_id("evaluation.bands_missing_for_curve", curve="ks", names="roc, pr, gain"):
        e.band("ks")
    weighted = gn.evaluate(TABLE, label="y", score="p", weight="w").band("pr")
    assert ((weighted.low <= weighted.y) & (weighted.y <= weighted.high)).all()


def test_levels_and_seeds():
    narrow, wide = (gn.evaluate(TABLE, label="y", score="p", ci=level)["ks"] for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
    first, again, other = (gn.evaluate(TABLE, label="y", score="p", seed=seed)["average_precision"] for seed in (1, 1, 2))
    assert (first.low, first.high) == (again.low, again.high) != (other.low, other.high)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ci": 95}, "ci=95 is not between 0 and 1"),
        ({"ci": 1.0}, "ci=1.0 is not between 0 and 1"),
        ({"ci": True}, "ci=True is not between 0 and 1"),
        ({"replicates": 10}, "replicates=10 is not a whole number from 100"),
        ({"seed": -1}, "seed=-1 is not a whole number from 0"),
        ({"cluster": "usre"}, "cluster: no column 'usre' in a dictionary of columns; did you mean 'user'"),
        ({"cluster": "one"}, "cluster: 'one' is 'x' in every row; one cluster tells nothing, name another column"),
        ({"cluster": "gaps"}, "cluster: 'gaps' has no value at position 2"),
    ],
)
def test_settings_that_make_no_sense(given, message):
    table = TABLE | {"one": np.full(N, "x"), "gaps": np.array(["a", "b", None] * (N // 3), object)}
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate(table, label="y", score="p", **given)


def test_likely_clusters_are_found_and_named():
    users = np.repeat(np.arange(150), 20)
    tilt = np.random.default_rng(2).normal(0, 1.5, 150)[users]
    y = (np.random.default_rng(3).random(N) < 1 / (1 + np.exp(-tilt))).astype(int)
    table = {"y": y, "p": np.random.default_rng(4).random(N), "user_id": users}
    found = [f for f in gn.evaluate(table, label="y", score="p").findings if f.rule == "rows_look_clustered"]
    assert "as cluster (perhaps user_id)" in found[0].en
    assert "user_id" in found[0].zh
    said = {f.rule for f in gn.evaluate(table, label="y", score="p", cluster="user_id").findings}
    assert "rows_look_clustered" not in said
    shuffled = np.random.default_rng(5).permutation(N)
    for calm in (rows_of(slice(None)), {name: values[shuffled] for name, values in table.items()}, rows_of(np.argsort(Y))):
        score = "p" if "p" in calm else "q"
        assert "rows_look_clustered" not in {f.rule for f in gn.evaluate(calm, label="y", score=score).findings}


def test_that_a_threshold_flatters_is_said_where_it_is_offered():
    few = {"y": Y[:150], "p": TABLE["p"][:150]}
    e = gn.evaluate(few, label="y", score="p")
    choice = gn.threshold_choice(few["y"], few["p"], objective="f1")
    (view,) = Explorer().views(e, "p")
    assert choice_of(e, view)["f1_choice"] == {"low": choice.threshold_low, "high": choice.threshold_high, "expected": choice.expected}
    assert not [finding for finding in e.findings if "threshold" in finding.rule], "chosen or not, it is no fault of the model"


def test_a_difference_that_chance_explains_is_said_with_the_rows_it_would_take():
    table = {"y": Y, "a": S + rng.normal(0, 0.5, N), "b": S + rng.normal(0, 0.5, N)}
    e = gn.evaluate(table, label="y", score=["a", "b"])
    assert e.comparison["roc_auc"].p_value > 0.05
    found = next(f for f in e.findings if f.rule == "too_few_to_tell")
    assert "which chance explains" in found.en
    pair = e.comparison["roc_auc"]
    assert abs(pair.difference) < found.evidence["detectable"] == pytest.approx(2.8 * pair.error, rel=1e-3)
    assert "too_few_to_tell" not in {f.rule for f in gn.evaluate(TABLE, label="y", score=["p", "q"]).findings}


@pytest.mark.parametrize("suffix", [".json", ".gnomon"])
def test_saved_and_loaded(tmp_path, suffix):
    e = gn.evaluate(TABLE, label="y", score=["p", "q"], by="region", cluster="user")
    loaded = gn.Evaluation.load(e.save(tmp_path / f"e{suffix}"))
    assert (loaded.level, loaded.cluster) == (0.95, "user")
    for key, value in e.values.items():
        assert loaded.values[key].known == value.known
    assert str(loaded.comparison) == str(e.comparison)
    assert loaded.comparison.dominance[0] == e.comparison.dominance[0]
    assert loaded.kept is None


def test_the_first_version_of_the_form_is_read(tmp_path):
    import json

    known = gn.evaluate(TABLE, label="y", score="p", ci=None).to_dict()
    known["schema_version"] = 1
    for key in ("level", "cluster", "comparison"):
        del known[key]
    known["values"][0] |= {"low": 0.7, "high": 0.8}
    (tmp_path / "old.json").write_text(json.dumps(known))
    value = gn.Evaluation.load(tmp_path / "old.json")["roc_auc"]
    assert (value.low, value.high, value.at_least, value.at_most) == (None, None, 0.7, 0.8)
    assert math.isclose(value.margin, 0.05)


def test_a_notebook_draws_the_intervals():
    html = gn.evaluate(TABLE, label="y", score=["p", "q"], metrics="roc_auc")._repr_html_()
    assert html.count("<svg") == 2
    assert "<svg" not in gn.evaluate(TABLE, label="y", score="p", ci=None)._repr_html_()


def test_few_clusters_are_said_and_taken_for_what_they_are():
    table = TABLE | {"shop": np.arange(N) % 6}
    few = gn.evaluate(table, label="y", score=["p", "q"], metrics="roc_auc,accuracy@0.5", cluster="shop")
    assert few.clusters == 6
    assert "there are 6 clusters of shop" in next(f for f in few.findings if f.rule == "few_clusters").en
    assert "few_clusters" not in {f.rule for f in gn.evaluate(TABLE, label="y", score="p", cluster="user").findings}
    # Student's quantile with five degrees of freedom is 1.31 times the normal one.
    moments = few.comparison["roc_auc"]
    assert (moments.high - moments.low) / 2 == pytest.approx(2.5706 * moments.error, rel=1e-3)
    assert "6 clusters" in str(few.comparison)


def test_clusters_are_few_by_what_they_are_worth(monkeypatch):
    """One of forty shops has nearly all rows: the finding counts equal ones, however the rows are kept."""
    shop = np.where(np.arange(N) % 3 == 0, np.arange(N) % 40, 0)
    sizes = np.bincount(shop)
    worth = sizes.sum() ** 2 / (sizes**2).sum()
    limit = run.bounded
    for rows in (10**6, 100):
        monkeypatch.setattr(run, "bounded", lambda plan, memory, rows=rows: limit(plan, memory).replace(most_rows=rows))
        few = gn.evaluate(TABLE | {"shop": shop}, label="y", score="p", metrics="roc_auc", cluster="shop")
        found = next(f for f in few.findings if f.rule == "few_clusters")
        assert found.evidence["effective_clusters"] == pytest.approx(worth, rel=1e-12)
        assert f"so unequal that they tell as much as {worth:.1f} of one size" in found.en
    assert few.effective_clusters == pytest.approx(worth, rel=1e-12)


def test_intervals_do_not_depend_on_the_scale_of_weights():
    y, s = np.tile(Y, 4), np.tile(S, 4) + rng.normal(0, 0.01, 4 * N)
    w = rng.random(4 * N)
    for metric in ("roc_auc", "ks", "average_precision", "equal_error_rate", "accuracy@0.5", "f1@0.5"):
        ends = [gn.interval(metric, y, s, weight=w * scale, replicates=200) for scale in (1e-3, 1.0, 1e3)]
        for one in ends[1:]:
            # Sums round differently, and a row may fall on the other side of a bundle's end.
            assert (one.low, one.high) == pytest.approx((ends[0].low, ends[0].high), rel=1e-5)


def test_meaningless_clusters_widen_nothing():
    r = np.random.default_rng(0)
    y = (r.random(9000) < 0.3).astype(int)
    s = r.normal(y, 1)
    for metric in ("roc_auc", "ks", "average_precision", "accuracy@0.5"):
        plain, dealt = gn.interval(metric, y, s), gn.interval(metric, y, s, cluster=np.arange(9000) % 300)
        assert dealt.width == pytest.approx(plain.width, rel=0.2), metric  # three hundred clusters know it to some percent
