"""Deciding with scores: what cut-offs approve and earn, whom another score would swap, and what no model of these features can exceed."""

from .ceiling import Ceiling, Corrected, ceiling
from .cutoffs import Cutoff, CutoffTable, cutoff_table
from .swap_sets import SwapGroup, SwapSet, swap_set

__all__ = ["Ceiling", "Corrected", "Cutoff", "CutoffTable", "SwapGroup", "SwapSet", "ceiling", "cutoff_table", "swap_set"]
