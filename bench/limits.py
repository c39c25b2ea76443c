"""The memory limit: the most that a process holds while it evaluates, beyond what it held before, against what it was allowed.

python bench/run.py limits
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from measure import Row, at_most, fresh

TIMES = 1.15
SCORE = "1 / (1 + exp(1.5 - (u < 0.1)::INT - sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))"


class Shape(NamedTuple):
    """What is evaluated, and within how much."""

    name: str
    rows: int
    columns: str
    """Columns besides the label, in SQL."""
    arguments: str
    megabytes: int
    ending: str = "parquet"
    label: str = "(u < 0.1)::INT"


def columns(kind: str, count: int) -> list[str]:
    return [f"{kind}{k}" for k in range(count)]


def scores(models: int) -> str:
    return ", ".join(f"{SCORE} AS {name}" for name in columns("s", models))


def named(models: int) -> str:
    return f"score={columns('s', models)}"


SLICE = "'s' || ({count} * random())::INT AS slice"
DIGIT = "(9 * random())::INT"
BY_CLASS = {k: f"c{k}" for k in range(10)}
SHAPES = (
    Shape("200 models", 1_000_000, scores(200), named(200), 2000),
    Shape("50 models", 1_000_000, scores(50), named(50), 1000),
    Shape("20 models", 1_000_000, scores(20), named(20), 600),
    Shape("20 models by 60 slices", 500_000, f"{scores(20)}, {SLICE.format(count=59)}", f"{named(20)}, by='slice'", 400),
    Shape("lists of 3 M users", 10_000_000, f"{scores(1)}, (3e6 * random())::INT AS u", f"{named(1)}, group='u'", 600),
    Shape("1.5 M clusters with names", 3_000_000, f"{scores(1)}, 'u-' || (1.5e6 * random())::INT AS u", f"{named(1)}, cluster='u'", 600),
    Shape("3 models, 1 M numbered clusters", 5_000_000, f"{scores(3)}, (1e6 * random())::INT AS u", f"{named(3)}, cluster='u'", 600),
    Shape(
        "weights, 20 slices", 5_000_000, f"{scores(1)}, random() AS w, {SLICE.format(count=19)}", f"{named(1)}, weight='w', by='slice'", 500
    ),
    Shape(
        "slices with names of 200 characters",
        1_500_000,
        f"{scores(1)}, repeat('x', 197) || (99 * random())::INT AS slice",
        f"{named(1)}, by='slice'",
        256,
    ),
    Shape(
        "two columns of slices, 500 and 8 values",
        1_500_000,
        f"{scores(1)}, 'a' || ((u * 1e7)::INT % 500) AS a, 'b' || ((u * 1e7)::INT % 8) AS b",
        f"{named(1)}, by=['a', 'b']",
        256,
    ),
    Shape("30 M rows by 20 slices", 30_000_000, f"{scores(1)}, {SLICE.format(count=19)}", f"{named(1)}, by='slice'", 600),
    Shape("ten classes", 2_000_000, ", ".join(f"random() AS {c}" for c in BY_CLASS.values()), f"score={BY_CLASS}", 600, label=DIGIT),
    Shape(
        "labels of four models",
        5_000_000,
        ", ".join(f"{DIGIT} AS {p}" for p in columns("p", 4)),
        f"prediction={columns('p', 4)}",
        300,
        label=DIGIT,
    ),
    Shape("a CSV, two models", 3_000_000, scores(2), named(2), 400, "csv"),
)

MAKE = """
import duckdb
duckdb.connect().execute("COPY (SELECT {label} AS label, {columns} FROM (SELECT random() AS u FROM range({rows}))) TO '{path}'")
"""

HELD = """
import json
import duckdb, narwhals, numpy, pyarrow, pyarrow.dataset
import gnomon as gn
import gnomon.evaluation.run

def held(kind):
    return int(open("/proc/self/status").read().partition(kind)[2].split()[0]) * 1024

open("/proc/self/clear_refs", "w").write("5")  # the highest so far is what is held now
before = held("VmRSS:")
gn.evaluate({path!r}, label="label", {arguments}, memory={limit})
print(json.dumps(held("VmHWM:") - before))
"""


def overshoot(shape: Shape, folder: str) -> float:
    """The peak of one shape as a multiple of its limit."""
    path, limit = str(Path(folder) / f"rows.{shape.ending}"), shape.megabytes * 1_000_000
    fresh(MAKE.format(label=shape.label, columns=shape.columns, rows=shape.rows, path=path))
    peak: float = json.loads(fresh(HELD.format(path=path, arguments=shape.arguments, limit=limit)))
    print(f"  {shape.name}, {shape.rows:,} rows: {peak / 1e6:,.0f} MB of {shape.megabytes:,}", file=sys.stderr, flush=True)
    return peak / limit


def limits() -> list[Row]:
    """Every shape in a process of its own; the worst is what is claimed."""
    with tempfile.TemporaryDirectory() as folder:
        found = {shape: overshoot(shape, folder) for shape in SHAPES}
    worst = max(found, key=lambda shape: found[shape])
    limit = worst.megabytes * 1e6
    work = f"peak of `evaluate(memory=…)` beyond the interpreter's start, the worst of {len(SHAPES)} shapes ({worst.name})"
    return [at_most(work, found[worst] * limit, "the limit", limit, TIMES, unit="B")]
