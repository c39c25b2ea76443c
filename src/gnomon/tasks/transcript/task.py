"""The task of transcripts."""

from dataclasses import dataclass

from ..task import Task


@dataclass(frozen=True)
class TranscriptTask(Task):
    """Texts that were heard, one a row."""
