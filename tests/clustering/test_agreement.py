"""Clusters beside classes: against scikit-learn, published figures, counting every pair, and what is undefined."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

import gnomon as gn
from data import assert_unknown_options_refused
from gnomon.catalog import entries
from refusals import raises_id, warns_undefined

ENTRIES = [entry for entry in entries() if entry.summary is gn.Contingency]
VALUES = [entry for entry in ENTRIES if entry.kind == "value"]
every_value = pytest.mark.parametrize("entry", VALUES, ids=lambda e: e.name)
MEANS = ("arithmetic", "geometric", "min", "max")
PEERS = {
    "rand_index": sk.rand_score,
    "adjusted_rand": sk.adjusted_rand_score,
    "mutual_information": sk.mutual_info_score,
    "homogeneity": sk.homogeneity_score,
    "completeness": sk.completeness_score,
    "fowlkes_mallows": sk.fowlkes_mallows_score,
    **{f"nmi(mean={mean})": lambda a, b, mean=mean: sk.normalized_mutual_info_score(a, b, average_method=mean) for mean in MEANS},
    **{f"v_measure(beta={beta})": lambda a, b, beta=beta: sk.v_measure_score(a, b, beta=beta) for beta in (0.5, 1.0, 2.0)},
}
LABELS = st.integers(1, 7).flatmap(lambda k: st.lists(st.integers(0, k), min_size=2, max_size=40))


@st.composite
def partitions(draw):
    a = draw(LABELS)
    b = draw(st.lists(st.integers(0, draw(st.integers(0, 6))), min_size=len(a), max_size=len(a)))
    return np.array(a), np.array(b)


def value(text, *data, **keywords):
    name, _, options = text.partition("(")
    given = dict(option.split("=") for option in options.rstrip(")").split(",") if option)
    given = {key: one if one.isalpha() else float(one) for key, one in given.items()}
    return getattr(gn, name)(*data, **given, **keywords)


@pytest.mark.parametrize("metric", PEERS)
@given(data=partitions())
def test_as_scikit_learn(metric, data):
    found = value(metric, *data, undefined=math.nan)
    if metric == "fowlkes_mallows" and len({*data[0]}) == len({*data[1]}) == len(data[0]):
        assert math.isnan(found)  # where scikit-learn says 0 of the same partition twice
        return
    # Sums of logarithms: scikit-learn's own digits end near 1e-15 of an entropy.
    assert found == pytest.approx(PEERS[metric](*data), rel=1e-12, abs=2e-14)


def expected_information(a, b):
    """The expectation over every order, by exact hypergeometric probabilities."""
    n, total = len(a), 0.0
    for x, y in itertools.product(np.bincount(a).tolist(), np.bincount(b).tolist()):
        for k in range(max(1, x + y - n), min(x, y) + 1):
            chance = Fraction(math.comb(x, k) * math.comb(n - x, y - k), math.comb(n, y))
            total += float(chance * k / n) * math.log(n * k / (x * y))
    return total


def entropy(labels):
    sizes = np.bincount(labels)
    return math.fsum(-size / len(labels) * math.log(size / len(labels)) for size in sizes if size)


@pytest.mark.parametrize("average", MEANS)
@given(data=partitions())
def test_adjusted_mutual_information_by_its_definition(average, data):
    a, b = data
    found = gn.ami(a, b, average=average, undefined=math.nan)
    if 1 in (len({*a}), len({*b})):
        assert found == sk.adjusted_mutual_info_score(a, b) == float(len({*a}) == len({*b}))
        return
    mean = {"arithmetic": np.mean, "geometric": lambda h: math.sqrt(h[0] * h[1]), "min": min, "max": max}[average]([entropy(a), entropy(b)])
    chance = expected_information(a, b)
    if abs(mean - chance) < 1e-12:
        assert math.isnan(found) or found == 1
        return
    # Differences of sums of logarithms near 1e-15 are divided by what is left of the mean.
    assert found == pytest.approx((sk.mutual_info_score(a, b) - chance) / (mean - chance), rel=1e-12, abs=5e-14 / (mean - chance))
    peer = sk.adjusted_mutual_info_score(a, b, average_method=average)
    assert found == pytest.approx(peer, rel=1e-10, abs=1e-12 / (mean - chance))  # whose expectation is made of logarithms of factorials


def test_expected_information_of_many_points_is_near_its_series():
    """For large n it tends to (R − 1)(C − 1)/2n, with a next term of order n⁻²."""
    n, a, b = 10**7, [0.2, 0.3, 0.5], [0.1, 0.4, 0.25, 0.25]
    cells = np.outer(a, b)
    table = gn.Contingency(range(3), range(4), *np.indices((3, 4)).reshape(2, -1), np.rint(cells * n).astype(np.int64).ravel())
    shared, chance = gn.mutual_information(table), 3 * 2 / (2 * n)
    mean = (-sum(p * math.log(p) for p in a) - sum(p * math.log(p) for p in b)) / 2
    assert shared == pytest.approx(0, abs=1e-15)
    assert gn.ami(table) == pytest.approx(-chance / (mean - chance), rel=1e-5)  # the next term, of order 1/n, is left out


@given(partitions())
def test_pairs_one_by_one(data):
    a, b = data
    pairs = [(a[i] == a[j], b[i] == b[j]) for i, j in itertools.combinations(range(len(a)), 2)]
    found = gn.pair_counts(a, b)
    assert (found.tp, found.fp, found.fn, found.tn) == tuple(pairs.count(pair) for pair in [(1, 1), (0, 1), (1, 0), (0, 0)])
    assert 2 * np.array([[found.tn, found.fp], [found.fn, found.tp]]).tolist() == 2 * (sk.cluster.pair_confusion_matrix(a, b) // 2).tolist()


@given(partitions())
def test_best_match_by_trying_all(data):
    a, b = data[0] % 4, data[1] % 4
    right = max(sum(names[y] == x for x, y in zip(a, b, strict=True)) for names in itertools.permutations(range(4)))
    assert gn.matched_accuracy(a, b) == right / len(a)
    assert gn.purity(a, b) == sum(np.bincount(a[b == k]).max() for k in {*b}) / len(a)


def test_manning():
    """Introduction to Information Retrieval, table 16.2: three clusters of 17 points."""
    truth = [*"xxxxxo", *"xooood", *"xxddd"]
    found = [1] * 6 + [2] * 6 + [3] * 5
    pairs = gn.pair_counts(truth, found)
    assert (pairs.tp, pairs.fp, pairs.fn, pairs.tn) == (20, 20, 24, 72)
    assert round(gn.purity(truth, found), 2) == 0.71
    assert round(gn.nmi(truth, found), 2) == 0.36
    assert round(gn.rand_index(truth, found), 2) == 0.68
    assert round(pairs.f_score(5), 2) == 0.46
    assert (pairs.precision, round(pairs.recall, 3), round(pairs.f_score(), 2)) == (0.5, 0.455, 0.48)


def test_yeung_and_ruzzo():
    """The index of Hubert and Arabie (1985) as Yeung and Ruzzo (2001) work it on ten points: adjusted .313, Rand .711."""
    table = gn.Contingency([1, 2, 3], [1, 2, 3], [0, 0, 1, 1, 1, 2], [0, 1, 0, 1, 2, 2], [1, 1, 1, 2, 1, 4])
    assert round(gn.adjusted_rand(table), 3) == 0.313
    assert round(gn.rand_index(table), 3) == 0.711


def test_the_size_of_the_table_does_not_change_a_figure(monkeypatch):
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 9, 300), rng.integers(0, 12, 300)
    want = {entry.name: getattr(gn, entry.name)(a, b) for entry in ENTRIES}
    monkeypatch.setattr("gnomon.summary.contingency.DENSE", 0)
    monkeypatch.setattr("gnomon.metrics.matching.DENSE", 0)
    assert {entry.name: getattr(gn, entry.name)(a, b) for entry in ENTRIES} == want


def test_counts_past_what_products_hold():
    """Three thousand million points: their pairs are past 64 bits, and whole."""
    n = 3_000_000_000
    pairs = gn.pair_counts(gn.Contingency([0, 1], [0, 1], [0, 1, 1], [0, 0, 1], [n, n, n]))
    assert pairs.tp == 3 * (n * (n - 1) // 2)
    assert (pairs.fp, pairs.fn) == (n * n, n * n)
    assert pairs.tn == n * n


@every_value
def test_labels_are_of_any_type_and_names_do_not_matter(entry):
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 4, 60), rng.integers(0, 5, 60)
    want = getattr(gn, entry.name)(a, b)
    for one, other in ((np.array([*"wxyz"])[a], b), (a.astype(float), b * 10**12), (a, [f"k{9 - k}" for k in b]), (a == 1, b == 1)):
        if one.dtype != bool:
            assert getattr(gn, entry.name)(one, other) == pytest.approx(want, rel=1e-12)
        assert getattr(gn, entry.name)(one, other) == getattr(gn, entry.name)(gn.Contingency.of(one, other))


@every_value
def test_weights_are_repetitions(entry):
    rng = np.random.default_rng(2)
    a, b, w = rng.integers(0, 4, 60), rng.integers(0, 5, 60), rng.integers(0, 4, 60)
    call = getattr(gn, entry.name)
    assert call(a, b, weight=w) == pytest.approx(call(np.repeat(a, w), np.repeat(b, w)), rel=1e-12)
    assert call(a, b, weight=np.ones(60)) == call(a, b)
    half = w / 2 + 0.25
    if entry.name in ("rand_index", "adjusted_rand", "fowlkes_mallows", "ami"):
        with warns_undefined("weights_not_whole"):
            assert math.isnan(call(a, b, weight=half))
    else:
        assert call(a, b, weight=half) == pytest.approx(call(a, b, weight=half * 8), rel=1e-12)


@every_value
def test_merged_in_any_order(entry):
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 6, 90), rng.integers(0, 5, 90)
    parts = [gn.Contingency.of(a[at], b[at]) for at in np.array_split(rng.permutation(90), 4)]
    assert sum(parts) == gn.Contingency.of(a, b) == sum(parts[::-1])
    assert getattr(gn, entry.name)(sum(parts)) == getattr(gn, entry.name)(a, b)


@every_value
def test_range_and_perfection(entry):
    rng = np.random.default_rng(4)
    low, high = entry.range
    for _ in range(30):
        n = rng.integers(2, 12)
        found = getattr(gn, entry.name)(rng.integers(0, 3, n), rng.integers(0, 3, n), undefined=0.5)
        assert low <= found <= high
    a = rng.integers(0, 4, 50)
    assert getattr(gn, entry.name)(a, [*"cabd"] and np.array([*"cabd"])[a]) == pytest.approx(
        1 if entry.name != "mutual_information" else gn.mutual_information(a, a), rel=1e-12
    )
    assert_unknown_options_refused(entry, (a, a))


TRIVIAL = {
    "one class, one cluster": ([1, 1, 1], [5, 5, 5]),
    "one class": ([1, 1, 1], [5, 6, 6]),
    "one cluster": ([1, 2, 2], [5, 5, 5]),
    "all alone": ([1, 2, 3], [7, 8, 9]),
    "clusters alone": ([1, 1, 2], [7, 8, 9]),
}


@pytest.mark.parametrize("case", TRIVIAL)
def test_trivial_partitions(case):
    a, b = TRIVIAL[case]
    for metric, peer in PEERS.items():
        if (metric, case) != ("fowlkes_mallows", "all alone"):
            assert value(metric, a, b) == pytest.approx(peer(a, b), abs=1e-15), metric
    if case != "clusters alone":
        assert gn.ami(a, b) == float(case in ("one class, one cluster", "all alone"))
    else:
        assert gn.ami(a, b) == pytest.approx(0, abs=1e-15)  # always what chance gives
        with pytest.warns(gn.UndefinedMetricWarning):
            assert math.isnan(gn.ami(a, b, average="min"))  # and the most there could be


def test_one_point_and_none():
    for name in ("rand_index", "adjusted_rand", "fowlkes_mallows"):
        with warns_undefined("no_pairs_of_points"):
            assert math.isnan(getattr(gn, name)([1], [2]))
    with pytest.raises(gn.UndefinedMetricError, match="no two points"):
        gn.pair_counts([1], [2], undefined="raise")
    assert gn.nmi([1], [2]) == gn.purity([1], [2]) == gn.matched_accuracy([1], [2]) == 1
    for entry in VALUES:
        with warns_undefined("no_rows"):
            assert math.isnan(getattr(gn, entry.name)(gn.Contingency.empty()))


NOISY = ([*"aaabbbbcc"], [0, 0, -1, 1, 1, -1, 0, -1, -1])


@every_value
def test_noise_is_what_is_asked_for(entry):
    a, b = NOISY
    call = getattr(gn, entry.name)
    alone = [k if k != -1 else f"alone {i}" for i, k in enumerate(b)]
    kept = [i for i, k in enumerate(b) if k != -1]
    assert call(a, b, noise=-1) == pytest.approx(call(a, list(map(str, alone))), rel=1e-12)
    assert call(a, b, noise=-1) == call(a, b, noise=-1, noise_as="singletons")
    assert call(a, b, noise=-1, noise_as="drop") == pytest.approx(call([a[i] for i in kept], [b[i] for i in kept]), rel=1e-12)
    assert call(a, b, noise=-1, noise_as="cluster") == call(a, b) == call(a, b, noise=77)
    with warns_undefined("no_points_in_clusters"):
        assert math.isnan(call(a, [-1] * 9, noise=-1, noise_as="drop"))


def test_noise_in_a_table():
    table = gn.Contingency.of(*NOISY, noise=-1)
    assert repr(table) == "Contingency(9 points, 3 classes, 2 clusters, 4 of noise)"
    assert table.noise_weight == 4
    assert gn.Contingency.from_bytes(table.to_bytes()) == table
    with raises_id("summary.noise_settings_differ", noise=-1, noise_as="singletons", noise_as_2="singletons"):
        table + gn.Contingency.of(*NOISY)
    halves = gn.Contingency.of(*NOISY, noise=-1, weight=[0.5] * 9)
    with warns_undefined("weights_not_whole"):
        assert math.isnan(gn.nmi(halves))
