"""What metrics of predicted numbers refuse, and what has no value: named with argument, position, value and remedy."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import expect_hints, expect_message

Y, P = [1.0, 2.0, 4.0], [1.5, 2.0, 3.0]
PAIRS = (gn.rmse, gn.r2, gn.mape, gn.msle, gn.huber, gn.poisson_deviance, gn.Moments.of)


@pytest.mark.parametrize("function", PAIRS)
def test_numbers_that_are_none(function):
    expect_message('y_true has NaN at position 1; pass missing="drop" to leave such rows out', function, [1, np.nan, 3], P)
    expect_message("y_pred has inf at position 0; numbers must be finite; correct it or leave the row out", function, Y, [np.inf, 1, 2])
    expect_message(
        "y_pred has 1e+200 at position 2; numbers past 1e150 are not taken, since their squares are summed up as well; rescale "
        "them, which changes no relative error",
        function,
        Y,
        [1, 2, 1e200],
    )
    expect_message(
        "y_true has NaN at position 0 (and 1 more of 3)" + '; pass missing="drop" to leave such rows out', function, [np.nan, 1, np.nan], P
    )
    expect_message("y_true holds text (first: 'a'); pass numbers. Classes are measured by accuracy or f1", function, ["a", "b", "c"], P)
    expect_message("y_true has 'x' (str) at position 1; pass numbers only", function, np.array([1, "x", 2], object), P)
    expect_message("y_true has 3 rows but y_pred has 2; they must describe the same rows, in the same order", function, Y, P[:2])
    expect_message("y_true has no rows; a metric needs at least one", function, [], [])
    expect_message("y_pred is missing: pass (y_true, y_pred), or their summary alone", function, Y, None)
    expect_hints(["weight has -1 at position 0"], function, Y, P, weight=[-1, 1, 1])
    expect_hints(["y_true is a str ('abc')"], function, "abc", P)


def test_a_row_that_weighs_nothing_must_still_be_a_number():
    expect_hints(["y_true has NaN at position 1"], gn.rmse, [1, np.nan, 3], P, weight=[1, 0, 1])


def test_negative_numbers_where_there_are_logarithms():
    tail = "Correct or leave out such rows, or use a metric that takes any number, such as rmse or mae"
    expect_message(f"y_true has -2 at position 1; msle needs numbers from 0. {tail}", gn.msle, [1, -2], [1, 2])
    expect_message(f"y_pred has -0.5 at position 0; msle needs numbers from 0. {tail}", gn.rmsle, [1, 2], [-0.5, 2])
    expect_message(
        f"y_true has -1 at position 2; poisson_deviance needs numbers from 0. {tail}", gn.poisson_deviance, [1, 0, -1], [1, 1, 1]
    )
    expect_message(f"y_pred has 0 at position 1; poisson_deviance needs numbers above 0. {tail}", gn.poisson_deviance, [1, 0], [1, 0])
    expect_message(f"y_true has 0 at position 1; gamma_deviance needs numbers above 0. {tail}", gn.gamma_deviance, [1, 0], [1, 1])
    expect_hints(["y_pred has 0 at position 0; tweedie_deviance(power=-1) needs"], gn.tweedie_deviance, [1, -1], [0, 1], power=-1)
    expect_hints(["y_true has -1 at position 1; tweedie_deviance(power=1.5) needs"], gn.d2, [1, -1], [1, 1], loss="tweedie", power=1.5)
    assert gn.tweedie_deviance([1, -1], [1, 1], power=-1) > 0, "a negative power takes any truth"
    assert gn.msle([1, -2], [1, 2], weight=[1, 0]) == 0, "a row that weighs nothing has no logarithm"
    assert gn.gamma_deviance([1, 0], [1, -1], weight=[1, 0]) == 0


def test_losses_without_end():
    expect_hints(
        ["tweedie(3.0) has no finite value at position 0, where y_true is 1e+140 and y_pred 1e-100"],
        gn.tweedie_deviance,
        [1e140],
        [1e-100],
        power=3,
    )


def test_options():
    expect_message(
        "power=0.5 is not a number from -100 to 0, or from 1 to 100: 0 normal, 1 Poisson, 2 Gamma, 3 inverse Gaussian",
        gn.tweedie_deviance,
        Y,
        P,
        power=0.5,
    )
    expect_hints(["power=0.5 is no power of a Tweedie distribution"], gn.Moments.of, Y, P, tweedie=0.5)
    expect_message("delta=-1 is no number above 0", gn.Moments.of, Y, P, huber=-1)
    expect_message("quantile=1 is not a number between 0 and 1, without the ends", gn.pinball_loss, Y, P, quantile=1)
    expect_message('power= goes with loss="tweedie", which needs it', gn.d2, Y, P, loss="tweedie")
    expect_message('power= goes with loss="tweedie", which needs it', gn.d2, Y, P, loss="poisson", power=1)
    expect_hints(
        ["loss='absolute' compares with the truths' median or quantile, which a Moments does not know"],
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
    expect_message(
        "average='macro' is not \"mean\", None (a value for each output), a list with a weight for each",
        gn.mse,
        matrix,
        matrix,
        average="macro",
    )
    expect_message("average=None goes with a column for each of several outputs; here there is one", gn.mse, Y, P, average=None)
    expect_hints(["must have a weight for each of the 2 outputs"], gn.mse, matrix, matrix, average=[1, 2, 3])
    expect_hints(["must have a weight for each of the 2 outputs"], gn.mse, matrix, matrix, average=[-1, 2])
    expect_message(
        "y_true has shape (3, 2) and y_pred (3, 3); pass both with a row for each row and a column for each output",
        gn.mse,
        matrix,
        np.ones((3, 3)),
    )
    expect_hints(["y_true has shape (3,) and y_pred (3, 2)"], gn.mse, Y, matrix)
    expect_hints(["y_true has NaN at position 1"], gn.mse, np.array([[1.0, 1.0], [1.0, np.nan]]), np.ones((2, 2)))
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 2 rows"):
        assert gn.mse(np.array([[1.0, 2.0], [1.0, np.nan]]), np.ones((2, 2)), missing="drop", average=None).tolist() == [0, 1]
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 5.0]})
    assert gn.mae(frame, frame[["b", "a"]]) == 0


def test_what_is_undefined_says_why():
    with pytest.warns(gn.UndefinedMetricWarning, match="r2 is undefined: the truths are all 5, so that there is nothing to explain"):
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
    with pytest.warns(gn.UndefinedMetricWarning, match="all truths are 0"):
        gn.wape([0, 0], [1, 2])
    with pytest.warns(gn.UndefinedMetricWarning, match="truths so near to 0 that the relative error is past 1e300 weigh 50 %"):
        gn.mape([1e-200, 1], [1e149, 1])
    with pytest.warns(gn.UndefinedMetricWarning, match="pearson is undefined: x is 2 in every row"):
        gn.pearson([2, 2], [1, 2])
    with pytest.warns(gn.UndefinedMetricWarning, match="pearson is undefined: y is 3 in every row"):
        gn.pearson([1, 2], [3, 3])
    with pytest.warns(gn.UndefinedMetricWarning, match="3 rows are too few for that many features"):
        gn.adjusted_r2(Y, P, features=2)
    with pytest.warns(gn.UndefinedMetricWarning, match="d2 is undefined: the truths are so alike"):
        gn.d2(1e9 + np.arange(4) / 8, 1e9 + np.arange(4) / 4, loss="poisson")
    assert gn.pearson([1, 2], [5, 3]) == -1, "two rows lie on a line"


def test_arrays_of_correlations_have_their_names():
    expect_message('x has NaN at position 0; pass missing="drop" to leave such rows out', gn.pearson, [np.nan, 1], [1, 2])
    expect_message("y is missing: pass (x, y), or their summary alone", gn.pearson, [1, 2])
    assert gn.pearson(x=[1, 2, 4], y=[1, 2, 3]) == gn.pearson([1, 2, 4], [1, 2, 3])
    expect_hints(["average=None goes with a column for each of several outputs"], gn.pearson, [1, 2], [1, 2], average=None)


def test_ranges():
    expect_message(
        "low is above high at position 1 (and 1 more of 3) (3 > 2); a range begins at low and ends at high",
        gn.interval_coverage,
        Y,
        [0, 3, 9],
        [1, 2, 3],
    )
    expect_message(
        'high has NaN at position 2; pass missing="drop" to leave such rows out', gn.interval_width, Y, [0, 1, 2], [1, 2, np.nan]
    )
    expect_message(
        "y_true has 3 rows but high has 2; they must describe the same rows, in the same order", gn.interval_width, Y, [0, 1, 2], [1, 2]
    )
    expect_message("high is missing: pass (y_true, low, high), or a Ranges alone", gn.interval_coverage, Y, [0, 1, 2])
    with pytest.raises(TypeError, match="needs level="):
        gn.winkler_score(Y, [0, 1, 2], [1, 2, 3])
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 3 rows"):
        assert gn.interval_coverage(Y, [0, 1, np.nan], [1, 2, 3], missing="drop") == 1


def test_scaled_errors():
    with pytest.warns(gn.UndefinedMetricWarning, match="mase is undefined: the series does not change from season to season"):
        gn.mase(Y, P, train=[2, 2, 2])
    expect_message(
        "train has 2 values, too few for a step over season=2; pass a longer train= or a shorter season=",
        gn.mase,
        Y,
        P,
        train=[1, 2],
        season=2,
    )
    expect_hints(["season=0 is no whole number from 1"], gn.mase, Y, P, season=0)
    expect_hints(["train has NaN at position 1"], gn.mase, Y, P, train=[1, np.nan, 3])
    expect_hints(["y_true has no rows"], gn.mase, [], [])
    expect_hints(["too little to divide errors by"], gn.mase, Y, P, train=[0, 5e-324, 0])
    assert gn.mase(Y, P, train=[1, np.nan, 3, 5], missing="drop") == gn.mase(Y, P, train=[3, 5])
