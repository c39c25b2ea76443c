"""Transcripts as rows: errors of words and characters."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...evaluation.models import Model
from ...evaluation.rows import derived_name
from ...evaluation.schema import FINITE
from ...texts.alignment import token_edits
from ...texts.cells import pairs_of
from ...texts.columns import cells_of
from ...texts.measure import SentenceStatistic
from ...texts.word_marks import MARKS
from ...types import Floats
from .. import sentence_marks
from ..parts import HeaderItem
from ..sentences import SentencesAspect
from .options import referred

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...findings.finding import Rule
    from ...summary.sentence_sums import SentenceSums


USUAL = ("wer", "cer", "mer", "wil")


def reading_of(references: Sequence[Reference]) -> tuple[str, str]:
    """How the first error rate among some metrics reads texts: what is made alike, and what tokens are."""
    for reference in references:
        options = {name: reference.options.get(name, option.default) for name, option in reference.entry.options.items()}
        if reference.entry.name == "cer":
            return str(options["normalize"]), "characters"
        if "tokens" in options:
            return str(options["normalize"]), str(options["tokens"])
    return "none", "words"


class TranscriptAspect(SentencesAspect):
    """What was said against what a system wrote down."""

    fact_shapes = {"reference_words": FINITE}

    def refer(self, references: tuple[Reference, ...], options: Mapping[str, object]) -> tuple[Reference, ...]:
        return tuple(referred(reference, options) for reference in references)

    def usual(self, plan: "Plan") -> list[str]:
        return list(USUAL)

    def measures(self, plan: "Plan") -> list[SentenceStatistic]:
        """What the metrics need, and the edits of which facts and page tell."""
        found = super().measures(plan)
        told = self.told_edits(plan)
        return found if any(one.key == told.key for one in found) else [*found, told]

    def by_sentence(self, columns: Mapping[tuple[str, Any], Any], plan: "Plan", model: Model) -> tuple[Floats, Floats]:
        """Of utterances with the same rate the one with more errors is worse; so is one that answers silence with words."""
        value, badness = super().by_sentence(columns, plan, model)
        counts = [columns["number", derived_name(str(model.prediction), column)] for column in self.told_edits(plan).columns()[1:]]
        errors = np.sum(counts, axis=0)
        return value, np.where(np.isnan(badness), np.minimum(errors, 1), badness) + 1e-6 * errors

    def told_edits(self, plan: "Plan") -> SentenceStatistic:
        """The edits that are told beside the metrics."""
        return token_edits(*reading_of(self.asked(plan)))

    def derived_columns(self, plan: "Plan") -> int:
        return super().derived_columns(plan) + len(MARKS) * sum(self.has(plan, model) for model in plan.models)

    def derived(self, batch: Mapping[str, Any], plan: "Plan", where: Callable[[int], Any]) -> dict[tuple[str, Any], NDArray[Any]]:
        found = super().derived(batch, plan, where)
        for model in (model for model in plan.models if self.has(plan, model)):
            names = (f"{plan.label!r}", f"{model.prediction!r}")
            sides = (cells_of(batch[plan.label]), cells_of(batch[str(model.prediction)]))
            found |= sentence_marks.columns_of(model, pairs_of(self.cells, *sides, names, where))
        return found

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        return sentence_marks.observed(finished, self.has)

    def rules(self) -> "Sequence[Rule]":
        return sentence_marks.RULES

    def tell(self, summary: "SentenceSums", plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        columns = self.told_edits(plan).columns()[:3]
        if summary is None or not all(column in summary.sums for column in columns):
            return {}
        return {"reference_words": float(summary.line(columns).sum())}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        from ...evaluation.text import count

        if evaluation.reference_words is None:
            return []
        characters = next(iter(evaluation.metrics), "").startswith("cer")
        unit = "fact.spoken_characters" if characters else "fact.spoken_words"
        return [HeaderItem(10, unit, {"count": count(evaluation.reference_words)})]

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        return ("wer", "cer")
