"""Metrics of short answers: right to the letter, or in how many words."""

from functools import partial

from ..messages import Message
from ..texts.answers import Answers, exact_match_measure, token_f1_measure
from ..texts.cells import TEXTS
from ..texts.measure import MeasureLines, ratio
from ..types import Floats
from .sentences import sentence_metric

NORMALIZE = (
    'What makes no difference: "none" nothing, "squad" case, ASCII punctuation, English articles and spaces, "unicode" these, punctuation '
    "of every script and forms of width."
)
answers = partial(
    sentence_metric,
    cells=TEXTS,
    family="text",
    better="higher",
    range=(0, 1),
    undefined=Message("no_sentences"),
    says={"normalize": NORMALIZE},
)


@answers(exact_match_measure)
def exact_match(s: MeasureLines, *, normalize: Answers = "none") -> Floats:
    """The share of texts that equal a reference.

    >>> import gnomon as gn
    >>> float(gn.exact_match(["Paris", ["the Louvre", "Louvre"]], ["paris", "Louvre"]))
    0.5
    """
    return ratio(s["score"], s["sentences"])


@answers(token_f1_measure)
def token_f1(s: MeasureLines, *, normalize: Answers = "squad") -> Floats:
    """F of the words that an answer shares with its reference, the best over references, the mean over answers.

    >>> import gnomon as gn
    >>> float(gn.token_f1(["the Eiffel Tower"], ["Eiffel Tower, Paris"]))
    0.8
    """
    return ratio(s["score"], s["sentences"])
