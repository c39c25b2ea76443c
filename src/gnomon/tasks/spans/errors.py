"""What became of entities: kept of the sentences themselves, as they are read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...evaluation.models import Model
from ...summary import SpanErrors
from ...texts.columns import cells_of
from ...texts.measure import at_position
from ...texts.span_measure import tagged_cells
from ...texts.spans import spans_of
from .. import registry
from ..aspect import Aspect
from ..parts import ColumnRole

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..parts import Figure


@dataclass(frozen=True)
class SpanErrorsAspect(Aspect):
    """Which types were taken for which, and how ends went wrong; no metric reads it."""

    argument = "prediction"
    sliced = False

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        return ()

    def has(self, plan: "Plan", model: Model) -> bool:
        return registry.aspect("spans").has(plan, model)

    def reads(self, reference: Reference) -> bool:
        return False

    def gleaned(
        self, batch: Mapping[str, Any], columns: Mapping[tuple[str, Any], Any], places: NDArray[np.int64], plan: "Plan", model: Model
    ) -> SpanErrors:
        from .aspect import rule_of

        truth, said = (cells_of(batch[str(column)]) for column in (plan.label, model.prediction))
        both = spans_of(tagged_cells(truth, said, (f"{plan.label!r}", f"{model.prediction!r}"), at_position), rule_of(plan.options))
        return SpanErrors.of_spans(both, None if plan.weight is None else columns["number", plan.weight] > 0)

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        return None

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES
