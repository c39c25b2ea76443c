"""Predicted labels of two classes or more."""

from ...summary import Counts
from .aspect import LabelsAspect

ASPECTS = (LabelsAspect("labels", Counts, facts=("positives", "positive", "classes", "effective_positives", "effective_negatives")),)
TASKS = ()
