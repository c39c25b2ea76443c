"""BLEU, chrF and TER: what sacrebleu counts in each sentence. Scores are made of the sums.

sacrebleu counts for TER, and has the tokenisers of BLEU; n-grams, and the usual tokeniser of BLEU, are counted here, alike and faster.
"""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Literal

import numpy as np

from ..errors import InputError
from ..types import Floats
from .measure import MeasureLines, SentencePairs, SentenceStatistic
from .needed import needed
from .ngrams import bleu_lines, chrf_lines
from .scripts import APART, MARKS_APART, Parting, has_unspaced, parted
from .several import ABOUT, about, number_of_wordings, wordings_of

BleuTokenize = Literal["auto", "13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab"]
"""Those of sacrebleu's that fetch nothing from a network, and ``auto``."""
TerTokenize = Literal["auto", "tercom"]
_COMPONENTS = {"ja-mecab": "sacrebleu[ja]", "ko-mecab": "sacrebleu[ko]"}


def as_13a(text: str) -> str:
    r"""What sacrebleu's 13a does before it looks at characters one by one, which a kernel does.

    >>> as_13a("a &lt;b&gt; -\nc <skipped>")
    'a <b> c '
    """
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for written, meant in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
            text = text.replace(written, meant)
    return text


class ByScript:
    """A tokeniser of sacrebleu's that is handed characters of scripts without spaces one by one; other texts it reads as ever."""

    def __init__(self, tokenizer: Callable[[str], str], table: Parting = APART) -> None:
        self.tokenizer, self.table = tokenizer, table

    def __call__(self, text: str) -> str:
        return self.tokenizer(parted(text, self.table) if has_unspaced(text) else text)


def _statistics(made: Any, pairs: SentencePairs) -> Floats:
    """What sacrebleu counts in each sentence; sentences with fewer wordings than others have None in their place."""
    if not len(pairs):
        return np.zeros((0, 0))
    streams = list(zip_longest(*map(wordings_of, pairs.truth)))
    return np.array(made._extract_corpus_statistics(list(pairs.said), streams), np.float64)


def _with_components(asked: str, make: Callable[..., Any], **options: Any) -> Any:
    try:
        return make(**options)
    except (RuntimeError, ImportError):
        if asked not in _COMPONENTS:
            raise
    raise InputError(
        "texts.tokenizer_package_missing",
        tokenize=asked,
        package=_COMPONENTS[asked],
    )


def _measure(
    key: str, names: tuple[str, ...], make: Callable[[], Any], by_script: str = "", counted: Callable[[SentencePairs], Floats] | None = None
) -> SentenceStatistic:
    """``by_script`` is what the signature calls the tokeniser where characters of scripts without spaces stood alone; ``counted`` counts
    in sacrebleu's place.
    """

    def count(pairs: SentencePairs) -> Floats:
        found = _statistics(make(), pairs) if counted is None else counted(pairs)
        return np.hstack([about(pairs), found.reshape(len(pairs), len(names))])

    def signs(sums: MeasureLines) -> str:
        made = make()
        made.num_refs = number_of_wordings(sums) or -1
        if by_script and sums["unspaced"] > 0:
            made.tokenizer_signature = by_script
        return str(made.get_signature())

    return SentenceStatistic(key, (*ABOUT, *names), count, signs=signs)


def bleu_measure(
    tokenize: BleuTokenize = "auto",
    lowercase: bool = False,
    max_order: int = 4,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    effective_order: bool = False,
) -> SentenceStatistic:
    """N-grams of what was said, those that a reference has too, and the lengths of both.

    How scores are smoothed changes nothing here but the signature.
    """
    max_order = int(max_order)  # which may be written as 4.0

    def make() -> Any:
        made = _with_components(
            tokenize,
            needed("sacrebleu.metrics", "sacrebleu", "bleu").BLEU,
            lowercase=lowercase,
            force=True,
            tokenize="13a" if tokenize == "auto" else tokenize,
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            max_ngram_order=max_order,
            effective_order=effective_order,
        )
        if tokenize == "auto":
            made.tokenizer = ByScript(made.tokenizer, MARKS_APART)
        return made

    thirteen_a = tokenize in ("auto", "13a")

    def reading() -> Callable[[str], str]:
        whole: Callable[[str], str] = make()._preprocess_segment
        if not thirteen_a:
            return whole
        shown = ByScript(str, MARKS_APART) if tokenize == "auto" else str
        return lambda text: as_13a(shown((text.lower() if lowercase else text).rstrip()))

    orders = range(1, max_order + 1)
    names = ("said", "reference", *(f"correct{n}" for n in orders), *(f"total{n}" for n in orders))
    return _measure(
        f"bleu({tokenize},{lowercase},{max_order})",
        names,
        make,
        "13a+characters" if tokenize == "auto" else "",
        lambda pairs: bleu_lines(pairs, reading(), max_order, thirteen_a),
    )


def chrf_measure(
    char_order: int = 6, word_order: int = 0, beta: int = 2, lowercase: bool = False, whitespace: bool = False, eps_smoothing: bool = False
) -> SentenceStatistic:
    """N-grams of characters, and of words, on both sides and shared; of several wordings the one with the best score."""
    char_order, word_order, beta = int(char_order), int(word_order), int(beta)

    def make() -> Any:
        return needed("sacrebleu.metrics", "sacrebleu", "chrf").CHRF(
            char_order=char_order, word_order=word_order, beta=beta, lowercase=lowercase, whitespace=whitespace, eps_smoothing=eps_smoothing
        )

    names = tuple(f"{side}{n}" for n in range(1, char_order + word_order + 1) for side in ("said", "reference", "shared"))
    return _measure(
        f"chrf({char_order},{word_order},{beta},{lowercase},{whitespace},{eps_smoothing})",
        names,
        make,
        counted=lambda pairs: chrf_lines(pairs, str.lower if lowercase else str, (char_order, word_order), beta, whitespace, eps_smoothing),
    )


def ter_measure(
    tokenize: TerTokenize = "auto",
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> SentenceStatistic:
    """Edits, moves of phrases among them, to the nearest wording, and the mean length of the wordings."""

    def make() -> Any:
        made = needed("sacrebleu.metrics", "sacrebleu", "ter").TER(
            normalized=normalized, no_punct=no_punct, asian_support=asian_support, case_sensitive=case_sensitive
        )
        if tokenize == "auto":
            made.tokenizer = ByScript(made.tokenizer)
        return made

    key = f"ter({tokenize},{normalized},{no_punct},{asian_support},{case_sensitive})"
    return _measure(key, ("edits", "reference"), make, "tercom+characters" if tokenize == "auto" else "")
