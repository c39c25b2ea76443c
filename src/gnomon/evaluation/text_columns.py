"""Columns of texts in a pass: aspects count in them and keep of them what they will, and the texts are let go."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch
from ..engines.source import place
from ..types import Array
from .rows import Key

if TYPE_CHECKING:
    from .partial import Partial


def read_texts(partial: "Partial", batch: Batch, columns: dict[Key, Array], places: NDArray[np.int64]) -> None:
    """Add what aspects count in the texts of a batch to its columns, and take what they keep of the texts themselves."""
    from .partial import WHOLE

    plan = partial.plan
    for aspect in plan.aspects:
        columns |= aspect.derived(batch, plan, lambda row: place(int(places[row]), plan.first_row))
    for aspect, model in partial.pairs:
        kept = aspect.gleaned(batch, columns, places, plan, model)
        if kept is not None:
            partial.accumulator(WHOLE, model.name, aspect.key).push(kept)
