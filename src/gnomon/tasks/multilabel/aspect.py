"""Sets of labels predicted: for each label the truth against what was said, and how each row went."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model
from ...evaluation.schema import CLASS_FACTS, FINITE
from ...inference.estimate import IntervalOptions
from ...inputs.tags import TagRows, tag_rows, unnamed_matrix
from ...messages import Message
from ...messages.language import say
from ...summary import Counts, LabelSets
from ...value import Value
from .. import jackknife, registry
from ..aspect import Aspect, ModelData
from ..labels.aspect import place_of, two_way
from ..parts import ColumnRole, HeaderItem
from .rare import rare_label
from .sets import FixedMatrix, SetRows, members, part_of

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..jackknife import JackknifeSample
    from ..parts import Figure


DEFAULTS = (
    "subset_accuracy",
    "hamming_loss",
    "f1(average=micro)",
    "f1(average=macro)",
    "f1(average=samples)",
    "precision(average=micro)",
    "recall(average=micro)",
    "jaccard(average=samples)",
)
CHUNK = 2**22
"""Cells of rows and labels that are laid out at a time."""


class LabelSetsAspect(Aspect):
    """The labels predicted for each row."""

    fact_shapes = CLASS_FACTS | {"labels_per_row": FINITE, "unlabelled": FINITE}
    lists = True
    argument = "prediction"

    def prepare(self, plan: "Plan") -> "Plan":
        """Columns of 0 and 1 name the labels, also those that no row has."""
        if plan.label not in plan.indicators:
            return plan
        named = plan.options.get("labels")
        if named and {*map(str, named)} != {*map(str, plan.indicators[plan.label])}:
            raise InputError("multilabel.labels_named_by_columns")
        return plan.replace(options={**plan.options, "labels": tuple(plan.indicators[plan.label])})

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield part_of("label", plan.label, plan)
        yield from (part_of("prediction", model.prediction, plan) for model in plan.models if model.prediction is not None)

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.prediction is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> SetRows | None:
        if model.prediction is None:
            return None
        sides = part_of("label", plan.label, plan), part_of("prediction", model.prediction, plan)
        sets = [FixedMatrix(members(block, plan, part)) for part in sides]
        codes = [block.columns[part.key] for part in sides]
        return SetRows(codes[0], codes[1], block.weight(plan.weight), tuple(block.ordered), sets[0], sets[1])

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[TagRows, None]:
        # Tags that were met name no columns.
        met = None if unnamed_matrix(y_true) or unnamed_matrix(given) else labels
        return tag_rows(y_true, given, weight, plan.options.get("labels") or met, name=name), None

    def summarise(self, rows: Any, plan: "Plan") -> LabelSets:
        if isinstance(rows, TagRows):
            return LabelSets.of_rows(rows)
        # Rows with the same two sets are counted together, so that many rows are no more work than many different ones.
        wide = len(rows.predicted_sets.matrix)
        pairs, place = np.unique(rows.truth * wide + rows.predicted, return_inverse=True)
        weight: Any = np.bincount(place, rows.weight, len(pairs)) if rows.weight is not None else np.bincount(place, minlength=len(pairs))
        total = LabelSets.empty().over(rows.names)
        step = max(CHUNK // max(len(rows.names), 1), 1)
        for start in range(0, len(pairs), step):
            some = pairs[start : start + step]
            sides = rows.true_sets.matrix[some // wide], rows.predicted_sets.matrix[some % wide]
            total = total + LabelSets.of_rows(TagRows(rows.names, *sides, weight[start : start + step]))
        return total

    def completed(self, summary: LabelSets, labels: list[Any]) -> LabelSets:
        return (LabelSets.empty() if summary is None else summary).over(labels)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary in (LabelSets, Counts)

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        if reference.entry.summary is LabelSets:
            return True
        plain = reference.entry.summary is Counts and reference.at is None
        return plain and "average" in reference.over and "multiclass" not in reference.over

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(DEFAULTS)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        if reference.entry.summary is not LabelSets:
            return ""
        return say("multilabel.metric_needs_label_lists", reference=reference)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if reference.entry.summary is not Counts or reference.at is not None or not reference.entry.averaging.per_class or reference.over:
            return None
        at = known.summary.labels.index(place_of(label, known.summary.labels, str(reference)))
        rows = known.rows
        if rows is not None:
            sides = rows.true_sets.matrix[rows.truth, at], rows.predicted_sets.matrix[rows.predicted, at]
            rows = two_way(*sides, rows.weight)
        one = replace(known, summary=Counts((0, 1), known.summary.tables[at]), rows=rows)
        aspect: Any = registry.aspect("labels")
        return cast(Value, aspect.value_of_two(reference, one, how))

    # How sure

    def trouble(self, reference: Reference, known: ModelData) -> Message | None:
        return rare_label(reference, known, known.summary)

    def sample(self, known: ModelData, how: IntervalOptions) -> "Message | JackknifeSample":
        made = jackknife.sample(self, known, how)
        if not isinstance(made, jackknife.JackknifeSample):
            return made

        def alike(without: dict[int, Any]) -> dict[int, Any]:
            """Blocks of a long pass know the labels that they met, and all must be measured by the same."""
            labels = next(iter(without.values())).labels if known.summary is None else known.summary.labels
            return {block: one.over(labels) for block, one in without.items()}

        return replace(made, alike=alike)

    # What is said

    def amount(self, summary: LabelSets) -> float | None:
        return None if summary is None else summary.n

    def tell(self, summary: LabelSets, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        n = summary.n
        found, _, missed = summary.profiles.T if len(summary.profiles) else np.zeros((3, 0))
        empty = float(summary.weights[found + missed == 0].sum())
        return {"labels_per_row": float(summary.weights @ (found + missed)) / n if n else 0.0, "unlabelled": empty}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        return facts(evaluation)

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        return ("hamming_loss", "f1(average=micro)")

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


def facts(e: "Evaluation") -> list[HeaderItem]:
    """How many labels there are, how many a row has, and how many rows have none."""
    from ...evaluation.text import count

    values = {"count": len(e.classes or ()), "mean": f"{e.labels_per_row or 0.0:.3g}"}
    found = [HeaderItem(10, "fact.labels_a_row", values)]
    if e.unlabelled:
        unlabelled = "fact.weight_without_labels" if e.weight else "fact.rows_without_labels"
        found.append(HeaderItem(12, unlabelled, {"count": count(e.unlabelled)}))
    return found
