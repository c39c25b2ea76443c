"""The types of entities in tables: how well each was found, with intervals over what is drawn."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...inference.clusters import freedom
from ...inference.proportions import t_of
from ...result import Table
from ...texts.span_measure import column
from ...types import Floats

if TYPE_CHECKING:
    from ..aspect import ModelData


def type_lines(sample: Any, summary: Any, key: str) -> list[list[Any]]:
    """For each type that occurs: its name, credit, predicted and actual entities, F1, its standard error and the degrees of freedom.

    F1 is a ratio of two sums over units, so that its error is that of the sum of what each unit adds to it (linearised).
    """
    names = getattr(sample, "names", ())
    found: list[list[Any]] = []
    for kind, (credit, predicted, actual) in zip(summary.types_under(key), summary.table(key)[1:].tolist(), strict=True):
        value, error, df = 2 * credit / (predicted + actual), math.nan, math.nan
        if names and len(sample.table) > 1:
            lines = sample.table[:, [names.index(column(key, name, kind)) for name in ("credit", "predicted", "actual")]]
            lines = lines[np.lexsort(lines.T)]  # units come in any order, and sums round by theirs
            size = lines[:, 1] + lines[:, 2]
            apart = (2 * lines[:, 0] - value * size) / size.sum()
            error, df = math.sqrt(float(apart @ apart) * len(apart) / (len(apart) - 1)), freedom(size[size > 0])
        found.append([kind, credit, predicted, actual, value, *(one if math.isfinite(one) else None for one in (error, df))])
    return found


def is_type_line(known: "ModelData") -> bool:
    """Whether a saved value can be one of :func:`type_lines`."""
    if not isinstance(known, list) or len(known) != 7 or not isinstance(known[0], str):
        return False
    numbers = [0.0 if place > 4 and one is None else one for place, one in enumerate(known[1:], start=1)]
    return all(type(one) in (int, float) and 0 <= one < math.inf for one in numbers) and numbers[3] <= 1


@dataclass(frozen=True, eq=False, repr=False)
class TypeTable(Table):
    """The types of a model, the least F1 first: F1 with its interval, precision, recall, and how many entities there are."""

    type: NDArray[Any]
    f1: Floats
    low: Floats
    high: Floats
    precision: Floats
    recall: Floats
    actual: Floats
    predicted: Floats


def type_table(lines: list[list[Any]], level: float | None) -> TypeTable:
    """What is told of the types, at a level."""
    ordered = sorted(lines, key=lambda line: (line[4], line[0]))
    numbers = [_line(line, level) for line in ordered]
    columns = np.array(numbers, np.float64).reshape(len(ordered), 7).T
    return TypeTable(np.array([line[0] for line in ordered], object), *columns)


def _line(line: list[Any], level: float | None) -> tuple[float, ...]:
    _, credit, predicted, actual, value, error, df = line
    low, high = (math.nan, math.nan) if level is None else _ends(value, error, df, level)
    return value, low, high, _share(credit, predicted), _share(credit, actual), actual, predicted


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _ends(value: float, error: float | None, df: float | None, level: float) -> tuple[float, float]:
    """The interval of a share by its log-odds; none where units tell nothing of how it varies."""
    if not error or not df or not 0 < value < 1:
        return math.nan, math.nan
    middle, half = math.log(value / (1 - value)), t_of(level, df) * error / (value * (1 - value))
    return tuple(1 / (1 + math.exp(-max(min(end, 700), -700))) for end in (middle - half, middle + half))  # type: ignore[return-value]
