"""The task of generated texts."""

from dataclasses import dataclass

from ..task import Task


@dataclass(frozen=True)
class TextTask(Task):
    """Texts that were generated, one a row."""
