"""Language models as rows: how likely each held a text to be."""

from typing import Any

from ..sentences import SentencesAspect


class LikelihoodAspect(SentencesAspect):
    """A text, and the logarithms of the probabilities that a model gave its tokens."""

    def usual(self, plan: Any) -> list[str]:
        return ["perplexity", "bits_per_byte"]
