"""One side of two partitions of the same points: the class or the cluster of each, of any type, as codes."""

import numpy as np

from ..errors import InputError
from ..types import Array
from .groups import Groups, encode_groups

Part = Groups
"""Codes of rows, and the names they stand for, ascending."""


def encode_part(values: object, name: str) -> Part:
    """A column of classes or clusters as codes. Whole floats are the numbers they are; fractions are hardly labels, and are refused.

    >>> codes, names = encode_part([2.0, 1.0, 2.0], "labels_pred")
    >>> codes.tolist(), names.tolist()
    ([1, 0, 1], [1, 2])
    """
    codes, names = encode_groups(values, name)
    return Part(codes, whole_names(names, codes, name))


def whole_names(names: Array, codes: Array | None, name: str) -> Array:
    """Names of which whole floats are integers."""
    if names.dtype == object and len(names) and all(isinstance(one, float) for one in names.tolist()):
        names = names.astype(np.float64)
    if names.dtype.kind != "f":
        return names
    wrong = np.flatnonzero((names != np.rint(names)) | (np.abs(names) >= 2**63))
    if len(wrong):
        at = 0 if codes is None else int(np.argmax(codes == wrong[0]))
        raise InputError(
            "inputs.cluster_label_not_integer",
            name=name,
            value=names[wrong[0]],
            at=at,
        )
    return names.astype(np.int64)
