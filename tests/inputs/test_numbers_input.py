"""What metrics of predicted numbers refuse, and what has no value: named with argument, position, value and remedy."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import by_id, expect_message, expect_refusal, warns_undefined

Y, P = [1.0, 2.0, 4.0], [1.5, 2.0, 3.0]
PAIRS = (gn.rmse, gn.r2, gn.mape, gn.msle, gn.huber, gn.poisson_deviance, gn.Moments.of)


@pytest.mark.parametrize("function", PAIRS)
def test_numbers_that_are_none(function):
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="y_true", value="NaN", at=1), function, [1, np.nan, 3], P)
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="y_pred", value="inf", at=0), function, Y, [np.inf, 1, 2])
    expect_refusal(
        by_id("inputs.number_not_finite_or_huge", name="y_pred", value="1e+200", at=2),
        function,
        Y,
        [1, 2, 1e200],
    )
    expect_message(
        "y_true has NaN at position 0 (and 1 more of 3)" + '; pass missing="drop" to leave such rows out', function, [np.nan, 1, np.nan], P
    )
    expect_refusal(by_id("inputs.numbers_hold_text", name="y_true", first="a"), function, ["a", "b", "c"], P)
    expect_refusal(
        by_id("inputs.value_not_numeric_at_position", name="y_true", value="x", type="str"), function, np.array([1, "x", 2], object), P
    )
    expect_refusal(by_id("inputs.lengths_differ", name="y_true", n=3, other="y_pred"), function, Y, P[:2])
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), function, [], [])
    expect_refusal(by_id("inputs.second_missing_of_pair", first="y_true", second="y_pred"), function, Y, None)
    expect_refusal(by_id("inputs.weight_negative_or_not_finite", value="-1", at=0), function, Y, P, weight=[-1, 1, 1])
    expect_refusal(by_id("inputs.value_not_one_per_row", name="y_true", article="a str ('abc')"), function, "abc", P)


def test_a_row_that_weighs_nothing_must_still_be_a_number():
    expect_refusal(
        by_id("inputs.number_not_finite_or_huge", name="y_true", value="NaN", at=1), gn.rmse, [1, np.nan, 3], P, weight=[1, 0, 1]
    )


def test_negative_numbers_where_there_are_logarithms():
    tail = "Correct or leave out such rows, or use a metric that takes any number, such as rmse or mae"
    expect_message(f"y_true has -2 at position 1; msle needs numbers from 0. {tail}", gn.msle, [1, -2], [1, 2])
    expect_message(f"y_pred has -0.5 at position 0; msle needs numbers from 0. {tail}", gn.rmsle, [1, 2], [-0.5, 2])
    expect_message(
        f"y_true has -1 at position 2; poisson_deviance needs numbers from 0. {tail}", gn.poisson_deviance, [1, 0, -1], [1, 1, 1]
    )
    expect_message(f"y_pred has 0 at position 1; poisson_deviance needs numbers above 0. {tail}", gn.poisson_deviance, [1, 0], [1, 0])
    expect_message(f"y_true has 0 at position 1; gamma_deviance needs numbers above 0. {tail}", gn.gamma_deviance, [1, 0], [1, 1])
    expect_refusal(by_id("inputs.number_out_of_range", name="y_pred", value=0.0, at=0), gn.tweedie_deviance, [1, -1], [0, 1], power=-1)
    expect_refusal(by_id("inputs.number_out_of_range", name="y_true", value=-1.0, at=1), gn.d2, [1, -1], [1, 1], loss="tweedie", power=1.5)
    assert gn.tweedie_deviance([1, -1], [1, 1], power=-1) > 0, "a negative power takes any truth"
    assert gn.msle([1, -2], [1, 2], weight=[1, 0]) == 0, "a row that weighs nothing has no logarithm"
    assert gn.gamma_deviance([1, 0], [1, -1], weight=[1, 0]) == 0


def test_losses_without_end():
    expect_refusal(
        by_id("summary.loss_not_finite", name="tweedie(3.0)", at=0, first="y_true"),
        gn.tweedie_deviance,
        [1e140],
        [1e-100],
        power=3,
    )


def test_options():
    expect_refusal(
        by_id("catalog.value_not_allowed", name="power", value=0.5),
        gn.tweedie_deviance,
        Y,
        P,
        power=0.5,
    )
    expect_refusal(by_id("summary.tweedie_power_out_of_range", power=0.5), gn.Moments.of, Y, P, tweedie=0.5)
    expect_refusal(by_id("summary.huber_delta_not_positive", delta=-1), gn.Moments.of, Y, P, huber=-1)
    expect_refusal(by_id("catalog.value_not_allowed", name="quantile", value=1), gn.pinball_loss, Y, P, quantile=1)
    expect_refusal(by_id("metrics.power_tweedie_mismatch"), gn.d2, Y, P, loss="tweedie")
    expect_refusal(by_id("metrics.power_tweedie_mismatch"), gn.d2, Y, P, loss="poisson", power=1)
    expect_refusal(
        by_id("metrics.loss_needs_arrays", loss="absolute"),
        gn.catalog.get("d2").function,
        gn.Moments.of(Y, P),
        loss="absolute",
    )
    with pytest.raises(TypeError, match=r"adjusted_r2\(\) needs features="):
        gn.adjusted_r2(Y, P)
    with pytest.raises(TypeError, match=r"did you mean average=\?"):
        gn.r2(Y, P, multioutput="raw_values")
    with pytest.raises(TypeError, match=r"did you mean quantile=\?"):
        gn.pinball_loss(Y, P, alpha=0.1)


def test_outputs():
    matrix = np.ones((3, 2))
    expect_refusal(
        by_id("public.output_average_unknown", average="macro"),
        gn.mse,
        matrix,
        matrix,
        average="macro",
    )
    expect_refusal(by_id("public.average_with_one_output"), gn.mse, Y, P, average=None)
    expect_refusal(by_id("public.output_weights_out_of_range", count=2), gn.mse, matrix, matrix, average=[1, 2, 3])
    expect_refusal(by_id("public.output_weights_out_of_range", count=2), gn.mse, matrix, matrix, average=[-1, 2])
    expect_refusal(
        by_id("public.regression_shapes_mismatch", first="y_true", second="y_pred"),
        gn.mse,
        matrix,
        np.ones((3, 3)),
    )
    expect_refusal(by_id("public.regression_shapes_mismatch", first="y_true", second="y_pred"), gn.mse, Y, matrix)
    expect_refusal(
        by_id("inputs.number_not_finite_or_huge", name="y_true", value="NaN", at=1),
        gn.mse,
        np.array([[1.0, 1.0], [1.0, np.nan]]),
        np.ones((2, 2)),
    )
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 2 rows"):
        assert gn.mse(np.array([[1.0, 2.0], [1.0, np.nan]]), np.ones((2, 2)), missing="drop", average=None).tolist() == [0, 1]
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 5.0]})
    assert gn.mae(frame, frame[["b", "a"]]) == 0


def test_what_is_undefined_says_why():
    with warns_undefined("constant_truth"):
        assert np.isnan(gn.r2([5, 5], [4, 6]))
    assert gn.r2([5, 5], [4, 6], constant="sklearn") == 0
    assert gn.r2([5, 5], [5, 5], constant="sklearn") == 1
    with pytest.warns(gn.UndefinedMetricWarning) as caught:
        gn.mape([0, 100, 0, 300], [5, 110, 1, 300])
    assert str(caught[0].message) == (
        "mape is undefined: 2 of 4 truths are 0, by which no error can be divided; wape, total error over total truth, is 4 percent, "
        'and zeros="drop" leaves these rows out'
    )
    assert caught[0].message.reason.text("zh").startswith("4 个真值中有 2 个为 0")
    assert gn.mape([0, 100, 0, 300], [5, 110, 1, 300], zeros="drop") == 5
    with warns_undefined("all_truths_zero"):
        gn.wape([0, 0], [1, 2])
    with warns_undefined("relative_errors_without_end"):
        gn.mape([1e-200, 1], [1e149, 1])
    with warns_undefined("constant_series"):
        gn.pearson([2, 2], [1, 2])
    with warns_undefined("constant_series"):
        gn.pearson([1, 2], [3, 3])
    with warns_undefined("too_few_rows_for_features"):
        gn.adjusted_r2(Y, P, features=2)
    with warns_undefined("truths_too_alike"):
        gn.d2(1e9 + np.arange(4) / 8, 1e9 + np.arange(4) / 4, loss="poisson")
    assert gn.pearson([1, 2], [5, 3]) == -1, "two rows lie on a line"


def test_arrays_of_correlations_have_their_names():
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="x", value="NaN", at=0), gn.pearson, [np.nan, 1], [1, 2])
    expect_refusal(by_id("inputs.second_missing_of_pair", first="x", second="y"), gn.pearson, [1, 2])
    assert gn.pearson(x=[1, 2, 4], y=[1, 2, 3]) == gn.pearson([1, 2, 4], [1, 2, 3])
    expect_refusal(by_id("public.average_with_one_output"), gn.pearson, [1, 2], [1, 2], average=None)


def test_ranges():
    expect_refusal(
        by_id("inputs.range_ends_swapped", at=1, low=3.0, high=2.0),
        gn.interval_coverage,
        Y,
        [0, 3, 9],
        [1, 2, 3],
    )
    expect_refusal(
        by_id("inputs.number_not_finite_or_huge", name="high", value="NaN", at=2), gn.interval_width, Y, [0, 1, 2], [1, 2, np.nan]
    )
    expect_refusal(by_id("inputs.lengths_differ", name="y_true", n=3, other="high"), gn.interval_width, Y, [0, 1, 2], [1, 2])
    expect_refusal(by_id("inputs.range_end_missing", name="high"), gn.interval_coverage, Y, [0, 1, 2])
    with pytest.raises(TypeError, match="needs level="):
        gn.winkler_score(Y, [0, 1, 2], [1, 2, 3])
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 3 rows"):
        assert gn.interval_coverage(Y, [0, 1, np.nan], [1, 2, 3], missing="drop") == 1


def test_scaled_errors():
    with warns_undefined("flat_series"):
        gn.mase(Y, P, train=[2, 2, 2])
    expect_refusal(
        by_id("summary.train_values_too_few", name="train", count=2, season=2),
        gn.mase,
        Y,
        P,
        train=[1, 2],
        season=2,
    )
    expect_refusal(by_id("summary.whole_number_out_of_range", name="season", value=0, low=1), gn.mase, Y, P, season=0)
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="train", value="NaN", at=1), gn.mase, Y, P, train=[1, np.nan, 3])
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), gn.mase, [], [])
    expect_refusal(by_id("summary.season_step_too_small"), gn.mase, Y, P, train=[0, 5e-324, 0])
    assert gn.mase(Y, P, train=[1, np.nan, 3, 5], missing="drop") == gn.mase(Y, P, train=[3, 5])
