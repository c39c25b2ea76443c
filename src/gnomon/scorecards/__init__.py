"""Scorecards: how variables are cut into bins, what the bins are worth, and the card that they make."""

from .binning import Binning
from .card import Card, Characteristic
from .card_table import CardTable
from .explained import Explained
from .scaling import Scaling
from .scorecard import Scorecard, SegmentsCompared
from .segments import SegmentedCard
from .tables import WoeTable, information_value, woe_table

__all__ = [
    "Binning",
    "Card",
    "CardTable",
    "Characteristic",
    "Explained",
    "Scaling",
    "Scorecard",
    "SegmentedCard",
    "SegmentsCompared",
    "WoeTable",
    "information_value",
    "woe_table",
]
