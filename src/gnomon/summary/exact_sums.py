"""Summaries that are a fixed set of sums over rows, none of them rounded."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from ..errors import InputError
from ..messages.language import listed
from .base import Summary
from .exact_sum import from_text, nearest, to_text
from .invariants import MOST_COUNTED, as_whole
from .moment_sums import check_sum
from .packing import Arrays

S = TypeVar("S", bound="ExactSums")


@dataclass(frozen=True, eq=False, repr=False)
class ExactSums(Summary, kind=False):
    """How many rows weigh anything, and sums over them by name; what all rows weigh is the one called ``weight``."""

    rows: int = 0
    sums: dict[str, Fraction] = field(default_factory=dict)
    growth: ClassVar[str] = "fixed"
    names: ClassVar[tuple[str, ...]] = ("weight",)

    def __post_init__(self) -> None:
        rows, given = as_whole(self.rows, "rows", 0, MOST_COUNTED), self.sums or dict.fromkeys(self.names, Fraction(0))
        if not isinstance(given, dict) or given.keys() != set(self.names):
            raise InputError("summary.exact_sums_names_mismatch", names=listed(self.names))
        for name, total in given.items():
            check_sum(name, total)
        sums = {name: Fraction(given[name]) for name in self.names}
        self.check(sums, bool(sums["weight"]) == bool(rows))
        self.__dict__.update(rows=rows, sums=sums)

    def check(self, sums: dict[str, Fraction], weighed: bool) -> None:
        """Refuse sums that no rows have; ``weighed``: there is weight where there are rows, and only there."""
        raise NotImplementedError

    def total(self, name: str) -> float:
        """One of the sums."""
        return nearest(self.sums[name])

    @property
    def n(self) -> float:
        """All rows, or what they weigh."""
        return self.total("weight")

    @classmethod
    def empty(cls: type[S]) -> S:
        return cls()

    def _merge(self: S, other: S) -> S:
        return type(self)(self.rows + other.rows, {name: total + other.sums[name] for name, total in self.sums.items()})

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"rows": self.rows, "sums": {name: to_text(total) for name, total in self.sums.items()}}, {}

    @classmethod
    def _restore(cls: type[S], meta: dict[str, Any], arrays: Arrays) -> S:
        return cls(meta["rows"], {name: from_text(text) for name, text in meta["sums"].items()})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.n:g} rows)"
