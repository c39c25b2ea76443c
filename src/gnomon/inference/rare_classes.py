"""Averages over classes: a class of few units says too little of its own value, and the average rests on it as on any other.

Resampling does not show that: a class of one unit has one value in every replicate. One rule serves every kind of evaluation.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..messages import Message

FEWEST_UNITS = 5
"""Units of each class that an average over classes needs for an interval: rows, sentences, images or clusters that are drawn."""


def freedom_of_classes(units: NDArray[Any]) -> float:
    """The degrees of freedom of an average over classes of so many units each, of which the rarest varies most (Welch and Satterthwaite).

    >>> import numpy as np
    >>> round(freedom_of_classes(np.array([40, 35, 20, 5])), 1)
    9.1
    """
    spread = 1 / np.asarray(units, np.float64)
    return float(spread.sum() ** 2 / (spread**2 / (units - 1)).sum())


def rare_class(labels: Sequence[object], units: NDArray[Any], counted: NDArray[np.bool_] | None = None) -> Message | None:
    """The reason why an average over classes has no interval: its rarest class has fewer than five units. None where all have more.

    ``units`` are how many units each class has; ``counted`` tells which classes have a value, and so are averaged.

    >>> import numpy as np
    >>> rare_class(["a", "b"], np.array([29, 1])).values["label"]
    'b'
    >>> rare_class(["a", "b"], np.array([29, 5]))
    """
    places = np.arange(len(labels)) if counted is None else np.flatnonzero(counted)
    if len(places) < 2:
        return None
    rarest = int(places[np.argmin(np.asarray(units)[places])])
    if units[rarest] >= FEWEST_UNITS:
        return None
    return Message("rare_class", label=str(labels[rarest]), count=int(units[rarest]), fewest=FEWEST_UNITS)
