"""What the order of rows tells: whether neighbours err together, and whether a score only counts them."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ...inference.likeness import MOST_ROWS, Likeness, likeness_of
from ...inputs import HIGHER
from .. import registry
from ..row_order import Sides, order_observed, ranked_alike, ranks

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from .aspect import ScoresAspect


def likeness(finished: "Pass", columns: list[str]) -> Likeness | None:
    """The first rows in their order; ``columns`` may say what belongs together. None where rows are gone or clusters are named.

    Rows of a cluster have no order: a shuffle brings like ones together.
    """
    plan = finished.plan
    if plan.elsewhere:
        return None
    model = next((model for model in plan.models if model.score is not None), None)
    if finished.block is None or model is None or plan.cluster is not None or plan.positive not in finished.labels.names:
        return None
    first = finished.block.take(slice(0, MOST_ROWS))
    rows = registry.aspect("scores").observe(first, plan, model)
    return likeness_of(rows._replace(weight=None), columns)


def scores_in_order(finished: "Pass", aspect: "ScoresAspect") -> dict[str, Any]:
    """Whether scores go with the labels of their own rows, and of all of them; nothing where the rows are gone, or have no order."""
    block, plan = finished.block, finished.plan
    if block is None or plan.elsewhere or plan.positive not in finished.labels.names:
        return {}
    rows = {model.name: aspect.observe(block, plan, model) for model in plan.models if aspect.has(plan, model)}
    sign = {name: -1.0 if one.direction != HIGHER else 1.0 for name, one in rows.items()}
    scores = {name: sign[name] * np.asarray(one.score, np.float64) for name, one in rows.items()}
    sides = {str(name): Sides(ranked_alike, one.positive, ranks(scores[name])) for name, one in rows.items()}
    return order_observed(sides, block.places())


def in_order(finished: "Pass") -> dict[str, bool]:
    """The models whose scores only rise, or only fall, from row to row; none where the rows are gone, or have no order."""
    if finished.block is None or finished.plan.elsewhere:
        return {}
    steps = {m.name: np.diff(finished.block.numbers(m.score)) for m in finished.plan.models if m.score is not None}
    return {name: bool(len(step) and ((step > 0).all() or (step < 0).all())) for name, step in steps.items()}
