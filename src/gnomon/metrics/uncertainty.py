"""What the uncertainty of metrics of labels and scores is computed from, where there is a formula or a known bias."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ..catalog import Reference, Uncertainty
from ..messages import Message


def _itself(value: object) -> Any:
    return value


@dataclass(frozen=True)
class Overlap(Uncertainty):
    """A class's a·TP / (a·TP + b·FN + c·FP); ``weights`` are a, b and c."""

    weights: Callable[..., tuple[float, float, float]]

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "macro-wilson" if is_plain_mean(reference) and "macro" not in reference.options else "bc"


def is_plain_mean(reference: Reference) -> bool:
    """Whether a value is the unweighted mean over classes."""
    return reference.over == {"average": "macro"}


@dataclass(frozen=True)
class ShareOfRows(Uncertainty):
    """A share of rows: ``trials`` of them. A value that only rises with a share is made ``to_share`` and back ``from_share``."""

    trials: Callable[..., Any]
    to_share: Callable[[Any], Any] = _itself
    from_share: Callable[[Any], Any] = _itself
    disjoint: bool = False
    """Whether the trials of two classes are never the same row, so that the shares of classes are independent."""
    overlap: Overlap | None = None
    """What the mean over classes is a mean of, where trials of two classes may be the same row."""

    @property
    def direct(self) -> bool:
        """Whether the value is the share itself, so that differences of values are differences of shares."""
        return self.to_share is _itself

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        if (self.disjoint or self.overlap) and is_plain_mean(reference) and not reference.options:
            return "macro-wilson"
        return "bc" if reference.over or reference.options else "wilson"


@dataclass(frozen=True)
class MeanOfShares(Uncertainty):
    """An unweighted mean over classes of shares of rows, whose ``trials`` are never the same row."""

    trials: Callable[..., Any]

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "bc" if reference.options else "macro-wilson"


@dataclass(frozen=True)
class MeanOverRows(Uncertainty):
    """A mean over rows: ``loss`` gives, by their probability, what a positive and what a negative row adds."""

    loss: Callable[..., tuple[Any, Any]]
    compares_classes: ClassVar[bool] = False

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "mean" if one_score and by_row else "bc"


@dataclass(frozen=True)
class LineOfArea(Uncertainty):
    """A straight line of the (partial) area under the ROC curve: ``value`` is its value at an area."""

    value: Callable[..., float]

    def slope(self, options: dict[str, Any]) -> float:
        """How much the value rises from an area of 0 to one of 1."""
        return self.value(1.0, **options) - self.value(0.0, **options)

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "delong-wilson" if one_score else "bc"


@dataclass(frozen=True)
class LargestGap(Uncertainty):
    """The largest gap between two rates: a maximum, which chance pushes up. ``threshold`` is where a sweep reaches it."""

    threshold: Callable[..., float]

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "bias-corrected"


@dataclass(frozen=True)
class GapsInBins(Uncertainty):
    """A norm of gaps in bins: ``bins`` gives the bin of each cell of a sweep."""

    bins: Callable[..., Any]
    compares_classes: ClassVar[bool] = False

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "gaps" if one_score else "bc"

    def refusal(self, *, one_score: bool) -> Message | None:
        return None if one_score else Message("calibration_of_several_classes")
