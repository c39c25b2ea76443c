"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .base import Summary
from .cells import Cells
from .class_ranks import ClassRanks
from .counts import Counts
from .query_values import QueryValues
from .ranked import Ranked
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps

__all__ = ["Cells", "ClassRanks", "Counts", "QueryValues", "Ranked", "Stack", "Summary", "Sweep", "Sweeps"]
