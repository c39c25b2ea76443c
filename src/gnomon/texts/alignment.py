"""Tokens of transcripts against those that were spoken: how many were kept, replaced, left out and added on the shortest way."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..parallel import THREADS
from ..types import Floats
from .coding import packed
from .measure import SentencePairs, SentenceStatistic
from .normalisers import NORMALISE, normalised, set_apart

EDITS = ("hit", "substituted", "deleted", "inserted")
Step = Literal["hit", "substitution", "deletion", "insertion"]
STEPS: tuple[Step, ...] = ("hit", "substitution", "deletion", "insertion")
_UNITS = {"words": 0, "mixed": 0, "characters": 1, "code points": 2}
AT_ONCE = 50_000
"""Sentences that a kernel reads at once: their code points are copied for it."""


def read_as(texts: Sequence[str], normalize: str, tokens: str) -> Sequence[str]:
    """The texts as they are compared; tokens of mixed scripts are set apart by spaces."""
    made = normalised(texts, normalize)
    return list(map(set_apart, made)) if tokens == "mixed" else made


def counted(truth: Sequence[str], said: Sequence[str], normalize: str, tokens: str) -> NDArray[np.int64]:
    """For each pair of texts: hits, substitutions, deletions, insertions, and tokens left out before and behind all that was said."""
    found = np.empty((len(truth), 6), np.int64)
    for start in range(0, len(truth), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        sides = (read_as(side[part], normalize, tokens) for side in (truth, said))
        a, b = map(packed, sides)
        found[part] = _core.count_edits(*a, *b, _UNITS[tokens], THREADS)
    return found


def split_tokens(text: str, tokens: str) -> list[str]:
    """The tokens of a text that was read, as the kernel has them."""
    if tokens == "code points":
        return list(text)
    return list(" ".join(text.split())) if tokens == "characters" else text.split()


def aligned(truth: Sequence[str], said: Sequence[str], tokens: str) -> Iterator[tuple[NDArray[np.uint8], list[str], list[str]]]:
    """For each pair of texts that were read, the steps of its shortest way, and the tokens of both."""
    for start in range(0, len(truth), AT_ONCE):
        a, b = truth[start : start + AT_ONCE], said[start : start + AT_ONCE]
        steps, ends = _core.edit_steps(*packed(a), *packed(b), _UNITS[tokens])
        each: list[NDArray[Any]] = np.split(steps, ends[:-1])
        yield from ((way, split_tokens(x, tokens), split_tokens(y, tokens)) for way, x, y in zip(each, a, b, strict=False))


def wrong_tokens(truth: Sequence[str], said: Sequence[str], tokens: str) -> Iterator[tuple[str, str]]:
    """For each error in pairs of texts that were read, what was said and what was written, an empty text where there is none."""
    for start in range(0, len(truth), AT_ONCE):
        a, b = truth[start : start + AT_ONCE], said[start : start + AT_ONCE]
        steps, _ = _core.edit_steps(*packed(a), *packed(b), _UNITS[tokens])
        spoken, written = ([token for text in side for token in split_tokens(text, tokens)] for side in (a, b))
        at = np.flatnonzero(steps)
        places = (np.cumsum(steps != none)[at].tolist() for none in (3, 2))
        for step, i, j in zip(steps[at].tolist(), *places, strict=True):
            yield "" if step == 3 else spoken[i - 1], "" if step == 2 else written[j - 1]


def token_edits(normalize: str = "none", tokens: str = "words") -> SentenceStatistic:
    """Edits of tokens after the named normalisers."""
    from .. import __version__

    normalize = NORMALISE.read(normalize)
    if "unspaced" in normalize and tokens != "characters":
        raise InputError("texts.normalize_leaves_no_spaces", normalize=normalize)

    def count(pairs: SentencePairs) -> Floats:
        return counted(pairs.truth, pairs.said, normalize, tokens)[:, :4].astype(np.float64)

    return SentenceStatistic(f"{tokens}/{normalize}", EDITS, count, f"norm:{normalize}|tok:{tokens}|v:{__version__}")


def character_edits(normalize: str = "none") -> SentenceStatistic:
    """Edits of characters."""
    return token_edits(normalize, "characters")


def plain_edits(unit: str = "characters") -> SentenceStatistic:
    """Distances of texts as they stand, in code points or in words, and their lengths."""
    tokens = "code points" if unit == "characters" else unit

    def count(pairs: SentencePairs) -> Floats:
        hit, substituted, deleted, inserted, *_ = counted(pairs.truth, pairs.said, "none", tokens).T
        truth, said = hit + substituted + deleted, hit + substituted + inserted
        lines = (substituted + deleted + inserted, truth, np.maximum(truth, said), np.ones(len(pairs)))
        return np.column_stack(lines).astype(np.float64)

    return SentenceStatistic(f"distance/{unit}", ("distance", "reference", "longer", "sentences"), count)
