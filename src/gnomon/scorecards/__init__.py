"""Scorecards: variables in bins, weights of evidence, and what is built on them."""

from .binning import Binning
from .tables import WoeTable, information_value, woe_table

__all__ = ["Binning", "WoeTable", "information_value", "woe_table"]
