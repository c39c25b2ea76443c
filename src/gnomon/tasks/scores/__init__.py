"""Scores of two classes, and the task of telling two classes apart."""

from ...summary import Sweep
from .aspect import ScoresAspect
from .task import BinaryTask

ASPECTS = (
    ScoresAspect(
        "scores", Sweep, facts=("positives", "positive", "classes", "effective_positives", "effective_negatives", "mean_prediction")
    ),
)
TASKS = (BinaryTask("binary", "binary classification", "二分类", ("scores", "labels", "lists")),)
