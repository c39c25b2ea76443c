"""How varied texts are among themselves: n-grams that occur once more and once again, and texts that the others resemble."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from .coding import Code
from .measure import MeasureLines
from .ngrams import ngrams
from .sacre_scores import bleu_score
from .tokens import Words


def share_of_distinct(texts: Sequence[str], n: int, words: Words) -> tuple[int, int]:
    """How many different n-grams the texts hold together, and how many they hold."""
    code = Code()
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(ngrams(code.line(words(text)), n))
    return len(counts), sum(counts.values())


def against_others(texts: Sequence[str], max_order: int, words: Words) -> MeasureLines:
    """What BLEU counts in each text, all others being its references, without comparing each with each.

    A text is held against the most that any other has of an n-gram: that is the most of all, or the second most where it has the
    most itself.
    """
    code = Code()
    lines = [code.line(words(text)) for text in texts]
    grams = [[ngrams(line, n) for n in range(1, max_order + 1)] for line in lines]
    top = [_two_largest([each[n] for each in grams]) for n in range(max_order)]
    lengths = np.array([len(line) for line in lines])
    table = np.zeros((len(texts), 3 + 2 * max_order))
    table[:, 0], table[:, 1], table[:, 2] = 1, lengths, _nearest_other(lengths)
    for row, each in enumerate(grams):
        for n, counts in enumerate(each):
            table[row, 3 + n] = sum(min(count, _of_others(top[n][gram], count)) for gram, count in counts.items())
            table[row, 3 + max_order + n] = counts.total()
    orders = range(1, max_order + 1)
    return MeasureLines(table, ("sentences", "said", "reference", *(f"correct{n}" for n in orders), *(f"total{n}" for n in orders)))


def _two_largest(counters: Sequence[Counter[str]]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for counts in counters:
        for gram, count in counts.items():
            most, second = found.get(gram, (0, 0))
            found[gram] = (count, most) if count > most else (most, max(second, count))
    return found


def _of_others(top: tuple[int, int], own: int) -> int:
    """The most of others: where the most is one's own, the second, which equals it if another has as many."""
    return top[1] if own == top[0] else top[0]


def _nearest_other(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each length the nearest among those of the others, the shorter of two as near."""
    order = np.argsort(lengths, kind="stable")
    ranked = lengths[order]
    below, above = np.concatenate([ranked[:1], ranked[:-1]]), np.concatenate([ranked[1:], ranked[-1:]])
    down, up = ranked - below, above - ranked
    if len(ranked) > 1:
        below[0], down[0] = above[0], up[0]
        above[-1], up[-1] = below[-1], down[-1]
    found = np.empty_like(lengths)
    found[order] = np.where(down <= up, below, above)
    return found


def self_bleu_scores(texts: Sequence[str], max_order: int, words: Words, smooth_method: str, smooth_value: float | None) -> Floats:
    """BLEU of each text against all the others."""
    return bleu_score(against_others(texts, max_order, words), max_order, smooth_method, smooth_value, False)
