"""Missing values that a Binning counts in another bin are counted there on every path."""

import duckdb
import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id

RNG = np.random.default_rng(3)
X = np.where(RNG.random(3000) < 0.15, np.nan, RNG.normal(size=3000).round(2))
Y = (RNG.random(3000) < 1 / (1 + np.exp(2 - np.nan_to_num(X, nan=0.8)))).astype(int)
LATER = np.where(RNG.random(1000) < 0.4, np.nan, RNG.normal(0.3, 1, 1000).round(2))
KIND = np.where(np.isnan(X), None, np.where(X > 0.5, "a", np.where(X > -0.5, "b", "c")))
LATER_KIND = np.where(np.isnan(LATER), None, np.where(LATER > 0.5, "a", np.where(LATER > -0.5, "b", "c")))


@pytest.fixture(params=["numbers", "categories"])
def case(request):
    first, later = (X, LATER) if request.param == "numbers" else (KIND, LATER_KIND)
    binning = gn.Binning(missing="merge").fit({"x": first}, Y)
    layout, target = binning.layout("x"), binning.merged_["x"]
    assert layout.missing_in == target
    shares = []
    for column in (first, later):
        places = gn.Layout(layout.edges, layout.groups, layout.special, layout.closed).assign(gn.inputs.variables.as_variable(column))
        shares.append(np.bincount(np.where(places == layout.missing, target, places), minlength=layout.regular) / len(column))
    e, a = shares
    return binning, first, later, float(((a - e) * np.log(a / e)).sum())


def test_psi_by_every_door(case, tmp_path):
    binning, first, later, meant = case
    assert gn.psi(first, later, bins=binning) == pytest.approx(meant, rel=1e-12)
    table = gn.psi_table(first, later, bins=binning)
    assert table.psi == pytest.approx(meant, rel=1e-12)
    assert "missing" not in table.bin.tolist()
    assert "missing_merged" in [note.code for note in table.notes]
    assert gn.psi(first, later, bins=binning.bins_["x"]) == pytest.approx(meant, rel=1e-12)
    assert gn.psi(first, later, bins=binning.layout("x")) == pytest.approx(meant, rel=1e-12)
    assert gn.psi(binning.bins_["x"], later) == pytest.approx(meant, rel=1e-12), "rows that were counted in fitting"
    weights = (np.full(len(first), 2.0), np.full(len(later), 3.0))
    assert gn.psi(first, later, bins=binning, weight=weights) == pytest.approx(meant, rel=1e-12)
    frames = pd.DataFrame({"x": first}), pd.DataFrame({"x": later})
    for name, frame in zip(("a", "b"), frames, strict=True):
        frame.to_parquet(tmp_path / f"{name}.parquet", index=False)
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    assert gn.psi_table(*frames, bins=binning)["x"].psi == pytest.approx(meant, rel=1e-12)
    for kind in ("parquet", "csv"):
        paths = [str(tmp_path / f"{name}.{kind}") for name in "ab"]
        assert gn.psi_table(*paths, bins={"x": binning.layout("x")})["x"].psi == pytest.approx(meant, rel=1e-12)
    months = {"x": np.concatenate([first, later]), "month": [1] * len(first) + [2] * len(later)}
    watched = gn.stability(months, bins=binning)
    assert watched.variable_psi["x"].tolist() == pytest.approx([0.0, meant], rel=1e-12)
    again = gn.stability({"x": later, "month": [3] * len(later)}, reference=watched)
    assert again.variable_psi["x"].tolist() == pytest.approx([meant], rel=1e-12)


def test_cards_keep_it_through_json_and_sql(case):
    binning, first, later, _ = case
    card = gn.Scorecard(binning, min_iv=0).fit({"x": first}, Y)
    rows = {"x": later}
    again = gn.Card.from_dict(card.to_dict())
    assert again == card.card_
    assert again.layouts["x"].missing_in == binning.merged_["x"]
    assert again.score(rows).tolist() == card.score(rows).tolist()
    assert gn.Bins.from_bytes(binning.bins_["x"].to_bytes()) == binning.bins_["x"]
    duckdb.register("later_rows", pd.DataFrame(rows))
    found = duckdb.sql(card.to_sql("later_rows", dialect="duckdb")).fetchnumpy()["score"]
    assert found.tolist() == card.score(rows).tolist()
    line = card.table().bin.tolist().index("missing")
    assert np.isnan(card.table().rows[line]), "they are counted elsewhere"
    assert np.nansum(card.table().rows) == len(first)
    plain = gn.Scorecard(gn.Binning().fit({"x": first}, Y), min_iv=0).fit({"x": first}, Y)
    assert plain.card_.layouts["x"].missing_in is None
    one = card.card_.variables["x"]
    with raises_id("scorecards.points_of_missing_differ"):
        gn.Characteristic(one.layout, [*one.points[:-2], one.points[-2] + 1, one.points[-1]])


def test_binning_and_its_file_say_the_same(case, tmp_path):
    binning, first, later, meant = case
    again = gn.Binning.load(binning.save(tmp_path / "b.json"))
    assert again.layout("x") == binning.layout("x")
    assert gn.psi(first, later, bins=again) == pytest.approx(meant, rel=1e-12)
    assert gn.woe_table(first, Y, bins=binning).woe.tolist() == binning.table("x").woe.tolist()
    assert gn.woe_table(first, Y, bins=binning.bins_["x"]).woe.tolist() == binning.table("x").woe.tolist()
