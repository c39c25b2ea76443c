"""Figures that the concepts state in prose, computed here by hand, with fractions, or by SciPy."""

from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, rankdata

import gnomon as gn

Y, S = [1, 1, 0, 1, 0, 0], [0.9, 0.7, 0.7, 0.4, 0.4, 0.1]
BAD, RISK = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.7, 0.5, 0.4, 0.2, 0.2, 0.1]


def by_ranks(y, ranks):
    """The AUC from ranks, 1 for the lowest score."""
    positives, negatives = sum(y), len(y) - sum(y)
    found = sum(rank for rank, one in zip(ranks, y, strict=True) if one)
    return (found - positives * (positives + 1) / 2) / (positives * negatives)


def test_the_auc_is_a_sum_of_ranks():
    positive, negative = ([s for s, y in zip(S, Y, strict=True) if y == one] for one in (1, 0))
    assert list(rankdata(S)) == [6, 4.5, 4.5, 2.5, 2.5, 1]
    assert by_ranks(Y, rankdata(S)) == gn.roc_auc(Y, S) == mannwhitneyu(positive, negative).statistic / 9 == 7 / 9
    assert by_ranks(Y, rankdata([-s for s in S])) == pytest.approx(1 - gn.roc_auc(Y, S), rel=1e-12)
    # Ranks in the order of the file: the tied positive comes before the tied negative, and then behind it.
    assert by_ranks(Y, rankdata(S, method="ordinal")) == pytest.approx(0.667, abs=5e-4)
    swapped = [0, 2, 1, 4, 3, 5]
    assert by_ranks([Y[i] for i in swapped], rankdata([S[i] for i in swapped], method="ordinal")) == pytest.approx(0.889, abs=5e-4)


def test_precision_at_one_point_of_the_roc_curve():
    for share, precision in {Fraction(1, 2): "0.95", Fraction(1, 10): "0.67", Fraction(1, 100): "0.15"}.items():
        tpr, fpr = Fraction(9, 10), Fraction(1, 20)
        by_formula = share * tpr / (share * tpr + (1 - share) * fpr)
        weights = [float(part) for part in (share * tpr, (1 - share) * fpr, share * (1 - tpr), (1 - share) * (1 - fpr))]
        assert gn.precision([1, 0, 1, 0], [1, 1, 0, 0], weight=weights) == pytest.approx(float(by_formula), rel=1e-12)
        assert f"{float(by_formula):.2f}" == precision


def test_the_profit_of_an_admission_boundary():
    def profit(cut, earning, loss):
        admitted = [bad for bad, risk in zip(BAD, RISK, strict=True) if risk < cut]
        return earning * admitted.count(0) - loss * admitted.count(1)

    cuts = [*sorted(set(RISK)), float("inf")]
    for loss in (0.4, 1.5, 8):
        most = max(profit(cut, 1, loss) for cut in cuts)
        chosen = gn.best_threshold(BAD, RISK, objective="cost", fp_cost=1, fn_cost=loss).threshold
        assert profit(chosen, 1, loss) == pytest.approx(most, rel=1e-12)
    assert profit(0.6, 1, 1.5) == 3.5 == pytest.approx(6 * gn.ks(BAD, RISK), rel=1e-12)
    assert profit(0.6, 1, 5) == 0
    assert profit(0.6, 1, 5.5) < 0
    curve = gn.ks_curve(BAD, RISK)
    cut = curve.threshold
    against_everybody = profit(cut, 2, 7) - profit(float("inf"), 2, 7)
    tpr, fpr = (sum(r >= cut for r, bad in zip(RISK, BAD, strict=True) if bad == one) / BAD.count(one) for one in (1, 0))
    assert against_everybody == pytest.approx(7 * 4 * tpr - 2 * 6 * fpr, rel=1e-12)


def test_equal_areas_differ_at_the_top():
    score = [[4, 3, 2, 1]]
    ends, middle = [[1, 0, 0, 1]], [[0, 1, 1, 0]]
    assert gn.roc_auc(ends[0], score[0]) == gn.roc_auc(middle[0], score[0]) == 0.5
    assert (gn.success_at(ends, score, k=1), gn.success_at(middle, score, k=1)) == (1, 0)


def test_the_ceiling_of_clicks_and_of_purchases():
    """No score of the two kinds of rows does better than that of their rates: only one order is left to try, and it is worse."""
    for positives, auc in {(30, 10): Fraction(4200, 6400), (10, 1): Fraction(2979, 4158)}.items():
        weight = [*positives, *(100 - one for one in positives)]
        assert gn.roc_auc([1, 1, 0, 0], [2, 1, 2, 1], weight=weight) == pytest.approx(float(auc), rel=1e-12)
        assert gn.roc_auc([1, 1, 0, 0], [1, 2, 1, 2], weight=weight) < 0.5


def test_both_denominators_agree_where_the_places_are_as_many_as_the_chosen():
    hits = (70, 10, 40)
    chosen = [[1] * n + [0] * (100 - n) + [1] * (100 - n) for n in hits]
    score = [list(range(len(line), 0, -1)) for line in chosen]
    assert gn.hit_ratio(chosen, score, k=100) == 0.4
    assert gn.precision_at(chosen, score, k=100) == pytest.approx(0.4, rel=1e-12)


def test_the_area_of_two_normal_classes():
    assert NormalDist().cdf(0.5**0.5) == pytest.approx(0.76025, abs=5e-6)


def test_the_figure_of_the_class_ratio():
    """The curves that the figure draws: one ROC curve, and a PR curve that falls to where the formula puts it."""
    import docs

    curves = docs.ratio_curves()
    assert list(curves) == [1, 9, 99]
    first = curves[1][0]
    for times, (roc, pr) in curves.items():
        assert roc.auc == pytest.approx(first.auc, rel=1e-12)
        assert pr.prevalence == pytest.approx(1 / (1 + times), rel=1e-12)
        share = pr.prevalence
        tpr, fpr = roc.tpr[1:], roc.fpr[1:]
        np.testing.assert_allclose(pr.precision[1:], share * tpr / (share * tpr + (1 - share) * fpr), rtol=1e-12)
    precisions = [pr.average_precision for _, pr in curves.values()]
    assert precisions == sorted(precisions, reverse=True)
    assert first.auc == pytest.approx(NormalDist().cdf(1.5 / 2**0.5), abs=1e-3)  # so many places stand for a continuous distribution
    for lang in ("en", "zh"):
        assert (docs.DOCS / "figures" / f"class-ratio.{lang}.png").stat().st_size > 10_000


@pytest.mark.parametrize(("ks", "area", "guess"), [(0.2, 0.640, 0.600), (0.4, 0.771, 0.700), (0.6, 0.883, 0.800)])
def test_the_area_that_half_of_ks_suggests_is_too_small_for_normal_scores(ks, area, guess):
    """The figures on KS's page: scores at even quantiles of two normal laws of one spread."""
    law = NormalDist()
    even = [law.inv_cdf((i + 0.5) / 20_000) for i in range(20_000)]
    y, s = np.repeat([1, 0], 20_000), np.concatenate([np.array(even) + 2 * law.inv_cdf((1 + ks) / 2), even])
    assert gn.ks(y, s) == pytest.approx(ks, abs=1e-4)  # of so many quantiles
    assert gn.roc_auc(y, s) == pytest.approx(area, abs=5e-4)
    assert guess == 0.5 + ks / 2 < gn.roc_auc(y, s) < 0.5 + ks - ks**2 / 2
    text = " ".join(gn.explain("ks").reading.split())
    assert f"{area:.3f} where KS is 0.2 (the guess says {guess:.3f})" in text or f"{area:.3f} at {ks} ({guess:.3f})" in text


def test_half_of_ks_is_the_area_of_two_values_and_may_be_nothing_like_it():
    y, s = np.repeat([1, 1, 0, 0], [30, 10, 15, 45]), np.repeat([1, 0, 1, 0], [30, 10, 15, 45])
    assert gn.roc_auc(y, s) == pytest.approx(0.5 + gn.ks(y, s) / 2, rel=1e-12)
    even = np.array([NormalDist().inv_cdf((i + 0.5) / 20_000) for i in range(20_000)])
    y, s = np.repeat([1, 0], 20_000), np.concatenate([2 * even, even])
    assert gn.ks(y, s) == pytest.approx(0.161, abs=5e-4)
    assert gn.roc_auc(y, s) == pytest.approx(0.5, abs=1e-12)


def test_the_resampled_standard_error_of_ten_times_ten_folds():
    assert gn.corrected_resampled_t(np.arange(100) % 7, train=90, test=10).inflation == pytest.approx(3.5, abs=0.02)
    assert gn.correlation_test(*points_of(10, 0.67)).interval.low == pytest.approx(0.07, abs=5e-3)
    assert gn.correlation_test(*points_of(10, 0.67)).interval.high == pytest.approx(0.91, abs=5e-3)


def points_of(n, r):
    """Two columns with a correlation of r."""
    x, y = np.random.default_rng(0).normal(size=(2, n))
    x, y = x - x.mean(), y - y.mean()
    y -= (x @ y) / (x @ x) * x
    return x, r * x / np.linalg.norm(x) + np.sqrt(1 - r**2) * y / np.linalg.norm(y)
