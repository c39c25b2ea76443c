"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .base import Summary
from .cells import Cells
from .class_ranks import ClassRanks
from .counts import Counts
from .label_ranks import LabelRanks
from .label_sets import LabelSets
from .query_values import QueryValues
from .ranked import Ranked
from .recommended import Recommended
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps

__all__ = [
    "Cells",
    "ClassRanks",
    "Counts",
    "LabelRanks",
    "LabelSets",
    "QueryValues",
    "Ranked",
    "Recommended",
    "Stack",
    "Summary",
    "Sweep",
    "Sweeps",
]
