"""Bins, weights of evidence, PSI and cards on a cluster: what is counted there is what is counted in memory, to the last digit."""

import datetime

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.scorecards import gathering_apart, tallies


def applications(n=2400, seed=0):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "age": rng.integers(18, 70, n).astype(float),
            "income": np.round(rng.gamma(2, 1000, n), 2),
            "city": rng.choice(["a", "b", "c", None], n),
            "rate": rng.normal(0, 1, n).astype("float32"),
            "w": rng.integers(1, 4, n) * 0.5,
            "month": rng.integers(1, 4, n),
        }
    )
    odds = 2 - 0.3 * table["rate"] + (table["age"] - 40) / 30 - (table["city"] == "b")
    table["bad"] = (rng.random(n) < 1 / (1 + np.exp(odds))).astype(int)
    table.loc[rng.random(n) < 0.1, "age"] = np.nan
    table.loc[rng.random(n) < 0.1, "income"] = -999
    return table


def same_table(one, other, digits=True):
    assert one.bin.tolist() == other.bin.tolist()
    for name in ("n", "good", "bad", "woe", "iv"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert np.array_equal(mine, theirs) if digits else mine == pytest.approx(theirs, rel=1e-12)
    assert one.note == other.note


def test_psi_of_frames_is_that_of_memory(frame):
    first, second = applications(seed=1), applications(1500, seed=2).assign(new=1)
    second.loc[:20, "city"] = "d"
    here, there = frame(first, [0, 1, 1, 900]), frame(second, 600)
    for asked in ({"special": {"income": [-999]}}, {"weight": "w", "closed": "right", "categories": ["month"], "bins": {"age": [30, 50]}}):
        mine, theirs = gn.psi_table(here, there, **asked), gn.psi_table(first, second, **asked)
        assert mine.column.tolist() == theirs.column.tolist()
        assert (mine.only_actual, mine.failed) == (theirs.only_actual, theirs.failed) == (("new",), {})
        for name, table in theirs.tables.items():
            assert mine[name].bin.tolist() == table.bin.tolist()
            assert mine[name].expected.tolist() == table.expected.tolist()
            assert mine[name].psi == pytest.approx(table.psi, rel=1e-12) if "weight" in asked else mine[name].psi == table.psi
            assert mine[name].notes == table.notes
    assert gn.psi(first["age"], there.select("age"), strategy="width") == gn.psi(first["age"], second["age"], strategy="width")
    known = gn.Bins.of(here.select("age", "w"), weight="w", edges=[30, 50])
    assert known == gn.Bins.of(first["age"], edges=[30, 50], weight=first["w"])
    assert gn.psi(known, there.select("age")) == gn.psi(known, second["age"])


def test_weights_of_evidence_and_binning(frame):
    table = applications()
    rows = frame(table, 800)
    same_table(
        gn.woe_table(rows.select("income", "bad"), "bad", special=[-999]), gn.woe_table(table["income"], table["bad"], special=[-999])
    )
    weighed = gn.woe_table(rows.select("rate", "bad", "w"), "bad", weight="w", bins=5)
    same_table(weighed, gn.woe_table(table["rate"], table["bad"], weight=table["w"], bins=5), digits=False)
    assert gn.information_value(rows.select("city", "bad"), "bad") == gn.information_value(table["city"], table["bad"])
    assert gn.Bins.of(rows.select("city", "bad"), "bad") == gn.Bins.of(table["city"], table["bad"])
    asked = {"special": [-999], "missing": "merge", "stable_over": "month"}
    there, here = gn.Binning(**asked).fit(rows.drop("w"), "bad"), gn.Binning(**asked).fit(table.drop(columns=["w", "bad"]), table["bad"])
    assert there.to_dict() == here.to_dict()
    assert there.n_features_in_ == here.n_features_in_


def test_many_values_are_cut_between_cells(frame, monkeypatch):
    """Cuts of cells are not those of values, but what is counted by them is exact; and that is said."""
    table = applications()
    rows = frame(table, 800)
    monkeypatch.setattr(tallies, "MOST_CELLS", 300)
    monkeypatch.setattr(tallies, "FEWEST_CELLS", 300)
    found = gn.Binning().fit(rows.select("rate", "income", "bad"), "bad")
    for name in ("rate", "income"):
        assert found.bins_[name] == gn.Bins.of(table[name], table["bad"], layout=found.layout(name))
        here = gn.woe_table(table[name], table["bad"]).information_value
        assert found.table(name).information_value == pytest.approx(here, rel=0.2)
        assert "cuts stand between" in found.table(name).note
    assert "cuts stand between" in gn.woe_table(rows.select("rate", "bad"), "bad", bins=5).note
    psi = gn.psi_table(rows.select("rate"), rows.select("rate"), bins=5, closed="right")["rate"]
    assert psi.psi == 0
    assert "cut_between_cells" in {note.code for note in psi.notes}
    layout = gn.Layout(tuple(float(name.split(", ")[1][:-1]) for name in psi.bin[:-1]), None, (), "right")
    assert psi.expected.tolist() == gn.Bins.of(table["rate"], layout=layout).good[:5].tolist()
    with pytest.raises(gn.InputError, match="no column of X can be binned: 'rate' has more different values than are told apart"):
        gn.Binning("width").fit(rows.select("rate", "bad"), "bad")


def test_points_are_computed_by_spark(spark, frame):
    """Missing values, NaN, codes, unseen categories, ends of bins, floats of single precision, decimals and whole numbers."""
    table = applications()
    fine = gn.Binning(special={"income": [-999]}, unseen="zero").fit(table[["age", "income", "city", "rate"]], table["bad"])
    card = gn.Scorecard(fine, min_iv=0, signs=False).fit(table[["age", "income", "city", "rate"]], table["bad"])
    edges = [np.float32(edge) for edge in fine.layout("rate").edges]
    near = [np.nextafter(edge, np.float32(way)) for edge in edges for way in (-9, 9)]
    rates = np.array([*edges, *near, *table["rate"][:40], np.nan], np.float32)
    n = len(rates)
    nasty = pd.DataFrame({"rate": rates, "age": np.resize([*fine.layout("age").edges, np.nan, 17, 99], n)})
    nasty["income"] = np.resize([*fine.layout("income").edges, -999.0, -999.5, 1e300, -0.0], n)
    nasty["city"] = np.resize(np.array(["a", "b", "zz", None, "", "a'"], object), n)
    nasty["at"] = np.arange(n)
    rows = frame(nasty, 20)
    assert dict(rows.dtypes)["rate"] == "float"
    scored = card.score(rows).toArrow().to_pandas().sort_values("at")
    assert np.array_equal(scored["score"], card.score(nasty))
    woe = fine.transform(rows).toArrow().to_pandas().sort_values("at")
    assert np.array_equal(woe[[f"{name}_woe" for name in fine.variables_]].to_numpy(), fine.transform(nasty))
    strict = gn.Binning().fit(table[["city"]], table["bad"]).transform(rows).toArrow().to_pandas().sort_values("at")
    assert strict["city_woe"].isna().tolist() == [city in ("zz", "", "a'") for city in nasty["city"]]
    numbers = gn.Scorecard.by_hand({"x": {"(-inf, 0.7)": 1, "[0.7, inf)": 2, "missing": 3}}, base=0.1)
    made = spark.sql("SELECT CAST(x AS DECIMAL(5, 2)) x FROM VALUES (0.69), (0.70), (NULL) t(x)")
    assert [row["score"] for row in numbers.score(made).collect()] == [1.1, 2.1, 3.1]
    assert [row["score"] for row in numbers.score(made.selectExpr("CAST(x AS FLOAT) x")).collect()] == [1.1, 2.1, 3.1]
    assert [row["score"] for row in numbers.score(made.selectExpr("CAST(x AS INT) x")).collect()] == [1.1, 1.1, 3.1]
    endless = spark.sql("SELECT CAST(x AS DOUBLE) x FROM VALUES ('NaN'), ('Infinity'), ('-Infinity') t(x)")
    assert [row["score"] for row in numbers.score(endless).collect()] == [3.1, None, None]
    with pytest.raises(gn.InputError, match="'x' is a column of type text, and its bins are of numbers"):
        numbers.score(made.selectExpr("CAST(x AS STRING) x"))


@pytest.mark.parametrize(
    ("weight", "asked"),
    [
        (None, {"segment": "place", "features": ["age", "rate"]}),
        ("w", {"max_psi": 0.25, "stable_over": "month", "signs": False, "C": 10.0}),
    ],
    ids=["segments", "periods and weights"],
)
def test_a_card_is_made_where_the_rows_are(frame, weight, asked):
    """Choice, regression, cross-fitted errors and points as in memory."""
    table = applications().assign(twice=lambda t: 2 * t["age"], drift=lambda t: t["month"] + t["rate"], place=lambda t: t["month"] % 2)
    asked = {"features": ["age", "income", "city", "twice", "drift"], **asked}
    here = gn.Scorecard(**asked).fit(table, table["bad"], weight=None if weight is None else table[weight])
    there = gn.Scorecard(**asked).fit(frame(table, [0, 1, 1, 900]), "bad", weight=weight)
    assert {name: str(why) for name, why in there.dropped_.items()} == {name: str(why) for name, why in here.dropped_.items()}
    assert there.coefficients_.coefficient == pytest.approx(here.coefficients_.coefficient, rel=1e-7)  # scikit-learn's own tolerance
    for name in ("cross_fitted", "standard_error", "p", "iv", "iv_chance", "iv_low", "iv_high"):
        assert getattr(there.coefficients_, name) == pytest.approx(getattr(here.coefficients_, name), rel=1e-6)
    assert there.validation_.to_dict() == pytest.approx(here.validation_.to_dict(), rel=1e-9)
    assert np.array_equal(there.card_.score(table), here.card_.score(table))
    assert (there.classes_.tolist(), there.n_features_in_) == (here.classes_.tolist(), here.n_features_in_)


def test_a_card_that_cannot_be(frame):
    rows = frame(applications(400), 150)
    with pytest.raises(gn.InputError, match=r"'city' has no value in \d+ rows, and cards go by it"):
        gn.Scorecard(segment="city", features=["age"], weights={"age": 1}).fit(rows, "bad")
    with pytest.raises(gn.InputError, match="the variables tell good from bad without a mistake"):
        gn.Scorecard(features=["known"]).fit(rows.selectExpr("bad * 3 + rate * 0.001 AS known", "bad"), "bad")
    with pytest.raises(gn.InputError, match="y has one class only: every row is good"):
        gn.Scorecard().fit(rows.selectExpr("age", "0 AS bad"), "bad")


def test_what_cannot_be_is_refused(frame):
    table = applications(400)
    table["day"] = datetime.date(2024, 1, 1)
    rows = frame(table, 150)
    where = r"\(positions count from the row in partition 1, at its position 0\)"
    endless = frame(table.assign(rate=table["rate"].where(table.index != 153, np.inf)), 150)
    with pytest.raises(gn.InputError, match=f"rate has inf at position 3; bins need finite numbers.* {where}"):
        gn.woe_table(endless.select("rate", "bad"), "bad")
    with pytest.warns(UserWarning, match="columns that cannot be binned"):
        assert where[2:12] in gn.Binning().fit(endless.drop("w"), "bad").failed_["rate"]
    with pytest.warns(UserWarning, match="left out: 'day'; failed_ says why"):
        assert "dates or times" in gn.Binning().fit(rows.drop("w"), "bad").failed_["day"]
    lost = frame(table.assign(bad=table["bad"].astype(float).where(table.index != 301)), 150)
    with pytest.raises(gn.InputError, match=r"'bad' is missing in 1 rows \(first in partition 2, at its position 1\)"):
        gn.Bins.of(lost.select("age", "bad"), "bad", edges=[30])
    with pytest.raises(gn.InputError, match="neither 0/1 nor -1/1"):
        gn.Binning().fit(rows.selectExpr("age", "bad + 1 AS bad"), "bad")
    with pytest.raises(gn.InputError, match="'month' has 3 labels"):
        gn.woe_table(rows.select("age", "month"), "month")
    with pytest.raises(gn.InputError, match="y has only good rows"):
        gn.woe_table(rows.selectExpr("age", "0 AS bad"), "bad")
    with pytest.raises(gn.InputError, match="has no rows"):
        gn.psi_table(rows.limit(0), rows)
    with pytest.raises(gn.InputError, match="no column 'bda' in a Spark data frame; did you mean"):
        gn.Binning().fit(rows, "bda")
    with pytest.raises(gn.InputError, match="of 2 columns besides label and weight, where one is meant"):
        gn.woe_table(rows.select("age", "rate", "bad"), "bad")
    with pytest.raises(gn.InputError, match="special: no row of either sample has -7"):
        gn.psi(rows.select("age"), rows.select("age"), special=[-7])


def test_what_needs_all_rows_here_says_so(frame):
    """Nothing takes the first rows of a frame for all of them."""
    table = applications(400)
    rows = frame(table, 150)
    card = gn.Scorecard.by_hand({"age": {"(-inf, 30)": 1, "[30, inf)": 2, "missing": 3}}, points0=600, odds0=50, pdo=20)
    for call in (card.probability, card.points, card.reasons, card.card_.bins, lambda x: card.report(x, label="bad")):
        with pytest.raises(gn.InputError, match="needs all rows here"):
            call(rows)
    with pytest.raises(gn.InputError, match="whole columns are read here"):
        gn.stability(rows, label="bad", score="rate")


def test_of_very_many_rows_a_part_is_cross_fitted(frame, monkeypatch):
    """Which rows are drawn follows from what they hold, not from their partitions; chance stays chance."""
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"x": rng.normal(size=6000), "noise": rng.integers(0, 60, 6000).astype(str), "two": rng.integers(0, 2, 6000)})
    table["bad"] = (rng.random(6000) < 1 / (1 + np.exp(1.5 - table["x"]))).astype(int)
    monkeypatch.setattr(gathering_apart, "MOST_CELLS", 3 * 2000)
    asked = {"min_iv": -1, "signs": False, "select": None}
    one = gn.Scorecard(**asked).fit(frame(table, 2000), "bad")
    other = gn.Scorecard(**asked).fit(frame(table.sample(frac=1, random_state=1), [0, 1, 1, 4000]), "bad")
    assert one.validation_ == other.validation_
    note = next(note for note in one.coefficients_.notes if note.code == "cross_fitted_part")
    assert abs(note.values["count"] - 2000) < 150
    assert abs(one.coefficients_.z[1]) < 3 < one.coefficients_.z[0]
    here = gn.Scorecard(**asked).fit(table.drop(columns="bad"), table["bad"])
    assert one.coefficients_.standard_error[0] > 1.4 * here.coefficients_.standard_error[0]
    assert one.coefficients_.coefficient == pytest.approx(here.coefficients_.coefficient, rel=1e-7)
