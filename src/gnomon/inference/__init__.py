"""How sure: intervals, tests and comparisons."""

from .bands import Band
from .comparison import Comparison
from .dominance import Dominance
from .interval import Interval
from .pairs import Pair
from .public import interval

__all__ = ["Band", "Comparison", "Dominance", "Interval", "Pair", "interval"]
