"""The kernels of uncertainty against twins in NumPy, and the random numbers against what SciPy knows of Poisson's law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from data import WEIGHT, WILD, scored
from gnomon import _core

weighted = st.sampled_from([None, WEIGHT])
LARGE = 40_000  # beyond 32,768 rows scores go through buckets


def mask(y):
    return np.ascontiguousarray(y, np.uint8)


def placements_twin(score, positive, weight=None):
    """By looking at every pair of rows."""
    w = np.ones(len(score)) if weight is None else weight
    above = (score[:, None] > score[None, :]) + (score[:, None] == score[None, :]) / 2
    pos = positive == 1
    with np.errstate(invalid="ignore", divide="ignore"):
        of_pos = (above[:, ~pos] * w[~pos]).sum(1) / w[~pos].sum()
        of_neg = (above[pos].T * w[pos]).sum(1) / w[pos].sum()
    return np.where(pos, of_pos, of_neg)


def placements_by_search(score, positive, weight=None):
    """By sorting each class; for many rows."""
    w = np.ones(len(score)) if weight is None else weight
    out, pos = np.empty(len(score)), positive == 1
    for mine, others in ((pos, ~pos), (~pos, pos)):
        order = np.argsort(score[others])
        values, before = score[others][order], np.append(0, np.cumsum(w[others][order]))
        low, high = (before[np.searchsorted(values, score[mine], side)] for side in ("left", "right"))
        out[mine] = (low + high) / 2 / before[-1]
    out[~pos] = 1 - out[~pos]
    return out


@given(st.data(), weighted)
def test_placements_are_shares_of_the_other_class(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights, both=True))
    if w is not None and not (w[y == 1].sum() and w[y == 0].sum()):
        return  # a class without weight has no shares
    # A share is a sum over a sum; of weights from 1e-9 to 1e9 what lies below is found by adding, what lies above by taking off.
    np.testing.assert_allclose(_core.placements(s, mask(y), w, 2), placements_twin(s, y, w), rtol=1e-12, atol=0 if w is None else 1e-12)


@pytest.mark.parametrize("kind", ["normal", "tied", "constant", "mostly one", "sorted", "spread", "signed zero"])
@pytest.mark.parametrize("weighing", [False, True])
@pytest.mark.parametrize("share", [0.5, 0.02])
def test_placements_of_many_rows(kind, weighing, share):
    rng = np.random.default_rng(1)
    normal = rng.standard_normal(LARGE)
    s = {
        "normal": normal,
        "tied": np.round(normal, 1),
        "constant": np.full(LARGE, 0.3),
        "mostly one": np.where(rng.random(LARGE) < 0.97, 0.0, normal),
        "sorted": np.sort(normal)[::-1].copy(),
        "spread": normal * 10.0 ** rng.integers(-300, 300, LARGE),
        "signed zero": rng.choice([-0.0, 0.0, 1.0], LARGE),
    }[kind]
    y = mask(rng.random(LARGE) < share)
    w = rng.integers(0, 5, LARGE).astype(float) if weighing else None
    expected = placements_by_search(s, y, w)
    for threads in (1, 2, 5):
        # Whole weights sum without error, so that only the division rounds.
        np.testing.assert_allclose(_core.placements(s, y, w, threads), expected, rtol=1e-12, atol=1e-15)


def test_the_two_twins_of_placements_agree():
    rng = np.random.default_rng(2)
    s, y, w = np.round(rng.standard_normal(300), 1), rng.integers(0, 2, 300), rng.integers(0, 4, 300).astype(float)
    np.testing.assert_allclose(placements_by_search(s, y, w), placements_twin(s, y, w), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("n", [50, LARGE])
def test_placements_of_float32_are_those_of_the_same_numbers_in_float64(n):
    rng = np.random.default_rng(3)
    s, y = rng.standard_normal(n).astype(np.float32), mask(rng.random(n) < 0.3)
    np.testing.assert_array_equal(_core.placements(s, y, None, 2), _core.placements(s.astype(float), y, None, 2))


def test_placements_do_not_depend_on_threads():
    rng = np.random.default_rng(4)
    n = 300_000
    s, y, w = rng.standard_normal(n), mask(rng.random(n) < 0.3), rng.random(n)
    one = _core.placements(s, y, w, 1)
    for threads in (2, 3, 7):
        np.testing.assert_array_equal(_core.placements(s, y, w, threads), one)


@pytest.mark.parametrize("n", [5, 100_000])
@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", [0, -1])
def test_placements_of_scores_that_are_not_finite_are_none(n, broken, where):
    s = np.linspace(0, 1, n)
    s[where] = broken
    assert _core.placements(s, mask(np.arange(n) % 2), None, 2) is None
    assert _core.placements(s.astype(np.float32), mask(np.arange(n) % 2), None, 2) is None


def test_a_class_that_is_absent_has_no_shares():
    assert np.isnan(_core.placements(np.array([0.1, 0.2]), mask([1, 1]), None, 1)).all()
    assert np.isnan(_core.placements(np.array([0.1, 0.2]), mask([0, 0]), None, 1)).all()
    assert _core.placements(np.empty(0), mask([]), None, 1).shape == (0,)


def test_the_mean_of_placements_is_the_area_on_either_side():
    rng = np.random.default_rng(5)
    y, s = rng.integers(0, 2, 1000), np.round(rng.standard_normal(1000), 1)
    placed = _core.placements(s, mask(y), None, 2)
    assert placed[y == 1].mean() == pytest.approx(gn.roc_auc(y, s), rel=1e-12)
    assert placed[y == 0].mean() == pytest.approx(gn.roc_auc(y, s), rel=1e-12)


@pytest.mark.parametrize("n", [10, 200_000])
@pytest.mark.parametrize("weighing", [False, True])
def test_the_mean_of_each_class_and_its_variance(n, weighing):
    """Σw(x − x̄)²·w/W² times rows/(rows − 1), of the rows that have any weight; sums of many rows in another order round differently."""
    rng = np.random.default_rng(n)
    values, y = rng.random(n), mask(rng.random(n) < 0.4)
    y[:4] = 0, 0, 1, 1
    w = np.where(rng.random(n) < 0.2, 0.0, rng.random(n)) if weighing else None
    if w is not None:
        w[:4] = 1
    got = _core.class_spread(values, y, w, 2)
    weight = np.ones(n) if w is None else w
    expected = []
    for which in (1, 0):
        x, share = values[y == which], weight[y == which] / weight[y == which].sum()
        rows = np.count_nonzero(share)
        expected += [share @ x, share**2 @ (x - share @ x) ** 2 * rows / (rows - 1)]
    np.testing.assert_allclose(got, expected, rtol=1e-11)
    assert _core.class_spread(values, y, w, 1) == _core.class_spread(values, y, w, 5) == got


# Random numbers.


def test_a_replicate_is_the_same_whichever_thread_and_call_draws_it():
    counts = np.random.default_rng(6).integers(0, 300, 3000).astype(float)
    whole = _core.resample(counts, 200, 7, 0, 1)
    for threads in (2, 3, 8):
        np.testing.assert_array_equal(_core.resample(counts, 200, 7, 0, threads), whole)
    for first, many in ((0, 1), (3, 50), (199, 1), (10, 0)):
        np.testing.assert_array_equal(_core.resample(counts, many, 7, first, 2), whole[first : first + many])


def test_other_seeds_and_other_replicates_are_other_draws():
    counts = np.full(2000, 5.0)
    seeds = np.array([_core.resample(counts, 1, seed, 0, 1)[0] for seed in (0, 1, 2, 2**62)])
    replicates = _core.resample(counts, 4, 0, 0, 1)
    for draws in (seeds, replicates):
        # Independent streams of 2,000 numbers correlate by 1/√2000 = 0.022 at random; 5 times that is never reached by chance.
        correlation = np.corrcoef(draws)[np.triu_indices(4, 1)]
        assert np.abs(correlation).max() < 5 / np.sqrt(2000)


def test_nothing_stays_nothing():
    drawn = _core.resample(np.array([0.0, 3.0, 0.0]), 500, 1, 0, 1)
    assert (drawn[:, [0, 2]] == 0).all()
    assert drawn[:, 1].any()
    assert _core.resample(np.empty(0), 3, 1, 0, 1).shape == (3, 0)


MEANS = [0.5, 1, 3, 20, 127, 129, 5000]
DRAWS = 1_000_000


def draws(mean, seed=8):
    return _core.resample(np.full(1000, float(mean)), DRAWS // 1000, seed, 0, 2)


@pytest.mark.parametrize("mean", MEANS)
def test_draws_have_the_mean_variance_and_skewness_of_poisson(mean):
    """Moments of (x − λ)/√λ against SciPy's law, within 4.5 times the Monte-Carlo error, itself taken from SciPy's law.

    Above 128 the draws are rounded normal quantiles with a correction for skewness, whose variance is λ + 1/18 + 1/12 in place of λ: a
    tenth of a percent at 129, which is less than the Monte-Carlo error of a million draws, √(2/10⁶).
    """
    law = stats.poisson(mean)
    support = np.arange(max(0, np.floor(mean - 14 * np.sqrt(mean))), np.ceil(mean + 14 * np.sqrt(mean) + 20))  # all but 1e-16
    chance, z = law.pmf(support), (support - mean) / np.sqrt(mean)
    x = draws(mean)
    assert (x == np.floor(x)).all()
    assert x.min() >= 0
    drawn = (x.ravel() - mean) / np.sqrt(mean)
    for power in (1, 2, 3):
        expected, squared = chance @ z**power, chance @ z ** (2 * power)
        error = np.sqrt((squared - expected**2) / DRAWS)
        assert abs((drawn**power).mean() - expected) < 4.5 * error, f"moment {power}"


@pytest.mark.parametrize("mean", [0.5, 1, 3, 20, 127])
def test_draws_of_small_means_follow_poisson_number_by_number(mean):
    """Chi-square over every number expected at least 20 times, the rest at either end taken together."""
    law, seen = stats.poisson(mean), np.bincount(draws(mean).astype(int).ravel())
    inner = np.flatnonzero(law.pmf(np.arange(400)) * DRAWS >= 20)
    low, high = inner[0], inner[-1]
    expected = np.concatenate([[law.cdf(low)], law.pmf(np.arange(low + 1, high)), [law.sf(high - 1)]]) * DRAWS
    counted = np.concatenate([[seen[: low + 1].sum()], seen[low + 1 : high], [seen[high:].sum()]])
    assert stats.chisquare(counted, expected * counted.sum() / expected.sum()).pvalue > 1e-4


@pytest.mark.parametrize("mean", [129, 5000])
def test_draws_of_large_means_have_the_quantiles_of_poisson(mean):
    """The normal quantile with its correction is off by less than one at every quantile from 1e-4 on; a million draws add about √λ/100."""
    x, shares = draws(mean), [1e-4, 0.001, 0.025, 0.25, 0.5, 0.75, 0.975, 0.999, 1 - 1e-4]
    at = stats.poisson(mean).ppf(shares)
    density = stats.norm.pdf(stats.norm.ppf(shares)) / np.sqrt(mean)
    error = np.sqrt(np.array(shares) * (1 - np.array(shares)) / DRAWS) / density
    assert (np.abs(np.quantile(x, shares) - at) <= 1 + 4 * error).all()


@pytest.mark.parametrize("mean", [1, 20])
def test_neighbouring_draws_do_not_depend_on_each_other(mean):
    """Both halves of one random word are used, and replicates are streams of neighbouring numbers: neither may show."""
    x = draws(mean) - mean
    for shifted in ((x[:, 0::2], x[:, 1::2]), (x[:, 1:-1:2], x[:, 2::2]), (x[:-1], x[1:])):
        a, b = (part.ravel() for part in shifted)
        assert abs(np.mean(a * b) / mean) < 4.5 / np.sqrt(len(a))
        # Poisson's squares correlate no more than the numbers do, but vary more: Var((x − λ)²) = λ + 2λ².
        assert abs(np.mean((a**2 - mean) * (b**2 - mean)) / (mean + 2 * mean**2)) < 4.5 / np.sqrt(len(a))


def test_huge_counts_are_drawn_around_themselves():
    x = _core.resample(np.array([1e9, 1e15]), 2000, 3, 0, 1)
    z = (x - [1e9, 1e15]) / np.sqrt([1e9, 1e15])
    assert np.abs(z.mean(0)).max() < 4.5 / np.sqrt(2000)
    assert np.abs(z.std(0) - 1).max() < 4.5 / np.sqrt(4000)


# Stacks.


def stack_of(seed, rows=30, cells=40, mean=0.7):
    rng = np.random.default_rng(seed)
    pos, neg = (rng.poisson(mean, (rows, cells)).astype(float) for _ in range(2))
    pos[0], neg[1] = 0, 0  # one class alone
    pos[2, 1:], neg[2, :-1] = 0, 0  # parted
    pos[2, 0] = neg[2, -1] = 3
    return pos, neg


@pytest.mark.parametrize(("kernel", "metric"), [("stack_area", "roc_auc"), ("stack_gap", "ks"), ("stack_precision", "average_precision")])
@pytest.mark.parametrize("seed", range(5))
def test_stacks_give_what_the_metric_gives_on_each_sweep(kernel, metric, seed):
    pos, neg = stack_of(seed)
    thresholds = np.linspace(1, 0, pos.shape[1])
    got = getattr(_core, kernel)(pos, neg, 2)
    for value, p, n in zip(got, pos, neg, strict=True):
        there = p + n > 0
        sweep = gn.Sweep(thresholds[there], p[there].astype(np.int64), n[there].astype(np.int64))
        expected = getattr(gn, metric)(sweep, undefined=float("nan"))
        np.testing.assert_allclose(value, expected, rtol=1e-12)


@pytest.mark.parametrize("kernel", ["stack_area", "stack_gap", "stack_precision"])
def test_stacks_do_not_depend_on_threads(kernel):
    pos, neg = stack_of(9, rows=400, cells=2000)
    one = getattr(_core, kernel)(pos, neg, 1)
    for threads in (2, 5):
        np.testing.assert_array_equal(getattr(_core, kernel)(pos, neg, threads), one)


def test_stacks_of_huge_counts_lose_no_digit_that_matters():
    """Products of 1e9 and 1e9 are past 2^53: sums of floats, good to 1e-12."""
    pos, neg = np.array([[1e9, 1.0, 5e8]]), np.array([[1.0, 1e9, 7e8]])
    sweep = gn.Sweep(np.array([3.0, 2.0, 1.0]), pos[0].astype(np.int64), neg[0].astype(np.int64))
    assert _core.stack_area(pos, neg, 1)[0] == pytest.approx(gn.roc_auc(sweep), rel=1e-12)
    assert _core.stack_gap(pos, neg, 1)[0] == pytest.approx(gn.ks(sweep), rel=1e-12)
    assert _core.stack_precision(pos, neg, 1)[0] == pytest.approx(gn.average_precision(sweep), rel=1e-12)


# BlockAssignment.


def deal_twin(score, positive, weight, block, edges, blocks):
    cell = np.minimum(np.searchsorted(-edges, -score.astype(float), side="left"), len(edges) - 1)
    place = (block.astype(np.int64) * len(edges) + cell) * 2 + positive
    return np.bincount(place, weight, blocks * len(edges) * 2).reshape(blocks, -1)


@pytest.mark.parametrize("cells", [1, 2, 3, 7, 64, 1000])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("weighing", [False, True])
def test_rows_are_dealt_by_block_and_by_edge(cells, dtype, weighing):
    """Half of the scores are edges themselves; some lie above the first edge, some below the last, and those belong to the last cell."""
    rng = np.random.default_rng(cells)
    n = 5000
    edges = np.sort(rng.standard_normal(cells).astype(np.float32).astype(float))[::-1].copy()
    s = np.where(rng.random(n) < 0.5, rng.choice(edges, n), 3 * rng.standard_normal(n)).astype(dtype)
    y, block = mask(rng.integers(0, 2, n)), rng.integers(0, 17, n).astype(np.uint32)
    w = rng.integers(0, 4, n).astype(float) if weighing else None
    assert (s > edges[0]).any()
    assert (s < edges[-1]).any()
    got = _core.deal(s, y, w, block, edges, 17)
    np.testing.assert_array_equal(got, deal_twin(s, y, w, block, edges, 17))
    assert got.sum() == (n if w is None else w.sum())


@pytest.mark.parametrize("weighing", [False, True])
def test_many_rows_are_dealt_alike_on_any_number_of_threads(weighing):
    """300,000 rows: past the number from which they are shared between threads. Weights are no whole numbers, so that order would show."""
    rng = np.random.default_rng(12)
    n, edges = 300_000, np.linspace(2, -2, 100)
    s, y, block = rng.standard_normal(n), mask(rng.integers(0, 2, n)), rng.integers(0, 50, n).astype(np.uint32)
    w = rng.random(n) if weighing else None
    one = _core.deal(s, y, w, block, edges, 50, 1)
    np.testing.assert_allclose(one, deal_twin(s, y, w, block, edges, 50), rtol=1e-12)
    for threads in (2, 5):
        np.testing.assert_array_equal(_core.deal(s, y, w, block, edges, 50, threads), one)


def test_a_score_on_an_edge_belongs_to_the_cell_of_the_edge():
    edges = np.array([0.9, 0.5, 0.1])
    s = np.array([0.95, 0.9, 0.7, 0.5, 0.3, 0.1, 0.0])
    table = _core.deal(s, mask(np.ones(7)), None, np.zeros(7, np.uint32), edges, 1).reshape(3, 2)
    assert table[:, 1].tolist() == [2, 2, 3]
    assert table[:, 0].tolist() == [0, 0, 0]


def test_dealing_by_a_sweeps_own_thresholds_gives_the_sweep_back():
    rng = np.random.default_rng(11)
    y, s = rng.integers(0, 2, 800), np.round(rng.standard_normal(800), 2)
    sweep = gn.Sweep.of(y, s)
    table = _core.deal(s, mask(y), None, rng.integers(0, 9, 800).astype(np.uint32), sweep.thresholds, 9).reshape(9, -1, 2)
    np.testing.assert_array_equal(table.sum(0), np.column_stack([sweep.neg, sweep.pos]))


# Bundling.


def bundle_twin(thresholds, pos, neg, per_class, ends):
    """A new bundle wherever either class has filled another 1/per_class of itself, and at every cell of both ends."""
    cells, place = len(pos), np.arange(len(pos))
    filled = [(np.cumsum(c) - c) * (per_class / (c.sum() or 1)) for c in (pos, neg)]
    bundle = sum(f.astype(np.int64) for f in filled) + np.minimum(place, ends) + np.maximum(place + 1 + ends - cells, 0)
    first = np.flatnonzero(np.diff(bundle, prepend=-1))
    last = np.append(first[1:], cells) - 1
    return thresholds[last], np.add.reduceat(pos, first), np.add.reduceat(neg, first)


@pytest.mark.parametrize("kind", ["even", "rare", "heavy", "one class"])
@pytest.mark.parametrize(("per_class", "ends"), [(16, 8), (100, 50), (7, 0)])
def test_bundles_hold_a_share_of_either_class_and_leave_the_ends_apart(kind, per_class, ends):
    rng = np.random.default_rng(13)
    cells = 5000
    pos, neg = rng.integers(0, 3, cells), rng.integers(0, 3, cells)
    pos[(kind == "one class") | ((rng.random(cells) < 0.99) & (kind == "rare"))] = 0
    if kind == "heavy":
        pos[1234] = neg[77] = 10_000
    neg[pos + neg == 0] = 1
    thresholds = np.linspace(1, 0, cells)
    t, p, n = _core.bundle(thresholds, pos, neg, per_class, ends)
    expected = bundle_twin(thresholds, pos, neg, per_class, ends)
    for got, twin in zip((t, p, n), expected, strict=True):
        np.testing.assert_array_equal(got, twin)
    assert (p.sum(), n.sum()) == (pos.sum(), neg.sum())
    np.testing.assert_array_equal(t[:ends], thresholds[:ends])
    np.testing.assert_array_equal(t[len(t) - ends :], thresholds[cells - ends :])
    # What was counted down to a bundle's threshold is what was counted down to the same cell.
    at = np.searchsorted(-thresholds, -t)
    np.testing.assert_array_equal(np.cumsum(p), np.cumsum(pos)[at])
    np.testing.assert_array_equal(np.cumsum(n), np.cumsum(neg)[at])


def test_lengths_and_places_are_checked_before_memory_is_read():
    s, y, block, edges = np.zeros(3), mask([0, 1, 0]), np.zeros(3, np.uint32), np.array([0.0])
    with pytest.raises(ValueError, match="differ in length"):
        _core.placements(s, y[:2], None, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.placements(s, y, np.ones(2), 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.deal(s, y, None, block[:2], edges, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.class_spread(s, y[:2], None, 1)
    with pytest.raises(ValueError, match="out of range"):
        _core.class_spread(s, y + np.uint8(2), None, 1)
    with pytest.raises(ValueError, match="no edges"):
        _core.deal(s, y, None, block, np.empty(0), 1)
    with pytest.raises(ValueError, match="out of range"):
        _core.deal(s, y, None, block + np.uint32(1), edges, 1)
    with pytest.raises(ValueError, match="out of range"):
        _core.deal(s, y + np.uint8(2), None, block, edges, 1)
    for kernel in (_core.stack_area, _core.stack_gap, _core.stack_precision):
        with pytest.raises(ValueError, match="differ in length"):
            kernel(np.zeros((2, 3)), np.zeros((2, 2)), 1)
        with pytest.raises(ValueError, match="differ in length"):
            kernel(np.zeros((2, 3)), np.zeros((1, 3)), 1)
