"""Bad input is a feature: each refusal names the argument, the position, the value and the remedy."""

import itertools

import numpy as np
import pytest

import gnomon as gn
from refusals import expect_hints, expect_message

Y, S, P = [0, 1, 0, 1], [0.1, 0.9, 0.4, 0.6], [0, 1, 1, 1]


def test_lengths_differ():
    expect_message("y_true has 4 rows but y_score has 3; they must describe the same rows, in the same order", gn.roc_auc, Y, S[:3])
    expect_message("y_true has 4 rows but y_pred has 2; they must describe the same rows, in the same order", gn.accuracy, Y, P[:2])
    expect_message(
        "weight has 3 rows but y_true has 4; they must describe the same rows, in the same order", gn.roc_auc, Y, S, weight=[1, 1, 1]
    )


@pytest.mark.parametrize("n", [4, 100_000])
def test_scores_that_are_not_finite(n):
    s = np.linspace(0, 1, n)
    y = np.arange(n) % 2
    s[n - 2] = np.nan
    tail = '. Scores must be finite; pass missing="drop" to leave such rows out.'
    for function in (gn.roc_auc, gn.ks, gn.log_loss, gn.roc_curve, gn.Sweep.of):
        expect_message(f"y_score has NaN at position {n - 2}{tail}", function, y, s)
    s[1] = np.nan
    expect_message(f"y_score has NaN at position 1 (and 1 more of {n:,}){tail}", gn.roc_auc, y, s)
    s[0] = -np.inf
    expect_hints(["y_score has -inf at position 0 (and 2 more", "clip infinite scores"], gn.roc_auc, y, s)
    for function in (gn.roc_auc, gn.average_precision):
        expect_hints(["y_score has NaN at position (1, 0)"], function, [0, 1, 2], [[1, 2, 3], [np.nan, 1, 2], [1, 1, 1]], multiclass="ovr")


def test_one_class_only():
    with pytest.warns(gn.UndefinedMetricWarning, match="roc_auc is undefined: there are no positive rows: only one class is present"):
        assert np.isnan(gn.roc_auc([0, 0], [0.1, 0.2]))
    with pytest.warns(gn.UndefinedMetricWarning, match="ks is undefined: there are no negative rows: only one class is present"):
        assert np.isnan(gn.ks([1, 1], [0.1, 0.2]))
    with pytest.raises(gn.UndefinedMetricError, match="gini is undefined: there are no positive rows"):
        gn.gini([0, 0], [0.1, 0.2], undefined="raise")
    assert gn.roc_auc([0, 0], [0.1, 0.2], undefined=0.5) == 0.5
    expect_message(
        'undefined=\'zero\' is not "warn", "raise" or a number to put in the place of the undefined value', gn.ks, Y, S, undefined="zero"
    )
    expect_message(
        'undefined=True is not "warn", "raise" or a number to put in the place of the undefined value', gn.f1, Y, P, undefined=True
    )


def test_no_rows():
    expect_message("y_true has no rows; a metric needs at least one", gn.roc_auc, [], [])
    expect_message("y_true has no rows; a metric needs at least one", gn.f1, np.array([]), np.array([]))
    expect_message("y_true has no rows; a metric needs at least one", gn.roc_auc, np.zeros(0, int), np.zeros((0, 3)), multiclass="ovr")


def test_positive_label():
    expect_message(
        "y_true has the labels 'bad', 'good', neither 0/1 nor -1/1; say which is positive: positive='bad' or positive='good'",
        gn.roc_auc,
        ["good", "bad"],
        [0.1, 0.2],
    )
    expect_message(
        "y_true has the labels 1, 2, neither 0/1 nor -1/1; say which is positive: positive=1 or positive=2", gn.ks, [1, 2], [0.1, 0.2]
    )
    expect_message(
        "the labels are 1, 2, neither 0/1 nor -1/1; say which is positive: positive=1 or positive=2", gn.precision, [1, 2], [1, 1]
    )
    expect_message(
        "positive='ok' is not among the labels of y_true ('bad', 'good'); name one of them", gn.ks, ["good", "bad"], [1, 2], positive="ok"
    )
    expect_message("positive=3 is not among the labels (0, 1); name one of them", gn.recall, Y, P, positive=3)
    assert gn.roc_auc([1, 2], [0.1, 0.2], positive=2) == 1
    assert gn.roc_auc([1, 2], [0.1, 0.2], positive=1) == 0  # said in so many words, 1 is positive
    assert gn.roc_auc(["good", "bad"], [0.1, 0.2], positive="bad") == 1
    assert gn.roc_auc([False, True], [0.1, 0.2]) == gn.roc_auc([-1, 1], [0.1, 0.2]) == gn.roc_auc([0, 1], [0.1, 0.2], positive=True) == 1
    assert gn.recall(Y, P, positive=0) == 0.5


def test_too_many_labels():
    expect_hints(["y_true has 3 labels (0, 1, 2) where two are meant", "y_true == 2", 'multiclass="ovr"'], gn.roc_auc, [0, 1, 2], [1, 2, 3])
    expect_hints(["there are 3 labels (0, 1, 2) where two are meant; pass average=", '"macro"'], gn.f1, [0, 1, 2], [0, 1, 1])
    expect_hints(
        ["9,000 distinct labels", "Is this a column of scores or identifiers?"], gn.accuracy, np.arange(9000) * 7, np.arange(9000) * 7
    )


@pytest.mark.parametrize("weight", [[1, -2, 1, 1], [1, np.nan, 1, 1], [1, np.inf, 1, 1]])
def test_weights(weight):
    shown = {"-2": "-2", "nan": "NaN", "inf": "inf"}[f"{weight[1]:g}"]
    message = f"weight has {shown} at position 1; weights must be finite and not negative (0 leaves a row out)"
    for function, x in ((gn.roc_auc, S), (gn.f1, P), (gn.brier_score, S)):
        expect_message(message, function, Y, x, weight=weight)


def test_weights_that_leave_nothing():
    expect_message(
        "weight is 0 in all 4 rows, which leaves nothing to measure; give at least one row a weight", gn.roc_auc, Y, S, weight=[0] * 4
    )
    with pytest.warns(gn.UndefinedMetricWarning, match="no positive rows"):
        gn.roc_auc(Y, S, weight=[1, 0, 1, 0])


def test_shapes():
    two = np.zeros((4, 2))
    expect_message(
        "y_score has shape (4, 2) where one dimension is meant; pass the positive class's column, y_score[:, 1]", gn.roc_auc, Y, two
    )
    expect_hints(["y_score has shape (4, 3) where one dimension is meant", "multiclass="], gn.roc_auc, Y, np.zeros((4, 3)))
    expect_hints(["y_true has shape (4, 1) where one dimension is meant"], gn.roc_auc, np.zeros((4, 1)), S)
    expect_hints(["y_pred has shape (4, 2) where one dimension is meant", "argmax"], gn.f1, Y, two)
    expect_hints(["weight has shape (4, 1) where one dimension is meant"], gn.f1, Y, P, weight=np.ones((4, 1)))
    expect_hints(
        ["y_score has shape (4,); several classes need a column of scores for each"], gn.roc_auc, [0, 1, 2, 0], S, multiclass="ovr"
    )
    expect_hints(
        ["y_score has 2 columns but there are 3 labels (0, 1, 2)", "labels="], gn.roc_auc, [0, 1, 2], np.zeros((3, 2)), multiclass="ovr"
    )
    expect_hints(["y_true holds nothing but 0 and 1, in lists of different lengths"], gn.roc_auc, [[1], [0, 1]], S)
    expect_hints(["y_score is a ragged list"], gn.roc_auc, Y, [[1], [0, 1]])
    expect_hints(["y_true is an int (3)"], gn.roc_auc, 3, S)
    expect_hints(["y_true is None"], gn.roc_auc, None, S)
    expect_hints(["y_true is a str ('0101')"], gn.roc_auc, "0101", S)
    expect_hints(["y_score is missing: pass (y_true, y_score), or a Sweep alone"], gn.roc_auc, Y)
    expect_hints(["y_pred is missing: pass (y_true, y_pred), or a Counts alone"], gn.f1, Y)


def test_probabilities_outside_the_unit():
    for function in (gn.brier_score, gn.log_loss, gn.calibration_curve, gn.expected_calibration_error):
        expect_hints(["y_score has 1.5", "outside [0, 1]", "Transform the scores yourself"], function, Y, [0.1, 0.9, 1.5, 0.2])
    expect_hints(["y_score has -0.1 at position 0, outside [0, 1]"], gn.brier_score, Y, [-0.1, 0.9, 0.5, 0.2])
    expect_hints(["outside [0, 1]"], gn.log_loss, [0, 1, 2], np.full((3, 3), 1.2))
    for function in (gn.log_loss, gn.brier_score):
        expect_hints(["y_score sums to 1.8 at position 0 (and 1 more of 2)", "must sum to 1"], function, [0, 1], [[0.9, 0.9], [0.9, 0.9]])
    assert gn.brier_score([0, 1], [[0.9, 0.9], [0.9, 0.9]], multiclass="ovr") == pytest.approx(0.41)


def test_mixed_and_foreign_types():
    expect_hints(["y_true mixes types: 1 (int) at position 1 among strings"], gn.accuracy, ["a", 1, "a", 1], P)
    expect_hints(["y_true mixes types: 'a' (str) at position 1 among numbers"], gn.accuracy, np.array([1, "a", 1, 0], object), P)
    expect_hints(["y_score has 'high' (str) at position 1; pass numbers only"], gn.roc_auc, Y, np.array([1.0, "high", 2.0, 3.0], object))
    expect_hints(["y_score holds strings", "pass numbers"], gn.roc_auc, Y, ["a", "b", "c", "d"])
    expect_hints(["y_score holds values of type complex128"], gn.roc_auc, Y, np.zeros(4, complex))
    expect_hints(["y_true holds values of type complex128"], gn.roc_auc, np.zeros(4, complex), S)
    expect_hints(["y_true holds int64 (first: 0) but y_pred holds str (first: 'cat')"], gn.accuracy, Y, ["cat"] * 4)
    expect_hints(["9007199254740993 at position 1, which float64 cannot hold exactly"], gn.roc_auc, Y, np.array([1, 2**53 + 1, 3, 4]))


def test_scores_where_labels_are_meant():
    expect_hints(["y_pred has 0.9 at position 0 where a label is meant", "(score >= 0.5)"], gn.accuracy, Y, [0.9, 0.8, 0.4, 1.0])
    expect_hints(["y_true has 0.1 at position 0 where a label is meant; are the arguments swapped?"], gn.roc_auc, S, Y)
    assert gn.accuracy([0.0, 1.0], [0.0, 1.0]) == 1


def test_arguments_that_would_be_ignored():
    sweep, counts = gn.Sweep.of(Y, S), gn.Counts.of(Y, P)
    scores = np.eye(3)
    for keywords in ({"positive": 0}, {"missing": "drop"}, {"multiclass": "ovr"}, {"labels": [0, 1]}, {"average": "micro"}):
        expect_hints(["was given a Sweep and arguments that go with arrays"], gn.roc_auc, sweep, **keywords)
    expect_hints(["was given a Counts and arguments that go with arrays"], gn.f1, [counts, counts], average="macro", weight=[1, 2])
    expect_hints(["average='micro' goes with a column of scores for each class"], gn.roc_auc, Y, S, average="micro")
    expect_hints(["positive= goes with two classes"], gn.roc_auc, [0, 1, 2], scores, multiclass="ovr", positive=2)
    expect_hints(["average=None needs multiclass"], gn.log_loss, [0, 1, 2], scores, average=None)
    expect_hints(['macro="f-of-means" goes with average="macro"'], gn.f1, counts, macro="f-of-means")
    expect_hints(['macro="f-of-means" goes with average="macro"'], gn.f1, counts, macro="f-of-means", average="weighted")
    expect_hints(["gives fraction twice"], gn.catalog.parse, "lift_at(fraction=0.1)@0.2")
    expect_hints(["positive='x' goes with average=\"binary\""], gn.f1, Y, P, average="macro", positive="x")
    expect_hints(["beta=2 goes with objective"], gn.best_threshold, Y, S, objective="f1", beta=2)
    expect_hints(["there is no sweep of 5"], lambda: gn.Sweeps.of([0, 1, 2], scores)[5])
    for function, keyword in ((gn.accuracy, "positive"), (gn.confusion_matrix, "average"), (gn.roc_curve, "average")):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            function(Y, P, **{keyword: "micro"})
    expect_hints(["positive=257 is not among the labels"], gn.roc_auc, [True, False, True], [0.9, 0.1, 0.5], positive=257)


def test_weights_too_large_or_small_to_multiply():
    for weight in (1e-200, 1e200, 1e308):
        for function, x in ((gn.roc_auc, S), (gn.accuracy, P), (gn.log_loss, S)):
            expect_hints(["weight sums to", "scale it, which changes no rate"], function, Y, x, weight=[weight] * 4)


def test_positions_in_sweeps_and_matrices():
    for function in (gn.expected_calibration_error, gn.calibration_curve):
        expect_hints(["y_score has 1.5 at position 2, outside [0, 1]"], function, [0, 1, 0], [0.1, 0.5, 1.5])
        expect_hints(["the sweep holds the score 1.5, outside [0, 1]"], function, gn.Sweep.of([0, 1, 0], [0.1, 0.5, 1.5]))
    expect_hints(["1.7 at position (1, 2)"], gn.brier_score, [0, 1, 2], [[0.1, 0.2, 0.7], [0.1, 0.2, 1.7], [1, 0, 0]])
    expect_hints(["weight has", "pass smaller numbers"], gn.roc_auc, Y, S, weight=[2**60 + 1, 1, 1, 1])
    for scores in ([2**53, 2**53 + 1, 1, 2], [10**400, 1, 2, 3]):
        expect_hints(["which float64 cannot hold exactly"], gn.roc_auc, Y, np.array(scores, object))


def test_options_that_no_float_holds_are_refused():
    huge = 10**400
    for level in (huge, -huge):
        expect_hints(["is not between 0 and 1"], gn.interval, "roc_auc", Y, S, level=level)
        expect_hints(["alpha="], gn.ks_2samp, Y, S, alpha=level)
    for special in (huge, [-huge], {"x": [huge]}):
        with pytest.raises(gn.InputError, match=r"special|no column"):
            gn.Binning(special=special).fit({"x": S}, Y)
    with pytest.raises(gn.InputError, match="no row of either sample has"):
        gn.psi(S, S, special=[huge])
    expect_hints(["edges has", "at position 0; edges are finite numbers"], gn.Bins.of, S, Y, edges=[huge])
    expect_hints(["smoothing="], gn.woe_table, S, Y, smoothing=huge)
    expect_hints(["pdo="], gn.Scorecard(pdo=huge).fit, {"x": S}, Y)


def test_masked_values_are_missing():
    masked = np.ma.array(S, mask=[0, 1, 0, 0])
    expect_hints(["y_score has NaN at position 1"], gn.roc_auc, Y, masked)
    expect_hints(["missing label (None) at position 0"], gn.accuracy, np.ma.array(Y, mask=[1, 0, 0, 0]), P)
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 4"):
        assert gn.roc_auc(Y, masked, missing="drop") == gn.roc_auc([0, 0, 1], [0.1, 0.4, 0.6])
    assert gn.roc_auc(np.ma.array(Y), np.ma.array(S)) == 1


def test_dropping_missing_rows_checks_lengths_first():
    expect_hints(["y_true has 3 rows but y_pred has 2"], gn.accuracy, [0, None, 1], [1, 0], missing="drop")
    expect_hints(["y_true has 3 rows but weight has 2"], gn.roc_auc, [0, None, 1], [0.1, 0.2, 0.3], weight=[1, 2], missing="drop")
    expect_hints(["y_true is a single value (1)"], gn.accuracy, np.array(1), np.array(1), missing="drop")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 3"):
        assert gn.accuracy(["a", float("nan"), "b"], ["a", "b", "b"], missing="drop") == 1


def test_merging_matrices():
    chosen = gn.Counts.of(["low", "mid", "high"], ["low", "mid", "high"], labels=["low", "mid", "high"])
    part = gn.Counts.of(["low", "high"], ["low", "low"])
    assert (chosen + part).labels == (part + chosen).labels == ("low", "mid", "high")
    assert gn.Counts.empty() + chosen == chosen
    expect_hints(["orders that do not go together"], lambda: chosen + gn.Counts.of(["mid"], ["mid"], labels=["mid", "high", "low"]))
    expect_hints(["orders that do not go together"], lambda: chosen + gn.Counts.of(["none"], ["low"]))
    expect_hints(["are of different types"], lambda: gn.Counts.of([0, 1], [1, 0]) + gn.Counts.of(["0", "1"], ["1", "0"]))
    expect_hints(["labels names 'a' twice"], gn.Counts, ["a", "a"], [[1, 2], [3, 4]])


def test_numbers_that_are_none():
    sweep = gn.Sweep.of(Y, S)
    expect_hints(["threshold ['a'] is no number"], gn.threshold_table, sweep, thresholds=["a"])
    expect_hints(["threshold ['a'] is no number"], sweep.at, "a")
    expect_hints(["thresholds has shape (1, 2)"], gn.threshold_table, sweep, thresholds=[[0.1, 0.2]])
    expect_hints(["constraint=5 is no text"], gn.best_threshold, sweep, constraint=5)
    expect_hints(["beta=inf is not a number above 0"], gn.catalog.parse, "f_score(beta=inf)")
    expect_hints(["beta=1e+200 is not a number above 0"], gn.f_score, Y, P, beta=1e200)
    with pytest.raises(TypeError, match="needs recall="):
        sweep.bounds("precision_at_recall")


def test_keywords_of_other_tools():
    for keyword, ours in (("sample_weight", "weight"), ("pos_label", "positive"), ("zero_division", "undefined"), ("averag", "average")):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'; did you mean {ours}="):
            gn.precision(Y, P, **{keyword: 1})
    with pytest.raises(TypeError, match=r"call kappa\(weights=…\) instead"):
        gn.quadratic_weighted_kappa(Y, P, weights="linear")
    with pytest.raises(AttributeError, match="has no attribute 'AUC': it is called roc_auc here"):
        gn.AUC  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no attribute 'roc_acu'$"):
        gn.roc_acu  # noqa: B018
    assert gn.explain("pr_auc").metric == "average_precision"
    expect_hints(["family='ranks' is not 'labels' or 'scores'"], gn.catalog.find, "", family="ranks")
    assert gn.explain(gn.roc_auc) == gn.explain("roc_auc")


def test_missing_labels():
    expect_hints(["y_true has a missing label", "position 2", 'missing="drop"'], gn.roc_auc, [0.0, 1.0, np.nan, 1.0], S)
    expect_hints(["y_true has a missing label (None) at position 1. Pass"], gn.accuracy, ["a", None, "b", "a"], list("abba"))
    expect_hints(['missing=\'skip\' is not "error" or "drop"'], gn.roc_auc, Y, S, missing="skip")
    expect_hints(["all 2 rows have missing values"], gn.roc_auc, [0, 1], [np.nan, np.nan], missing="drop")


def test_labels_argument():
    expect_message(
        "y_pred has 2 at position 1, which is not among the labels (0, 1); add it to labels=", gn.accuracy, [0, 1], [0, 2], labels=[0, 1]
    )
    expect_hints(["labels names 0 twice"], gn.accuracy, Y, P, labels=[0, 1, 0])
    counts = gn.confusion_matrix(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert (counts.labels, counts.n) == (("c", "b", "a"), 2)


def test_summaries_are_not_mixed_with_arrays():
    sweep, counts = gn.Sweep.of(Y, S), gn.Counts.of(Y, P)
    expect_hints(["roc_auc was given a Sweep and arguments that go with arrays"], gn.roc_auc, sweep, S)
    expect_hints(["f1 was given a Counts and arguments that go with arrays"], gn.f1, counts, P)
    expect_hints(["a Sweep merges with a Sweep, not with Counts"], lambda: sweep + counts)
    expect_hints(["several matrices need average="], gn.f1, [counts, counts])
    expect_hints(["f1 reads labels, and a Sweep holds scores", "sweep.at(threshold)"], gn.f1, sweep)
    expect_hints(["roc_auc reads scores, which a Counts no longer holds"], gn.roc_auc, counts)
    expect_hints(["accuracy is one value for all classes"], gn.accuracy, counts, average="macro")
    expect_hints(["average='mean' is not"], gn.f1, counts, average="mean")
    expect_hints(["threshold is NaN at position 0"], sweep.at, np.nan)
    expect_hints(["matrix has shape (2, 3) but there are 2 labels"], gn.Counts, [0, 1], np.zeros((2, 3)))
    expect_hints(["none negative"], gn.Counts, [0, 1], [[1, -1], [0, 0]])
    expect_hints(["confusion_matrix takes one matrix; add them first"], gn.confusion_matrix, [counts, counts], average="macro")


def test_thresholds_and_constraints():
    expect_hints(["objective='profit' is not"], gn.best_threshold, Y, S, objective="profit")
    expect_hints(["needs both costs"], gn.best_threshold, Y, S, objective="cost", fp_cost=1)
    expect_hints(["needs both costs"], gn.best_threshold, Y, S, fn_cost=1)
    for function, objective in itertools.product((gn.best_threshold, gn.threshold_choice), ("youden", "f1", "recall>=0.9")):
        hints = [f"fp_cost=1 goes with objective=\"cost\", not with '{objective}'", "leave objective= out"]
        expect_hints(hints, function, Y, S, objective=objective, fp_cost=1, fn_cost=5)
    expect_hints(["'recal>=0.9' is no constraint", "as in recall>=0.9"], gn.best_threshold, Y, S, objective="recal>=0.9")
    expect_hints(["'recall>=1.2.3': '1.2.3' is no number"], gn.best_threshold, Y, S, objective="recall>=1.2.3")
    expect_hints(["no threshold meets recall>=0.9 and precision>=2"], gn.best_threshold, Y, S, constraint=["recall>=0.9", "precision>=2"])
    expect_hints(["beta=2 and alpha=0.5 both say"], gn.f_score, Y, P, beta=2, alpha=0.5)
    expect_hints(["fraction=1.5 is not a number from 1e-12 to 1"], gn.lift_at, Y, S, fraction=1.5)
    expect_hints(["bins=0 is not a whole number above 0"], gn.calibration_curve, Y, S, bins=0)
    expect_hints(["bins=2.5 is not a whole number above 0"], gn.expected_calibration_error, Y, S, bins=2.5)
    with pytest.raises(TypeError, match="needs recall="):
        gn.precision_at_recall(Y, S)


def test_several_classes():
    scores = np.eye(3)
    expect_hints(["multiclass='all' is not"], gn.roc_auc, [0, 1, 2], scores, multiclass="all")
    expect_hints(["average='binary' is not"], gn.roc_auc, [0, 1, 2], scores, multiclass="ovr", average="binary")
    expect_hints(['does not go with multiclass="ovo"'], gn.roc_auc, [0, 1, 2], scores, multiclass="ovo", average="micro")
    expect_hints(["ks does not compare pairs of classes"], gn.ks, [0, 1, 2], scores, multiclass="ovo")
    expect_hints(["roc_curve is drawn for one class at a time"], gn.roc_curve, [0, 1, 2], scores, multiclass="ovr")
    a, b = gn.Sweeps.of([0, 1, 2], scores), gn.Sweeps.of([0, 1, 2], scores, multiclass="ovo")
    expect_hints(["do not merge"], lambda: a + b)
    with pytest.warns(gn.UndefinedMetricWarning, match="roc_auc is undefined for 2: only one class is present; left out"):
        assert gn.roc_auc([0, 1, 1], scores, multiclass="ovr", labels=[0, 1, 2]) > 0


def test_averages_leave_undefined_classes_out_and_say_so():
    with pytest.warns(gn.UndefinedMetricWarning, match="f1 is undefined for 'c': the class neither occurs nor is predicted; left out"):
        assert gn.f1(["a", "b"], ["a", "b"], labels=["a", "b", "c"], average="macro") == 1
    assert gn.f1(["a", "b"], ["a", "b"], labels=["a", "b", "c"], average="macro", undefined=0.0) == pytest.approx(2 / 3)
    with pytest.raises(gn.UndefinedMetricError, match="precision is undefined for 'b'"):
        gn.precision(["a", "b"], ["a", "a"], average="macro", undefined="raise")


def test_catalogue():
    expect_hints(["there is no metric 'rocacu'; did you mean roc_auc"], gn.explain, "rocacu")
    expect_hints(["lang='fr' is not 'en' or 'zh'"], gn.explain, "ks", lang="fr")
    expect_hints(["'f1(@3' is no metric reference"], gn.catalog.parse, "f1(@3")
    expect_hints(
        ["'f_score(gamma=2)'", "no option of f_score (its options: beta, alpha, macro, average, multiclass)"],
        gn.catalog.parse,
        "f_score(gamma=2)",
    )
    expect_hints(["beta=-1 is not a number above 0"], gn.catalog.parse, "f_score(beta=-1)")
    expect_hints(["interpolation=12-point is not"], gn.catalog.parse, "average_precision(interpolation=12-point)")
    expect_hints(["must be a number (the threshold), not 'high'"], gn.catalog.parse, "f1@high")
    expect_hints(["is no metric reference"], gn.catalog.parse, 5)


def test_thread_setting():
    import os
    import subprocess
    import sys

    run = subprocess.run(
        [sys.executable, "-c", "import gnomon; gnomon.Sweep"],
        env={**os.environ, "GNOMON_THREADS": "two"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "GNOMON_THREADS is 'two'; set it to a whole number from 1 to 1024" in run.stderr
