"""Slices and labels with long names: batches are smaller, so that memory= holds; values are the same."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from gnomon.engines import open_source
from gnomon.evaluation.account import batch_rows
from gnomon.evaluation.models import Model
from gnomon.evaluation.plan import Plan
from gnomon.evaluation.survey import Survey

LIMIT = 256_000_000
ROWS = 150_000


@pytest.fixture(scope="module", params=["x", "x" * 200], ids=["short", "long"])
def path(request, tmp_path_factory):
    r = np.random.default_rng(1)
    y, which = r.integers(0, 2, ROWS), r.integers(0, 5, ROWS)
    names = pa.array([f"{request.param}{place}" for place in range(5)]).take(pa.array(which))
    file = tmp_path_factory.mktemp("names") / "rows.parquet"
    pq.write_table(pa.table({"y": y, "p": (0.3 * y + r.random(ROWS)).round(3), "place": names}), file, use_dictionary=False)
    return file, len(request.param) + 1


def test_long_names_are_read_in_smaller_batches(path):
    file, length = path
    plan = Plan(label="y", models=(Model("p", score="p"),), by=("place",)).replace(limit=LIMIT, batch_rows=100_000)
    source = open_source(str(file), LIMIT)
    found = Survey(source, plan)
    sizes = [len(batch["y"].values) for batch in found]
    assert sum(sizes) == ROWS
    if length < 16:
        assert (found.plan.text_bytes, max(sizes)) == (0, 100_000)
    else:
        assert found.plan.text_bytes == length
        assert max(sizes) <= batch_rows(found.plan, LIMIT) < 100_000
    source.close()


def test_names_of_any_length_give_the_same_values(path):
    file, _ = path
    e, here = (gn.evaluate(data, label="y", score="p", by="place", memory=LIMIT, metrics="roc_auc") for data in (file, pq.read_table(file)))
    assert (e.rows, e["roc_auc"]) == (ROWS, here["roc_auc"])
    assert [(part.name, part.rows) for part in e.slices] == [(part.name, part.rows) for part in here.slices]
