"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .base import Summary
from .cells import Cells
from .counts import Counts
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps

__all__ = ["Cells", "Counts", "Stack", "Summary", "Sweep", "Sweeps"]
