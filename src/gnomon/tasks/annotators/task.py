"""The task of annotators: a table of ratings, and how it is evaluated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model, metrics_of
from ...summary import Ratings
from ...words.language import listed, say
from ..parts import EVALUATED, Fact
from ..task import Task

SHAPES = ("form", "values", "raters")


@dataclass(frozen=True)
class AnnotatorsTask(Task):
    """Ratings of items, of any number of annotators."""

    def holds(self, data: Any) -> bool:
        return isinstance(data, Ratings)

    def evaluate(self, data: Any, given: Mapping[str, Any]) -> Any:
        from ...evaluation.finish import evaluation_of
        from ...evaluation.partial import Units
        from ...evaluation.plan import Plan
        from ...evaluation.run import how_of, read_units
        from ...inference.estimate import REPLICATES

        strange = [name for name in given if name not in (*SHAPES, "name", "task", "progress", *EVALUATED)]
        if strange:
            raise InputError("⟦{name}⟧ does not go with ratings of annotators; they take {names}", name=strange[0], names=listed(SHAPES))
        references, defaults = metrics_of(given.get("metrics", "default"))
        how = how_of(given.get("ci", 0.95), given.get("replicates", REPLICATES), given.get("seed", 0))
        usual = {"form": "counts"} if [one.entry.name for one in references] == ["fleiss_kappa"] else {}
        ratings = (
            data if isinstance(data, Ratings) else Ratings.of(data, **(usual | {name: given[name] for name in SHAPES if name in given}))
        )
        plan = Plan(
            label="ratings",
            models=(Model("annotators", prediction="annotators"),),
            metrics=references,
            defaults=defaults,
            positive=None,
            task=self,
            seed=None if how is None else how.seed,
        )
        for reference in references:
            plan.check(reference)
        units = Units({("annotators", "ratings"): ratings}, [], len(ratings), {})
        return evaluation_of(given.get("name") or "ratings", read_units(plan, [units]), how)

    def refusal(self, reference: Reference, plan: Any) -> str:
        name = reference.entry.name
        return say("{reference} is not of ratings of annotators; leave it out⟦, or call gn.{name}‖⟧", reference=reference, name=name)

    def sized(self, rows: int) -> Fact:
        return Fact(0, "{count} items", "{count} 项", {"count": f"{rows:,}"}, en_one="1 item")
