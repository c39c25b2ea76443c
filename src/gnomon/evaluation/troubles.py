"""Rows that cannot be used: counted and located over the whole pass, then dropped or refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column
from ..errors import InputError
from .plan import Plan


class Troubles:
    """Missing values and infinite scores met so far. With missing="error", the pass goes on only to count them."""

    def __init__(self, plan: Plan) -> None:
        self._missing = plan.missing
        self._roles = {plan.label: "label"}
        for model in plan.models:
            self._roles |= dict.fromkeys(model.columns, "score")
            self._roles |= {model.prediction: "prediction"} if model.prediction else {}
        if plan.weight is not None:
            self._roles[plan.weight] = "weight"
        if plan.cluster is not None:
            self._roles.setdefault(plan.cluster, "group" if plan.cluster == plan.group else "cluster")
        if plan.group is not None:
            self._roles.setdefault(plan.group, "group")
        self._seen = 0
        self._first: dict[tuple[str, str], tuple[int, str]] = {}
        self.counts: dict[str, int] = {}
        self.dropped = 0
        self._infinite: dict[str, int] = {}
        self._negative: dict[str, int] = {}

    @property
    def fatal(self) -> bool:
        """Whether the pass can only end in an error."""
        return bool(self._infinite or self._negative) or (self._missing == "error" and bool(self.counts))

    def kept(self, batch: Batch) -> Batch:
        """The batch without the rows that miss a value."""
        n = len(next(iter(batch.values())).values)
        gone: NDArray[np.bool_] = np.zeros(0, bool)
        for name, role in self._roles.items():
            column = batch[name]
            if role in ("score", "weight") and column.names is not None:
                column = batch[name] = self._numbers(role, name, column)
            gaps = column.gaps()
            if gaps is not None:
                self.counts[name] = self.counts.get(name, 0) + int(gaps.sum())
                self._first.setdefault(
                    ("missing", name), (self._seen + int(np.argmax(gaps)), "NaN" if column.missing is None else "no value")
                )
                gone = gaps.copy() if not gone.size else gone | gaps
            if role == "score":
                self._note("infinite", self._infinite, name, column, np.isinf)
            elif role == "weight":
                self._note("negative", self._negative, name, column, lambda values: (values < 0) | np.isinf(values))
        self._seen += n
        if not gone.size:
            return batch
        self.dropped += int(gone.sum())
        return {name: column.part(~gone) for name, column in batch.items()}

    def _note(self, what: str, counts: dict[str, int], name: str, column: Column, wrong: Callable[[Any], Any]) -> None:
        """Count and locate values that no row may have."""
        values = column.values
        if values.dtype.kind != "f" and what == "infinite":
            return
        with np.errstate(over="ignore", invalid="ignore"):
            if what == "infinite" and np.isfinite(values.sum()):
                return
            found = wrong(values)
        if found.any():
            at = int(np.argmax(found))
            counts[name] = counts.get(name, 0) + int(found.sum())
            self._first.setdefault((what, name), (self._seen + at, f"{values[at]:g}"))

    def _numbers(self, role: str, name: str, column: Column) -> Column:
        """A category of numbers as the numbers; anything else is refused."""
        codes = column.values
        if column.names and all(isinstance(value, (int, float)) for value in column.names):
            return Column(np.where(codes < 0, np.nan, np.asarray(column.names, float)[codes]))
        at = int(np.argmax(codes >= 0))
        assert column.names is not None
        shown = column.names[int(codes[at])] if codes[at] >= 0 else None
        raise InputError(
            f"⟦{role}⟧: {name!r} holds text where numbers are meant ({shown!r} in row {self._seen + at + 1:,}); name a column of numbers"
        )

    def settle(self) -> None:
        """After the pass: raise what was found wrong."""
        remedies = {
            "infinite": "Scores must be finite; clip infinite ones to the largest finite score, which keeps their order",
            "negative": "Weights must be finite and not negative; 0 leaves a row out",
            "missing": 'Pass ⟦missing="drop"⟧ to leave such rows out',
        }
        found = {"infinite": self._infinite, "negative": self._negative, "missing": self.counts if self._missing == "error" else {}}
        for what, counts in found.items():
            for name, count in counts.items():
                row, value = self._first[what, name]
                more = f" (and {count - 1:,} more of {self._seen:,})" if count > 1 else ""
                raise InputError(f"⟦{self._roles[name]}⟧: {name!r} has {value} in row {row + 1:,}{more}. {remedies[what]}")
        if not self._seen:
            raise InputError("⟦data: ‖⟧there are no rows; an evaluation needs at least one")
        if self.dropped == self._seen:
            listed = "; ".join(f"{name} in {count:,}" for name, count in self.counts.items())
            raise InputError(f"⟦data: ‖⟧all {self._seen:,} rows miss a value ({listed}), so that dropping them leaves nothing")
