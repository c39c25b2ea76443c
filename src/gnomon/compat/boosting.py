"""What metrics of boosting libraries share: a reference computed of what a model predicts while it is trained."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..errors import InputError, check_undefined
from ..messages.language import either, listed, say
from ..types import Floats
from .row_metric import RowMetric, named


def _sigmoid(raw: Floats) -> Floats:
    small = np.exp(-np.abs(raw))  # which never overflows
    return np.asarray(np.where(raw >= 0, 1, small) / (1 + small))


def _softmax(raw: Floats) -> Floats:
    if raw.ndim != 2:
        raise InputError("compat.softmax_needs_class_columns")
    lifted = np.exp(raw - raw.max(axis=1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=1, keepdims=True))


def _intensity(raw: Floats) -> Floats:
    return -np.expm1(-raw)


LINKS: dict[str, Callable[[Floats], Floats]] = {
    "identity": np.asarray,
    "sigmoid": _sigmoid,
    "softmax": _softmax,
    "exp": np.exp,
    "intensity": _intensity,
}
"""What makes predictions of raw scores."""


@dataclass(frozen=True)
class BoosterMetric:
    """A metric of what a model in training predicts.

    ``group`` says which rows belong together where the data do not; ``link`` makes predictions of raw scores; without ``weighted`` weights
    are left aside.
    """

    metric: RowMetric
    group: Any = None
    link: str | None = None
    weighted: bool = True

    @property
    def name(self) -> str:
        return self.metric.name

    def value(
        self, y_true: object, predicted: object, weight: Any, sizes: object, *, data: object = None, raw: bool | None = None
    ) -> float:
        """Its value; ``sizes`` are groups that the data know of, ``raw`` says whether scores are raw, where that is known."""
        said = self._linked(np.asarray(predicted), raw)
        weight = None if weight is None or not self.weighted or len(weight) == 0 else weight
        metric = self.metric
        if weight is not None:
            metric.refuse_weights(say("compat.remedy_weight_false"))
        if metric.reads == "numbers":
            return metric.of_numbers(y_true, said, weight=weight)
        if metric.reads == "labels":
            return metric.of_labels(np.asarray(y_true).astype(np.int64), self._labels(said), weight=weight)
        if said.ndim == 2 and said.shape[1] > 1:
            return metric.of_classes(np.asarray(y_true).astype(np.int64), said, range(said.shape[1]), weight=weight)
        group = None
        if metric.grouped:
            group = sizes if self.group is None else groups_of(self.group, len(said), data)
        return metric.of_scores(y_true, said.reshape(len(said)), weight=weight, group=group)

    def needs_link(self, columns: int) -> bool:
        """Whether raw scores in so many columns will not do: only the order of one column is that of its probabilities."""
        return (
            self.metric.reads == "numbers"
            or self.metric.probable
            or self.metric.cut is not None
            or (columns > 1 and self.metric.reads == "scores")
        )

    def _linked(self, predicted: NDArray[Any], raw: bool | None) -> NDArray[Any]:
        """Predictions that the metric can read."""
        if self.link is not None:
            if raw is False and self.link != "identity":
                raise InputError("compat.link_of_predictions", link=self.link)
            return LINKS[self.link](predicted.astype(np.float64))
        if raw and self.needs_link(predicted.shape[1] if predicted.ndim == 2 else 1):
            raise InputError(
                "compat.link_missing",
                reference=self.name,
            )
        return predicted

    def _labels(self, predicted: NDArray[Any]) -> NDArray[Any]:
        """The class that each row scores highest, the first of equals."""
        if predicted.ndim == 1 or predicted.shape[1] == 1:
            raise InputError(
                "compat.threshold_missing",
                reference=self.name,
                name=self.metric.entry.name,
            )
        return np.asarray(np.argmax(predicted, axis=1))


def booster_metrics(
    metric: str | Reference | Sequence[str], group: object, link: object, weight: object, undefined: str | float
) -> list[BoosterMetric]:
    """The metrics that are named, with what they share."""
    if link is not None and link not in LINKS:
        raise InputError("compat.link_unknown", link=link, choices=either(map(repr, LINKS)))
    if not isinstance(weight, bool):
        raise InputError("compat.weight_not_boolean", weight=weight)
    check_undefined(undefined)
    return [BoosterMetric(RowMetric(text, undefined), group, link, weight) for text in named(metric)[0]]


def groups_of(given: Any, rows: int, data: Any) -> Any:
    """The groups of one evaluation set: those named for its data, else those with as many rows as it has."""
    if isinstance(given, Mapping):
        for known, group in given.items():
            if known is data:
                return group
    parts = list(given.values()) if isinstance(given, Mapping) else list(given) if _are_several(given) else [given]
    fit = [part for part in parts if len(part) == rows]
    if not fit:
        raise InputError(
            "compat.group_lengths_mismatch",
            rows=rows,
            lengths=listed(f"{len(part):,}" for part in parts),
        )
    if any(not np.array_equal(np.asarray(part), np.asarray(fit[0])) for part in fit[1:]):
        raise InputError(
            "compat.group_sets_ambiguous",
            rows=rows,
        )
    return fit[0]


def _are_several(given: object) -> bool:
    return (
        isinstance(given, (list, tuple)) and bool(given) and all(hasattr(part, "__len__") and not isinstance(part, str) for part in given)
    )


def said_by_caller(package: str, name: str, where: str | None = None) -> Any:
    """What a function of the package that called us, however far up, holds under a name; None where none does.

    Whether scores are raw, and which data they are of, these libraries know and do not tell metrics: raw scores that happen to lie
    between 0 and 1 would be read as probabilities, without a sign that anything is wrong.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if (
            frame.f_globals.get("__name__", "").partition(".")[0] == package
            and where in (None, frame.f_code.co_name)
            and name in frame.f_locals
        ):
            return frame.f_locals[name]
        frame = frame.f_back
    return None
