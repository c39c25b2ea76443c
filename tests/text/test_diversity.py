"""Texts among themselves, against counting each with each."""

import pytest
from sacrebleu.metrics import BLEU

import gnomon as gn
from gnomon.texts.tokens import by_script
from text.corpus import corpus

SAID = [*list(corpus(21, n=25, scripts=("latin", "han"))[1]), "the police", "the police", "", "today"]


@pytest.mark.parametrize(("method", "value"), [("floor", None), ("floor", 0.01), ("exp", None), ("none", None), ("add-k", None)])
@pytest.mark.parametrize("order", [2, 4])
def test_self_bleu_is_bleu_against_all_the_others(method, value, order):
    metric = BLEU(tokenize="none", smooth_method=method, smooth_value=value, max_ngram_order=order, force=True)
    lines = [" ".join(by_script(text)) for text in SAID]
    each = [metric.sentence_score(line, [*lines[:row], *lines[row + 1 :]]).score for row, line in enumerate(lines)]
    found = gn.self_bleu(SAID, smooth_method=method, smooth_value=value, max_order=order)
    assert found == pytest.approx(sum(each) / len(each), rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_distinct_n(n):
    grams = [tuple(words[k : k + n]) for words in map(by_script, SAID) for k in range(len(words) - n + 1)]
    assert gn.distinct_n(SAID, n=n) == len(set(grams)) / len(grams)
    assert "tok:words+characters" in gn.distinct_n(SAID, n=n).signature
