"""The kernels of n-grams against their twins and sacrebleu, on any text."""

import random

import numpy as np
import pytest
from sacrebleu.metrics import CHRF
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

import gnomon as gn
from gnomon import _core
from gnomon.texts.coding import packed
from kernels import twins

ALPHABETS = ("ab ", "a1.,- 2'$/", "今a\u3000\x00 .", "\ud800a \U0001f600,", " ")


def sentences(seed, n=60, longest=40, most=3):
    draw = random.Random(seed)
    letters = ALPHABETS[seed % len(ALPHABETS)]

    def text():
        return "".join(draw.choices(letters, k=draw.randint(0, longest)))

    said = [text() for _ in range(n)]
    truth = [[draw.choice([text(), said[row][::-1], said[row], ""]) for _ in range(draw.randint(1, most))] for row in range(n)]
    return truth, said


def arguments(truth, said):
    return (*packed(said), *packed([one for refs in truth for one in refs]), np.cumsum([0, *map(len, truth)], dtype=np.int64))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("thirteen_a", "split"), [(True, twins.thirteen_a), (False, str.split)])
def test_bleu_counts(seed, thirteen_a, split):
    truth, said = sentences(seed)
    for orders in (1, 4, 9):
        found = _core.bleu_counts(*arguments(truth, said), orders, thirteen_a, 1)
        expected = [twins.bleu_counts(one, refs, orders, split) for one, refs in zip(said, truth, strict=True)]
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("seed", range(5))
def test_13a_is_sacrebleus(seed):
    truth, said = sentences(seed, n=300)
    for text in [*said, *(one for refs in truth for one in refs)]:
        assert twins.thirteen_a(text) == TokenizerRegexp()(f" {text} ").split()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("characters", "words"), [(6, 0), (6, 2), (1, 3)])
@pytest.mark.parametrize("smoothed", [False, True])
@pytest.mark.parametrize("whitespace", [False, True])
def test_chrf_counts(seed, characters, words, smoothed, whitespace):
    truth, said = sentences(seed)
    for beta in (1, 3):
        found = _core.chrf_counts(*arguments(truth, said), characters, words, float(beta), whitespace, smoothed, 1)
        made = CHRF(characters, words, beta, whitespace=whitespace, eps_smoothing=smoothed)
        expected = [made._extract_corpus_statistics([one], [[ref] for ref in refs])[0] for one, refs in zip(said, truth, strict=True)]
        np.testing.assert_array_equal(found, expected)


def test_threads_and_parts_change_nothing(monkeypatch):
    truth, said = sentences(1, n=2000)
    known = arguments(truth, said)
    np.testing.assert_array_equal(_core.bleu_counts(*known, 4, True, 7), _core.bleu_counts(*known, 4, True, 1))
    np.testing.assert_array_equal(
        _core.chrf_counts(*known, 6, 2, 2.0, False, False, 7), _core.chrf_counts(*known, 6, 2, 2.0, False, False, 1)
    )
    whole = gn.bleu(truth, said, per_sentence=True), gn.chrf(truth, said, per_sentence=True)
    monkeypatch.setattr("gnomon.texts.ngrams.SENTENCES_AT_ONCE", 7)
    monkeypatch.setattr("gnomon.texts.ngrams.POINTS_AT_ONCE", 100)
    np.testing.assert_array_equal(whole, (gn.bleu(truth, said, per_sentence=True), gn.chrf(truth, said, per_sentence=True)))


def test_long_texts():
    """Many tokens, all different and all the same: counted in time proportional to their number."""
    for tokens in ([f"w{k}" for k in range(60_000)], ["w"] * 60_000):
        text = " ".join(tokens)
        line = _core.bleu_counts(*arguments([[text]], [text]), 4, False, 1)[0]
        assert line.tolist() == [60_000, 60_000, *(60_000 - n for n in range(4)), *(60_000 - n for n in range(4))]


def test_what_does_not_belong_together_is_refused():
    codes, ends = packed(["ab", "c"])
    for first in ([0, 1], [0, 1, 1], [1, 1, 2], [0, 1, 3], [0, 2, 1]):
        with pytest.raises(ValueError, match=r"reference|length"):
            _core.bleu_counts(codes, ends, codes, ends, np.array(first, np.int64), 4, True, 1)
    for wrong in ([2, 1], [2, 9], [-1, 3]):
        with pytest.raises(ValueError, match="texts"):
            _core.chrf_counts(codes, np.array(wrong, np.int64), codes, ends, np.arange(3), 6, 0, 2.0, False, False, 1)
    with pytest.raises(ValueError, match="orders"):
        _core.bleu_counts(codes, ends, codes, ends, np.arange(3), 0, True, 1)


def test_no_sentence():
    none = arguments([], [])
    assert _core.bleu_counts(*none, 4, True, 1).shape == (0, 10)
    assert _core.chrf_counts(*none, 6, 0, 2.0, False, False, 1).shape == (0, 18)
