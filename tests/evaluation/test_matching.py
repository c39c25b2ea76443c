"""Rows matched by a key: as if both had been sorted by hand."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id

rng = np.random.default_rng(3)
N = 400
Y = rng.integers(0, 2, N)
OLD = pd.DataFrame(
    {"user": [f"u{k // 2}" for k in range(N)], "day": np.arange(N) % 2, "id": np.arange(N) * 7, "y": Y, "p": rng.random(N) + Y}
)
NEW = OLD.assign(p=rng.random(N) + 1.5 * Y).sample(frac=1, random_state=2)
ASK = {"label": "y", "score": "p", "metrics": "roc_auc,ks", "curves": ()}


def by_hand(new, old):
    """Both in the order of the first, put together by pandas."""
    joined = new.merge(old, on=["user", "day", "id"], suffixes=("", "_old"), how="inner")
    return gn.compare(joined.y, {"new": joined.p, "old": joined.p_old}, metrics="roc_auc,ks", curves=())


@pytest.mark.parametrize("key", ["id", ["user", "day"]])
def test_as_if_sorted_by_hand(key):
    found = gn.compare({"new": NEW, "old": OLD}, key=key, **ASK)
    assert list(found.pairs) == list(by_hand(NEW, OLD).pairs)


def test_files_arrays_and_saved_evaluations(tmp_path):
    expected = list(by_hand(NEW, OLD).pairs)
    for name, frame in (("new", NEW), ("old", OLD)):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        gn.evaluate(frame, label="y", score="p", keep_rows=True, key="id").save(tmp_path / f"{name}.gnomon")
    files = {name: tmp_path / f"{name}.csv" for name in ("new", "old")}
    assert list(gn.compare(files, key=["user", "day"], **ASK).pairs) == expected
    saved = {name: tmp_path / f"{name}.gnomon" for name in ("new", "old")}
    assert list(gn.compare(saved, key="id", metrics="roc_auc,ks", curves=()).pairs) == expected
    both = {"new": NEW, "old": OLD}
    arrays = gn.compare(
        {name: one.y for name, one in both.items()},
        {name: one.p for name, one in both.items()},
        key={name: one.id for name, one in both.items()},
        metrics="roc_auc,ks",
        curves=(),
    )
    assert list(arrays.pairs) == expected


def test_rows_that_one_lacks_are_refused_or_counted():
    few = NEW.iloc[:250]
    with pytest.raises(gn.InputError, match=r'150 of 400 rows of old .* \(first: that of id = \d+\); pass missing="drop"'):
        gn.compare({"new": few, "old": OLD}, key="id", **ASK)
    found = gn.compare({"new": few, "old": OLD}, key="id", missing="drop", **ASK)
    assert list(found.pairs) == list(by_hand(few, OLD).pairs)
    assert found.rows == 250
    assert [(note.code, note.values["name"], note.values["count"]) for note in found.notes][:1] == [("rows_of_one_only", "old", 150)]
    other = OLD.assign(id=OLD.id + 1)
    with pytest.raises(gn.InputError, match="no row is in all of new, old"):
        gn.compare({"new": NEW, "old": other}, key="id", missing="drop", **ASK)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: gn.compare({"a": NEW, "b": OLD}, key="user", **ASK),
            r"key: the key of user = 'u\d+' stands at positions \d+ and \d+ of a \(200 rows repeat",
        ),
        (
            lambda: gn.compare({"a": NEW, "b": OLD.assign(y=1 - OLD.y)}, key="id", **ASK),
            r"the label of id = \d+ is \d in one and \d in the other",
        ),
        (lambda: gn.compare({"a": NEW, "b": OLD}, key="idd", **ASK), "key: no column 'idd'"),
        (lambda: gn.compare({"a": NEW, "b": OLD.assign(id=None)}, key="id", **ASK), "key: 'id' has no value at position 0"),
        (lambda: gn.compare(OLD.assign(q=0.5), label="y", score=["p", "q"], key="id"), "models of one table are matched already"),
        (lambda: gn.compare({"a": NEW, "b": OLD}, key="id", group="user", label="y", score="p"), "lists are matched by their queries"),
        (lambda: gn.evaluate(OLD, label="y", score="p", key="id"), "pass keep_rows=True"),
        (lambda: gn.evaluate(OLD, label="y", score="p", key=["id", "id"], keep_rows=True), "does not name each column once"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(gn.InputError, match=message):
        call()


def test_an_evaluation_kept_without_the_key():
    kept = {name: gn.evaluate(one, label="y", score="p", keep_rows=True) for name, one in (("new", NEW), ("old", OLD))}
    with raises_id("evaluation.key_column_not_kept", name="new", names="'id'"):
        gn.compare(kept, key="id")


def test_one_evaluation_of_several_models():
    table = OLD.assign(q=rng.random(N) + Y)
    kept = gn.evaluate(table, label="y", score=["p", "q"], metrics="roc_auc", keep_rows=True)
    found = gn.compare(kept, curves=())
    assert found.pairs == gn.compare(table, label="y", score=["p", "q"], metrics="roc_auc", curves=()).pairs
