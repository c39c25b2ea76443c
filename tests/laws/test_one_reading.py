"""The same rows are read in one way on every path, or refused: names, categories, codes that look like numbers, dates."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn.metrics as sk

import gnomon as gn
from refusals import raises_id

rng = np.random.default_rng(5)
OVR = "roc_auc(multiclass=ovr,average=macro)"
LEVELS = ["low", "mid", "high"]
PLACES = np.tile([0, 1, 2], 20)
SCORES = np.tile([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]], (20, 1))
SCORES[:3] = SCORES[[1, 2, 0]]
TRUTHS = {
    "pandas": pd.Series(pd.Categorical.from_codes(PLACES, LEVELS, ordered=True)),
    "polars": pl.Series(np.array(LEVELS)[PLACES], dtype=pl.Enum(LEVELS)),
}


@pytest.mark.parametrize("library", TRUTHS)
def test_dropping_nothing_changes_nothing(library):
    truth = TRUTHS[library]
    for metric in ("log_loss", OVR):
        assert gn.interval(metric, truth, SCORES, missing="drop") == gn.interval(metric, truth, SCORES)
    models = {"a": SCORES, "b": SCORES[:, [0, 2, 1]]}
    plain, dropped = (gn.compare(truth, models, metrics=OVR, missing=way).pairs[0] for way in ("error", "drop"))
    assert (dropped.value_a, dropped.value_b, dropped.p_value) == (plain.value_a, plain.value_b, plain.p_value)
    said = truth[:]
    other = np.array(LEVELS)[np.minimum(PLACES + (np.arange(60) < 6), 2)]
    said = pd.Series(pd.Categorical(other, LEVELS, ordered=True)) if library == "pandas" else pl.Series(other, dtype=pl.Enum(LEVELS))
    assert gn.kappa(truth, said, weights="quadratic", missing="drop") == gn.kappa(truth, said, weights="quadratic")
    assert gn.confusion_matrix(truth, said, missing="drop").labels == tuple(LEVELS)


def test_dropping_keeps_the_names_of_a_frame():
    frame = pd.DataFrame(SCORES, columns=["0", "1", "2"])[["2", "0", "1"]]
    assert gn.interval(OVR, PLACES, frame, missing="drop").value == gn.interval(OVR, PLACES, frame).value
    tags = pd.DataFrame([[1, 0], [0, 1], [1, 0], [0, 1], [1, 1]], columns=["a", "b"])
    assert gn.f1(tags, tags[["b", "a"]], average="macro", missing="drop") == 1.0
    holes = tags.astype(float)
    holes.iloc[0, 0] = np.nan
    with pytest.warns(gn.DroppedRowsWarning):
        assert gn.f1(holes, tags[["b", "a"]], average="macro", missing="drop") == 1.0


def test_named_scores_of_labels_go_by_their_names():
    tags = pd.DataFrame([[1, 0], [0, 1], [1, 0], [0, 1], [1, 1]], columns=["a", "b"])
    scores = pd.DataFrame({"b": [0.1, 0.9, 0.2, 0.8, 0.7], "a": [0.9, 0.1, 0.8, 0.2, 0.6]})
    assert gn.roc_auc(tags, scores, average="macro") == gn.roc_auc(tags, scores, average="macro", labels=["b", "a"]) == 1.0
    for metric in (
        lambda **how: gn.roc_auc(tags, scores, average="macro", **how),
        lambda **how: gn.label_ranking_loss(tags, scores, **how),
    ):
        with raises_id("inputs.labels_and_columns_differ"):
            metric(labels=["a", "b"])


def test_tags_name_no_columns():
    tags = [["cat"], ["ant"], ["cat", "ant"], ["bee"], []] * 10
    said = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 0]] * 10)
    for read in (lambda: gn.f1(tags, said, average="macro"), lambda: gn.compare(tags, {"m": said, "k": said}, metrics="f1(average=macro)")):
        with raises_id("inputs.tag_matrix_unnamed"):
            read()
    found = gn.compare(tags, {"m": said, "k": tags}, metrics="f1(average=macro)", labels=["cat", "ant", "bee"])
    assert found.pairs[0].value_a == found.pairs[0].value_b == 1.0


def test_frames_that_contradict_each_other_are_refused():
    truth = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * 10)
    named = pd.DataFrame(truth, columns=["a", "b"])
    with raises_id("evaluation.array_column_order_ambiguous"):
        gn.compare(truth, {"m": named, "same": named[["b", "a"]]}, metrics="f1(average=macro)")
    pair = gn.compare(named, {"m": named, "same": named[["b", "a"]]}, metrics="f1(average=macro)").pairs[0]
    assert pair.value_a == pair.value_b == 1.0


def test_codes_that_look_like_numbers_are_codes(tmp_path):
    names, place = np.array(["08", "09", "10", "11"]), rng.integers(0, 4, 300)
    other = np.clip(place + rng.integers(-1, 2, 300), 0, 3)
    table = pd.DataFrame({"y": names[place], "said": names[other]})
    table.to_csv(tmp_path / "codes.csv", index=False)
    table.to_parquet(tmp_path / "codes.parquet")
    wanted = sk.cohen_kappa_score(place, other, weights="quadratic")
    for data in (table, tmp_path / "codes.csv", tmp_path / "codes.parquet"):
        found = gn.evaluate(data, label="y", prediction="said", metrics="kappa(weights=quadratic)")
        assert found.classes == tuple(names)
        assert float(found["kappa(weights=quadratic)"]) == pytest.approx(wanted, rel=1e-12)
    (tmp_path / "tags.csv").write_text("t,p8,p10\n08,.9,.1\n10,.2,.8\n08;10,.7,.6\n,.4,.3\n")
    scored = gn.evaluate(tmp_path / "tags.csv", label="t", separator=";", score={"08": "p8", "10": "p10"}, metrics="roc_auc(average=macro)")
    assert scored.classes == ("08", "10")
    assert float(scored["roc_auc(average=macro)"]) == 1.0


def test_a_prediction_that_is_text_makes_all_labels_text(tmp_path):
    (tmp_path / "p.csv").write_text("y,said\n1,1\n2,2\n2,unknown\n1,2\n")
    assert gn.evaluate(tmp_path / "p.csv", label="y", prediction="said", task="multiclass").classes == ("1", "2", "unknown")


@pytest.mark.parametrize("key", [0.0, 0, "0", "0.0"])
def test_classes_are_named_as_their_column_has_them(key):
    table = {"y": np.array([0.0, 1.0, 2.0] * 10), "p0": np.full(30, 0.2), "p1": np.full(30, 0.3), "p2": np.full(30, 0.5)}
    named = {f"{one}.0" if key == "0.0" else type(key)(one): f"p{one}" for one in range(3)}
    found = gn.evaluate(table, label="y", score=named, metrics="log_loss")
    assert float(found["log_loss"]) == pytest.approx(-np.log([0.2, 0.3, 0.5]).mean(), rel=1e-12)


def test_true_false_unknown_are_three_words(tmp_path):
    pd.DataFrame({"y": ["true", "false", "unknown"] * 5, "a": 0.2, "b": 0.3, "c": 0.5}).to_csv(tmp_path / "w.csv", index=False)
    found = gn.evaluate(tmp_path / "w.csv", label="y", score={"true": "a", "false": "b", "unknown": "c"}, metrics="log_loss")
    assert found.classes == ("false", "true", "unknown")


def test_dates_are_labels_on_every_path():
    days = np.array(["2020-01-01", "2020-01-02"] * 4, "datetime64[D]")
    pair = gn.compare(days, {"a": days, "b": days[::-1]}, metrics="accuracy").pairs[0]
    assert (pair.value_a, pair.value_b) == (1.0, 0.0)
    stamps, scores = pd.Series(days.astype("datetime64[ns]")), np.arange(8.0)
    for given in (stamps[0], "2020-01-01T00:00:00"):
        found = gn.evaluate({"y": stamps, "s": scores}, label="y", score="s", positive=given, metrics="roc_auc")
        assert float(found["roc_auc"]) == gn.roc_auc(stamps, scores, positive=stamps[0])


def test_an_arrow_table_is_a_frame():
    columns = {"1": [0.1, 0.8, 0.1], "0": [0.8, 0.1, 0.1], "2": [0.1, 0.1, 0.8]}
    for made in (pa.table(columns), pa.record_batch(columns)):
        assert gn.log_loss([0, 1, 2], made) == gn.log_loss([0, 1, 2], pd.DataFrame(columns))


def test_an_interval_follows_a_convention():
    grades, scores, group = [1, 0, 1, 0, 0, 1], [0.1, 0.2, 0.3, 0.3, 0.5, 0.5], [1, 1, 2, 2, 3, 3]
    for convention in ("sklearn", "lightgbm", "trec_eval"):
        how = {"group": group, "convention": convention, "item": ["b", "a"] * 3}
        assert gn.interval("ndcg@2", grades, scores, **how).value == gn.ndcg(grades, scores, k=2, **how)
    with raises_id("inference.convention_unsupported"):
        gn.interval("roc_auc", [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], convention="trec_eval")


def test_a_threshold_that_32_bits_fall_short_of_is_said():
    table = {"y": [1, 0, 1, 0], "s": np.array([0.7, 0.2, 0.7, 0.3], np.float32)}
    found = gn.evaluate(table, label="y", score="s", metrics="recall@0.7, recall@0.25")
    assert float(found["recall@0.7"]) == 0.0
    assert "32 bits are 0.699999988 where 0.7" in found["recall@0.7"].reason
    assert not found["recall@0.25"].reason
    assert not gn.evaluate({**table, "s": [0.7, 0.2, 0.7, 0.3]}, label="y", score="s", metrics="recall@0.7")["recall@0.7"].reason
