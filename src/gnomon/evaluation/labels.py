"""The labels of a pass: what the codes stand for, which is positive, and what is no label at all."""

from typing import Any

from ..engines.columns import spelt
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..inputs.labels import choices, label_order, plain
from ..inputs.moments import Moment, moment, shown
from ..messages.language import say
from .vocabulary import Vocabulary

MOST_GRADES = 100
"""Grades of relevance that may be fractions; more different ones are scores."""


class LabelVocabulary(Vocabulary):
    """The labels met as truth or prediction. ``spells``: they come as text, and are what it spells; with ``text``, the text itself."""

    def __init__(self, column: str, spells: bool, text: bool = False) -> None:
        super().__init__("label", column)
        self.spells, self.text = spells, text

    def label(self, name: object) -> Any:
        if not self.spells:
            return super().label(name)
        value = spelt(name)
        if not self.text:
            return value
        return str(value) if type(value) is int else str(name).strip()  # 0.0 is 0 as text too

    @property
    def ordered(self) -> list[Any]:
        """The labels in their order: that of an ordered categorical, or sorted."""
        if self.order is not None and {*self.names} <= {*self.order}:
            return [name for name in self.order if name in self.names]
        return sorted(self.names, key=label_order)

    def positive(self, asked: object) -> Any:
        """The positive label: the one asked for, by value or as it is spelt; by default 1 of 0/1, -1/1 or booleans."""
        names, asked = self.names, asked if asked is DEFAULT_POSITIVE else written(asked)
        if asked is DEFAULT_POSITIVE:
            if not set(names) <= {0, 1} and not set(names) <= {-1, 1}:
                listed = tuple(self.ordered)
                shown = ", ".join(map(repr, listed))
                which = choices(listed) if len(listed) > 1 else "⟦positive=…⟧"
                raise InputError(
                    "evaluation.positive_ambiguous",
                    value=self.column,
                    shown=shown,
                    which=which,
                )
            return True if names and all(isinstance(name, bool) for name in names) else 1
        same = [name for name in names if name == asked and isinstance(name, str) == isinstance(asked, str)]
        alike = [name for name in names if name in (spelt(asked), str(asked))]
        if same or alike:
            return (same or alike)[0]
        if len(names) == 2:
            shown = ", ".join(map(repr, names))
            raise InputError(
                "evaluation.positive_unknown",
                asked=asked,
                value=self.column,
                shown=shown,
            )
        return asked

    def refuse_fractions(self, argument: str, grades: bool = False, known: float | None = None) -> None:
        """Labels that are fractions are scores, or numbers to be met; grades may be, as long as they are few. ``known`` is one already."""
        if grades and len(self.names) <= MOST_GRADES:
            return
        fraction = next((name for name in self.names if isinstance(name, float) and not name.is_integer()), known)
        if fraction is not None:
            remedy = say("evaluation.remedy_scores_or_regression")
            if argument == "label":
                remedy = say("evaluation.remedy_label_score_swapped")
            what = say("evaluation.part_column_holds", column=self.column) if argument == "label" else say("evaluation.part_it_holds")
            raise InputError(
                "evaluation.fraction_as_label",
                argument=argument,
                what=what,
                fraction=fraction,
                remedy=remedy,
            )

    def refuse_mixture(self) -> None:
        """Text and numbers together are no one kind of label."""
        text = next((name for name in self.names if isinstance(name, str)), None)
        other = next((name for name in self.names if not isinstance(name, str)), None)
        if text is not None and other is not None:
            raise InputError(
                "evaluation.label_types_mixed",
                value=self.column,
                text=text,
                other=other,
            )


def written(label: object) -> Any:
    """A label that was asked for as labels are met: dates by their text."""
    found = moment(plain(label))
    return shown(found) if isinstance(found, Moment) else plain(label)


def positive_place(names: list[Any], asked: object) -> int:
    """The place of the positive label among names; -1 where it is not among them (yet)."""
    asked = 1 if asked is DEFAULT_POSITIVE else written(asked)
    same = [place for place, name in enumerate(names) if name == asked and isinstance(name, str) == isinstance(asked, str)]
    alike = [place for place, name in enumerate(names) if name in (spelt(asked), str(asked))]
    return next(iter(same or alike), -1)
