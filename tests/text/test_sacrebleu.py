"""BLEU, chrF and TER are sacrebleu's, option by option, and so are their signatures."""

import random
from itertools import product, zip_longest

import numpy as np
import pytest
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

import gnomon as gn
from refusals import raises_id
from text.corpus import corpus

SMOOTHING = [("exp", None), ("none", None), ("floor", None), ("floor", 0.3), ("floor", 0.0), ("add-k", None), ("add-k", 2), ("add-k", 0.0)]
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


MARKS = "今天气很好我们，。！？「」（）《》：“”‘’—…·–→≥①€№℃™★￥％ＡＩ１２⿰"


def _mixed(draw, marks=MARKS):
    """A text of Chinese, Latin words and marks; no period or comma ends it beside a digit, which 13a sets apart there and zh does not."""
    parts = [*marks, *"abAI $-'\"!?:;/ ", "GPT-4", "3.5", "it’s", "时代", " ", ", ", ". "]
    return "".join(draw.choices(parts, k=draw.randint(1, 14))).strip(" .,") or "我"


def test_marks_in_chinese_are_sacrebleus():
    """“ ” — … stand alone in a text that holds Chinese, whatever stands beside them."""
    assert gn.bleu(["“AI”时代来了"], ["“AI”时代走了"]) == pytest.approx(64.34588841607616, rel=1e-12)
    draw = random.Random(0)
    for _ in range(200):
        truth = [f"我{_mixed(draw)}" for _ in range(4)]
        said = [text[: draw.randint(1, len(text))] + _mixed(draw, "“”—…我们") for text in truth]
        expected = sacrebleu.corpus_bleu(said, [truth], tokenize="zh", force=True).score
        assert gn.bleu(truth, said) == pytest.approx(expected, rel=1e-12, abs=1e-12), (truth, said)


def test_marks_in_other_texts_are_those_of_13a():
    truth, said = ["It’s “here” — really… for 5€"] * 2, ["It’s “there” — really… for 5€", "It’s “here” — for 5€"]
    check(gn.bleu([[one] for one in truth], said), BLEU(force=True), [[one] for one in truth], said)
    mixed = gn.bleu([*truth, "“AI”时代来了"], [*said, "“AI”时代走了"], per_sentence=True)
    np.testing.assert_array_equal(mixed[:2], gn.bleu(truth, said, per_sentence=True))


@pytest.mark.parametrize("method", ["floor", "add-k"])
def test_smoothing_by_nothing_is_none(method):
    truth, said = ["a b c d", "a b"] * 9, ["a b c e", "a x"] * 9
    assert gn.bleu(truth, said, smooth_method=method, smooth_value=0.0) == gn.bleu(truth, said, smooth_method="none") == 0
    table = {"ref": truth, "new": said}
    found = gn.evaluate(
        table, reference="ref", prediction="new", task="text", metrics=f"bleu(smooth_method={method},smooth_value=0)", ci=None
    )
    assert found.values["new", f"bleu(smooth_method={method},smooth_value=0)"] == 0
    with raises_id("catalog.value_not_allowed", name="smooth_value"):
        gn.bleu(["a"], ["a"], smooth_value=-0.1)
    weighed = gn.bleu(["a b c d", "a"], ["a b c e", "a"], weight=[0.5, 1], smooth_method=method, smooth_value=0.0)
    assert weighed == 0, "nothing is added to counts, so that weights need be no counts"


def test_identical_texts_are_100():
    for text in ("今天天气很好，我们去公园。", "the cat sat on the mat", "a b c d e f g"):
        assert gn.bleu([text], [text]) == 100
        assert gn.bleu([text, "a b c d e"], [text, "a b c d e"]) == 100
    assert gn.meteor(["今天天气很好"], ["今天天气很好"]) == pytest.approx(1 - 0.5 / 6**3, rel=1e-12), "as docs/text.md says"


def test_a_corpus_is_read_by_one_rule():
    """Sentences of several scripts add up: what one is counted as does not depend on the others."""
    mixed = corpus(6, scripts=("latin", "han"))
    whole = gn.bleu(*mixed, per_sentence=True)
    alone = [float(gn.bleu([truth], [said])) for truth, said in zip(*mixed, strict=True)]
    np.testing.assert_array_equal(whole, alone)
