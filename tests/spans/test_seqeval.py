"""Entity figures against seqeval, on tags that are well formed and on any others; and against conlleval's rules, written out."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval import scheme as schemes
from seqeval.metrics import f1_score, precision_score, recall_score

import gnomon as gn

LETTERS = {"IOB1": "OBI", "IOB2": "OBI", "IOE1": "OIE", "IOE2": "OIE", "IOBES": "OBIES", "BILOU": "OBILU"}
OURS = {"entity_precision": precision_score, "entity_recall": recall_score, "entity_f1": f1_score}


def tags(letters, kinds=("PER", "LOC-2", "X")):
    return st.sampled_from([letter if letter == "O" else f"{letter}-{kind}" for letter in letters for kind in kinds])


@st.composite
def sentences(draw, letters):
    lengths = draw(st.lists(st.integers(0, 7), min_size=1, max_size=5))
    made = [[draw(st.lists(tags(letters), min_size=n, max_size=n)) for n in lengths] for _ in range(2)]
    return made[0], made[1]


def same(name, truth, predicted, average, ours, theirs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = OURS[name](truth, predicted, average=average, **theirs)
        except ValueError:  # seqeval averages nothing where there is no entity at all
            return
        found = getattr(gn, name)(truth, predicted, average=average, undefined=0.0, **ours)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize("average", ["micro", "macro", "weighted", None])
@pytest.mark.parametrize("name", OURS)
@given(data=st.data())
def test_as_seqeval_reads_any_tags(name, average, data):
    truth, predicted = data.draw(sentences("OBIES"))
    if average in ("macro", "weighted") and not any(tag != "O" for side in (truth, predicted) for one in side for tag in one):
        return
    same(name, truth, predicted, average, {"mode": "conlleval"}, {})


@pytest.mark.parametrize("scheme", [name for name in LETTERS if name != "IOE1"])
@pytest.mark.parametrize("average", ["micro", "macro", "weighted", None])
@given(data=st.data())
def test_as_seqeval_reads_them_strictly(scheme, average, data):
    truth, predicted = data.draw(sentences(LETTERS[scheme]))
    named = {"mode": "strict", "scheme": getattr(schemes, scheme)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = any(
            one.entities[k] for side in (truth, predicted) for one in [schemes.Entities(side, named["scheme"])] for k in range(len(side))
        )
    if average == "micro" or found:
        for name in OURS:
            same(name, truth, predicted, average, {"scheme": scheme}, named)


@given(data=st.data())
def test_ioe1_where_seqeval_can_read_it(data):
    """seqeval knows of itself that it misses entities of one token before another of their type, which IOE1 writes as E."""
    truth, predicted = data.draw(sentences("OIE"))

    def starts_with_e(sentence):
        return any(tag[0] == "E" and (k == 0 or sentence[k - 1] != f"I{tag[1:]}") for k, tag in enumerate(sentence))

    if not any(map(starts_with_e, truth + predicted)):
        same("entity_f1", truth, predicted, "micro", {"scheme": "IOE1"}, {"mode": "strict", "scheme": schemes.IOE1})


def test_ioe1_of_one_token():
    assert gn.entity_f1([["E-PER", "I-PER", "O"]], [["E-PER", "I-PER", "O"]], scheme="IOE1", type="PER") == 1
    assert gn.SpanCounts.of([["E-PER", "I-PER", "O"]], [["O", "I-PER", "O"]], scheme="IOE1").table(
        "entities|IOE1|strict|strict|in order|0|exclusive|error"
    )[0].tolist() == [1, 1, 2]


def chunks(sentence):
    """The rules of the script conlleval, as it has them for B, I, E and O: where a chunk has ended before a token, and where one starts."""
    found, start, before, kind_before = [], None, "O", ""
    for place, tag in enumerate([*sentence, "O"]):
        letter, _, kind = tag.partition("-")
        ended = (before, letter) in {("B", "B"), ("B", "O"), ("I", "B"), ("I", "O"), ("E", "E"), ("E", "I"), ("E", "O")}
        ended |= before != "O" and kind_before != kind
        started = (before, letter) in {("B", "B"), ("I", "B"), ("O", "B"), ("O", "I"), ("E", "E"), ("E", "I"), ("O", "E")}
        started |= letter != "O" and kind_before != kind
        if ended:
            found.append((kind_before, start, place))
        if started:
            start = place
        before, kind_before = letter, kind
    return found


@pytest.mark.parametrize("letters", ["OBI", "OIE"])
@given(data=st.data())
def test_conlleval_by_its_own_rules(letters, data):
    truth, predicted = data.draw(sentences(letters))
    sides = [{(row, *chunk) for row, one in enumerate(side) for chunk in chunks(one)} for side in (truth, predicted)]
    expected = 2 * len(sides[0] & sides[1]) / (len(sides[0]) + len(sides[1])) if any(sides) else 0
    assert gn.entity_f1(truth, predicted, mode="conlleval", undefined=0.0) == pytest.approx(expected, rel=1e-12)


def test_published_example():
    """The example of seqeval's own pages."""
    truth = [["O", "O", "O", "B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
    predicted = [["O", "O", "B-MISC", "I-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
    assert gn.entity_f1(truth, predicted) == 0.5
    assert gn.entity_f1(truth, predicted, average=None).tolist() == [0, 1]


def test_strict_and_conlleval_differ_on_an_entity_that_starts_with_i():
    truth, predicted = [["B-NP", "I-NP", "O"]], [["I-NP", "I-NP", "O"]]
    assert gn.entity_f1(truth, predicted, mode="conlleval") == 1
    assert gn.entity_f1(truth, predicted, mode="strict", scheme="IOB2") == 0
