"""Tags whose letter stands last, as PER-B: read as seqeval does with suffix=True, on every path, and refused beside letters in front."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval import scheme as schemes
from seqeval.metrics import f1_score, precision_score, recall_score

import gnomon as gn
from forked import gnomon
from refusals import raises_id

OURS = {"entity_precision": precision_score, "entity_recall": recall_score, "entity_f1": f1_score}
TRUTH = [["PER-B", "PER-I", "O", "LOC-2-B"], ["O", "ORG-B"], ["PER-B"]] * 10
SAID = [["PER-B", "PER-I", "O", "PER-B"], ["O", "ORG-B"], ["O"]] * 10
LAST = {"tags": TRUTH, "new": SAID}


def turned(sentences):
    """The same with the letter first."""
    return [[tag if tag == "O" else f"{tag[-1]}-{tag[:-2]}" for tag in one] for one in sentences]


FIRST = {name: turned(side) for name, side in LAST.items()}


@st.composite
def sentences(draw, letters):
    tags = st.sampled_from(["O", *(f"{kind}-{letter}" for kind in ("PER", "LOC-2", "XX") for letter in letters)])
    lengths = draw(st.lists(st.integers(0, 7), min_size=1, max_size=5))
    return [[draw(st.lists(tags, min_size=n, max_size=n)) for n in lengths] for _ in range(2)]


@pytest.mark.parametrize("scheme", ["IOB2", "IOBES", None])
@given(data=st.data())
def test_as_seqeval_with_suffix(scheme, data):
    truth, said = data.draw(sentences("BI" if scheme == "IOB2" else "BIES"))
    ours = {"scheme": scheme} if scheme else {"mode": "conlleval"}
    theirs = {"mode": "strict", "scheme": getattr(schemes, scheme)} if scheme else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, function in OURS.items():
            found = getattr(gn, name)(truth, said, undefined=0.0, **ours)
            assert found == pytest.approx(function(truth, said, suffix=True, **theirs), rel=1e-12)
            assert found == getattr(gn, name)(turned(truth), turned(said), undefined=0.0, **ours)


def test_every_path_reads_them(tmp_path):
    assert gn.token_accuracy(TRUTH, SAID) == gn.token_accuracy(*FIRST.values())
    np.testing.assert_array_equal(gn.entity_f1(TRUTH, SAID, average=None), gn.entity_f1(*FIRST.values(), average=None))
    assert gn.interval("entity_f1", TRUTH, SAID) == gn.interval("entity_f1", *FIRST.values())
    both = [gn.compare(table["tags"], {"new": table["new"], "old": table["tags"]}, metrics="entity_f1") for table in (LAST, FIRST)]
    assert both[0].to_dict()["pairs"] == both[1].to_dict()["pairs"]
    known = {"reference": "tags", "prediction": "new", "task": "spans", "ci": None}
    assert gn.evaluate(LAST, **known).values == gn.evaluate(FIRST, **known).values
    path = tmp_path / "tags.csv"
    pd.DataFrame({name: [" ".join(one) for one in side] for name, side in LAST.items()}).to_csv(path, index=False)
    assert gn.evaluate(path, **known).values == gn.evaluate(FIRST, **known).values
    made = gnomon("report", path, "--reference", "tags", "--prediction", "new", "--task", "spans", "--ci", "none", cwd=tmp_path)
    assert f"{gn.entity_f1(TRUTH, SAID):.4f}" in made.stdout


@pytest.mark.parametrize(
    ("truth", "said"),
    [
        ([["PER-B", "B-PER"]], [["O", "O"]]),
        ([["PER-B"]], [["B-PER"]]),
        ([["S-B", "PER-B"]], [["O", "O"]]),
        ([["O"], ["PER-B"]], [["O"], ["S-B"]]),
    ],
)
def test_both_places_of_the_letter_are_refused(truth, said):
    with raises_id("texts.tag_letter_places_differ", tag="PER-B"):
        gn.entity_f1(truth, said)
    with raises_id("texts.tag_letter_places_differ"):
        gn.evaluate({"y": truth * 9, "p": said * 9}, reference="y", prediction="p", task="spans")


def test_letters_that_do_not_fit_are_named_as_they_were_written():
    with raises_id("texts.tag_prefix_unknown_in_scheme", tag="PER-E"):
        gn.entity_f1([["PER-B", "PER-E"]], [["O", "O"]], scheme="IOB2")


def test_classes_that_look_like_them_are_classes():
    found = gn.evaluate(
        {"y": ["Plan-B", "Type-I"] * 20, "p": ["Plan-B", "Plan-B"] * 20}, label="y", prediction="p", positive="Plan-B", ci=None
    )
    assert found.values["p", "accuracy"] == 0.5
