"""What is in texts, transcripts and tagged sequences: what is counted in each of them, from which every figure follows."""

from .measure import MeasureLines, SentencePairs, SentenceStatistic

__all__ = ["MeasureLines", "SentencePairs", "SentenceStatistic"]
