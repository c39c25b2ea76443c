"""A metric on many summaries at once: the stacks that resampling makes."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..catalog import Reference, Uncertainty
from ..inputs import DEFAULT_POSITIVE, HIGHER, Direction
from ..messages import Message
from ..metrics.class_averages import FromClasses
from ..metrics.rates import FOverClasses
from ..summary import Cells, Counts, Stack
from ..summary.cells import mean_of_defined
from ..types import Floats


class NoIntervalError(Exception):
    """There is no interval, for the reason given."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class MetricCall:
    """A metric reference, which label is positive where it reads labels, and which end of the scores is where it reads rows of them."""

    reference: Reference
    positive: Any = DEFAULT_POSITIVE
    direction: Direction = HIGHER

    @property
    def name(self) -> str:
        return str(self.reference)

    @property
    def uncertainty(self) -> Uncertainty:
        """What its uncertainty is computed from."""
        return self.reference.entry.uncertainty

    @property
    def reads_labels(self) -> bool:
        """Whether it is computed from a confusion matrix: of labels, or of scores cut at a threshold."""
        return self.reference.entry.summary is Counts

    @property
    def averaged(self) -> bool:
        """Whether it is one value made of several classes'."""
        return bool(self.reference.over)

    @property
    def max_fpr(self) -> float | None:
        """The false positive rate at which a partial area ends."""
        most: float | None = self.reference.arguments.get("max_fpr")
        return None if most == 1 else most

    def of_stack(self, stack: Stack, whole: Stack | None = None) -> Floats:
        """The metric of each sweep of a stack; ``whole`` is the sweep of all rows, where these are replicates."""
        entry, options = self.reference.entry, self.reference.arguments
        if self.reads_labels:
            assert self.reference.at is not None
            everyone = None if whole is None else Cells(whole.matrices_at(self.reference.at)[0])
            return self.of_matrices(Cells(stack.matrices_at(self.reference.at)), (0, 1), everyone)
        with np.errstate(divide="ignore", invalid="ignore"):
            if entry.shortcuts.stack is not None:
                return np.asarray(entry.shortcuts.stack(stack, **options), np.float64)
            return np.array([float(entry.function(sweep, **options)) if len(sweep) else np.nan for sweep in stack])

    def of_matrices(self, cells: Cells, labels: tuple[object, ...], whole: Cells | None = None) -> Floats:
        """The metric of each confusion matrix of a stack; ``whole`` is that of all rows, where these are replicates."""
        entry, options = self.reference.entry, self.reference.options
        everyone = cells if whole is None else whole
        average, made = self.reference.over.get("average"), entry.averaging
        if isinstance(made, FromClasses):
            return np.asarray(made.combine(every_class(made.parts(cells, **options), made.parts(everyone, **options))))
        if not made.per_class:
            return np.asarray(entry.function(cells, **options))
        if average == "macro" and isinstance(made, FOverClasses) and made.means_first(options):
            rates = zip(made.rates(cells).values(), made.rates(everyone).values(), strict=True)
            return made.f_of_means([every_class(*pair) for pair in rates], options)
        if average == "micro":
            pooled = np.array([[cells.tn.sum(-1), cells.fp.sum(-1)], [cells.fn.sum(-1), cells.tp.sum(-1)]])
            return np.asarray(entry.function(Cells(np.moveaxis(pooled, (0, 1), (-2, -1))), **options))[..., 1]
        values = np.asarray(entry.function(cells, **options))
        if average is None:
            return values[..., self.place(labels)]
        values = every_class(values, np.asarray(entry.function(everyone, **options)))
        return mean_of_defined(values, cells.actual if average == "weighted" else None)

    def of_class(self, values: Any, labels: tuple[Any, ...]) -> Any:
        """What concerns the positive class, where there is a value for each."""
        return values[..., self.place(labels)] if self.reference.entry.averaging.per_class else values

    def place(self, labels: tuple[object, ...]) -> int:
        """The place of the positive label: the one named, else 1, or the last of two."""
        return labels.index(self.positive) if self.positive in labels else len(labels) - 1


def every_class(values: Floats, whole: Floats) -> Floats:
    """Values of classes on replicates. A class of which a replicate has no rows keeps the value that it has on all rows: what is averaged
    over the classes stays an average over all of them, however the rows fall.
    """
    return np.where(np.isnan(values), whole, values)
