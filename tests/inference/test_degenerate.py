"""Where rows say little: perfect models, ties, few rows, one class, weights and clusters without content, and every refusal."""

import math

import numpy as np
import pytest

import gnomon as gn
from inference.small import MIXED, PARTED, Y
from refusals import raises_id

# Perfect separation: nothing varies, and still nothing is certain.


@pytest.mark.parametrize("metric", ["roc_auc", "gini", "roc_auc(max_fpr=0.2)", "ks", "average_precision", "f1@0.5", "accuracy@0.5"])
def test_a_perfect_model_is_not_perfect_for_certain(metric):
    found = gn.interval(metric, Y, PARTED)
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.4 < found.low < 0.95
    assert gn.interval(metric, Y, PARTED, level=0.8).low > found.low


@pytest.mark.parametrize("metric", ["roc_auc", "gini", "ks", "f1@0.5", "accuracy@0.5", "recall@0.5"])
@pytest.mark.parametrize("how", ["weight", "cluster"])
def test_nor_with_weights_or_clusters(metric, how):
    """Equal weights, and clusters of one row: as sure as the rows alone, not surer."""
    column = {"weight": np.full(30, 2.0)} if how == "weight" else {"cluster": np.arange(30)}
    found, plain = gn.interval(metric, Y, PARTED, **column), gn.interval(metric, Y, PARTED)
    assert found.low < 0.95
    assert found.low == pytest.approx(plain.low, abs=0.05)


@pytest.mark.parametrize("metric", ["roc_auc", "gini", "ks", "average_precision"])
def test_more_rows_make_a_perfect_model_surer(metric):
    lows = [gn.interval(metric, np.repeat(Y, k), np.repeat(PARTED, k)).low for k in (1, 10, 100)]
    assert lows[0] < lows[1] < lows[2] < 1


def test_a_model_that_is_always_wrong_is_the_perfect_one_turned_round():
    best, worst = gn.interval("roc_auc", Y, PARTED), gn.interval("roc_auc", Y, -PARTED)
    assert (worst.low, worst.high) == pytest.approx((1 - best.high, 1 - best.low), abs=1e-12)


def test_equal_scores_are_chance():
    same = np.full(30, 0.4)
    area, gap, precision = (gn.interval(metric, Y, same) for metric in ("roc_auc", "ks", "average_precision"))
    assert area.value == 0.5
    assert area.low < 0.5 < area.high
    assert (gap.value, gap.low) == (0.0, 0.0)
    assert gap.high > 0
    assert precision.value == pytest.approx(1 / 3)
    assert precision.low < 1 / 3 < precision.high


# Few rows.


@pytest.mark.parametrize("metric", ["roc_auc", "gini", "ks", "average_precision", "equal_error_rate"])
@pytest.mark.parametrize(("y", "name"), [([0, 0, 0, 1], "positive"), ([0, 1, 1, 1], "negative"), ([0, 1], "positive")])
def test_one_row_of_a_class_says_nothing_of_its_spread(metric, y, name):
    with pytest.raises(
        gn.InputError, match=rf"{metric} has no interval: there is only one {name} row; an interval needs two of each class"
    ):
        gn.interval(metric, y, np.linspace(0.1, 0.9, len(y)))


@pytest.mark.parametrize("metric", ["brier_score", "log_loss", "expected_calibration_error"])
def test_a_mean_over_rows_needs_rows_and_not_classes(metric):
    """With no positive among twenty rows there is an interval, and with two; one cannot be what makes it impossible."""
    p = np.linspace(0.05, 0.6, 20)
    for positives in (0, 1, 2):
        found = gn.interval(metric, (np.arange(20) >= 20 - positives).astype(int), p)
        assert found.low < found.high


def test_two_rows_of_each_class_suffice_for_an_area():
    found = gn.interval("roc_auc", [0, 0, 1, 1], [0.1, 0.4, 0.3, 0.8])
    assert 0 <= found.low < 0.2
    assert found.high > 0.95
    with raises_id("inference.interval_unsupported_by_metric", name="ks"):
        gn.interval("ks", [0, 0, 1, 1], [0.1, 0.4, 0.3, 0.8])


def test_shares_of_rows_have_an_interval_from_the_first_row_on():
    found = gn.interval("accuracy", [1], [1])
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(1 / (1 + 1.959964**2), rel=1e-6)


@pytest.mark.parametrize(("y", "absent"), [([1, 1, 1], "negative"), ([0, 0, 0], "positive")])
def test_one_class_alone_is_refused_by_name(y, absent):
    for metric in ("roc_auc", "ks"):
        with pytest.raises(gn.InputError, match=rf"{metric} has no interval: there are no {absent} rows: only one class is present"):
            gn.interval(metric, y, [0.1, 0.4, 0.3])


# Values at the end of what they can be.


def test_an_infinite_loss_has_no_interval_unless_it_is_bounded():
    y, p = [0, 1, 1, 0, 1], [0.0, 1.0, 0.0, 0.5, 0.7]
    with raises_id("inference.interval_unsupported_by_metric", name="log_loss"):
        gn.interval("log_loss", y, p)
    found = gn.interval("log_loss(clip=0.01)", y, p)
    assert 0 < found.low < found.value < found.high


def test_certainties_that_came_true_do_no_harm():
    """Probabilities of exactly 0 and 1 that were right add nothing; the rest makes the interval."""
    y, p = np.array([0, 1, 1, 0, 1, 0]), np.array([0.0, 1.0, 0.6, 0.5, 0.7, 0.2])
    for metric in ("log_loss", "brier_score", "expected_calibration_error"):
        found = gn.interval(metric, y, p)
        assert math.isfinite(found.high)
        assert found.low <= found.value <= found.high


@pytest.mark.parametrize("metric", ["log_loss", "brier_score"])
def test_no_loss_at_all_says_nothing(metric):
    with pytest.raises(gn.InputError, match=f"{metric} has no interval: every row has the same loss, which says nothing of other data"):
        gn.interval(metric, [0, 1, 1, 0], [0.0, 1.0, 1.0, 0.0])


def test_nothing_predicted_positive():
    y, nothing = [0, 1, 1, 0], [0, 0, 0, 0]
    with raises_id("inference.interval_unsupported_by_metric", name="precision"):
        gn.interval("precision", y, nothing)
    assert gn.interval("recall", y, nothing).low == 0
    assert gn.interval("recall", y, nothing).high > 0.5
    found = gn.interval("f1", y, nothing)
    assert (found.value, found.low) == (0, 0)
    assert found.high > 0.5
    with raises_id("inference.interval_unsupported_by_metric", name="mcc"):
        gn.interval("mcc", y, nothing)


@pytest.mark.parametrize("metric", ["accuracy", "recall", "specificity", "f1"])
def test_shares_of_exactly_nought_and_one(metric):
    right, wrong = gn.interval(metric, Y, Y), gn.interval(metric, Y, 1 - Y)
    assert right.value == right.high == 1
    assert 0.6 < right.low < 1
    assert wrong.value == wrong.low == 0
    assert 0 < wrong.high < 0.4


# Many rows.


@pytest.mark.parametrize("metric", ["roc_auc", "ks", "average_precision", "accuracy@2", "f1@2", "mcc@2", "equal_error_rate", "gini"])
def test_a_thousand_million_rows_are_as_quick_and_very_sure(metric):
    unit = 10**8
    sweep = gn.Sweep(np.array([3.0, 2.0, 1.0]), np.array([1, 1, 1]) * unit, np.array([1, 2, 4]) * unit)
    small = gn.Sweep(np.array([3.0, 2.0, 1.0]), np.array([1, 1, 1]) * 100, np.array([1, 2, 4]) * 100)
    found, less = gn.interval(metric, sweep), gn.interval(metric, small)
    assert found.value == pytest.approx(less.value, rel=1e-12)
    # A million times the rows make a thousandth of the width; both come from replicates and from shares that are not quite normal.
    assert less.width / found.width == pytest.approx(1000, rel=0.15)
    assert found.low < found.value < found.high


# Weights and clusters.


@pytest.mark.parametrize("metric", ["roc_auc", "ks", "average_precision", "accuracy@0.5", "f1@0.5", "brier_score", "mcc@0.5"])
def test_rows_of_no_weight_leave_the_interval_as_it_is(metric):
    """Formulas exactly; replicates are other draws, since the blocks are others: within a seventh of the width for 2,000 of them."""
    w = np.tile([1.0, 0.0, 2.0], 100)
    y, s = np.tile(Y, 10), np.clip(0.25 * np.tile(Y, 10) + 0.6 * np.random.default_rng(1).random(300), 0, 1)
    there = w > 0
    whole = gn.interval(metric, y, s, weight=w, replicates=2000)
    part = gn.interval(metric, y[there], s[there], weight=w[there], replicates=2000)
    assert whole.value == pytest.approx(part.value, rel=1e-12)
    slack = whole.width / 7 if metric in ("ks", "average_precision", "mcc@0.5") else 2e-3 * whole.width
    assert abs(whole.low - part.low) <= slack
    assert abs(whole.high - part.high) <= slack


@pytest.mark.parametrize("n", [800, 100_000])
def test_equal_weights_are_no_weights_however_many_rows(n):
    """Beyond 1,000 rows they are blocked into blocks; a block is not a row, and how sure a model is must not end at 1,000 of them."""
    rng = np.random.default_rng(2)
    y = (rng.random(n) < 0.3).astype(int)
    s = y + rng.standard_normal(n)
    plain, weighed = gn.interval("roc_auc", y, s), gn.interval("roc_auc", y, s, weight=np.full(n, 2.0))
    assert weighed.width == pytest.approx(plain.width, rel=1e-3)
    every = gn.interval("roc_auc", y, s, cluster=np.arange(n))
    assert every.width == pytest.approx(plain.width, rel=5e-3)  # one factor c/(c − 1) for both classes


def test_a_perfect_share_of_many_weighted_rows_is_as_sure_as_of_rows_without():
    n = 20_000
    y = np.arange(n) % 2
    plain, weighed = gn.interval("accuracy", y, y), gn.interval("accuracy", y, y, weight=np.ones(n))
    assert 1 - weighed.low == pytest.approx(1 - plain.low, rel=0.05)


def test_a_weight_that_is_nowhere_is_refused():
    with raises_id("inputs.weight_all_zero", n=30):
        gn.interval("roc_auc", Y, MIXED, weight=np.zeros(30))


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        (np.zeros(30), "cluster: all 30 rows have the value .*; one cluster tells nothing, name another column"),
        (["a"] * 30, "cluster: all 30 rows have the value .*a.*; one cluster tells nothing"),
        (np.arange(29), "y_true has 30 rows but cluster has 29"),
        ([None, *range(29)], "cluster is missing at position 0; say which cluster each row belongs to"),
        (np.zeros((30, 2)), "pass one cluster for each row"),
    ],
)
def test_clusters_that_tell_nothing_are_refused(cluster, message):
    with pytest.raises(gn.InputError, match=message):
        gn.interval("roc_auc", Y, MIXED, cluster=cluster)
    with pytest.raises(gn.InputError, match=message):
        gn.threshold_choice(Y, MIXED, cluster=cluster)


def test_clusters_are_named_as_they_were_given():
    """The value in the message is the caller's, without NumPy's type around it."""
    with raises_id("inference.cluster_constant", only=7):
        gn.interval("roc_auc", Y, MIXED, cluster=np.full(30, 7))


# Settings.


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        *(({"level": level}, "is not between 0 and 1; 0.95 means") for level in (0, 1, -0.5, 95, "high", True, math.nan)),
        *(({"replicates": count}, "is not a whole number from 100 to 100,000") for count in (0, 99, 10**6, 200.0, True)),
        *(({"seed": seed}, "is not a whole number from 0") for seed in (-1, 2**63, 1.5, "x", True)),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    for made in (
        lambda: gn.interval("ks", Y, MIXED, **settings),
        lambda: gn.compare(Y, {"a": MIXED, "b": MIXED[::-1]}, metrics="ks", **settings),
        lambda: gn.threshold_choice(Y, MIXED, **settings),
    ):
        with pytest.raises(gn.InputError, match=message):
            made()


def test_numpy_numbers_are_numbers():
    a = gn.interval("ks", Y, MIXED, level=np.float64(0.9), seed=3, replicates=200)
    b = gn.interval("ks", Y, MIXED, level=0.9, seed=np.int64(3), replicates=np.int32(200))
    assert (a.low, a.high) == (b.low, b.high)


def test_an_unknown_method_is_answered_with_those_there_are():
    with raises_id("evaluation.method_unknown", method="magic"):
        gn.interval("ks", Y, MIXED, method="magic")
    with raises_id("evaluation.method_unknown", method="magic"):
        gn.compare(Y, {"a": MIXED, "b": MIXED[::-1]}, method="magic")


@pytest.mark.parametrize(
    ("metric", "method", "message"),
    [
        ("f1@0.5", "delong", "f1@0.5 is no area under one ROC curve"),
        ("roc_auc", "wilson", "roc_auc is no share of rows"),
        ("mcc@0.5", "clopper-pearson", "mcc@0.5 is no share of rows"),
        ("roc_auc", "mean", "roc_auc is no mean over rows"),
        ("brier_score", "gaps", "brier_score is no sum of gaps"),
    ],
)
def test_a_method_that_does_not_suit_a_metric_says_what_it_is_for(metric, method, message):
    with pytest.raises(gn.InputError, match=f"has no interval: {message}"):
        gn.interval(metric, Y, MIXED, method=method)


def test_a_bias_correction_that_does_not_suit_a_metric_says_what_it_is_for():
    with raises_id("inference.interval_unsupported_by_metric", name="average_precision"):
        gn.interval("average_precision", Y, MIXED, method="bias-corrected")


@pytest.mark.parametrize("method", ["percentile", "bc", "bca", "basic", "normal"])
@pytest.mark.parametrize("metric", ["roc_auc", "ks", "average_precision", "f1@0.5", "brier_score", "mcc@0.5", "expected_calibration_error"])
def test_every_bootstrap_suits_every_metric(metric, method):
    found = gn.interval(metric, Y, MIXED, method=method)
    assert found.method == method
    assert found.low < found.high


def test_a_curve_has_no_interval_and_a_summary_no_weights():
    with raises_id("inference.metric_not_single_value", kind="curve"):
        gn.interval("roc_curve", Y, MIXED)
    with raises_id("inference.summary_rows_missing", type="Sweep"):
        gn.interval("roc_auc", gn.Sweep.of(Y, MIXED), weight=np.ones(30))
    with raises_id("inference.summary_weight_spread_unknown", type="Sweep"):
        gn.interval("roc_auc", gn.Sweep.of(Y, MIXED, weight=np.ones(30)))
    with raises_id("inference.summary_weight_spread_unknown", type="Counts"):
        gn.interval("accuracy", gn.Counts.of(Y, Y, weight=np.ones(30)))
