"""The tree in which partials of a cluster are merged, tried without one: what travels at each level, and what a merge takes.

python tools/merge_tree.py [PARTIALS [ROWS [MODELS [SLICES [MEMORY]]]]]

Partials are made of rows by the work that executors do, and merged by the work that executors do. Of each level a sample is merged, from
which every node of the next draws its parts; with ``every`` each node is.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.engines import open_source, reading_of
from gnomon.engines.spark import FEW, JOINED, TASK_MEMORY
from gnomon.engines.spark_travel import loosened, tightened
from gnomon.evaluation import run
from gnomon.evaluation.elsewhere import KEPT, PartialWork
from gnomon.evaluation.plan import Plan
from gnomon.evaluation.survey import survey

SAMPLE = 12
"""Partials that are made of each level, where not every one is."""


@dataclass
class Level:
    """One level of the tree: how many partials there are, what one of them has, and what making it takes."""

    partials: int
    cells: int
    plain: float
    """Bytes of a partial, as it is merged."""
    sent: float
    """The same as it travels."""
    peak: int
    """Bytes beyond what the process held before, while it was made."""


def rows_of(part: int, rows: int, models: int, slices: int) -> dict[str, Any]:
    """Rows of a partition: a rare label, scores of distinct values, slices of like size."""
    rng = np.random.default_rng(part)
    label = (rng.random(rows) < 0.1).astype(np.int32)
    table: dict[str, Any] = {"label": label}
    table |= {f"s{m}": 1 / (1 + np.exp(2.2 - 1.5 * label - rng.normal(size=rows))) for m in range(models)}
    if slices:
        table["slice"] = rng.integers(0, slices, rows).astype(np.int32)
    return table


def planned(rows: int, models: int, slices: int, memory: int) -> Plan:
    """The plan that a cluster's executors would be sent."""
    by = {"slice": "each"} if slices else None
    asked = {"weight": None, "group": None, "positive": 1, "missing": "error", "cluster": None, "key": (), "options": {}}
    plan = run.plan_of(label="label", score=[f"s{m}" for m in range(models)], prediction=None, by=by, **asked)
    plan = run.bounded(plan.replace(seed=0, most_kept=KEPT), memory)
    first = open_source(rows_of(0, min(rows, 2**20), models, slices), memory, reading_of((), None, None), None, plan.indicators)
    return survey(first, plan)[0].replace(expected_rows=None)


def tree(partials: int, work: PartialWork, made: list[bytes], every: bool = False) -> Iterator[Level]:
    """Levels from those that were made of rows up to the few that come to the driver; ``made`` holds the partials of the last one then."""
    rng, count, peak = np.random.default_rng(0), partials, 0
    while True:
        yield _level(work, count, made, peak)
        if count <= FEW:
            return
        count, peak = -(-count // JOINED), 0
        kept, made[:] = list(made), []
        for node in range(count if every else min(count, SAMPLE)):
            chosen = range(node * JOINED, min((node + 1) * JOINED, len(kept))) if every else rng.integers(0, len(kept), JOINED)
            before = _start()
            made.append(tightened(work.joined(loosened(kept[k]) for k in chosen)))
            peak = max(peak, _held("VmHWM:") - before)


def leaves(work: PartialWork, count: int, rows: int, models: int, slices: int) -> tuple[list[bytes], int]:
    """Partials made of rows, and the most that making one took."""
    made, peak = [], 0
    for part in range(count):
        table = rows_of(part, rows, models, slices)
        batches = open_source(table, TASK_MEMORY, reading_of((), None, None), None, {}).batches(work.plan.wanted, 2**17)
        before = _start()
        made.append(tightened(work.made((batch, (part + 1) * 2**40 + k * 2**17) for k, batch in enumerate(batches))))
        peak = max(peak, _held("VmHWM:") - before)
    return made, peak


def _level(work: PartialWork, count: int, made: list[bytes], peak: int) -> Level:
    from gnomon.evaluation.elsewhere import merged

    plain = [len(loosened(one)) for one in made]
    cells = sum(one.cells for one in merged(work.plan, [loosened(made[0])]).summaries.values())
    return Level(count, cells, float(np.mean(plain)), float(np.mean([len(one) for one in made])), peak)


def _start() -> int:
    """What is held now, which becomes the highest so far."""
    from gnomon.heap import give_back

    give_back()
    with open("/proc/self/clear_refs", "w") as refs:
        refs.write("5")
    return _held("VmRSS:")


def _held(kind: str) -> int:
    with open("/proc/self/status") as status:
        return int(status.read().partition(kind)[2].split()[0]) * 1024


def main(partials: int = 25_000, rows: int = 4_000_000, models: int = 1, slices: int = 0, memory: int = TASK_MEMORY) -> None:
    work = PartialWork(planned(rows, models, slices, memory))
    made, peak = leaves(work, SAMPLE, rows, models, slices)
    print(
        f"{partials:,} partials of {rows:,} rows: {partials * rows:,} rows; models {models}, slices {slices}, memory {memory / 1e6:,.0f} MB"
    )
    print("| partials | cells of one | merged as | sent as | level sends | making one takes |\n|---|---|---|---|---|---|")
    for k, one in enumerate(tree(partials, work, made)):
        took, sends = one.peak if k else peak, one.partials * one.sent
        columns = f"{one.cells:,} | {one.plain / 1e6:.1f} MB | {one.sent / 1e6:.2f} MB | {sends / 1e9:.2f} GB | {took / 1e6:,.0f} MB"
        print(f"| {one.partials:,} | {columns} |", flush=True)
    print(f"the driver receives {one.partials * one.sent / 1e6:.1f} MB besides the first rows")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
