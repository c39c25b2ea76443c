"""What is kept of guesses: two numbers."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gnomon.summary import Summary


@dataclass(frozen=True, eq=False)
class Guesses(Summary):
    """How much the guesses weigh, and how much of that was right."""

    total: float = 0.0
    hits: float = 0.0
    growth: ClassVar[str] = "fixed"

    @classmethod
    def of(cls, y_true, y_pred, *, weight=None, missing="error"):
        right = np.asarray(y_true) == np.asarray(y_pred)
        heavy = np.ones(len(right)) if weight is None else np.asarray(weight, float)
        return cls(float(heavy.sum()), float(heavy[right].sum()))

    @classmethod
    def empty(cls):
        return cls()

    def _merge(self, other):
        return Guesses(self.total + other.total, self.hits + other.hits)

    def _state(self):
        return {"total": self.total, "hits": self.hits}, {}

    @classmethod
    def _restore(cls, meta, arrays):
        return cls(meta["total"], meta["hits"])
