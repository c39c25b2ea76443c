"""METEOR without synonyms: words that are the same, then words of the same stem, and in how many pieces they stand."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..types import Floats
from .measure import SentencePairs, SentenceStatistic, ratio
from .needed import version
from .porter import stem
from .several import ABOUT, about, flat, gathered, signing
from .tokens import Tokenize, tokenizer_name, words_of

COUNTS = ("matched", "said", "reference", "chunks")


class Weighing(NamedTuple):
    """How precision and recall are weighed, and how much pieces cost, as the paper has them."""

    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5


def meteor_score(matched: Floats, said: Floats, reference: Floats, chunks: Floats, weighing: Weighing) -> Floats:
    """F times one less the penalty; 0 where nothing is matched."""
    precision, recall = ratio(matched, said), ratio(matched, reference)
    mean = ratio(precision * recall, weighing.alpha * precision + (1 - weighing.alpha) * recall)
    penalty = weighing.gamma * ratio(chunks, matched) ** weighing.beta
    return np.asarray(np.where(matched > 0, mean * (1 - penalty), 0.0))


def aligned(truth: Sequence[str], said: Sequence[str]) -> dict[int, int]:
    """Which word of what was said stands for which of the reference: same words first, then those of the same stem.

    As many as possible are matched at each stage; of all ways to do so the longest runs that both share are taken first, so that the
    pieces are few.

    >>> aligned("the cat sat on the mat".split(), "on the mat the cats sat".split())
    {0: 3, 1: 4, 2: 5, 3: 0, 5: 2, 4: 1}
    """
    found: dict[int, int] = {}
    for left, right in ((truth, said), ([stem(word) for word in truth], [stem(word) for word in said])):
        _lay(left, right, found)
    return found


def _lay(truth: Sequence[str], said: Sequence[str], found: dict[int, int]) -> None:
    """Match what is still free, longest runs first; of equal ones that nearest the beginning of what was said."""
    taken, places = set(found.values()), defaultdict(list)
    for place, word in enumerate(truth):
        if place not in taken:
            places[word].append(place)
    pairs = {(row, place) for row, word in enumerate(said) if row not in found for place in places.get(word, ())}
    while pairs:
        row, place, length = _longest(pairs)
        for step in range(length):
            found[row + step] = place + step
        rows, columns = range(row, row + length), range(place, place + length)
        pairs = {pair for pair in pairs if pair[0] not in rows and pair[1] not in columns}


def _longest(pairs: set[tuple[int, int]]) -> tuple[int, int, int]:
    """Where the longest run begins on both sides, and how long it is."""
    runs: dict[tuple[int, int], int] = {}
    for row, place in sorted(pairs, reverse=True):
        runs[row, place] = 1 + runs.get((row + 1, place + 1), 0)
    (row, place), length = min(runs.items(), key=lambda run: (-run[1], run[0]))
    return row, place, length


def pieces(found: dict[int, int]) -> int:
    """In how many runs the matched words stand that are runs on both sides."""
    return sum(found.get(row - 1, -2) != place - 1 for row, place in found.items())


def meteor_measure(
    tokenize: Tokenize = "auto", alpha: float = Weighing.alpha, beta: float = Weighing.beta, gamma: float = Weighing.gamma
) -> SentenceStatistic:
    """Words that are matched, on both sides, and their pieces; of several wordings that with the best score."""
    weighing = Weighing(alpha, beta, gamma)

    def count(pairs: SentencePairs) -> Floats:
        laid, words = flat(pairs), words_of(tokenize)
        spoken = list(map(words, pairs.said))
        lines = np.zeros((len(laid.wordings), len(COUNTS)))
        for place, (text, row) in enumerate(zip(laid.wordings, laid.sentence.tolist(), strict=True)):
            truth = words(text)
            found = aligned(truth, spoken[row])
            lines[place] = len(found), len(spoken[row]), len(truth), pieces(found)
        matched, said, reference, chunks = lines.T
        scores = meteor_score(matched, said, reference, chunks, weighing)
        return np.hstack([about(pairs), gathered((matched, said, reference, chunks, scores), scores, laid, "best")])

    def parts(unspaced: bool) -> dict[str, object]:
        return {
            "match": "exact+stem",
            "tok": tokenizer_name(tokenize, unspaced),
            "alpha": f"{alpha:g}",
            "beta": f"{beta:g}",
            "gamma": f"{gamma:g}",
        }

    return SentenceStatistic(f"meteor({tokenize},{alpha},{beta},{gamma})", (*ABOUT, *COUNTS, "score"), count, signs=signing(parts, version))
