"""Cells: what metrics of labels read of a confusion matrix, or of a stack of them."""

from functools import cached_property, reduce
from itertools import product

import numpy as np

from ..types import Array

FEW = 8
"""Classes up to which sums over them go slice by slice in a stack of matrices …"""
SMALL = 4096
"""… of more cells than these."""


class Cells:
    """Confusion matrices, one or a stack of them: shape (…, K, K), rows truth and columns prediction.

    Metrics of labels read these properties; each has shape (…, K), a value for each class against the rest.
    """

    matrix: Array

    def __init__(self, matrix: Array) -> None:
        self.matrix = matrix

    @property
    def tp(self) -> Array:
        """True positives of each class."""
        return np.diagonal(self.matrix, axis1=-2, axis2=-1)

    @cached_property
    def fp(self) -> Array:
        """False positives of each class: predicted as it, but another."""
        if self._whole and not self._two:
            return np.asarray(self.predicted - self.tp)
        return self._mistakes[..., ::-1] if self._two else _sum(self._mistakes, -2)

    @cached_property
    def fn(self) -> Array:
        """False negatives of each class: it, but predicted as another."""
        if self._whole and not self._two:
            return np.asarray(self.actual - self.tp)
        return self._mistakes if self._two else _sum(self._mistakes, -1)

    @cached_property
    def tn(self) -> Array:
        """True negatives of each class: the matrix without its row and its column."""
        if self._two:
            return self.tp[..., ::-1]
        if self._whole:
            return np.asarray(self.n[..., None] - self.predicted - self.actual + self.tp)
        return _around_the_diagonal(self.matrix)

    @property
    def _two(self) -> bool:
        return bool(self.matrix.shape[-1] == 2)

    @property
    def _whole(self) -> bool:
        """Whether rows were counted: whole numbers lose nothing by subtraction."""
        return bool(self.matrix.dtype.kind == "i")

    @cached_property
    def _mistakes(self) -> Array:
        """The matrix with an empty diagonal: weights are added up, never subtracted, so that nothing is left where nothing was.

        Of two classes, the two cells off the diagonal: a stack of millions is read as it lies.
        """
        if self._two:
            return np.diagonal(self.matrix[..., ::-1], axis1=-2, axis2=-1)
        return np.asarray(self.matrix * (1 - np.eye(self.matrix.shape[-1], dtype=self.matrix.dtype)))

    @cached_property
    def actual(self) -> Array:
        """Rows whose truth is the class (support)."""
        return _sum(self.matrix, -1)

    @cached_property
    def predicted(self) -> Array:
        """Rows predicted as the class."""
        return _sum(self.matrix, -2)

    @cached_property
    def n(self) -> Array:
        """All rows."""
        return _sum(self.actual, -1)

    @property
    def correct(self) -> Array:
        """Rows predicted as what they are."""
        return np.asarray(np.trace(self.matrix, axis1=-2, axis2=-1))


def _sum(values: Array, axis: int) -> Array:
    """The sum over an axis; of large stacks slice by slice, since NumPy is slow to reduce millions of axes that are two long."""
    if values.dtype.kind == "i" and (values.size <= SMALL or values.shape[axis] > FEW):
        return np.asarray(np.add.reduce(values, axis))
    parts = np.moveaxis(values, axis, 0)
    return np.asarray(reduce(np.add, parts, np.zeros(parts.shape[1:], parts.dtype)))


def _around_the_diagonal(matrix: Array) -> Array:
    """For each k the sum over the four quarters that row k and column k leave, each cumulated from its own corner."""
    k = matrix.shape[-1]
    total = np.zeros(matrix.shape[:-1], matrix.dtype)
    for rows, columns in product((1, -1), repeat=2):
        turned = matrix[..., ::rows, ::columns].cumsum(-1).cumsum(-2)
        padded = np.zeros((*matrix.shape[:-2], k + 1, k + 1), matrix.dtype)
        padded[..., 1:, 1:] = turned
        at = np.arange(k)
        total += padded[..., at if rows == 1 else k - 1 - at, at if columns == 1 else k - 1 - at]
    return total


def mean_of_defined(values: Array, weights: Array | None = None) -> Array:
    """The mean over the last axis of what is not NaN; NaN where nothing is, or where it weighs nothing."""
    defined = ~np.isnan(values)
    weight = np.where(defined, 1.0 if weights is None else weights, 0.0)
    return ratio((np.where(defined, values, 0.0) * weight).sum(-1), weight.sum(-1))


def ratio(part: Array, whole: Array) -> Array:
    """part / whole, NaN where the whole is 0."""
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    if part.ndim == whole.ndim == 0:
        return np.asarray(float(part) / float(whole) if whole else np.nan)
    out: Array = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=out, where=whole != 0)
    return out


def counted(truth: Array, predicted: Array, labels: int, weight: Array | None = None, block: Array | None = None, blocks: int = 1) -> Array:
    """Confusion matrices of codes, one a block of rows: shape (blocks, labels, labels)."""
    cell = truth.astype(np.int64) * labels + predicted
    if block is not None:
        cell += block.astype(np.int64) * (labels * labels)
    return np.bincount(cell, weight, blocks * labels * labels).reshape(blocks, labels, labels)
