"""Generated texts: translations, summaries, answers, each beside what it should say."""

from ...summary import SentenceSums, WorstSentences
from ...texts.cells import TEXTS
from ...texts.likelihood import LIKELIHOODS
from ..sentences import WorstSentencesAspect
from .aspect import TextAspect
from .likelihood import LikelihoodAspect
from .options import OPTIONS
from .task import TextTask

ASPECTS = (
    TextAspect("text", SentenceSums, facts=("signatures",), options=OPTIONS, cells=TEXTS),
    LikelihoodAspect("likelihood", SentenceSums, cells=LIKELIHOODS),
    WorstSentencesAspect("worst_texts", WorstSentences, facts=("first_row",), of="text"),
)
TASKS = (
    TextTask("text", ("text", "worst_texts"), guests=("transcript",)),
    TextTask("likelihood", ("likelihood",)),
)
