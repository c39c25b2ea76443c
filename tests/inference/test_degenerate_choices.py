"""Comparisons and thresholds where rows say little: identical models, perfect ones, one class, constraints that cannot be met."""

import math
import re

import numpy as np
import pytest

import gnomon as gn
from inference.small import MIXED, PARTED, RNG, Y
from refusals import raises_id

# Comparisons.

METRICS = ["roc_auc", "ks", "average_precision", "f1@0.5", "accuracy@0.5", "mcc@0.5", "brier_score", "expected_calibration_error"]


@pytest.mark.parametrize("method", ["auto", "bootstrap"])
@pytest.mark.parametrize(
    "column", [{}, {"weight": np.tile([1.0, 2.0, 0.0], 10)}, {"cluster": np.arange(30) // 2}], ids=["", "weight", "cluster"]
)
def test_identical_models_do_not_differ(method, column):
    found = gn.compare(Y, {"a": MIXED, "b": MIXED.copy()}, metrics=METRICS, method=method, **column)
    for pair in found.pairs:
        assert (pair.difference, pair.p_value, pair.better) == (0.0, 1.0, "")
        assert pair.low <= 0 <= pair.high
    assert {one.verdict for one in found.dominance} == {"even"}
    assert all(one.stretches == () for one in found.dominance)


def test_models_that_rank_alike_do_not_differ_in_ranking():
    found = gn.compare(Y, {"a": MIXED, "b": MIXED**3}, metrics=["roc_auc", "ks", "average_precision"])
    for pair in found.pairs:
        assert (pair.difference, pair.p_value) == (0.0, 1.0)
    assert {one.verdict for one in found.dominance} == {"even"}


def test_two_models_that_both_part_the_classes_may_still_differ_elsewhere():
    """Their scores are not the same, nor is their ranking within the classes: that both have an area of 1 on 30 rows is not certainty."""
    other = np.concatenate([RNG.permutation(PARTED[:20]), RNG.permutation(PARTED[20:])])
    pair = gn.compare(Y, {"a": PARTED, "b": other}, metrics="roc_auc", curves=())["roc_auc"]
    assert (pair.difference, pair.p_value) == (0.0, 1.0)
    assert not pair.defined or pair.low < 0 < pair.high


def test_a_difference_without_spread_is_not_certain():
    """A perfect model and its opposite: no interval of no width, and none without a p-value."""
    pairs = gn.compare(Y, {"a": PARTED, "b": 1 - PARTED}, metrics=["roc_auc", "f1@0.5", "precision@0.5"], curves=()).pairs
    for pair in pairs:
        assert not pair.defined or (pair.low < pair.high and not math.isnan(pair.p_value)), pair


def test_a_difference_stays_within_what_it_can_be():
    pair = gn.compare([0, 0, 1, 1], {"a": [0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.1, 0.3, 0.05]}, metrics="roc_auc", curves=())["roc_auc"]
    assert -1 <= pair.low <= pair.high <= 1


def test_one_row_of_a_class_compares_nothing_that_needs_two():
    rng = np.random.default_rng(3)
    y = np.r_[1, np.zeros(9, int)]
    found = gn.compare(y, {"a": rng.random(10), "b": rng.random(10)}, metrics=["roc_auc", "ks"], curves=())
    for pair in found.pairs:
        assert not pair.defined
        assert re.search("two (rows )?of each class", pair.reason)


@pytest.mark.parametrize("y", [[0, 1], [0, 0, 0, 0, 1]])
def test_no_curve_encloses_another_for_certain_on_one_positive(y):
    a = np.linspace(0.1, 0.9, len(y))
    found = gn.compare(y, {"a": a, "b": a[::-1].copy()}, metrics="roc_auc", curves=("roc", "pr", "gain"))
    assert all(one.verdict == "even" for one in found.dominance), [one.verdict for one in found.dominance]


def test_one_class_alone_has_nothing_to_compare_and_says_so():
    found = gn.compare(np.ones(10, int), {"a": np.linspace(0, 1, 10), "b": np.linspace(1, 0, 10)}, metrics=["roc_auc", "accuracy@0.5"])
    assert found["roc_auc"].reason == "the metric has no finite value for both models"
    assert found["accuracy@0.5"].defined
    assert found.dominance == ()


def test_an_infinite_loss_is_compared_with_nothing():
    found = gn.compare(
        [0, 0, 1, 1], {"a": [0.1, 0.2, 0.3, 0.0], "b": [0.2, 0.1, 0.3, 0.05]}, metrics=["log_loss", "brier_score"], curves=()
    )
    assert found["log_loss"].reason == "the metric has no finite value for both models"
    assert found["brier_score"].defined
    assert found["brier_score"].p_holm == found["brier_score"].p_value, "what was not tested is not counted"


def test_holm_and_benjamini_hochberg_are_over_all_pairs_and_metrics():
    from gnomon.inference.significance import benjamini_hochberg, holm

    rng = np.random.default_rng(4)
    scores = {name: Y * shift + rng.standard_normal(30) for name, shift in (("a", 1.0), ("b", 0.5), ("c", 0.0))}
    found = gn.compare(Y, scores, metrics=["roc_auc", "ks"], curves=())
    p = [pair.p_value for pair in found.pairs]
    assert len(p) == 6
    assert [pair.p_holm for pair in found.pairs] == holm(p)
    assert [pair.p_bh for pair in found.pairs] == benjamini_hochberg(p)


def test_a_method_that_suits_no_metric_gives_reasons_and_no_numbers():
    found = gn.compare(Y, {"a": MIXED, "b": MIXED[::-1]}, metrics=["ks", "roc_auc"], method="delong", curves=())
    assert found["ks"].reason == "ks is not what method='delong' is for"
    assert found["roc_auc"].defined


# Choosing a threshold.


@pytest.mark.parametrize("y", [[0, 0, 1], [1, 1, 1], [0, 1]])
def test_a_threshold_is_not_chosen_on_one_row(y):
    with raises_id("inference.threshold_rows_too_few"):
        gn.threshold_choice(y, np.linspace(0.1, 0.9, len(y)))


@pytest.mark.parametrize("scores", [PARTED, 0.05 + 0.9 * Y], ids=["parted", "two scores"])
def test_a_threshold_that_parts_the_classes_is_not_perfect_for_certain(scores):
    choice = gn.threshold_choice(Y, scores, objective="f1")
    assert choice.value == 1
    assert choice.low < 0.99


@pytest.mark.parametrize("objective", ["f1", "recall", "precision", "accuracy", "specificity"])
def test_what_a_threshold_reaches_stays_within_what_it_can_be(objective):
    keywords = {"constraint": "precision>=0.9"} if objective == "recall" else {}
    choice = gn.threshold_choice(Y, MIXED, objective=objective, **keywords)
    assert 0 <= choice.low <= choice.high <= 1


def test_a_constraint_that_cannot_be_met_is_refused():
    with raises_id("metrics.constraint_not_met", listed="precision>=0.999"):
        gn.threshold_choice(Y, np.full(30, 0.3), constraint="precision>=0.999")


def test_a_sweep_of_weights_is_refused_where_a_threshold_is_chosen():
    with raises_id("inference.sweep_weight_spread_unknown"):
        gn.threshold_choice(gn.Sweep.of(Y, MIXED, weight=np.ones(30)))


def test_rows_left_out_take_their_clusters_with_them():
    holes = np.where(np.arange(30) % 7 == 0, np.nan, MIXED)
    kept = ~np.isnan(holes)
    user = np.arange(30) // 2
    with pytest.warns(gn.DroppedRowsWarning):
        found = gn.threshold_choice(Y, holes, cluster=user, missing="drop", replicates=100)
    assert found == gn.threshold_choice(Y[kept], holes[kept], cluster=user[kept], replicates=100)
