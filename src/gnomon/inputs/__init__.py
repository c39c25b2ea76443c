"""What comes in: the only validation. Everything behind this door may trust its arrays."""

from .arrays import to_array
from .classes import class_rows
from .direction import HIGHER, LOWER, Direction
from .labels import Codes, category_order, encode_pair, encode_truth
from .rows import DEFAULT_POSITIVE, BinaryRows, ClassRows, binary_rows

__all__ = [
    "DEFAULT_POSITIVE",
    "HIGHER",
    "LOWER",
    "BinaryRows",
    "ClassRows",
    "Codes",
    "Direction",
    "binary_rows",
    "category_order",
    "class_rows",
    "encode_pair",
    "encode_truth",
    "to_array",
]
