"""Ranked lists: the rows of each query or user, ordered by their score."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference, parse
from ...engines.columns import spelt
from ...errors import InputError, UndefinedReasons
from ...evaluation.labels import positive_place
from ...evaluation.models import Model
from ...evaluation.schema import CLASS_FACTS, MAYBE_TEXT, MAYBE_WHOLE
from ...inference.estimate import IntervalOptions
from ...inference.interval import Interval
from ...inference.queries import interval_of, own_error, pair_of
from ...inference.unpaired import OwnError
from ...inputs import to_array
from ...inputs.direction import read
from ...inputs.groups import Groups, encode_groups
from ...inputs.ranked import ArgumentNames, QueryRows, ranked_rows
from ...inputs.rows import positive_mask
from ...messages import Message, joined
from ...messages.language import say
from ...metrics.ranking import NOTHING
from ...public.ranking import over_queries, queried
from ...public.spelling import with_convention
from ...summary import QueryValues, Ranked
from ...value import Value
from ..aspect import Aspect, Couple, ModelComparisons, ModelData
from ..parts import ColumnRole, HeaderItem
from ..score_direction import notes_on_direction
from .options import OPTIONS

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...findings.reading import FindingContext
    from ...report.section import Section
    from ...types import Array
    from ..aspect import Which
    from ..parts import Figure, Reader


DEFAULTS = ("ndcg@10", "mean_average_precision", "mrr", "precision_at@10", "recall_at@10", "hit_ratio@10")
LEAST_GROUPS = 20
"""Groups of a slice below which the mean over them is mostly luck."""
FAIR = ("ndcg", "gauc", "mean_average_precision", "mrr", "recall_at", "hit_ratio", "success_at")
SIBLINGS = {"precision": "precision_at", "recall": "recall_at"}


class ListsAspect(Aspect):
    """Queries are the units: rows of one may stand anywhere, so that lists are made when all rows are there."""

    fact_shapes = CLASS_FACTS | {"group": MAYBE_TEXT, "groups": MAYBE_WHOLE}
    condensed_as = (QueryValues,)

    def prepare(self, plan: "Plan") -> "Plan":
        if plan.group is None:
            if name := next((option.name for option in OPTIONS if option.name in plan.options), None):
                raise InputError("lists.option_needs_group", name=name)
            return plan
        refuse_beside_lists(plan.weight, plan.cluster if plan.cluster != plan.group else None)
        if plan.group == plan.label:
            raise InputError("lists.group_is_label", group=plan.group)
        return plan.replace(cluster=plan.group)

    def refer(self, references: tuple[Reference, ...], options: Mapping[str, Any]) -> tuple[Reference, ...]:
        convention = options.get("convention")
        return references if convention is None else tuple(with_convention(reference, convention) for reference in references)

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "label")
        yield from (ColumnRole("score", model.score, "number") for model in plan.models if model.score is not None)
        if plan.group is not None:
            yield ColumnRole("group", plan.group, "key")
            if "item" in plan.options:
                yield ColumnRole("item", plan.options["item"], "key")

    def has(self, plan: "Plan", model: Model) -> bool:
        return plan.group is not None and model.score is not None

    def waits(self, plan: "Plan") -> bool:
        return plan.group is not None

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[None, Ranked]:
        if "item" in plan.options:
            raise InputError("lists.item_with_arrays")
        truth = to_array(y_true, "y_true")
        if not _graded(plan):
            truth = positive_mask(truth, plan.positive)
        way = plan.models[0].direction
        return None, Ranked.of_rows(ranked_rows(truth, given, group, called=ArgumentNames("y_true", name), direction=way))

    def gathered(self, block: "Block", plan: "Plan", model: Model, which: "Which") -> Ranked:
        assert model.score is not None
        assert plan.group is not None
        groups = block.groups(plan.group)
        if not isinstance(which, slice):
            used = encode_groups(groups.codes[which])
            groups = Groups(used.codes, groups.names[used.names])
        grades = grades_of(block, plan)
        grade = grades[block.codes(plan.label)[which]]
        score = np.ascontiguousarray(read(block.numbers(model.score)[which], model.direction))
        return Ranked.of_rows(QueryRows(grade, score, groups, items_of(block, plan, which)), float(grades.max(initial=0.0)))

    def condensed(self, summary: Ranked, references: Sequence[Reference], plan: "Plan") -> QueryValues:
        """The values of each query, from which means, intervals and comparisons follow; the lists themselves are let go."""
        found = {str(reference): queried(reference, summary) for reference in references}
        parts = {name: (one.names, one.values, one.weights) for name, one in found.items()}
        return QueryValues(parts, len(summary), summary.items)

    # Metrics

    def value(self, reference: Reference, model: str, summary: Any, plan: "Plan") -> Value:
        if not isinstance(summary, QueryValues):
            return super().value(reference, model, summary, plan)
        found = queried(reference, summary)
        undefined = UndefinedReasons()
        quiet = "single_class" in reference.entry.options  # leaving groups of one class out is what the metric is
        mean = over_queries(reference.entry, found, False, NOTHING, undefined, quiet=quiet)
        return Value(float(mean), str(reference), model, reason=joined(undefined.reasons))

    def objection(self, reference: Reference, plan: "Plan") -> str:
        sibling = SIBLINGS.get(reference.entry.name)
        cut = reference.at or 0.0
        if sibling is None or cut < 2 or not float(cut).is_integer():
            return ""
        return say(
            "lists.threshold_meant_as_cutoff",
            reference=reference,
            cut=cut,
            sibling=sibling,
        )

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        if plan.group is None:
            return say("lists.group_missing_for_metric", reference=reference)
        return say(
            "lists.label_classes_too_many",
            reference=reference,
            label=plan.label,
        )

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        names = list(DEFAULTS) if _graded(plan) else ["gauc", *DEFAULTS]
        return [str(reference) for reference in self.refer(tuple(map(parse, names)), plan.options)]

    def unlike(self, reference: Reference, summaries: Sequence[object]) -> str:
        tops = {one.top_grade for one in summaries if isinstance(one, Ranked)}
        if reference.entry.name != "err" or "max_grade" in reference.arguments or len(tops) < 2:
            return ""
        return say(
            "lists.max_grades_differ",
            reference=reference,
            low=min(tops),
            high=max(tops),
        )

    def each_unit(self, reference: Reference, summary: Ranked) -> tuple[list[Any], list[float]]:
        found = queried(reference, summary)
        return found.names.tolist(), found.values.tolist()

    # How sure

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        return known.summary

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        return {str(reference): interval_of(reference, sample, how) for reference, _ in asked}

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, OwnError | Message]:
        return {str(reference): own_error(reference, sample, how) for reference, _ in asked}

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        own = how._replace(method="auto")
        lists = {name: one.summary for name, one in known.items()}
        values = {
            (name, str(r)): one.intervals.get(str(r)) or interval_of(r, one.summary, own) for name, one in known.items() for r in references
        }
        there = [(a, b) for a, b in couples if a in lists and b in lists]
        return ModelComparisons([pair_of(r, a, b, lists[a], lists[b], how) for r in references for a, b in there], values)

    def named_alike(self, summaries: Mapping[str, object]) -> Mapping[str, Any]:
        """Text that names queries in one table, as in a CSV, is the numbers that it spells where another table has numbers."""
        numbers = {name: isinstance(one, Ranked) and one.queries.dtype.kind in "iu" for name, one in summaries.items()}
        if not any(numbers.values()):
            return summaries
        return {name: one if numbers[name] or not isinstance(one, Ranked) else _by_number(one) for name, one in summaries.items()}

    def same_units(self, summaries: Mapping[str, Any]) -> None:
        """Refuse lists of the same queries that were judged differently: their models were not asked the same."""
        names = list(summaries)
        for name in names[1:]:
            first, other = summaries[names[0]], summaries[name]
            if isinstance(first, QueryValues) or isinstance(other, QueryValues) or not np.array_equal(first.queries, other.queries):
                continue  # each pair says of itself that the queries differ
            apart = (first.judged[0] != other.judged[0]) | ~np.isclose(first.judged[1], other.judged[1])
            if apart.any():
                query = first.queries.tolist()[int(np.argmax(apart))]
                raise InputError(
                    "lists.judgments_differ",
                    names=names[0],
                    name=name,
                    query=query,
                    value=int(apart.sum()),
                )

    def notes(self, known: Mapping[str, object]) -> list[Message]:
        return notes_on_direction(known)

    # What is said

    def tell(self, summary: Ranked, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        return {"groups": len(summary)}

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        group = finished.plan.group
        return {} if group is None else {"group": group, "groups": finished.keys(group)}

    def spelled(self, text: str) -> str:
        from ...public.spelling import spelt

        return spelt(text)

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        from .words import facts

        return facts(evaluation)

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        return FAIR if _graded(evaluation.plan) else ()

    def large(self, evaluation: "Evaluation", part: Any) -> bool:
        return part.groups is not None and part.groups >= LEAST_GROUPS

    def reading(self, evaluation: "Evaluation") -> "FindingContext":
        from .reading import ListReading

        return ListReading(evaluation)

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def readers(self) -> "Sequence[Reader]":
        from .command import READERS

        return READERS

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


def refuse_beside_lists(weight: object, cluster: object) -> None:
    """What does not go with ranked lists."""
    if weight is not None:
        raise InputError("lists.weight_not_allowed_with_group")
    if cluster is not None:
        raise InputError("lists.cluster_not_allowed_with_group")


def _by_number(ranked: Ranked) -> Ranked:
    """Lists whose queries are named by text that spells whole numbers, each another; others as they are."""
    names = [spelt(name) if isinstance(name, str) else name for name in ranked.queries.tolist()]
    whole = all(isinstance(name, int) and not isinstance(name, bool) and abs(name) < 2**63 for name in names)
    return ranked.renamed(np.array(names, np.int64)) if whole and len({*names}) == len(names) else ranked


def items_of(block: "Block", plan: "Plan", which: "Array | slice") -> list[bytes] | None:
    """The names of the rows' items as trec_eval compares them, where a column has them."""
    if "item" not in plan.options:
        return None
    items = block.groups(plan.options["item"])
    texts = [str(name).encode("utf-8", "surrogatepass") for name in items.names.tolist()]
    return [texts[code] for code in items.codes[which].tolist()]


def _graded(plan: "Plan") -> bool:
    return plan.task is not None and plan.task.grades


def grades_of(block: "Block", plan: "Plan") -> "Array":
    """The grade that each label stands for: itself, or 1 for the positive one of two."""
    if not _graded(plan):
        place = positive_place(block.labels, plan.positive)
        return np.array([float(k == place) for k in range(len(block.labels))])
    for name in block.labels:
        if isinstance(name, str):
            raise InputError(
                "lists.grade_not_numeric",
                label=plan.label,
                name=name,
            )
    return np.array([float(name) for name in block.labels])
