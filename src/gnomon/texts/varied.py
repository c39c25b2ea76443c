"""Figures of texts among themselves, which no sum over texts tells: how many n-grams are new, and how much texts resemble each other."""

from typing import Any

import numpy as np

from ..errors import InputError, check_undefined, value_if_undefined
from ..messages import Message
from .cells import Wrong, one_text
from .columns import listed_cells, without_missing
from .diversity import self_bleu_scores, share_of_distinct
from .needed import version
from .sacre_scores import SMOOTHING
from .score import Score
from .scripts import has_unspaced
from .tokens import WAYS, Tokenize, tokenizer_name, words_of


def distinct_n(texts: Any, *, n: int = 2, tokenize: Tokenize = "auto", missing: str = "error", undefined: str | float = "warn") -> float:
    """Different n-grams / n-grams, of all texts together: how varied a system writes (distinct-1, distinct-2).

    It falls as texts grow in number, whoever writes them: compare sets of the same size. The result carries its ``.signature``.

    >>> import gnomon as gn
    >>> float(gn.distinct_n(["I do not know", "I do not think so"], n=2))
    0.7142857142857143

    Parameters
    ----------
    texts
        The texts, as a list or a column.
    n
        How many words an n-gram has.
    tokenize
        How texts become words, as in gn.rouge_n.
    missing
        "error", or "drop" to leave missing texts out and say how many.
    undefined
        What is given where there is no n-gram: "warn" (NaN with the reason), "raise", or a number.

    gn.explain("text_diversity") says more.

    """
    check_undefined(undefined)
    _check_whole("n", n)
    listed, words = _texts(texts, missing), words_of(_known(tokenize))
    different, every = share_of_distinct(listed, n, words)
    if not every:
        return value_if_undefined("distinct_n", Message("no_ngrams", n=n), undefined)
    return Score(different / every, f"n:{n}|tok:{_tokenizer(tokenize, listed)}|version:{version()}")


def self_bleu(
    texts: Any,
    *,
    tokenize: Tokenize = "auto",
    max_order: int = 4,
    smooth_method: str = "floor",
    smooth_value: float | None = None,
    missing: str = "error",
    undefined: str | float = "warn",
) -> float:
    """The mean over texts of BLEU with all the others as references, in percent: high where a system says the same again and again.

    >>> import gnomon as gn
    >>> round(gn.self_bleu(["the cat sat on the mat", "the cat sat on the mat", "dogs bark all night long"]), 4)
    66.6667

    Parameters
    ----------
    texts
        The texts, as a list or a column; two at least.
    tokenize
        How texts become words, as in gn.rouge_n.
    max_order
        The longest n-grams.
    smooth_method, smooth_value
        What an order of n-grams counts of which none is right, as in gn.bleu.
    missing
        "error", or "drop" to leave missing texts out and say how many.
    undefined
        What is given where there are fewer than two texts: "warn" (NaN with the reason), "raise", or a number.

    gn.explain("text_diversity") says more.

    """
    check_undefined(undefined)
    _check_whole("max_order", max_order)
    if smooth_method not in SMOOTHING:
        raise InputError("texts.smooth_method_unknown", method=smooth_method, methods=", ".join(SMOOTHING))
    listed, words = _texts(texts, missing), words_of(_known(tokenize))
    if len(listed) < 2:
        return value_if_undefined("self_bleu", Message("two_texts_needed"), undefined)
    scores = self_bleu_scores(listed, max_order, words, smooth_method, smooth_value)
    smoothing = f"{smooth_method}[{SMOOTHING[smooth_method] if smooth_value is None else smooth_value:g}]"
    return Score(float(np.mean(scores)), f"tok:{_tokenizer(tokenize, listed)}|order:{max_order}|smooth:{smoothing}|version:{version()}")


def _texts(texts: object, missing: str) -> list[str]:
    cells = listed_cells(texts, "texts")
    cells, _, _ = without_missing(cells, [""] * len(cells), None, missing, ("texts", "texts"))
    for place, cell in enumerate(cells):
        found = one_text(cell)
        if isinstance(found, Wrong):
            raise InputError("texts.bad_cell_in_column", name="texts", what=str(found), where=Message("at_position", position=place))
    return cells


def _known(tokenize: str) -> str:
    if tokenize not in WAYS:
        raise InputError("texts.tokenize_unknown", tokenize=tokenize, ways=", ".join(WAYS))
    return tokenize


def _check_whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 < value <= 100:
        raise InputError("texts.option_out_of_range", name=name, value=value)


def _tokenizer(tokenize: str, listed: list[str]) -> str:
    return tokenizer_name(tokenize, any(map(has_unspaced, listed)))
