"""A score watched by month: each figure is what its own function gives, whatever the order and container; months add up."""

import datetime
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from draws import off_by
from gnomon.messages.language import speaking
from gnomon.scorecards.periods import missing_between
from gnomon.scorecards.psi_chance import _dealt
from gnomon.scorecards.stability_index import index_of_rows
from refusals import raises_id

RNG = np.random.default_rng(11)
MONTHS = ["2024-01", "2024-02", "2024-04"]


def made(n=1800, shift=(0.0, 0.1, 0.9)):
    place = RNG.integers(0, 3, n)
    x = RNG.normal(np.asarray(shift)[place], 1)
    bad = (RNG.random(n) < 1 / (1 + np.exp(1.5 - x))).astype(int)
    frame = pd.DataFrame({"month": np.asarray(MONTHS)[place], "bad": bad, "score": np.round(x + RNG.normal(0, 0.7, n), 3)})
    frame["age"] = np.round(40 + 8 * x)
    frame["region"] = RNG.choice(list("nse"), n)
    frame.loc[place == 2, "region"] = RNG.choice(list("nsw"), int((place == 2).sum()))
    return frame


FRAME = made()
ASKED = {"label": "bad", "score": "score"}
FOUND = gn.stability(FRAME, **ASKED)


def of(month):
    return FRAME[FRAME["month"] == month]


def test_each_figure_is_what_its_own_function_gives():
    assert FOUND.period.tolist() == MONTHS
    first = of(MONTHS[0])
    layout = FOUND.watch.references["score"].bins.layout
    for place, month in enumerate(MONTHS):
        rows = of(month)
        assert FOUND.rows[place] == FOUND.labelled[place] == len(rows)
        assert FOUND.bad_rate[place] == pytest.approx(rows["bad"].mean(), rel=1e-12)
        for name in ("ks", "gini"):
            want = gn.interval(name, rows["bad"], rows["score"])
            ends = [getattr(FOUND, name + end)[place] for end in ("", "_low", "_high")]
            assert ends == pytest.approx([want.value, want.low, want.high], rel=1e-12)
        assert FOUND.score_psi[place] == gn.psi(first["score"], rows["score"])
        assert FOUND.variable_psi["age"][place] == gn.psi(first["age"], rows["age"])
        counted = [gn.Bins.of(part["score"], layout=layout) for part in (first, rows)]
        assert FOUND.tables["score"][place].psi == gn.psi(*counted)
    moved = [values.max() for values in FOUND.variable_psi.values()]
    assert moved == sorted(moved, reverse=True)


@pytest.mark.parametrize("kind", ["polars", "dict", "csv", "parquet", "shuffled"])
def test_every_container_and_order_says_the_same(kind, tmp_path):
    data = {"polars": pl.from_pandas(FRAME), "dict": {name: FRAME[name].tolist() for name in FRAME}}
    data["shuffled"] = FRAME.sample(frac=1, random_state=1)
    if kind == "csv":
        FRAME.to_csv(tmp_path / "a.csv", index=False)
    elif kind == "parquet":
        FRAME.to_parquet(tmp_path / "a.parquet")
    found = gn.stability(data.get(kind, tmp_path / f"a.{kind}"), **ASKED)
    assert found.to_dict() == FOUND.to_dict()


def test_months_watched_apart_add_up():
    first = gn.stability(of(MONTHS[0]), **ASKED)
    rest = FRAME[FRAME["month"] != MONTHS[0]]
    half = RNG.random(len(rest)) < 0.5
    parts = [gn.stability(part, reference=first, **ASKED) for part in (rest[half], rest[~half])]
    for whole in (first + parts[0] + parts[1], parts[1] + first + parts[0]):
        assert whole.to_dict() == FOUND.to_dict()
    other = gn.stability(rest, **ASKED)
    with raises_id("scorecards.watches_references_differ"):
        first + other
    with raises_id("scorecards.watches_columns_differ", name="age"):
        first + gn.stability(rest, reference=first, variables=["region"], **ASKED)
    with raises_id("scorecards.watches_settings_differ"):
        first + gn.stability(rest, reference=first, label="bad", score="score", level=0.9)


def test_a_reference_of_its_own_and_one_by_name(tmp_path):
    reference = made(500)
    found = gn.stability(FRAME, reference=reference, **ASKED)
    assert found.score_psi[1] == gn.psi(reference["score"], of(MONTHS[1])["score"])
    assert found.reference == ""
    reference.to_parquet(tmp_path / "r.parquet")
    assert gn.stability(FRAME, reference=tmp_path / "r.parquet", **ASKED).to_dict() == found.to_dict()
    named = gn.stability(FRAME, reference="2024-04", **ASKED)
    assert named.score_psi[2] == 0
    assert named.variable_psi["age"][0] == gn.psi(of("2024-04")["age"], of("2024-01")["age"])
    with raises_id("scorecards.reference_period_unknown", given="2023-01", first="2024-01", last="2024-04"):
        gn.stability(FRAME, reference="2023-01", **ASKED)


def test_what_stands_out_is_said_in_both_languages():
    codes = {note.code for note in FOUND.notes}
    assert {"periods_missing", "watch_large", "watch_bad_rate"} <= codes
    text = str(FOUND)
    assert "periods between the first and the last without any rows (1): 2024-03" in text
    assert "age has moved: PSI" in text
    with speaking("zh"):
        assert "首尾之间有 1 个时期没有任何行：2024-03" in str(FOUND)
        assert "坏样本率变了" in str(FOUND)
    quiet = gn.stability({"month": [1] * 500 + [2] * 500, "x": [*range(500)] * 2})
    assert [note.code for note in quiet.notes] == ["watch_stable"]
    few = gn.stability({"month": [1] * 30 + [2] * 30, "x": RNG.normal(size=60)})
    assert {note.code for note in few.notes} == {"watch_chance"}
    worse = FRAME.assign(score=np.where(FRAME["month"] == "2024-02", RNG.normal(size=len(FRAME)), FRAME["score"]))
    assert "watch_ks" in {note.code for note in gn.stability(worse, **ASKED).notes}


def test_labels_that_are_not_there_yet():
    late = FRAME.assign(bad=FRAME["bad"].where(FRAME["month"] != "2024-04"))
    found = gn.stability(late, **ASKED)
    assert found.labelled.tolist()[2] == 0
    assert np.isnan(found.ks[2])
    assert np.isnan(found.bad_rate[2])
    assert found.score_psi.tolist() == FOUND.score_psi.tolist()
    assert found.ks[:2].tolist() == FOUND.ks[:2].tolist()


def test_weights_and_direction():
    weight = RNG.integers(1, 4, len(FRAME))
    found = gn.stability(FRAME.assign(w=weight), weight="w", **ASKED)
    repeated = gn.stability(FRAME.loc[FRAME.index.repeat(weight)], **ASKED)
    for name in ("bad_rate", "ks", "gini", "score_psi"):
        assert getattr(found, name).tolist() == pytest.approx(getattr(repeated, name).tolist(), rel=1e-12)
    assert "w" not in found.variable_psi
    assert found.bad_rate_high[0] - found.bad_rate_low[0] > repeated.bad_rate_high[0] - repeated.bad_rate_low[0]
    rows = FRAME["month"] == MONTHS[1]
    want = gn.interval("ks", FRAME["bad"][rows], FRAME["score"][rows], weight=weight[rows])
    assert (found.ks_low[1], found.ks_high[1]) == pytest.approx((want.low, want.high), rel=1e-12)
    weighed = FRAME.assign(w=weight)
    parts = [gn.stability(part, weight="w", reference=found, **ASKED) for part in (weighed[:900], weighed[900:])]
    added = parts[0] + parts[1]
    assert added.ks.tolist() == pytest.approx(found.ks.tolist(), rel=1e-12)
    assert np.isnan(added.ks_low).all()  # sums of weights do not tell how they were spread
    turned = gn.stability(FRAME.assign(score=-FRAME["score"]), direction="lower", **ASKED)
    assert turned.gini.tolist() == pytest.approx(FOUND.gini.tolist(), rel=1e-12)
    assert turned.ks_low.tolist() == pytest.approx(FOUND.ks_low.tolist(), rel=1e-12)


def test_periods_of_every_kind():
    days = [datetime.date(2024, 10, 1), datetime.date(2024, 2, 1)]
    assert gn.stability({"month": days, "x": [1, 2]}).period.tolist() == ["2024-02-01", "2024-10-01"]
    assert gn.stability({"month": [10, 9, 2], "x": [1, 2, 3]}).period.tolist() == [2, 9, 10]
    assert gn.stability({"month": ["b", "a"], "x": [1, 2]}).period.tolist() == ["a", "b"]
    assert missing_between(("2024-02-01", "2024-04-01")) == ["2024-03-01"]
    assert missing_between((202311, 202401)) == ["202312"]
    gaps = {"month": ["2024-01", None], "x": [1, 2]}
    with raises_id("scorecards.period_missing_in_rows", count=1, name="month", at=1):
        gn.stability(gaps)
    assert "periods_none" in {note.code for note in gn.stability(gaps, missing="drop").notes}


def test_a_file_counts_its_periods_as_numbers(tmp_path):
    (tmp_path / "a.csv").write_text("month,x\n10,1\n9,2\n2,3\n")
    assert gn.stability(tmp_path / "a.csv").period.tolist() == [2, 9, 10]


def test_dictionaries_and_frames():
    held = json.loads(json.dumps(FOUND.to_dict()))
    assert held["variable_psi"]["age"] == FOUND.variable_psi["age"].tolist()
    assert "psi_age" in FOUND.to_frame()
    assert list(FOUND.characteristics()) == ["variable", *MONTHS]


@pytest.mark.parametrize("weight", [None, "times"])
def test_a_month_with_one_bad_row_has_figures_without_intervals(weight):
    rows = {"month": ["a"] * 8 + ["b"] * 4, "p": [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4], "bad": [0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0]}
    found = gn.stability({**rows, "times": [1, 2] * 6}, label="bad", score="p", variables=[], bins=2, weight=weight)
    times = None if weight is None else [1, 2] * 2
    assert found.ks[1] == gn.ks(rows["bad"][8:], rows["p"][8:], weight=times)
    assert found.gini[1] == pytest.approx(gn.gini(rows["bad"][8:], rows["p"][8:], weight=times), rel=1e-12)
    assert np.isnan([found.ks_low[1], found.ks_high[1], found.gini_low[1], found.gini_high[1]]).all()
    assert found.ks_low[0] < found.ks[0] < found.ks_high[0] <= 1
    assert found.bad_rate_low[1] < found.bad_rate[1] < found.bad_rate_high[1]


def clean(seed, months=12, variables=1, rows=70):
    """Months of few rows among which nothing moves, after a first month of more."""
    rng = np.random.default_rng(seed)
    month = np.repeat([f"2024-{place:02}" for place in range(1, months + 1)], [400] + [rows] * (months - 1))
    return {"month": month} | {f"v{place}": rng.normal(size=len(month)) for place in range(variables)}


def test_the_worst_of_many_months_is_held_against_many_months():
    """At one month's critical value some 16 of 60 clean logs had moved; of 400 others 23 have (5.8 %)."""
    moved = {"watch_moderate", "watch_large"}
    alarms = sum(bool(moved & {note.code for note in gn.stability(clean(seed)).notes}) for seed in range(60))
    assert alarms <= 11  # a binomial count of 60 at 5 % exceeds 11 with a probability of 3.6e-5
    many = [note.code for note in gn.stability(clean(1, variables=20)).notes]
    assert sum(code in moved for code in many) <= 1
    assert many.count("watch_chance") >= 5
    shifted = clean(2)
    shifted["v0"] = shifted["v0"] + 1.5 * (shifted["month"] == "2024-07")
    note = next(note for note in gn.stability(shifted).notes if note.code in moved)
    assert note.values["period"] == "2024-07"


def test_a_card_leaves_out_what_moves_by_more_than_chance():
    rows = clean(3, variables=4, rows=100)
    rng = np.random.default_rng(3)
    n = len(rows["month"])
    bad = (rng.random(n) < 1 / (1 + np.exp(1 - rows["v0"] - rows["v1"] - rows["v2"] - rows["v3"]))).astype(int)
    asked = {"max_psi": 0.1, "stable_over": "month", "min_iv": -1}
    noisy = gn.stability(rows, variables=[f"v{place}" for place in range(4)])
    assert max(found.max() for found in noisy.variable_psi.values()) > 0.1
    assert not [why for why in gn.Scorecard(**asked).fit(rows, bad).dropped_.values() if getattr(why, "code", "") == "psi_too_high"]
    rows["v0"] = rows["v0"] + 1.5 * (rows["month"] == "2024-07")
    why = gn.Scorecard(**asked).fit(rows, bad).dropped_["v0"]
    assert (why.code, why.values["period"]) == ("psi_too_high", "2024-07")


@pytest.mark.parametrize("zero", ["0.5 rows", 1e-4, "skip"])
@pytest.mark.parametrize("rows", [np.full(100, 60), np.r_[5000, np.full(50, 8)], np.full(200, 4), 6000 // np.arange(1, 101)])
def test_the_law_of_sparse_bins_has_the_moments_of_rows_dealt_at_random(rows, zero):
    """Those of 3,000 deals by NumPy, whose mean is known to 0.5 % and whose variance to 4 %."""
    first = int(rows.sum() * 0.7)
    sizes = float(first), float(rows.sum() - first)
    dealt = np.random.default_rng(0).multivariate_hypergeometric(rows, first, size=3000, method="marginals").astype(float)
    both = np.stack([dealt, rows - dealt])
    if zero == "0.5 rows":
        both = np.where(both == 0, 0.5, both)
    shares = both / both.sum(-1, keepdims=True)
    if zero == 1e-4:
        shares = np.where(shares == 0, 1e-4, shares)
    with np.errstate(divide="ignore", invalid="ignore"):
        added = (shares[1] - shares[0]) * np.log(shares[1] / shares[0])
    index = np.where(np.isfinite(added), added, 0).sum(-1)
    unit, free = _dealt(rows.astype(float), sizes, index_of_rows(zero))
    assert unit * free == pytest.approx(index.mean(), rel=0.015)
    assert 2 * unit**2 * free == pytest.approx(index.var(), rel=0.14)


@pytest.mark.parametrize("shape", ["even", "skew"])
def test_sparse_categories_hold_the_level(shape, sets):
    """By the law of many rows 12.9 % of these were rejected."""
    share = np.ones(100) if shape == "even" else 1 / np.arange(1, 101)
    names, rejected = np.arange(100).astype(str), 0
    for seed in range(sets(200)):
        rng = np.random.default_rng(seed)
        expected, actual = (names[rng.choice(100, n, p=share / share.sum())] for n in (5000, 1000))
        rejected += gn.psi_table(expected, actual).p_value < 0.05
    assert 0 < rejected / sets(200) <= 0.05 + off_by(sets(200))
