"""How sure: intervals, tests and comparisons."""

from .bands import Band
from .choice import ThresholdChoice, threshold_choice
from .comparison import Comparison
from .dominance import Dominance
from .interval import Interval
from .pairs import Pair
from .public import interval
from .sample_size import SampleSize, sample_size

__all__ = [
    "Band",
    "Comparison",
    "Dominance",
    "Interval",
    "Pair",
    "SampleSize",
    "ThresholdChoice",
    "interval",
    "sample_size",
    "threshold_choice",
]
