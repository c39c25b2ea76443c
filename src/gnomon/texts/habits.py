"""What outputs look like apart from being right: empty, far too short or long, copied from the source, the same again and again."""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from ..types import Floats
from .lengths import lengths_measure
from .measure import SentencePairs, SentenceStatistic
from .several import wordings_of
from .tokens import by_script

SHORT, LONG = 0.5, 2.0
"""An output is far too short with less than half of its reference's words, far too long with more than twice as many."""
FEW_WORDS = 3
"""References of fewer words say little of how long an output should be."""


def habits_measure() -> SentenceStatistic:
    """Whether each output, and each reference, is empty, and whether the output is far too short or far too long."""
    lengths = lengths_measure()

    def count(pairs: SentencePairs) -> Floats:
        said, nearest = lengths.count(pairs)[:, -2:].T
        enough = nearest >= FEW_WORDS
        empty = np.array([not text.strip() for text in pairs.said], bool)
        unsaid = np.array([not any(wording.strip() for wording in wordings_of(truth)) for truth in pairs.truth], bool)
        short, long = enough & ~empty & (said < SHORT * nearest), enough & (said > LONG * nearest)
        return np.column_stack([empty & ~unsaid, unsaid, short, long]).astype(np.float64)

    return SentenceStatistic("habits", ("empty", "unsaid", "short", "long"), count)


def copies(sources: Sequence[str], pairs: SentencePairs) -> Floats:
    """Whether each output is its source, word for word, while no reference is: case and punctuation make no difference."""
    found = []
    for source, truth, said in zip(sources, pairs.truth, pairs.said, strict=True):
        words = by_script(said)
        same = len(words) >= FEW_WORDS and words == by_script(source)
        found.append(same and all(by_script(wording) != words for wording in wordings_of(truth)))
    return np.array(found, np.float64)


def marks(texts: Sequence[str]) -> Floats:
    """A number for each text, the same for the same texts and hardly ever for others; what is empty has 0."""
    found = [int.from_bytes(blake2b(text.strip().encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big") for text in texts]
    return np.where([bool(text.strip()) for text in texts], np.array(found, np.float64) + 1, 0.0)
