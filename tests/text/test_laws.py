"""Laws of the metrics of texts: weights, order, merging, several references, and what draws do to them."""

import numpy as np
import pytest

import gnomon as gn
from refusals import warns_undefined
from text.corpus import corpus

METRICS = ["bleu", "chrf", "ter", "rouge_n", "rouge_l", "rouge_lsum", "meteor", "exact_match", "token_f1", "length_ratio"]
EVERY = pytest.mark.parametrize("name", METRICS)
TRUTH, SAID = corpus(11, n=30, scripts=("latin", "han"))


@EVERY
def test_weights_repeat_and_leave_out(name):
    metric = getattr(gn, name)
    weight = np.arange(len(SAID)) % 3
    again = np.repeat(np.arange(len(SAID)), weight)
    expected = metric([TRUTH[row] for row in again], [SAID[row] for row in again])
    found = metric(TRUTH, SAID, weight=weight)
    assert found == pytest.approx(expected, rel=1e-12)
    assert found.signature == expected.signature
    assert metric(TRUTH, SAID, weight=weight * 0.25) == pytest.approx(expected, rel=1e-12)


@EVERY
def test_order_makes_no_difference(name):
    metric = getattr(gn, name)
    order = np.random.default_rng(0).permutation(len(SAID))
    assert metric([TRUTH[row] for row in order], [SAID[row] for row in order]) == metric(TRUTH, SAID)


@EVERY
def test_values_stay_in_range(name):
    low, high = gn.catalog.get(name).range
    values = getattr(gn, name)(TRUTH, SAID, per_sentence=True)
    values = values[~np.isnan(values)]
    assert ((values >= low) & (values <= high * (1 + 1e-12))).all()


@pytest.mark.parametrize("name", ["rouge_n", "rouge_l", "rouge_lsum", "meteor", "exact_match", "token_f1", "chrf"])
def test_another_reference_never_makes_it_worse(name):
    metric = getattr(gn, name)
    fewer = metric([wordings[:1] for wordings in TRUTH], SAID, per_sentence=True)
    assert (metric(TRUTH, SAID, per_sentence=True) >= fewer - 1e-12).all()


@pytest.mark.parametrize("name", ["rouge_n", "rouge_l", "rouge_lsum", "meteor", "exact_match", "token_f1"])
def test_means_are_means_of_sentences(name):
    metric = getattr(gn, name)
    assert metric(TRUTH, SAID) == pytest.approx(metric(TRUTH, SAID, per_sentence=True).mean(), rel=1e-12)


def test_rouge_l_is_symmetric_in_its_sides():
    first, second = [wordings[0] for wordings in TRUTH], SAID
    one = gn.rouge_l(first, second, part="precision", per_sentence=True)
    np.testing.assert_allclose(one, gn.rouge_l(second, first, part="recall", per_sentence=True), rtol=1e-12)


def test_meteor_matches_as_many_words_as_can_be():
    """Matches of same words are the overlap of the bags; pieces are at most matches, and one for a text that is the reference."""
    from collections import Counter

    from gnomon.texts.meteor import aligned, pieces
    from gnomon.texts.porter import stem
    from gnomon.texts.tokens import by_script

    for wordings, said in zip(TRUTH, SAID, strict=True):
        truth, words = by_script(wordings[0]), by_script(said)
        found = aligned(truth, words)
        assert len(set(found.values())) == len(found)
        assert all(stem(words[row]) == stem(truth[place]) for row, place in found.items())
        same = sum(words[row] == truth[place] for row, place in found.items())
        assert same == sum((Counter(truth) & Counter(words)).values())
        assert len(found) <= sum((Counter(map(stem, truth)) & Counter(map(stem, words))).values())
        assert pieces(found) <= len(found)
        assert pieces(aligned(truth, truth)) == bool(truth)


def test_signatures_tell_how_texts_were_read():
    one, several = ["a b"], [["a b", "a c"]]
    assert gn.rouge_l(one, ["a b"]).signature.startswith("nrefs:1|rouge:L|tok:words|stem:no|several:best|version:gnomon-")
    assert gn.bleu(several, ["a b"]).signature.startswith("nrefs:2|")
    assert gn.bleu([*several, "a"], ["a b", "a"]).signature.startswith("nrefs:var|")
    assert "stem:yes" in gn.rouge_n(one, ["a b"], stemmer=True).signature
    assert "match:exact+stem" in gn.meteor(one, ["a b"]).signature
    assert "norm:unicode" in gn.exact_match(one, ["a b"], normalize="unicode").signature


def test_a_signature_asks_only_sentences_that_weigh():
    assert "tok:words|" in gn.rouge_l(["a", "中"], ["a", "中"], weight=[1, 0]).signature


@pytest.mark.parametrize("name", ["bleu", "rouge_l", "chrf"])
def test_intervals_hold_the_value_and_pairs_are_drawn_together(name):
    worse = [text[: len(text) // 2] for text in SAID]
    found = gn.interval(name, TRUTH, SAID)
    assert found.value == pytest.approx(float(getattr(gn, name)(TRUTH, SAID)), rel=1e-12)
    assert found.low < found.value < found.high
    pair = gn.compare(TRUTH, {"whole": SAID, "half": worse}, metrics=[name]).pairs[0]
    assert pair.difference == pytest.approx(getattr(gn, name)(TRUTH, SAID) - getattr(gn, name)(TRUTH, worse), rel=1e-12)
    assert gn.compare(TRUTH, {"a": SAID, "b": SAID}, metrics=[name]).pairs[0].difference == 0


def test_some_sentences_may_have_several_references_and_others_one():
    mixed = [wordings[0] if len(wordings) == 1 else wordings for wordings in TRUTH]
    assert gn.bleu(mixed, SAID) == gn.bleu(TRUTH, SAID)
    assert gn.interval("rouge_l", mixed, SAID) == gn.interval("rouge_l", TRUTH, SAID)


@pytest.mark.parametrize("smooth_method", ["exp", "floor", "add-k"])
def test_smoothing_adds_to_counts_and_weights_that_are_none_have_no_bleu(smooth_method):
    """Half an n-gram that is made up would be more than all that are there: BLEU once passed 100."""
    references, said = ["the cat sat", "It's 3 o'clock"], ["the cat sat.", "it is 3 o'clock"]
    twice = gn.bleu(references * 2, said * 2, smooth_method=smooth_method)
    assert gn.bleu(references, said, weight=[2, 2], smooth_method=smooth_method) == pytest.approx(twice, rel=1e-12)
    with warns_undefined("smoothed_in_part"):
        assert np.isnan(gn.bleu(references, said, weight=[0.001, 0.001], smooth_method=smooth_method))
    assert gn.bleu(references, said, weight=[0.3, 0.3], smooth_method="none") == 0
    same = ["one two three four five"] * 2
    assert gn.bleu(same, same, weight=[0.3, 0.7]) == pytest.approx(100)
