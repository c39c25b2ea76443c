"""N-grams that what was said shares with its references, none counted more often than a reference has it."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from .coding import MOST_WORDS, Code, Words
from .measure import Floats, Pairs
from .several import wordings_of


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


def clipped(pairs: Pairs, words: Words, max_order: int) -> Floats:
    """For each sentence the words that were said, those of the reference that is nearest in length, the n-grams of each order that a
    reference has too, and all of them.
    """
    code, found = Code(), np.zeros((len(pairs), 2 + 2 * max_order))
    for row, (truth, said) in enumerate(zip(pairs.truth, pairs.said, strict=True)):
        if len(code) > MOST_WORDS // 2:
            code = Code()
        line, lines = code.line(words(said)), [code.line(words(wording)) for wording in wordings_of(truth)]
        own = len(line)
        found[row, 0], found[row, 1] = own, min((abs(length - own), length) for length in map(len, lines))[1]
        for n in range(1, max_order + 1):
            found[row, 1 + max_order + n] = max(own - n + 1, 0)
            found[row, 1 + n] = right = shared(line, lines, n)
            if not right:
                found[row, 2 + max_order + n :] = [max(own - longer + 1, 0) for longer in range(n + 1, max_order + 1)]
                break  # what shares no n-gram shares no longer one
    return found
