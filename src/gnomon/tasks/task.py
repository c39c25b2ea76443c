"""A task: a named set of aspects, and the rule that recognises it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..messages import Message
from . import registry
from .parts import HeaderItem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..catalog import Reference
    from ..evaluation.finished import Pass
    from ..evaluation.labels import LabelVocabulary
    from ..evaluation.plan import Plan
    from ..evaluation.result import Evaluation
    from ..evaluation.survey import Survey
    from .aspect import Aspect
    from .parts import ColumnRole, TaskOption


@dataclass(frozen=True)
class Task:
    """What kind of evaluation this is: ``aspects`` are the keys of what may be read from its rows."""

    key: str
    aspects: tuple[str, ...]
    counted: tuple[str, str] = ("positive", "positives")
    """What a table of slices shows beside their rows: its heading, and the fact."""
    numbers: bool = False
    """Whether what is called the label is a number to be met, and no class."""
    grades: bool = False
    """Whether labels are grades, which may be fractions."""
    lists: bool = False
    """Whether a row may have several labels, as a list."""
    one_positive: bool = False
    """Whether one of the labels counts as positive."""
    in_tables: bool = False
    """Of one that is whole, whether its truth may be a table, which has rows for what is in images."""
    own_table: bool = False
    """Of one that is whole, whether it reads a table by itself, whose columns and clusters may be named."""
    guests: tuple[str, ...] = ()
    """Aspects of other kinds that read the same rows, where a metric of theirs is asked for by name."""
    whole: bool = False
    """Whether it reads the data by itself, as images are read, and not as rows with a label: then it has :meth:`evaluate`."""

    @property
    def called(self) -> Message:
        """The name of the kind of evaluation."""
        return Message(f"task.{self.key}")

    @property
    def all_aspects(self) -> tuple[str, ...]:
        """The keys of its own aspects and of its guests."""
        return self.aspects + self.guests

    def sized(self, rows: int) -> HeaderItem | None:
        """How many there are of what it counts, as the head says it; None where these are rows of a table."""
        return None

    def holds(self, data: object) -> bool:
        """Whether data that come without a label are evaluated so, where it reads them by itself."""
        return False

    def file_options(self) -> "Sequence[TaskOption]":
        """What the command line takes beside the files of data that it reads by itself."""
        return ()

    def evaluate(self, data: object, given: "Mapping[str, Any]") -> "Evaluation":
        """The evaluation of data that it reads by itself; ``given`` are arguments of ``gn.evaluate`` that are not as by default."""
        raise NotImplementedError

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        """Whether rows like these are evaluated so when nobody says how."""
        return False

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        """The plan once the first rows are known: what columns stand for, or an error that says what is missing."""
        return plan

    def active(self, plan: "Plan") -> tuple["Aspect", ...]:
        """The aspects for which some model has what they need."""
        found = [registry.aspect(key) for key in self.aspects] + self.visitors(plan)
        return tuple(one for one in found if any(one.has(plan, model) for model in plan.models))

    def visitors(self, plan: "Plan") -> list["Aspect"]:
        """Its guests of which a metric is asked for by name."""
        return [one for one in map(registry.aspect, self.guests) if any(map(one.reads, plan.metrics))]

    def labels(self, plan: "Plan") -> list[Any]:
        """Labels that are known before any row is read."""
        return []

    def listed(self, text: object, plan: "Plan", part: "ColumnRole") -> list[Any]:
        """The labels in a cell of a column of lists."""
        raise NotImplementedError

    def check_labels(self, labels: "LabelVocabulary", plan: "Plan", argument: str) -> None:
        """Refuse labels that contradict the task, as soon as they are met; ``argument`` is where they were met last."""
        labels.refuse_fractions(argument, grades=self.grades and argument == "label")
        labels.refuse_mixture()

    def finish(self, plan: "Plan", labels: "LabelVocabulary") -> "Plan":
        """The plan once all labels are known."""
        return plan.replace(positive=None)

    def tell(self, finished: "Pass") -> dict[str, Any]:
        """Facts of the whole that no one aspect tells."""
        return {}

    def refusal(self, reference: "Reference", plan: "Plan") -> str:
        """Why no metric of some kind goes with this task; empty where that is for the aspects to say."""
        return ""

    def defaults(self, plan: "Plan", summaries: "Mapping[str, Mapping[str, Any]]") -> list[str]:
        """The metrics shown unasked, in the order in which they are shown; ``summaries`` by model and aspect."""
        found = []
        for aspect in (one for one in self.active(plan) if one.key in self.aspects):
            mine = {model: known[aspect.key] for model, known in summaries.items() if known.get(aspect.key) is not None}
            found += aspect.defaults(plan, mine)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return registry.task, (self.key,)
