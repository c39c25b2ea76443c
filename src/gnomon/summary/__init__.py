"""What is kept: small summaries of rows that merge with ``+`` and are saved as bytes."""

from .amounts import Amounts
from .base import Summary
from .bin_layout import Layout
from .bins import Bins
from .boundary_counts import BoundaryCounts
from .cells import Cells
from .class_ranks import ClassRanks
from .counts import Counts
from .density import Density
from .joint import Joint
from .label_ranks import LabelRanks
from .label_sets import LabelSets
from .matches import Matches
from .moments import Moments
from .panoptic_counts import PanopticCounts
from .query_values import QueryValues
from .ranges import Ranges
from .ranked import Ranked
from .recommended import Recommended
from .scaled_errors import ScaledErrors
from .scatter import Scatter
from .segmentation_counts import SegmentationCounts, segmentation_counts
from .spread import Spread
from .stack import Stack
from .sweep import Sweep
from .sweeps import Sweeps
from .worst_images import WorstImages
from .worst_maps import WorstMaps

__all__ = [
    "Amounts",
    "Bins",
    "BoundaryCounts",
    "Cells",
    "ClassRanks",
    "Counts",
    "Density",
    "Joint",
    "LabelRanks",
    "LabelSets",
    "Layout",
    "Matches",
    "Moments",
    "PanopticCounts",
    "QueryValues",
    "Ranges",
    "Ranked",
    "Recommended",
    "ScaledErrors",
    "Scatter",
    "SegmentationCounts",
    "Spread",
    "Stack",
    "Summary",
    "Sweep",
    "Sweeps",
    "WorstImages",
    "WorstMaps",
    "segmentation_counts",
]
