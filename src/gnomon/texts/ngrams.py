"""N-grams that what was said shares with its references, none counted more often than a reference has it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..parallel import THREADS
from ..types import Floats, Places
from .coding import packed
from .measure import SentencePairs
from .several import wordings_of

Packed = tuple[NDArray[np.uint32], Places, NDArray[np.uint32], Places, Places]
SENTENCES_AT_ONCE = 10_000
POINTS_AT_ONCE = 2**24
"""Code points that a kernel reads at once: they are copied for it."""


def ngrams(line: str, n: int) -> Counter[str]:
    """How often each run of n characters stands in a coded line."""
    return Counter(_runs(line, n))


def _runs(line: str, n: int) -> list[str]:
    return [line[place : place + n] for place in range(len(line) - n + 1)]


def shared(line: str, others: Sequence[str], n: int) -> int:
    """How many n-grams of a coded line others have too, none counted more often than the one that has it most.

    Few n-grams stand twice in a sentence, so that sets tell nearly all, and only what stands twice is counted.

    >>> shared("abab", ["ab", "xbab"], 2), shared("ccc", ["c", "cc"], 1)
    (2, 2)
    """
    runs, theirs = _runs(line, n), [_runs(other, n) for other in others]
    once, known = set(runs), set(theirs[0]).union(*theirs[1:])
    found = len(once & known)
    if len(once) < len(runs):
        again = ((run, count) for run, count in Counter(runs).items() if count > 1 and run in known)
        found += sum(min(count, max(their.count(run) for their in theirs)) - 1 for run, count in again)
    return found


def parts_of(pairs: SentencePairs, read: Callable[[str], str]) -> Iterator[tuple[slice, Packed]]:
    """Some sentences after others, as kernels take them: what was said, the references, and which are those of each sentence.

    Between two of them Python hears of Ctrl-C.
    """
    truth = [wordings_of(one) for one in pairs.truth]
    points = np.cumsum([len(text) + sum(map(len, one)) for text, one in zip(pairs.said, truth, strict=True)])
    marks = points // POINTS_AT_ONCE + np.arange(len(truth)) // SENTENCES_AT_ONCE
    starts = [*np.flatnonzero(np.diff(marks, prepend=-1)).tolist(), len(truth)]
    for start, end in pairwise(starts):
        part = slice(start, end)
        wordings = [read(wording) for one in truth[part] for wording in one]
        first = np.cumsum([0, *map(len, truth[part])], dtype=np.int64)
        yield part, (*packed(list(map(read, pairs.said[part]))), *packed(wordings), first)


def bleu_lines(pairs: SentencePairs, read: Callable[[str], str], max_order: int, thirteen_a: bool) -> Floats:
    """For each sentence the words that were said, those of the reference that is nearest in length, the n-grams of each order that a
    reference has too, and all of them. Words of what is read stand between spaces, or as sacrebleu's 13a parts them.
    """
    found = np.zeros((len(pairs), 2 + 2 * max_order))
    for part, texts in parts_of(pairs, read):
        found[part] = _core.bleu_counts(*texts, max_order, thirteen_a, THREADS)
    return found


def chrf_lines(
    pairs: SentencePairs, read: Callable[[str], str], orders: tuple[int, int], beta: int, whitespace: bool, smoothed: bool
) -> Floats:
    """For each sentence, of n-grams of characters and then of words: those said, of the reference with the best chrF, and shared."""
    found = np.zeros((len(pairs), 3 * sum(orders)))
    for part, texts in parts_of(pairs, read):
        found[part] = _core.chrf_counts(*texts, *orders, float(beta), whitespace, smoothed, THREADS)
    return found
