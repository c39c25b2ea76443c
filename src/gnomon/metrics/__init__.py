"""What is computed: one file a family. Importing this package fills the catalogue."""

from . import agreement, areas, calibration, curves, gains, grouped, points, ranking, rates, reports, tables, thresholds, top

__all__ = [
    "agreement",
    "areas",
    "calibration",
    "curves",
    "gains",
    "grouped",
    "points",
    "ranking",
    "rates",
    "reports",
    "tables",
    "thresholds",
    "top",
]
