"""Short answers: whether they are the same, and how many words they share."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable
from typing import Literal

import numpy as np

from ..types import Floats
from .measure import SentencePairs, SentenceStatistic
from .needed import version
from .scripts import APART, has_unspaced, parted
from .several import ABOUT, about, signing, wordings_of

Answers = Literal["none", "squad", "unicode"]
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def as_squad(text: str) -> str:
    """Lower case, without ASCII punctuation and English articles, single spaces: as SQuAD's own script.

    >>> as_squad("The  Beatles!")
    'beatles'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def as_unicode(text: str) -> str:
    """The same for any script: forms of compatibility are made one, and punctuation of every script is left out.

    >>> as_unicode("Ｏｋ。 No?")
    'ok no'
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    kept = "".join(character for character in plain if unicodedata.category(character)[0] != "P")
    return as_squad(kept)


NORMAL: dict[str, Callable[[str], str]] = {"none": str, "squad": as_squad, "unicode": as_unicode}


def answer_words(text: str) -> list[str]:
    """Words at spaces; characters of scripts without spaces stand each for itself."""
    return (parted(text, APART) if has_unspaced(text) else text).split()


def _f1(truth: list[str], said: list[str]) -> float:
    """F of shared words; an empty answer is right where the reference is empty too."""
    if not truth or not said:
        return float(truth == said)
    shared = sum((Counter(truth) & Counter(said)).values())
    return 2 * shared / (len(truth) + len(said))


def _answers(key: str, normalize: str, of_pair: Callable[[str, str], float]) -> SentenceStatistic:
    normal = NORMAL[normalize]

    def count(pairs: SentencePairs) -> Floats:
        best = [
            max(of_pair(normal(wording), spoken) for wording in wordings_of(truth))
            for truth, spoken in zip(pairs.truth, map(normal, pairs.said), strict=True)
        ]
        return np.column_stack([about(pairs), best])

    def parts(unspaced: bool) -> dict[str, object]:
        how = {"tok": "whitespace+characters" if unspaced else "whitespace"} if key == "token_f1" else {}
        return {"norm": normalize, **how}

    return SentenceStatistic(f"{key}({normalize})", (*ABOUT, "score"), count, signs=signing(parts, version))


def exact_match_measure(normalize: Answers = "none") -> SentenceStatistic:
    """Whether what was said is one of the wordings."""
    return _answers("exact_match", normalize, lambda truth, said: float(truth == said))


def token_f1_measure(normalize: Answers = "squad") -> SentenceStatistic:
    """Words shared with the wording that fits best."""
    return _answers("token_f1", normalize, lambda truth, said: _f1(answer_words(truth), answer_words(said)))
