"""Files that earlier versions saved are read: every figure, summary and row, and everything that is made from them."""

import json
import math
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn

SAVED = Path(__file__).parent / "saved"
FILES = sorted(SAVED.iterdir())
r = np.random.default_rng(3)
N = 200
Y = (r.random(N) < 0.4).astype(int)
TABLE = {"y": Y, "p": np.round(r.random(N) * 0.6 + 0.3 * Y, 4), "q": np.round(r.random(N) * 0.7 + 0.2 * Y, 4)}
TABLE["region"] = np.array(["north", "south"])[r.integers(0, 2, N)]
TABLE["k"] = np.array(["cat", "dog", "rabbit"])[r.integers(0, 3, N)]
P = np.round(r.dirichlet([2, 2, 2], N), 4)
TABLE |= {"a": P[:, 0], "b": P[:, 1], "c": P[:, 2], "u": r.integers(0, 25, N), "g": r.integers(0, 3, N)}
ASKED = {
    "binary": {"label": "y", "score": {"new": "p", "old": "q"}, "by": "region", "metrics": "default,f1@0.3", "keep_rows": True},
    "multiclass": {
        "label": "k",
        "score": {"cat": "a", "dog": "b", "rabbit": "c"},
        "metrics": "default,roc_auc(multiclass=ovo)",
        "keep_rows": True,
    },
    "ranking": {"label": "g", "score": ["p", "q"], "group": "u"},
    "groups": {"label": "y", "score": ["p", "q"], "group": "u"},
}


SINCE = {
    *("no_better_than_chance", "labels_no_better_than_majority", "repeated_rows", "identifier_as_score"),
    *("confused_classes", "weakest_class", "top_calibrated", "top_uncalibrated", "bands_out_of_order", "probabilities_left_out"),
    *("optimistic_threshold", "curve_encloses", "curve_ahead", "few_clusters"),
}
"""Rules that are younger than the files, which hold the findings of their time, and some that are no more or are said with more care."""


def written_ends(path):
    """The intervals as the file has them: those of its time."""
    text = path.read_bytes()
    if path.suffix == ".gnomon":
        with zipfile.ZipFile(path) as archive:
            text = archive.read("evaluation.json")
    return {(one["model"], one["metric"]): (one.get("low"), one.get("high"), one.get("method", "")) for one in json.loads(text)["values"]}


def same(a, b):
    """Whether two values are one. SciPy's quantiles, of which ends of intervals are made, differ between its versions in the last digit."""
    if not (isinstance(a, float) and isinstance(b, float)):
        return a == b
    return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-14)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_version_2_is_read_to_the_last_digit(path, tmp_path):
    loaded = gn.Evaluation.load(path)
    now = gn.evaluate(TABLE, **ASKED[path.name.partition(".")[0]])
    # Metrics that are shown by default, and facts, may have joined since.
    assert list(loaded.values) == [key for key in now.values if key in loaded.values]
    for key, old in loaded.values.items():
        value = now.values[key]
        for field in ("threshold", "reason"):
            assert same(getattr(old, field), getattr(value, field)), (key, field)
        assert same(float(old), float(value)), key
        assert (old.low is None) == (value.low is None), key
    assert {key: (value.low, value.high, value.method) for key, value in loaded.values.items()} == written_ends(path)
    assert dict(loaded.facts) == dict(now.facts)
    assert [(p.by, p.rows) for p in loaded.slices] == [(p.by, p.rows) for p in now.slices]
    assert all(old.facts.items() <= new.facts.items() for old, new in zip(loaded.slices, now.slices, strict=True))
    assert {f.rule for f in loaded.findings} - SINCE == {f.rule for f in now.findings} - SINCE
    if list(loaded.values) == list(now.values):
        tables = [str(one).partition("\n metric")[2].partition("\n findings")[0].split("\n") for one in (loaded, now)]
        without = [[re.sub(r"\s+", " ", re.sub(r"\[[^\]]*\]|p [<=] \S+", "", line)) for line in table] for table in tables]
        assert without[0] == without[1]
    again = gn.Evaluation.load(loaded.save(tmp_path / path.name))
    assert again.to_dict()["schema_version"] == 3
    assert again.to_dict() == loaded.to_dict()


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".gnomon"], ids=lambda path: path.name)
def test_version_2_keeps_its_summaries_and_rows(path, tmp_path):
    loaded, now = gn.Evaluation.load(path), gn.evaluate(TABLE, **ASKED[path.name.partition(".")[0]])
    for model in now.names:
        known = loaded.held(model)  # kinds of summaries may have joined since
        assert known == {key: summary for key, summary in now.held(model).items() if key in known}
    assert (loaded.kept is None) == (now.kept is None)
    loaded.report(tmp_path / "r.html")
    if now.kept is not None:
        now.kept.same_rows(loaded.kept, "now", "then")
        metric = now.metrics[0]
        behind = f": {now.names[0]}" if len(now.names) > 1 else ""
        assert gn.compare({"then": loaded, "now": now}, metrics=metric)[metric, f"then{behind}", f"now{behind}"].difference == 0


def test_version_1_had_bounds_and_no_intervals(tmp_path):
    known = json.loads((SAVED / "binary.2.json").read_text())
    known["schema_version"] = 1
    for value in (v for part in (known, *known["slices"]) for v in part["values"]):
        for name in ("low", "high", "method", "unsure"):
            value.pop(name, None)
        value["low"], value["high"] = value["value"], value["value"]
    for name in ("level", "cluster", "clusters", "group", "groups", "comparison"):
        known.pop(name, None)
    path = tmp_path / "one.json"
    path.write_text(json.dumps(known))
    loaded = gn.Evaluation.load(path)
    value = loaded["roc_auc", "new"]
    assert (value.low, value.high) == (None, None)
    assert value.at_least == value.at_most == float(value)
    assert loaded.positives == known["positives"]
    assert loaded.comparison is None
