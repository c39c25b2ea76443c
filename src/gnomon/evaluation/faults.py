"""Rows that cannot be used: counted, with the first place of each kind, over the whole pass, then dropped or refused."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column
from ..engines.source import Places, place, place_at
from ..errors import InputError
from ..inputs.numbers import too_small
from ..inputs.rows import gaps_of
from ..messages import Message
from ..messages.language import say, term
from ..tasks.parts import ColumnRole, RowWarning

REMEDIES = {
    "infinite": "evaluation.remedy_scores_not_finite",
    "endless": "evaluation.remedy_numbers_not_finite",
    "negative": "evaluation.remedy_weights_negative",
    "tiny": "evaluation.remedy_weights_tiny",
    "missing": "evaluation.remedy_missing_values",
}
"""In the order in which they are refused."""


class Fault:
    """A kind of fault in a column: how often, and where and as what it was met first."""

    def __init__(self, count: int = 0, row: int = -1, value: str = "") -> None:
        self.count, self.row, self.value = count, row, value

    def add(self, count: int, row: int, value: str) -> None:
        """More of the same; the first place is the lowest."""
        self.count += count
        if self.row < 0 or row < self.row:
            self.row, self.value = row, value


class Faults:
    """Missing values, infinite scores and negative weights met so far. With missing="error" the pass goes on only to count them."""

    def __init__(self, parts: list[ColumnRole], missing: str, first_row: int = 0) -> None:
        self._parts: dict[str, ColumnRole] = {}
        for part in parts:
            if not part.blank and (part.column not in self._parts or part.kind == "number" or part.lists):
                self._parts[part.column] = part
        self._missing = missing
        self._first_row = first_row
        self.seen = 0
        self.dropped = 0
        self._found: dict[tuple[str, str], Fault] = {}

    @property
    def counts(self) -> dict[str, int]:
        """Rows that miss a value, by column, in the order of the columns."""
        return {name: self._found["missing", name].count for name in self._parts if ("missing", name) in self._found}

    @property
    def fatal(self) -> bool:
        """Whether the pass can only end in an error."""
        return any(what in REMEDIES and (what != "missing" or self._missing == "error") for what, _ in self._found)

    def doubt(self, model: str, found: RowWarning, places: NDArray[np.int64]) -> None:
        """Count rows of a model that only some metrics refuse; ``places`` says where each row stands in the data."""
        if found.rows.any():
            self._note(found.code, model, int(found.rows.sum()), int(places[np.argmax(found.rows)]), found.shown)

    @property
    def doubts(self) -> dict[tuple[str, str], Fault]:
        """What was counted of rows that only some metrics refuse, by code and model."""
        return {key: fault for key, fault in self._found.items() if key[0] not in REMEDIES}

    def _note(self, what: str, column: str, count: int, row: int, value: str) -> None:
        self._found.setdefault((what, column), Fault()).add(count, row, value)

    def kept(self, batch: Batch, places: Places) -> tuple[Batch, NDArray[np.bool_] | None]:
        """The batch without the rows that miss a value, and which rows stay; None where all do."""
        n = len(next(iter(batch.values())).values)
        gone: NDArray[np.bool_] = np.zeros(0, bool)
        for name, part in self._parts.items():
            column = batch[name]
            if column.lists and not part.lists and part.kind != "text":  # of texts, whoever reads them says what a cell may be
                raise InputError(
                    "evaluation.column_holds_lists",
                    argument=part.argument,
                    name=name,
                )
            if part.empty is not None:
                column = batch[name] = column.filled(part.empty)
            if part.kind == "number" and column.names is not None:
                column = batch[name] = self._numbers(part, column, places)
            gaps = column.gaps()
            if gaps is not None:
                value = "NaN" if column.missing is None else "no value"
                self._note("missing", name, int(gaps.sum()), place_at(places, int(np.argmax(gaps))), value)
                gone = gaps.copy() if not gone.size else gone | gaps
            if part.kind == "number":
                self._refuse_numbers(part, column, places)
        self.seen += n
        if not gone.size:
            return batch, None
        self.dropped += int(gone.sum())
        return {name: column.part(~gone) for name, column in batch.items()}, ~gone

    def _refuse_numbers(self, part: ColumnRole, column: Column, places: Places) -> None:
        """Count and locate numbers that no row may have."""
        values = column.values
        if part.negative and (not part.finite or values.dtype.kind != "f"):
            return
        with np.errstate(over="ignore", invalid="ignore"):
            if part.negative and np.isfinite(values.sum()):
                return
            found = np.isinf(values) if part.negative else (values < 0) | np.isinf(values)
        if found.any():
            at = int(np.argmax(found))
            code = "negative" if not part.negative else "endless" if part.met else "infinite"
            self._note(code, part.column, int(found.sum()), place_at(places, at), f"{values[at]:g}")
        tiny = too_small(values) if not part.negative else np.zeros(0, bool)
        if tiny.any():
            at = int(np.argmax(tiny))
            self._note("tiny", part.column, int(tiny.sum()), place_at(places, at), f"{values[at]:g}")

    def _where(self, row: int) -> Message:
        """A row as people find it: in memory by its position, in a file by its number below the header."""
        return place(row, self._first_row)

    def _numbers(self, part: ColumnRole, column: Column, places: Places) -> Column:
        """A category of numbers as the numbers; anything else is refused."""
        codes = column.values
        if column.names and all(isinstance(value, (int, float)) for value in column.names):
            return Column(np.where(codes < 0, np.nan, np.asarray(column.names, float)[codes]))
        at = int(np.argmax(codes >= 0))
        assert column.names is not None
        shown = column.names[int(codes[at])] if codes[at] >= 0 else None
        meant = say("evaluation.part_task_of_classes") if part.met else ""
        raise InputError(
            "evaluation.column_not_numeric",
            meant=meant,
            argument=part.argument,
            value=part.column,
            shown=shown,
            where=self._where(place_at(places, at)),
        )

    def merge(self, state: dict[str, Any]) -> None:
        """Take in what another pass has met, as its :meth:`state` has it."""
        self.seen += state["seen"]
        self.dropped += state["dropped"]
        for what, column, count, row, value in state["found"]:
            self._note(what, column, count, row, value)

    def state(self) -> dict[str, Any]:
        """All there is, as JSON can hold it."""
        found = [[what, column, one.count, one.row, one.value] for (what, column), one in self._found.items()]
        return {"seen": self.seen, "dropped": self.dropped, "found": found}

    def refuse(self) -> None:
        """After the pass: raise what was found wrong."""
        for what, remedy in REMEDIES.items():
            for name, part in self._parts.items():
                fault = self._found.get((what, name))
                if fault is None or (what == "missing" and self._missing != "error"):
                    continue
                more = say("evaluation.part_faulty_rows_more", count=fault.count - 1, seen=self.seen) if fault.count > 1 else ""
                raise InputError(
                    "evaluation.row_value_at_fault",
                    argument=part.argument,
                    name=name,
                    value=term(fault.value),
                    where=self._where(fault.row),
                    more=more,
                    remedy=say(remedy),
                )
        if not self.seen:
            raise InputError("evaluation.rows_missing")
        if self.dropped == self.seen:
            raise InputError(
                "evaluation.rows_all_dropped",
                seen=self.seen,
                listed=self.listed,
            )

    @property
    def listed(self) -> str:
        """Columns with the number of rows that miss a value."""
        return gaps_of(self.counts)
