"""None within a sentence's references says that it has fewer than others, as in sacrebleu's streams, wherever the references come from."""

import json
from itertools import zip_longest

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

import gnomon as gn
from forked import gnomon
from gnomon.tasks.sentences_page import worst_of
from refusals import raises_id
from text.corpus import corpus

METRICS = ["bleu", "chrf", "ter", "rouge_n", "rouge_l", "rouge_lsum", "meteor", "exact_match", "token_f1", "length_ratio"]
TRUTH, SAID = corpus(71, n=30)
STREAMS = list(zip_longest(*TRUTH))
PADDED = [list(refs) for refs in zip(*STREAMS, strict=True)]
"""The same references with None in the place of those that a sentence lacks, here and there first."""
PADDED = [refs[::-1] if row % 3 == 0 else refs for row, refs in enumerate(PADDED)]
PLAIN = [[ref for ref in refs if ref is not None] for refs in PADDED]
TABLE = {"ref": PADDED, "new": SAID, "old": [text[: len(text) // 2] for text in SAID]}
KNOWN = {"reference": "ref", "prediction": ["new", "old"], "task": "text", "metrics": ["bleu", "chrf"], "ci": None}


@pytest.mark.parametrize("made", [BLEU(force=True), CHRF(), TER()])
def test_ragged_streams_are_sacrebleus(made):
    streams = [list(stream) for stream in zip(*PADDED, strict=True)]
    expected = made.corpus_score(SAID, streams)
    found = getattr(gn, type(made).__name__.lower())(PADDED, SAID)
    assert found == pytest.approx(expected.score, rel=1e-12)
    assert found.signature == str(made.get_signature())


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("gap", [None, float("nan"), pd.NA])
def test_missing_wordings_are_left_out(name, gap):
    truth = [[gap if one is None else one for one in refs] for refs in PADDED]
    assert getattr(gn, name)(truth, SAID) == getattr(gn, name)(PLAIN, SAID)
    np.testing.assert_array_equal(getattr(gn, name)(truth, SAID, per_sentence=True), getattr(gn, name)(PLAIN, SAID, per_sentence=True))


def test_intervals_and_comparisons():
    assert gn.interval("bleu", PADDED, SAID) == gn.interval("bleu", PLAIN, SAID)
    systems = {"new": SAID, "old": TABLE["old"]}
    a, b = (gn.compare(truth, systems, metrics=["bleu", "rouge_l"], replicates=200) for truth in (PADDED, PLAIN))
    assert a.to_dict()["pairs"] == b.to_dict()["pairs"]


@pytest.mark.parametrize("made", [dict, pd.DataFrame, pl.DataFrame, "parquet", "jsonl"])
def test_evaluations(made, tmp_path):
    data = made(TABLE) if callable(made) else tmp_path / f"texts.{made}"
    if made == "parquet":
        pl.DataFrame(TABLE).write_parquet(data)
    elif made == "jsonl":
        data.write_text("".join(json.dumps({name: TABLE[name][row] for name in TABLE}) + "\n" for row in range(len(SAID))))
    found = gn.evaluate(data, **KNOWN)
    expected = gn.evaluate({**TABLE, "ref": PLAIN}, **KNOWN)
    assert found.values == expected.values
    assert found.signatures == expected.signatures
    shown = [[(one.place, one.truth, one.said) for one in worst_of(e, "new").worst] for e in (found, expected)]
    assert shown[0] == shown[1]


def test_the_command_line(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps({"ref": refs, "new": text}) + "\n" for refs, text in zip(PADDED, SAID, strict=True)))
    out = gnomon(
        "report", path, "--reference", "ref", "--prediction", "new", "--task", "text", "--metrics", "bleu", "--ci", "none", cwd=tmp_path
    )
    assert f"{gn.bleu(PLAIN, SAID):.4f}" in out.stdout


def test_elsewhere_a_gap_in_a_list_is_refused():
    """Of labels and tags nothing is left out unasked."""
    with raises_id("multilabel.label_list_problem"):
        gn.evaluate({"y": [["a", None], ["b"]] * 9, "p": [["a"], ["b"]] * 9}, label="y", prediction="p", task="multilabel")
    with raises_id("texts.bad_cell_in_column"):
        gn.evaluate({"y": [["B-A", None], ["O"]] * 9, "p": [["B-A", "O"], ["O"]] * 9}, label="y", prediction="p", task="spans")
    with raises_id("engines.list_value_missing"):
        gn.evaluate({"y": ["a", "b"] * 9, "p": [[-1.0, None], [-2.0]] * 9}, reference="y", prediction="p", task="likelihood")
