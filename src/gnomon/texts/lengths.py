"""How long what was said is beside its reference, in words."""

import numpy as np

from ..types import Floats
from .measure import SentencePairs, SentenceStatistic
from .needed import version
from .several import ABOUT, about, signing, wordings_of
from .tokens import Tokenize, tokenizer_name, words_of


def lengths_measure(tokenize: Tokenize = "auto") -> SentenceStatistic:
    """Words that were said, and words of the wording that is nearest in length, the shorter of two as near."""

    def count(pairs: SentencePairs) -> Floats:
        words = words_of(tokenize)
        said = [len(words(text)) for text in pairs.said]
        nearest = [
            min((abs(length - own), length) for length in (len(words(wording)) for wording in wordings_of(truth)))[1]
            for truth, own in zip(pairs.truth, said, strict=True)
        ]
        return np.column_stack([about(pairs), np.array(said, np.float64), np.array(nearest, np.float64)])

    def parts(unspaced: bool) -> dict[str, object]:
        return {"tok": tokenizer_name(tokenize, unspaced)}

    return SentenceStatistic(f"lengths({tokenize})", (*ABOUT, "said", "reference"), count, signs=signing(parts, version))
