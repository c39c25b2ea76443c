"""Several wordings of a sentence: laid out flat, each beside what was said, and brought together again."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from .measure import MeasureLines, SentencePairs
from .scripts import has_unspaced

Several = Literal["best", "mean"]
ABOUT = ("sentences", "wordings", "wordings²", "unspaced")
"""What every measure of texts counts besides its own: it tells how the texts were read."""


class Flat(NamedTuple):
    """Every wording with the sentence that it belongs to."""

    wordings: list[str]
    sentence: NDArray[np.int64]
    starts: NDArray[np.int64]


def wordings_of(truth: object) -> Sequence[str]:
    """The wordings of one sentence.

    >>> wordings_of("one"), wordings_of(["one", "other"])
    (('one',), ['one', 'other'])
    """
    return (truth,) if isinstance(truth, str) else truth  # type: ignore[return-value]  # a sequence, as `cells.py` reads it


def flat(pairs: SentencePairs) -> Flat:
    """All wordings of all sentences."""
    each = [wordings_of(truth) for truth in pairs.truth]
    counts = np.fromiter(map(len, each), np.int64, len(each))
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
    return Flat([text for texts in each for text in texts], np.repeat(np.arange(len(each)), counts), starts)


def gathered(columns: Sequence[Floats], by: Floats, laid: Flat, several: str) -> Floats:
    """A line for each sentence: that of the wording where ``by`` is largest, the first of equals, or the mean over wordings."""
    table = np.column_stack(columns).astype(np.float64)
    if len(table) == len(laid.starts):
        return table
    if several == "mean":
        counts = np.bincount(laid.sentence, minlength=len(laid.starts))
        return np.asarray(np.add.reduceat(table, laid.starts, axis=0) / counts[:, None])
    largest = np.maximum.reduceat(by, laid.starts)
    best = np.flatnonzero(by == largest[laid.sentence])
    _, first = np.unique(laid.sentence[best], return_index=True)
    return np.asarray(table[best[first]])


def about(pairs: SentencePairs) -> Floats:
    """How many wordings each sentence has, and whether it holds scripts without spaces."""
    counts = np.array([len(wordings_of(truth)) for truth in pairs.truth], np.float64)
    apart = np.array(
        [has_unspaced(said) or any(map(has_unspaced, wordings_of(truth))) for truth, said in zip(pairs.truth, pairs.said, strict=True)],
        np.float64,
    )
    return np.column_stack([np.ones(len(counts)), counts, counts**2, apart])


def number_of_wordings(sums: MeasureLines) -> int | None:
    """How many wordings each sentence has; None where that varies."""
    n, total, squares = (float(sums[name]) for name in ABOUT[:3])
    mean = total / n if n else 1.0
    alike = n * squares - total**2 <= 1e-9 * total**2 and abs(mean - round(mean)) <= 1e-9 * mean
    return round(mean) if alike else None


def signing(parts: Callable[[bool], dict[str, object]], version: Callable[[], str]) -> Callable[[MeasureLines], str]:
    """How a signature is made of what was counted: ``parts`` is told whether any text has a script without spaces."""

    def signs(sums: MeasureLines) -> str:
        known = {"nrefs": number_of_wordings(sums) or "var", **parts(bool(sums["unspaced"] > 0)), "version": version()}
        return "|".join(f"{name}:{_told(value)}" for name, value in known.items())

    return signs


def _told(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
