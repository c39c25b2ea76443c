"""Names for the arrays that gnomon computes with."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
"""An array of any type."""
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Places = NDArray[np.int64]
"""Positions of rows, or of elements of another array."""
Bytes = NDArray[np.uint8]
Ranks = NDArray[np.uint32]
Bools = NDArray[np.bool_]
