"""Where truths, predictions and errors lie: two maps of cells, and the rows with the largest errors."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...evaluation.models import Model
from ...inputs.pairs import PairRows
from ...summary import Scatter
from ...types import Floats
from ..blocks import BlockTable
from .rows import NumbersAspect

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block


class NumberedRows(NamedTuple):
    """Rows of numbers that know where they stand in the data."""

    y: Floats
    p: Floats
    weight: Floats | None
    place: NDArray[np.int64]


class ScatterAspect(NumbersAspect):
    """What the page draws and whom it names; no metric is computed from it."""

    sliced = False

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        rows = super().observe(block, plan, model)
        return NumberedRows(rows.y, rows.p, rows.weight, block.places())

    def summarise(self, rows: NumberedRows, plan: "Plan") -> Scatter:
        return Scatter.of_rows(PairRows(rows.y, rows.p, rows.weight), rows.place)

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> BlockTable | None:
        return None
