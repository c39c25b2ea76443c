"""Metrics of generated texts and of transcripts of the same texts: each is what it is by itself."""

import json

import pytest

import gnomon as gn
from forked import gnomon
from refusals import raises_id

TRUTH = ["the cat sat on the mat", "a dog ran off quickly", "it was late at night", "hello there big world", "one two three four"] * 4
SAID = {
    "a": ["the cat sat on a mat", "a dog ran off", "it was late night", "hello there world", "one two three five"] * 4,
    "b": ["the cat sat", "a dog off quickly", "it was at night", "hello big world", "one two four four"] * 4,
}
TABLE = {"r": TRUTH, **SAID}
COLUMNS = {"reference": "r", "prediction": ["a", "b"]}
BOTH = "wer,chrf"
ALONE = {name: gn.compare(TRUTH, SAID, metrics=name)[name] for name in ("wer", "chrf")}


def figures(pair):
    return pair.value_a, pair.value_b, pair.difference, pair.low, pair.high, pair.p_value


def saved(tmp_path):
    e = gn.evaluate(TABLE, **COLUMNS, task="text", metrics=BOTH, keep_rows=True)
    return gn.compare(gn.Evaluation.load(e.save(tmp_path / "e.gnomon")), metrics=BOTH)


PATHS = {
    "arrays": lambda _: gn.compare(TRUTH, SAID, metrics=BOTH),
    "other order": lambda _: gn.compare(TRUTH, SAID, metrics="chrf,wer"),
    "text": lambda _: gn.compare(TABLE, **COLUMNS, metrics=BOTH, task="text"),
    "transcript": lambda _: gn.compare(TABLE, **COLUMNS, metrics=BOTH, task="transcript"),
    "tables": lambda _: gn.compare(
        {name: {"r": TRUTH, "p": said} for name, said in SAID.items()}, reference="r", prediction="p", metrics=BOTH, task="text"
    ),
    "evaluate": lambda _: gn.evaluate(TABLE, **COLUMNS, metrics=BOTH, task="transcript").comparison,
    "saved": saved,
}


@pytest.mark.parametrize("path", PATHS)
def test_both_kinds_are_compared_at_once(path, tmp_path):
    found = PATHS[path](tmp_path)
    assert {pair.metric: figures(pair) for pair in found.pairs} == {name: figures(pair) for name, pair in ALONE.items()}
    assert {pair.p_holm for pair in found.pairs} != {pair.p_holm for pair in ALONE.values()}, "two tests, not one"


@pytest.mark.parametrize("task", ["text", "transcript"])
def test_both_kinds_in_one_evaluation(task, tmp_path):
    e = gn.evaluate(TABLE, **COLUMNS, metrics=BOTH, task=task, by="a")
    for name in ("wer", "chrf"):
        assert e[name, "a"] == getattr(gn, name)(TRUTH, SAID["a"])
        assert (e[name, "a"].low, e[name, "a"].high) == (gn.interval(name, TRUTH, SAID["a"]).low, gn.interval(name, TRUTH, SAID["a"]).high)
    assert gn.Evaluation.load(e.save(tmp_path / "e.json")).values == e.values
    e.report(tmp_path / "e.html")
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(dict(zip(TABLE, row, strict=True))) for row in zip(*TABLE.values(), strict=True)))
    asked = ["--reference", "r", "--prediction", "a", "--task", task, "--metrics", BOTH, "--format", "json"]
    said = json.loads(gnomon("metrics", str(path), *asked).stdout)
    assert [one["value"] for one in said["values"]] == [float(e[name, "a"]) for name in ("wer", "chrf")]


def test_only_what_is_asked_for_is_shown_and_read():
    e = gn.evaluate(TABLE, **COLUMNS, metrics="default,wer(tokens=mixed)", task="text")
    assert [name for name in e.metrics if name.startswith(("wer", "cer"))] == ["wer(tokens=mixed)"]
    assert gn.evaluate(TABLE, **COLUMNS, metrics=BOTH, tokens="mixed", task="text").metrics == ("wer(tokens=mixed)", "chrf")
    with raises_id("evaluation.option_unsupported_by_task", name="tokens"):
        gn.evaluate(TABLE, **COLUMNS, metrics="chrf", tokens="mixed", task="text")
    with raises_id("evaluation.metrics_reason"):
        gn.compare(TRUTH, SAID, metrics="wer,roc_auc")
