"""Which column of scores is which class's: the same rule for a function, an interval, a comparison and an evaluation."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gnomon as gn
from refusals import raises_id

LEVELS = ["low", "mid", "high"]
RNG = np.random.default_rng(0)
PLACES = RNG.integers(0, 3, 60)
TEXT = np.array(LEVELS)[PLACES]
SCORES = RNG.dirichlet((1, 1, 1), 60) + 0.5 * np.eye(3)[PLACES]
SCORES /= SCORES.sum(axis=1, keepdims=True)
"""The columns stand in the order of LEVELS, which is not that of the alphabet."""
ORDERED = {
    "pandas": lambda names: pd.Categorical(TEXT, names, ordered=True),
    "pandas series": lambda names: pd.Series(TEXT).astype(pd.CategoricalDtype(names, ordered=True)),
    "polars": lambda names: pl.Series(TEXT.tolist(), dtype=pl.Enum(names)),
    "arrow": lambda names: pa.DictionaryArray.from_arrays(pa.array([names.index(name) for name in TEXT]), names, ordered=True),
    "arrow chunks": lambda names: pa.chunked_array(
        [pa.DictionaryArray.from_arrays(pa.array([names.index(name) for name in TEXT]), names, ordered=True)]
    ),
}
every_categorical = pytest.mark.parametrize("ordered", ORDERED.values(), ids=ORDERED)
AREA = "roc_auc(multiclass=ovr,average=macro)"
EXPECTED = gn.roc_auc(TEXT, SCORES, multiclass="ovr", labels=LEVELS)


def on_every_path(y, scores, **options):
    """The area by the function, the summary, an interval and a comparison."""
    yield gn.roc_auc(y, scores, multiclass="ovr", **options)
    yield gn.roc_auc(gn.Sweeps.of(y, scores, **options))
    yield gn.interval(AREA, y, scores, replicates=100, **options).value
    if not options:
        compared = gn.compare(y, {"a": scores, "b": scores}, metrics=AREA, replicates=100, curves=())
        yield from (compared.values[name, AREA].value for name in "ab")


def assert_refused(said, y, scores):
    """Assert that no path takes such columns."""
    for call in (
        lambda: gn.roc_auc(y, scores, multiclass="ovr"),
        lambda: gn.log_loss(y, scores),
        lambda: gn.Sweeps.of(y, scores),
        lambda: gn.interval(AREA, y, scores),
        lambda: gn.compare(y, {"a": scores, "b": scores}, metrics=AREA),
        lambda: gn.compare(y, {"a": scores, "b": scores}, metrics="accuracy"),
    ):
        with pytest.raises(gn.InputError, match=said):
            call()


@every_categorical
def test_the_order_of_categories_is_that_of_the_columns(ordered):
    assert EXPECTED > 0.8
    assert list(on_every_path(ordered(LEVELS), SCORES)) == pytest.approx([EXPECTED] * 5, rel=1e-12)


@every_categorical
def test_a_category_without_rows_is_a_class(ordered):
    wide = np.column_stack([np.zeros(60), SCORES])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)  # nobody is of the fourth
        assert list(on_every_path(ordered(["none", *LEVELS]), wide)) == pytest.approx([EXPECTED] * 5, rel=1e-12)
        assert gn.log_loss(ordered(["none", *LEVELS]), wide) == pytest.approx(gn.log_loss(TEXT, SCORES, labels=LEVELS), rel=1e-12)
    assert_refused("3 columns but there are 4 labels", ordered(["none", *LEVELS]), SCORES)


@every_categorical
def test_rows_that_are_dropped_take_no_order_along(ordered):
    gaps = np.array([np.nan, *np.ones(59)])
    with pytest.warns(gn.DroppedRowsWarning):
        found = gn.interval(AREA, ordered(LEVELS), SCORES * gaps[:, None], missing="drop", replicates=100)
    assert found.value == pytest.approx(gn.roc_auc(TEXT[1:], SCORES[1:], multiclass="ovr", labels=LEVELS), rel=1e-12)
    frame = pd.DataFrame(SCORES[:, ::-1] * gaps[:, None], columns=LEVELS[::-1])
    with pytest.warns(gn.DroppedRowsWarning):
        compared = gn.compare(TEXT, {"a": frame, "b": frame}, metrics=AREA, missing="drop", replicates=100, curves=())
    assert compared.values["a", AREA].value == pytest.approx(found.value, rel=1e-12)


@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame, pa.table], ids=["dict", "pandas", "polars", "arrow"])
def test_tables_keep_the_order(make):
    columns = {f"p_{name}": SCORES[:, place] for place, name in enumerate(LEVELS)}
    kind = {pl.DataFrame: "polars", pa.table: "arrow"}.get(make, "pandas")
    truth = ORDERED[kind](LEVELS)
    called = ORDERED["pandas"](LEVELS)[::-1] if kind == "pandas" else truth
    table = make({"y": truth, "called": called, **columns})
    by_class = {name: f"p_{name}" for name in LEVELS}
    e = gn.evaluate(table, label="y", score={"m": by_class}, metrics=AREA, ci=None)
    assert float(e[AREA]) == pytest.approx(EXPECTED, rel=1e-12)
    assert e.facts["classes"] == tuple(LEVELS)
    labelled = gn.evaluate(table, label="y", prediction="called", metrics="kappa(weights=quadratic)", ci=None)
    expected = gn.kappa(truth, called, weights="quadratic")
    assert float(labelled["kappa(weights=quadratic)"]) == pytest.approx(expected, rel=1e-12)


def test_label_metrics_keep_the_order_everywhere():
    truth, called = (pd.Categorical(values, LEVELS, ordered=True) for values in (TEXT, np.roll(TEXT, 1)))
    assert gn.confusion_matrix(truth, called).labels == tuple(LEVELS)
    assert gn.classification_report(truth, called).label.tolist() == LEVELS
    quadratic = "kappa(weights=quadratic)"
    expected = gn.kappa(TEXT, np.roll(TEXT, 1), weights="quadratic", labels=LEVELS)
    assert expected != gn.kappa(TEXT, np.roll(TEXT, 1), weights="quadratic")
    assert gn.interval(quadratic, truth, called).value == pytest.approx(expected, rel=1e-12)
    compared = gn.compare(truth, {"a": called, "b": truth}, metrics=quadratic, curves=())
    assert compared.values["a", quadratic].value == pytest.approx(expected, rel=1e-12)


def test_orders_that_contradict_are_refused():
    truth, called = pd.Categorical(TEXT, LEVELS, ordered=True), pd.Categorical(TEXT, LEVELS[::-1], ordered=True)
    for call in (lambda: gn.kappa(truth, called), lambda: gn.interval("kappa", truth, called)):
        with raises_id("inputs.label_orders_differ"):
            call()


def test_a_categorical_without_an_order():
    """Sorted categories leave no doubt, and count though they have no rows; others are refused beside columns without names."""
    letters = np.array(["a", "b", "c"])[PLACES]
    expected = gn.roc_auc(letters, SCORES, multiclass="ovr")
    assert list(on_every_path(pd.Categorical(letters), SCORES)) == pytest.approx([expected] * 5, rel=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        wide = np.column_stack([SCORES, np.zeros(60)])
        assert gn.roc_auc(pd.Categorical(letters, list("abcd")), wide, multiclass="ovr") == pytest.approx(expected, rel=1e-12)
    assert gn.roc_auc(pd.Categorical(letters, list("abcd")), SCORES, multiclass="ovr") == pytest.approx(expected, rel=1e-12)
    assert_refused("categorical without an order.*can be read in two ways.*pass labels=", pd.Categorical(TEXT, LEVELS), SCORES)
    named = pd.DataFrame(SCORES, columns=LEVELS)
    assert list(on_every_path(pd.Categorical(TEXT, LEVELS), named)) == pytest.approx([EXPECTED] * 5, rel=1e-12)
    assert gn.roc_auc(pd.Categorical(TEXT, LEVELS), SCORES, multiclass="ovr", labels=LEVELS) == EXPECTED
    physical = pl.Series(letters[::-1].tolist(), dtype=pl.Categorical)  # in the order of appearance, which says nothing
    assert gn.roc_auc(physical, SCORES[::-1], multiclass="ovr") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("names", [[2, 1, 0], ["2", "1", "0"], [2.0, 1.0, 0.0]], ids=str)
@pytest.mark.parametrize("kind", [np.int64, np.int8, float])
def test_columns_are_matched_by_value_and_by_text(names, kind):
    y = PLACES.astype(kind)
    frame = pd.DataFrame(SCORES[:, ::-1], columns=names)
    assert list(on_every_path(y, frame)) == pytest.approx([gn.roc_auc(y, SCORES, multiclass="ovr")] * 5, rel=1e-12)
    if all(isinstance(name, str) for name in names):
        assert gn.roc_auc(y, pl.DataFrame(frame), multiclass="ovr") == gn.roc_auc(y, SCORES, multiclass="ovr")


@pytest.mark.parametrize("names", [["p_0", "p_1", "p_2"], ["0", "1", "x"], [1, 2, 3], ["class 0", "class 1", "class 2"]], ids=str)
def test_columns_that_are_named_otherwise_are_refused(names):
    frame = pd.DataFrame(SCORES, columns=names)
    assert_refused("none is named [0-2].*pass labels= with one label for each column", PLACES, frame)
    if names != [1, 2, 3]:
        expected = gn.roc_auc(PLACES, SCORES, multiclass="ovr")
        assert list(on_every_path(PLACES, frame, labels=[0, 1, 2])) == pytest.approx([expected] * 3, rel=1e-12)


def test_columns_named_twice_and_labels_that_contradict_names():
    frame = pd.DataFrame(SCORES, columns=["0", "1", "2"])
    with raises_id("inputs.column_names_duplicate", twice="1"):
        gn.roc_auc(PLACES, frame.set_axis(["0", "1", "1"], axis=1), multiclass="ovr")
    with raises_id("inputs.labels_and_columns_differ"):
        gn.roc_auc(PLACES, frame, multiclass="ovr", labels=[2, 1, 0])
    truth = pd.Categorical(PLACES.astype(str), ["0", "1", "2"], ordered=True)
    with raises_id("inputs.class_columns_mismatch"):
        gn.roc_auc(truth, frame.assign(**{"3": 0.0}), multiclass="ovr")


def test_columns_a_library_has_numbered_are_a_matrix():
    letters = np.array(["a", "b", "c"])[PLACES]
    for frame in (pd.DataFrame(SCORES), pl.DataFrame(SCORES)):
        assert gn.roc_auc(letters, frame, multiclass="ovr") == gn.roc_auc(letters, SCORES, multiclass="ovr")


@pytest.mark.parametrize("metrics", ["accuracy", "f1(average=macro)", "default"])
def test_a_comparison_of_class_scores_takes_the_class_scored_highest(metrics):
    other = np.roll(SCORES, 1, axis=0)
    compared = gn.compare(PLACES, {"a": SCORES, "b": pd.DataFrame(other[:, ::-1], columns=[2, 1, 0])}, metrics=metrics, replicates=100)
    for name, scores in (("a", SCORES), ("b", other)):
        called = scores.argmax(axis=1)
        for metric, expected in (("accuracy", gn.accuracy(PLACES, called)), ("f1(average=macro)", gn.f1(PLACES, called, average="macro"))):
            if metrics in (metric, "default"):
                assert compared.values[name, metric].value == pytest.approx(expected, rel=1e-12)
    table = {"y": PLACES, **{f"{name}{k}": s[:, k] for name, s in (("a", SCORES), ("b", other)) for k in range(3)}}
    by_class = {name: {k: f"{name}{k}" for k in range(3)} for name in "ab"}
    evaluated = gn.evaluate(table, label="y", score=by_class, metrics=metrics, replicates=100).comparison
    for metric in evaluated.metrics:
        assert compared[metric].difference == pytest.approx(evaluated[metric].difference, rel=1e-12, abs=1e-15)
        assert compared[metric].p_value == pytest.approx(evaluated[metric].p_value, rel=1e-9, nan_ok=True)


def test_labels_that_differ_by_a_trailing_nul_are_two():
    truth, said = ["a", "a\0", "b", "a"], ["a", "a", "b", "a\0"]
    assert gn.accuracy(truth, said) == gn.accuracy(np.array(truth, object), np.array(said, object)) == 0.5
    assert gn.rand_index(["a", "a\0", "b"], [0, 0, 1]) == pytest.approx(2 / 3)
