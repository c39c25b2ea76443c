"""Rows that have several labels at once: sets of labels predicted, and a score for each label."""

from ...summary import LabelRanks, LabelSets, Sweeps
from .aspect import LabelSetsAspect
from .options import OPTIONS
from .scores import LabelRanksAspect, LabelScoresAspect
from .task import MultilabelTask

FACTS = ("classes", "labels_per_row", "unlabelled")
ASPECTS = (
    LabelSetsAspect("label_sets", LabelSets, facts=FACTS, options=OPTIONS),
    LabelScoresAspect("label_scores", Sweeps, facts=FACTS, options=OPTIONS),
    LabelRanksAspect("label_ranks", LabelRanks, facts=FACTS, options=OPTIONS),
)
TASKS = (
    MultilabelTask(
        "multilabel",
        ("label_sets", "label_scores", "label_ranks"),
        ("labels a row", "labels_per_row"),
        lists=True,
    ),
)
