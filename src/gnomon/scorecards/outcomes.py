"""Which rows of a table are bad: a column of labels read by the rules of an evaluation, whatever holds it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Column
from ..errors import InputError
from ..evaluation.labels import LabelVocabulary


class Outcomes:
    """A column of two labels, batch after batch. ``positive`` is the label of the bad, by value or as it is spelt; by default 1."""

    def __init__(self, label: str, positive: object, spells: bool) -> None:
        self._labels, self._positive = LabelVocabulary(label, spells), positive

    def of(self, column: Column) -> NDArray[np.int8]:
        """1 for bad, 0 for good, -1 where nobody knows."""
        gaps = column.gaps()
        there = np.ones(len(column.values), bool) if gaps is None else ~gaps
        codes = self._labels.codes(column.part(there))
        bad, names = self._bad(), self._labels.names
        found = np.full(len(there), -1, np.int8)
        found[there] = codes == names.index(bad) if bad in names else 0
        return found

    @property
    def names(self) -> list[Any]:
        """The labels that were met."""
        return self._labels.names

    def settle(self, names: list[Any]) -> None:
        """Refuse labels that were met elsewhere where they are not two, or none of them is the bad one."""
        self._labels.merge(names)
        self._bad()

    def _bad(self) -> Any:
        """The label of the bad among those that were met."""
        if len(self._labels.names) > 2:
            raise InputError(
                "scorecards.label_count_not_two",
                name=self._labels.column,
                count=len(self._labels.names),
                shown=", ".join(map(repr, self._labels.ordered[:8])),
            )
        self._labels.refuse_fractions("label")
        return self._labels.positive(self._positive)


def known_outcomes(column: Column, label: str, positive: object, spells: bool) -> NDArray[np.uint8]:
    """Which rows are bad, all of which must be known."""
    found = Outcomes(label, positive, spells).of(column)
    lost = found < 0
    if lost.any():
        raise InputError(
            "scorecards.label_missing_at_position",
            name=label,
            count=int(lost.sum()),
            at=int(np.argmax(lost)),
        )
    return found.astype(np.uint8)
