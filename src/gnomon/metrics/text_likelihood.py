"""Metrics of language models: how surprised they are by texts."""

import math

import numpy as np

from ..messages import Message
from ..texts.likelihood import LIKELIHOODS, NATS, Base, bytes_measure, tokens_measure
from ..texts.measure import MeasureLines, ratio
from ..types import Floats
from .sentences import sentence_metric

BASE = "The base of the logarithms."


@sentence_metric(
    tokens_measure,
    LIKELIHOODS,
    columns=("log_probabilities",),
    family="text",
    better="lower",
    range=(1, math.inf),
    undefined=Message("no_tokens"),
    says={"base": BASE},
)
def perplexity(s: MeasureLines, *, base: Base = "e") -> Floats:
    """exp(−mean of the logarithms of the tokens' probabilities), over all tokens of the corpus.

    >>> import math
    >>> import gnomon as gn
    >>> round(gn.perplexity([[math.log(0.5), math.log(0.5)], [math.log(0.25)]]), 6)
    2.519842
    """
    with np.errstate(over="ignore"):
        found: Floats = np.exp(NATS[base] * ratio(s["cost"], s["tokens"]))
    return found


@sentence_metric(
    bytes_measure,
    LIKELIHOODS,
    columns=("texts", "log_probabilities"),
    family="text",
    better="lower",
    range=(0, math.inf),
    undefined=Message("no_bytes"),
    says={"base": BASE},
)
def bits_per_byte(s: MeasureLines, *, base: Base = "e") -> Floats:
    """−Σ log₂ of the tokens' probabilities / bytes of the texts in UTF-8: the same whatever the tokens are.

    >>> import gnomon as gn
    >>> gn.bits_per_byte(["圭臬"], [[-1, -2]], base="2")
    0.5
    """
    return ratio((1.0 if base == "2" else NATS[base] / NATS["2"]) * s["cost"], s["bytes"])
