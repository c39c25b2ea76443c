"""Figures that textbooks and documentation print for tests of samples, each with its source."""

import pytest
from sklearn.datasets import make_moons
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.svm import SVC

import gnomon as gn

# Student (1908). The probable error of a mean: hours of sleep gained with two drugs by ten patients; R's data set sleep.
FIRST, SECOND = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
# Hollander, M. & Wolfe, D. (1973). Nonparametric statistical methods, p. 69 f., 185 ff.: the examples of R's wilcox.test and cor.test.
DEPTH_1, DEPTH_2 = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.90, 0.74, 1.21]
HUNTER_L, PANEL = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1], [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]


def test_students_sleep_as_r_prints_it():
    welch = gn.t_test(FIRST, SECOND)
    assert (round(welch.statistic, 4), round(welch.df, 3), round(welch.p_value, 5)) == (-1.8608, 17.776, 0.07939)
    assert tuple(welch.interval) == pytest.approx((-3.3654832, 0.2054832), abs=5e-8)
    paired = gn.t_test(FIRST, SECOND, paired=True)
    assert (round(paired.statistic, 4), paired.df, round(paired.p_value, 6), round(paired.difference, 2)) == (-4.0621, 9, 0.002833, -1.58)
    assert tuple(paired.interval) == pytest.approx((-2.4598858, -0.7001142), abs=5e-8)
    pooled = gn.t_test(FIRST, SECOND, equal_var=True)
    assert (round(pooled.statistic, 4), pooled.df, round(pooled.p_value, 5)) == (-1.8608, 18, 0.07919)


def test_permeability_of_membranes_as_r_prints_it():
    found = gn.mann_whitney(DEPTH_1, DEPTH_2, alternative="greater")
    assert (found.statistic, round(found.p_value, 4), found.method) == (35, 0.1272, "exact")
    assert found.auc == 0.7


def test_tuna_as_r_prints_it():
    pearson = gn.correlation_test(HUNTER_L, PANEL)
    assert (round(pearson.coefficient, 7), pearson.df, round(pearson.p_value, 4)) == (0.5711816, 7, 0.1082)
    assert tuple(pearson.interval) == pytest.approx((-0.1497426, 0.8955795), abs=5e-8)
    kendall = gn.correlation_test(HUNTER_L, PANEL, method="kendall", alternative="greater")
    assert (round(kendall.coefficient, 7), round(kendall.p_value, 5), kendall.p_method) == (0.4444444, 0.05972, "exact")
    spearman = gn.correlation_test(HUNTER_L, PANEL, method="spearman")
    assert (round(spearman.coefficient, 7), round(spearman.p_value, 4), spearman.p_method) == (0.6, 0.0968, "exact")


def test_english_and_maths():
    """The marks of ten pupils, of which two share their English: ρ = .669, p = .035."""
    english, maths = [56, 75, 45, 71, 61, 64, 58, 80, 76, 61], [66, 70, 40, 60, 65, 56, 59, 77, 67, 63]
    found = gn.correlation_test(english, maths, method="spearman")
    assert (round(found.coefficient, 6), round(found.p_value, 6), found.df) == (0.668696, 0.034510, 8)


def test_kernels_compared_as_scikit_learn_does():
    """scikit-learn's example on comparing models by grid search prints "Corrected t-value: 0.750" and "Corrected p-value: 0.227"."""
    x, y = make_moons(noise=0.352, random_state=1, n_samples=100)
    splits = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    rbf, linear = (cross_val_score(SVC(kernel=kernel), x, y, cv=splits, scoring="roc_auc") for kernel in ("rbf", "linear"))
    found = gn.corrected_resampled_t(rbf - linear, train=90, test=10, alternative="greater")
    assert (round(found.statistic, 3), round(found.p_value, 3), found.df) == (0.750, 0.227, 99)


def test_smirnov_by_counting():
    """Five values all below five others happen in 2 of the 252 orders, as Massey's table of 1951 has it (0.008)."""
    found = gn.ks_2samp([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert (found.statistic, found.location, found.method) == (1, 5, "exact")
    assert found.p_value == pytest.approx(2 / 252, rel=1e-12)
