"""Rows that have come to the host: what tensors hold is checked here, and named by its row, counted from the first update."""

from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.numbers import as_floats, sums_off
from ..types import Array


class TensorRows(NamedTuple):
    """Rows as they were handed over; ``rows`` are their numbers among all that this rank was given."""

    preds: Array
    target: Array
    weight: Array | None
    group: Array | None
    rows: Array

    def taken(self, which: Array) -> "TensorRows":
        """Some of the rows."""
        weight, group = (None if part is None else part[which] for part in (self.weight, self.group))
        return TensorRows(self.preds[which], self.target[which], weight, group, self.rows[which])


def first_wrong(wrong: Array, values: Array, columns: TensorRows) -> dict[str, Any]:
    """The value and the number of the first row that is wrong; empty where none is."""
    at = int(np.argmax(wrong.any(axis=1) if wrong.ndim == 2 else wrong)) if wrong.size else 0
    if not wrong.size or not wrong[at].any():
        return {}
    value = values[at][wrong[at]][0] if wrong.ndim == 2 else values[at]
    return {"value": float(value), "row": int(columns.rows[at])}


def checked(columns: TensorRows) -> TensorRows:
    """Numbers are finite, and weights not negative."""
    for name in ("preds", "target"):
        given = getattr(columns, name)
        values = given if given.dtype.kind in "biu" else as_floats(given, name)
        if found := first_wrong(~np.isfinite(values), values, columns):
            raise InputError("torch.numbers_not_finite", name=name, **found)
        columns = columns._replace(**{name: values})
    if columns.weight is None:
        return columns
    weight = as_floats(columns.weight, "weight").astype(np.float64)
    if found := first_wrong(~(weight >= 0) | np.isinf(weight), weight, columns):
        raise InputError("torch.weight_negative_or_not_finite", **found)
    return columns._replace(weight=weight)


def refuse_fractions(columns: TensorRows, name: str) -> None:
    """Labels are whole numbers."""
    values = getattr(columns, name)
    if found := first_wrong(values != np.floor(values), values, columns):
        raise InputError("torch.label_not_integer", name=name, **found)


def refuse_other_than_two(columns: TensorRows) -> None:
    """Labels of two classes are 0 and 1."""
    if found := first_wrong((columns.target != 0) & (columns.target != 1), columns.target, columns):
        raise InputError(
            "torch.target_not_binary",
            **found,
        )


def refuse_other_classes(columns: TensorRows, name: str, classes: int) -> None:
    """Labels of several classes are whole numbers from 0."""
    values = getattr(columns, name)
    if found := first_wrong(~((values >= 0) & (values < classes) & (values == np.floor(values))), values, columns):
        raise InputError(
            "torch.class_label_out_of_range",
            name=name,
            classes=classes,
            last=classes - 1,
            **found,
        )


def refuse_no_probabilities(columns: TensorRows, metric: str) -> None:
    """What is read as a probability lies in [0, 1]: nothing is squashed because it looks like a logit."""
    if found := first_wrong(~((columns.preds >= 0) & (columns.preds <= 1)), columns.preds, columns):
        raise InputError(
            "torch.probability_out_of_range",
            metric=metric,
            **found,
        )


def refuse_no_distribution(columns: TensorRows, metric: str) -> None:
    """Probabilities of all classes sum to 1 in each row."""
    refuse_no_probabilities(columns, metric)
    if found := first_wrong(*sums_off(columns.preds, columns.weight), columns):
        raise InputError(
            "torch.probability_sum_not_one",
            metric=metric,
            **found,
        )
