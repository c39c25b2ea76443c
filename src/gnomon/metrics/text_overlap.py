"""Metrics of summaries and other texts: words, n-grams and sequences that are shared with a reference, from 0 to 1."""

from functools import partial
from typing import Annotated, Literal

from ..catalog import Above, Within
from ..messages import Message
from ..texts.cells import TEXTS
from ..texts.lengths import lengths_measure
from ..texts.measure import MeasureLines, ratio
from ..texts.meteor import Weighing, meteor_measure, meteor_score
from ..texts.rouge import Split, rouge_l_measure, rouge_lsum_measure, rouge_n_measure
from ..texts.several import Several
from ..texts.tokens import Tokenize
from ..types import Floats
from .sentences import sentence_metric

Part = Literal["f", "precision", "recall"]
NO_SENTENCES = Message("no_sentences")
TOKENIZE = (
    'How texts become words: "auto" takes words of letters and digits in lower case, and each character of scripts without spaces '
    '(Chinese, Japanese, Thai, Lao, Khmer, Burmese); "rouge_score" a–z and 0–9 alone, as that tool does; others are segmenters.'
)
SAYS = {
    "part": "Which of the three: F, precision or recall.",
    "tokenize": TOKENIZE,
    "stemmer": "Whether English words are cut to their stems by Porter's rules.",
    "several": 'Of several references "best" takes the one with the largest F, "mean" the mean over them.',
}
overlaps = partial(sentence_metric, cells=TEXTS, family="text", better="higher", range=(0, 1), undefined=NO_SENTENCES)


@overlaps(rouge_n_measure, says=SAYS | {"n": "How many words an n-gram has."}, presets={"rouge_1": {"n": 1}, "rouge_2": {"n": 2}})
def rouge_n(
    s: MeasureLines,
    *,
    n: Annotated[int, Above(0, whole=True, high=100)] = 2,
    part: Part = "f",
    tokenize: Tokenize = "auto",
    stemmer: bool = False,
    several: Several = "best",
) -> Floats:
    """F of the n-grams that a text shares with its reference, the mean over sentences.

    >>> import gnomon as gn
    >>> round(gn.rouge_n(["police killed the gunman"], ["police kill the gunman"]), 6)
    0.333333
    >>> float(gn.rouge_n(["the cat sat"], ["the cat sat"]))
    1.0
    """
    return ratio(s[part], s["sentences"])


@overlaps(rouge_l_measure, says=SAYS)
def rouge_l(s: MeasureLines, *, part: Part = "f", tokenize: Tokenize = "auto", stemmer: bool = False, several: Several = "best") -> Floats:
    """F of the longest sequence of words that a text shares with its reference in this order, the mean over sentences.

    >>> import gnomon as gn
    >>> float(gn.rouge_l(["police killed the gunman"], ["police kill the gunman"]))
    0.75
    """
    return ratio(s[part], s["sentences"])


@overlaps(
    rouge_lsum_measure,
    says=SAYS | {"split": 'Where sentences of a summary end: at the end of a "newline", or after "punctuation" of any script.'},
)
def rouge_lsum(
    s: MeasureLines,
    *,
    part: Part = "f",
    tokenize: Tokenize = "auto",
    stemmer: bool = False,
    several: Several = "best",
    split: Split = "newline",
) -> Floats:
    r"""F of the union of sequences that each sentence of the reference shares with those of the text, the mean over texts.

    >>> import gnomon as gn
    >>> float(gn.rouge_lsum(["the cat sat\nit rained"], ["it rained\nthe cat sat"]))
    1.0
    """
    return ratio(s[part], s["sentences"])


@overlaps(
    meteor_measure,
    says={
        "tokenize": TOKENIZE,
        "alpha": "How much precision counts in the mean's denominator: 0.9 makes recall count nine times as much.",
        "beta": "The power of the share of pieces.",
        "gamma": "The largest penalty.",
        "aggregate": '"mean" over the sentences, or of what is summed over the "corpus", as the original tool has it.',
    },
)
def meteor(
    s: MeasureLines,
    *,
    tokenize: Tokenize = "auto",
    alpha: Annotated[float, Within(0, 1)] = 0.9,
    beta: Annotated[float, Above(0)] = 3.0,
    gamma: Annotated[float, Within(0, 1)] = 0.5,
    aggregate: Literal["mean", "corpus"] = "mean",
) -> Floats:
    """Weighted mean of precision and recall of words that are the same or of one stem, less for pieces; no synonyms (WordNet).

    >>> import gnomon as gn
    >>> round(gn.meteor(["the cat sat on the mat"], ["the cat was sat on the mat"]), 4)
    0.9654
    """
    if aggregate == "mean":
        return ratio(s["score"], s["sentences"])
    whole = meteor_score(s["matched"], s["said"], s["reference"], s["chunks"], Weighing(alpha, beta, gamma))
    return whole + ratio(0.0, s["sentences"])


@sentence_metric(
    lengths_measure, TEXTS, family="text", range=(0, float("inf")), undefined=Message("no_words_in_references"), says={"tokenize": TOKENIZE}
)
def length_ratio(s: MeasureLines, *, tokenize: Tokenize = "auto") -> Floats:
    """Words of what was said / words of the references, summed over the corpus; of several references the nearest in length.

    >>> import gnomon as gn
    >>> gn.length_ratio(["the cat sat on the mat"], ["the cat sat"])
    0.5
    """
    return ratio(s["said"], s["reference"])
