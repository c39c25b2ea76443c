"""Files: evaluation from Parquet against the SQL that a good analyst would write for the same exact AUC."""

import json
import os
import sys
import tempfile
from pathlib import Path

from measure import Row, at_most, faster, fresh

MANY, EXACT = 100_000_000, 20_000_000
ROOM = 1.5e9
LOGGED, USERS = 50_000_000, 2_000_000

MAKE = """
import duckdb
duckdb.connect().execute('''
COPY (SELECT (u < 0.1)::INT AS label,
             1 / (1 + exp(1.5 - (u < 0.1)::INT - sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))) AS score,
             'segment ' || (20 * random())::INT % 20 AS segment
      FROM (SELECT random() AS u FROM range({rows})))
TO '{path}' (FORMAT parquet)''')
"""

# Scores grouped, then a running sum over them: each positive outranks the negatives below it and half of those beside it.
SQL = """
import json, time, duckdb
connection = duckdb.connect()
connection.execute("SET enable_progress_bar = false")
start = time.perf_counter()
auc = connection.execute('''
WITH cells AS (SELECT score, sum(label)::DOUBLE AS p, (count(*) - sum(label))::DOUBLE AS n FROM read_parquet('{path}') GROUP BY score),
     swept AS (SELECT p, n, sum(n) OVER (ORDER BY score) - n AS below FROM cells)
SELECT sum(p * (below + n / 2)) / (sum(p) * sum(n)) FROM swept''').fetchall()[0][0]
seconds = time.perf_counter() - start
print(json.dumps({{"seconds": seconds, "auc": auc, "resident": PEAK}}))
"""

# Both clocks start when the modules are loaded; what `import gnomon` costs has a row of its own.
OURS = """
import json, time
import duckdb, pyarrow
import gnomon as gn
gn.evaluate
start = time.perf_counter()
evaluation = gn.evaluate({path!r}, label="label", score="score", {options})
value = evaluation["roc_auc"]
print(json.dumps({{
    "seconds": time.perf_counter() - start,
    "auc": float(value),
    "margin": value.margin or 0.0,
    "exact": evaluation.exact,
    "slices": len(evaluation.slices),
    "resident": PEAK,
}}))
"""


# The highest that this process itself has held; getrusage would also count what its parent held when it was started.
PEAK = "int(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0]) * 1024"


def measured(code: str, runs: int = 2, **fields: object) -> dict[str, float]:
    """The quickest of several runs, each in a process of its own, the file's pages warm."""
    found: list[dict[str, float]] = [json.loads(fresh(code.replace("PEAK", PEAK).format(**fields))) for _ in range(runs)]
    return min(found, key=lambda one: one["seconds"])


def files() -> list[Row]:
    """Within little memory at 100 M rows, exactly at 20 M; data are made beside the system's temporary files and removed."""
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for n, options in ((MANY, f'by="segment", memory={ROOM:.0f}'), (EXACT, "")):
            path = str(Path(folder) / f"{n}.parquet")
            print(f"writing {n:,} rows …", file=sys.stderr, flush=True)
            fresh(MAKE.format(rows=n, path=path))
            runs = 2 if options else 4
            ours = measured(OURS, runs, path=path, options=options)
            theirs = measured(SQL, runs, path=path)
            os.remove(path)
            rows += bounded(ours, theirs) if options else exact(ours, theirs)
    return rows


def bounded(ours: dict[str, float], theirs: dict[str, float]) -> list[Row]:
    assert not ours["exact"]
    assert ours["slices"] == 20
    assert abs(ours["auc"] - theirs["auc"]) <= ours["margin"] + 1e-12
    peer = "DuckDB: GROUP BY score, then a window (AUC alone)"
    work = "`evaluate` 100 M rows of Parquet, 20 slices, all default metrics, memory 1.5 GB"
    return [
        faster(work, ours["seconds"], peer, theirs["seconds"], 3),
        at_most("the same, resident memory", ours["resident"], "the bar, 1.5 GB", ROOM, 1, unit="B"),
        at_most("the same, half-width of the AUC", ours["margin"], "the bar, 2e-6", 2e-6, 1, unit=""),
    ]


def exact(ours: dict[str, float], theirs: dict[str, float]) -> list[Row]:
    assert ours["exact"]
    assert abs(ours["auc"] - theirs["auc"]) < 1e-9  # the SQL sums floats
    work = "`evaluate` 20 M rows of Parquet, exact, all default metrics"
    return [faster(work, ours["seconds"], "DuckDB: the same SQL", theirs["seconds"], 4)]


MAKE_LOG = """
import duckdb
duckdb.connect().execute('''
COPY (SELECT (u < 0.1)::INT AS label,
             1 / (1 + exp(1.5 - (u < 0.1)::INT - sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))) AS score,
             ({users} * random())::INT AS user
      FROM (SELECT random() AS u FROM range({rows})))
TO '{path}' (FORMAT parquet)''')
"""

GROUPED = """
import json, time
import gnomon as gn
start = time.perf_counter()
evaluation = gn.evaluate({path!r}, label="label", score="score", group="user", metrics="gauc,roc_auc", {options})
print(json.dumps({{"seconds": time.perf_counter() - start, "gauc": float(evaluation["gauc"]), "resident": PEAK}}))
"""


def groups() -> list[Row]:
    """Fifty million rows of two million users within a gigabyte, by several passes; the figure is that of all rows in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "log.parquet")
        print(f"writing {LOGGED:,} rows …", file=sys.stderr, flush=True)
        fresh(MAKE_LOG.format(rows=LOGGED, users=USERS, path=path))
        little = measured(GROUPED, 1, path=path, options="memory=1_000_000_000")
        whole = measured(GROUPED, 1, path=path, options="")
    assert little["gauc"] == whole["gauc"], (little, whole)
    work = "`evaluate` 50 M rows of Parquet with `group=` of 2 M users, memory 1 GB, by several passes"
    return [
        at_most(f"{work}: resident memory", little["resident"], "the bar, 1 GB", 1e9, 1, unit="B"),
        at_most("the same (and the same GAUC), time", little["seconds"], "all rows in memory", whole["seconds"], 4),
    ]
