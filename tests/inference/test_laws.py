"""Laws of intervals over the whole catalogue. Nothing is listed by hand: a new metric enters by being registered."""

from itertools import pairwise

import numpy as np
import pytest

import gnomon as gn
from data import example, required
from gnomon.catalog import entries, parse
from gnomon.inference.measure import MetricCall
from gnomon.metrics.uncertainty import LineOfArea, MeanOverRows, ShareOfRows
from gnomon.summary import Cells, Stack
from inference.populations import Binormal, Probabilities

VALUES = [entry for entry in entries() if entry.kind == "value" and entry.summary in (gn.Counts, gn.Sweep)]
every_value = pytest.mark.parametrize("entry", VALUES, ids=lambda e: e.name)
CORRECTED = ("bias-corrected", "gaps", "bc")
"""Methods that take off what chance adds, or move quantiles: their interval need not hold the value itself."""


def reference(entry):
    """The metric with a value for each option that has no default."""
    options = ", ".join(f"{name}={value}" for name, value in required(entry).items())
    return f"{entry.name}({options})" if options else entry.name


def data(entry, n, seed=0):
    """Labels and probabilities, or predicted labels, of a population in which every metric has a value strictly inside its range."""
    y, p = Probabilities(Binormal(d=1.2, prevalence=0.4), bias=0.4).draw(np.random.default_rng(seed), n)
    return (y, (p >= 0.5).astype(int)) if entry.summary is gn.Counts else (y, p)


@every_value
@pytest.mark.parametrize("seed", range(3))
def test_every_metric_has_an_interval_within_its_range_around_its_value(entry, seed):
    y, x = data(entry, 300, seed)
    found = gn.interval(reference(entry), y, x)
    least, most = entry.range
    assert least <= found.low < found.high <= most
    assert found.value == pytest.approx(getattr(gn, entry.name)(y, x, **required(entry)), rel=1e-12)
    assert found.value in found or found.method in CORRECTED
    assert found.low - found.width <= found.value <= found.high + found.width, "even a corrected interval is near"
    assert (found.metric, found.level, found.reason) == (reference(entry), 0.95, "")
    assert found.defined


@every_value
def test_the_surer_the_wider(entry):
    y, x = data(entry, 300)
    found = [gn.interval(reference(entry), y, x, level=level) for level in (0.5, 0.8, 0.95, 0.99)]
    for narrow, wide in pairwise(found):
        assert wide.low <= narrow.low
        assert narrow.high <= wide.high
        assert narrow.width < wide.width


@every_value
def test_nine_times_the_rows_make_a_third_of_the_width(entry):
    """Means over eight data sets of 300 and of 2,700 rows. Metrics read at one point of a curve shrink more slowly, hence from 2 to 4.5."""

    def width(n):
        return np.mean([gn.interval(reference(entry), *data(entry, n, seed), replicates=300).width for seed in range(8)])

    # Of squares near 0 the width shrinks with the rows themselves rather than with their root.
    assert 2 < width(300) / width(2700) < (9 if entry.name == "debiased_calibration_error" else 4.5)


@every_value
def test_rows_in_any_order_have_the_same_interval(entry):
    y, x = example(entry, 3, 200)
    order = np.random.default_rng(0).permutation(200)
    a, b = gn.interval(reference(entry), y, x), gn.interval(reference(entry), y[order], x[order])
    np.testing.assert_allclose((a.low, a.high), (b.low, b.high), rtol=1e-12)


@every_value
def test_a_summary_has_the_interval_of_its_rows(entry):
    y, x = example(entry, 4, 200)
    a, b = gn.interval(reference(entry), y, x, seed=3), gn.interval(reference(entry), entry.summary.of(y, x), seed=3)
    assert (a.low, a.high, a.method) == (b.low, b.high, b.method)


@every_value
def test_merged_summaries_have_the_interval_of_the_whole(entry):
    y, x = example(entry, 5, 200)
    parts = sum((entry.summary.of(y[i::3], x[i::3]) for i in range(3)), entry.summary.empty())
    a, b = gn.interval(reference(entry), y, x), gn.interval(reference(entry), parts)
    assert (a.low, a.high) == (b.low, b.high)


@every_value
@pytest.mark.parametrize("column", [{"weight": np.ones(400)}, {"cluster": np.arange(400)}], ids=["weights of one", "clusters of one"])
def test_weights_and_clusters_of_one_say_nearly_what_none_say(entry, column):
    """Rows are then resampled one by one and no longer by cells: other draws of the same law, within a fifth of the width at 400 rows."""
    y, x = data(entry, 400)
    plain, other = gn.interval(reference(entry), y, x), gn.interval(reference(entry), y, x, **column)
    assert plain.value == pytest.approx(other.value, rel=1e-12)
    assert abs(plain.low - other.low) < 0.2 * plain.width
    assert abs(plain.high - other.high) < 0.2 * plain.width


@every_value
def test_rows_copied_within_their_clusters_say_no_more(entry):
    """Ten copies of each row as a cluster: as wide as the rows alone, where ten times the rows would be three times as narrow."""
    y, x = data(entry, 300)
    user = np.repeat(np.arange(300), 10)
    once = gn.interval(reference(entry), y, x)
    known = gn.interval(reference(entry), np.repeat(y, 10), np.repeat(x, 10), cluster=user)
    unknown = gn.interval(reference(entry), np.repeat(y, 10), np.repeat(x, 10))
    assert known.width == pytest.approx(once.width, rel=0.25)
    assert unknown.width < 0.6 * once.width


@pytest.mark.parametrize("entry", [entry for entry in VALUES if entry.shortcuts.stack is not None], ids=lambda e: e.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_stack_has_the_values_of_its_sweeps(entry, seed):
    """For every option that is a choice as well."""
    y, x = data(entry, 80, seed)
    sweep, rng = gn.Sweep.of(y, np.round(x, 2)), np.random.default_rng(seed)
    pos, neg = (rng.poisson(column, (20, len(sweep))).astype(float) for column in (sweep.pos, sweep.neg))
    stack = Stack(sweep.thresholds, pos, neg)
    variants = [{}, *({option.name: choice} for option in entry.options.values() for choice in option.choices)]
    variants += [{"max_fpr": 0.3}, {"max_fpr": 1.0}] if "max_fpr" in entry.options else []
    for options in variants:
        got = entry.shortcuts.stack(stack, **options)
        expected = [entry.function(one, **options) for one in stack]
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15, err_msg=str(options))


@pytest.mark.parametrize("entry", [entry for entry in VALUES if entry.summary is gn.Counts], ids=lambda e: e.name)
def test_a_stack_of_matrices_has_the_values_of_its_matrices(entry):
    rng = np.random.default_rng(1)
    matrices = rng.integers(1, 30, (25, 2, 2)).astype(float)
    got = MetricCall(parse(entry.name)).of_matrices(Cells(matrices), (0, 1))
    expected = [getattr(gn, entry.name)(gn.Counts((0, 1), one.astype(np.int64))) for one in matrices]
    np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("entry", [entry for entry in VALUES if isinstance(entry.uncertainty, MeanOverRows)], ids=lambda e: e.name)
def test_what_rows_add_to_a_mean_is_the_mean(entry):
    y, p = data(entry, 100)
    if_positive, if_negative = entry.uncertainty.loss(p)
    assert np.where(y == 1, if_positive, if_negative).mean() == pytest.approx(getattr(gn, entry.name)(y, p), rel=1e-12)


@pytest.mark.parametrize("entry", [entry for entry in VALUES if isinstance(entry.uncertainty, LineOfArea)], ids=lambda e: e.name)
def test_a_metric_made_of_the_area_is_a_straight_line_of_it(entry):
    y, p = data(entry, 100)
    assert entry.uncertainty.value(gn.roc_auc(y, p)) == pytest.approx(getattr(gn, entry.name)(y, p), rel=1e-12)
    a, b, middle = (entry.uncertainty.value(x) for x in (0.2, 0.8, 0.5))
    assert middle == pytest.approx((a + b) / 2, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("entry", [entry for entry in VALUES if isinstance(entry.uncertainty, ShareOfRows)], ids=lambda e: e.name)
def test_a_share_of_rows_is_whole_successes_of_its_trials(entry):
    matrix = np.array([[50, 7], [11, 32]])
    counts = gn.Counts((0, 1), matrix)
    trials = np.atleast_1d(entry.uncertainty.trials(counts))[-1]
    value = getattr(gn, entry.name)(counts)
    share = entry.uncertainty.to_share(value)
    assert share * trials == pytest.approx(round(share * trials), abs=1e-9)
    for x in (0.0, 0.3, 1.0):
        assert entry.uncertainty.to_share(entry.uncertainty.from_share(x)) == pytest.approx(x, abs=1e-12)
