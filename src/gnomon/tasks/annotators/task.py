"""The task of annotators: a table of ratings, and how it is evaluated."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model, metrics_of
from ...messages.language import either, listed, say
from ...metrics.annotators import Level
from ...summary import Ratings
from ...summary.ratings import as_cells
from ..parts import HeaderItem
from ..task import Task
from .raters import Rater, raters_of
from .tables import READ, RatingsTable, clusters_of, has_columns, ratings_table

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation


SHAPES = ("form", "values", "raters")
ASKED = ("task", "metrics", "ci", "replicates", "seed", "name", "progress", "level", *SHAPES, *READ)


@dataclass(frozen=True)
class AnnotatorsTask(Task):
    """Ratings of items, of any number of annotators."""

    def holds(self, data: object) -> bool:
        return isinstance(data, Ratings)

    def evaluate(self, data: object, given: Mapping[str, Any]) -> "Evaluation":
        from ...evaluation.finish import evaluation_of
        from ...evaluation.partial import PrecomputedSummaries
        from ...evaluation.plan import Plan
        from ...evaluation.run import how_of, read_units
        from ...inference.estimate import REPLICATES

        strange = [name for name in given if name not in ASKED]
        if strange:
            names = listed(("level", "cluster", *SHAPES, "prediction"))
            raise InputError("annotators.argument_unsupported", name=strange[0], names=names)
        references, defaults = metrics_of(given.get("metrics", "default"))
        level = _level(given.get("level"))
        references = _at_level(references, level, defaults)
        how = how_of(given.get("ci", 0.95), given.get("replicates", REPLICATES), given.get("seed", 0))
        usual = {"form": "counts"} if [one.entry.name for one in references] == ["fleiss_kappa"] else {}
        form = given.get("form", usual.get("form"))
        shape = {name: given[name] for name in SHAPES if name in given}
        if shape and isinstance(data, Ratings):
            raise InputError("annotators.argument_already_counted", type="Ratings", name=next(iter(shape)))
        table = _table(data, given)
        ratings = data if isinstance(data, Ratings) else Ratings.of(data if table is None else table.cells, **(usual | shape))
        cluster = given.get("cluster") if table is None else table.cluster
        if cluster is not None:
            ratings = ratings.clustered_by(clusters_of(cluster, len(ratings), _column_name(given["cluster"])))
        plan = Plan(
            label="ratings",
            models=(Model("annotators", prediction="annotators"),),
            metrics=references,
            defaults=defaults,
            positive=None,
            task=self,
            seed=None if how is None else how.seed,
            options={name: value for name, value in {"level": level, "form": form}.items() if value is not None},
        )
        for reference in references:
            plan.check(reference)
        units = PrecomputedSummaries({("annotators", "ratings"): ratings}, [], len(ratings), {})
        name = given.get("name") or ("ratings" if table is None else table.name)
        made = evaluation_of(name, read_units(plan, [units]), how)
        if ratings.places is not None:
            made = replace(made, cluster=_column_name(given["cluster"]), clusters=int(ratings.places.cluster.max()) + 1)
        made = replace(made, observed={"raters": _raters(data, table, form, shape.get("raters"))})
        return made if table is None else replace(made, inputs=table.inputs)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        name = reference.entry.name
        return say("annotators.metric_of_other_task", reference=reference, name=name)

    def sized(self, rows: int) -> HeaderItem:
        return HeaderItem(0, "fact.items", {"count": f"{rows:,}"})


def _raters(data: object, table: RatingsTable | None, form: object, raters: object) -> list[Rater]:
    """How each annotator rates beside the others, by the names of the columns where they have any; none where ratings are counted."""
    if form == "counts" or isinstance(data, Ratings):
        return []
    cells = as_cells(data) if table is None else table.cells
    return raters_of(cells.T if raters == "rows" else cells, None if table is None else table.raters)


def _column_name(given: object) -> str:
    return given if isinstance(given, str) else "cluster"


def _table(data: object, given: Mapping[str, object]) -> RatingsTable | None:
    """The ratings of a table whose columns have names; None where there are no names."""
    if not isinstance(data, Ratings) and has_columns(data):
        return ratings_table(data, given)
    strange = next((name for name in READ if name in given and (name != "cluster" or isinstance(data, Ratings))), None)
    if strange is not None:
        raise InputError("annotators.argument_needs_named_columns", name=strange)
    return None


def _level(given: object) -> str | None:
    """The level of measurement of the ratings."""
    if given is not None and not (isinstance(given, str) and given in get_args(Level)):
        levels = either(map(repr, get_args(Level)))
        raise InputError("annotators.level_unknown", level=given, levels=levels)
    return given


def _at_level(references: tuple[Reference, ...], level: str | None, defaults: bool) -> tuple[Reference, ...]:
    """The metrics at a level of measurement, unless they name their own."""
    taking = [one for one in references if "level" in one.entry.options and "level" not in one.arguments]
    if level is None or (defaults and not references):
        return references
    if not taking and not defaults:
        raise InputError("annotators.level_without_use")
    if level == "nominal":
        return references
    return tuple(replace(one, options={**one.options, "level": level}) if one in taking else one for one in references)
