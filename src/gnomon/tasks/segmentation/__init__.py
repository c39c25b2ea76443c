"""Segmentation: the class of every pixel, image by image."""

from ...summary import BoundaryCounts, PanopticCounts, SegmentationCounts, WorstMaps
from .aspect import BoundariesAspect, PixelsAspect, SegmentsAspect, WorstAspect
from .task import SegmentationTask

ASPECTS = (
    PixelsAspect("pixels", SegmentationCounts, unit="images", facts=("images", "pixels", "ignored_pixels", "classes")),
    BoundariesAspect("boundaries", BoundaryCounts, unit="images"),
    SegmentsAspect("segments", PanopticCounts, unit="images"),
    WorstAspect("worst_maps", WorstMaps, unit="images"),
)
TASKS = (SegmentationTask("segmentation", ("pixels", "boundaries", "segments", "worst_maps"), ("images", "images"), whole=True),)
