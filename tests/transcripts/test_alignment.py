"""The alignment as people meet it, policies for empty texts, published figures, and refusals."""

import json
import math

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id, warns_undefined


def test_worked_by_hand():
    found = gn.transcript_alignment(["the cat sat on the mat", "", "hello"], ["the cat sat on mat today", "um", ""])
    assert [found.hits, found.substitutions, found.deletions, found.insertions] == [
        4,
        2,
        1,
        1,
    ]  # two replaced are as few as one left out and one added
    assert (
        found.error_rate == pytest.approx(4 / 7) == gn.wer(["the cat sat on the mat", "", "hello"], ["the cat sat on mat today", "um", ""])
    )
    assert found[1].pairs == ((None, "um"),)
    assert found.confusions(step="deletion").reference.tolist() == ["hello"]
    assert len(found.confusions(most=1)) == 1
    told = found.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["sentences"][2] == {"pairs": [["hello", None]], "steps": ["deletion"]}
    assert list(found.to_frame().columns) == ["sentence", "step", "reference", "hypothesis"]
    assert "<td" in found._repr_html_()
    assert "3 sentences: hits 4, substitutions 2, deletions 1, insertions 1, error rate 0.5714" in str(found)


def test_texts_from_data_do_not_become_markup():
    found = gn.transcript_alignment(["<b>x</b>"], ["<script>"])
    assert "<script>" not in found._repr_html_()
    assert "\x1b" not in str(gn.transcript_alignment(["a\x1b[31m"], ["b"]))


def test_published_figures():
    """The examples of Morris, Maier and Green (2004), "From WER and RIL to MER and WIL", in whole percent."""
    table = {("X", "X"): (0, 0, 0), ("X", "X X Y Y"): (300, 75, 75), ("X Y X", "X Z"): (67, 67, 83), ("X", "Y"): (100, 100, 100)}
    table[("X", "Y Z")] = (200, 100, 100)
    for (spoken, said), figures in table.items():
        assert tuple(round(100 * metric([spoken], [said])) for metric in (gn.wer, gn.mer, gn.wil)) == figures


def test_kitten_and_sitting():
    """Levenshtein's textbook pairs: Wagner and Fischer's distance by hand."""
    assert gn.levenshtein(["kitten"], ["sitting"]) == 3
    assert gn.levenshtein(["saturday"], ["sunday"]) == 3
    assert gn.levenshtein(["kitten"], ["sitting"], normalize="reference") == 0.5


def test_empty_references_add_their_words_and_are_never_infinite():
    assert gn.wer(["a b", ""], ["a b", "x"]) == 0.5
    each = gn.wer(["a b", ""], ["a b", "x"], per_sentence=True)
    assert each[0] == 0
    assert math.isnan(each[1])
    for metric in (gn.wer, gn.wil, gn.wip, gn.cer):
        with pytest.warns(gn.UndefinedMetricWarning, match="references hold no"):
            assert math.isnan(metric(["", " "], ["a", "b"]))
        assert metric([""], ["a"], undefined=1.0) == 1.0
        with pytest.raises(gn.UndefinedMetricError):
            metric([""], [""], undefined="raise")
    assert gn.mer([""], ["a"]) == 1
    with warns_undefined("no_words_on_either_side"):
        assert math.isnan(gn.mer([""], [""]))
    assert [gn.wil(["a"], [""]), gn.wip(["a"], [""]), gn.wer(["a"], [""])] == [1, 0, 1]
    assert gn.levenshtein([""], ["ab"]) == 2
    assert gn.levenshtein([""], [""]) == 0


@pytest.mark.parametrize("call", [gn.wer, gn.cer, gn.mer, gn.wil, gn.wip, gn.levenshtein, gn.transcript_alignment])
@pytest.mark.parametrize(
    ("references", "hypotheses", "said"),
    [
        (["a", "b"], ["a"], "references has 2.*hypotheses has 1"),
        (["a", None], ["a", "b"], 'references has None at position 1; pass missing="drop"'),
        (["a", "b"], ["a", float("nan")], "hypotheses has None at position 1"),
        (["a", b"b"], ["a", "b"], r"references has bytes.*decode.*position 1"),
        (["a", "b"], ["a", ["b", "c"]], r"hypotheses has a list, where one text is meant.*position 1"),
        (["a", 7], ["a", "b"], r"references has 7, which is no text.*position 1"),
        ("a b", "a c", "references is one text; pass a list"),
    ],
)
def test_what_is_no_text_is_refused_by_its_place(call, references, hypotheses, said):
    with pytest.raises(gn.InputError, match=said):
        call(references, hypotheses)


def test_missing_sentences_may_be_dropped():
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 2"):
        assert gn.wer(["a", None], ["b", "c"], missing="drop") == 1


def test_unknown_tokens_are_refused():
    with raises_id("catalog.value_not_allowed", name="tokens", value="letters"):
        gn.wer(["a"], ["a"], tokens="letters")
    with raises_id("metrics.tokens_choice_unknown", tokens="letters"):
        gn.transcript_alignment(["a"], ["a"], tokens="letters")
    with raises_id("metrics.alignment_step_unknown", step="x"):
        gn.transcript_alignment(["a"], ["a"]).confusions(step="x")


def test_columns_of_frames_and_lone_surrogates():
    pd = pytest.importorskip("pandas")
    assert gn.wer(pd.Series(["a b"]), np.array(["a c"])) == 0.5
    assert gn.cer(["a\ud800"], ["a"]) == 0.5


def test_intervals_and_comparisons():
    rng = np.random.default_rng(0)
    references = [" ".join(rng.choice(list("abcdef"), 9)) for _ in range(60)]
    wrong = lambda share: [" ".join(w if rng.random() > share else "x" for w in line.split()) for line in references]  # noqa: E731
    one, other = wrong(0.1), wrong(0.3)
    found = gn.interval("wer(normalize=lower)", references, one)
    assert found.low < gn.wer(references, one) < found.high
    pair = gn.compare(references, {"one": one, "other": other}, metrics=["wer", "cer"], task="transcript").pairs[0]
    assert pair.difference == pytest.approx(
        gn.wer(references, one) - gn.wer(references, other), rel=1e-12
    ) or pair.difference == pytest.approx(gn.wer(references, other) - gn.wer(references, one), rel=1e-12)
    assert pair.p_value < 0.01
