"""What is computed: one file a family. Importing this package fills the catalogue."""

from . import (
    agreement,
    areas,
    calibration,
    calibration_tests,
    curves,
    gains,
    grouped,
    odds,
    partial_areas,
    points,
    ranking,
    rates,
    reports,
    tables,
    thresholds,
    trec,
)

__all__ = [
    "agreement",
    "areas",
    "calibration",
    "calibration_tests",
    "curves",
    "gains",
    "grouped",
    "odds",
    "partial_areas",
    "points",
    "ranking",
    "rates",
    "reports",
    "tables",
    "thresholds",
    "trec",
]
