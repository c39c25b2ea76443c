"""What comes of comparing models."""

from typing import NamedTuple

from ..inference.dominance import Dominance
from ..inference.interval import Interval
from ..inference.pairs import Pair


class ModelComparisons(NamedTuple):
    """Models compared by one aspect: the pairs, each model's own intervals, and who is ahead along curves."""

    pairs: list[Pair]
    values: dict[tuple[str, str], Interval]
    dominance: tuple[Dominance, ...] = ()
