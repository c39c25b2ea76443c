"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .base import Summary
from .cells import Cells
from .counts import Counts
from .ranked import Ranked
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps

__all__ = ["Cells", "Counts", "Ranked", "Stack", "Summary", "Sweep", "Sweeps"]
