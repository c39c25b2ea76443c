"""Marks of texts: numbers by which texts are known to be the same, or of the same origin, once the texts are gone."""

import re
from collections.abc import Sequence
from zlib import crc32

import numpy as np

from ..types import Floats
from .habits import marks
from .measure import SentencePairs
from .several import wordings_of

MARKS = ("said", "truth", "said_word", "truth_word", "differ")
UNKNOWN, SAME, FORM = 1, 2, 4
"""What ``differ`` adds up: a mark of unknown words in the output alone, an output that is a reference, one that differs in form alone."""
_FORM_SIGNS = re.compile(r"[\W_]+")
_UNKNOWN = re.compile(r"<unk(?:nown)?>|\[unk\]|\u2047|\ufffd", re.IGNORECASE)


def text_marks(pairs: SentencePairs) -> dict[str, Floats]:
    """Columns for each pair of texts: what either is, its rarest-looking word, and how both differ.

    ``differ`` says whether only the output has a mark of an unknown word, whether it is a reference, and whether it differs from one in
    case, punctuation and spaces alone.
    """
    wordings = [wordings_of(truth) for truth in pairs.truth]
    first = [texts[0] if texts else "" for texts in wordings]
    same = np.array([said in texts for said, texts in zip(pairs.said, wordings, strict=True)], bool)
    form = np.array([not alike and _like(said, texts) for said, texts, alike in zip(pairs.said, wordings, same, strict=True)], bool)
    lacking = [bool(_UNKNOWN.search(said)) and not _UNKNOWN.search(truth) for said, truth in zip(pairs.said, first, strict=True)]
    found = (
        marks(pairs.said),
        marks(first),
        _word_marks(pairs.said),
        _word_marks(first),
        UNKNOWN * np.array(lacking, bool) + SAME * same + FORM * form,
    )
    return {name: np.asarray(column, np.float64) for name, column in zip(MARKS, found, strict=True)}


def _word_marks(texts: Sequence[str]) -> Floats:
    """A number for the longest word of each text, or for its last two characters by their codes where it has one word; 0 where empty."""
    return np.array([_word_mark(text.lower()) for text in texts], np.float64)


def _word_mark(text: str) -> int:
    words = text.split()
    if not words:
        return 0
    word = max(words, key=lambda one: (len(one), one)) if len(words) > 1 else "".join(sorted(set(text))[-2:])
    return crc32(word.encode("utf-8", "surrogatepass")) + 1


def _like(said: str, wordings: Sequence[str]) -> bool:
    plain = _plain(said)
    return bool(plain) and any(len(truth) < 2 * len(said) + 20 and plain == _plain(truth) for truth in wordings)


def _plain(text: str) -> str:
    return _FORM_SIGNS.sub("", text.lower())
