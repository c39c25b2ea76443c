"""The tree of partials that a cluster merges, without a cluster: what docs/cluster.md says of levels, cells and bytes."""

import math

import numpy as np
import pytest

import gnomon as gn
import merge_tree
from gnomon.engines.spark import FEW, JOINED, TASK_MEMORY
from gnomon.engines.spark_travel import loosened, tightened
from gnomon.evaluation.accumulator import resolutions_for
from gnomon.evaluation.elsewhere import PartialWork, merged
from gnomon.evaluation.partial import WHOLE

PARTIALS, ROWS, SLICES = 270, 300, 3


@pytest.fixture(scope="module")
def work():
    plan = merge_tree.planned(ROWS, 1, SLICES, TASK_MEMORY)
    return PartialWork(plan.replace(most_cells=4096, most_kept=100))


def test_every_row_arrives_once_and_no_partial_outgrows_its_cells(work):
    made, _ = merge_tree.leaves(work, PARTIALS, ROWS, 1, SLICES)
    levels = list(merge_tree.tree(PARTIALS, work, made, every=True))
    assert [level.partials for level in levels] == [270, 34, 5, 1]
    assert len(made) == levels[-1].partials <= FEW
    assert all(level.cells <= 4096 and level.plain <= 24 * 4096 + 8192 and level.sent < level.plain for level in levels)
    last = merged(work.plan, map(loosened, made)).finish()
    tables = [merge_tree.rows_of(part, ROWS, 1, SLICES) for part in range(PARTIALS)]
    whole = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    sweep = last.summary(WHOLE, work.plan.models[0], work.plan.aspects[0])
    assert last.rows == PARTIALS * ROWS
    assert (sweep.positives, sweep.negatives) == (whole["label"].sum(), (whole["label"] == 0).sum())
    low, high = sweep.bounds("roc_auc")
    assert low < gn.roc_auc(whole["label"], whole["s0"]) < high
    assert high - low < 2 / 1024, "the whole has half of the cells, of which at least half are in use"


def test_the_tree_does_not_depend_on_how_many_are_joined(work):
    made, _ = merge_tree.leaves(work, 20, ROWS, 1, SLICES)
    parts = list(map(loosened, made))
    by_eight = [work.joined(parts[k : k + JOINED]) for k in range(0, len(parts), JOINED)]
    one, other = merged(work.plan, by_eight), merged(work.plan, parts)
    assert [total.total().to_bytes() for total in one.summaries.values()] == [
        total.total().to_bytes() for total in other.summaries.values()
    ]


@pytest.mark.parametrize(("models", "slices", "memory"), [(1, 0, TASK_MEMORY), (1, 20, TASK_MEMORY), (5, 20, 1_000_000_000)])
def test_cells_by_memory(models, slices, memory):
    """A cell for each 128 to 190 bytes of memory; half of them are the whole's, half the slices', each sweep a power of two."""
    plan = merge_tree.planned(100_000, models, slices, memory)
    assert memory / 190 <= plan.most_cells <= memory / 128, "what batches and tables take is taken off"
    work = PartialWork(plan)
    made, _ = merge_tree.leaves(work, 1, 5000, models, slices)
    partial = merged(plan, [loosened(made[0])])
    whole, sliced = resolutions_for(partial.summaries, plan.most_cells)
    assert whole == 2 ** math.floor(math.log2(plan.most_cells / 2 / models))
    if slices:
        assert sliced == 2 ** math.floor(math.log2(plan.most_cells / 2 / models / slices))


def test_what_travels_comes_back():
    for made in (b"", b"x", bytes(range(256)) * 1000):
        assert loosened(tightened(made)) == made
    assert len(tightened(np.zeros(10_000).tobytes())) < 100
