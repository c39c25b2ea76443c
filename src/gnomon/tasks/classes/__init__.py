"""Scores of several classes, and the task of telling them apart."""

from ...summary import ClassRanks, Sweeps
from .aspect import ClassesAspect, PairsAspect
from .ranks import RanksAspect
from .task import MulticlassTask

ASPECTS = (
    ClassesAspect("classes", Sweeps, facts=("classes", "left_out"), aliases=("scores",)),
    PairsAspect("pairs", Sweeps),
    RanksAspect("ranks", ClassRanks),
)
TASKS = (MulticlassTask("multiclass", ("classes", "pairs", "labels", "ranks")),)
