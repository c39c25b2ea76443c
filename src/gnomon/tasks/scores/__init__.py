"""Scores of two classes, and the task of telling two classes apart."""

from ...summary import Sweep
from ..score_direction import DIRECTION
from .aspect import ScoresAspect
from .profit import OPTIONS
from .task import BinaryTask

FACTS = (
    *("positives", "positive", "classes", "effective_positives", "effective_negatives", "left_out"),
    *("mean_prediction", "deviation_of_gaps"),
)
ASPECTS = (ScoresAspect("scores", Sweep, facts=FACTS, options=(DIRECTION, *OPTIONS)),)
TASKS = (BinaryTask("binary", ("scores", "labels", "lists"), one_positive=True),)
