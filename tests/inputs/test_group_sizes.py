"""Groups by sizes and by borders: told apart from ids on every path, and the same as the ids they stand for."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.evaluation import run
from refusals import by_id, expect_message, expect_refusal

SIZES, BORDERS = [20, 0, 25, 15], [0, 20, 20, 45, 60]
IDS = np.repeat([0, 2, 3], [20, 25, 15])
RNG = np.random.default_rng(7)
Y, S, T = RNG.integers(0, 2, 60), RNG.random(60).round(2), RNG.random(60).round(2)
WAYS = {"sizes": gn.group_sizes(SIZES), "borders": gn.group_ptr(BORDERS), "floats": gn.group_sizes(np.array(SIZES, float))}


@pytest.mark.parametrize("way", WAYS)
def test_functions_read_sizes_as_the_ids_they_stand_for(way):
    group = WAYS[way]
    assert gn.ndcg(Y, S, group, per_query=True) == gn.ndcg(Y, S, IDS, per_query=True)
    assert gn.gauc(Y, S, group) == gn.gauc(Y, S, IDS)
    assert gn.Ranked.of(Y, S, group=group) == gn.Ranked.of(Y, S, group=IDS)
    assert gn.interval("ndcg@5", Y, S, group=group) == gn.interval("ndcg@5", Y, S, group=IDS)
    mine, theirs = (gn.compare(Y, {"a": S, "b": T}, group=g, metrics="ndcg@5") for g in (group, IDS))
    assert mine.pairs == theirs.pairs


def test_rows_that_are_dropped_leave_their_own_group():
    scores = S.copy()
    scores[[3, 50]] = np.nan
    with pytest.warns(gn.DroppedRowsWarning):
        mine = gn.ndcg(Y, scores, gn.group_sizes(SIZES), missing="drop", per_query=True)
    with pytest.warns(gn.DroppedRowsWarning):
        assert mine == gn.ndcg(Y, scores, IDS, missing="drop", per_query=True)
    with pytest.warns(gn.DroppedRowsWarning):
        gauc = gn.gauc(Y, scores, gn.group_sizes(SIZES), missing="drop")
    with pytest.warns(gn.DroppedRowsWarning):
        assert gauc == gn.gauc(Y, scores, IDS, missing="drop")


@pytest.mark.parametrize("passes", ["one", "several"])
def test_tables_and_files_read_them_too(tmp_path, monkeypatch, passes):
    if passes == "several":
        limit = run.bounded
        monkeypatch.setattr(run, "bounded", lambda plan, memory: limit(plan, memory).replace(most_waiting=500, most_rows=20))
    table = pd.DataFrame({"y": Y, "s": S, "t": T, "g": IDS})
    table.to_csv(tmp_path / "a.csv", index=False)
    table.to_parquet(tmp_path / "a.parquet")
    want = gn.evaluate(table, ci=None, label="y", score=["s", "t"], group="g", metrics="ndcg@5,gauc,roc_auc")
    for data in (table, tmp_path / "a.csv", tmp_path / "a.parquet"):
        e = gn.evaluate(data, label="y", score=["s", "t"], group=gn.group_sizes(SIZES), metrics="ndcg@5,gauc,roc_auc", ci=None)
        assert e.values == want.values
        if passes == "several":
            continue  # a comparison takes all rows at once
        c = gn.compare(data, label="y", score=["s", "t"], group=gn.group_ptr(BORDERS), metrics="ndcg@5")
        assert c.pairs == gn.compare(table, label="y", score=["s", "t"], group="g", metrics="ndcg@5").pairs


def test_plain_arrays_are_ids_and_sizes_among_them_are_refused():
    expect_refusal(by_id("inputs.group_holds_sizes"), gn.ndcg, Y, S, [20, 25, 15])
    expect_refusal(by_id("inputs.group_holds_sizes"), gn.gauc, Y, S, np.array([20, 25, 15]))
    expect_refusal(by_id("inputs.group_holds_borders", rows=60), gn.ndcg, Y, S, BORDERS)
    assert len(gn.ndcg([1, 1, 1], [3, 2, 1], [1, 1, 1], per_query=True)) == 1  # a column of ids, whatever else it might be
    assert len(gn.ndcg([1, 1, 1], [3, 2, 1], gn.group_sizes([1, 1, 1]), per_query=True)) == 3


def test_sizes_that_do_not_fit_are_refused(tmp_path):
    said = "group: the sizes of 2 groups add up to 45 rows, but {} has 60; pass the sizes of all groups, in the order of the rows"
    few = gn.group_sizes([20, 25])
    expect_message(said.format("relevance"), gn.ndcg, Y, S, few)
    expect_message(said.format("y_true"), gn.gauc, Y, S, few)
    frame = pd.DataFrame({"y": Y, "s": S})
    frame.to_csv(tmp_path / "a.csv", index=False)
    expect_message(said.format("a pandas data frame"), gn.evaluate, frame, label="y", score="s", group=few)
    expect_message(said.format("a.csv"), gn.evaluate, tmp_path / "a.csv", label="y", score="s", group=few)
    expect_refusal(
        by_id("inputs.group_sizes_sum_mismatch", count_2=61, other="a.csv", rows=60),
        gn.evaluate,
        tmp_path / "a.csv",
        label="y",
        score="s",
        group=gn.group_sizes([60, 1]),
    )
    expect_refusal(by_id("inputs.group_sizes_with_lists"), gn.ndcg, [[1, 0]], [[2, 1]], gn.group_sizes([1]))


def test_sizes_and_borders_are_whole_and_in_order(tmp_path):
    expect_refusal(by_id("inputs.group_size_negative", counts=-1, negative=1), gn.group_sizes, [3, -1])
    expect_refusal(by_id("inputs.size_not_integer", name="group_sizes", value=1.5, wrong=1), gn.group_sizes, [3, 1.5])
    expect_refusal(by_id("inputs.rows_missing", name="group_sizes"), gn.group_sizes, [])
    expect_refusal(by_id("inputs.group_borders_start_not_zero", borders=3), gn.group_ptr, [3, 5])
    expect_refusal(by_id("inputs.group_borders_not_ascending", borders=2, at=2, borders_2=3), gn.group_ptr, [0, 3, 2])
    expect_refusal(by_id("inputs.group_borders_too_few"), gn.group_ptr, [0])
    (tmp_path / "a.query").write_text("20\n\n25\nfifteen\n")
    expect_refusal(by_id("inputs.group_sizes_line_not_integer", number=4, text="fifteen"), gn.group_sizes, tmp_path / "a.query")
    expect_refusal(by_id("inputs.group_sizes_file_unreadable"), gn.group_sizes, str(tmp_path / "b.query"))
    (tmp_path / "a.query").write_text("20\n25\r\n15")
    assert gn.group_sizes(tmp_path / "a.query").sizes.tolist() == [20, 25, 15]
