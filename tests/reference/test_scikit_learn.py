"""Every metric that an independent library has too, against it: one row a metric, driven by Hypothesis."""

import warnings

import numpy as np
import pytest
import sklearn.calibration
import sklearn.metrics as sk
from hypothesis import assume, given
from hypothesis import strategies as st

import gnomon as gn
from data import PROBABILITY, WEIGHT, WILD, labelled, scored

weighted = st.sampled_from([None, WEIGHT])


def quiet(function, *data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*data, **options)


def assert_close(ours, theirs, rtol=1e-12, atol=1e-13):
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol)


LABELS = {
    "accuracy": sk.accuracy_score,
    "error_rate": sk.zero_one_loss,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "kappa": sk.cohen_kappa_score,
}
AVERAGED = {"precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score, "jaccard": sk.jaccard_score}


@pytest.mark.parametrize("name", LABELS)
@given(data=st.data(), weights=weighted)
def test_metrics_of_labels(name, data, weights):
    y, p, w = data.draw(labelled(weights=weights))
    theirs = quiet(LABELS[name], y, p, sample_weight=w)
    assume(np.isfinite(theirs))
    if name == "kappa" and len(np.unique(np.concatenate([y, p]))) == 1:
        return  # undefined for us; scikit-learn has said both NaN and 1
    assert_close(quiet(getattr(gn, name), y, p, weight=w), theirs, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@given(data=labelled(classes=5))
def test_kappa(weights, data):
    y, p, _ = data
    theirs = quiet(sk.cohen_kappa_score, y, p, weights=weights)
    ours = quiet(gn.kappa, y, p, weights=weights)
    if np.isfinite(theirs) and len(np.unique(np.concatenate([y, p]))) > 1 and not np.isnan(ours):
        # scikit-learn counts the distance between places among the labels that occur, as we do.
        assert_close(ours, theirs, atol=1e-12)


@given(data=labelled(classes=5))
def test_mcc(data):
    y, p, _ = data
    ours, theirs = quiet(gn.mcc, y, p), quiet(sk.matthews_corrcoef, y, p)
    # scikit-learn answers 0 where the correlation is 0/0.
    assert_close(0.0 if np.isnan(ours) else ours, theirs, atol=1e-12)


@pytest.mark.parametrize("name", AVERAGED)
@pytest.mark.parametrize("average", [None, "macro", "micro", "weighted"])
@given(data=st.data(), weights=weighted)
def test_averaged_metrics(name, average, data, weights):
    y, p, w = data.draw(labelled(weights=weights))
    theirs = quiet(AVERAGED[name], y, p, average=average, sample_weight=w, zero_division=0)
    if w is not None and set(np.unique(np.concatenate([y, p]))) != set(gn.Counts.of(y, p, weight=w).labels):
        return  # a class of weight 0 is absent to us and a class of zeros to scikit-learn
    assert_close(quiet(getattr(gn, name), y, p, average=average, weight=w, undefined=0.0), theirs)


@pytest.mark.parametrize("name", AVERAGED)
@given(data=scored(st.sampled_from([0.0, 1.0])))
def test_binary_metrics(name, data):
    y, p, _ = data
    p = p.astype(int)
    assert_close(quiet(getattr(gn, name), y, p, undefined=0.0), quiet(AVERAGED[name], y, p, zero_division=0))


@given(data=labelled(weights=WEIGHT), beta=st.sampled_from([0.5, 2.0, 3.7]))
def test_f_score(data, beta):
    y, p, _ = data
    assert_close(gn.f_score(y, p, beta=beta, average="macro", undefined=0.0), quiet(sk.fbeta_score, y, p, beta=beta, average="macro"))


@given(data=labelled(), strings=st.booleans())
def test_confusion_matrix(data, strings):
    y, p, _ = data
    if strings:
        y, p = (np.array(["ant", "bee", "cow", "doe"])[v] for v in (y, p))
    counts = gn.confusion_matrix(y, p)
    np.testing.assert_array_equal(np.asarray(counts), quiet(sk.confusion_matrix, y, p, labels=np.array(counts.labels)))


@given(data=labelled())
def test_classification_report(data):
    y, p, _ = data
    ours, theirs = quiet(gn.classification_report, y, p), quiet(sk.classification_report, y, p, output_dict=True, zero_division=np.nan)
    for label, precision, recall, f1, support in zip(ours.label, ours.precision, ours.recall, ours.f1, ours.support, strict=True):
        row = theirs[str(label)]
        assert_close([precision, recall, support], [row["precision"], row["recall"], row["support"]])
        assert_close(f1, row["f1-score"])
    assert_close(ours.macro["recall"], theirs["macro avg"]["recall"])


@given(data=st.data(), weights=weighted)
def test_roc_auc(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights, both=True))
    assert_close(gn.roc_auc(y, s, weight=w), quiet(sk.roc_auc_score, y, s, sample_weight=w))


@given(data=scored(WILD, both=True), max_fpr=st.sampled_from([0.05, 0.1, 0.5, 0.9, 1.0]))
def test_partial_auc(data, max_fpr):
    y, s, _ = data
    assert_close(gn.roc_auc(y, s, max_fpr=max_fpr), quiet(sk.roc_auc_score, y, s, max_fpr=max_fpr), atol=1e-12)


@given(data=st.data(), weights=weighted)
def test_average_precision(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights, both=True))
    assert_close(gn.average_precision(y, s, weight=w), quiet(sk.average_precision_score, y, s, sample_weight=w))
    precision, recall, _ = quiet(sk.precision_recall_curve, y, s, sample_weight=w)
    # scikit-learn ends its curve in (0, 1); ours starts at the first observed precision.
    precision[-1] = precision[-2]
    assert_close(gn.average_precision(y, s, weight=w, interpolation="trapezoid"), quiet(sk.auc, recall, precision))


@given(data=st.data(), weights=weighted)
def test_curves(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights, both=True))
    s = s + 0.0
    if w is not None:
        y, s, w = y[w > 0], s[w > 0], w[w > 0]
    fpr, tpr, thresholds = quiet(sk.roc_curve, y, s, sample_weight=w, drop_intermediate=False)
    curve = gn.roc_curve(y, s, weight=w)
    for ours, theirs in zip((curve.fpr, curve.tpr, curve.thresholds), (fpr, tpr, thresholds), strict=True):
        assert_close(ours, theirs)
    precision, recall, thresholds = quiet(sk.precision_recall_curve, y, s, sample_weight=w)
    curve = gn.pr_curve(y, s, weight=w, anchor=1.0)
    for ours, theirs in zip((curve.precision, curve.recall), (precision, recall), strict=True):
        assert_close(ours[::-1], theirs)
    assert_close(curve.thresholds[:0:-1], thresholds)


@given(data=st.data(), weights=weighted)
def test_probability_metrics(data, weights):
    y, s, w = data.draw(scored(PROBABILITY, weights=weights, both=True))
    assert_close(gn.brier_score(y, s, weight=w), quiet(sk.brier_score_loss, y, s, sample_weight=w), atol=1e-15)
    held = np.clip(s, 1e-9, 1 - 1e-9)
    assert_close(gn.log_loss(y, held, weight=w), quiet(sk.log_loss, y, held, sample_weight=w, labels=[0, 1]))
    eps = float(np.finfo(float).eps)
    assert_close(gn.log_loss(y, s, weight=w, clip=eps), quiet(sk.log_loss, y, s, sample_weight=w, labels=[0, 1]), rtol=1e-9)


@given(data=scored(PROBABILITY, both=True), bins=st.integers(1, 15))
def test_calibration_curve(data, bins):
    y, s, _ = data
    observed, predicted = quiet(sklearn.calibration.calibration_curve, y, s, n_bins=bins)
    curve = gn.calibration_curve(y, s, bins=bins)
    assert_close(curve.observed, observed)
    assert_close(curve.predicted, predicted, atol=1e-300)


@st.composite
def several_classes(draw, k=3):
    n = draw(st.integers(k, 40))
    y = np.concatenate([np.arange(k), draw(st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k))]).astype(int)
    raw = np.array(draw(st.lists(st.lists(st.integers(1, 6), min_size=k, max_size=k), min_size=n, max_size=n)), float)
    return y, raw / raw.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("average", ["macro", "weighted", None, "micro"])
@given(data=several_classes())
def test_one_against_the_rest(average, data):
    y, s = data
    assert_close(gn.roc_auc(y, s, multiclass="ovr", average=average), quiet(sk.roc_auc_score, y, s, multi_class="ovr", average=average))


@pytest.mark.parametrize("average", ["macro", "weighted"])
@given(data=several_classes(k=4))
def test_one_against_one(average, data):
    y, s = data
    assert_close(gn.roc_auc(y, s, multiclass="ovo", average=average), quiet(sk.roc_auc_score, y, s, multi_class="ovo", average=average))
    assert_close(gn.roc_auc(gn.Sweeps.of(y, s, multiclass="ovo"), average=average), gn.roc_auc(y, s, multiclass="ovo", average=average))


@given(data=several_classes())
def test_losses_of_several_classes(data):
    y, s = data
    assert_close(gn.log_loss(y, s), quiet(sk.log_loss, y, s))
    assert_close(gn.brier_score(y, s), ((s - np.eye(3)[y]) ** 2).sum(axis=1).mean())
    sweeps = gn.Sweeps.of(y, s)
    assert_close(gn.average_precision(sweeps), gn.average_precision(y, s, multiclass="ovr"))
