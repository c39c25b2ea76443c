"""Clusters beside classes: how well they agree, and how they lie where points are given."""

from ...summary import Contingency, Points
from .agreement import PartitionsAspect
from .options import FEATURES, NOISE
from .shapes import PointsAspect
from .task import ClusteringTask

FACTS = ("true_classes", "found_clusters", "noise", "noise_as")
ASPECTS = (
    PartitionsAspect("partitions", Contingency, facts=FACTS, options=(*NOISE, FEATURES)),
    PointsAspect("points", Points, options=(*NOISE, FEATURES)),
)
TASKS = (ClusteringTask("clustering", ("partitions", "points"), ("clusters", "found_clusters")),)
