"""Generated texts as rows: what each shares with its references, and habits that figures hide."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ...evaluation.schema import TEXT
from ...metrics.sentences import measure_of
from ...summary import SentenceSums
from ...texts.cells import CellReader, one_text, pairs_of
from ...texts.columns import cells_of
from ...texts.habits import copies, habits_measure
from ...texts.measure import SentenceStatistic
from ...texts.word_marks import MARKS
from .. import sentence_marks
from ..parts import ColumnRole, HeaderItem
from ..sentences import SentencesAspect, held_column

if TYPE_CHECKING:
    from ...catalog import Reference
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...findings.finding import Rule
    from ...report.section import Section


USUAL = ("rouge_l", "bleu", "chrf", "exact_match", "length_ratio")
SOURCES = CellReader("sources", one_text, one_text)
COPIED = "habits:copied"


class TextAspect(SentencesAspect):
    """What was generated against what should have been."""

    fact_shapes = {"signatures": {str: TEXT}}

    def usual(self, plan: "Plan") -> list[str]:
        return list(USUAL)

    # What is counted besides what metrics ask for

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield from super().parts(plan)
        if "source" in plan.options:
            yield ColumnRole("source", plan.options["source"], "text")

    def measures(self, plan: "Plan") -> list[SentenceStatistic]:
        return [*super().measures(plan), habits_measure()]

    def columns(self, plan: "Plan") -> tuple[str, ...]:
        return (*super().columns(plan), *((COPIED,) if "source" in plan.options else ()))

    def derived_columns(self, plan: "Plan") -> int:
        return super().derived_columns(plan) + len(MARKS) * sum(self.has(plan, model) for model in plan.models)

    def derived(self, batch: Mapping[str, Any], plan: "Plan", where: Callable[[int], Any]) -> dict[tuple[str, Any], NDArray[Any]]:
        found = super().derived(batch, plan, where)
        source = plan.options.get("source")
        for model in (model for model in plan.models if self.has(plan, model)):
            names = (f"{plan.label!r}", f"{model.prediction!r}")
            pairs = pairs_of(self.cells, cells_of(batch[plan.label]), cells_of(batch[str(model.prediction)]), names, where)
            found |= sentence_marks.columns_of(model, pairs)
            if source is not None:
                sources = pairs_of(SOURCES, cells_of(batch[source]), pairs.said, (repr(source), names[1]), where)
                found["number", held_column(model, COPIED)] = copies(sources.truth, pairs)
        return found

    # What is said

    def tell(self, summary: SentenceSums, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        if finished is None or not isinstance(summary, SentenceSums) or not summary.rows:
            return {}
        return {"signatures": {str(reference): sign for reference in self.asked(plan) if (sign := _signature(reference, summary))}}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        signatures = evaluation.signatures or {}
        return [
            HeaderItem(80 + place, "fact.signature", {"metric": metric, "signature": signature}, sentence=True)
            for place, (metric, signature) in enumerate(signatures.items())
        ]

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        return sentence_marks.observed(finished, self.has)

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return (*RULES, *sentence_marks.RULES)


def _signature(reference: "Reference", summary: SentenceSums) -> str:
    measure = measure_of(reference.entry, reference.arguments)
    return measure.signed(summary.line(measure.columns()))
