"""How often 95 % intervals hold the truth: simulated data sets of populations whose metrics are known.

The seeds are fixed, so that a test always sees the same share. With 2,000 data sets a share near 95 % is known to ±1 point (two standard
errors of √(0.95·0.05/2000)); what was measured stands beside each bound. Unless a line says otherwise the bound is 93–97 %, or three
standard errors where a quarter of the data sets is drawn (`sets`).
"""

import numpy as np
import pytest
from scipy.stats import norm

import gnomon as gn
from draws import off_by
from gnomon.catalog import parse
from gnomon.inference.estimate import IntervalOptions, estimates, method_for
from gnomon.inference.measure import MetricCall
from gnomon.inference.observed import value_of
from gnomon.inference.sample import ResamplingData
from inference.populations import Binormal, Clustered, Probabilities, alarms_of_clusters, coverage, coverage_of_clusters, of_users, truth

MAIN, RARE, TIED = Binormal(), Binormal(prevalence=0.1), Binormal(tied=0.5)
FORMULAS = ["roc_auc", "gini", "accuracy@0.5", "f1@0.5", "recall@0.5", "precision@0.5"]
RESAMPLED = ["ks", "average_precision"]


def assert_all_within(shares, number, low=0.93, high=0.97):
    """Within the bounds, or within three standard errors of 95 % where these are wider."""
    low, high = min(low, 0.95 - off_by(number)), max(high, 0.95 + off_by(number))
    assert all(low <= share <= high for share in shares.values()), shares


def test_the_populations_are_what_they_say():
    """AUC = Φ(d/√2) and KS = 2Φ(d/2) − 1 of two normal laws; a right probability has no calibration error. Cells are 1e-4 wide."""
    assert truth(MAIN, "roc_auc") == pytest.approx(norm.cdf(1 / np.sqrt(2)), abs=1e-8)
    assert truth(MAIN, "ks") == pytest.approx(2 * norm.cdf(0.5) - 1, abs=1e-8)
    assert truth(Probabilities(), "expected_calibration_error") == pytest.approx(0, abs=1e-8)
    grid = np.linspace(-8, 9, 200_001)
    precision = 0.3 * norm.sf(grid - 1) / (0.3 * norm.sf(grid - 1) + 0.7 * norm.sf(grid))
    area = (
        np.trapezoid(precision * norm.pdf(grid - 1), grid) if hasattr(np, "trapezoid") else np.trapz(precision * norm.pdf(grid - 1), grid)
    )
    assert truth(MAIN, "average_precision") == pytest.approx(area, abs=2e-5)
    y, s = MAIN.draw(np.random.default_rng(0), 400_000)
    for metric in (*FORMULAS, *RESAMPLED):
        value = value_of(MetricCall(parse(metric)), ResamplingData(gn.Sweep.of(y, s)))[0]
        assert value == pytest.approx(truth(MAIN, metric), abs=0.006)  # three standard errors of 120,000 positives


def test_what_is_simulated_is_what_gn_interval_gives():
    """The simulations spare themselves the validation of gn.interval; the intervals are the same."""
    y, s = MAIN.draw(np.random.default_rng(1), 200)
    for metric in (*FORMULAS, *RESAMPLED, "mcc@0.5", "balanced_accuracy@0.5"):
        measure, sample = MetricCall(parse(metric)), ResamplingData(gn.Sweep.of(y, s))
        expected = estimates([measure], [value_of(measure, sample)[0]], sample, IntervalOptions(seed=5))[0]
        found = gn.interval(metric, y, s, seed=5)
        assert (found.low, found.high, found.method) == (expected.low, expected.high, expected.method)
        assert found.method == method_for(measure, sample)
        if metric.endswith("@0.5"):
            labels = gn.interval(metric.removesuffix("@0.5"), y, (s >= 0.5).astype(int), seed=5)
            assert (labels.low, labels.high) == (found.low, found.high)


@pytest.mark.parametrize("n", [200, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("population", [MAIN, RARE, TIED], ids=["main", "rare", "tied"])
def test_formulas_hold_the_truth_as_often_as_they_say(population, n, sets):
    """AUC, accuracy and F1, besides Gini, recall and precision: 94–96.3 % were measured."""
    assert_all_within(coverage(population, FORMULAS, n, sets(2000), seed=1), sets(2000))


@pytest.mark.parametrize(
    ("population", "n", "replicates"),
    [
        pytest.param(MAIN, 200, 1000, id="main-200"),
        # Half of the usual replicates: they make an end a little less steady, and the test twice as fast. 1,000 gave the same shares ± 0.3.
        pytest.param(MAIN, 2000, 400, id="main-2000", marks=pytest.mark.long),
        pytest.param(RARE, 200, 400, id="rare-200", marks=pytest.mark.long),
        pytest.param(TIED, 200, 1000, id="tied-200"),
        pytest.param(TIED, 2000, 1000, id="tied-2000", marks=pytest.mark.long),
    ],
)
def test_ks_and_average_precision_hold_the_truth_as_often_as_they_say(population, n, replicates, sets):
    """KS 94.2–95.8 %, average precision 93.7–94.3 % with 1,000 replicates."""
    assert_all_within(coverage(population, RESAMPLED, n, sets(2000), seed=3, replicates=replicates), sets(2000))


@pytest.mark.parametrize("n", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_other_metrics_of_labels_hold_the_truth_as_often_as_they_say(n, sets):
    """MCC 94.5–95.5 %, balanced accuracy 94.1–95.1 %, the others between."""
    metrics = ["mcc@0.5", "balanced_accuracy@0.5", "kappa@0.5", "g_mean@0.5", "youden_j@0.5"]
    assert_all_within(coverage(MAIN, metrics, n, sets(2000), seed=1), sets(2000))


LOSSES = ["brier_score", "log_loss"]


@pytest.mark.parametrize(
    "population",
    [Probabilities(), Probabilities(bias=0.5), Probabilities(bias=1.0, slope=2.0), Probabilities(RARE)],
    ids=["calibrated", "too high", "too steep", "rare"],
)
@pytest.mark.parametrize("n", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_losses_hold_the_truth_as_often_as_they_say(population, n, sets):
    """Brier score 94.2–95.2 %, log loss 93.9–95.2 %."""
    assert_all_within(coverage(population, LOSSES, n, sets(2000), seed=2), sets(2000))


@pytest.mark.parametrize(
    "population",
    [Probabilities(), Probabilities(bias=0.5), Probabilities(bias=1.0, slope=2.0), Probabilities(RARE)],
    ids=["calibrated", "too high", "too steep", "rare"],
)
@pytest.mark.parametrize("n", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_the_calibration_error_holds_the_truth_at_least_nearly_as_often(population, n, sets):
    """93.5–98 %: where the model is calibrated the true error is 0, the end of what it can be, and only one side can miss it."""
    assert_all_within(coverage(population, ["expected_calibration_error"], n, sets(2000), seed=2), sets(2000), 0.93, 0.99)


def test_other_levels_hold_too(sets):
    """80 % and 99 % intervals: allowed are three standard errors and a bit of the formula."""
    for level, bit in ((0.8, 0.003), (0.99, 0.003)):
        shares = coverage(MAIN, ["roc_auc", "accuracy@0.5", "f1@0.5", "mcc@0.5"], 200, sets(2000), seed=4, level=level)
        assert all(abs(share - level) <= off_by(sets(2000), level) + bit for share in shares.values()), shares


def clustered(metrics, users, number, seed):
    """Of each metric, how often the interval that knows of users holds the truth, and how often the one that does not."""
    rng, held = np.random.default_rng(seed), np.zeros((2, len(metrics)))
    true = [truth(MAIN, metric) for metric in metrics]
    for _ in range(number):
        y, s, user = of_users(MAIN, rng, users)
        for i, cluster in enumerate((user, None)):
            held[i] += [value in gn.interval(metric, y, s, cluster=cluster) for metric, value in zip(metrics, true, strict=True)]
    return [dict(zip(metrics, shares, strict=True)) for shares in held / number]


def test_rows_of_the_same_user_are_not_worth_as_many_independent_ones(sets):
    """200 users of ten rows who share 0.4 of the noise: knowing that, 94–95 %; not knowing it, 67 % for AUC and 74 % for accuracy."""
    known, unknown = clustered(["roc_auc", "accuracy@0.5"], 200, sets(1000), seed=1)
    assert_all_within(known, sets(1000))
    assert all(0.5 <= share <= 0.9 for share in unknown.values()), unknown


@pytest.mark.parametrize(
    ("clusters", "metrics", "number"),
    [
        (Clustered(5), ["average_precision", "mcc@0.5"], 400),
        (Clustered(10), ["ks"], 400),
        (Clustered(4), ["roc_auc", "accuracy@0.5", "brier_score"], 800),
        (Clustered(30, unequal=True), ["roc_auc", "accuracy@0.5", "recall@0.5"], 800),
    ],
    ids=["5", "10", "4", "30 unequal"],
)
def test_few_and_unequal_clusters_hold_the_truth_as_often_as_they_say(clusters, metrics, number, sets):
    """Up to two and a half standard errors of the share."""
    for metric, share in coverage_of_clusters(clusters, metrics, sets(number), seed=4, replicates=300).items():
        assert share > 0.95 - off_by(sets(number), errors=2.5), metric


def test_few_clusters_raise_no_more_false_alarms_than_they_say(sets):
    """One of four clusters may have hardly a positive row, and then says hardly anything of recall."""
    for metric, share in alarms_of_clusters(Clustered(4), ["recall@0.5", "roc_auc"], sets(1000), seed=5).items():
        assert share < 0.05 + off_by(sets(1000), errors=2.5), metric
