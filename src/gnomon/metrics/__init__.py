"""What is computed: one file a family. Importing this package fills the catalogue."""

from . import agreement, areas, calibration, curves, gains, grouped, multilabel, points, ranking, rates, reports, tables, thresholds

__all__ = [
    "agreement",
    "areas",
    "calibration",
    "curves",
    "gains",
    "grouped",
    "multilabel",
    "points",
    "ranking",
    "rates",
    "reports",
    "tables",
    "thresholds",
]
