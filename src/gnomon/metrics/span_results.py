"""What matching spans in several ways gives."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..result import Result, text_table

if TYPE_CHECKING:
    from ..types import Floats


COLUMNS = ("possible", "actual", "correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")


@dataclass(frozen=True, eq=False, repr=False)
class SpanScore(Result):
    """One way of matching: ``possible`` true spans, ``actual`` predicted ones, what became of them, and the shares that follow."""

    correct: float
    incorrect: float
    partial: float
    missed: float
    spurious: float
    possible: float
    actual: float
    precision: float
    recall: float
    f1: float

    @classmethod
    def of(cls, outcomes: "Floats", half: bool) -> "SpanScore":
        """From counts of outcomes; ``half``: a partial match counts for half of one."""
        correct, incorrect, partial, missed, spurious = map(float, outcomes)
        possible, actual = correct + incorrect + partial + missed, correct + incorrect + partial + spurious
        credit = correct + partial / 2 if half else correct
        shares = (_share(credit, actual), _share(credit, possible), _share(2 * credit, actual + possible))
        return cls(correct, incorrect, partial, missed, spurious, possible, actual, *shares)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


@dataclass(frozen=True, eq=False, repr=False)
class SpanScores(Result):
    """Spans matched strictly, by their ends (``exact``), in part and by type; and the same of each type."""

    strict: SpanScore
    exact: SpanScore
    partial: SpanScore
    type: SpanScore
    by_type: dict[str, dict[str, SpanScore]]

    @property
    def headline(self) -> str:
        return ", ".join(f"{name} f1={getattr(self, name).f1:.4f}" for name in ("strict", "exact", "partial", "type"))

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name."""
        made: dict[str, Any] = {name: getattr(self, name).to_dict() for name in ("strict", "exact", "partial", "type")}
        return made | {"by_type": {kind: {way: one.to_dict() for way, one in ways.items()} for kind, ways in self.by_type.items()}}

    def __str__(self) -> str:
        names = ("strict", "exact", "partial", "type")
        columns: dict[str, Any] = {"match": list(names)}
        for column in COLUMNS:
            values = [getattr(getattr(self, name), column) for name in names]
            columns[column] = values if column in ("precision", "recall", "f1") else [f"{value:g}" for value in values]
        return "\n".join(line.rstrip() for line in text_table(columns, most=20).split("\n"))
