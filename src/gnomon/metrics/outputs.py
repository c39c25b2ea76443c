"""What metrics of truths and predictions share: what they need summed, how several outputs are averaged, and what makes them uncertain."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..catalog import Averaging, Reference, Uncertainty
from ..catalog.traits import ARGUMENTS_ELSEWHERE
from ..messages import Message
from ..summary import Moments
from ..summary.exact_sum import nearest
from .row_totals import RowsLeftOut, RowTotals

if TYPE_CHECKING:
    from ..types import Floats


NaN = float("nan")
NO_ROWS = Message("no_rows")
ELSEWHERE = {**ARGUMENTS_ELSEWHERE, "multioutput": "average", "alpha": "quantile", "force_finite": "constant"}


def _itself(value: object) -> Any:
    return value


def _nothing(**options: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class OverOutputs(Averaging):
    """Metrics of pairs of columns. Where there are several outputs each has a value, and the values are averaged."""

    columns: tuple[str, str] = ("y_true", "y_pred")
    """What the two arrays are called."""
    needs: Callable[..., dict[str, Any]] = _nothing
    """What is summed beyond what every Moments holds: arguments of ``Moments.of``, by the metric's options."""
    by_variance: bool = False
    """Whether outputs may be weighed by the variance of their truths."""
    keywords: tuple[str, ...] = ("average", "weight")
    elsewhere: Mapping[str, str] = field(default_factory=lambda: ELSEWHERE)


@dataclass(frozen=True)
class MeanOfLoss(RowsLeftOut):
    """A mean over rows of ``loss``, a function of truths, predictions and the metric's options; or what ``from_mean`` makes of it.

    ``from_mean`` only rises, and ``to_mean`` undoes it. The loss is NaN in rows that are left out.
    """

    loss: Callable[..., Any]
    from_mean: Callable[[Any], Any] = _itself
    to_mean: Callable[[Any], Any] = _itself

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "mean" if by_row else "bc"

    def of_rows(self, y: "Floats", p: "Floats", weight: "Floats", **options: Any) -> RowTotals:
        loss = np.asarray(self.loss(y, p, **options), np.float64)
        counted = ~np.isnan(loss)
        rows = [np.where(counted, weight * loss, 0), np.where(counted, weight, 0)]
        return RowTotals(rows, lambda total, n: self.from_mean(np.maximum(total, 0) / n if loss.min(initial=0) >= 0 else total / n))


class LargestOfRows(Uncertainty):
    """The largest of all rows: one row decides, and no number of others says how far the next could go."""

    compares_classes: ClassVar[bool] = False

    def refusal(self, *, one_score: bool) -> Message | None:
        return Message("largest_of_rows")


LARGEST_OF_ROWS = LargestOfRows()


def mean(total: Fraction, m: Moments, scale: float = 1) -> float:
    """A sum over all rows as their mean, rounded once."""
    return nearest(Fraction(scale) * total / m.weight) if m.rows else NaN


def share(part: Fraction, whole: Fraction, scale: float = 1) -> float:
    """One sum over another; NaN over nothing."""
    return nearest(Fraction(scale) * part / whole) if whole else NaN
