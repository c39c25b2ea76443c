"""Transcripts: what was said, as a system wrote it down."""

from ...summary import SentenceSums, TranscriptErrors, WorstSentences
from ...texts.cells import TRANSCRIPTS
from ..sentences import WorstSentencesAspect
from .aspect import TranscriptAspect
from .errors import TranscriptErrorsAspect
from .options import OPTIONS
from .task import TranscriptTask

ASPECTS = (
    TranscriptAspect("transcript", SentenceSums, facts=("reference_words",), cells=TRANSCRIPTS, options=OPTIONS),
    TranscriptErrorsAspect("transcript_errors", TranscriptErrors),
    WorstSentencesAspect("worst_transcripts", WorstSentences, facts=("first_row",), of="transcript"),
)
TASKS = (
    TranscriptTask(
        "transcript",
        ("transcript", "transcript_errors", "worst_transcripts"),
        ("words", "reference_words"),
        guests=("text",),
    ),
)
