"""What is computed: one file a family. Importing this package fills the catalogue."""

from . import areas, calibration, classification, curves, points, reports, tables, thresholds

__all__ = ["areas", "calibration", "classification", "curves", "points", "reports", "tables", "thresholds"]
