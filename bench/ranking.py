"""Ranked lists: the claims of the ranking family, cold starts beside warm times."""

import gzip
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import sklearn.metrics as sk

import gnomon as gn
from measure import WATCH, Row, at_most, best, faster, fresh

ROWS, USERS = 1_000_000, 20_000
QUERIES, ITEMS = 20_000, 100
METRICS = "ndcg@10, map, mrr, precision_at@10, recall_at@10, hit_ratio@10"
TREC = {"ndcg_cut.10", "map", "recip_rank", "P.10", "recall.10", "success.10"}
RANX = ["ndcg_burges@10", "map", "mrr", "precision@10", "recall@10", "hit_rate@10"]


def log(rows: int, users: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    clicked = (rng.random(rows) < 0.2).astype(np.int8)
    return clicked, rng.standard_normal(rows) + clicked, rng.integers(0, users, rows)


def users() -> list[Row]:
    """GAUC against a loop over groups, and against a data-frame plug-in written for it."""
    import polars_ds as pds

    y, s, g = log(ROWS, USERS)
    ours = best(lambda: gn.gauc(y, s, g), 9)
    some = pd.DataFrame({"g": g, "y": y, "s": s})
    some = some[some.g < USERS // 20]  # a twentieth of the groups is measured, and scaled
    each = some.groupby("g")[["y", "s"]]
    start = time.perf_counter()
    areas = each.apply(lambda part: sk.roc_auc_score(part.y, part.s))
    pandas = (time.perf_counter() - start) * 20
    table = gn.gauc_table(y, s, g)
    assert np.allclose(table.auc[: len(areas)], areas.to_numpy(), rtol=1e-12)
    frame = pl.DataFrame({"g": g, "y": y.astype(np.int64), "s": s})
    grouped = frame.group_by("g").agg(pds.query_roc_auc("y", "s").alias("auc")).sort("g")
    assert np.allclose(table.auc, grouped["auc"].to_numpy(), atol=1e-9)
    theirs = best(lambda: frame.group_by("g").agg(pds.query_roc_auc("y", "s").alias("auc"), pl.len()), 2)
    work = "`gauc`, 1 M rows, 20,000 users"
    return [
        faster(work, ours, "pandas groupby + scikit-learn (1,000 groups, scaled)", pandas, 600),
        faster("the same", ours, "polars_ds", theirs, 100),
    ]


def lists() -> list[Row]:
    """Six metrics of 20,000 lists: from arrays against prepared objects, from files against reading and evaluating."""
    rng = np.random.default_rng(1)
    grade = (rng.random((QUERIES, ITEMS)) < 0.1) * rng.integers(1, 4, (QUERIES, ITEMS))
    score = (rng.standard_normal((QUERIES, ITEMS)) + grade).round(6)
    query = np.repeat(np.arange(QUERIES), ITEMS)
    r, s = grade.ravel(), score.ravel()

    def ours() -> dict[str, float]:
        return gn.Ranked.of(r, s, group=query).values(METRICS)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        mine = best(ours, 9)
        return [*_from_arrays(grade, score, mine, ours()), *_from_files(grade, score)]


def _from_arrays(grade: Any, score: Any, mine: float, values: dict[str, float]) -> list[Row]:
    import pytrec_eval
    import ranx

    qrels, run = _dictionaries(grade, score)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, TREC)
    found = evaluator.evaluate(run)
    assert abs(np.mean([one["recip_rank"] for one in found.values()]) - values["mrr"]) < 1e-9
    trec = best(lambda: evaluator.evaluate(run), 3)
    prepared = ranx.Qrels(qrels), ranx.Run(run)
    start = time.perf_counter()
    theirs = ranx.evaluate(*prepared, RANX)
    cold = time.perf_counter() - start
    assert abs(theirs["mrr"] - values["mrr"]) < 1e-6
    warm = best(lambda: ranx.evaluate(*prepared, RANX), 3)
    work = "`ndcg@10, map, mrr, precision@10, recall@10, hit_ratio@10`, 20,000 × 100, from arrays"
    return [
        faster(work, mine, "ranx on its objects, warm", warm, 8),
        faster("the same", mine, "ranx on its objects, first call in a process", cold, 8),
        faster("the same", mine, "pytrec_eval on its dictionaries", trec, 8),
        faster("the same, first call in a process", _first_call(), "ranx, first call in a process", cold, 8),
    ]


def _first_call() -> float:
    """The six metrics in a process that has just imported gnomon."""
    code = f"""
import time, warnings
import numpy as np, gnomon as gn
warnings.simplefilter("ignore")
rng = np.random.default_rng(1)
grade = (rng.random(({QUERIES}, {ITEMS})) < 0.1) * rng.integers(1, 4, ({QUERIES}, {ITEMS}))
score = (rng.standard_normal(({QUERIES}, {ITEMS})) + grade).round(6)
query = np.repeat(np.arange({QUERIES}), {ITEMS})
start = time.perf_counter()
gn.Ranked.of(grade.ravel(), score.ravel(), group=query).values({METRICS!r})
print(time.perf_counter() - start)
"""
    return min(float(fresh(code)) for _ in range(3))


def _dictionaries(grade: Any, score: Any) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    names = [f"d{i}" for i in range(ITEMS)]
    qrels = {f"q{q}": dict(zip(names, line, strict=True)) for q, line in enumerate(grade.tolist())}
    run = {f"q{q}": dict(zip(names, line, strict=True)) for q, line in enumerate(score.tolist())}
    return qrels, run


def _from_files(grade: Any, score: Any) -> list[Row]:
    import pytrec_eval
    import ranx

    with tempfile.TemporaryDirectory() as folder:
        qrels, run = Path(folder) / "q.txt", Path(folder) / "a.run"
        judged, retrieved = _dictionaries(grade, score)
        qrels.write_text("".join(f"{q} 0 {d} {g}\n" for q, docs in judged.items() for d, g in docs.items()))
        ranked = {q: sorted(docs, key=docs.__getitem__, reverse=True) for q, docs in retrieved.items()}
        run.write_text("".join(f"{q} Q0 {d} {i} {retrieved[q][d]} tag\n" for q, docs in ranked.items() for i, d in enumerate(docs, 1)))
        packed = Path(folder) / "a.run.gz"
        packed.write_bytes(gzip.compress(run.read_bytes(), 1))

        def trec() -> Any:
            with qrels.open() as q, run.open() as r:
                evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(q), TREC)
                return evaluator.evaluate(pytrec_eval.parse_run(r))

        def ranked_by_ranx() -> Any:
            return ranx.evaluate(ranx.Qrels.from_file(str(qrels), kind="trec"), ranx.Run.from_file(str(run), kind="trec"), RANX)

        ours = best(lambda: gn.Ranked.from_qrels(qrels, run).values(METRICS), 5)
        assert abs(gn.mrr(gn.Ranked.from_qrels(qrels, packed)) - gn.mrr(gn.Ranked.from_qrels(qrels, run))) < 1e-12
        work = "the same from TREC files (2 M lines each)"
        return [
            faster(work, ours, "pytrec_eval, read and evaluate", best(trec, 2), 5),
            faster("the same", ours, "ranx, read and evaluate, warm", best(ranked_by_ranx, 1), 5),
        ]


SCALE = """
import numpy as np, gnomon as gn
rng = np.random.default_rng(0)

def log(rows):
    y = (rng.random(rows) < 0.2).astype(np.int8)
    s = rng.standard_normal(rows)
    s += y
    return y, s, rng.integers(0, rows // 25, rows)

def timed(data):
    start = time.perf_counter()
    gn.gauc(*data)
    return time.perf_counter() - start

for rows in {sizes}:
    data = log(rows)
    timed([column[:1000] for column in data])
    extra = watched(lambda: gn.gauc(*data))
    print(min(timed(data) for _ in range(8)), extra)
"""


def scale() -> list[Row]:
    """GAUC of 5, 10 and 50 million rows: time against n·log n, and memory beyond the inputs."""
    sizes = (5_000_000, 10_000_000, 50_000_000)
    measured = [tuple(map(float, line.split())) for line in fresh(WATCH + SCALE.format(sizes=sizes)).splitlines()]
    n0, (t0, _) = sizes[0], measured[0]
    rows = []
    for n, (seconds, _) in zip(sizes[1:], measured[1:], strict=True):
        peer = f"5 M rows' {t0:.3f} s grown as n·log n, a tenth allowed for noise"
        rows.append(at_most(f"`gauc`, {n // 10**6} M rows, {n // 25:,} users", seconds, peer, t0 * n * np.log(n) / (n0 * np.log(n0)), 1.1))
    extra = measured[-1][1]
    return [*rows, at_most("memory beyond the inputs, the same", extra, "the bar, 2.5 GB", 2.5e9, 1, unit="B")]


def ranking() -> list[Row]:
    grown = scale()  # first, while no dictionaries of millions of documents crowd the memory
    return [*users(), *lists(), *grown]
