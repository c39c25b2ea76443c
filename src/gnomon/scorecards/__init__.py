"""Scorecards: variables cut into bins, the card that they make, how far they have moved, and a score watched by month."""

from .binning import Binning
from .card import Card, Characteristic
from .card_table import CardTable
from .distances import ChiSquare, chi_square, cramers_v, hellinger, herfindahl, jensen_shannon
from .explained import Explained
from .grades import GradeTests, grade_tests
from .psi_columns import PsiColumns, psi_table
from .scaling import Scaling
from .scorecard import Scorecard
from .segments import SegmentedCard, SegmentsCompared
from .stability import stability
from .stability_index import PsiTable, psi
from .stability_result import Stability
from .tables import WoeTable, information_value, woe_table

__all__ = [
    "Binning",
    "Card",
    "CardTable",
    "Characteristic",
    "ChiSquare",
    "Explained",
    "GradeTests",
    "PsiColumns",
    "PsiTable",
    "Scaling",
    "Scorecard",
    "SegmentedCard",
    "SegmentsCompared",
    "Stability",
    "WoeTable",
    "chi_square",
    "cramers_v",
    "grade_tests",
    "hellinger",
    "herfindahl",
    "information_value",
    "jensen_shannon",
    "psi",
    "psi_table",
    "stability",
    "woe_table",
]
