"""How sure: intervals, tests and comparisons."""

from .interval import Interval
from .public import interval

__all__ = ["Interval", "interval"]
