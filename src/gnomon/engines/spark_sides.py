"""Rows of several Spark data frames one below the other, so that one shuffle brings together what belongs together."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .source import PARTITION
from .spark import SparkSource
from .spark_jobs import ended

if TYPE_CHECKING:
    from ..types import Array


SIDE, PLACE = "side", "place"
"""What columns are called that tell which frame a row came from, and where it stood there."""
POSITIONS = 2**33
"""Positions in a partition as Spark numbers them."""


def picked(source: SparkSource, columns: Mapping[str, str | None], numbers: Sequence[str], side: int) -> Any:
    """Some columns under other names, beside the number of this side and the place of each row; numbers are floats, None is missing."""
    from pyspark.sql import functions as f

    with ended():
        made = []
        for name, own in columns.items():
            column = f.lit(None) if own is None else source.column(own)
            made.append((column.cast("double") if name in numbers else column).alias(name))
        return source.frame.select(*made, f.lit(side).alias(SIDE), f.monotonically_increasing_id().alias(PLACE))


def below(frames: Sequence[Any]) -> SparkSource:
    """Frames of the same columns one below the other."""
    whole = frames[0]
    for frame in frames[1:]:
        whole = whole.unionByName(frame)
    return SparkSource(whole)


def places_of(made: "Array | int") -> "Array":
    """Places of rows as Spark numbers them, as places of rows that come in partitions."""
    numbered = np.asarray(made, np.int64)
    return (numbered // POSITIONS + 1) * PARTITION + numbered % POSITIONS
