"""A metric of one class, as recall[eight]: the class against all others."""

from ..catalog import Reference
from ..errors import InputError
from ..inference.estimate import IntervalOptions
from ..tasks.aspect import ModelData
from ..value import Value
from .partial import WHOLE
from .result import Evaluation


def class_value(evaluation: Evaluation, reference: Reference, label: str, model: str, how: IntervalOptions | None) -> Value:
    """The metric of the class that is called ``label``; with ``how``, and its interval."""
    plan, held = evaluation.plan, evaluation.held(model)
    mine = next(one for one in evaluation.models if one.name == model)
    for aspect in plan.aspects:
        summary, kept = held.get(aspect.key), evaluation.kept
        if summary is None:
            continue
        rows = None if kept is None or aspect.waits(plan) else aspect.observe(kept.block, plan, mine)
        clustered = kept is not None and plan.cluster is not None and ("key", plan.cluster) in kept.block.columns
        cluster = kept.block.clusters(plan.cluster) if kept is not None and clustered and plan.cluster is not None else None
        found = aspect.class_value(reference, label, ModelData(plan, mine, summary, WHOLE, rows, cluster), how)
        if found is not None:
            return found
    raise InputError(
        "evaluation.class_value_missing",
        reference=reference,
        label=label,
    )
