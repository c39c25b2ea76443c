"""evaluate against the metric functions on the same rows: whole, by slice, weighted, of two and of several classes."""

import math

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.catalog import parse
from refusals import raises_id

rng = np.random.default_rng(5)
N = 3000
Y = (rng.random(N) < 0.3).astype(int)
TABLE = pd.DataFrame(
    {
        "y": Y,
        "p": np.round(np.clip(0.3 * Y + 0.7 * rng.random(N), 0, 1), 2),
        "q": np.round(rng.random(N), 3),
        "w": rng.integers(0, 4, N).astype(float),
        "region": rng.choice(["north", "south", "east"], N),
        "product": rng.choice([1, 2], N),
        "answer": (0.3 * Y + 0.7 * rng.random(N) > 0.5).astype(int),
        "word": np.where(Y == 1, "bad", "good"),
    }
)


def direct(reference, table, label="y", score="p", prediction=None, weight=None, positive=None):
    """The same metric by its function."""
    reference = parse(reference)
    truth = table[label] if positive is None else (table[label] == positive).astype(int)
    w = None if weight is None else table[weight]
    function = getattr(gn, reference.entry.name)
    if reference.entry.summary is gn.Counts:
        labels = table[prediction] if reference.at is None else (table[score] >= reference.at).astype(int)
        return function(truth, labels, weight=w, **reference.arguments)
    return function(truth, table[score], weight=w, **reference.arguments)


@pytest.mark.parametrize("weight", [None, "w"])
def test_the_default_metrics_are_those_of_the_functions(weight):
    evaluation = gn.evaluate(TABLE, label="y", score=["p", "q"], weight=weight)
    assert evaluation.task == "binary"
    assert evaluation.exact
    assert "ks" in evaluation.metrics
    assert "f1@0.5" in evaluation.metrics
    for model in ("p", "q"):
        for metric in evaluation.metrics:
            assert evaluation[metric, model] == pytest.approx(direct(metric, TABLE, score=model, weight=weight), rel=1e-12)


def test_references_of_every_form():
    metrics = "roc_auc(max_fpr=0.2),ks,f1@0.3,f_score(beta=2)@0.3,lift_at@0.1,tpr_at_fpr@0.05,average_precision(interpolation=11-point)"
    evaluation = gn.evaluate(TABLE, label="y", score="p", metrics=metrics)
    assert ",".join(evaluation.metrics) == metrics
    for metric in evaluation.metrics:
        assert evaluation[metric] == pytest.approx(direct(metric, TABLE), rel=1e-12)
    assert evaluation["lift_at@0.1"].threshold == gn.lift_at(TABLE["y"], TABLE["p"], fraction=0.1).threshold
    assert evaluation[" ks "] == evaluation["ks"]
    assert evaluation["ks"].threshold == gn.ks_curve(TABLE["y"], TABLE["p"]).threshold


def test_defaults_and_more():
    evaluation = gn.evaluate(TABLE, label="y", score="p", metrics=["default", "recall@0.2"])
    assert evaluation.metrics[0] == "recall@0.2"
    assert "roc_auc" in evaluation.metrics


def test_scores_that_are_no_probabilities_have_no_probability_metrics():
    table = TABLE.assign(s=TABLE["p"] * 10 - 3)
    evaluation = gn.evaluate(table, label="y", score="s")
    assert evaluation.metrics == ("roc_auc", "average_precision", "ks", "gini")
    with raises_id("tasks.metric_fault_of_model", name="brier_score", model="s"):
        gn.evaluate(table, label="y", score="s", metrics="brier_score")


def test_named_labels_need_a_positive_one():
    with raises_id("evaluation.positive_ambiguous"):
        gn.evaluate(TABLE, label="word", score="p")
    evaluation = gn.evaluate(TABLE, label="word", score="p", positive="bad", prediction=None)
    assert evaluation["roc_auc"] == gn.roc_auc(TABLE["y"], TABLE["p"])
    assert evaluation.positive == "bad"
    with raises_id("evaluation.positive_unknown", asked="worse"):
        gn.evaluate(TABLE, label="word", score="p", positive="worse")


def test_predicted_labels():
    evaluation = gn.evaluate(TABLE, label="y", prediction="answer")
    for metric in evaluation.metrics:
        assert evaluation[metric] == pytest.approx(direct(metric, TABLE, prediction="answer"), rel=1e-12)
    both = gn.evaluate(TABLE, label="y", score="p", prediction="answer")
    assert both["f1"] == evaluation["f1"]
    assert both["roc_auc"] == gn.roc_auc(TABLE["y"], TABLE["p"])
    np.testing.assert_array_equal(both.held().labels.matrix, gn.confusion_matrix(TABLE["y"], TABLE["answer"]).matrix)


CLASSES = np.array(["cat", "dog", "rabbit"])
MANY = pd.DataFrame(rng.dirichlet(np.ones(3), 500), columns=["p_cat", "p_dog", "p_rabbit"]).assign(
    truth=rng.choice(CLASSES, 500), answer=rng.choice(CLASSES, 500), w=rng.random(500)
)
SCORES = {"cat": "p_cat", "dog": "p_dog", "rabbit": "p_rabbit"}


@pytest.mark.parametrize("weight", [None, "w"])
def test_several_classes(weight):
    metrics = [
        "default",
        "roc_auc(multiclass=ovo,average=macro)",
        "average_precision(multiclass=ovr,average=weighted)",
        "recall(average=micro)",
    ]
    evaluation = gn.evaluate(MANY, label="truth", score=SCORES, prediction="answer", weight=weight, metrics=metrics)
    assert evaluation.task == "multiclass"
    matrix = MANY[list(SCORES.values())].to_numpy()
    w = None if weight is None else MANY[weight]
    for text in evaluation.metrics:
        reference = parse(text)
        function = getattr(gn, reference.entry.name)
        if reference.entry.summary is gn.Counts:
            expected = function(MANY["truth"], MANY["answer"], weight=w, **reference.over)
        else:
            expected = function(MANY["truth"], matrix, weight=w, **reference.over)
        assert evaluation[text] == pytest.approx(expected, rel=1e-12), text


def test_scored_classes_predict_the_one_scored_highest():
    evaluation = gn.evaluate(MANY, label="truth", score=SCORES)
    highest = CLASSES[MANY[list(SCORES.values())].to_numpy().argmax(axis=1)]
    assert evaluation["accuracy"] == gn.accuracy(MANY["truth"], highest)
    two = gn.evaluate(MANY, label="truth", score={"a": SCORES, "b": SCORES})
    assert two["accuracy", "b"] == evaluation["accuracy"]


def test_several_classes_ask_for_what_they_need():
    with raises_id("classes.one_score_many_classes", shown="'cat', 'dog', 'rabbit'"):
        gn.evaluate(MANY, label="truth", score="p_cat")
    with raises_id("classes.one_score_many_classes"):
        gn.evaluate(MANY, label="truth", score=["p_cat", "p_dog", "p_rabbit"])
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate(MANY, label="truth", prediction="answer", metrics="f1")
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate(MANY, label="truth", prediction="answer", metrics="f1@0.5")
    with raises_id("classes.score_missing_for_class", stranger="rabbit"):
        gn.evaluate(MANY, label="truth", score={"m": {"cat": "p_cat", "dog": "p_dog"}})
    renamed = MANY.rename(columns={f"p_{name}": name for name in CLASSES})
    assert (
        gn.evaluate(renamed, label="truth", score=list(CLASSES))["log_loss"] == gn.evaluate(MANY, label="truth", score=SCORES)["log_loss"]
    )


@pytest.mark.parametrize("weight", [None, "w"])
def test_slices_are_evaluations_of_their_rows(weight):
    evaluation = gn.evaluate(TABLE, label="y", score="p", prediction="answer", by=["region", "product"], weight=weight)
    assert {tuple(part.by) for part in evaluation.slices} == {("region",), ("product",), ("region", "product")}
    assert len(evaluation.slices) == 3 + 2 + 6
    for part in evaluation.slices:
        rows = TABLE
        for column, value in part.by.items():
            rows = rows[rows[column] == value]
        assert part.rows == len(rows)
        alone = gn.evaluate(rows, label="y", score="p", prediction="answer", weight=weight)
        assert part.positives == alone.positives
        for metric in evaluation.metrics:
            assert part.values["p", metric] == pytest.approx(alone[metric], rel=1e-12)
    values = [float(part.values["p", "roc_auc"]) for part in evaluation.slices]
    assert values == sorted(values), "the worst comes first, crossings in their place"


def test_slices_of_several_classes_and_of_missing_values():
    table = MANY.assign(home=np.where(np.arange(500) % 5 == 0, None, "here"))
    evaluation = gn.evaluate(table, label="truth", score=SCORES, by="home")
    names = {part.name: part for part in evaluation.slices}
    assert set(names) == {"home = (missing)", "home = here"}
    rows = table[table["home"].isna()]
    alone = gn.evaluate(rows, label="truth", score=SCORES)
    for metric in evaluation.metrics:
        assert names["home = (missing)"].values["model", metric] == pytest.approx(alone[metric], rel=1e-12)


def test_undefined_values_carry_their_reason():
    table = pd.DataFrame({"y": [1, 1, 1], "p": [0.2, 0.4, 0.3]})
    evaluation = gn.evaluate(table, label="y", score="p")
    assert math.isnan(evaluation["roc_auc"])
    assert evaluation["roc_auc"].reason == "there are no negative rows: only one class is present"
    assert evaluation["precision@0.5"].reason == "nothing was predicted positive"
    assert "undefined: nothing was predicted positive" in repr(evaluation["precision@0.5"])
    assert "there are no negative rows" in str(evaluation)


def test_one_row():
    evaluation = gn.evaluate({"y": [1], "p": [0.7]}, label="y", score="p")
    assert evaluation.rows == 1
    assert evaluation["brier_score"] == pytest.approx(0.09, rel=1e-12)


def test_missing_values_are_refused_or_dropped():
    table = TABLE.assign(p=TABLE["p"].where(np.arange(N) % 100 != 17))
    with raises_id("evaluation.row_value_at_fault", argument="score", name="p", value="NaN"):
        gn.evaluate(table, label="y", score="p")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 30 of 3,000 rows with missing values: p in 30"):
        evaluation = gn.evaluate(table, label="y", score="p", missing="drop", by="region")
    assert evaluation.rows == N - 30
    assert evaluation.dropped_rows == 30
    kept = table.dropna(subset="p")
    assert evaluation["roc_auc"] == gn.roc_auc(kept["y"], kept["p"])
    assert sum(part.rows for part in evaluation.slices) == N - 30
    with raises_id("evaluation.rows_all_dropped", seen=3000):
        gn.evaluate(table.assign(p=np.nan), label="y", score="p", missing="drop")


def test_models_are_paired_by_name_or_in_order():
    table = TABLE.assign(other=TABLE["y"])
    both = {"score": {"a": "p", "b": "q"}, "metrics": "default,accuracy"}
    crossed = gn.evaluate(table.rename(columns={"y": "truth"}), label="truth", prediction={"b": "other", "a": "answer"}, **both)
    assert crossed["accuracy", "b"] == 1
    assert crossed["accuracy", "a"] == gn.accuracy(TABLE["y"], TABLE["answer"])
    only = gn.evaluate(table.rename(columns={"y": "truth"}), label="truth", prediction={"b": "other"}, **both)
    assert only["accuracy", "b"] == 1
    with raises_id("evaluation.metric_missing_for_model", metric="accuracy", model="a"):
        only["accuracy", "a"]
    apart = gn.evaluate(TABLE, label="y", score={"a": "p"}, prediction={"c": "answer"}, metrics="roc_auc,accuracy")
    assert apart.names == ("a", "c")
    in_order = gn.evaluate(table.rename(columns={"y": "truth"}), label="truth", score=["p", "q"], prediction=["answer", "other"])
    assert in_order["accuracy", "q"] == 1


BAD = {
    "there is nothing to evaluate": ({}, "score: nothing to evaluate"),
    "no such label": ({"label": "Y", "score": "p"}, "label: no column 'Y' in a pandas data frame; did you mean 'y'"),
    "no such score": ({"label": "y", "score": "pp"}, "score: no column 'pp'"),
    "no such slice": (
        {"label": "y", "score": "p", "by": "regoin"},
        "by: no column 'regoin' in a pandas data frame; did you mean 'region'?",
    ),
    "no such weight": ({"label": "y", "score": "p", "weight": "weight"}, "weight: no column 'weight'"),
    "truth as score": ({"label": "y", "score": "y"}, "the truth cannot score itself"),
    "text as score": ({"label": "y", "score": "region"}, "score: 'region' holds text where numbers are meant"),
    "score as label": ({"label": "p", "score": "q"}, r"label: 'p' holds 0\.\d+ where a label is meant; are label and score swapped"),
    "score as prediction": ({"label": "y", "prediction": "q"}, "prediction: it holds 0.* where a label is meant; scores go to score="),
    "curve": ({"label": "y", "score": "p", "metrics": "roc_curve"}, "metrics: roc_curve is a curve, not one value"),
    "unknown": ({"label": "y", "score": "p", "metrics": "roc_acu"}, "there is no metric 'roc_acu'; did you mean roc_auc"),
    "malformed": ({"label": "y", "score": "p", "metrics": "f1@"}, "'f1@' is no metric reference"),
    "labels wanted": ({"label": "y", "score": "p", "metrics": "f1"}, r"metrics: f1 reads labels; give it a threshold, f1@0.5"),
    "scores wanted": ({"label": "y", "prediction": "answer", "metrics": "ks"}, "metrics: ks reads scores; name their column with score="),
    "threshold without scores": ({"label": "y", "prediction": "answer", "metrics": "f1@0.3"}, "f1@0.3 cuts scores at a threshold"),
    "option wanted": ({"label": "y", "score": "p", "metrics": "tpr_at_fpr"}, "metrics: tpr_at_fpr: needs fpr="),
    "average of two": ({"label": "y", "score": "p", "metrics": "f1(average=macro)@0.5"}, "averages go with more than two classes"),
    "no metrics": ({"label": "y", "score": "p", "metrics": []}, "metrics: none named"),
    "odd metric": ({"label": "y", "score": "p", "metrics": [3]}, "metrics: 3 is no metric reference"),
    "group": ({"label": "y", "score": "p", "group": "y"}, "group: 'y' is the label as well"),
    "no such group": ({"label": "y", "score": "p", "group": "user"}, "group: no column 'user'"),
    "weight and group": ({"label": "y", "score": "p", "group": "region", "weight": "w"}, "weight: lists are ranked item by item"),
    "lists without groups": ({"label": "y", "score": "p", "task": "ranking"}, 'group: task="ranking" ranks the rows of each query'),
    "lists wanted": ({"label": "y", "score": "p", "metrics": "ndcg@10"}, "metrics: ndcg@10 reads ranked lists; name the column"),
    "lists without scores": ({"label": "y", "prediction": "answer", "group": "region", "task": "ranking"}, "score: lists are ranked by"),
    "task": ({"label": "y", "score": "p", "task": "sorting"}, "task: 'sorting' is not 'binary' or 'multiclass' or 'ranking'"),
    "missing": ({"label": "y", "score": "p", "missing": "skip"}, "missing: 'skip' is not"),
    "memory": ({"label": "y", "score": "p", "memory": "lots"}, "memory: 'lots' is no amount of memory"),
    "little memory": ({"label": "y", "score": "p", "memory": 1000}, "memory: 1000 is too little"),
    "twice": ({"label": "y", "score": ["p", "p"]}, "score: 'p' is named twice"),
    "by twice": ({"label": "y", "score": "p", "by": ["region", "region"]}, "names a column twice"),
    "not a column": ({"label": 3, "score": "p"}, "label: no column '3'"),
    "odd scores": ({"label": "y", "score": 7}, "score: no column '7'"),
    "an identifier as slice": ({"label": "y", "score": "p", "by": "row"}, "by: 'row' has more than 1,000 values, too many for slices"),
    "negative weight": ({"label": "y", "score": "p", "weight": "minus"}, "weight: 'minus' has -1 at position 4 .*not negative"),
    "no weight": ({"label": "y", "score": "p", "weight": "nothing"}, "weight: 'nothing' sums to 0"),
    "infinite": (
        {"label": "y", "score": "endless"},
        r"score: 'endless' has inf at position 2 \(and 1 more of 3,000\). Scores must",
    ),
    "predictions and models": ({"label": "y", "score": ["p", "q", "w"], "prediction": ["answer", "three"]}, "prediction: 2 columns for 3"),
    "labels of two types": (
        {"label": "word", "prediction": "answer", "positive": "bad"},
        r"hold text \('.*'\) and numbers \(\d\) as labels",
    ),
    "whose prediction": ({"label": "y", "score": ["p", "q"], "prediction": "answer"}, "prediction: one column for 2 models; say whose"),
    "truth as prediction": ({"label": "y", "prediction": "y"}, "the truth cannot predict itself"),
    "two classes' columns": (
        {"label": "y", "score": {0: "q", 1: "p"}},
        "'0', '1' are the labels themselves; of two classes name one column",
    ),
    "odd slices": ({"label": "y", "score": "p", "by": 3}, "by: no column '3'"),
    "odd metrics": ({"label": "y", "score": "p", "metrics": 3}, "metrics: 3 is no metric reference"),
    "crossed too far": ({"label": "y", "score": "p", "by": ["many", "more"]}, "by: crossing 'many', 'more' gives more than 1,000 slices"),
    "odd memory": ({"label": "y", "score": "p", "memory": "1.2.3GB"}, "memory: '1.2.3GB' is no amount of memory"),
    "three classes for two": ({"label": "y", "prediction": "three"}, "hold 3 labels .* where two are meant"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case):
    arguments, message = BAD[case]
    minus, endless = np.ones(N), np.zeros(N)
    minus[4:6], endless[2:4] = -1, np.inf
    table = TABLE.assign(
        row=np.char.add("r", np.arange(N).astype(str)),
        minus=minus,
        nothing=0.0,
        endless=endless,
        three=np.arange(N) % 3,
        many=(np.arange(N) % 997).astype(str),
        more=(np.arange(N) % 991).astype(str),
    )
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate(table, **({"label": "y"} | arguments))


def test_data_that_holds_no_columns():
    for data in (3, None, np.zeros((3, 3)), object()):
        with raises_id("engines.data_type_unsupported"):
            gn.evaluate(data, label="y", score="p")
    with raises_id("evaluation.rows_missing"):
        gn.evaluate(TABLE[:0], label="y", score="p")
    with raises_id("inputs.lengths_differ", name="'p'", n=1, other="'y'"):
        gn.evaluate({"y": [0, 1], "p": [0.5]}, label="y", score="p")
    with raises_id("engines.dictionary_empty"):
        gn.evaluate({}, label="y", score="p")


def test_inputs_are_left_alone():
    before = TABLE.copy(deep=True)
    gn.evaluate(TABLE, label="y", score=["p", "q"], by="region", weight="w")
    pd.testing.assert_frame_equal(TABLE, before)
