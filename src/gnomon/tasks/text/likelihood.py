"""Language models as rows: how likely each held a text to be."""

from typing import TYPE_CHECKING

from ..sentences import SentencesAspect

if TYPE_CHECKING:
    from ...evaluation.plan import Plan


class LikelihoodAspect(SentencesAspect):
    """A text, and the logarithms of the probabilities that a model gave its tokens."""

    def usual(self, plan: "Plan") -> list[str]:
        return ["perplexity", "bits_per_byte"]
