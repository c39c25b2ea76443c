"""Scorecards: how far variables have moved, how two distributions differ, whether grades hold, and a score watched by month."""

from .distances import ChiSquare, chi_square, cramers_v, hellinger, herfindahl, jensen_shannon
from .grades import GradeTests, grade_tests
from .psi_columns import PsiColumns, psi_table
from .stability import stability
from .stability_index import PsiTable, psi
from .stability_result import Stability

__all__ = [
    "ChiSquare",
    "GradeTests",
    "PsiColumns",
    "PsiTable",
    "Stability",
    "chi_square",
    "cramers_v",
    "grade_tests",
    "hellinger",
    "herfindahl",
    "jensen_shannon",
    "psi",
    "psi_table",
    "stability",
]
"""Scorecards: variables in bins, weights of evidence, and what is built on them."""
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
