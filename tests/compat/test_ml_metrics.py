"""Ben Hamner's Metrics: its names and arguments, its published figures, and what of it is refused.

Version 0.1.4 does not install under Python 3: figures are those of its own tests, and rules written out.
"""

import inspect
import math

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.compat import ml_metrics as metrics
from refusals import raises_id

SIGNATURES = {
    **{key: ["actual", "predicted"] for key in ["ae", "ce", "ll", "log_loss", "mae", "mse", "msle", "rmse", "rmsle", "se", "sle"]},
    **{key: ["actual", "predicted"] for key in ["capped_log10_likelihood", "capped_binomial_deviance"]},
    **{key: ["actual", "predicted", "k"] for key in ["apk", "mapk", "kdd_apk", "kdd_mapk"]},
    "auc": ["actual", "posterior"],
    "levenshtein": ["s1", "s2", "normalize"],
    "histogram": ["ratings", "min_rating", "max_rating"],
    **{
        key: ["rater_a", "rater_b", "min_rating", "max_rating"]
        for key in ["confusion_matrix", "kappa", "linear_weighted_kappa", "quadratic_weighted_kappa"]
    },
    "mean_quadratic_weighted_kappa": ["kappas", "weights"],
    "weighted_mean_quadratic_weighted_kappa": ["solution", "submission"],
}


def test_names_and_arguments():
    assert sorted(metrics.__all__) == sorted(SIGNATURES)
    for name, arguments in SIGNATURES.items():
        assert list(inspect.signature(getattr(metrics, name)).parameters) == arguments


FIGURES = [
    ("auc", ([1, 0, 1, 1], [0.32, 0.52, 0.26, 0.86]), 1 / 3),
    ("auc", ([1, 0, 1, 0, 1], [0.9, 0.1, 0.8, 0.1, 0.7]), 1.0),
    ("auc", ([0, 1, 1, 0], [0.2, 0.1, 0.3, 0.4]), 0.25),
    ("auc", ([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [1] * 10), 0.5),
    ("auc", ([2, 1, 1, 3], [0.2, 0.1, 0.3, 0.4]), 0.25),  # what is not 1 is negative
    ("ae", (3.4, 4.4), 1.0),
    ("se", (3.4, 5.4), 4.0),
    ("sle", (0, math.e - 1), 1.0),
    ("mae", (list(range(11)), list(range(1, 12))), 1.0),
    ("mae", ([0, 0.5, 1, 1.5, 2], [0, 0.5, 1, 1.5, 2.25]), 0.05),
    ("mse", ([0, 0.5, 1, 1.5, 2], [0, 0.5, 1, 1.5, 3]), 0.2),
    ("rmse", ([0, 0.5, 1, 1.5, 2], [0, 0.5, 1, 1.5, 3]), math.sqrt(0.2)),
    ("msle", ([1, 2, math.e - 1], [1, 2, 0]), 1 / 3),
    ("rmsle", ([1, 2, math.e - 1], [1, 2, 0]), math.sqrt(1 / 3)),
    ("ce", ([1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 0]), 1 / 3),
    ("ce", (["cat", "dog", "bird"], ["cat", "dog", "fish"]), 1 / 3),
    ("ll", (1, 0.5), math.log(2)),
    ("ll", (1, 1), 0.0),
    ("ll", (1, 0), math.inf),
    ("log_loss", ([1, 1, 0, 0], [1, 1, 0, 0]), 0.0),
    ("log_loss", ([1, 1, 0, 0], [1, 1, 1, 0]), math.inf),
    ("log_loss", ([1, 1, 1, 0, 0, 0], [0.5, 0.1, 0.01, 0.9, 0.75, 0.001]), 1.881797068998267),
    ("capped_binomial_deviance", ([1.0, 0.0], [0.001, 0.5]), (2 + math.log10(2)) / 2),
    ("capped_log10_likelihood", (1, 0), 2.0),
    ("apk", (range(1, 6), [6, 4, 7, 1, 2], 2), 0.25),
    ("apk", (range(1, 6), [1, 1, 1, 1, 1], 5), 0.2),
    ("apk", (range(1, 100), [*range(1, 21), *range(200, 600)], 20), 1.0),
    ("apk", ([], [1, 2]), 1.0),
    ("kdd_apk", ([], [1, 2]), 0.0),
    ("apk", (["a", "b", "c"], ["a", "x", "b"], 2), 0.5),
    ("kdd_apk", (["a", "b", "c"], ["a", "x", "b"], 2), 1 / 3),
    ("mapk", ([range(1, 5), range(1, 4)], [range(1, 6), [4, 1]], 3), (1 + 1 / 6) / 2),
    ("kdd_mapk", ([range(1, 5), range(1, 4)], [range(1, 6), [4, 1]], 3), (3 / 4 + 1 / 6) / 2),
    ("levenshtein", ("intention", "execution"), 5),
    ("levenshtein", ("sitting", "kitten"), 3),
    ("levenshtein", ("Saturday", "Sunday"), 3),
    ("levenshtein", ("sitting", ""), 7),
    ("levenshtein", ("", ""), 0),
    ("levenshtein", ("rosettacode", "raisethysword"), 8),
    ("levenshtein", ("rosettacode", "raisethysword", True), 8 / 13),
    ("levenshtein", ([1, "a", (2, 3)], [1, (2, 3)]), 1),
    ("quadratic_weighted_kappa", ([1, 2, 3], [1, 2, 3]), 1.0),
    ("quadratic_weighted_kappa", ([1, 2, 1], [1, 2, 2]), 0.4),
    ("quadratic_weighted_kappa", ([1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 3, 2]), 0.75),
    ("quadratic_weighted_kappa", ([1, 3, 3, 5], [2, 4, 5, 1]), 1 - (22 / 4) / (72 / 16)),
    ("quadratic_weighted_kappa", ([1, 3, 3, 5], [2, 4, 5, 1], 1, 9), 1 - (22 / 4) / (72 / 16)),
    ("linear_weighted_kappa", ([1, 2, 1], [1, 2, 2]), 0.4),
    ("kappa", ([1, 2, 3], [1, 2, 2]), 0.5),
    ("mean_quadratic_weighted_kappa", ([1, 1],), 0.999),
    ("mean_quadratic_weighted_kappa", ([0.5, 0.8], [1.0, 0.5]), math.tanh((math.atanh(0.5) + 0.5 * math.atanh(0.8)) / 1.5)),
]


@pytest.mark.parametrize(("name", "given", "wanted"), FIGURES)
def test_figures(name, given, wanted):
    assert getattr(metrics, name)(*given) == pytest.approx(wanted, rel=1e-12, abs=1e-15)


def test_errors_of_each_row():
    assert metrics.ae([1, 2], np.array([3, 1.5])).tolist() == [2, 0.5]
    assert metrics.se(np.array([[1, 2], [3, 4]]), 1).tolist() == [[0, 1], [4, 9]]
    assert metrics.ll([1, 0, 0.5], [1, 0, 0.5]).tolist() == pytest.approx([0, 0, math.log(2)], rel=1e-12)
    assert metrics.rmse([[0, 0], [0, 4]], [[0, 0], [0, 0]]) == 2.0  # over all values, not column by column


def test_tables_of_ratings():
    assert metrics.confusion_matrix([1, 2], [1, 2]) == [[1, 0], [0, 1]]
    assert metrics.confusion_matrix([1, 2, 1], [1, 2, 2], 0, 2) == [[0, 0, 0], [0, 1, 1], [0, 0, 1]]
    assert metrics.histogram([1, 1, 3]) == [2, 0, 1]
    assert metrics.histogram([1, 1, 3], 0, 4) == [0, 2, 0, 1, 0]


def test_essays():
    solution = pd.DataFrame(
        {"essay_set": [1, 1, 2, 2], "essay_weight": [1.0, 1.0, 0.5, 0.5], "essay_score": [1, 2, 1, 3]}, index=[11, 12, 13, 14]
    )
    wanted = metrics.mean_quadratic_weighted_kappa(
        [metrics.quadratic_weighted_kappa([1, 2], [1, 2]), metrics.quadratic_weighted_kappa([1, 3], [2, 3])], [1.0, 0.5]
    )
    by_place = pd.DataFrame({"score": [1, 2, 2, 3]})
    by_index = pd.DataFrame({"score": [3, 2, 2, 1]}, index=[14, 13, 12, 11])
    assert metrics.weighted_mean_quadratic_weighted_kappa(solution, by_place) == pytest.approx(wanted, rel=1e-12)
    assert metrics.weighted_mean_quadratic_weighted_kappa(solution, by_index) == pytest.approx(wanted, rel=1e-12)
    with raises_id("inputs.score_not_finite"):
        metrics.weighted_mean_quadratic_weighted_kappa(solution, by_index.iloc[:3])


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("ll", (1, 1.5), "predicted has 1.5 at position 0"),
        ("log_loss", ([1, 0], [0.5, -0.1]), "predicted has -0.1 at position 1; pass probabilities"),
        ("log_loss", ([1, 0], [0.5, math.nan]), "predicted"),
        ("sle", ([1, 2], [1, -2]), "predicted has -2 at position 1"),
        ("mae", ([1, 2], [1, 2, 3]), "actual has shape"),
        ("ce", ([1, 2], [1, 2, 3]), "3"),
        ("mapk", ([[1]], [[1], [2]]), "actual has 1 lists and predicted 2"),
        ("mapk", ([], []), "actual has no lists"),
        ("apk", ([1], [1], 0), "k=0 is not a whole number above 0"),
        ("levenshtein", ("sitting", "", True), "one of the texts is empty"),
        ("kappa", ([1, 2, 9], [1, 2, 3], 1, 5), "rater_a has the rating 9 at position 2, outside 1 to 5"),
        ("quadratic_weighted_kappa", ([1, 2.5], [1, 2]), "rater_a has 2.5 at position 1; ratings are whole numbers"),
        ("kappa", ([1, 2, 3], [1, 2]), "rater_a"),
        ("histogram", ([1, 10**7],), "these are no ratings"),
        ("mean_quadratic_weighted_kappa", ([0.5, 1.2],), "kappas has 1.2 at position 1"),
        ("mean_quadratic_weighted_kappa", ([0.5], [0.0]), "weights sum to 0"),
    ],
)
def test_refusals(name, given, said):
    with pytest.raises(gn.InputError, match=said):
        getattr(metrics, name)(*given)


def test_where_there_is_no_value():
    for name, given in [("auc", ([1, 1], [0.2, 0.3])), ("kappa", ([1, 1], [1, 1])), ("quadratic_weighted_kappa", ([2, 2], [2, 2]))]:
        with pytest.raises(gn.UndefinedMetricError):
            getattr(metrics, name)(*given)
