"""Metrics of translations: BLEU, chrF and TER as sacrebleu counts and signs them, in percent."""

import math
from functools import partial
from typing import Annotated, Literal

from ..catalog import Above, Within
from ..messages import Message
from ..texts.cells import TEXTS
from ..texts.measure import MeasureLines
from ..texts.sacre import BleuTokenize, TerTokenize, bleu_measure, chrf_measure, ter_measure
from ..texts.sacre_scores import bleu_score, chrf_score, ter_score
from ..types import Floats
from .sentences import sentence_metric

NO_SENTENCES = Message("no_sentences")
Smoothing = Literal["exp", "none", "floor", "add-k"]
Order = Annotated[int, Above(0, whole=True, high=100)]


def no_bleu(summary: object) -> Message:
    """Why there is none: no sentence, or weights that are no counts where n-grams are added to counts."""
    return Message("smoothed_in_part") if getattr(summary, "rows", 0) else NO_SENTENCES


translations = partial(sentence_metric, cells=TEXTS, whole=100.0, family="text")
CASE = "Whether texts are read in lower case."


@translations(
    bleu_measure,
    better="higher",
    range=(0, 100),
    undefined=no_bleu,
    says={
        "tokenize": 'How texts become words: "auto" is "13a", with characters of scripts without spaces (Chinese, Japanese, Thai, Lao, '
        "Khmer, Burmese) each a word; the others are sacrebleu's.",
        "lowercase": CASE,
        "smooth_method": "What takes the place of an order of n-grams of which none is right.",
        "smooth_value": 'The value of "floor" (0.1 where None) and "add-k" (1); 0 smooths nothing.',
        "effective_order": "Whether orders that nothing is long enough for are left out, as for single sentences.",
        "max_order": "The longest n-grams.",
    },
)
def bleu(
    s: MeasureLines,
    *,
    tokenize: BleuTokenize = "auto",
    lowercase: bool = False,
    smooth_method: Smoothing = "exp",
    smooth_value: Annotated[float, Within(0, 1e300)] | None = None,
    effective_order: bool = False,
    max_order: Order = 4,
) -> Floats:
    """100 · brevity penalty · geometric mean of the precisions of 1- to 4-grams, all counted over the corpus.

    >>> import gnomon as gn
    >>> score = gn.bleu(["the cat sat on the mat"], ["the cat sat on a mat"])
    >>> round(score, 4), score.signature.split("|version")[0]
    (53.7285, 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp')
    """
    return bleu_score(s, int(max_order), smooth_method, smooth_value, effective_order)


@translations(
    chrf_measure,
    better="higher",
    range=(0, 100),
    undefined=NO_SENTENCES,
    says={
        "char_order": "The longest n-grams of characters.",
        "word_order": "The longest n-grams of words; 2 is chrF++.",
        "beta": "How much recall counts against precision.",
        "lowercase": CASE,
        "whitespace": "Whether spaces are characters.",
        "eps_smoothing": "Whether orders are averaged as F scores, those that nothing is long enough for as almost 0.",
    },
)
def chrf(
    s: MeasureLines,
    *,
    char_order: Order = 6,
    word_order: Annotated[int, Above(-1, whole=True, high=100)] = 0,
    beta: Order = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> Floats:
    """100 · F_β of n-grams of characters, precision and recall being means over the orders 1 to 6.

    >>> import gnomon as gn
    >>> round(gn.chrf(["the cat sat on the mat"], ["the cat sat on a mat"]), 4)
    65.9797
    """
    return chrf_score(s, int(char_order) + int(word_order), int(beta), eps_smoothing)


@translations(
    ter_measure,
    better="lower",
    range=(0, math.inf),
    says={
        "tokenize": 'How texts become words: "auto" is "tercom", with characters of scripts without spaces each a word.',
        "normalized": "Whether punctuation is parted from words.",
        "no_punct": "Whether punctuation is left out.",
        "asian_support": "Whether normalized and no_punct know East Asian characters too.",
        "case_sensitive": "Whether case makes a difference.",
    },
)
def ter(
    s: MeasureLines,
    *,
    tokenize: TerTokenize = "auto",
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> Floats:
    """100 · edits to the nearest reference / mean words of the references; moving a phrase is one edit.

    >>> import gnomon as gn
    >>> round(gn.ter(["the cat sat on the mat"], ["on the mat the cat sat"]), 4)
    16.6667
    """
    return ter_score(s)
