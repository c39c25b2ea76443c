"""Binning by five methods: against other tools and plain definitions, whatever the order of rows, and what cannot be binned."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.messages.language import speaking
from refusals import raises_id

PLACE = np.arange(3000)
X = (PLACE * 7919 % 1009) / 10.0
Y = (80 + 3 * np.abs(X - 30) > (PLACE * PLACE * 31 + PLACE * 17) % 1000).astype(int)
METHODS = ("optimal", "chi", "tree", "quantile", "width")
TRENDS = ("up", "down", "peak", "valley")


def rates(binning, name="x"):
    bins = binning.bins_[name]
    return (bins.bad / np.maximum(bins.total, 1))[: bins.layout.regular]


def turns(steps):
    signs = np.sign(steps)[np.sign(steps) != 0]
    return int((signs[1:] != signs[:-1]).sum())


OPTBINNING = {
    "auto": [32.45000076293945, 37.54999923706055, 43.45000076293945, 51.14999961853027, 80.25],
    "up": [43.45000076293945, 51.14999961853027, 80.25, 87.54999923706055],
    "down": [],
    "peak": [43.45000076293945, 51.14999961853027, 80.25, 87.54999923706055, 94.95000076293945],
    "valley": [32.45000076293945, 37.54999923706055, 43.45000076293945, 51.14999961853027, 80.25],
    "either": [43.45000076293945, 51.14999961853027, 80.25, 87.54999923706055],
    None: [32.45000076293945, 37.54999923706055, 43.45000076293945, 51.14999961853027, 80.25],
}


@pytest.mark.parametrize("trend", OPTBINNING)
def test_information_value_is_no_lower_than_that_of_optbinning(trend):
    """Splits of OptimalBinning(max_n_bins=6, min_bin_size=0.05, monotonic_trend=…, solver="cp") of optbinning 1.0.0."""
    theirs = gn.information_value(X, Y, bins=OPTBINNING[trend])
    ours = gn.Binning(max_bins=6, min_fraction=0.05, monotonic=trend, min_events=1).fit(X, Y).table()
    assert ours.information_value >= theirs - 1e-12
    assert ours.n[: ours.regular].min() >= 150


@pytest.mark.parametrize("trend", [*TRENDS, "either", "auto", None, "none"])
def test_trends_hold(trend):
    rng = np.random.default_rng(3)
    x = rng.normal(size=4000)
    y = (rng.random(4000) < 0.2 + 0.15 * np.sin(3 * x)).astype(int)
    binning = gn.Binning(monotonic=trend).fit(x, y)
    steps = np.diff(rates(binning))
    table = binning.table()
    if trend in ("up", "down"):
        assert (steps * (1 if trend == "up" else -1) >= 0).all()
    elif trend in ("peak", "valley"):
        assert turns(steps) <= 1
        assert turns(steps) == 0 or np.sign(steps[0]) == (1 if trend == "peak" else -1)
    elif trend == "either":
        assert turns(steps) == 0
    elif trend == "auto":
        each = [gn.Binning(monotonic=one).fit(x, y).table().information_value for one in TRENDS]
        assert table.information_value == pytest.approx(max(each), rel=1e-12)
    else:
        assert table.information_value >= gn.Binning().fit(x, y).table().information_value
        assert turns(steps) > 1


def test_min_events_and_min_difference():
    rng = np.random.default_rng(4)
    x = rng.normal(size=3000)
    y = (rng.random(3000) < 0.03 + 0.02 * (x > 0)).astype(int)
    table = gn.Binning(min_events=20, min_fraction=0).fit(x, y).table()
    assert min(table.bad.min(), table.good.min()) >= 20
    assert table.bad.min() < 40  # it binds
    apart = gn.Binning(min_difference=0.02).fit(x, y)
    assert np.abs(np.diff(rates(apart))).min() >= 0.02
    assert np.abs(np.diff(rates(gn.Binning().fit(x, y)))).min() < 0.02
    for method in ("tree", "quantile"):
        assert np.abs(np.diff(rates(gn.Binning(method, min_difference=0.02).fit(x, y)))).min(initial=1) >= 0.02


def test_a_trend_that_holds_in_every_month():
    rng = np.random.default_rng(5)
    n = 8000
    month, x = rng.integers(0, 4, n), rng.normal(size=n)
    # In one month those above 1 are better, not worse.
    y = (rng.random(n) < 0.15 + 0.08 * (x > 0) + np.where(month == 3, -0.2, 0.1) * (x > 1)).astype(int)
    frame = pd.DataFrame({"x": x, "month": month})
    loose, held = gn.Binning(monotonic="up").fit(frame[["x"]], y), gn.Binning(monotonic="up", stable_over="month").fit(frame, y)
    assert held.variables_ == ("x",)

    def falls(binning):
        layout = binning.layout("x")
        found = [gn.Bins.of(x[month == one], y[month == one], layout=layout) for one in range(4)]
        return [(np.diff((bins.bad / np.maximum(bins.total, 1))[: layout.regular]) < 0).any() for bins in found]

    assert any(falls(loose))
    assert not any(falls(held))
    assert held.layout("x").regular > 1
    same = gn.Binning(monotonic="up", stable_over=month).fit(x, y)
    assert same.layout().edges == held.layout("x").edges


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_a_tree_cuts_where_that_of_scikit_learn_does(criterion):
    binning = gn.Binning("tree", max_bins=7, criterion=criterion).fit(X, Y)
    tree = DecisionTreeClassifier(criterion=criterion, max_leaf_nodes=7, min_samples_leaf=0.05).fit(X[:, None], Y).tree_
    theirs = np.sort(tree.threshold[tree.feature >= 0])
    values = np.unique(X)
    assert np.searchsorted(values, binning.layout().edges).tolist() == np.searchsorted(values, theirs).tolist()


def test_quantiles_and_widths():
    quantiles = gn.Binning("quantile", max_bins=8, min_fraction=0).fit(X, Y)
    assert (np.abs(quantiles.bins_["x"].total[:8] - 375) <= 3).all()  # three rows share each value
    ties = gn.Binning("quantile", max_bins=4, min_fraction=0).fit([0] * 70 + list(range(1, 31)), [0, 1] * 50)
    assert ties.bins_["x"].total[:2].tolist() == [70, 30] or ties.layout().edges[0] == 1
    widths = gn.Binning("width", max_bins=8, min_fraction=0).fit(X, Y)
    np.testing.assert_allclose(widths.layout().edges, np.linspace(0, 100.8, 9)[1:-1], rtol=1e-12)
    assert widths.bins_["x"].total[:8].tolist() == np.histogram(X, 8)[0].tolist()
    skewed = gn.Binning("width", max_bins=8).fit(np.append(X, 1e6), np.append(Y, 0))
    assert skewed.layout().edges == ()  # one row is too few for a bin


def test_chi_square_tells_neighbours_apart():
    from scipy.stats import chi2_contingency

    binning = gn.Binning("chi", max_bins=20, confidence=0.99).fit(X, Y)
    bins = binning.bins_["x"]
    cells = np.stack([bins.good, bins.bad], axis=1)[: bins.layout.regular]
    assert len(cells) > 2
    assert all(chi2_contingency(cells[at : at + 2], correction=False).pvalue <= 0.01 for at in range(len(cells) - 1))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("closed", ["left", "right"])
def test_bins_are_those_of_their_edges_whatever_the_order_of_rows(method, closed):
    rng = np.random.default_rng(6)
    x = np.where(PLACE % 9 == 0, np.nan, np.where(PLACE % 10 == 0, -1.0, np.round(X)))
    binning = gn.Binning(method, closed=closed, special=[-1]).fit(x, Y)
    assert binning.bins_["x"] == gn.Bins.of(x, Y, layout=binning.layout())
    fine = binning._fitted["x"].fine
    assert fine == gn.Bins.of(x, Y, layout=fine.layout)
    mixed = rng.permutation(3000)
    again = gn.Binning(method, closed=closed, special=[-1]).fit(x[mixed], Y[mixed])
    assert again.layout() == binning.layout()
    assert again.to_dict() == binning.to_dict()


def test_a_difference_that_is_exactly_met():
    x, y = [0] * 40 + [1] * 40, [1] * 10 + [0] * 30 + [1] * 12 + [0] * 28  # rates 0.25 and 0.30
    rules = {"min_fraction": 0, "monotonic": None}
    assert gn.Binning(min_difference=0.05, **rules).fit({"x": x}, y).layout().edges == (1.0,)
    assert gn.Binning(min_difference=0.0501, **rules).fit({"x": x}, y).layout().edges == ()


@pytest.mark.parametrize("method", METHODS)
def test_the_unit_of_weights_cuts_nowhere_else(method):
    """Limits, smoothing and the test of chi-merge count rows, also where they are tied."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 8, 300).astype(float)
    y = (rng.random(300) < (x / 8) ** 3).astype(int)
    columns = {"x": np.where(rng.random(300) < 0.1, np.nan, x), "k": np.array(list("abcdefgh"))[x.astype(int)]}
    uneven = rng.random(300)
    for rules in ({"min_fraction": 0.05}, {"min_fraction": 0, "min_events": 3}):
        plain = gn.Binning(method, **rules).fit(columns, y)
        own = gn.Binning(method, **rules).fit(columns, y, weight=uneven)
        pairs = [(plain, np.full(300, unit)) for unit in (1.0, 1 / 300, 100.0)] + [(own, uneven * 1e-3), (own, uneven * 300)]
        for expected, weight in pairs:
            found = gn.Binning(method, **rules).fit(columns, y, weight=weight)
            again = gn.Binning.from_dict(found.to_dict())
            for name in columns:
                assert found.layout(name) == expected.layout(name)
                np.testing.assert_allclose(found.woe_[name], expected.woe_[name], rtol=1e-11, atol=1e-13)
                assert np.array_equal(again.woe_[name], found.woe_[name])
                assert found.table(name).information_value == pytest.approx(expected.table(name).information_value, rel=1e-11)


@pytest.mark.parametrize("method", METHODS)
def test_fractions_as_weights_in_any_order_of_rows(method):
    """Sums of fractions differ in their last digits with the order; cuts do not, and evidence by no more than that."""
    rng = np.random.default_rng(10)
    for _ in range(4):
        x, y, w, mixed = rng.integers(0, 60, 400) / 4, rng.integers(0, 2, 400), rng.random(400), rng.permutation(400)
        one, other = gn.Binning(method, fine=20).fit(x, y, weight=w), gn.Binning(method, fine=20).fit(x[mixed], y[mixed], weight=w[mixed])
        assert one.layout() == other.layout()
        np.testing.assert_allclose(one.woe_["x"], other.woe_["x"], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("method", METHODS)
def test_categories_are_grouped_by_bad_rate(method):
    c = np.array(list("abcdefghij"))[PLACE * 37 % 10]
    y = ((PLACE * PLACE * 31 + PLACE * 17) % 1000 < 60 + 40 * (PLACE * 37 % 10)).astype(int)
    binning = gn.Binning(method, max_bins=4).fit({"c": c}, y)
    table = binning.table()
    assert sorted(one for group in binning.layout().groups for one in group) == list("abcdefghij")
    assert (np.diff(table.bad_rate) >= 0).all()
    assert 2 <= table.regular <= 4
    if method == "optimal":
        # OptimalBinning(dtype="categorical", max_n_bins=4, min_bin_size=0.05, monotonic_trend=None) of optbinning 1.0.0
        assert table.information_value >= 0.4631042273594458 - 1e-12


def containers():
    x, c = np.where(PLACE % 9 == 0, np.nan, X), np.array(list("abc"))[PLACE % 3]
    yield "dict", {"x": x, "c": c}
    yield "pandas", pd.DataFrame({"x": x, "c": c})
    yield "categorical", pd.DataFrame({"x": x, "c": pd.Categorical(c)})
    yield "polars", pl.DataFrame({"x": x, "c": c}, nan_to_null=True)
    yield "lazy", pl.LazyFrame({"x": x, "c": c}, nan_to_null=True)
    yield "enum", pl.DataFrame({"x": x, "c": pl.Series(c, dtype=pl.Categorical)}, nan_to_null=True)
    yield "arrow", pa.table({"x": pa.array(x, from_pandas=True), "c": pa.array(c).dictionary_encode()})


@pytest.mark.parametrize(("kind", "frame"), list(containers()), ids=lambda one: one if isinstance(one, str) else "")
def test_any_container(kind, frame):
    meant = gn.Binning().fit(dict(containers())["dict"], Y)
    binning = gn.Binning().fit(frame, Y)
    assert binning.to_dict() == meant.to_dict()
    assert np.array_equal(binning.transform(frame), meant.transform(dict(containers())["dict"]))
    made = binning.transform(frame, output="frame")
    assert [str(name) for name in getattr(made, "column_names", getattr(made, "columns", None))] == ["x", "c"]
    if kind in ("polars", "arrow"):
        assert type(made).__module__.partition(".")[0] == {"polars": "polars", "arrow": "pyarrow"}[kind]


def test_transform_looks_up_what_the_table_says():
    x = np.where(PLACE % 9 == 0, np.nan, X)
    binning = gn.Binning().fit(np.column_stack([x, X]), Y)
    assert binning.variables_ == ("x0", "x1")
    out = binning.transform(np.column_stack([x, X]))
    for place, column in enumerate((x, X)):
        name = f"x{place}"
        expected = np.searchsorted(binning.layout(name).edges, column, side="right")
        expected[np.isnan(column)] = binning.layout(name).missing
        assert np.array_equal(out[:, place], binning.woe_[name][expected])
    assert out[0, 0] == binning.table("x0").woe[-1] != 0  # missing values: their own evidence


def test_missing_values_merged_with_the_nearest_bad_rate():
    x = np.where(PLACE % 9 == 0, np.nan, X)
    own, merged = gn.Binning().fit(x, Y), gn.Binning(missing="merge").fit(x, Y)
    table = own.table()
    target = int(np.argmin(np.abs(table.bad_rate[: table.regular] - table.bad_rate[-1])))
    assert merged.merged_ == {"x": target}
    assert merged.bins_["x"].total[target] == table.n[target] + table.n[-1]
    assert merged.transform([np.nan])[0, 0] == merged.woe_["x"][target]
    assert "missing values are counted in" in str(merged.table())
    assert "no row was missing" not in str(merged.table())


def test_values_that_fitting_has_not_seen():
    c = np.array(list("abc"))[PLACE % 3]
    gaps = np.where(PLACE % 7 == 0, None, c)
    with pytest.raises(gn.InputError, match=r"'c' has 'z' at position 1 \(2 such rows\), a category that fitting has not seen"):
        gn.Binning().fit({"c": c}, Y).transform({"c": ["a", "z", "z"]})
    assert gn.Binning(unseen="zero").fit({"c": c}, Y).transform({"c": ["z"]}).tolist() == [[0.0]]
    kept = gn.Binning(unseen="missing").fit({"c": gaps}, Y)
    assert kept.transform({"c": ["z"]})[0, 0] == kept.transform({"c": [None]})[0, 0] == kept.table().woe[-1] != 0
    assert gn.Binning().fit(X, Y).transform([np.nan]).tolist() == [[0.0]]
    for unseen, said in (("error", "refused"), ("zero", "WOE 0"), ("missing", "WOE of missing values")):
        assert f"a category not seen here {'is' if unseen == 'error' else 'has'}" in str(gn.Binning(unseen=unseen).fit({"c": c}, Y).table())
        assert said in str(gn.Binning(unseen=unseen).fit({"c": c}, Y).table())


def test_a_variable_that_cannot_be_binned_does_not_stop_the_others():
    frame = {
        "fine": X,
        "constant": np.ones(3000),
        "empty": np.full(3000, np.nan),
        "identifier": [f"u{i}" for i in PLACE],
        "dates": np.array(["2020-01-01"] * 3000, "M8[D]"),
        "endless": np.where(PLACE == 4, np.inf, X),
    }
    with pytest.warns(UserWarning, match=r"columns that cannot be binned are left out: .*.dates.*; failed_ says why"):
        binning = gn.Binning().fit(frame, Y)
    assert binning.variables_ == ("fine",)
    assert {name: reason.split(";")[0].split(":")[0] for name, reason in binning.failed_.items()} == {
        "constant": "'constant' is constant (1.0)",
        "empty": "'empty' has no value besides missing ones and special codes",
        "identifier": "'identifier' has 3,000 categories in 3,000 rows, past one in five",
        "dates": "dates holds dates or times",
        "endless": "endless has inf at position 4",
    }
    assert binning.transform(frame).shape == (3000, 1)
    with raises_id("scorecards.no_column_binnable"):
        gn.Binning().fit({"constant": frame["constant"], "empty": frame["empty"]}, Y)
    with speaking("zh"), pytest.warns(UserWarning, match="无法分箱的列已略过"):
        assert "只有一个取值" in gn.Binning().fit(frame, Y).failed_["constant"]


def test_a_constant_beside_gaps_tells_something():
    x = np.where(PLACE % 4 == 0, np.nan, 1.0)
    binning = gn.Binning().fit(x, Y)
    assert binning.table().bin.tolist() == ["(-inf, inf)", "missing"]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"method": "best"}, "method='best' is none of 'width' or 'quantile'"),
        ({"monotonic": "rising"}, "monotonic='rising' is none of None or 'none' or 'up'"),
        ({"max_bins": 0}, "max_bins=0 is no whole number from 1 to 50"),
        ({"min_fraction": 0.5}, "min_fraction=0.5 is no number from 0 to below 0.5"),
        ({"min_events": -1}, "min_events=-1 is no number from 0"),
        ({"min_difference": 1}, "min_difference=1 is no number"),
        ({"fine": 1}, "fine=1 is no whole number from 2"),
        ({"missing": "drop"}, "missing='drop' is none of 'own' or 'merge'"),
        ({"unseen": "ignore"}, "unseen='ignore' is none of"),
        ({"closed": "both"}, "closed='both' is none of"),
        ({"criterion": "mse"}, "criterion='mse' is none of"),
        ({"confidence": 1}, "confidence=1 is no number"),
        ({"smoothing": -1}, "smoothing=-1 is not a number above 0"),
        ({"special": [123456.0]}, "special has 123456.0, which no row of 'x' has"),
        ({"special": {"y": [1]}}, "special names 'y', which is no column of X"),
        ({"stable_over": "month"}, "stable_over='month' is no column of X"),
        ({"stable_over": [1, 2]}, "stable_over has 2 rows but 'x' has 3,000"),
    ],
)
def test_refused_parameters(parameters, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Binning(**parameters).fit(X, Y)


def test_refused_data():
    fitted = gn.Binning().fit({"a": X, "b": X}, Y)
    with raises_id("scorecards.binned_column_missing", name="b", count=1, names="'a'"):
        fitted.transform({"a": X})
    with pytest.raises(gn.InputError, match="'b' has 2 rows but 'a' has 3,000"):
        fitted.transform({"a": X, "b": X[:2]})
    with pytest.raises(gn.InputError, match="has 'u' at position 0, and its bins are of numbers"):
        fitted.transform({"a": X, "b": ["u"] * 3000})
    with raises_id("scorecards.unnamed_columns_mismatch", given=3, meant=2):
        gn.Binning().fit(np.column_stack([X, X]), Y).transform(np.zeros((4, 3)))
    with raises_id("scorecards.binning_not_fitted"):
        gn.Binning().transform(X)
    with raises_id("scorecards.y_of_one_class", which="good"):
        gn.Binning().fit(X, np.zeros(3000, int))
    with raises_id("scorecards.columns_empty"):
        gn.Binning().fit({}, Y)
    with raises_id("scorecards.binning_input_is_text"):
        gn.Binning().fit("file.csv", Y)
    with raises_id("inputs.lengths_differ", name="'b'", n=5, other="'a'"):
        gn.Binning().fit({"a": X, "b": X[:5]}, Y)
    with raises_id("scorecards.variable_name_missing", names="'a', 'b'"):
        fitted.table()
    with raises_id("scorecards.variable_unknown", name="c"):
        fitted.table("c")


def test_progress_is_told_where_it_is_asked_for(monkeypatch, capsys):
    from gnomon.scorecards import progress

    monkeypatch.setenv("FORCE_COLOR", "1")  # what makes Rich take the captured stream for a terminal
    gn.Binning().fit({"a": X, "b": X}, Y)
    assert capsys.readouterr().err == ""
    gn.Binning().fit({"a": X, "b": X}, Y, progress=True)
    shown = capsys.readouterr().err
    assert "binning variables" in shown
    assert "2/2" in shown
    monkeypatch.setattr(progress, "LONG", 6000)
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    gn.Binning().fit({"a": X}, Y)
    assert capsys.readouterr().err == ""
    gn.Binning().fit({"a": X, "b": X}, Y)
    assert "binning variables" in capsys.readouterr().err


def test_one_column_has_its_own_name():
    columns = {"list": X.tolist(), "array": X, "pandas": pd.Series(X), "polars": pl.Series(X), "arrow": pa.array(X), "matrix": X[:, None]}
    names = {kind: gn.Binning().fit(column, Y).variables_ for kind, column in columns.items()}
    assert names == {**dict.fromkeys(columns, ("x",)), "matrix": ("x0",)}
    assert gn.Binning().fit(pd.Series(X, name="age"), Y).variables_ == ("age",)
    assert gn.Binning().fit(pl.Series("age", X), Y).variables_ == ("age",)
    with raises_id("scorecards.column_name_duplicate", twice="1"):
        gn.Binning().fit({1: X, "1": X}, Y)


def test_edges_are_short_and_part_the_same_rows():
    rng = np.random.default_rng(12)
    for closed in ("left", "right"):
        for scale in (1e-9, 1.0, 1e12):
            x = rng.normal(size=500) * scale
            binning = gn.Binning("quantile", closed=closed, max_bins=5).fit(x, rng.integers(0, 2, 500))
            values = np.sort(x)
            for edge in binning.layout().edges:
                at = int(np.searchsorted(values, edge, side="left" if closed == "left" else "right"))
                low, high = Fraction(values[at - 1]), Fraction(values[at])
                assert (low < edge <= high) if closed == "left" else (low <= edge < high)
                # No number of a digit less lies between the two values.
                step = Fraction(10) ** (Decimal(repr(edge)).normalize().as_tuple().exponent + 1)
                coarser = high // step * step
                assert edge == 0 or not low < coarser < high


def test_special_codes_by_list_and_by_column():
    a, b = np.where(PLACE % 10 == 0, -9, X), np.where(PLACE % 12 == 0, -8, X)
    listed = gn.Binning(special=[-9, -8]).fit({"a": a, "b": b}, Y)
    assert (listed.layout("a").special, listed.layout("b").special) == ((-9.0,), (-8.0,))
    named = gn.Binning(special={"a": [-9]}).fit({"a": a, "b": b}, Y)
    assert (named.layout("a").special, named.layout("b").special) == ((-9.0,), ())


def test_codes_that_fitting_lacks_have_bins():
    """Codes of a named column are known to come, though none of these rows has one; later rows are not values of the column."""
    rng = np.random.default_rng(0)
    b, c = rng.normal(size=600), np.array(["u", "v", "w"])[rng.integers(0, 3, 600)]
    b[:50] = -999
    bad = (rng.random(600) < 0.3).astype(int)
    with pytest.warns(UserWarning, match=r"special names codes that no row has: b=-998, c='none'; correct them"):
        made = gn.Binning(special={"b": [-999, -998], "c": ["none"]}).fit({"b": b, "c": c}, bad)
    assert "no row has the special codes -998" in str(made.table("b"))
    assert made.layout("b").special == (-999, -998)
    assert made.transform({"b": [-998.0], "c": ["none"]}).tolist() == [[0, 0]]
    plain = gn.Binning(special={"b": [-999]}).fit({"b": b}, bad)
    assert made.layout("b").edges == plain.layout("b").edges
    assert gn.Binning.from_dict(made.to_dict()).layout("b").special == (-999, -998)
    with pytest.warns(UserWarning, match=r"special names codes that no row has: b=-998"):
        card = gn.Scorecard(gn.Binning(special={"b": [-999, -998]}), min_iv=-1, features=["b"], signs=False).fit({"b": b}, bad)
    assert card.score({"b": [-998.0]}).tolist() == [card.card_.base]
    with raises_id("scorecards.special_code_not_in_column", code=-998, name="X"):
        gn.Binning(special=[-999, -998]).fit({"b": b, "c": c}, bad)


def test_options_by_variable():
    rng = np.random.default_rng(1)
    rows = {name: rng.normal(size=2000) for name in "abc"}
    bad = (rng.random(2000) < 1 / (1 + np.exp(-rows["a"] - rows["b"] - rows["c"]))).astype(int)
    asked = {"max_bins": {"a": 3, "b": 12}, "min_fraction": {"b": 0.01}, "monotonic": {"a": "down", "c": None}}
    made = gn.Binning(**asked).fit(rows, bad)
    for name in "abc":
        own = {option: values[name] for option, values in asked.items() if name in values}
        assert made.layout(name) == gn.Binning(**own).fit({name: rows[name]}, bad).layout(name)
    assert made.layout("a") != made.layout("b")
    again = gn.Binning.from_dict(made.to_dict())
    assert again.get_params()["max_bins"] == {"a": 3, "b": 12}
    for option in asked:
        with pytest.raises(gn.InputError, match=f"{option} names 'd', which is no column of X"):
            gn.Binning(**{option: {"d": 3}}).fit(rows, bad)
    with raises_id("summary.whole_number_out_of_range", name="max_bins"):
        gn.Binning(max_bins={"a": 0}).fit(rows, bad)
