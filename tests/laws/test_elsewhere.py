"""Rows that are summed up part by part, as on a cluster: whatever the parts, every digit is that of memory."""

import warnings
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import gnomon as gn
from gnomon.engines.spark import taken
from gnomon.engines.spark_travel import tightened
from gnomon.evaluation import elsewhere, run
from gnomon.summary.stretches import stretch_of, told_of
from laws.parted import Parted


def table(n=240, seed=0):
    """Rows of every kind; those of one slice weigh nothing, and neither do the first."""
    r = np.random.default_rng(seed)
    made = pd.DataFrame({"y": r.integers(0, 2, n), "group": r.integers(0, 12, n), "place": r.choice(["a", "b", "c", ""], n)})
    made = made.assign(p=(0.2 * made["y"] + r.random(n)).round(2), q=r.random(n), flag=r.random(n) < 0.5, number=r.normal(size=n))
    made["w"] = np.where((made["place"] == "a") | (np.arange(n) < 30), 0.0, r.choice([0.0, 0.5, 2.0], n))
    made["truth"] = r.choice(list("xyz"), n)
    made["said"] = np.where(r.random(n) < 0.6, made["truth"], r.choice(list("xyz"), n))
    made["px"], made["py"], made["pz"] = r.dirichlet([1, 1, 1], n).T
    made["sold"] = r.gamma(2, 3, n)
    made["forecast"], made["last"] = made["sold"] * r.normal(1, 0.3, n), made["sold"] + r.normal(0, 1, n)
    made["tags"], made["told"] = (r.choice(["a", "b", "a,b", ""], n) for _ in range(2))
    gone = made["p"].where(r.random(n) > 0.05)
    return made.assign(holes=gone)


ASKED = {
    "scores": {"label": "y", "score": ["p", "q"], "by": ["place", "number"]},
    "scores, weighted": {"label": "y", "score": ["p", "q"], "weight": "w", "by": ["place", "flag"]},
    "scores, clustered": {"label": "flag", "score": "p", "cluster": "group", "by": "group"},
    "holes": {"label": "y", "score": "holes", "missing": "drop", "by": "place"},
    "lists": {"label": "y", "score": ["p", "q"], "group": "group", "by": ["flag", "group"]},
    "classes": {"label": "truth", "prediction": "said", "weight": "w", "by": "place"},
    "classes, scored": {"label": "truth", "score": {"x": "px", "y": "py", "z": "pz"}, "weight": "w", "by": "place"},
    "numbers": {"label": "sold", "prediction": ["forecast", "last"], "weight": "w", "by": ["place", "flag"]},
    "numbers, clustered": {"label": "sold", "prediction": "forecast", "cluster": "group"},
    "clusters": {"label": "truth", "prediction": ["said", "place"], "task": "clustering", "noise": "z", "by": "flag", "cluster": "group"},
    "clusters, weighted": {
        "label": "truth",
        "prediction": "said",
        "task": "clustering",
        "noise": "z",
        "noise_as": "drop",
        "by": "place",
        "weight": "w",
    },
    "labels": {"label": "tags", "prediction": "told", "task": "multilabel", "separator": ","},
}


@pytest.mark.parametrize("kept", [2**16, 50], ids=["rows travel", "sums travel"])
@pytest.mark.parametrize("starts", [[0], [0, 1, 1, 30, 150]], ids=["one part", "parts of one row, none, no weight and many"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_any_parts_give_the_digits_of_memory(asked, starts, kept, monkeypatch):
    monkeypatch.setattr(run, "KEPT", kept)
    monkeypatch.setattr(elsewhere, "KEPT", kept)
    rows = table()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.DroppedRowsWarning)
        there, here = (gn.evaluate(data, **asked, replicates=100) for data in (Parted(rows, starts), rows))
    assert there.rows == here.rows
    assert [part.name for part in there.slices] == [part.name for part in here.slices]
    for mine, theirs in ((there.values, here.values), *((a.values, b.values) for a, b in zip(there.slices, here.slices, strict=True))):
        assert mine.keys() == theirs.keys()
        for key, value in theirs.items():
            if kept > len(rows):
                assert repr(mine[key]) == repr(value), key
            assert mine[key] == pytest.approx(value, rel=1e-12, nan_ok=True), key
    if kept > len(rows):
        assert [one.rule for one in there.findings] == [one.rule for one in here.findings if one.rule != "rows_look_clustered"]
        assert (there.comparison is None) == (here.comparison is None)


@pytest.mark.parametrize("weights", ["halves", "any"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_rows_in_any_order_and_any_parts_add_up_alike(asked, weights, monkeypatch):
    """To the last digit, as docs/cluster.md says, but for weights that no binary fraction of few digits is; sums of numbers even then."""
    monkeypatch.setattr(run, "KEPT", 50)
    monkeypatch.setattr(elsewhere, "KEPT", 50)
    rows = table()
    if weights == "any":
        rows["w"] = np.random.default_rng(1).random(len(rows))
    permuted = rows.sample(frac=1, random_state=2).reset_index(drop=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.DroppedRowsWarning)
        there, here = (gn.evaluate(data, **asked, ci=None) for data in (Parted(permuted, [0, 1, 1, 30, 150]), rows))
    exact = weights == "halves" or "weight" not in asked or asked["label"] == "sold"
    for mine, theirs in ((there.values, here.values), *((a.values, b.values) for a, b in zip(there.slices, here.slices, strict=True))):
        for key, value in theirs.items():
            assert repr(float(mine[key])) == repr(float(value)) or not exact, key
            assert mine[key] == pytest.approx(value, rel=2e-14, abs=1e-15, nan_ok=True), key


@pytest.mark.parametrize("seed", range(20))
def test_stretches_of_counts_add_up_to_the_digits_of_the_whole(seed):
    """Wherever a sweep is cut: pairs, the largest gap and its place, and average precision, whose every step is rounded."""
    r = np.random.default_rng(seed)
    n = int(r.integers(50, 5000))
    y = np.r_[0, 1, r.integers(0, 2, n)]
    s = np.r_[0.5, 0.5, r.random(n).round(int(r.integers(2, 9)))]
    whole = gn.Sweep.of(y, s)
    totals = (int(whole.positives), int(whole.negatives))
    cuts = np.unique(r.random(int(r.integers(1, 9))))[::-1]
    parts, above = [], (0, 0)
    for high, low in zip([np.inf, *cuts], [*cuts, -np.inf], strict=True):
        inside = (s <= high) & (s > low)
        if inside.any():
            part = gn.Sweep.of(y[inside], s[inside])
            parts.append(stretch_of(part, above, totals))
            above = (above[0] + int(part.positives), above[1] + int(part.negatives))
    told = told_of(parts, totals, whole.beyond)
    assert told.concordant / (2 * totals[0] * totals[1]) == gn.roc_auc(whole)
    assert (told.gap, told.at) == (gn.ks(whole), gn.ks_curve(whole).threshold)
    assert told.precision == gn.average_precision(whole)


class Overlapping(Parted):
    """Rows whose ranges of scores overlap, as of a table that changes between two reads."""

    @contextmanager
    def ordered(self, wanted, work, column, count, tell=None):
        rows, places = np.argsort(self.table[column].to_numpy()), self._places()
        made = [work.made(iter(self._rows(wanted, part, places[part]))) for part in (rows[:600], rows[400:])]
        yield SimpleNamespace(each=lambda request: {number: request(number, one) for number, one in enumerate(made)})


def test_ranges_that_share_a_score_raise(monkeypatch):
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_cells=600, most_kept=50))
    rows = pd.DataFrame({"y": np.arange(1000) % 2, "p": np.arange(1000) / 1000})
    with pytest.raises(gn.InputError) as error:
        gn.evaluate(Overlapping(rows, [0]), label="y", score="p", metrics="roc_auc", exact=True, ci=None)
    assert (error.value.code, error.value.values) == ("evaluation.score_in_two_ranges", {"score": 0.599})


def test_two_results_of_one_partition_raise():
    row = {"partition": 3, "rows": 1, "made": tightened(b"sums"), "complaint": None}
    assert taken(pa.Table.from_pylist([row], SENT)) == {3: b"sums"}
    with pytest.raises(gn.InputError) as error:
        taken(pa.Table.from_pylist([row, row], SENT))
    assert error.value.code == "engines.partition_result_twice"


SENT = pa.schema({"partition": pa.int64(), "rows": pa.int64(), "made": pa.binary(), "complaint": pa.string()})
