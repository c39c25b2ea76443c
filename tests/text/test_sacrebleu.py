"""BLEU, chrF and TER are sacrebleu's, option by option, and so are their signatures."""

from itertools import product, zip_longest

import numpy as np
import pytest
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

import gnomon as gn
from text.corpus import corpus

SMOOTHING = [("exp", None), ("none", None), ("floor", None), ("floor", 0.3), ("add-k", None), ("add-k", 2)]
CORPORA = [corpus(1), corpus(2, n=3, longest=4), corpus(3, n=1, longest=2), corpus(4, n=25, several=False)]


def score(metric, truth, said):
    return metric.corpus_score(said, list(zip_longest(*truth))).score


def check(found, metric, truth, said):
    expected = score(metric, truth, said)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert found.signature == str(metric.get_signature())


@pytest.mark.parametrize(("lowercase", "effective", "order"), list(product((False, True), (False, True), (1, 3, 4))))
def test_bleu(lowercase, effective, order):
    for (truth, said), (method, value), tokenize in product(CORPORA, SMOOTHING, ("13a", "intl", "char", "none")):
        options = {"lowercase": lowercase, "smooth_method": method, "smooth_value": value, "effective_order": effective}
        metric = BLEU(tokenize=tokenize, max_ngram_order=order, force=True, **options)
        check(gn.bleu(truth, said, tokenize=tokenize, max_order=order, **options), metric, truth, said)


@pytest.mark.parametrize("corpus_", CORPORA)
def test_auto_is_13a_where_every_script_has_spaces(corpus_):
    check(gn.bleu(*corpus_), BLEU(force=True), *corpus_)
    check(gn.ter(*corpus_), TER(), *corpus_)


@pytest.mark.parametrize(("lowercase", "whitespace", "smoothing"), list(product((False, True), repeat=3)))
def test_chrf(lowercase, whitespace, smoothing):
    for (truth, said), characters, words, beta in product(CORPORA, (6, 2), (0, 2), (1, 2)):
        options = {"char_order": characters, "word_order": words, "beta": beta, "lowercase": lowercase, "whitespace": whitespace}
        check(gn.chrf(truth, said, eps_smoothing=smoothing, **options), CHRF(eps_smoothing=smoothing, **options), truth, said)


@pytest.mark.parametrize("options", list(product((False, True), repeat=4)))
def test_ter(options):
    named = dict(zip(("normalized", "no_punct", "asian_support", "case_sensitive"), options, strict=True))
    for truth, said in CORPORA:
        check(gn.ter(truth, said, tokenize="tercom", **named), TER(**named), truth, said)


def test_each_sentence_is_sacrebleus():
    truth, said = CORPORA[0]
    metric = BLEU(effective_order=True, force=True)
    expected = [metric.sentence_score(one, wordings).score for one, wordings in zip(said, truth, strict=True)]
    np.testing.assert_allclose(gn.bleu(truth, said, effective_order=True, per_sentence=True), expected, rtol=1e-12, atol=1e-12)


def test_chinese_by_character_is_sacrebleus_chinese():
    truth, said = corpus(5, several=False, scripts=("han",))
    found = gn.bleu(truth, said)
    assert found == pytest.approx(sacrebleu.corpus_bleu(said, list(zip_longest(*truth)), tokenize="zh").score, rel=1e-12)
    assert "tok:13a+characters" in found.signature
    assert gn.bleu(["今天天气很好。"], ["今天天气很好。"], tokenize="13a") == 0, "one word a sentence: there is no 2-gram"


def test_a_corpus_is_read_by_one_rule():
    """Sentences of several scripts add up: what one is counted as does not depend on the others."""
    mixed = corpus(6, scripts=("latin", "han"))
    whole = gn.bleu(*mixed, per_sentence=True)
    alone = [float(gn.bleu([truth], [said])) for truth, said in zip(*mixed, strict=True)]
    np.testing.assert_array_equal(whole, alone)
