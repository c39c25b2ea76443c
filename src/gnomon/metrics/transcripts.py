"""Metrics of transcripts: errors of words and characters, summed over the corpus."""

import math
from typing import Any, Literal

import numpy as np

from ..catalog.traits import EquivalentTo
from ..messages import Message
from ..texts.alignment import character_edits, plain_edits, token_edits
from ..texts.cells import TRANSCRIPTS
from ..texts.measure import MeasureLines, ratio
from ..texts.normalisers import SAYS, Normalize, Tokens
from ..types import Floats
from .sentences import sentence_metric

NO_WORDS = Message("no_reference_words")
NEITHER = Message("no_words_on_either_side")
NO_TEXTS = Message("no_reference_characters")


def _errors(s: MeasureLines) -> Floats:
    made: Floats = s["substituted"] + s["deleted"] + s["inserted"]
    return made


def _spoken(s: MeasureLines) -> Floats:
    made: Floats = s["hit"] + s["substituted"] + s["deleted"]
    return made


def _kept(s: MeasureLines) -> Floats:
    """The share of spoken tokens that were kept, times the share of written ones that are right; nothing written keeps nothing."""
    written = s["hit"] + s["substituted"] + s["inserted"]
    right = np.where(written > 0, np.divide(s["hit"], np.where(written > 0, written, 1)), 0.0)
    return ratio(s["hit"], _spoken(s)) * right


_SHARED: dict[str, Any] = {"family": "transcripts", "undefined": NO_WORDS, "says": SAYS}


@sentence_metric(token_edits, TRANSCRIPTS, better="lower", range=(0, math.inf), aliases=("word_error_rate",), **_SHARED)
def wer(s: MeasureLines, *, normalize: Normalize = "none", tokens: Literal["words", "mixed"] = "words") -> Floats:
    """(substituted + left out + added words) / words of the references, all summed over the corpus.

    >>> import gnomon as gn
    >>> gn.wer(["the cat sat on the mat"], ["the cat sat on mat today"])
    0.3333333333333333
    >>> gn.wer(["Hello, world!"], ["hello world"], normalize="lower+punctuation")
    0.0
    >>> gn.wer(["打开 Wi-Fi 设置"], ["打开Wi-Fi的设置"], tokens="mixed")
    0.2
    """
    return ratio(_errors(s), _spoken(s))


@sentence_metric(
    character_edits,
    TRANSCRIPTS,
    better="lower",
    range=(0, math.inf),
    **{**_SHARED, "undefined": NO_TEXTS, "says": {"normalize": SAYS["normalize"]}},
)
def cer(s: MeasureLines, *, normalize: Normalize = "none") -> Floats:
    """(substituted + left out + added characters) / characters of the references, all summed over the corpus.

    White space at the ends does not count, a run of it within counts as one character.

    >>> import gnomon as gn
    >>> gn.cer(["圭臬者，测影之具"], ["圭臬者测影之器"])
    0.25
    """
    return ratio(_errors(s), _spoken(s))


@sentence_metric(token_edits, TRANSCRIPTS, better="lower", range=(0, 1), aliases=("match_error_rate",), **{**_SHARED, "undefined": NEITHER})
def mer(s: MeasureLines, *, normalize: Normalize = "none", tokens: Tokens = "words") -> Floats:
    """Errors / (errors + hits): of all steps of the alignment, the share that are errors.

    >>> import gnomon as gn
    >>> gn.mer(["a b c d"], ["a x c d e"])
    0.4
    """
    return ratio(_errors(s), _errors(s) + s["hit"])


@sentence_metric(token_edits, TRANSCRIPTS, better="lower", range=(0, 1), **_SHARED)
def wil(s: MeasureLines, *, normalize: Normalize = "none", tokens: Tokens = "words") -> Floats:
    """1 − hits² / (words of the references × words of the hypotheses): the share of information that is lost.

    >>> import gnomon as gn
    >>> gn.wil(["a b c d"], ["a x c d e"])
    0.55
    """
    return 1 - _kept(s)


@sentence_metric(
    token_edits,
    TRANSCRIPTS,
    better="higher",
    range=(0, 1),
    restates=EquivalentTo("wil", lambda lost: 1 - lost),
    **_SHARED,
)
def wip(s: MeasureLines, *, normalize: Normalize = "none", tokens: Tokens = "words") -> Floats:
    """hits² / (words of the references × words of the hypotheses): the share of information that is kept.

    >>> import gnomon as gn
    >>> gn.wip(["a b c d"], ["a x c d e"])
    0.44999999999999996
    """
    return _kept(s)


@sentence_metric(
    plain_edits,
    TRANSCRIPTS,
    family="transcripts",
    better="lower",
    range=(0, math.inf),
    aliases=("edit_distance",),
    undefined=lambda summary: NO_TEXTS if getattr(summary, "rows", 0) else Message("no_rows"),
    says={
        "normalize": '"none": edits a sentence; "longer": edits / length of the longer text; "reference": edits / length of the reference; '
        "both summed over the corpus.",
        "unit": 'What is edited: "characters" (code points as they stand, white space included) or "words".',
    },
)
def levenshtein(
    s: MeasureLines, *, normalize: Literal["none", "longer", "reference"] = "none", unit: Literal["characters", "words"] = "characters"
) -> Floats:
    """The fewest insertions, deletions and substitutions that turn one text into the other; of a corpus, their mean over sentences.

    >>> import gnomon as gn
    >>> gn.levenshtein(["kitten", "flaw"], ["sitting", "lawn"])
    2.5
    >>> gn.levenshtein(["kitten"], ["sitting"], normalize="longer")
    0.42857142857142855
    """
    return ratio(s["distance"], s[{"none": "sentences", "longer": "longer", "reference": "reference"}[normalize]])
