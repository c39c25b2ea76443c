"""gnomon.compat.sklearn against scikit-learn: names, values, types, warnings and exceptions."""

import doctest
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score, cross_validate

from gnomon.compat import sklearn as compat
from gnomon.compat.sklearn.stand_in import ANSWERS, stands_in, theirs
from sklearn_alike import ours, same

KNOWN = "1.9."
if not sklearn.__version__.startswith(KNOWN):
    pytest.skip(f"types, warnings and words are those of scikit-learn {KNOWN}x, and here is {sklearn.__version__}", allow_module_level=True)

OF_LABELS = (
    *("accuracy_score", "balanced_accuracy_score", "classification_report", "cohen_kappa_score", "confusion_matrix", "hamming_loss"),
    *("matthews_corrcoef", "multilabel_confusion_matrix", "precision_recall_fscore_support", "zero_one_loss", "class_likelihood_ratios"),
)
AVERAGED = ("f1_score", "jaccard_score", "precision_score", "recall_score", "precision_recall_fscore_support")
OF_SCORES = (
    *("roc_auc_score", "average_precision_score", "roc_curve", "precision_recall_curve", "det_curve", "confusion_matrix_at_thresholds"),
    *("log_loss", "brier_score_loss"),
)
OF_NUMBERS = (
    *("mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "mean_absolute_percentage_error", "mean_pinball_loss"),
    *("mean_squared_log_error", "root_mean_squared_log_error", "median_absolute_error", "r2_score", "explained_variance_score"),
    *("mean_tweedie_deviance", "mean_poisson_deviance", "mean_gamma_deviance"),
)
OF_CLUSTERS = (
    *("rand_score", "adjusted_rand_score", "fowlkes_mallows_score", "mutual_info_score", "normalized_mutual_info_score"),
    *("adjusted_mutual_info_score", "homogeneity_score", "completeness_score", "v_measure_score", "pair_confusion_matrix"),
    *("homogeneity_completeness_v_measure", "contingency_matrix"),
)
DIFFERENCE = 1e-11
"""What scikit-learn leaves of 0 where it takes sums of weights in the thousands off each other."""
OF_LISTS = ("dcg_score", "ndcg_score", "coverage_error", "label_ranking_average_precision_score", "label_ranking_loss")


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_a_function_looks_like_the_one_it_stands_in_for(name):
    made, original = ours(name), theirs(name)
    assert str(inspect.signature(made)) == str(inspect.signature(original))  # a NaN is no NaN to ==
    assert (made.__name__, made.__doc__) == (original.__name__, original.__doc__)
    assert made.__module__ == "gnomon.compat.sklearn"
    assert made is not original
    if name != "contingency_matrix":
        assert pickle.loads(pickle.dumps(made)) is made


def test_every_name_is_there():
    for name in sklearn.metrics.__all__:
        assert getattr(compat, name) is (ours(name) if name in ANSWERS else getattr(compat, name))
        assert name in dir(compat)
    assert all(hasattr(compat, name) for name in dir(compat))
    assert compat.make_scorer is sklearn.metrics.make_scorer
    assert compat.cluster.consensus_score is sklearn.metrics.consensus_score
    with pytest.raises(AttributeError):
        compat.no_such_metric  # noqa: B018  # reaching for it is the test
    with pytest.raises(AttributeError):
        compat._private  # noqa: B018


def test_another_signature_is_left_to_scikit_learn():
    def accuracy_score(y_true, y_pred, *, sample_weight=None):
        return "ours"

    assert stands_in(accuracy_score) is sklearn.metrics.accuracy_score
    assert ANSWERS["accuracy_score"] is not accuracy_score


def test_the_example_of_the_module():
    example = doctest.DocTestParser().get_doctest(compat.__doc__, {}, "compat.sklearn", None, None)
    assert example.examples
    assert not doctest.DocTestRunner().run(example).failed


def test_gnomon_alone_does_not_import_scikit_learn():
    code = "import sys, gnomon, gnomon.compat; assert not [name for name in sys.modules if name.startswith('sklearn')]"
    subprocess.run([sys.executable, "-c", code], check=True)


@st.composite
def label_columns(draw):
    """(truth, prediction, weights) of a few classes, of any type, as short or as long as tables and replays need."""
    n = draw(st.sampled_from([1, 2, 7, 40, 3000]))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    classes = draw(st.sampled_from([1, 2, 2, 3, 5]))
    names = draw(
        st.sampled_from(
            [
                np.arange(9),
                np.arange(9) - 1,
                np.array([0, 1, 5, 700, 2000, 2001, 2002, 2003, 2004]),
                np.arange(9.0),
                np.arange(9, dtype=np.uint8),
                np.array(list("abcdefghi")),
                np.array(["no", "yes", "可", *"abcdef"], object),
            ]
        )
    )
    y, p = names[rng.integers(0, classes, n)], names[rng.integers(0, draw(st.sampled_from([classes, 2])), n)]
    if classes == 2 and names.dtype == np.int64 and draw(st.booleans()):
        y, p = y == names[0], p == names[0]
    weight = draw(st.sampled_from([None, rng.random(n), rng.integers(0, 3, n), np.where(np.arange(n) % 3, 1.5, 0.0)]))
    return draw(st.sampled_from([(y, p), (y.tolist(), p.tolist()), (pd.Series(y), pd.Series(p))])), weight


@given(label_columns(), st.sampled_from(OF_LABELS))
def test_labels(columns, name):
    (y, p), weight = columns
    same(name, y, p, sample_weight=weight, atol=DIFFERENCE if name == "multilabel_confusion_matrix" else 1e-13)


@given(
    label_columns(),
    st.sampled_from(AVERAGED),
    st.sampled_from([None, "micro", "macro", "weighted", "binary"]),
    st.sampled_from(["warn", 0, 1.0, np.nan]),
    st.sampled_from([1, 0, "yes", None]),
)
def test_averages(columns, name, average, zero_division, pos_label):
    (y, p), weight = columns
    same(name, y, p, sample_weight=weight, average=average, zero_division=zero_division, pos_label=pos_label)


@given(label_columns(), st.sampled_from(["linear", "quadratic", None]), st.sampled_from([None, [1, 0], [0, 1, 2], ["a", "b"], [], [7, 8]]))
def test_options_of_labels(columns, weights, labels):
    (y, p), weight = columns
    same("cohen_kappa_score", y, p, weights=weights, labels=labels, sample_weight=weight)
    for normalize in (None, "true", "pred", "all"):
        same("confusion_matrix", y, p, labels=labels, normalize=normalize, sample_weight=weight)
    same("multilabel_confusion_matrix", y, p, labels=labels, sample_weight=weight, atol=DIFFERENCE)
    same("classification_report", y, p, labels=labels, digits=4, output_dict=True, zero_division=0, sample_weight=weight)
    same("f1_score", y, p, labels=labels, average="macro", sample_weight=weight)
    same("fbeta_score", y, p, beta=0.5, average="weighted", sample_weight=weight)
    same("balanced_accuracy_score", y, p, adjusted=True, sample_weight=weight)
    same("accuracy_score", y, p, normalize=False, sample_weight=weight)
    same("zero_one_loss", y, p, normalize=False, sample_weight=weight, atol=DIFFERENCE)


@st.composite
def scored_columns(draw):
    n = draw(st.sampled_from([2, 7, 40, 500]))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    low, high = draw(st.sampled_from([(0, 1), (-1, 1), (False, True), (0.0, 1.0), (1, 2), ("a", "b")]))
    y = np.where(rng.random(n) < 0.4, high, low)
    s = np.round(rng.random(n), draw(st.integers(1, 3)))
    s = draw(st.sampled_from([s, s.astype(np.float32), (s * 10).astype(np.int64), s * 8 - 4, np.where(s > 0.5, -0.0, 0.0)]))
    weight = draw(st.sampled_from([None, rng.random(n), rng.integers(0, 3, n)]))
    return draw(st.sampled_from([(y, s), (y.tolist(), s.tolist()), (pd.Series(y), pd.Series(s))])), weight


@given(scored_columns(), st.sampled_from(OF_SCORES))
def test_scores(columns, name):
    (y, s), weight = columns
    same(name, y, s, sample_weight=weight)


@given(scored_columns(), st.sampled_from([None, 1, 0, -1, "a", 7]), st.booleans())
def test_options_of_scores(columns, pos_label, dropped):
    (y, s), weight = columns
    for name in ("roc_curve", "precision_recall_curve", "det_curve"):
        same(name, y, s, pos_label=pos_label, drop_intermediate=dropped, sample_weight=weight)
    same("average_precision_score", y, s, pos_label=pos_label, sample_weight=weight)
    same("brier_score_loss", y, s, pos_label=pos_label, sample_weight=weight)
    same("log_loss", y, s, normalize=False, sample_weight=weight)
    for most in (0.1, 0.5, 1.0, 0, 2):
        same("roc_auc_score", y, s, max_fpr=most, sample_weight=weight)


@given(
    st.integers(0, 2**16),
    st.sampled_from([3, 4]),
    st.sampled_from(["macro", "weighted", None, "micro"]),
    st.sampled_from(["ovr", "ovo", "raise"]),
)
def test_classes(seed, classes, average, multi_class):
    rng = np.random.default_rng(seed)
    n = 60
    y, s = rng.integers(0, classes, n), np.round(rng.random((n, classes)), 2) + 0.01
    s /= s.sum(axis=1, keepdims=True)
    for weight in (None, rng.random(n)):
        same("roc_auc_score", y, s, average=average, multi_class=multi_class, sample_weight=weight)
        same("log_loss", y, s, sample_weight=weight)
        same("log_loss", np.array(list("wxyz"))[y], s, sample_weight=weight)


@given(st.integers(0, 2**16), st.sampled_from(OF_NUMBERS), st.sampled_from([1, 2, 9, 300]), st.booleans())
def test_numbers(seed, name, n, positive):
    rng = np.random.default_rng(seed)
    y, p = np.round(rng.standard_normal(n) * 3, 1), rng.standard_normal(n) * 3
    if positive:
        y, p = np.abs(y), np.abs(p) + 0.01
    for weight in (None, rng.random(n), rng.integers(0, 3, n)):
        same(name, y, p, sample_weight=weight)
        same(name, (y * 10).astype(np.int64), p, sample_weight=weight)
        same(name, y.astype(np.float32), p, sample_weight=weight)
    same(name, y.tolist(), pd.Series(p))
    same(name, np.full(n, 0.1), p)
    same(name, y, y)
    same("max_error", y, p)


@given(st.integers(0, 2**16), st.sampled_from(OF_CLUSTERS), st.sampled_from([1, 2, 30, 400]), st.integers(1, 6), st.integers(1, 6))
def test_clusters(seed, name, n, classes, clusters):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, classes, n), rng.integers(-1, clusters, n)
    # 1e-10: scikit-learn subtracts logarithms of whole tables, of which little is left where chance explains nearly all
    same(name, a, b, rtol=1e-10)
    same(name, a, a, rtol=1e-10)
    same(name, np.array(list("uvwxyz"))[a], b.tolist(), rtol=1e-10)


@given(st.integers(0, 2**16), st.sampled_from(OF_LISTS), st.sampled_from([1, 5, 50]), st.sampled_from([2, 6]))
def test_lists(seed, name, n, width):
    rng = np.random.default_rng(seed)
    grade, score = rng.integers(0, 2 if "label" in name or "coverage" in name else 4, (n, width)), np.round(rng.random((n, width)), 1)
    same(name, grade, score)
    same(name, grade, score, sample_weight=rng.random(n))
    same(name, grade.tolist(), score.tolist())
    if "dcg" in name:
        same(name, grade, score, k=3)
        same(name, grade / 2, score, k=1)
        same(name, grade - 1, score)
        same(name, grade, score, ignore_ties=True)


def test_silhouettes():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 4, 300)
    points = rng.standard_normal((300, 3)) + labels[:, None]
    for metric in ("euclidean", "manhattan", "cosine"):
        same("silhouette_samples", points, labels, metric=metric, rtol=1e-10)  # scikit-learn's distances are rounded before their roots
    same("silhouette_score", points, labels, answered=True)
    same("silhouette_score", points, labels, sample_size=50, random_state=1)
    same("silhouette_score", points, np.zeros(300, int))
    same("silhouette_score", points, np.arange(300))
    same("silhouette_score", points[:, :1] * np.nan, labels)


Y, P, S = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 1]), np.array([0.1, 0.9, 0.4, 0.4, 0.8])
ODD = {
    "lengths": lambda f: ((Y, S[:4]), {}),
    "NaN in the scores": lambda f: ((Y, np.where(S > 0.8, np.nan, S)), {}),
    "infinite scores": lambda f: ((Y, np.where(S > 0.8, np.inf, S)), {}),
    "one class": lambda f: ((np.ones(5, int), S), {}),
    "three classes": lambda f: ((np.array([0, 1, 2, 0, 1]), S), {}),
    "fractions as labels": lambda f: ((S, S), {}),
    "NaN in the labels": lambda f: ((np.where(Y == 1, np.nan, Y), S), {}),
    "empty": lambda f: ((Y[:0], S[:0]), {}),
    "text": lambda f: ((np.array(list("abbab")), S), {}),
    "text as scores": lambda f: ((Y, np.array(list("abbab"))), {}),
    "a matrix": lambda f: ((Y[:, None], S[:, None]), {}),
    "two columns": lambda f: ((Y, np.c_[1 - S, S]), {}),
    "None": lambda f: ((None, S), {}),
    "negative weights": lambda f: ((Y, S), {"sample_weight": S - 0.5}),
    "NaN weights": lambda f: ((Y, S), {"sample_weight": S * np.nan}),
    "weights of another length": lambda f: ((Y, S), {"sample_weight": S[:3]}),
    "weights that are all 0": lambda f: ((Y, S), {"sample_weight": S * 0}),
    "weights as text": lambda f: ((Y, S), {"sample_weight": "heavy"}),
    "no such option": lambda f: ((Y, S), {"colour": 1}),
    "too few arguments": lambda f: ((Y,), {}),
    "labels": lambda f: ((Y, P), {}),
    "mixed types": lambda f: ((["a", 1, 1, "a", 1], P), {}),
    "numbers past 2**53": lambda f: ((Y, np.array([2**60, 2**60 + 1, 3, 4, 5])), {}),
    "large labels": lambda f: ((Y * 2**62, P * 2**62), {}),
    "booleans": lambda f: ((Y == 1, P == 1), {}),
    "probabilities past 1": lambda f: ((Y, S * 2), {}),
    "negative numbers": lambda f: ((S, -S), {}),
    "unsigned": lambda f: ((Y.astype(np.uint64), P.astype(np.uint8)), {}),
    "half precision": lambda f: ((Y, S.astype(np.float16)), {}),
    "byte order": lambda f: ((Y.astype(">i8"), S.astype(">f8")), {}),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", sorted({*OF_LABELS, *AVERAGED, *OF_SCORES, *OF_NUMBERS, *OF_CLUSTERS, *OF_LISTS}))
def test_what_is_odd_ends_as_it_does_in_scikit_learn(name, odd):
    args, kwargs = ODD[odd](name)
    same(name, *args, **kwargs)


WRONG = {
    "roc_auc_score": [{"average": "all"}, {"average": np.array(["macro"])}, {"max_fpr": "low"}, {"multi_class": None}],
    "classification_report": [
        {"digits": -1},
        {"output_dict": 1},
        {"zero_division": 2},
        {"target_names": ["a"]},
        {"target_names": ["a", "b"]},
    ],
    "confusion_matrix": [{"normalize": "rows"}, {"normalize": np.array([1])}, {"labels": [0, 0]}],
    "f1_score": [{"average": "all"}, {"pos_label": [1]}, {"zero_division": "no"}, {"average": "samples"}],
    "precision_recall_fscore_support": [{"beta": -1}, {"beta": 0}, {"beta": float("inf")}, {"warn_for": "precision"}],
    "accuracy_score": [{"normalize": "yes"}, {"normalize": 1}],
    "cohen_kappa_score": [{"weights": "cubic"}, {"replace_undefined_by": 5}, {"replace_undefined_by": 0.0}],
}


@pytest.mark.parametrize(("name", "options"), [(name, options) for name, rows in WRONG.items() for options in rows])
def test_options_that_scikit_learn_refuses(name, options):
    same(name, Y, P, **options)
    same(name, np.tile(Y, 1000), np.tile(P, 1000), **options)


def test_many_labels_warn_as_they_do_there():
    y = np.arange(60)
    for name in ("accuracy_score", "confusion_matrix", "adjusted_rand_score", "classification_report"):
        same(name, y, y[::-1].copy())


def test_plain_columns_are_answered():
    """Not handed on: what everybody passes."""
    rng = np.random.default_rng(9)
    y, s = rng.integers(0, 2, 200), rng.random(200) + 0.01
    p, w = (s > 0.5).astype(int), rng.random(200)
    for name in OF_LABELS:
        same(name, y, p, sample_weight=w, answered=True)
    for name in OF_SCORES:
        same(name, y, np.minimum(s, 1), sample_weight=w, answered=True)
    for name in OF_NUMBERS:
        same(name, s, s[::-1].copy(), answered=True)
    for name in OF_CLUSTERS:
        same(name, y, p, answered=True)
    for name in OF_LISTS:
        same(name, rng.integers(0, 2, (20, 5)), rng.random((20, 5)), answered=True)


@pytest.fixture(scope="module")
def patients():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((200, 3))
    return x, (x[:, 0] + rng.standard_normal(200) > 0).astype(int), rng.random(200)


def test_scorers(patients):
    x, y, _ = patients
    model = LogisticRegression()
    for metrics in (compat, sklearn.metrics):
        scorers = {
            "area": metrics.make_scorer(metrics.roc_auc_score, response_method="predict_proba"),
            "loss": metrics.make_scorer(metrics.log_loss, greater_is_better=False, response_method="predict_proba"),
            "f": metrics.make_scorer(metrics.fbeta_score, beta=2, pos_label=0),
        }
        found = cross_validate(model, x, y, scoring=scorers)
        expected = {"area": "roc_auc", "loss": "neg_log_loss"}
        for name, known in expected.items():
            np.testing.assert_allclose(found[f"test_{name}"], cross_val_score(model, x, y, scoring=known), rtol=1e-12)
        assert np.isfinite(found["test_f"]).all()


def test_weights_are_routed(patients):
    x, y, w = patients
    with sklearn.config_context(enable_metadata_routing=True):
        made = [
            cross_val_score(
                LogisticRegression().set_fit_request(sample_weight=False),
                x,
                y,
                scoring=metrics.make_scorer(metrics.accuracy_score).set_score_request(sample_weight=True),
                params={"sample_weight": w},
            )
            for metrics in (compat, sklearn.metrics)
        ]
    np.testing.assert_allclose(made[0], made[1], rtol=1e-12)
