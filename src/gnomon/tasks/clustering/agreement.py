"""Classes and clusters of the same rows, each named in its own way, as one table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...engines.columns import spelt
from ...errors import InputError
from ...evaluation.models import Model
from ...evaluation.schema import MAYBE_TEXT, PLAIN, WHOLE
from ...inputs.arrays import not_empty, same_length
from ...inputs.labels import plain
from ...inputs.numbers import as_weight
from ...inputs.partitions import Part as Side
from ...inputs.partitions import encode_part, whole_names
from ...messages.language import say
from ...summary import Contingency
from ..aspect import Aspect
from ..parts import ColumnRole, HeaderItem

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..aspect import Which
    from ..parts import Figure


DEFAULTS = ("adjusted_rand", "ami", "nmi", "v_measure", "homogeneity", "completeness", "purity", "matched_accuracy")


class Names(NamedTuple):
    """Names of either side: what rows share, and none has an entry of."""

    classes: NDArray[Any]
    clusters: NDArray[Any]


class PartitionRows(NamedTuple):
    """The class and the cluster of each row, as places among the names."""

    truth: NDArray[np.uint32]
    found: NDArray[np.uint32]
    weight: NDArray[np.float64] | None
    names: Names


class PartitionsAspect(Aspect):
    """How classes and clusters agree; rows are what is drawn."""

    argument = "prediction"
    fact_shapes = {
        "true_classes": WHOLE,
        "found_clusters": WHOLE,
        "noise": PLAIN,
        "noise_as": MAYBE_TEXT,
    }

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "key")
        yield from (ColumnRole("prediction", model.prediction, "key") for model in plan.models if model.prediction is not None)

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.prediction is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> PartitionRows | None:
        if model.prediction is None:
            return None
        truth, found = side_of(block, plan.label, "label", plan), side_of(block, model.prediction, "prediction", plan)
        return PartitionRows(truth.codes, found.codes, block.weight(plan.weight), Names(truth.names, found.names))

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[PartitionRows, None]:
        truth, found = encode_part(y_true, "y_true"), encode_part(given, name)
        not_empty(len(truth.codes), "y_true")
        same_length(len(truth.codes), "y_true", len(found.codes), name)
        held = as_weight(weight, len(truth.codes), "y_true")
        return PartitionRows(truth.codes, found.codes, held, Names(truth.names, found.names)), None

    def take(self, rows: PartitionRows, which: "Which") -> PartitionRows:
        weight = None if rows.weight is None else rows.weight[which]
        return PartitionRows(rows.truth[which], rows.found[which], weight, rows.names)

    def summarise(self, rows: PartitionRows, plan: "Plan") -> Contingency:
        sides = Side(rows.truth, rows.names.classes), Side(rows.found, rows.names.clusters)
        return Contingency.of_parts(*sides, rows.weight, *noise_of(plan, rows.names.clusters))

    def completed(self, summary: Contingency, labels: list[Any]) -> Contingency:
        """The table with numbers that were read as text, as in a CSV, as numbers."""
        return Contingency.empty() if summary is None else numbered(summary)

    # Metrics

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("clustering.task_missing", reference=reference)

    def defaults(self, plan: "Plan", summaries: Mapping[str, Any]) -> list[str]:
        whole = all(held.partitions.whole for held in summaries.values())
        return [name for name in DEFAULTS if whole or name not in ("adjusted_rand", "ami")]

    # What is said

    def amount(self, summary: Contingency) -> float | None:
        return None if summary is None else float(summary.n)

    def tell(self, summary: Contingency, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        told: dict[str, Any] = {"true_classes": len(summary.classes), "found_clusters": clusters_in(summary)}
        return told if summary.noise is None else told | {"noise": summary.noise, "noise_as": summary.noise_as}

    def rule(self, evaluation: "Evaluation") -> Mapping[str, Any]:
        return {} if evaluation.noise is None else {"noise": evaluation.noise, "noise_as": evaluation.noise_as}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        from .words import facts

        return facts(evaluation)

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        # Purity and homogeneity rise by themselves where a slice has fewer classes.
        return ("adjusted_rand", "ami")

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


def clusters_in(table: Contingency) -> int:
    """How many clusters there are besides noise, unless noise is one."""
    return len(table.clusters) - (table.noise_place is not None and table.noise_as != "cluster")


def side_of(block: "Block", column: str, argument: str, plan: "Plan") -> Side:
    """A column of classes or clusters; text of a file that spells a number is written in one way, whichever the file has."""
    codes, names = block.groups(column)
    names = whole_names(names, codes, f"{argument} {column!r}")
    if not plan.spells or names.dtype != object:
        return Side(codes, names)
    texts = [_plainly(name) for name in names.tolist()]
    order = sorted({*texts})
    places = {text: place for place, text in enumerate(order)}
    made = np.empty(len(order), object)
    made[:] = order
    return Side(np.array([places[text] for text in texts] or [0], np.uint32)[codes], made)


def _plainly(name: object) -> str:
    known = spelt(name) if isinstance(name, str) else name
    return str(known) if isinstance(known, int) and not isinstance(known, bool) else str(name).strip()


def noise_of(plan: "Plan", clusters: NDArray[Any]) -> tuple[Any, Any]:
    """What stands for noise, written as the clusters are, and what becomes of it."""
    noise, way = plan.options.get("noise"), plan.options.get("noise_as") or "singletons"
    if noise is None:
        return None, "singletons"
    text = clusters.dtype == object
    if plan.spells and text:
        return _plainly(noise), way
    known = spelt(noise) if isinstance(noise, str) and not text else noise
    if isinstance(known, float) and known.is_integer():
        known = int(known)
    if len(clusters) and isinstance(known, str) != isinstance(clusters[0], str):
        raise InputError(
            "clustering.noise_type_mismatch",
            noise=noise,
            first=plain(clusters[0]),
        )
    return known, way


def numbered(table: Contingency) -> Contingency:
    """A table in which text that spells whole numbers, on all of a side, is these numbers."""
    sides = {}
    for name in ("classes", "clusters"):
        names = getattr(table, name)
        known = [spelt(one) if isinstance(one, str) else None for one in names.tolist()]
        if names.dtype == object and all(type(one) is int and str(one) == text for one, text in zip(known, names.tolist(), strict=True)):
            sides[name] = np.array(known, np.int64)
    if not sides:
        return table
    noise = spelt(table.noise) if "clusters" in sides and isinstance(table.noise, str) else table.noise
    made = Side(table.row.astype(np.uint32), table.classes), Side(table.column.astype(np.uint32), table.clusters)
    truth, found = (Side(side.codes, sides.get(name, side.names)) for name, side in zip(("classes", "clusters"), made, strict=True))
    rows, columns = _sorted(truth), _sorted(found)
    order = np.lexsort((columns.codes, rows.codes))
    cells = rows.codes[order], columns.codes[order], table.weight[order]
    return Contingency(rows.names, columns.names, *cells, noise, table.noise_as)


def _sorted(side: Side) -> Side:
    order = np.argsort(side.names, kind="stable") if side.names.dtype != object else np.arange(len(side.names))
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return Side(rank[side.codes], side.names[order])
