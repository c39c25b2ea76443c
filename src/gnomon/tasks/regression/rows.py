"""Rows of a truth and a prediction, both numbers, as every aspect of regression reads them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...evaluation.models import Model
from ...inference.estimate import IntervalOptions
from ...inference.interval import Interval
from ...inference.unpaired import OwnError
from ...inputs.pairs import PairRows
from ...messages import Message
from ...messages.language import say
from ...types import Floats
from ...value import Value
from ..aspect import Aspect, Couple, ModelComparisons, ModelData
from ..parts import ColumnRole
from .sure import RowSample, compare, estimates, own_errors

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block


class NumberRows(NamedTuple):
    """For each row its truth, its prediction and its weight."""

    y: Floats
    p: Floats
    weight: Floats | None

    @property
    def error(self) -> Floats:
        """Prediction − truth."""
        return self.p - self.y


class EventRows(NamedTuple):
    """The same of times, and whether the event of each row was observed; where it was not, it came later or never."""

    y: Floats
    p: Floats
    weight: Floats | None
    event: NDArray[np.bool_]


class NumbersAspect(Aspect):
    """What all readings of predicted numbers share."""

    argument = "prediction"

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "number", met=True)
        yield from (ColumnRole("prediction", model.prediction, "number", met=True) for model in plan.models if model.prediction)

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.prediction is not None and plan.task is not None and plan.task.numbers

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        assert model.prediction is not None
        y, p = (block.numbers(column).astype(np.float64, copy=False) for column in (plan.label, model.prediction))
        return NumberRows(y, p, block.weight(plan.weight))

    def value(self, reference: Reference, model: str, summary: Any, plan: "Plan") -> Value:
        """A series that does not vary goes by its column, since nobody passed an ``x`` or a ``y``."""
        found = super().value(reference, model, summary, plan)
        if isinstance(found.reason, Message) and found.reason.code == "constant_series":
            predicted = next((one.prediction for one in plan.models if one.name == model), model)
            column = plan.label if found.reason.values["name"] == "x" else predicted
            found.reason = Message("constant_series", name=column, value=found.reason.values["value"])
        return found

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        made = super().sample(known, how)
        if isinstance(made, Message) or known.rows is None:
            return made
        return RowSample(made.known, made.blocks, rows=known.rows, cluster=known.cluster)

    def estimates(
        self, asked: Sequence[tuple[Reference, Value]], sample: object, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, Interval]:
        return estimates(self, asked, sample, how)

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: object, how: IntervalOptions, plan: "Plan"
    ) -> Mapping[str, OwnError | Message]:
        return own_errors(self, asked, sample, how)

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        made: ModelComparisons = compare(self, references, known, couples, how)
        return made

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say(
            "regression.metric_needs_prediction",
            reference=reference,
        )


def pairs_of(rows: NumberRows, plan: "Plan") -> PairRows:
    """Rows as summaries of numbers are made from them, by the names that errors call them."""
    column = plan.models[0].prediction if len(plan.models) == 1 else None
    return PairRows(rows.y, rows.p, rows.weight, (plan.label, column or "prediction"))
