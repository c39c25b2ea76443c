"""Published and worked figures, each with where it comes from."""

import numpy as np
import pytest
from scipy.integrate import trapezoid

import gnomon as gn
from refusals import raises_undefined, warns_undefined

# Twenty rows from an introduction to P-R and ROC curves (2020); the figures were worked by hand and with scikit-learn.
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505, 0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]
TRUTH = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]

# Cats, dogs and rabbits, rows truth: the example of Wikipedia's article on the confusion matrix.
ANIMALS = gn.Counts(["cat", "dog", "rabbit"], [[5, 3, 0], [2, 3, 1], [0, 2, 11]])


@pytest.fixture(scope="module")
def twenty():
    return gn.Sweep.of(TRUTH, SCORES)


def test_areas_of_the_twenty_rows(twenty):
    assert gn.roc_auc(twenty) == pytest.approx(0.68, rel=1e-15)
    assert gn.rank_loss(twenty) == pytest.approx(0.32, rel=1e-15)
    assert gn.gini(twenty) == pytest.approx(0.36, rel=1e-14)
    assert gn.accuracy_ratio(twenty) == pytest.approx(0.36, rel=1e-14)
    assert gn.gain_curve(twenty).area_over_random == pytest.approx(0.09, rel=1e-14)
    assert gn.gain_curve(twenty).accuracy_ratio == pytest.approx(0.36, rel=1e-14)


def test_ks_of_the_twenty_rows(twenty):
    curve = gn.ks_curve(twenty)
    assert gn.ks(twenty) == curve.statistic == pytest.approx(0.4, rel=1e-15)
    assert (curve.threshold, curve.sign) == (0.54, 1)
    assert curve.area == pytest.approx(0.18, rel=1e-14)
    assert trapezoid(curve.difference, curve.fpr) == pytest.approx(0.18, rel=1e-14)


@pytest.mark.parametrize(
    ("interpolation", "value"),
    [("step", 0.735748), ("trapezoid", 0.719124), ("11-point", 0.770377), ("101-point", 0.749915), ("envelope", 0.747414)],
)
def test_average_precision_of_the_twenty_rows(twenty, interpolation, value):
    assert round(gn.average_precision(twenty, interpolation=interpolation), 6) == value


def test_points_of_the_twenty_rows(twenty):
    even = gn.break_even_point(twenty)
    assert (even, even.threshold) == (pytest.approx(0.6, rel=1e-15), 0.505)
    assert gn.lift_at(twenty, fraction=0.1) == pytest.approx(2.0, rel=1e-14)
    assert gn.lift_at(twenty, fraction=0.2) == pytest.approx(1.5, rel=1e-14)
    predicted = [1] * 10 + [0] * 10
    for metric in (gn.precision, gn.recall, gn.f1):
        assert metric(TRUTH, predicted) == pytest.approx(0.6, rel=1e-15)
    at_cut = gn.threshold_table(twenty, thresholds=[0.505])
    assert (at_cut.precision[0], at_cut.recall[0]) == (0.6, 0.6)


def test_four_rows():
    assert gn.accuracy([1, 0, 1, 0], [0, 0, 1, 1]) == 0.5


def test_ties_whatever_their_order():
    """Seven rows with four tied scores: 10/12, where a formula blind to ties depends on the order of the rows."""
    y, s = np.array([0, 1, 1, 0, 0, 1, 1]), np.array([0.3, 0.5, 0.5, 0.5, 0.5, 0.7, 0.8])
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(7)
        assert gn.roc_auc(y[order], s[order]) == 10 / 12


def test_cumulated_counts():
    sweep = gn.Sweep.of([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.1])
    assert sweep.thresholds.tolist() == [0.8, 0.4, 0.35, 0.1]
    assert sweep.tps.tolist() == [1, 1, 2, 2]
    assert sweep.fps.tolist() == [0, 1, 1, 3]
    curve = gn.roc_curve(sweep)
    assert (curve.thresholds[0], curve.fpr[0], curve.tpr[0]) == (np.inf, 0, 0)


def test_animals():
    assert gn.accuracy(ANIMALS) == 19 / 27
    np.testing.assert_allclose(gn.precision(ANIMALS, average=None), [5 / 7, 3 / 8, 11 / 12], rtol=1e-15)
    np.testing.assert_allclose(gn.recall(ANIMALS, average=None), [5 / 8, 3 / 6, 11 / 13], rtol=1e-15)
    assert round(gn.f1(ANIMALS, average="macro"), 6) == 0.658413
    assert round(gn.f1(ANIMALS, average="macro", macro="f-of-means"), 6) == 0.662800
    assert round(gn.kappa(ANIMALS), 6) == 0.539446
    assert round(gn.mcc(ANIMALS), 6) == 0.542963
    assert gn.precision(ANIMALS, average="micro") == gn.recall(ANIMALS, average="micro") == pytest.approx(19 / 27, rel=1e-15)


def test_all_called_cat():
    """95 cats, 2 dogs, 3 rabbits, all called cat: accuracy hides what the report must say."""
    truth = ["cat"] * 95 + ["dog"] * 2 + ["rabbit"] * 3
    report = gn.classification_report(truth, ["cat"] * 100)
    assert (report.accuracy, report.majority_rate) == (0.95, 0.95)
    assert report.recall.tolist() == [1, 0, 0]
    text = str(report)
    assert "accuracy 0.95 is no better than always answering 'cat' (0.95)" in text
    assert "never found (recall 0): 'dog', 'rabbit'" in text
    assert "never predicted (precision undefined): 'dog', 'rabbit'; left out of the average of precision" in text
    assert gn.classification_report(truth, ["cat"] * 100, undefined=0.0).macro["precision"] == pytest.approx(0.95 / 3)
    with raises_undefined("zero_over_zero"):
        gn.classification_report(truth, ["cat"] * 100, undefined="raise")


def test_orientation():
    turned = gn.confusion_matrix([0, 0, 1], [0, 1, 1], orientation="predicted-rows")
    assert np.asarray(turned).tolist() == [[1, 0], [1, 1]]
    assert np.asarray(gn.confusion_matrix([0, 0, 1], [0, 1, 1])).tolist() == [[1, 1], [0, 1]]
    assert gn.recall(turned) == gn.recall([0, 0, 1], [0, 1, 1]) == 1.0
    assert repr(turned).split("\n")[0].strip() == "truth"


def test_f_scores_weigh_precision_and_recall():
    c = gn.Counts([0, 1], [[80, 5], [10, 5]])
    p, r = gn.precision(c), gn.recall(c)
    assert (p, r) == (1 / 2, 1 / 3)
    assert gn.f_score(c, beta=2) == pytest.approx(5 * p * r / (4 * p + r), rel=1e-15)
    assert gn.f_score(c, alpha=0.2) == pytest.approx(gn.f_score(c, beta=2), rel=1e-15)
    assert gn.f_score(c, alpha=0.2) == pytest.approx(1 / (0.2 / p + 0.8 / r), rel=1e-15)


def test_several_matrices():
    """Macro: the mean over matrices; micro: of their sum (a machine-learning textbook's two ways, Zhou 2016, 2.3.2)."""
    a, b = gn.Counts([0, 1], [[50, 10], [5, 35]]), gn.Counts([0, 1], [[30, 2], [8, 10]])
    assert gn.f1([a, b], average="macro") == pytest.approx((gn.f1(a) + gn.f1(b)) / 2, rel=1e-15)
    assert gn.f1([a, b], average="micro") == gn.f1(a + b)
    p, r = (gn.precision(a) + gn.precision(b)) / 2, (gn.recall(a) + gn.recall(b)) / 2
    assert gn.f1([a, b], average="macro", macro="f-of-means") == pytest.approx(2 * p * r / (p + r), rel=1e-15)
    assert gn.accuracy([a, b], average="macro") == pytest.approx((gn.accuracy(a) + gn.accuracy(b)) / 2)
    assert gn.accuracy([a, b], average="micro") == gn.accuracy(a + b)
    np.testing.assert_allclose(gn.recall([a, b], average=None), [gn.recall(a), gn.recall(b)])
    folds = [ANIMALS, ANIMALS]
    assert gn.f1(folds, average="macro") == pytest.approx(gn.f1(ANIMALS, average="macro"), rel=1e-15)


def test_counts_past_what_float32_and_int32_hold():
    big = 2**31 + 1
    c = gn.Counts([0, 1], [[big, 1], [1, big]])
    assert (c + c).n == 4 * big + 4
    assert gn.recall(c) == big / (big + 1)
    assert c.tp.dtype == np.int64


def test_least_cost_and_constraints(twenty):
    best = gn.best_threshold(twenty, objective="cost", fp_cost=1, fn_cost=5)
    table = gn.threshold_table(twenty)
    assert best.cost == (table.fp + 5 * table.fn).min() == 9
    assert best.threshold == 0.3
    assert gn.best_threshold(twenty, objective="youden").threshold == 0.54
    held = gn.best_threshold(twenty, objective="recall>=0.9")
    assert held == gn.best_threshold(twenty, constraint="recall>=0.9")
    assert (held.objective, held.value) == ("precision", held.precision)
    assert held.recall >= 0.9
    assert held.precision == table.precision[table.recall >= 0.9].max()
    both = gn.best_threshold(twenty, objective="f1", constraint="alert_rate<=0.4, precision>0.6")
    allowed = (table.alert_rate <= 0.4) & (table.precision > 0.6)
    assert both.value == table.f1[allowed].max()
    weighed = gn.best_threshold(twenty, objective="f_score", beta=2)
    assert weighed.value == max(gn.f_score(twenty.at(t), beta=2) for t in twenty.thresholds)
    # Where a false alarm costs more than all misses together, nothing is called positive.
    assert gn.best_threshold([0, 1], [0.9, 0.1], objective="cost", fp_cost=100, fn_cost=1).threshold == np.inf


def test_costs_alone_mean_the_cost(twenty):
    """Costs without an objective were ignored, and Youden's J was optimised in silence."""
    alone, named = (gn.best_threshold(twenty, fp_cost=1, fn_cost=5, **how) for how in ({}, {"objective": "cost"}))
    assert alone == named
    assert (alone.objective, alone.cost, alone.threshold) == ("cost", 9, 0.3)
    held = gn.best_threshold(twenty, constraint="recall<=0.7", fp_cost=1, fn_cost=5)
    table = gn.threshold_table(twenty)
    assert held.cost == (table.fp + 5 * table.fn)[table.recall <= 0.7].min() > 9


def test_rates_of_weights_leave_no_residue():
    """0.3 + 0.1 - 0.4 is not 0 in floats: cells are added up, never subtracted."""
    with pytest.warns(gn.UndefinedMetricWarning, match="no negative rows"):
        assert np.isnan(gn.specificity([1, 1], [0, 1], weight=[0.3, 0.1], labels=[0, 1]))
    y, p, w = [1, 0, 0, 1, 1, 1], [1, 1, 1, 1, 0, 1], [0.8, 0.2, 0.5, 0.3, 0.7, 0.8]
    assert (gn.specificity(y, p, weight=w), gn.fpr(y, p, weight=w)) == (0, 1)
    c = gn.Counts.of([0, 1, 2, 3], [0, 1, 2, 3], weight=[0.1, 0.2, 0.3, 1e16])
    np.testing.assert_allclose(c.tn, [1e16, 1e16, 1e16, 0.6], rtol=1e-15)
    assert gn.fpr(c, average=None).tolist() == [0, 0, 0, 0]
    rng = np.random.default_rng(0)
    m = rng.random((7, 7))
    direct = [np.delete(np.delete(m, k, 0), k, 1).sum() for k in range(7)]
    np.testing.assert_allclose(gn.Counts(range(7), m).tn, direct, rtol=1e-14)


def test_mcc_where_one_class_is_nearly_all():
    big = 10**12
    exact = (big * 1 - 1 * 1) / ((big + 1) * 2)  # (TP TN - FP FN) / sqrt of four sums, two and two alike
    assert gn.mcc(gn.Counts([0, 1], [[big, 1], [1, 1]])) == pytest.approx(exact, rel=1e-14)
    with pytest.warns(gn.UndefinedMetricWarning, match="mcc"):
        assert np.isnan(gn.mcc([0, 1, 2, 3, 4], [0] * 5, weight=[0.8, 0.6, 0.5, 0.3, 0.3]))
    for scale in (1e-40, 1e40):
        assert gn.mcc([0, 0, 1, 1], [0, 1, 1, 1], weight=[scale] * 4) == pytest.approx(3**-0.5, rel=1e-14)


def test_areas_of_weights_stay_within_their_range():
    y, s, w = [0, 0, 1, 1, 1], [0, 1, 2, 3, 4], [0.5, 0.8, 0.5, 0.5, 0.4]
    for data in ((y, s), None):
        value = gn.roc_auc(*data, weight=w) if data else gn.roc_auc(gn.Sweep.of(y, s, weight=w))
        assert value == 1
    assert (gn.rank_loss(y, s, weight=w), gn.gini(y, s, weight=w)) == (0, 1)


def test_f_of_means_honours_undefined():
    y, p = [0, 1, 2, 2], [0, 1, 1, 0]  # 2 is never predicted: precision 1/2, 1/2, undefined; recall 1, 1, 0
    with warns_undefined("classes_left_out"):
        assert gn.f1(y, p, average="macro", macro="f-of-means") == pytest.approx(2 * (1 / 2) * (2 / 3) / (1 / 2 + 2 / 3))
    assert gn.f1(y, p, average="macro", macro="f-of-means", undefined=0.0) == pytest.approx(2 * (1 / 3) * (2 / 3) / (1 / 3 + 2 / 3))
    with pytest.raises(gn.UndefinedMetricError):
        gn.f1(y, p, average="macro", macro="f-of-means", undefined="raise")


def test_points_report_the_threshold_where_they_are():
    point = gn.equal_error_rate([0, 1, 1, 1, 0, 0], [0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
    assert (point.value, point.threshold) == (pytest.approx(1 / 3), 0.4)
    rng = np.random.default_rng(1)
    for _ in range(200):
        y, s = rng.integers(0, 2, 12), rng.integers(0, 9, 12)
        y[:2] = 0, 1
        for metric in (gn.break_even_point, gn.equal_error_rate, gn.gain_at):
            plain, tenth = metric(y, s), metric(y, s, weight=[0.1] * 12)
            assert (plain, plain.threshold) == (pytest.approx(tenth, abs=1e-12), tenth.threshold)
    nothing = gn.break_even_point([0, 0], [0.1, 0.2], undefined=0.0)
    assert (nothing, np.isnan(nothing.threshold)) == (0, True)
    assert gn.gain_at(y, s, fraction=0).threshold == np.inf


def test_log_loss_of_a_row_of_weight_zero_and_of_a_coarse_sweep():
    scores = [[0.5, 0.3, 0.2], [0.5, 0.0, 0.5], [0.2, 0.2, 0.6]]
    assert gn.log_loss([0, 1, 2], scores, weight=[1, 0, 1]) == pytest.approx(-(np.log(0.5) + np.log(0.6)) / 2)
    coarse = gn.Sweep.of(np.arange(100) % 2, np.linspace(0.001, 0.999, 100), resolution=5)
    low, high = coarse.bounds("log_loss")
    assert low <= gn.log_loss(coarse) <= high
    assert np.isfinite(gn.log_loss(coarse))


def test_summaries_cannot_be_changed_from_outside():
    m = np.array([[1, 2], [3, 4]])
    counts, sweep = gn.Counts([0, 1], m), gn.Sweep.of([0, 1], [0.1, 0.9])
    m[0, 0] = 99
    assert counts.matrix[0, 0] == 1
    for array in (np.asarray(counts), counts.matrix, sweep.pos, sweep.thresholds):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
    turned = gn.confusion_matrix(counts, orientation="predicted-rows")
    assert turned.to_dict() == {"labels": [0, 1], "rows": "truth", "columns": "prediction", "matrix": [[1, 2], [3, 4]]}


def test_coarse_sweep_across_zero_takes_its_own_thresholds():
    sweep = gn.Sweep.of([0, 1, 0, 1], [-1.0, 1.0, -2.0, 0.5], resolution=2)
    assert 0.0 in sweep.thresholds.tolist()
    assert gn.best_threshold(sweep).threshold == 0.0


def test_joint_losses_are_the_same_from_rows_and_from_sweeps():
    rng = np.random.default_rng(2)
    y, raw = rng.integers(0, 3, 60), rng.random((60, 3)) + 0.1
    p, w = raw / raw.sum(axis=1, keepdims=True), rng.random(60)
    halves = [gn.Sweeps.of(y[part], p[part], labels=[0, 1, 2], weight=w[part]) for part in (slice(30), slice(30, 60))]
    for metric in (gn.log_loss, gn.brier_score):
        assert metric(halves[0] + halves[1]) == pytest.approx(metric(y, p, weight=w), rel=1e-12)


def test_results_are_equal_by_value():
    import copy
    import pickle

    y, s = [0, 1, 0, 1], [0.1, 0.4, 0.4, 0.9]
    for result in (gn.roc_curve(y, s), gn.decile_table(y, s, bins=2), gn.best_threshold(y, s), gn.threshold_table(y, s)):
        assert result == copy.deepcopy(result) == pickle.loads(pickle.dumps(result))
    assert gn.roc_curve(y, s) != gn.roc_curve(y, s[::-1])
    assert gn.roc_curve(y, s) != gn.pr_curve(y, s)
    point = pickle.loads(pickle.dumps(gn.break_even_point(y, s)))
    assert (point, point.threshold) == (0.75, 0.4)
    for summary in (gn.Sweep.of(y, s), gn.Counts.of(y, y)):
        assert summary == copy.deepcopy(summary) == pickle.loads(pickle.dumps(summary))


# Seven ratings in the order they are shown, of the articles that work DCG through; five are shown where k is 5.
RATINGS = [5, 3, 2, 1, 2, 4, 0]
SHOWN = [7, 6, 5, 4, 3, 2, 1]


def test_gains_of_the_ratings():
    """CG, DCG and IDCG by hand: 31/1 + 7/1.585 + 3/2 + 1/2.322 + 3/2.585, and the best order 5, 4, 3, 2, 2."""
    assert gn.cg(RATINGS[:5], SHOWN[:5], None, k=5) == gn.cg(RATINGS, SHOWN, None, k=5) == 13
    assert round(gn.dcg(RATINGS, SHOWN, None, k=5), 4) == round(gn.dcg(RATINGS[:5], SHOWN[:5], None), 4) == 38.5077
    assert round(gn.dcg(RATINGS, RATINGS, None, k=5), 4) == 46.4165
    assert round(gn.ndcg(RATINGS, SHOWN, None, k=5), 6) == 0.829613
    assert round(gn.ndcg(RATINGS, SHOWN, None, k=5, gain="linear"), 6) == 0.853491
    assert round(gn.ndcg(RATINGS, SHOWN, None, k=5, convention="burges"), 6) == 0.829613
    assert gn.ndcg(RATINGS, RATINGS, None, k=5) == pytest.approx(1, rel=1e-15)
    assert gn.ndcg(RATINGS[:5], SHOWN[:5], None, k=5) == gn.ndcg(RATINGS, SHOWN, None, k=5, ideal="cut") > 0.829613


def test_the_hit_ratio_of_three_users():
    """Of 100 items each that users went for, 70, 10 and 40 were shown: 120 of 300."""
    relevance = [[1] * 100 + [0] * 70] * 3
    shown = [70, 10, 40]
    score = [[1.0] * hits + [0.0] * (100 - hits) + [0.5] * 70 for hits in shown]
    assert gn.hit_ratio(relevance, score, k=70, per_query=True) == {0: 0.7, 1: 0.1, 2: 0.4}
    assert gn.hit_ratio(relevance, score, k=70) == pytest.approx(0.4, rel=1e-15)
    # With twice as many items of the first user, hits are still counted over all: 120 of 400, where the mean of ratios is not.
    relevance[0] = [1] * 200 + [0] * 70
    score[0] = [1.0] * 70 + [0.0] * 130 + [0.5] * 70
    assert gn.hit_ratio(relevance, score, k=70) == pytest.approx(0.3, rel=1e-15)
    assert gn.hit_ratio(relevance, score, k=70, aggregate="macro") == pytest.approx((0.35 + 0.1 + 0.4) / 3, rel=1e-15)


# LightGBM 4.7.0: lgb.Booster({"objective": "lambdarank", "metric": "ndcg" or "map", "eval_at": [1, 2, 3, 5, 10]}, train).eval_valid() of a
# Dataset with label, group sizes and init_score=score. XGBoost 3.2.0: xgb.train({"objective": "rank:ndcg" or "rank:map", "eval_metric":
# ["ndcg@1", …]}, DMatrix(label, base_margin=score) with set_group(sizes), 0).eval(…). Both printed the same figures; map read label >= 1.
BOOSTED = {
    "no ties": (
        ([3, 2, 3, 0, 1, 2, 0, 1, 0, 2], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0.8, 0.4, 0.6], [6, 4]),
        [0.6666666666666666, 0.78782441699967, 0.8780805477915931, 0.8361509787033532, 0.8727591647792026],
        [1.0, 1.0, 1.0, 0.88, 0.9633333333333333],
    ),
    "ties in the order of rows": (
        ([0, 2, 1, 3, 0, 1, 1, 0, 2, 0], [0.5, 0.5, 0.5, 0.25, 0.25, 0.75, 0.5, 0.5, 0.5, 0.5], [6, 4]),
        [0.23809523809523808, 0.19393110497316274, 0.4773452501534829, 0.6312632610866318, 0.6312632610866318],
        [1.0, 0.5, 0.6944444444444444, 0.81875, 0.81875],
    ),
    "a query without positives": (
        ([0, 2, 1, 0, 0, 0, 1, 0], [0.5, 0.5, 0.25, 0.1, 0.2, 0.3, 0.4, 0.4], [3, 3, 2]),
        [0.6666666666666666, 0.8404320095381067, 0.8863339349341377, 0.8863339349341377, 0.8863339349341377],
        [0.6666666666666666, 0.75, 0.861111111111111, 0.861111111111111, 0.861111111111111],
    ),
}


@pytest.mark.parametrize("convention", ["lightgbm", "xgboost"])
@pytest.mark.parametrize("name", BOOSTED)
def test_ranking_as_boosting_libraries_print_it(name, convention):
    (relevance, score, sizes), ndcg, precision = BOOSTED[name]
    ranked = gn.Ranked.of(relevance, score, group=np.repeat(np.arange(len(sizes)), sizes))
    for k, gained, precise in zip((1, 2, 3, 5, 10), ndcg, precision, strict=True):
        assert gn.ndcg(ranked, k=k, convention=convention) == pytest.approx(gained, rel=1e-14)
        assert gn.mean_average_precision(ranked, k=k, convention=convention) == pytest.approx(precise, rel=1e-14)


def test_xgboost_with_a_minus_counts_a_query_without_positives_0():
    """eval_metric "ndcg@3-" and "map@3-" of XGBoost 3.2.0."""
    (relevance, score, sizes), _, _ = BOOSTED["a query without positives"]
    ranked = gn.Ranked.of(relevance, score, group=np.repeat(np.arange(len(sizes)), sizes))
    assert gn.ndcg(ranked, k=3, convention="xgboost", no_relevant=0.0) == pytest.approx(0.55300060160080444, rel=1e-14)
    assert gn.mean_average_precision(ranked, k=3, convention="xgboost", no_relevant=0.0) == pytest.approx(0.52777777777777779, rel=1e-14)


def test_figures_that_the_explanations_of_lists_quote():
    """What a random order has, by scores that all tie, and the worked cases of the pages."""
    ratings, tied = [5, 3, 2, 1, 2, 4, 0], np.zeros(7)
    assert gn.ndcg(ratings, tied, None, k=5) == pytest.approx(0.54, abs=0.005)
    assert gn.ndcg(ratings, tied, None, k=5, gain="linear") == pytest.approx(0.67, abs=0.005)
    assert gn.ndcg(ratings, [7, 6, 5, 4, 3, 2, 1], None, k=5, ideal="cut") == pytest.approx(0.9977, abs=5e-5)
    one, ten, none = np.arange(100) < 1, np.arange(100) < 10, np.zeros(100)
    assert gn.ndcg(one, none, None, k=10) == pytest.approx(0.045, abs=5e-4)
    assert gn.ndcg(one, none, None) == pytest.approx(0.21, abs=0.005)
    assert gn.mean_average_precision(ten, none, None) == pytest.approx(0.138, abs=5e-4)
    assert gn.mean_average_precision(one, none, None) == pytest.approx(0.052, abs=5e-4)
    assert gn.bpref(ten, none, None) == pytest.approx(11 / (2 * 91), rel=1e-12)
    shown = [gn.mean_average_precision([1, 0, 1, 1, 1, 1], [6, 5, 4, 3, 2, 1], group=None, k=3, denominator=d) for d in DENOMINATORS]
    assert shown == pytest.approx([1 / 3, 5 / 9, 5 / 6], rel=1e-12)
    assert gn.err([4], [1], group=None, max_grade=4) == 1 - 2**-4
    assert gn.err([4] * 50, np.arange(50, 0, -1), group=None, max_grade=4) == pytest.approx(0.968, abs=5e-4)
    assert gn.err([1] * 60, np.arange(60, 0, -1), group=None) == pytest.approx(np.log(2), rel=1e-12)
    users, hits = np.repeat([0, 1], [200, 200]), np.r_[np.ones(50), np.zeros(50), np.ones(50), np.zeros(50), 1, np.zeros(199)]
    found = [gn.hit_ratio(hits, np.tile(np.arange(200, 0, -1), 2), users, k=100, aggregate=how) for how in ("micro", "macro")]
    assert found == pytest.approx([51 / 101, 0.75], rel=1e-12)


DENOMINATORS = ("relevant", "min(k,relevant)", "retrieved")
