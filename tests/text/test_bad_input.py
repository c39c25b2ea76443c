"""What is no text is refused, with its place and what to pass instead; in Chinese too."""

import pytest

import gnomon as gn
from refusals import raises_id, warns_undefined

METRICS = ["bleu", "chrf", "ter", "rouge_n", "rouge_l", "rouge_lsum", "meteor", "exact_match", "token_f1", "length_ratio"]
EVERY = pytest.mark.parametrize("name", METRICS)


@EVERY
@pytest.mark.parametrize(
    ("truth", "said", "message"),
    [
        (["a", "b"], ["a"], "references has 2 rows but hypotheses has 1"),
        (["a", "b"], ["a", None], 'hypotheses has None at position 1; pass missing="drop"'),
        (["a", None], ["a", "b"], "references has None at position 1"),
        (["a", "b"], ["a", b"b"], r"hypotheses has bytes, not text; decode them first.*\(at position 1\)"),
        (["a", 3], ["a", "b"], r"references has 3, which is no text.*\(at position 1\)"),
        (["a", []], ["a", "b"], r"references has an empty list; give at least one wording \(at position 1\)"),
        (["a", [None, None]], ["a", "b"], r"references has a list of missing texts alone; give at least one wording \(at position 1\)"),
        (["a", ["b", 3]], ["a", "b"], "references has 3, which is no text"),
        (["a", "b"], ["a", ["b"]], "hypotheses has a list, where one text is meant"),
        ("a b", "a b", "references is one text; pass a list"),
    ],
)
def test_what_is_no_text_is_refused(name, truth, said, message):
    with pytest.raises(gn.InputError, match=message):
        getattr(gn, name)(truth, said)


@EVERY
def test_missing_texts_may_be_dropped(name):
    metric = getattr(gn, name)
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 2 of 4"):
        assert metric(["a b", None, "c", "d"], ["a b", "b", None, "x"], missing="drop") == metric(["a b", "d"], ["a b", "x"])


@EVERY
def test_an_empty_reference_is_no_end(name):
    """It is finite beside others; alone, a ratio to no words is undefined, and said to be."""
    assert abs(getattr(gn, name)(["", "a b c d"], ["x y", "a b c d"])) < 1000
    if name == "length_ratio":
        with warns_undefined("no_words_in_references"):
            assert gn.length_ratio([""], ["x"]) != gn.length_ratio(["x"], ["x"])
    else:
        assert getattr(gn, name)([""], ["x"]) == (100 if name == "ter" else 0)


def test_options_are_checked():
    for call, message in [
        (lambda: gn.bleu(["a"], ["a"], smooth_method="add"), "smooth_method='add' is not"),
        (lambda: gn.bleu(["a"], ["a"], max_order=0), "max_order=0 is not a whole number above 0"),
        (lambda: gn.rouge_n(["a"], ["a"], n=0), "n=0 is not"),
        (lambda: gn.rouge_n(["a"], ["a"], n=1.5), "n=1.5 is not a whole number"),
        (lambda: gn.chrf(["a"], ["a"], word_order=0.5), "word_order=0.5 is not a whole number"),
        (lambda: gn.rouge_l(["a"], ["a"], part="F"), "part='F' is not"),
        (lambda: gn.exact_match(["a"], ["a"], normalize="SQuAD"), "normalize='SQuAD' is not"),
        (lambda: gn.perplexity([[-1.0]], base="3"), "base='3' is not"),
        (lambda: gn.rouge_l(["a"], ["a"], ["a"]), "rouge_l takes references, hypotheses"),
        (lambda: gn.rouge_l(hypotheses=["a"]), "references is missing"),
        (lambda: gn.rouge_l(["a"]), "hypotheses is missing"),
    ]:
        with pytest.raises(gn.InputError, match=message):
            call()


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[-1.0], [-0.5, 0.25]], r"log_probabilities has 0.25 for token 1; a log-probability is finite and at most 0.*\(at position 1\)"),
        ([[float("nan")]], "log_probabilities has nan for token 0"),
        ([[float("-inf")]], "log_probabilities has -inf for token 0"),
        ([["a"]], "a list that holds more than numbers"),
        ([[[-1.0]]], "a list of lists"),
        ([-1.0, -2.0], "log_probabilities has -1.0, where a list"),
        (["-1"], "log_probabilities has '-1', where a list"),
        ([[-1.0], None], "log_probabilities has None at position 1"),
    ],
)
def test_what_is_no_log_probability_is_refused(cells, message):
    with pytest.raises(gn.InputError, match=message):
        gn.perplexity(cells)


def test_texts_without_tokens_have_no_perplexity():
    with pytest.warns(gn.UndefinedMetricWarning, match="no token"):
        assert gn.perplexity([[], []]) != 1
    with pytest.warns(gn.UndefinedMetricWarning, match="no byte"):
        assert gn.bits_per_byte([""], [[]]) != 1
    with raises_id("inputs.lengths_differ", name="texts", n=2, other="log_probabilities"):
        gn.bits_per_byte(["a", "b"], [[-1.0]])


def test_texts_among_themselves_are_checked_too():
    for call, message in [
        (lambda: gn.distinct_n(["a", 1]), r"texts has 1, which is no text.*\(at position 1\)"),
        (lambda: gn.distinct_n(["a"], n=0), "n=0 is no whole number from 1 to 100"),
        (lambda: gn.distinct_n(["a"], tokenize="x"), "tokenize='x' is not one of auto"),
        (lambda: gn.self_bleu("abc"), "texts is one text"),
        (lambda: gn.self_bleu(["a", None]), "texts has None at position 1"),
        (lambda: gn.self_bleu(["a", "b"], smooth_method="x"), "smooth_method='x' is not one of none, exp"),
    ]:
        with pytest.raises(gn.InputError, match=message):
            call()
    with pytest.warns(gn.UndefinedMetricWarning, match="two texts"):
        gn.self_bleu(["a"])
    assert gn.distinct_n(["a"], n=2, undefined=0.0) == 0


def test_whole_numbers_may_be_floats():
    truth, said = ["a b c d e"], ["a b c x e"]
    assert gn.bleu(truth, said, max_order=2.0) == gn.bleu(truth, said, max_order=2)
    assert gn.chrf(truth, said, char_order=3.0, word_order=2.0, beta=1.0) == gn.chrf(truth, said, char_order=3, word_order=2, beta=1)
    assert gn.rouge_n(truth, said, n=1.0) == gn.rouge_1(truth, said)
    assert gn.rouge_n(truth, said, n=1.0).signature == gn.rouge_1(truth, said).signature
