"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .amounts import Amounts
from .base import Summary
from .bin_layout import Layout
from .bins import Bins
from .boundary_counts import BoundaryCounts
from .cells import Cells
from .class_ranks import ClassRanks
from .contingency import Contingency
from .counts import Counts
from .density import Density
from .joint import Joint
from .label_ranks import LabelRanks
from .label_sets import LabelSets
from .matches import Matches
from .moments import Moments
from .panoptic_counts import PanopticCounts
from .points import Points
from .query_values import QueryValues
from .ranges import Ranges
from .ranked import Ranked
from .ratings import Ratings
from .recommended import Recommended
from .scaled_errors import ScaledErrors
from .scatter import Scatter
from .segmentation_counts import SegmentationCounts, segmentation_counts
from .sentence_sums import SentenceSums
from .span_counts import SpanCounts
from .span_errors import SpanErrors
from .spread import Spread
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps
from .transcript_errors import TranscriptErrors
from .worst_images import WorstImages
from .worst_maps import WorstMaps
from .worst_sentences import WorstSentences

__all__ = [
    "Amounts",
    "Bins",
    "BoundaryCounts",
    "Cells",
    "ClassRanks",
    "Contingency",
    "Counts",
    "Density",
    "Joint",
    "LabelRanks",
    "LabelSets",
    "Layout",
    "Matches",
    "Moments",
    "PanopticCounts",
    "Points",
    "QueryValues",
    "Ranges",
    "Ranked",
    "Ratings",
    "Recommended",
    "ScaledErrors",
    "Scatter",
    "SegmentationCounts",
    "SentenceSums",
    "SpanCounts",
    "SpanErrors",
    "Spread",
    "Stack",
    "Summary",
    "Sweep",
    "Sweeps",
    "TranscriptErrors",
    "WorstImages",
    "WorstMaps",
    "WorstSentences",
    "segmentation_counts",
]
