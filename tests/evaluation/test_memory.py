"""The memory limit: what it shares out, what it refuses, and that figures do not depend on it."""

import json
import subprocess
import sys
import tracemalloc

import duckdb
import numpy as np
import pytest

import gnomon as gn
from gnomon.engines import complaints, files, open_source
from gnomon.engines.formats import Place
from gnomon.evaluation import account, passes, run
from gnomon.evaluation.partial import Partial
from gnomon.evaluation.survey import survey
from gnomon.inference import paired_rows
from gnomon.memory import reading_share, said_bytes
from gnomon.messages.language import speaking
from gnomon.summary import QueryValues
from refusals import raises_id


def table(rows, models, seed=0, **more):
    r = np.random.default_rng(seed)
    y = (r.random(rows) < 0.3).astype(int)
    return {"y": y} | {f"s{k}": np.clip(r.normal(0.3 + 0.2 * y, 0.2), 0, 1) for k in range(models)} | more


def names(models):
    return [f"s{k}" for k in range(models)]


def settled(data, limit, **asked):
    """The plan as the survey settles it."""
    nothing = {"prediction": None, "score": None, "weight": None, "cluster": None, "group": None, "positive": gn.inputs.DEFAULT_POSITIVE}
    plan = run.plan_of(**{**nothing, "missing": "error", "label": "y", **asked}).replace(seed=0)
    source = open_source(data, limit)
    return survey(source, run.bounded(plan, limit))[0]


# The account ----------------------------------------------------------------------------------------------------------------------


def test_a_row_is_counted_as_what_its_columns_take():
    data = table(5_000, 3, g=np.array(["a", "b"] * 2_500), w=np.ones(5_000))
    plan = settled(data, 10**9, score=names(3), by="g", weight="w", missing="drop")
    partial = Partial(plan)
    for batch in open_source(data, 10**9).batches(plan.wanted, 2**20):
        partial.update(batch, 0)
    assert account.row_bytes(plan) == partial.row_bytes == 2 + 3 * 8 + 8 + 2 + 8


def test_wide_rows_are_fewer_at_hand_and_read_fewer_at_a_time():
    limit = 2 * 10**9
    one, many = (settled(table(100, k), limit, score=names(k)) for k in (1, 200))
    assert one.most_rows == (limit * 3 // 4 - (5 * 2**20 * 24 - limit // 16)) // 2 // 128
    assert many.most_rows * account.row_cost(many) <= limit * 3 // 8
    assert one.batch_rows == 2**20 > many.batch_rows
    assert many.batch_rows * 200 * 8 * account.BATCHES <= limit // 10


def test_what_rows_take_on_their_way_is_within_the_account():
    """The buffer and all that summing up one model after the other holds at once, as the allocator sees it."""
    rows, models = 60_000, 12
    data = table(rows, models)
    plan = settled(data, 10**9, score=names(models)).replace(most_rows=rows, most_cells=2**16)
    batches = list(open_source(data, 10**9).batches(plan.wanted, 2**20))
    gn.evaluate(table(100, 2), label="y", score=names(2))  # what is imported on the way is none of it
    tracemalloc.start()
    try:
        partial = Partial(plan)
        for batch in batches:
            partial.update(batch, 0)
        partial.flush()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    exact = models * rows * account.CELL_BYTES
    allowed = rows * account.row_cost(plan) + 2 * account.CELL_BYTES * plan.most_cells
    assert peak <= allowed < rows * account.row_bytes(plan) + exact, "all models' exact cells together would be more"
    assert not partial.exact


def test_tables_of_blocks_are_made_as_small_as_they_must_be(monkeypatch):
    monkeypatch.setattr(run, "MOST_ROWS", 1_000)
    usual = settled(table(4_000, 40), 4 * 10**9, score=names(40))
    tight = settled(table(4_000, 40), 10**9, score=names(40))
    assert usual.grid_parts == 1
    assert tight.grid_parts > 1
    cells = [len(plan.grids["s0", None]) for plan in (usual, tight)]
    assert cells[1] < cells[0]
    assert 40 * 1000 * 16 * cells[1] <= 10**9 // 2
    assert tight.most_rows * account.row_cost(tight) + 2 * account.CELL_BYTES * tight.most_cells < 750 * 10**6


def test_slices_have_blocks_only_where_their_intervals_need_them(monkeypatch):
    monkeypatch.setattr(run, "MOST_ROWS", 1_000)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 700)
    data = table(4_000, 2, g=np.array(["a", "b"] * 2_000), w=np.ones(4_000))
    for weight, views in ((None, {0}), ("w", {0, 1})):
        plan = settled(data, 10**9, score=names(2), by="g", weight=weight)
        partial, start = Partial(plan), 0
        for batch in open_source(data, 10**9).batches(plan.wanted, 700):
            partial.update(batch, start)
            start += len(batch["y"].values)
        partial.flush()
        assert {key.view for key, _, _ in partial.tables} == views


# Refusals -------------------------------------------------------------------------------------------------------------------------


def test_what_cannot_fit_is_refused_at_the_survey_with_the_limit_that_would_do():
    r = np.random.default_rng(0)
    rows = 3_000
    data = table(rows, 2_000, g=np.array([f"g{k}" for k in range(900)])[r.integers(0, 900, rows)])
    with raises_id("evaluation.results_exceed_memory", limit="256MB", models=2000) as refused:
        settled(data, 256_000_000, score=names(2_000), by="g")
    needed = str(refused.value).partition("allow ")[2].partition(",")[0]
    assert settled(data, gn.engines.memory_limit(needed), score=names(2_000), by="g").limit > 256_000_000
    with speaking("zh"), pytest.raises(gn.InputError, match="请调大到"):
        settled(data, 256_000_000, score=names(2_000), by="g")


def test_slices_that_come_later_are_refused_once_their_tables_no_longer_fit(monkeypatch):
    monkeypatch.setattr(run, "MOST_ROWS", 500)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 400)
    monkeypatch.setattr("gnomon.evaluation.survey.SURVEYED", 400)
    rows = 4_000
    late = np.where(np.arange(rows) < 1_000, "a", np.char.add("b", (np.arange(rows) % 300).astype(str)))
    data = table(rows, 1, g=late, w=np.ones(rows))
    with raises_id("evaluation.results_exceed_memory", limit="256MB"):
        gn.evaluate(data, label="y", score="s0", by="g", weight="w", memory=256_000_000)


def test_names_of_clusters_that_do_not_fit_are_refused_and_numbers_are_not(monkeypatch):
    monkeypatch.setattr("gnomon.evaluation.vocabulary.NAME_BYTES", 20_000)
    data = table(8_000, 1, u=np.arange(8_000))
    named = {**data, "u": np.char.add("user ", data["u"].astype(str))}
    with raises_id("evaluation.text_names_exceed_memory", column="u", needed="520MB"):
        gn.evaluate(named, label="y", score="s0", cluster="u", memory=256_000_000)
    assert gn.evaluate(data, label="y", score="s0", cluster="u", memory=256_000_000).clusters == 8_000


def test_what_duckdb_cannot_hold_is_said_in_our_words(tmp_path):
    path = tmp_path / "t.parquet"
    duckdb.sql(f"COPY (SELECT range % 2 AS y, hash(range)::VARCHAR || repeat('x', 300) AS u, random() AS p FROM range(300000)) TO '{path}'")
    connection = duckdb.connect()
    connection.execute("SET memory_limit = '4MB'")
    connection.execute("SET temp_directory = ''")
    relation = connection.sql(f"SELECT * FROM '{path}' ORDER BY u")
    with raises_id("engines.reading_memory_exceeded"):
        gn.evaluate(relation, label="y", score="p")
    said = complaints.explained("malloc of size 800 failed", Place("t.csv", [], "csv"))
    assert "Out of Memory" not in str(said)
    assert "memory=" in str(said)


def test_many_columns_are_read_by_fewer_threads_and_with_a_larger_share(tmp_path):
    path = tmp_path / "t.parquet"
    columns = ", ".join(f"random() AS s{k}" for k in range(120))
    duckdb.sql(f"COPY (SELECT range % 2 AS y, {columns} FROM range(200)) TO '{path}'")
    source = open_source(str(path), 256_000_000)
    assert isinstance(source, files.FileSource)
    source._connection.execute("SET threads = 4")
    wanted = settled(str(path), 2 * 10**9, score=names(120)).wanted
    assert sum(len(batch["y"].values) for batch in source.batches(wanted, 100)) == 200
    assert source._connection.execute("SELECT current_setting('threads')").fetchall() == [(1,)]
    assert reading_share(256_000_000, 121) > reading_share(256_000_000) == 128 * 2**20
    source.close()


# The same figures -----------------------------------------------------------------------------------------------------------------


def test_a_survey_that_cannot_keep_its_rows_reads_them_again(monkeypatch):
    data = table(3_000, 2, age=np.arange(3_000.0))
    asked = {"label": "y", "score": names(2), "by": "age", "metrics": "roc_auc,brier_score"}
    whole = gn.evaluate(data, **asked)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 400)
    monkeypatch.setattr("gnomon.evaluation.survey.survey_rows", lambda plan, limit: 700)
    again = gn.evaluate(data, **asked)
    assert again.values == whole.values
    assert [part.values for part in again.slices] == [part.values for part in whole.slices]
    assert again.comparison.pairs == whole.comparison.pairs


def test_models_are_compared_one_pair_after_the_other_and_let_go(monkeypatch):
    held = []
    forget = paired_rows.PairedRows.forget

    def watched(self, gone):
        held.append(len(self._stacks))
        forget(self, gone)
        assert not {*self._stacks, *self.curves} & {*gone}

    monkeypatch.setattr(paired_rows.PairedRows, "forget", watched)
    many = gn.evaluate(table(1_500, 6), label="y", score=names(6), metrics="roc_auc,ks,brier_score", replicates=100)
    assert max(held) == 2
    for other in names(6)[1:]:
        alone = gn.evaluate(table(1_500, 6), label="y", score=["s0", other], metrics="roc_auc,ks,brier_score", replicates=100)
        pairs = {pair.metric: pair for pair in many.comparison.pairs if pair.b == other}
        for pair in alone.comparison.pairs:
            got = pairs[pair.metric]
            assert (got.difference, got.low, got.high, got.p_value) == (pair.difference, pair.low, pair.high, pair.p_value)
    order = [(pair.metric, pair.b) for pair in many.comparison.pairs]
    assert order == [(metric, name) for metric in ("roc_auc", "ks", "brier_score") for name in names(6)[1:]]


def test_exact_figures_are_the_same_digits_within_any_limit():
    data = table(30_000, 5, g=np.array(["a", "b", "c"] * 10_000))
    asked = {"label": "y", "score": names(5), "by": "g", "replicates": 100}
    free, tight = (gn.evaluate(data, **asked, memory=memory) for memory in ("8GB", "256MB"))
    assert tight.exact
    assert tight.values == free.values
    assert tight.comparison.pairs == free.comparison.pairs


def test_coarse_figures_of_many_models_hold_the_exact_ones(monkeypatch):
    data = table(6_000, 8)
    exact = gn.evaluate(data, label="y", score=names(8), ci=None, metrics="roc_auc,log_loss,f1@0.5")
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_cells=12_000))
    coarse = gn.evaluate(data, label="y", score=names(8), ci=None, metrics="roc_auc,log_loss,f1@0.5")
    assert not coarse.exact
    for key, value in coarse.values.items():
        if key[1] == "f1@0.5":
            assert float(value) == float(exact.values[key])
        else:
            assert value.at_least <= exact.values[key] <= value.at_most


def test_lists_whose_values_do_not_fit_are_refused_and_else_take_more_passes(monkeypatch):
    rows = 4_000
    data = table(rows, 1, u=np.arange(rows) % 500)
    asked = {"label": "y", "score": "s0", "group": "u", "metrics": "ndcg@10,mrr"}
    whole = gn.evaluate(data, **asked)
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_waiting=10_000, most_rows=700))
    parts = []
    needed = passes.parts_needed
    monkeypatch.setattr(passes, "parts_needed", lambda *known: parts.append(needed(*known)) or parts[-1])
    assert gn.evaluate(data, **asked, memory="256MB").values == whole.values
    assert parts[0] == -(-rows * 18 * passes.WORKING // 20_000)
    monkeypatch.setattr("gnomon.evaluation.finished.Pass.held_bytes", property(lambda self: 10**9))
    with raises_id("evaluation.results_exceed_memory", limit="256MB", models=1):
        gn.evaluate(data, **asked, memory="256MB")


def test_values_of_queries_joined_share_their_names_and_are_let_go():
    first, second = np.array([1, 4]), np.array([2, 3])
    one = QueryValues({"a": (first, np.array([0.1, 0.4]), None), "b": (first, np.array([1.0, 4.0]), np.ones(2))}, 2, 9)
    two = QueryValues({"a": (second, np.array([0.2, 0.3]), None), "b": (second, np.array([2.0, 3.0]), np.ones(2))}, 2, 5)
    both = one + two
    assert [both.parts["a"][0].tolist(), both.parts["b"][1].tolist()] == [[1, 2, 3, 4], [1.0, 2.0, 3.0, 4.0]]
    assert both.parts["a"][0] is both.parts["b"][0]
    assert (len(one.parts), len(two.parts)) == (2, 2), "what was added stays as it was"
    given = [one, two]
    assert QueryValues.united(given) == both
    assert not given
    assert not one.parts


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc")
def test_the_peak_of_a_process_keeps_to_the_limit(tmp_path):
    """Of twenty models the exact cells, rows and tables would be three times the limit."""
    path, limit = tmp_path / "t.parquet", 256_000_000
    columns = ", ".join(f"random() AS s{k}" for k in range(20))
    duckdb.sql(f"COPY (SELECT (random() < 0.3)::INT AS y, {columns} FROM range(400000)) TO '{path}'")
    code = f"""
import json, duckdb, pyarrow.dataset, numpy, narwhals
import gnomon as gn
import gnomon.evaluation.run
held = lambda kind: int(open("/proc/self/status").read().partition(kind)[2].split()[0]) * 1024
open("/proc/self/clear_refs", "w").write("5")
before = held("VmRSS:")
gn.evaluate({str(path)!r}, label="y", score={names(20)}, metrics="roc_auc,brier_score", replicates=100, memory={limit})
print(json.dumps(held("VmHWM:") - before))
"""
    peak = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert peak <= 1.15 * limit
    assert said_bytes(limit) == "256MB"


def test_rows_that_must_be_at_hand_are_refused_with_the_limit_that_would_do(monkeypatch):
    data = table(3_000, 2)
    monkeypatch.setattr(run, "MOST_ROWS", 1_000)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 500)
    with raises_id("evaluation.compared_rows_exceed_memory", rows=3000, needed="260MB"):
        gn.compare(data, label="y", score=names(2), memory="256MB")
    with raises_id("evaluation.kept_rows_exceed_memory", rows=3000, needed="260MB"):
        gn.evaluate(data, label="y", score=names(2), memory="256MB", keep_rows=True)
    plan = settled(data, 256_000_000, score=names(2))
    assert plan.most_rows == 1_000
    assert account.for_rows(plan, 10**8) == "39GB"  # 10⁸ rows of 18 + 118 bytes are 35 % of it
