"""Scorecards: how variables are cut into bins, what the bins are worth, and the card that they make."""

from .card import Card, Characteristic
from .card_table import CardTable
from .explained import Explained
from .scaling import Scaling
from .scorecard import Scorecard, SegmentsCompared
from .segments import SegmentedCard

__all__ = ["Card", "CardTable", "Characteristic", "Explained", "Scaling", "Scorecard", "SegmentedCard", "SegmentsCompared"]
