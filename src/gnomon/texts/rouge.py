"""ROUGE: n-grams, and longest common subsequences, that a text shares with its reference."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from ..types import Floats
from .coding import Code, coded
from .lcs import common_places
from .measure import SentencePairs, SentenceStatistic, ratio
from .needed import needed, version
from .ngrams import shared
from .several import ABOUT, Flat, Several, about, flat, gathered, signing
from .tokens import Tokenize, Words, tokenizer_name, words_of

Split = Literal["newline", "punctuation"]
Shared = tuple[Floats, Floats, Floats]
"""For each wording what it shares with what was said, how long the wording is, and how long what was said."""

PARTS = ("precision", "recall", "f")
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？｡။។])|\n")  # of sentences; those of Asian scripts need no space after them


def _shared_ngrams(laid: Flat, said: Sequence[str], words: Words, n: int) -> Shared:
    truth, spoken = coded(words, laid.wordings, said, laid.sentence.tolist())
    hits = [shared(one, [other], n) for one, other in zip(truth, spoken, strict=True)]
    long, short = (np.maximum(_lengths(lines) - n + 1, 0) for lines in (truth, spoken))
    return np.array(hits, np.float64), long, short


def _shared_subsequence(laid: Flat, said: Sequence[str], words: Words) -> Shared:
    similarity = needed("rapidfuzz.distance", "rapidfuzz", "rouge_l").LCSseq.similarity
    found = np.zeros((len(laid.wordings), 3))
    last, spoken = -1, [""]
    for place, (text, row) in enumerate(zip(laid.wordings, laid.sentence.tolist(), strict=True)):
        if row != last:
            last, spoken = row, words(said[row])
        truth = words(text)
        found[place] = similarity(truth, spoken), len(truth), len(spoken)
    return found[:, 0], found[:, 1], found[:, 2]


def _lengths(lines: Sequence[str]) -> Floats:
    return np.fromiter(map(len, lines), np.float64, len(lines))


def _shared_summary(laid: Flat, said: Sequence[str], words: Words, split: str) -> Shared:
    parts = [[words(part) for part in sentences_in(text, split)] for text in said]
    found = np.zeros((len(laid.wordings), 3))
    for place, (text, row) in enumerate(zip(laid.wordings, laid.sentence.tolist(), strict=True)):
        truth = [words(part) for part in sentences_in(text, split)]
        code = Code()
        lines, spoken = (list(map(code.line, side)) for side in (truth, parts[row]))
        found[place] = _union_hits(lines, spoken), sum(map(len, lines)), sum(map(len, spoken))
    return found[:, 0], found[:, 1], found[:, 2]


def sentences_in(text: str, split: str) -> list[str]:
    """The sentences of a summary, one a line or by what ends them.

    >>> sentences_in("One. Two!", "punctuation")
    ['One.', 'Two!']
    """
    return [part for part in (text.split("\n") if split == "newline" else _ENDS.split(text)) if part]


def _union_hits(truth: Sequence[str], said: Sequence[str]) -> int:
    """Words of the reference in the union of what its sentences share in order with those that were said, none counted more often
    than either side has it.
    """
    left, there = Counter("".join(truth)), Counter("".join(said))
    hits = 0
    for line in truth:
        places = sorted({place for other in said for place in common_places(line, other)})
        for word in (line[place] for place in places):
            if left[word] > 0 and there[word] > 0:
                hits += 1
                left[word] -= 1
                there[word] -= 1
    return hits


def _rouge(
    key: str, tokenize: str, stemmer: bool, several: str, counted: Callable[[Flat, Sequence[str], Words], Shared], **more: object
) -> SentenceStatistic:
    """Precision, recall and F of each sentence; a side that holds nothing shares nothing, and counts 0."""

    def count(pairs: SentencePairs) -> Floats:
        laid = flat(pairs)
        hits, long, spoken = counted(laid, pairs.said, words_of(tokenize, stemmer))
        precision, recall = np.nan_to_num(ratio(hits, spoken)), np.nan_to_num(ratio(hits, long))
        f = np.nan_to_num(ratio(2 * precision * recall, precision + recall))
        return np.hstack([about(pairs), gathered((precision, recall, f), f, laid, several)])

    def parts(unspaced: bool) -> dict[str, object]:
        return {"rouge": key, "tok": tokenizer_name(tokenize, unspaced), "stem": stemmer, "several": several, **more}

    known = ",".join(f"{name}={value}" for name, value in {"tok": tokenize, "stem": stemmer, "several": several, **more}.items())
    return SentenceStatistic(f"rouge_{key}({known})", (*ABOUT, *PARTS), count, signs=signing(parts, version))


def rouge_n_measure(n: int = 2, tokenize: Tokenize = "auto", stemmer: bool = False, several: Several = "best") -> SentenceStatistic:
    """N-grams that are shared."""
    n = int(n)  # which may be written as 2.0
    return _rouge(f"{n}", tokenize, stemmer, several, lambda laid, said, words: _shared_ngrams(laid, said, words, n))


def rouge_l_measure(tokenize: Tokenize = "auto", stemmer: bool = False, several: Several = "best") -> SentenceStatistic:
    """The longest sequence of words that both have in this order."""
    return _rouge("L", tokenize, stemmer, several, _shared_subsequence)


def rouge_lsum_measure(
    tokenize: Tokenize = "auto", stemmer: bool = False, several: Several = "best", split: Split = "newline"
) -> SentenceStatistic:
    """The same sentence by sentence of a summary."""
    return _rouge("Lsum", tokenize, stemmer, several, lambda laid, said, words: _shared_summary(laid, said, words, split), split=split)
