"""Whether neighbouring rows err together, by the first model that scores two classes."""

from typing import Any

from ...inference.likeness import MOST_ROWS, Likeness, likeness_of
from .. import registry


def likeness(finished: Any, columns: list[str]) -> Likeness | None:
    """The first rows in their order; ``columns`` may say what belongs together. None where rows are gone or clusters are named."""
    plan = finished.plan
    model = next((model for model in plan.models if model.score is not None), None)
    if finished.block is None or model is None or plan.cluster is not None or plan.positive not in finished.labels.names:
        return None
    first = finished.block.take(slice(0, MOST_ROWS))
    rows = registry.aspect("scores").observe(first, plan, model)
    return likeness_of(rows._replace(weight=None), columns)
