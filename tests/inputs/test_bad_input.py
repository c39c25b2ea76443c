"""Bad input is a feature: each refusal names the argument, the position, the value and the remedy."""

import itertools

import numpy as np
import pytest

import gnomon as gn
from refusals import by_id, expect_hints, expect_message, expect_refusal, raises_id, raises_undefined, warns_undefined

Y, S, P = [0, 1, 0, 1], [0.1, 0.9, 0.4, 0.6], [0, 1, 1, 1]


def test_lengths_differ():
    expect_refusal(by_id("inputs.lengths_differ", name="y_true", n=4, other="y_score"), gn.roc_auc, Y, S[:3])
    expect_refusal(by_id("inputs.lengths_differ", name="y_true", n=4, other="y_pred"), gn.accuracy, Y, P[:2])
    expect_refusal(by_id("inputs.lengths_differ", name="weight", n=3, other="y_true"), gn.roc_auc, Y, S, weight=[1, 1, 1])


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
    expect_refusal(by_id("inputs.score_not_finite"), gn.roc_auc, y, s)
    for function in (gn.roc_auc, gn.average_precision):
        expect_refusal(by_id("inputs.score_not_finite"), function, [0, 1, 2], [[1, 2, 3], [np.nan, 1, 2], [1, 1, 1]], multiclass="ovr")


def test_one_class_only():
    with warns_undefined("no_positives_one_class"):
        assert np.isnan(gn.roc_auc([0, 0], [0.1, 0.2]))
    with warns_undefined("no_negatives_one_class"):
        assert np.isnan(gn.ks([1, 1], [0.1, 0.2]))
    with raises_undefined("no_positives_one_class"):
        gn.gini([0, 0], [0.1, 0.2], undefined="raise")
    assert gn.roc_auc([0, 0], [0.1, 0.2], undefined=0.5) == 0.5
    expect_refusal(by_id("core.undefined_option_unknown", undefined="zero"), gn.ks, Y, S, undefined="zero")
    expect_refusal(by_id("core.undefined_option_unknown", undefined=True), gn.f1, Y, P, undefined=True)


def test_no_rows():
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), gn.roc_auc, [], [])
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), gn.f1, np.array([]), np.array([]))
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), gn.roc_auc, np.zeros(0, int), np.zeros((0, 3)), multiclass="ovr")


def test_positive_label():
    expect_refusal(
        by_id("inputs.positive_ambiguous", shown="'bad', 'good'"),
        gn.roc_auc,
        ["good", "bad"],
        [0.1, 0.2],
    )
    expect_refusal(by_id("inputs.positive_ambiguous", shown="1, 2"), gn.ks, [1, 2], [0.1, 0.2])
    expect_refusal(by_id("summary.positive_label_ambiguous", shown="1, 2"), gn.precision, [1, 2], [1, 1])
    expect_refusal(by_id("inputs.positive_unknown", positive="ok", shown="'bad', 'good'"), gn.ks, ["good", "bad"], [1, 2], positive="ok")
    expect_refusal(by_id("summary.positive_label_unknown", positive=3, shown="0, 1"), gn.recall, Y, P, positive=3)
    assert gn.roc_auc([1, 2], [0.1, 0.2], positive=2) == 1
    assert gn.roc_auc([1, 2], [0.1, 0.2], positive=1) == 0  # said in so many words, 1 is positive
    assert gn.roc_auc(["good", "bad"], [0.1, 0.2], positive="bad") == 1
    assert gn.roc_auc([False, True], [0.1, 0.2]) == gn.roc_auc([-1, 1], [0.1, 0.2]) == gn.roc_auc([0, 1], [0.1, 0.2], positive=True) == 1
    assert gn.recall(Y, P, positive=0) == 0.5


def test_too_many_labels():
    expect_refusal(by_id("inputs.labels_not_two", count=3, shown="0, 1, 2", names=2), gn.roc_auc, [0, 1, 2], [1, 2, 3])
    expect_refusal(by_id("summary.label_count_not_two", count=3, shown="0, 1, 2", names=0), gn.f1, [0, 1, 2], [0, 1, 1])
    expect_refusal(by_id("inputs.labels_too_many", count=9000), gn.accuracy, np.arange(9000) * 7, np.arange(9000) * 7)


@pytest.mark.parametrize("weight", [[1, -2, 1, 1], [1, np.nan, 1, 1], [1, np.inf, 1, 1]])
def test_weights(weight):
    shown = {"-2": "-2", "nan": "NaN", "inf": "inf"}[f"{weight[1]:g}"]
    message = f"weight has {shown} at position 1; weights must be finite and not negative (0 leaves a row out)"
    for function, x in ((gn.roc_auc, S), (gn.f1, P), (gn.brier_score, S)):
        expect_message(message, function, Y, x, weight=weight)


def test_weights_that_leave_nothing():
    expect_refusal(by_id("inputs.weight_all_zero", n=4), gn.roc_auc, Y, S, weight=[0] * 4)
    with pytest.warns(gn.UndefinedMetricWarning, match="no positive rows"):
        gn.roc_auc(Y, S, weight=[1, 0, 1, 0])


def test_shapes():
    two = np.zeros((4, 2))
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_score"), gn.roc_auc, Y, two)
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_score"), gn.roc_auc, Y, np.zeros((4, 3)))
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_true"), gn.roc_auc, np.zeros((4, 1)), S)
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_pred"), gn.f1, Y, two)
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="weight"), gn.f1, Y, P, weight=np.ones((4, 1)))
    expect_refusal(by_id("inputs.class_scores_shape_mismatch", name="y_score"), gn.roc_auc, [0, 1, 2, 0], S, multiclass="ovr")
    expect_refusal(
        by_id("inputs.score_column_count_mismatch", name="y_score", count=2, count_2=3),
        gn.roc_auc,
        [0, 1, 2],
        np.zeros((3, 2)),
        multiclass="ovr",
    )
    expect_refusal(by_id("inputs.tags_or_indicators_ambiguous", name="y_true"), gn.roc_auc, [[1], [0, 1]], S)
    expect_refusal(by_id("inputs.rows_ragged", name="y_score"), gn.roc_auc, Y, [[1], [0, 1]])
    expect_refusal(by_id("inputs.value_not_one_per_row", name="y_true", article="an int (3)"), gn.roc_auc, 3, S)
    expect_refusal(by_id("inputs.value_not_one_per_row", name="y_true", article="None"), gn.roc_auc, None, S)
    expect_refusal(by_id("inputs.value_not_one_per_row", name="y_true", article="a str ('0101')"), gn.roc_auc, "0101", S)
    expect_refusal(by_id("inputs.second_missing_of_sweep", name="y_score"), gn.roc_auc, Y)
    expect_refusal(by_id("summary.counts_y_pred_missing"), gn.f1, Y)


def test_probabilities_outside_the_unit():
    for function in (gn.brier_score, gn.log_loss, gn.calibration_curve, gn.expected_calibration_error):
        expect_refusal(by_id("inputs.probability_out_of_range", name="y_score", ravel=1.5), function, Y, [0.1, 0.9, 1.5, 0.2])
    expect_refusal(
        by_id("inputs.probability_out_of_range", name="y_score", ravel=-0.1, where="position 0"), gn.brier_score, Y, [-0.1, 0.9, 0.5, 0.2]
    )
    expect_refusal(by_id("inputs.probability_out_of_range"), gn.log_loss, [0, 1, 2], np.full((3, 3), 1.2))
    for function in (gn.log_loss, gn.brier_score):
        expect_refusal(
            by_id("inputs.probabilities_sum_not_one", name="y_score", total=1.8, at=0), function, [0, 1], [[0.9, 0.9], [0.9, 0.9]]
        )
    assert gn.brier_score([0, 1], [[0.9, 0.9], [0.9, 0.9]], multiclass="ovr") == pytest.approx(0.41)


def test_mixed_and_foreign_types():
    expect_refusal(by_id("inputs.types_mixed_with_strings", name="y_true", value=1, type="int"), gn.accuracy, ["a", 1, "a", 1], P)
    expect_refusal(
        by_id("inputs.label_types_mixed", name="y_true", value="a", type="str"), gn.accuracy, np.array([1, "a", 1, 0], object), P
    )
    expect_refusal(
        by_id("inputs.value_not_numeric_at_position", name="y_score", value="high", type="str"),
        gn.roc_auc,
        Y,
        np.array([1.0, "high", 2.0, 3.0], object),
    )
    expect_refusal(by_id("inputs.values_not_numeric", name="y_score", what="strings"), gn.roc_auc, Y, ["a", "b", "c", "d"])
    expect_refusal(by_id("inputs.values_not_numeric", name="y_score"), gn.roc_auc, Y, np.zeros(4, complex))
    expect_refusal(by_id("inputs.label_type_unsupported", name="y_true"), gn.roc_auc, np.zeros(4, complex), S)
    expect_refusal(by_id("inputs.label_types_differ", type="int64", value=0, name="y_pred"), gn.accuracy, Y, ["cat"] * 4)
    expect_hints(["9007199254740993 at position 1, which float64 cannot hold exactly"], gn.roc_auc, Y, np.array([1, 2**53 + 1, 3, 4]))


def test_scores_where_labels_are_meant():
    expect_refusal(by_id("inputs.label_not_integer", name="y_pred", value=0.9, at=0), gn.accuracy, Y, [0.9, 0.8, 0.4, 1.0])
    expect_refusal(by_id("inputs.label_not_integer", name="y_true", value=0.1, at=0), gn.roc_auc, S, Y)
    assert gn.accuracy([0.0, 1.0], [0.0, 1.0]) == 1


def test_arguments_that_would_be_ignored():
    sweep, counts = gn.Sweep.of(Y, S), gn.Counts.of(Y, P)
    scores = np.eye(3)
    for keywords in ({"positive": 0}, {"missing": "drop"}, {"multiclass": "ovr"}, {"labels": [0, 1]}, {"average": "micro"}):
        expect_refusal(by_id("public.sweep_with_arrays", kind="Sweep"), gn.roc_auc, sweep, **keywords)
    expect_refusal(by_id("public.counts_with_arrays"), gn.f1, [counts, counts], average="macro", weight=[1, 2])
    expect_refusal(by_id("public.average_with_one_score", average="micro"), gn.roc_auc, Y, S, average="micro")
    expect_refusal(by_id("compat.positive_with_class_columns"), gn.roc_auc, [0, 1, 2], scores, multiclass="ovr", positive=2)
    expect_refusal(by_id("public.average_without_ovr"), gn.log_loss, [0, 1, 2], scores, average=None)
    expect_refusal(by_id("public.f_of_means_without_macro"), gn.f1, counts, macro="f-of-means")
    expect_refusal(by_id("public.f_of_means_without_macro"), gn.f1, counts, macro="f-of-means", average="weighted")
    expect_refusal(by_id("catalog.point_given_twice", at="fraction"), gn.catalog.parse, "lift_at(fraction=0.1)@0.2")
    expect_refusal(by_id("public.positive_without_binary_average", positive="x"), gn.f1, Y, P, average="macro", positive="x")
    expect_refusal(by_id("metrics.beta_with_other_objective", beta=2), gn.best_threshold, Y, S, objective="f1", beta=2)
    expect_refusal(by_id("summary.sweep_key_unknown", key=5), lambda: gn.Sweeps.of([0, 1, 2], scores)[5])
    for function, keyword in ((gn.accuracy, "positive"), (gn.confusion_matrix, "average"), (gn.roc_curve, "average")):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            function(Y, P, **{keyword: "micro"})
    expect_refusal(by_id("inputs.positive_unknown", positive=257), gn.roc_auc, [True, False, True], [0.9, 0.1, 0.5], positive=257)


def test_weights_too_large_or_small_to_multiply():
    for weight in (1e-200, 1e200, 1e308):
        for function, x in ((gn.roc_auc, S), (gn.accuracy, P), (gn.log_loss, S)):
            expect_refusal(by_id("inputs.weight_sum_too_large"), function, Y, x, weight=[weight] * 4)


def test_positions_in_sweeps_and_matrices():
    for function in (gn.expected_calibration_error, gn.calibration_curve):
        expect_refusal(
            by_id("inputs.probability_out_of_range", name="y_score", ravel=1.5, where="position 2"), function, [0, 1, 0], [0.1, 0.5, 1.5]
        )
        expect_refusal(by_id("metrics.sweep_score_out_of_range", score=1.5), function, gn.Sweep.of([0, 1, 0], [0.1, 0.5, 1.5]))
    expect_refusal(
        by_id("inputs.probability_out_of_range", ravel=1.7, where="position (1, 2)"),
        gn.brier_score,
        [0, 1, 2],
        [[0.1, 0.2, 0.7], [0.1, 0.2, 1.7], [1, 0, 0]],
    )
    expect_hints(["weight has", "pass smaller numbers"], gn.roc_auc, Y, S, weight=[2**60 + 1, 1, 1, 1])
    for scores in ([2**53, 2**53 + 1, 1, 2], [10**400, 1, 2, 3]):
        expect_hints(["which float64 cannot hold exactly"], gn.roc_auc, Y, np.array(scores, object))


def test_options_that_no_float_holds_are_refused():
    huge = 10**400
    for level in (huge, -huge):
        expect_refusal(by_id("inference.level_out_of_range"), gn.interval, "roc_auc", Y, S, level=level)
        expect_refusal(by_id("statistics.alpha_out_of_range"), gn.ks_2samp, Y, S, alpha=level)
    for special in (huge, [-huge], {"x": [huge]}):
        with pytest.raises(gn.InputError, match=r"special|no column"):
            gn.Binning(special=special).fit({"x": S}, Y)
    with raises_id("scorecards.special_code_in_no_sample"):
        gn.psi(S, S, special=[huge])
    expect_refusal(by_id("summary.edge_not_finite", at=0), gn.Bins.of, S, Y, edges=[huge])
    expect_refusal(by_id("scorecards.smoothing_out_of_range"), gn.woe_table, S, Y, smoothing=huge)
    expect_refusal(by_id("scorecards.scaling_too_small", name="pdo"), gn.Scorecard(pdo=huge).fit, {"x": S}, Y)


def test_masked_values_are_missing():
    masked = np.ma.array(S, mask=[0, 1, 0, 0])
    expect_refusal(by_id("inputs.score_not_finite"), gn.roc_auc, Y, masked)
    expect_refusal(by_id("inputs.label_missing", at=0), gn.accuracy, np.ma.array(Y, mask=[1, 0, 0, 0]), P)
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 4"):
        assert gn.roc_auc(Y, masked, missing="drop") == gn.roc_auc([0, 0, 1], [0.1, 0.4, 0.6])
    assert gn.roc_auc(np.ma.array(Y), np.ma.array(S)) == 1


def test_dropping_missing_rows_checks_lengths_first():
    expect_refusal(by_id("inputs.lengths_differ", name="y_true", n=3, other="y_pred"), gn.accuracy, [0, None, 1], [1, 0], missing="drop")
    expect_refusal(
        by_id("inputs.lengths_differ", name="y_true", n=3, other="weight"),
        gn.roc_auc,
        [0, None, 1],
        [0.1, 0.2, 0.3],
        weight=[1, 2],
        missing="drop",
    )
    expect_refusal(by_id("inputs.single_value_for_rows", name="y_true", value=1), gn.accuracy, np.array(1), np.array(1), missing="drop")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 3"):
        assert gn.accuracy(["a", float("nan"), "b"], ["a", "b", "b"], missing="drop") == 1


def test_merging_matrices():
    chosen = gn.Counts.of(["low", "mid", "high"], ["low", "mid", "high"], labels=["low", "mid", "high"])
    part = gn.Counts.of(["low", "high"], ["low", "low"])
    assert (chosen + part).labels == (part + chosen).labels == ("low", "mid", "high")
    assert gn.Counts.empty() + chosen == chosen
    expect_refusal(by_id("summary.label_orders_conflict"), lambda: chosen + gn.Counts.of(["mid"], ["mid"], labels=["mid", "high", "low"]))
    expect_refusal(by_id("summary.label_orders_conflict"), lambda: chosen + gn.Counts.of(["none"], ["low"]))
    expect_refusal(by_id("summary.label_types_differ"), lambda: gn.Counts.of([0, 1], [1, 0]) + gn.Counts.of(["0", "1"], ["1", "0"]))
    expect_refusal(by_id("summary.label_twice", name="labels", twice="a"), gn.Counts, ["a", "a"], [[1, 2], [3, 4]])


def test_numbers_that_are_none():
    sweep = gn.Sweep.of(Y, S)
    expect_refusal(by_id("summary.threshold_not_numeric"), gn.threshold_table, sweep, thresholds=["a"])
    expect_refusal(by_id("summary.threshold_not_numeric"), sweep.at, "a")
    expect_refusal(by_id("summary.thresholds_shape_mismatch"), gn.threshold_table, sweep, thresholds=[[0.1, 0.2]])
    expect_refusal(by_id("metrics.constraint_not_text", given=5), gn.best_threshold, sweep, constraint=5)
    expect_refusal(by_id("catalog.value_not_allowed", name="beta"), gn.catalog.parse, "f_score(beta=inf)")
    expect_refusal(by_id("catalog.value_not_allowed", name="beta", value=1e200), gn.f_score, Y, P, beta=1e200)
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
    expect_refusal(by_id("catalog.family_unknown", family="ranks"), gn.catalog.find, "", family="ranks")
    assert gn.explain(gn.roc_auc) == gn.explain("roc_auc")


def test_missing_labels():
    expect_refusal(by_id("inputs.label_missing", name="y_true", at=2), gn.roc_auc, [0.0, 1.0, np.nan, 1.0], S)
    expect_refusal(by_id("inputs.label_missing", name="y_true", at=1), gn.accuracy, ["a", None, "b", "a"], list("abba"))
    expect_refusal(by_id("inputs.missing_option_unknown", missing="skip"), gn.roc_auc, Y, S, missing="skip")
    expect_refusal(by_id("inputs.rows_all_dropped", n=2), gn.roc_auc, [0, 1], [np.nan, np.nan], missing="drop")


def test_labels_argument():
    expect_refusal(by_id("inputs.label_not_listed", name="y_pred", value=2, at=1), gn.accuracy, [0, 1], [0, 2], labels=[0, 1])
    expect_refusal(by_id("inputs.label_named_twice", twice=0), gn.accuracy, Y, P, labels=[0, 1, 0])
    counts = gn.confusion_matrix(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert (counts.labels, counts.n) == (("c", "b", "a"), 2)


def test_summaries_are_not_mixed_with_arrays():
    sweep, counts = gn.Sweep.of(Y, S), gn.Counts.of(Y, P)
    expect_refusal(by_id("public.sweep_with_arrays", name="roc_auc", kind="Sweep"), gn.roc_auc, sweep, S)
    expect_refusal(by_id("public.counts_with_arrays", name="f1"), gn.f1, counts, P)
    expect_refusal(by_id("summary.merge_kind_mismatch", kind="Sweep", type="Counts"), lambda: sweep + counts)
    expect_refusal(by_id("public.matrices_average_missing"), gn.f1, [counts, counts])
    expect_refusal(by_id("public.labels_needed_sweep_given", name="f1"), gn.f1, sweep)
    expect_refusal(by_id("public.scores_no_longer_held", name="roc_auc", kind="Counts"), gn.roc_auc, counts)
    expect_refusal(by_id("public.average_without_matrix_list", name="accuracy"), gn.accuracy, counts, average="macro")
    expect_refusal(by_id("public.average_unknown", average="mean"), gn.f1, counts, average="mean")
    expect_refusal(by_id("summary.threshold_is_nan", value=0), sweep.at, np.nan)
    expect_refusal(by_id("summary.matrix_shape_mismatch", count=2), gn.Counts, [0, 1], np.zeros((2, 3)))
    expect_refusal(by_id("summary.counts_not_finite_or_negative"), gn.Counts, [0, 1], [[1, -1], [0, 0]])
    expect_refusal(by_id("public.too_many_matrices", name="confusion_matrix"), gn.confusion_matrix, [counts, counts], average="macro")


def test_thresholds_and_constraints():
    expect_refusal(by_id("metrics.objective_unknown", objective="profit"), gn.best_threshold, Y, S, objective="profit")
    expect_refusal(by_id("metrics.costs_missing"), gn.best_threshold, Y, S, objective="cost", fp_cost=1)
    expect_refusal(by_id("metrics.costs_missing"), gn.best_threshold, Y, S, fn_cost=1)
    for function, objective in itertools.product((gn.best_threshold, gn.threshold_choice), ("youden", "f1", "recall>=0.9")):
        hints = [f"fp_cost=1 goes with objective=\"cost\", not with '{objective}'", "leave objective= out"]
        expect_hints(hints, function, Y, S, objective=objective, fp_cost=1, fn_cost=5)
    expect_refusal(by_id("metrics.constraint_malformed", text="recal>=0.9"), gn.best_threshold, Y, S, objective="recal>=0.9")
    expect_refusal(
        by_id("metrics.constraint_not_numeric", text="recall>=1.2.3", form="1.2.3"), gn.best_threshold, Y, S, objective="recall>=1.2.3"
    )
    expect_refusal(
        by_id("metrics.constraint_not_met", listed="recall>=0.9 and precision>=2"),
        gn.best_threshold,
        Y,
        S,
        constraint=["recall>=0.9", "precision>=2"],
    )
    expect_refusal(by_id("metrics.beta_and_alpha_conflict", beta=2, alpha=0.5), gn.f_score, Y, P, beta=2, alpha=0.5)
    expect_refusal(by_id("catalog.value_not_allowed", name="fraction", value=1.5), gn.lift_at, Y, S, fraction=1.5)
    expect_refusal(by_id("catalog.value_not_allowed", name="bins", value=0), gn.calibration_curve, Y, S, bins=0)
    expect_refusal(by_id("catalog.value_not_allowed", name="bins", value=2.5), gn.expected_calibration_error, Y, S, bins=2.5)
    with pytest.raises(TypeError, match="needs recall="):
        gn.precision_at_recall(Y, S)


def test_several_classes():
    scores = np.eye(3)
    expect_refusal(by_id("summary.multiclass_unknown_of_classes", multiclass="all"), gn.roc_auc, [0, 1, 2], scores, multiclass="all")
    expect_refusal(by_id("public.average_unknown", average="binary"), gn.roc_auc, [0, 1, 2], scores, multiclass="ovr", average="binary")
    expect_refusal(by_id("public.average_with_ovo"), gn.roc_auc, [0, 1, 2], scores, multiclass="ovo", average="micro")
    expect_refusal(by_id("public.pairs_of_classes_unsupported", name="ks"), gn.ks, [0, 1, 2], scores, multiclass="ovo")
    expect_refusal(by_id("public.curve_of_several_class_columns", name="roc_curve"), gn.roc_curve, [0, 1, 2], scores, multiclass="ovr")
    a, b = gn.Sweeps.of([0, 1, 2], scores), gn.Sweeps.of([0, 1, 2], scores, multiclass="ovo")
    expect_refusal(by_id("summary.multiclass_sweeps_differ"), lambda: a + b)
    with warns_undefined("classes_left_out"):
        assert gn.roc_auc([0, 1, 1], scores, multiclass="ovr", labels=[0, 1, 2]) > 0


def test_averages_leave_undefined_classes_out_and_say_so():
    with warns_undefined("classes_left_out"):
        assert gn.f1(["a", "b"], ["a", "b"], labels=["a", "b", "c"], average="macro") == 1
    assert gn.f1(["a", "b"], ["a", "b"], labels=["a", "b", "c"], average="macro", undefined=0.0) == pytest.approx(2 / 3)
    with raises_undefined("nothing_predicted_positive"):
        gn.precision(["a", "b"], ["a", "a"], average="macro", undefined="raise")


def test_catalogue():
    expect_refusal(by_id("catalog.name_unknown_with_choices", kinds="metric", asked="rocacu"), gn.explain, "rocacu")
    expect_refusal(by_id("catalog.language_unknown", lang="fr", choices="'en' or 'zh'"), gn.explain, "ks", lang="fr")
    expect_refusal(by_id("catalog.reference_malformed", text="f1(@3"), gn.catalog.parse, "f1(@3")
    expect_refusal(
        by_id("catalog.reference_option_unknown", text="f_score(gamma=2)", part="gamma=2", name="f_score"),
        gn.catalog.parse,
        "f_score(gamma=2)",
    )
    expect_refusal(by_id("catalog.value_not_allowed", name="beta", value=-1), gn.catalog.parse, "f_score(beta=-1)")
    expect_refusal(
        by_id("catalog.text_not_allowed", name="interpolation", text="12-point"),
        gn.catalog.parse,
        "average_precision(interpolation=12-point)",
    )
    expect_refusal(by_id("catalog.point_not_numeric", at="threshold", at_2="high"), gn.catalog.parse, "f1@high")
    expect_refusal(by_id("catalog.reference_malformed"), gn.catalog.parse, 5)


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
