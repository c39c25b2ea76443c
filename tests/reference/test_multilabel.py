"""Rows of several labels against scikit-learn: every average, weights, ties, empty rows, labels that nobody has."""

import warnings

import numpy as np
import pytest
import sklearn.metrics as sk
from hypothesis import assume, given
from hypothesis import strategies as st

import gnomon as gn
from refusals import raises_undefined, warns_undefined

AVERAGED = {"precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "jaccard": sk.jaccard_score}
AVERAGES = ["samples", "macro", "micro", "weighted", None]


@st.composite
def tagged(draw, scores=False):
    """Truth, predictions or scores of a few levels so that many tie, and weights or none."""
    n, labels = draw(st.integers(1, 30)), draw(st.integers(2, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    often = rng.random(labels) * draw(st.sampled_from([0.2, 1.0, 1.4]))
    y = (rng.random((n, labels)) < often).astype(int)
    x = rng.integers(0, 5, (n, labels)) / 4 if scores else (rng.random((n, labels)) < rng.random(labels)).astype(int)
    return y, x, draw(st.sampled_from([None, rng.random(n) + 0.1]))


def quiet(function, *data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*data, **options)


def close(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("name", AVERAGED)
@given(data=tagged())
def test_rates_with_zero_for_what_is_undefined(name, average, data):
    y, p, w = data
    theirs = quiet(AVERAGED[name], y, p, average=average, sample_weight=w, zero_division=0)
    if average == "weighted" and not y.any():
        return  # no label weighs anything: undefined for us, 0 for scikit-learn
    close(quiet(getattr(gn, name), y, p, average=average, weight=w, undefined=0.0), theirs)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("beta", [0.5, 2])
@given(data=tagged())
def test_f_score(beta, average, data):
    y, p, w = data
    assume(y.any())
    theirs = quiet(sk.fbeta_score, y, p, beta=beta, average=average, sample_weight=w, zero_division=0)
    close(quiet(gn.f_score, y, p, beta=beta, average=average, weight=w, undefined=0.0), theirs)


@pytest.mark.parametrize("average", ["samples", "macro", None])
@given(data=tagged())
def test_what_is_undefined_is_left_out_as_nan(average, data):
    """scikit-learn leaves a value out of the mean where zero_division is NaN."""
    y, p, w = data
    theirs = quiet(sk.precision_score, y, p, average=average, sample_weight=w, zero_division=np.nan)
    close(quiet(gn.precision, y, p, average=average, weight=w), theirs)


@given(data=tagged())
def test_metrics_of_each_labels_matrix(data):
    y, p, w = data
    tn, fp, fn, tp = sk.multilabel_confusion_matrix(y, p, sample_weight=w).reshape(-1, 4).T
    sets = gn.LabelSets.of(y, p, weight=w)
    np.testing.assert_allclose(sets.tables.reshape(-1, 4).T, [tn, fp, fn, tp], rtol=1e-12, atol=1e-13)
    total = tn + fp + fn + tp
    close(quiet(gn.accuracy, y, p, average=None, weight=w), (tp + tn) / total)
    close(
        quiet(gn.specificity, y, p, average="micro", weight=w, undefined=0.0), tn.sum() / (tn + fp).sum() if (tn + fp).sum() > 1e-9 else 0
    )
    ours = quiet(gn.mcc, y, p, average=None, weight=w)
    theirs = [quiet(sk.matthews_corrcoef, y[:, k], p[:, k], sample_weight=w) for k in range(y.shape[1])]
    close(ours[~np.isnan(ours)], np.array(theirs)[~np.isnan(ours)])
    close(gn.accuracy(y, p, average="macro", weight=w), 1 - gn.hamming_loss(y, p, weight=w))


@given(data=tagged())
def test_hamming_and_subset(data):
    y, p, w = data
    close(gn.hamming_loss(y, p, weight=w), sk.hamming_loss(y, p, sample_weight=w))
    close(gn.subset_accuracy(y, p, weight=w), sk.accuracy_score(y, p, sample_weight=w))


@given(data=tagged(scores=True))
def test_order_of_labels_within_rows(data):
    y, s, w = data
    close(gn.coverage_error(y, s, weight=w, unranked="best"), sk.coverage_error(y, s, sample_weight=w))
    close(gn.label_ranking_loss(y, s, weight=w, unranked="best"), sk.label_ranking_loss(y, s, sample_weight=w))
    ours = gn.label_ranking_average_precision(y, s, weight=w, unranked="best")
    close(ours, sk.label_ranking_average_precision_score(y, s, sample_weight=w))


@given(data=tagged(scores=True))
def test_rows_that_rank_nothing_are_left_out(data):
    y, s, w = data
    some = y.any(1)
    assume(some.any())
    both = some & ~y.all(1)
    kept, mixed = (None if w is None else w[some]), (None if w is None else w[both])
    close(gn.coverage_error(y, s, weight=w), sk.coverage_error(y[some], s[some], sample_weight=kept))
    ours = gn.label_ranking_average_precision(y, s, weight=w)
    close(ours, sk.label_ranking_average_precision_score(y[some], s[some], sample_weight=kept))
    if both.any():
        close(gn.label_ranking_loss(y, s, weight=w), sk.label_ranking_loss(y[both], s[both], sample_weight=mixed))


@given(data=tagged(scores=True))
def test_half_of_a_tie_is_what_the_area_of_each_row_gives(data):
    y, s, _ = data
    both = y.any(1) & ~y.all(1)
    assume(both.any())
    areas = [sk.roc_auc_score(row, scores) for row, scores in zip(y[both], s[both], strict=True)]
    close(gn.label_ranking_loss(y, s, ties="half"), 1 - np.mean(areas))


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@given(data=tagged(scores=True))
def test_areas(average, data):
    y, s, w = data
    assume(y.any(0).all() and not y.all(0).any())
    close(gn.roc_auc(y, s, average=average, weight=w), sk.roc_auc_score(y, s, average=average, sample_weight=w))
    close(gn.average_precision(y, s, average=average, weight=w), sk.average_precision_score(y, s, average=average, sample_weight=w))


def test_a_label_without_positives_is_told_and_left_out():
    y = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]])
    s = np.array([[0.9, 0.2, 0.3], [0.4, 0.8, 0.1], [0.7, 0.6, 0.2]])
    with warns_undefined("classes_left_out"):
        assert gn.roc_auc(y, s) == np.mean([sk.roc_auc_score(y[:, k], s[:, k]) for k in (0, 1)])
    with warns_undefined("classes_left_out"):
        each = gn.recall(y, y, average=None)
    assert each.tolist()[:2] == [1.0, 1.0]
    assert np.isnan(each[2])
    with warns_undefined("rows_left_out"):
        assert gn.precision([["a"], ["b"], ["a"]], [["a"], [], ["b"]], average="samples") == 0.5
    with raises_undefined("no_labels_to_rank"):
        gn.label_ranking_loss(np.zeros((2, 3)), np.ones((2, 3)), undefined="raise")
