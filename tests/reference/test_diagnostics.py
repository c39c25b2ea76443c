"""Measures of diagnostic tests and of calibration, against scikit-learn, SciPy, pROC's published figures and fractions by hand."""

import math
import warnings
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from scipy import integrate, stats
from sklearn.metrics import class_likelihood_ratios

import gnomon as gn
from data import PROBABILITY, labelled, scored
from refusals import raises_id, warns_undefined

# NDKA of the aSAH data of pROC, from its lowest value up: positives (poor outcome), negatives, 2 two tied negatives, B one of each tied.
# Read off the curve printed in pROC's tests/testthat/helper-roc-expected.R.
NDKA = "NPNNPPPNNNNNNNNNPNNNNNNPPNNPN2NPBNNNNPNNPNNNNNNPPPNPNNPNNNNNPNBNNPNNPPNPPNNBPPNNNPNNNNPPPPNNPNNNPPPPNNPNPNPNP"
# partial.auc, partial.auc.focus and the figures of pROC's tests/testthat/test-auc.R, plain and with partial.auc.correct.
PROC = [
    (0.9, 1.0, "specificity", 0.0107046070460705, 0.530024247610897),
    (0.8, 0.9, "specificity", 0.0277777777777778, 0.575163398692811),
    (0.0, 0.5, "specificity", 0.416836043360434, 0.667344173441734),
    (0.9, 1.0, "sensitivity", 0.0037940379403794, None),
    (0.8, 0.9, "sensitivity", 0.0242547425474255, 0.554439662043679),
    (0.0, 0.5, "sensitivity", 0.428523035230352, 0.714092140921409),
    (0.0, 1.0, "sensitivity", 0.611957994579946, 0.611957994579946),
]


def ndka():
    places = [(place, label) for place, sign in enumerate(NDKA) for label in {"P": [1], "N": [0], "2": [0, 0], "B": [0, 1]}[sign]]
    score, y = zip(*places, strict=True)
    return np.array(y), np.array(score, float)


@pytest.mark.parametrize(("low", "high", "over", "plain", "corrected"), PROC)
def test_partial_areas_of_proc(low, high, over, plain, corrected):
    y, score = ndka()
    assert len(y) == 113
    assert y.sum() == 41
    assert gn.partial_roc_auc(y, score, low=low, high=high, over=over, standardize=False) == pytest.approx(plain, rel=1e-12)
    got = gn.partial_roc_auc(y, score, low=low, high=high, over=over)
    if corrected is None:
        assert got < 0.5  # pROC answers NA for a part below the diagonal
    else:
        assert got == pytest.approx(corrected, rel=1e-12)


@given(scored(both=True))
def test_partial_areas_are_integrals_of_the_curve(data):
    y, score, _ = data
    curve = gn.roc_curve(y, score)
    inside = np.unique(np.concatenate([curve.fpr, [0.25, 0.7]]))
    inside = inside[(inside >= 0.25) & (inside <= 0.7)]
    # Straight between neighbouring rates: the mean of both ends, each just inside, where steps go straight up.
    ends = [(np.interp(a + 1e-13, curve.fpr, curve.tpr), np.interp(b - 1e-13, curve.fpr, curve.tpr), b - a) for a, b in pairwise(inside)]
    expected = sum((left + right) / 2 * width for left, right, width in ends)
    got = gn.partial_roc_auc(y, score, low=0.3, high=0.75, standardize=False)
    assert got == pytest.approx(expected, abs=1e-9)  # the ends stand 1e-13 off a slope of up to 40
    whole = [gn.partial_roc_auc(y, score, low=0.0, over=over) for over in ("specificity", "sensitivity")]
    assert whole == pytest.approx([gn.roc_auc(y, score)] * 2, rel=1e-12, abs=1e-13)
    assert gn.partial_roc_auc(y, score, low=0.9) == pytest.approx(gn.roc_auc(y, score, max_fpr=0.1), rel=1e-11, abs=1e-13)


def test_partial_areas_of_a_smooth_curve():
    """Ranks of two normal populations far finer than any tie: the integral of the binormal curve."""
    n, d = 4000, 1.2
    quantiles = stats.norm.ppf((np.arange(n) + 0.5) / n)
    y, score = np.repeat([0, 1], n), np.concatenate([quantiles, quantiles + d])
    expected, _ = integrate.quad(lambda sensitivity: stats.norm.cdf(d - stats.norm.ppf(sensitivity)), 0.6, 0.85)
    # Steps of 1/4000 stand for a smooth curve.
    assert gn.partial_roc_auc(y, score, low=0.6, high=0.85, over="sensitivity", standardize=False) == pytest.approx(expected, abs=2e-4)


def test_a_part_needs_ends_in_order():
    with raises_id("metrics.partial_area_ends_swapped", low=0.9, high=0.5):
        gn.partial_roc_auc([0, 1], [0.1, 0.9], low=0.9, high=0.5)


@given(labelled(classes=2))
def test_likelihood_ratios_are_those_of_scikit_learn(data):
    y, p, _ = data
    assume(set(y) == {0, 1})
    tp, fp, fn, tn = (int(((y == a) & (p == b)).sum()) for a, b in ((1, 1), (0, 1), (1, 0), (0, 0)))
    nothing = {"undefined": float("nan")}
    assume(len(set(p)) == 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ratios that it has no value for either
        theirs = class_likelihood_ratios(y, p)
    if fp:
        assert gn.lr_plus(y, p) == pytest.approx(theirs[0], rel=1e-12)
    else:
        assert gn.lr_plus(y, p) == math.inf if tp else math.isnan(gn.lr_plus(y, p, **nothing))
    if tn:
        assert gn.lr_minus(y, p) == pytest.approx(theirs[1], rel=1e-12)
    else:
        assert gn.lr_minus(y, p) == math.inf if fn else math.isnan(gn.lr_minus(y, p, **nothing))
    if fp and fn:
        assert gn.diagnostic_odds_ratio(y, p) == float(Fraction(tp * tn, fp * fn))
        assert gn.diagnostic_odds_ratio(y, p) == pytest.approx(stats.contingency.odds_ratio([[tp, fp], [fn, tn]], kind="sample").statistic)
    else:
        assert gn.diagnostic_odds_ratio(y, p) == math.inf if tp * tn else math.isnan(gn.diagnostic_odds_ratio(y, p, **nothing))


@given(labelled(classes=2))
def test_halves_leave_a_value_wherever_both_classes_occur(data):
    y, p, _ = data
    assume(set(y) == {0, 1})
    tp, fp, fn, tn = (Fraction(int(((y == a) & (p == b)).sum())) + Fraction(1, 2) for a, b in ((1, 1), (0, 1), (1, 0), (0, 0)))
    plus, minus = (tp / (tp + fn)) / (fp / (fp + tn)), (fn / (tp + fn)) / (tn / (fp + tn))
    assert gn.lr_plus(y, p, correction="haldane", positive=1) == pytest.approx(float(plus), rel=1e-12)
    assert gn.lr_minus(y, p, correction="haldane", positive=1) == pytest.approx(float(minus), rel=1e-12)
    assert gn.diagnostic_odds_ratio(y, p, correction="haldane", positive=1) == pytest.approx(float(plus / minus), rel=1e-12)
    z = stats.norm.ppf([float(tp / (tp + fn)), float(fp / (fp + tn))])
    assert gn.d_prime(y, p, correction="loglinear", positive=1) == pytest.approx(z[0] - z[1], rel=1e-12, abs=1e-14)


def test_d_prime_at_the_ends():
    """Five hits of five and one false alarm of four."""
    y, p = [1] * 5 + [0] * 4, [1] * 5 + [1, 0, 0, 0]
    with warns_undefined("rate_without_quantile"):
        assert math.isnan(gn.d_prime(y, p))
    ppf = stats.norm.ppf
    assert gn.d_prime(y, p, correction="half") == pytest.approx(ppf(1 - 1 / 10) - ppf(1 / 4), rel=1e-12)
    assert gn.d_prime(y, p, correction="loglinear") == pytest.approx(ppf(5.5 / 6) - ppf(1.5 / 5), rel=1e-12)
    assert gn.d_prime([1, 1, 0, 0], [1, 0, 1, 0]) == 0
    with warns_undefined("rate_without_quantile"):
        assert math.isnan(gn.d_prime([1, 1], [1, 0], correction="loglinear", positive=1))


def test_a_ratio_with_nothing_below_is_infinite_and_0_over_0_is_undefined(tmp_path):
    perfect, silent, y = [1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gn.lr_plus(y, perfect) == gn.diagnostic_odds_ratio(y, perfect) == gn.lr_minus(y, [1, 0, 1, 1]) == math.inf
        assert (np.asarray(gn.lr_plus([0, 1, 2], [0, 1, 2], average=None)) == math.inf).all()
    for name, said in {"lr_plus": "TPR and FPR are 0", "diagnostic_odds_ratio": "FP·FN are 0"}.items():
        with pytest.warns(gn.UndefinedMetricWarning, match=said):
            assert math.isnan(getattr(gn, name)(y, silent, labels=[0, 1]))
    with warns_undefined("no_specificity_rate"):
        assert math.isnan(gn.lr_minus(y, [1, 1, 1, 1], labels=[0, 1]))
    table = {"y": y * 5, "label": perfect * 5, "p": [0.9, 0.8, 0.2, 0.1] * 5}
    e = gn.evaluate(table, label="y", score="p", metrics="lr_plus@0.5,lr_plus@0.95")
    assert e["lr_plus@0.5"] == math.inf
    assert e["lr_plus@0.5"].low is None
    assert math.isnan(e["lr_plus@0.95"])
    loaded = gn.Evaluation.load(e.save(tmp_path / "e.json"))
    assert loaded["lr_plus@0.5"] == math.inf
    with raises_id("inference.interval_unsupported_by_metric"):
        gn.interval("lr_plus", table["y"], table["label"])


def test_columns_of_diagnostic_tests_in_the_table_of_thresholds():
    y, s = [1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.2, 0.1]
    table = gn.threshold_table(y, s)
    assert table.lr_plus[0] == math.inf
    for place, threshold in enumerate(table.threshold):
        called = [int(one >= threshold) for one in s]
        for name in ("lr_plus", "lr_minus"):
            value = getattr(gn, name)(y, called, positive=1, labels=[0, 1], undefined=float("nan"))
            assert getattr(table, name)[place] == pytest.approx(value, nan_ok=True)
        assert table.distance_to_corner[place] == pytest.approx(math.hypot(1 - table.recall[place], table.fpr[place]))
    best = gn.best_threshold(y, s, objective="top_left")
    assert best.value == pytest.approx(table.distance_to_corner.min())


def test_replicates_that_would_be_infinite_are_not_left_out():
    """Two false positives: one resample in seven has none, and an interval of the others would end too low."""
    y, p = np.repeat([1, 1, 0, 0], [30, 10, 2, 58]), np.repeat([1, 0, 1, 0], [30, 10, 2, 58])
    for name in ("lr_plus", "diagnostic_odds_ratio", "d_prime"):
        with raises_id("inference.interval_unsupported_by_metric"):
            gn.interval(name, y, p)
    found = gn.interval("lr_plus(correction=haldane)", y, p)
    assert found.low < found.value < found.high
    assert gn.interval("lr_minus", y, p).defined


@given(scored(both=True))
def test_the_point_nearest_to_the_corner(data):
    y, score, _ = data
    best = gn.best_threshold(y, score, objective="top_left")
    curve = gn.roc_curve(y, score)
    distances = np.hypot(1 - curve.tpr, curve.fpr)
    assert best.value == pytest.approx(distances.min(), rel=1e-12, abs=1e-15)
    assert best.threshold == curve.thresholds[int(np.argmax(distances <= distances.min() + 1e-15))]
    assert best.value == pytest.approx(math.hypot(1 - best.recall, 1 - best.specificity), rel=1e-12, abs=1e-15)


def test_how_sure_the_threshold_nearest_to_the_corner_is():
    y, score = ndka()
    chosen = gn.threshold_choice(y, score, objective="top_left", replicates=200)
    assert chosen.threshold == gn.best_threshold(y, score, objective="top_left").threshold
    assert 0 <= chosen.low <= chosen.expected <= chosen.high <= 1
    assert chosen.optimism < 0, "a distance that was chosen as the least is less than it will be again"


def grouped(y, p, bins):
    """Rows by rising probability in equal shares, as slices of a sort; probabilities here are all distinct."""
    return [(y[part], p[part]) for part in np.array_split(np.argsort(p), bins)]


def calibrated(seed, n, shift=0.0):
    rng = np.random.default_rng(seed)
    p = rng.beta(2, 3, n)
    return (rng.random(n) < np.clip(p + shift, 0, 1)).astype(int), p


@pytest.mark.parametrize("seed", range(4))
def test_hosmer_lemeshow_is_the_sum_over_groups(seed):
    y, p = calibrated(seed, 400, 0.05)
    test = gn.hosmer_lemeshow(y, p)
    groups = grouped(y, p, 10)
    # SciPy's chi-squared of positives and negatives together: (O − E)²/E + (O − E)²/(n − E) = (O − E)²/(E·(1 − E/n)).
    cells = np.array([[a.sum(), len(a) - a.sum(), b.sum(), len(b) - b.sum()] for a, b in groups])
    assert test.statistic == pytest.approx(((cells[:, :2] - cells[:, 2:]) ** 2 / cells[:, 2:]).sum(), rel=1e-12)
    assert (test.df, gn.hosmer_lemeshow(y, p, fitted="here").df) == (10, 8)
    assert test.p_value == pytest.approx(stats.chi2.sf(test.statistic, 10), rel=1e-12)
    assert gn.hosmer_lemeshow(y, p, fitted="here").p_value == pytest.approx(stats.chi2.sf(test.statistic, 8), rel=1e-12)
    assert test.mean_gap == pytest.approx(gn.expected_calibration_error(y, p, strategy="quantile"), rel=1e-12)
    assert str(test).startswith("mean gap ")


def test_hosmer_lemeshow_holds_its_level():
    """Of 400 calibrated data sets about one in twenty is rejected at 0.05: 20 ± 4 × 4.4; two degrees of freedom fewer reject more."""
    p_values = [
        (gn.hosmer_lemeshow(*data).p_value, gn.hosmer_lemeshow(*data, fitted="here").p_value)
        for data in (calibrated(s, 500) for s in range(400))
    ]
    elsewhere, here = (np.array(p_values) < 0.05).sum(0)
    assert 3 <= elsewhere <= 37
    assert here > elsewhere


def test_too_few_groups_for_a_test():
    with pytest.warns(gn.UndefinedMetricWarning, match="too few groups"):
        assert math.isnan(gn.hosmer_lemeshow([0, 1], [0.2, 0.8], bins=2, fitted="here").p_value)
    assert gn.hosmer_lemeshow([0, 1], [0.0, 1.0], bins=2).statistic == 0
    assert gn.hosmer_lemeshow([1, 0], [0.0, 1.0], bins=2).p_value == 0


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("seed", range(3))
def test_binomial_tests_are_those_of_scipy(alternative, seed):
    y, p = calibrated(seed, 130, 0.05)
    test = gn.binomial_test(y, p, alternative=alternative, bins=5)

    def expected(k, n, mean):
        tails = {"greater": stats.binom.sf(k - 1, n, mean), "less": stats.binom.cdf(k, n, mean)}
        if alternative != "two-sided":
            assert tails[alternative] == pytest.approx(stats.binomtest(int(k), int(n), mean, alternative).pvalue, rel=1e-9)
        return tails.get(alternative, min(1.0, 2 * min(tails.values())))

    assert test.p_value == pytest.approx(expected(y.sum(), len(y), p.mean()), rel=1e-10)
    assert test.p_values == pytest.approx([expected(a.sum(), len(a), b.mean()) for a, b in grouped(y, p, 5)], rel=1e-10)
    assert test.overall_gap == pytest.approx(y.mean() - p.mean(), rel=1e-12)
    assert test.adjusted == pytest.approx(holm(test.p_values), rel=1e-12)


def holm(p_values):
    """By the definition: in rising order each times the number of those not yet passed, and never below the one before."""
    adjusted, least = np.empty(len(p_values)), 0.0
    for passed, place in enumerate(np.argsort(p_values)):
        least = max(least, min(1.0, (len(p_values) - passed) * p_values[place]))
        adjusted[place] = least
    return adjusted


def test_jeffreys_test_is_where_the_prediction_stands_in_its_beta():
    y, p = calibrated(3, 80, 0.1)
    beta = stats.beta(y.sum() + 0.5, len(y) - y.sum() + 0.5)
    assert gn.jeffreys_test(y, p, alternative="greater").p_value == pytest.approx(beta.cdf(p.mean()), rel=1e-10)
    assert gn.jeffreys_test(y, p, alternative="less").p_value == pytest.approx(beta.sf(p.mean()), rel=1e-10)
    assert gn.jeffreys_test(y, p).p_value == pytest.approx(2 * min(beta.cdf(p.mean()), beta.sf(p.mean())), rel=1e-10)


def test_the_debiased_error_is_free_of_what_chance_adds():
    """Calibrated data: the squared error is 0 on average where the plain one is far above; shifted by 0.1, it is 0.01 on average."""
    debiased, plain = (
        np.array([getattr(gn, name)(*calibrated(seed, 300), strategy="quantile", **norm) for seed in range(400)])
        for name, norm in (("debiased_calibration_error", {}), ("expected_calibration_error", {"norm": "l2"}))
    )
    error = debiased.std(ddof=1) / 20
    assert abs(debiased.mean()) < 4 * error
    assert (plain**2).mean() > 20 * error
    # Where nothing is clipped, every gap is the shift.
    rng = np.random.default_rng(1)
    shifted = []
    for _ in range(400):
        p = rng.choice([0.1, 0.3, 0.5, 0.7], 300)
        shifted.append(gn.debiased_calibration_error((rng.random(300) < p + 0.1).astype(int), p, bins=4))
    assert np.mean(shifted) == pytest.approx(0.01, abs=4 * np.std(shifted) / 20)


@given(scored(PROBABILITY, least=20))
def test_the_debiased_error_by_its_definition(data):
    y, p, _ = data
    curve = gn.calibration_curve(y, p, bins=3, strategy="quantile")
    assume((curve.weight > 1).all())
    expected = sum(
        n / len(y) * ((o - m) ** 2 - o * (1 - o) / (n - 1)) for n, o, m in zip(curve.weight, curve.observed, curve.predicted, strict=True)
    )
    assert gn.debiased_calibration_error(y, p, bins=3) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert gn.debiased_calibration_error(y, p, bins=3, root=True) == pytest.approx(math.sqrt(max(expected, 0)), rel=1e-9, abs=1e-8)


def test_a_bin_of_one_row_has_no_variance():
    with warns_undefined("bin_of_one_row"):
        assert math.isnan(gn.debiased_calibration_error([0, 1, 1], [0.1, 0.5, 0.9], bins=3))


@pytest.mark.parametrize("shift", [0.0, 0.15])
def test_intervals_of_the_debiased_error_hold_the_truth(shift):
    """Resampled rows hold the noise twice, and quantiles of replicates would miss the truth in one of three; their spread does not."""
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        p = rng.choice([0.1, 0.3, 0.5, 0.7], 400)
        y = (rng.random(400) < p + shift).astype(int)
        found = gn.interval("debiased_calibration_error(bins=4)", y, p, replicates=200, seed=seed)
        held += found.low <= shift**2 <= found.high
    assert held >= 52
