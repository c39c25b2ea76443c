"""Bins: how many good and bad rows fall into each bin of a variable."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.arrays import same_length, to_array
from ..inputs.numbers import as_weight
from ..inputs.rows import DEFAULT_POSITIVE, positive_mask
from ..inputs.variables import Variable, as_variable
from ..types import Array
from .base import Summary
from .bin_layout import Layout
from .invariants import as_amounts, frozen
from .packing import Arrays


@dataclass(frozen=True, eq=False, repr=False)
class Bins(Summary):
    """Rows of a variable by bin, counted or weighed: ``good`` and ``bad``, where ``labelled``; else all of them are in ``good``.

    >>> import gnomon as gn
    >>> bins = gn.Bins.of([18, 30, 52, 70, None], [1, 0, 0, 1, 1], edges=[25, 60])
    >>> bins.layout.names[:3], bins.good.tolist(), bins.bad.tolist()
    (('(-inf, 25)', '[25, 60)', '[60, inf)'), [0, 2, 0, 0, 0], [1, 0, 1, 1, 0])
    """

    layout: Layout | None = None
    good: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    bad: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    labelled: bool = True
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        if self.layout is not None and not isinstance(self.layout, Layout):
            raise InputError("scorecards.layout_type_mismatch", type=type(self.layout).__name__)
        size = 0 if self.layout is None else self.layout.size
        good, bad = as_amounts(self.good, "good", size), as_amounts(self.bad, "bad", size)
        if not self.labelled and bad.any():
            raise InputError("summary.bad_without_labelled_rows")
        if good.dtype != bad.dtype:
            good, bad = as_amounts(good.astype(np.float64), "good", size), as_amounts(bad.astype(np.float64), "bad", size)
        self.__dict__.update(good=good, bad=bad, labelled=bool(self.labelled))

    @classmethod
    def of_counts(cls, layout: Layout, counts: NDArray[np.int64]) -> "Bins":
        """Rows without labels by bin, as a kernel counted them: nothing of them needs a check."""
        made = object.__new__(cls)
        made.__dict__.update(layout=layout, good=frozen(counts), bad=frozen(np.zeros(len(counts), np.int64)), labelled=False)
        return made

    @classmethod
    def of(
        cls,
        x: Any,
        y: Any = None,
        *,
        edges: Any = None,
        groups: Any = None,
        special: Any = (),
        closed: str = "left",
        layout: Layout | None = None,
        weight: Any = None,
        positive: Any = DEFAULT_POSITIVE,
    ) -> "Bins":
        """Count rows by bin; ``y`` is 1 for the bad ones, or left out. Without edges or groups each category is a bin of its own.

        Of a Spark data frame ``y`` and ``weight`` name columns, and the variable is the one other column.
        """
        if type(x).__module__.startswith("pyspark."):
            from ..scorecards.columns_apart import bins_of_frame

            return bins_of_frame(x, y, weight, positive, layout, groups, edges, special, closed)
        variable = as_variable(x, "x", categories=groups is not None or (layout is not None and layout.groups is not None) or None)
        if layout is None:
            layout = _layout(variable, edges, groups, special, closed)
        mask = None
        if y is not None:
            truth = to_array(y, "y")
            same_length(len(truth), "y", len(variable), "x")
            mask = positive_mask(truth, positive)
        return cls.of_rows(layout, variable, mask, as_weight(weight, len(variable), "x"))

    @classmethod
    def of_rows(cls, layout: Layout, variable: Variable, bad: NDArray[np.uint8] | None, weight: NDArray[np.float64] | None) -> "Bins":
        """Count rows that are validated already."""
        return cls.of_places(layout, layout.assign(variable), bad, weight)

    @classmethod
    def of_places(
        cls, layout: Layout, places: NDArray[np.int64], bad: NDArray[np.uint8] | None, weight: NDArray[np.float64] | None
    ) -> "Bins":
        """Count rows by the place of their bin."""
        if bad is None:
            return cls(layout, _counted(places, weight, layout.size), np.zeros(layout.size, np.int64), labelled=False)
        both = _counted(2 * places + bad, weight, 2 * layout.size)
        return cls(layout, both[0::2], both[1::2])

    @classmethod
    def empty(cls) -> "Bins":
        return cls()

    @property
    def names(self) -> tuple[str, ...]:
        """What each bin holds, as text."""
        return () if self.layout is None else self.layout.names

    @property
    def total(self) -> Array:
        """All rows of each bin."""
        return self.good + self.bad if self.labelled else self.good

    @property
    def n(self) -> float:
        """All rows, or what they weigh."""
        return self.total.sum().item()  # type: ignore[no-any-return]

    @property
    def cells(self) -> int:
        return max(1, len(self.good))

    def _merge(self, other: "Bins") -> "Bins":
        if self.layout is None or other.layout is None:
            return other if self.layout is None else self
        if self.layout != other.layout:
            raise InputError("summary.bins_cut_mismatch")
        if self.labelled != other.labelled:
            raise InputError("summary.bins_labelled_mismatch")
        return Bins(self.layout, self.good + other.good, self.bad + other.bad, self.labelled)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        layout = None if self.layout is None else self.layout.to_dict()
        return {"layout": layout, "labelled": self.labelled}, {"good": self.good, "bad": self.bad}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Bins":
        layout = None if meta["layout"] is None else Layout.from_dict(meta["layout"])
        return cls(layout, arrays["good"], arrays["bad"], meta["labelled"])


def _layout(variable: Variable, edges: Any, groups: Any, special: Any, closed: str) -> Layout:
    if edges is not None:
        return Layout(edges, None, special, closed)
    if groups is None and variable.names is None:
        raise InputError("scorecards.numbers_without_edges")
    chosen = tuple((name,) for name in variable.names or () if name not in set(special)) if groups is None else groups
    return Layout((), chosen, special, closed)


def _counted(places: Array, weight: Array | None, size: int) -> Array:
    counts = np.bincount(places, weight, size)
    return counts.astype(np.int64) if weight is None else counts
