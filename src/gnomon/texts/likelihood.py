"""How likely a model held texts to be: logarithms of the probabilities of their tokens, summed up."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from ..messages.language import say
from ..types import Floats
from .cells import CellReader, Wrong, one_text
from .measure import SentencePairs, SentenceStatistic

Base = Literal["e", "2", "10"]
NATS = {"e": 1.0, "2": math.log(2), "10": math.log(10)}
"""What one unit of a logarithm is in natural ones."""


def log_probabilities(cell: Any) -> Wrong | Floats:
    """A cell that holds the logarithms of the probabilities of a text's tokens."""
    if isinstance(cell, (str, bytes)) or not isinstance(cell, Sequence):
        return Wrong(say("texts.part_logprobs_not_list", cell=cell))
    try:
        found = np.asarray(cell, np.float64)
    except (TypeError, ValueError):
        return Wrong(say("texts.part_logprobs_not_numeric"))
    if found.ndim != 1:
        return Wrong(say("texts.part_logprobs_nested"))
    for wrong in np.flatnonzero(~((found <= 0) & np.isfinite(found)))[:1].tolist():
        return Wrong(
            say(
                "texts.part_logprob_out_of_range",
                value=float(found[wrong]),
                token=wrong,
            )
        )
    return found


LIKELIHOODS = CellReader("likelihoods", one_text, log_probabilities)


def _sums(pairs: SentencePairs) -> Floats:
    return np.array([[1.0, -float(np.sum(said)), len(said)] for said in pairs.said]).reshape(len(pairs), 3)


def tokens_measure() -> SentenceStatistic:
    """What the tokens of each text cost in the logarithm's unit, and how many there are."""
    return SentenceStatistic("tokens", ("sentences", "cost", "tokens"), _sums)


def bytes_measure() -> SentenceStatistic:
    """The same with the bytes of each text in UTF-8."""

    def count(pairs: SentencePairs) -> Floats:
        lengths = [len(text.encode("utf-8", "surrogatepass")) for text in pairs.truth]
        return np.column_stack([_sums(pairs), np.array(lengths, np.float64)])

    return SentenceStatistic("bytes", ("sentences", "cost", "tokens", "bytes"), count)
