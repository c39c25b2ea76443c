"""Columns named by numbers, scores in a matrix of one column, dates as keys: on every path the same."""

import datetime as dt

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import gnomon as gn
from gnomon.evaluation import run
from refusals import by_id, expect_refusal

RNG = np.random.default_rng(11)
Y, P, Q = RNG.integers(0, 2, 120), RNG.random(120).round(3), RNG.random(120).round(3)
SIDE = RNG.choice(["left", "right"], 120)


def test_columns_named_by_numbers():
    want = gn.evaluate({"y": Y, "p": P, "q": Q, "side": SIDE}, label="y", score={"2": "p", "3": "q"}, by="side", metrics="roc_auc", ci=None)
    numbers = {0: Y, 2: P, 3: Q, 7: SIDE}
    for data in (numbers, pd.DataFrame(numbers), pl.DataFrame({str(key): value for key, value in numbers.items()})):
        e = gn.evaluate(data, label=0, score=[2, 3], by=7, metrics="roc_auc", ci=None)
        assert e.values == want.values
        assert [part.rows for part in e.slices] == [part.rows for part in want.slices]
        assert gn.evaluate(data, label=np.int64(0), score=2, metrics="roc_auc", ci=None)["roc_auc"] == want["roc_auc", "2"]
        assert gn.evaluate(data, label="0", score="2", metrics="roc_auc", ci=None)["roc_auc"] == want["roc_auc", "2"]
        assert gn.evaluate(data, label=0, score={"new": 2}, group=7, cluster=None, metrics="gauc", ci=None)["gauc"] == gn.gauc(Y, P, SIDE)
        assert gn.compare(data, label=0, score=[2, 3], metrics="roc_auc").pairs[0].value_a == gn.roc_auc(Y, P)
        expect_refusal(by_id("engines.column_unknown", argument="score", value="4"), gn.evaluate, data, label=0, score=4)


def test_columns_of_classes_named_by_numbers():
    classes = RNG.integers(0, 3, 90)
    matrix = RNG.dirichlet([1, 1, 1], 90)
    frame = pd.DataFrame(matrix).assign(y=classes)
    e = gn.evaluate(frame, label="y", score=[0, 1, 2], metrics="log_loss", ci=None)
    assert e["log_loss"] == pytest.approx(gn.log_loss(classes, matrix), rel=1e-12)
    assert gn.evaluate(frame, label="y", score={0: 0, 1: 1, 2: 2}, metrics="log_loss", ci=None)["log_loss"] == e["log_loss"]


def test_two_names_that_are_written_alike_are_refused():
    for data in ({0: Y, "0": P}, pd.DataFrame({0: Y, "0": P})):
        expect_refusal(by_id("engines.column_names_duplicate_as_text", twice="0"), gn.evaluate, data, label=0, score="0")
    expect_refusal(
        by_id("evaluation.argument_names_no_columns", argument="score", given=True), gn.evaluate, {"y": Y, "p": P}, label="y", score=True
    )


@pytest.mark.parametrize("column", [P[:, None], pd.DataFrame({"p": P}), P[:, None].tolist()], ids=["numpy", "pandas", "lists"])
def test_a_matrix_of_one_column_is_the_column(column):
    for metric in (gn.roc_auc, gn.ks, gn.log_loss, gn.brier_score, gn.average_precision):
        assert metric(Y, column) == metric(Y, P)
    assert gn.roc_curve(Y, column) == gn.roc_curve(Y, P)
    assert gn.Sweep.of(Y, column) == gn.Sweep.of(Y, P)
    assert gn.gauc(Y, column, SIDE) == gn.gauc(Y, P, SIDE)
    assert gn.interval("roc_auc", Y, column) == gn.interval("roc_auc", Y, P)
    assert gn.compare(Y, {"a": column, "b": Q}, metrics="roc_auc").pairs == gn.compare(Y, {"a": P, "b": Q}, metrics="roc_auc").pairs
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_score"), gn.roc_auc, Y, P[None, :])


def test_a_matrix_of_one_column_in_a_table_and_in_lists():
    assert gn.evaluate({"y": Y, "p": P[:, None]}, label="y", score="p", metrics="roc_auc", ci=None)["roc_auc"] == gn.roc_auc(Y, P)
    assert gn.ndcg(Y, P[:, None], SIDE) == gn.ndcg(Y, P, SIDE)
    assert len(gn.ndcg([[1], [1]], [[0.5], [0.4]], per_query=True)) == 2  # lines of a matrix are queries


DAYS = [dt.datetime(2024, 1, 1) + dt.timedelta(days=int(day)) for day in RNG.integers(0, 5, 120)]
ZONE = dt.timezone(dt.timedelta(hours=8))
GROUPS = {
    "list": DAYS,
    "numpy": np.array(DAYS, "M8[ns]"),
    "pandas": pd.Series(DAYS),
    "index": pd.DatetimeIndex(DAYS),
    "category": pd.Series(DAYS).astype("category"),
    "polars": pl.Series(DAYS),
    "arrow": pa.array(DAYS),
}
DATES = [day.date() for day in DAYS]
WHOLE_DAYS = {
    "list": DATES,
    "numpy": np.array(DAYS, "M8[D]"),
    "polars": pl.Series(DATES),
    "arrow": pa.chunked_array([pa.array(DATES)]),
}


@pytest.mark.parametrize(
    ("group", "days"),
    [*((g, DAYS) for g in GROUPS.values()), *((g, DATES) for g in WHOLE_DAYS.values())],
    ids=[*GROUPS, *WHOLE_DAYS],
)
def test_dates_come_back_as_dates(group, days):
    found = gn.ndcg(Y, P, group, per_query=True)
    numbers = [sorted(set(days)).index(day) for day in days]
    assert found == dict(zip(sorted(set(days)), gn.ndcg(Y, P, numbers, per_query=True).values(), strict=True))
    assert {type(day) for day in found} == {type(days[0])}
    assert gn.gauc_table(Y, P, group).group.tolist() == sorted(set(days))
    ranked = gn.Ranked.of(Y, P, group=group)
    assert gn.Ranked.from_bytes(ranked.to_bytes()) == ranked


def test_dates_with_a_zone_keep_it_and_finer_moments_are_text():
    aware = [day.replace(tzinfo=ZONE) for day in DAYS]
    zoned = pd.Series(DAYS).dt.tz_localize("Asia/Shanghai")
    for group in (aware, zoned, pl.Series(zoned), pa.array(zoned)):
        found = gn.ndcg(Y, P, group, per_query=True)
        assert list(found) == sorted(set(aware))
        assert [day.isoformat() for day in found] == [day.isoformat() for day in sorted(set(aware))]
        ranked = gn.Ranked.of(Y, P, group=group)
        assert gn.Ranked.from_bytes(ranked.to_bytes()).queries.tolist() == sorted(set(aware))
    fine = np.array(DAYS, "M8[ns]") + np.timedelta64(1, "ns")
    assert next(iter(gn.ndcg(Y, P, fine, per_query=True))).endswith("00:00:00.000000001")


def tables(tmp_path):
    frame = pd.DataFrame({"y": Y, "p": P, "day": DAYS})
    frame.to_parquet(tmp_path / "a.parquet")
    return {
        "pandas": frame,
        "polars": pl.from_pandas(frame),
        "arrow": pa.Table.from_pandas(frame),
        "dictionary": {name: frame[name].to_numpy() for name in frame},
        "lists": {"y": Y, "p": P, "day": DAYS},
        "parquet": tmp_path / "a.parquet",
        "relation": duckdb.sql("SELECT * FROM frame"),
    }


def test_slices_by_dates_are_dates_in_every_container(tmp_path):
    want = {day: sum(other == day for other in DAYS) for day in set(DAYS)}
    for name, data in tables(tmp_path).items():
        e = gn.evaluate(data, label="y", score="p", by="day", group="day", metrics="roc_auc,gauc", ci=None)
        assert {part.by["day"]: part.rows for part in e.slices} == want, name
        assert e["gauc"] == gn.gauc(Y, P, DAYS)
        assert e.slices[0].name == f"day = {e.slices[0].by['day'].isoformat()}"


def test_dates_outlive_saving_partials_and_the_report(tmp_path, monkeypatch):
    frame = pd.DataFrame({"y": Y, "p": P, "day": DAYS, "side": SIDE})
    e = gn.evaluate(frame, label="y", score="p", by=["day", "side"], cluster="day", keep_rows=True)
    for name in ("e.json", "e.gnomon"):
        loaded = gn.Evaluation.load(e.save(tmp_path / name))
        assert [part.by for part in loaded.slices] == [part.by for part in e.slices]
        assert str(loaded) == str(e)
    assert "2024-01-01T00:00:00" in e.report(tmp_path / "e.html").read_text()
    limit = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, memory: limit(plan, memory).replace(most_rows=17))
    apart = gn.evaluate(frame, label="y", score="p", by=["day", "side"], metrics="roc_auc", ci=None)
    assert {str(part.by): part.rows for part in apart.slices} == {str(part.by): part.rows for part in e.slices}


def test_dates_as_labels_are_their_text():
    days = ["2024-01-01", "2024-01-02"] * 3
    for truth in (days, np.array(days, "M8[D]"), pl.Series(days).str.to_date()):
        e = gn.evaluate(
            pl.DataFrame({"y": truth, "p": [0, 1] * 3}), label="y", score="p", positive="2024-01-02", metrics="roc_auc", ci=None
        )
        assert e["roc_auc"] == 1
