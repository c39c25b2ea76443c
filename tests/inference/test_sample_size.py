"""How many rows: published figures, simulations that reach what was asked for, laws, and every refusal."""

import json
import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, multivariate_normal

import gnomon as gn
from gnomon.inference import delong, interval
from gnomon.inference.proportions import wilson
from gnomon.inference.sample_size import sample_size
from gnomon.inputs import binary_rows

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.975)
METRICS = ["roc_auc", "gini", "ks", "accuracy", "error_rate", "recall", "fnr", "specificity", "fpr"]


# Published figures.


def test_the_classical_385():
    """Every textbook's z²·p(1 − p)/w² gives 385 rows for 0.5 ± 0.05. Wilson's interval has half-width z/(2·√(n + z²)) there: 381."""
    assert math.ceil(Z**2 * 0.25 / 0.05**2) == 385
    assert sample_size("accuracy", 0.5, half_width=0.05).rows == math.ceil(Z**2 / (4 * 0.05**2) - Z**2) == 381


@pytest.mark.parametrize(("value", "difference", "power", "rows"), [(0.5, 0.25, 0.9, 76.7), (0.5, 0.25, 0.74, 50), (0.9, 0.1, 0.8, 74)])
def test_two_proportions_as_in_r(value, difference, power, rows):
    """The examples on R's page of power.prop.test."""
    size = sample_size("accuracy", value, difference=difference, power=power, paired=False)
    assert size.rows == math.ceil(rows)
    assert (size.method, size.paired, size.correlation) == ("two proportions (Fleiss)", False, None)


def test_mcnemar_as_in_r():
    """Shares of 0.05 and 0.45 that only one has right need 22 pairs, as MESS::power_mcnemar_test is tested with: 22.01, and we round up."""
    size = sample_size("accuracy", 0.5, difference=0.4, correlation=0)  # 0.5 · 0.1 and 0.5 · 0.9
    connor = (Z * math.sqrt(0.5) + NORMAL.inv_cdf(0.8) * math.sqrt(0.5 - 0.4**2)) ** 2 / 0.4**2
    assert round(connor) == 22
    assert (size.rows, size.method) == (math.ceil(connor), "mcnemar (Connor)")


def chance(positives, negatives):
    """Var(AUC) = (P + N + 1) / 12PN where nothing differs (Mann and Whitney 1947); DeLong's estimate has one more in the numerator."""
    return (positives + negatives + 2) / (12 * positives * negatives)


def test_chance_has_the_variance_of_mann_and_whitney():
    for half_width, prevalence in [(0.05, 0.5), (0.02, 0.1), (0.1, 0.25)]:
        size = sample_size("roc_auc", 0.5, half_width=half_width, prevalence=prevalence)
        # Wilson's interval around ½ is z/(2·√(n + z²)) on either side, and the area's has each class one row longer.
        trials = 1 / (4 * chance(size.positives, size.negatives) + size.positives**-2 + size.negatives**-2)
        # The search rounds both classes down, so that the sample may be a positive larger than it had to be.
        assert half_width * (1 - 1 / size.positives) <= Z / (2 * math.sqrt(trials + Z**2)) <= half_width


def hanley_mcneil(area, positives, negatives):
    """The variance of Hanley and McNeil (Radiology 143, 1982), from exponential scores."""
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    return (area * (1 - area) + (positives - 1) * (q1 - area**2) + (negatives - 1) * (q2 - area**2)) / (positives * negatives)


@pytest.mark.parametrize("area", [0.55, 0.65, 0.75, 0.85])
def test_areas_of_balanced_classes_are_near_hanley_and_mcneil(area):
    """Their scores are other ones, and still within 5 percent as long as classes are balanced; for rare positives theirs is wider."""
    size = sample_size("roc_auc", area, half_width=0.03)
    theirs = Z * math.sqrt(hanley_mcneil(area, size.positives, size.negatives))
    assert theirs == pytest.approx(0.03, rel=0.05)
    rare = sample_size("roc_auc", area, half_width=0.03, prevalence=0.05)
    assert Z * math.sqrt(hanley_mcneil(area, rare.positives, rare.negatives)) > 0.03


@pytest.mark.parametrize("area", [0.05, 0.5, 0.7, 0.9, 0.999])
def test_areas_are_those_of_normal_scores(area):
    """Two pairs with a row in common are two normal figures with correlation ½; SciPy's bivariate normal is right to about 1e-8."""
    h = NORMAL.inv_cdf(area)
    shared = multivariate_normal.cdf([h, h], cov=[[1, 0.5], [0.5, 1]]) - area**2
    size = sample_size("roc_auc", area, half_width=0.004)

    def half_width(positives, negatives):
        variance = (2 * area * (1 - area) + (positives + negatives - 4) * shared) / (positives * negatives)
        trials = 1 / (variance / (area * (1 - area)) + positives**-2 + negatives**-2)
        low, high = wilson(area * trials, trials)
        return (high - low) / 2

    assert half_width(size.positives, size.negatives) <= 0.004 * (1 + 1e-5)
    assert half_width(size.positives - 1, size.negatives - 1) > 0.004 * (1 - 1e-5)


# Simulations: with the rows that were asked for, what was asked for is reached. All are seeded.


def scores(rng, positives, negatives, separations, alike=0.0):
    """Labels, and normal scores of models that separate the classes so far and have this correlation in a class."""
    y = np.repeat([1, 0], [positives, negatives])
    common, *own = rng.standard_normal((1 + len(separations), len(y)))
    return y, [math.sqrt(alike) * common + math.sqrt(1 - alike) * e + d * y for e, d in zip(own, separations, strict=True)]


def separation(area):
    """How far apart two normal distributions of spread 1 are that give the area."""
    return math.sqrt(2) * NORMAL.inv_cdf(area)


@pytest.mark.parametrize(("area", "half_width", "prevalence"), [(0.75, 0.05, 0.5), (0.8, 0.04, 0.1), (0.9, 0.03, 0.3), (0.95, 0.05, 0.5)])
def test_areas_get_the_half_width(area, half_width, prevalence):
    """gnomon's own interval on 400 samples. A variance is estimated, so it is the root of the mean square that is as wide as asked.

    Widths vary by a tenth and near an area of 1 by a quarter: the root by 0.5 and 1.3 percent, of which the tolerances are three and more.
    """
    rng = np.random.default_rng(1)
    size = sample_size("roc_auc", area, half_width=half_width, prevalence=prevalence)
    drawn = (scores(rng, size.positives, size.negatives, [separation(area)]) for _ in range(400))
    intervals = [interval("roc_auc", y, s) for y, (s,) in drawn]
    wide = math.sqrt(np.mean([found.width**2 for found in intervals])) / 2
    assert wide == pytest.approx(half_width, rel=0.05 if area > 0.9 else 0.02)
    # 95 percent hold the area, give or take three standard errors of 1.1 percent each.
    assert np.mean([area in found for found in intervals]) == pytest.approx(0.95, abs=0.033)


def area_covariance(y, models):
    """DeLong's covariance matrix of the models' areas, and the areas."""
    rows = [binary_rows(y, s) for s in models]
    placed = [delong.placements(each) for each in rows]
    alone = [delong.spread_of(each, rows[0]) for each in placed]
    apart = delong.spread_of(placed[0] - placed[1], rows[0]).variance if len(placed) == 2 else 0.0
    shared = (sum(one.variance for one in alone) - apart) / 2
    matrix = np.diag([one.variance for one in alone]) + shared * (1 - np.eye(len(alone)))
    return matrix, [one.area for one in alone]


@pytest.mark.parametrize(("area", "difference", "prevalence", "alike"), [(0.75, 0.05, 0.5, 0.6), (0.85, -0.05, 0.2, 0.5)])
def test_paired_areas_are_told_apart_as_often_as_asked(area, difference, prevalence, alike):
    rng = np.random.default_rng(2)
    separations = [separation(area), separation(area + difference)]
    many, _ = area_covariance(*scores(rng, int(100_000 * prevalence), int(100_000 * (1 - prevalence)), separations, alike))
    correlation = many[0, 1] / math.sqrt(many[0, 0] * many[1, 1])
    size = sample_size("roc_auc", area, difference=difference, prevalence=prevalence, correlation=correlation)
    seen = 0
    for _ in range(1000):
        covariance, (a, b) = area_covariance(*scores(rng, size.positives, size.negatives, separations, alike))
        seen += abs(a - b) > Z * math.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    # Three standard errors of a share of 1,000 are 0.038; that areas are not quite normal may add 0.02.
    assert seen / 1000 == pytest.approx(0.8, abs=0.06)


def test_areas_on_two_samples_are_told_apart_as_often_as_asked():
    rng = np.random.default_rng(3)
    size = sample_size("roc_auc", 0.8, difference=0.06, paired=False, power=0.9)
    seen = 0
    for _ in range(500):
        a, b = (
            delong.of_sweep(gn.Sweep.of(y, s[0]))
            for y, s in (scores(rng, size.positives, size.negatives, [separation(area)]) for area in (0.8, 0.86))
        )
        seen += abs(a.area - b.area) > Z * math.sqrt(a.variance + b.variance)
    assert seen / 500 == pytest.approx(0.9, abs=0.04)  # three standard errors of a share of 500


@pytest.mark.parametrize(("ks", "half_width", "prevalence"), [(0.4, 0.06, 0.5), (0.6, 0.08, 0.2)])
def test_ks_gets_the_half_width_or_less(ks, half_width, prevalence):
    """KS seeks its threshold on the rows themselves, which takes up to 15 percent off its spread; 800 draws know that to 2.5 percent."""
    rng = np.random.default_rng(4)
    size = sample_size("ks", ks, half_width=half_width, prevalence=prevalence)
    apart = 2 * NORMAL.inv_cdf((1 + ks) / 2)
    drawn = []
    for _ in range(800):
        y, (s,) = scores(rng, size.positives, size.negatives, [apart])
        drawn.append(gn.ks(y, s))
    assert 0.8 * half_width < Z * np.std(drawn) < 1.05 * half_width


def test_paired_ks_are_told_apart_as_often_as_asked():
    """A test that knows the spread of the difference sees it a little more often, for the same reason."""
    rng = np.random.default_rng(5)
    apart = [2 * NORMAL.inv_cdf((1 + ks) / 2) for ks in (0.4, 0.5)]

    def draws(positives, negatives):
        made = (scores(rng, positives, negatives, apart, alike=0.6) for _ in range(600))
        return np.array([[gn.ks(y, s) for s in models] for y, models in made])

    correlation = float(np.corrcoef(draws(500, 500).T)[0, 1])
    size = sample_size("ks", 0.4, difference=0.1, correlation=correlation)
    between = np.diff(draws(size.positives, size.negatives)).ravel()
    seen = np.mean(np.abs(between) > Z * between.std())
    # Three standard errors of a share of 600 below; above, those and what a spread 15 percent smaller adds.
    assert 0.8 - 0.05 < seen < 0.91 + 0.04


@pytest.mark.parametrize(("value", "difference", "correlation"), [(0.9, 0.02, 0.5), (0.6, -0.1, 0.2), (0.8, 0.05, 0.3)])
def test_paired_shares_are_told_apart_as_often_as_asked(value, difference, correlation):
    """McNemar's test, mid-p, on rows of which both are right, one or the other, or none."""
    size = sample_size("accuracy", value, difference=difference, correlation=correlation)
    second = value + difference
    both = value * second + correlation * math.sqrt(value * (1 - value) * second * (1 - second))
    shares = [both, value - both, second - both, 1 - value - second + both]
    _, one, other, _ = np.random.default_rng(6).multinomial(size.rows, shares, 20_000).T
    least, n = np.minimum(one, other), one + other
    p_value = 2 * binom.cdf(least, n, 0.5) - binom.pmf(least, n, 0.5)
    # Three standard errors of 20,000 draws are 0.0085; a test on counts is in steps.
    assert np.mean(p_value <= 0.05) == pytest.approx(0.8, abs=0.015)


@pytest.mark.parametrize(
    ("value", "half_width", "level"), [(0.9, 0.02, 0.95), (0.5, 0.1, 0.99), (1, 0.01, 0.95), (0, 0.2, 0.8), (0.3, 0.001, 0.5)]
)
def test_wilson_is_solved_exactly(value, half_width, level):
    rows = sample_size("accuracy", value, half_width=half_width, level=level).rows

    def half(n):
        low, high = wilson(value * n, n, level)
        return (high - low) / 2

    assert half(rows) <= half_width < half(rows - 1)


# Laws.

asked = {
    "metric": st.sampled_from(METRICS),
    "value": st.floats(0.05, 0.75),
    "prevalence": st.floats(0.01, 0.99),
    "level": st.floats(0.5, 0.999),
}


@given(**asked, half_width=st.floats(0.005, 0.3))
def test_narrower_takes_more_rows(metric, value, prevalence, level, half_width):
    size = sample_size(metric, value, half_width=half_width, prevalence=prevalence, level=level)
    assert sample_size(metric, value, half_width=half_width / 2, prevalence=prevalence, level=level).rows >= size.rows
    assert sample_size(metric, value, half_width=half_width, prevalence=prevalence, level=(1 + level) / 2).rows >= size.rows
    assert size.positives + size.negatives == size.rows
    assert size.positives == math.ceil(round(prevalence * size.rows, 6))


@given(**asked, difference=st.floats(0.01, 0.2), power=st.floats(0.55, 0.99), correlation=st.floats(0, 0.95), paired=st.booleans())
def test_smaller_differences_take_more_rows(metric, value, prevalence, level, difference, power, correlation, paired):
    options = {"prevalence": prevalence, "level": level, "power": power, "correlation": correlation, "paired": paired}
    size = sample_size(metric, value, difference=difference, **options)
    assert sample_size(metric, value, difference=difference / 2, **options).rows >= size.rows
    assert sample_size(metric, value, difference=difference, **{**options, "power": (1 + power) / 2}).rows >= size.rows
    assert size.positives + size.negatives == size.rows
    if paired:
        assert sample_size(metric, value, difference=difference, **{**options, "correlation": correlation / 2}).rows >= size.rows
        assert size.correlation <= correlation
    # Which model is first does not matter; what 0.3 + 0.1 rounds off may tip a row over.
    turned = sample_size(metric, value + difference, difference=-difference, **options)
    assert abs(turned.rows - size.rows) <= 1 + 1e-9 * size.rows


@given(area=st.floats(0.05, 0.95), width=st.floats(0.005, 0.4), prevalence=st.floats(0.01, 0.99))
def test_gini_is_twice_as_wide(area, width, prevalence):
    gini = sample_size("gini", 2 * area - 1, half_width=2 * width, prevalence=prevalence)
    assert abs(gini.rows - sample_size("roc_auc", area, half_width=width, prevalence=prevalence).rows) <= 1 + 1e-9 * gini.rows


def test_gini_of_round_figures():
    for options in ({"prevalence": 0.1}, {"level": 0.9}):
        gini, area = sample_size("gini", 0.6, half_width=0.04, **options), sample_size("roc_auc", 0.8, half_width=0.02, **options)
        assert (gini.rows, gini.positives) == (area.rows, area.positives)
        gini, area = sample_size("gini", 0.6, difference=0.04, **options), sample_size("roc_auc", 0.8, difference=0.02, **options)
        assert gini.rows == area.rows


def test_a_share_of_a_class_takes_as_many_of_it():
    trials = sample_size("accuracy", 0.8, half_width=0.05).rows
    recall = sample_size("recall", 0.8, half_width=0.05, prevalence=0.05)
    assert (recall.positives, recall.rows) == (trials, trials * 20)
    specificity = sample_size("specificity", 0.8, half_width=0.05, prevalence=0.75)
    assert (specificity.negatives, specificity.rows) == (trials, trials * 4)
    assert sample_size("fnr", 0.2, half_width=0.05, prevalence=0.05).rows == recall.rows
    assert sample_size("error_rate", 0.2, half_width=0.05).rows == trials
    compared = sample_size("accuracy", 0.8, difference=0.05).rows
    assert sample_size("recall", 0.8, difference=0.05, prevalence=0.1).positives == compared


def test_pairs_are_worth_having():
    """Without correlation paired areas take the rows of one sample in two; with it, fewer."""
    alone = sample_size("roc_auc", 0.8, difference=0.03, paired=False)
    assert sample_size("roc_auc", 0.8, difference=0.03, correlation=0).rows == alone.rows
    assert sample_size("roc_auc", 0.8, difference=0.03, correlation=0.5).rows < 0.52 * alone.rows


def test_correlation_is_held_to_what_the_shares_allow():
    """With 0.5 and 0.9 right, at best the second is right wherever the first is: √(0.5 · 0.1 / 0.5 · 0.9) = 1/3."""
    size = sample_size("accuracy", 0.5, difference=0.4, correlation=0.9)
    assert size.correlation == pytest.approx(1 / 3, rel=1e-12)
    assert sample_size("accuracy", 0.9, difference=0.1).correlation == 0  # who is always right is as alike to all


def test_aliases_and_functions():
    assert sample_size("sensitivity", 0.8, half_width=0.05) == sample_size("recall", 0.8, half_width=0.05)
    assert sample_size(gn.roc_auc, 0.8, half_width=0.05) == sample_size("roc_auc", 0.8, half_width=0.05)
    assert sample_size("roc_auc", np.float64(0.8), half_width=np.float64(0.05)).to_dict()["value"] == 0.8


# What is said.


def test_sentences():
    size = sample_size("roc_auc", 0.8, half_width=0.02, prevalence=0.1)
    assert repr(size) == "SampleSize(5,060 rows (506 positive, 4,554 negative): roc_auc 0.8 to ±0.02, level 0.95, delong-wilson, binormal)"
    assert str(size) == (
        "It takes 5,060 rows (506 positive, 4,554 negative) to know roc_auc 0.8 to ±0.02 with 95% confidence. "
        "Method: delong-wilson, binormal."
    )
    assert str(sample_size("accuracy", 0.9, difference=0.02)) == (
        "It takes 1,619 rows (810 positive, 809 negative) to tell accuracy 0.9 from 0.92 on the same rows: "
        "a two-sided test at 5% sees the difference 80% of the time. Method: mcnemar (Connor), correlation 0.5."
    )
    assert str(sample_size("accuracy", 0.5, difference=0.25, power=0.9, paired=False)) == (
        "It takes two samples of 77 rows each (39 positive, 38 negative) to tell accuracy 0.5 from 0.75: "
        "a two-sided test at 5% sees the difference 90% of the time. Method: two proportions (Fleiss)."
    )
    assert "binormal at the best threshold" in repr(sample_size("ks", 0.4, half_width=0.05))


def test_to_dict():
    size = sample_size("accuracy", 0.5, half_width=0.05)
    expected = {"rows": 381, "positives": 191, "negatives": 190, "metric": "accuracy", "value": 0.5, "half_width": 0.05, "difference": None}
    expected |= {"level": 0.95, "prevalence": 0.5, "power": None, "paired": None, "correlation": None, "method": "wilson"}
    assert json.loads(json.dumps(size.to_dict())) == expected
    assert size.defined


THERE = "there are: roc_auc, gini, ks, accuracy, error_rate, recall, fnr, specificity, fpr"
PASS = "pass half_width=0.02 for an interval of ±0.02, or difference=0.02 for two models that far apart"


@pytest.mark.parametrize(
    ("metric", "value", "options", "message"),
    [
        ("f1", 0.5, {"half_width": 0.1}, f"metric='f1' has no formula here; {THERE}"),
        ("pr_auc", 0.5, {"half_width": 0.1}, f"metric='pr_auc' has no formula here; {THERE}"),
        (["ks"], 0.5, {"half_width": 0.1}, f"metric=['ks'] has no formula here; {THERE}"),
        (
            "precision",
            0.5,
            {"half_width": 0.1},
            f"metric='precision' has no formula here; {THERE}; "
            'it is the accuracy of the rows called positive: ask for "accuracy" of so many',
        ),
        ("ks", 0.5, {}, f"neither half_width nor difference is given; {PASS}"),
        ("ks", 0.5, {"half_width": 0.1, "difference": 0.1}, f"both half_width and difference are given; {PASS}"),
        ("accuracy", 1.1, {"half_width": 0.1}, "value=1.1 is not a number from 0 to 1"),
        ("accuracy", True, {"half_width": 0.1}, "value=True is not a number from 0 to 1"),
        ("accuracy", math.nan, {"half_width": 0.1}, "value=nan is not a number from 0 to 1"),
        ("accuracy", "0.5", {"half_width": 0.1}, "value='0.5' is not a number from 0 to 1"),
        ("roc_auc", 1, {"half_width": 0.1}, "value=1 is not a number from 0 to 1, without 0 and 1"),
        ("ks", 0.0, {"half_width": 0.1}, "value=0.0 is not a number from 0 to 1, without 0 and 1"),
        ("gini", -1, {"half_width": 0.1}, "value=-1 is not a number from -1 to 1, without -1 and 1"),
        ("roc_auc", 0.8, {"half_width": 0}, "half_width=0 is not a number from 0 to 0.5, without 0 and 0.5"),
        ("roc_auc", 0.8, {"half_width": -0.1}, "half_width=-0.1 is not a number from 0 to 0.5, without 0 and 0.5"),
        ("accuracy", 0.8, {"half_width": 0.5}, "half_width=0.5 is not a number from 0 to 0.5, without 0 and 0.5"),
        ("gini", 0.8, {"half_width": 1}, "half_width=1 is not a number from 0 to 1, without 0 and 1"),
        ("ks", 0.4, {"half_width": 1e-9}, "half_width=1e-09 takes more than 1,000,000,000,000,000 rows; ask for less"),
        ("ks", 0.4, {"difference": 1e-9}, "difference=1e-09 takes more than 1,000,000,000,000,000 rows; ask for less"),
        ("ks", 0.4, {"difference": 0}, "difference=0 is none to be seen; pass how far apart the models are"),
        ("ks", 0.4, {"difference": math.inf}, "difference=inf is not a number from -1 to 1"),
        ("roc_auc", 0.8, {"difference": 0.2}, "difference=0.2 takes roc_auc from 0.8 to 1, where it cannot be"),
        ("accuracy", 0.8, {"difference": 0.3}, "difference=0.3 takes accuracy from 0.8 to 1.1, where it cannot be"),
        ("recall", 0.2, {"difference": -0.3}, "difference=-0.3 takes recall from 0.2 to -0.1, where it cannot be"),
        ("ks", 0.4, {"half_width": 0.1, "level": 95}, "level=95 is not a number from 0 to 1, without 0 and 1"),
        ("ks", 0.4, {"difference": 0.1, "power": 1}, "power=1 is not a number from 0 to 1, without 0 and 1"),
        (
            "ks",
            0.4,
            {"difference": 0.1, "power": 0.04},
            "power=0.04 is no more than 1 − level, which a test has where there is no difference; ask for more",
        ),
        ("ks", 0.4, {"half_width": 0.1, "prevalence": 0}, "prevalence=0 is not a number from 0 to 1, without 0 and 1"),
        ("ks", 0.4, {"difference": 0.1, "correlation": 1}, "correlation=1 is not a number from 0 to 1, without 1"),
        ("ks", 0.4, {"difference": 0.1, "correlation": -0.1}, "correlation=-0.1 is not a number from 0 to 1, without 1"),
        ("ks", 0.4, {"difference": 0.1, "paired": "no"}, "paired='no' is not True or False"),
    ],
)
def test_refusals(metric, value, options, message):
    with pytest.raises(gn.InputError) as caught:
        sample_size(metric, value, **options)
    assert str(caught.value) == message


def test_other_names_of_a_metric_lead_to_it():
    assert sample_size("auc", 0.8, half_width=0.02) == sample_size("roc_auc", 0.8, half_width=0.02)
