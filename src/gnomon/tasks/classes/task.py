"""Several classes: a score for each of them, or one predicted label."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...engines.columns import spelt
from ...errors import InputError
from ...evaluation.models import Model
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class MulticlassTask(Task):
    """More labels than two, or a column of scores for each class."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        return len(survey.names) > 2 or any(model.scores is not None for model in plan.models)

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        names = survey.names
        if any(model.score for model in plan.models):
            plan = plan.replace(models=(_one_model(plan, names),))
        text = any(isinstance(name, str) for name in names)
        return plan.replace(models=tuple(replace(m, scores=m.scores and _as_labels(m.scores, text)) for m in plan.models))

    def labels(self, plan: "Plan") -> list[Any]:
        return [name for model in plan.models if not model.prediction for name in model.scores or ()]

    def tell(self, finished: "Pass") -> dict[str, Any]:
        return {"classes": tuple(finished.labels.ordered)}


def _one_model(plan: "Plan", names: list[Any]) -> Model:
    """The model whose classes several score columns stand for."""
    columns = {model.name: model.score for model in plan.models if model.score}
    text = any(isinstance(name, str) for name in names)
    if len(columns) < 2 or not {*names} <= {*_as_labels(columns, text)}:
        shown = ", ".join(map(repr, names[:6])) + (", …" if len(names) > 6 else "")
        example = ", ".join(f"{name!r}: …" for name in names[:2])
        raise InputError(
            "classes.one_score_many_classes",
            label=plan.label,
            shown=shown,
            example=example,
        )
    given = {model.prediction for model in plan.models if model.prediction}
    if len(given) > 1:
        raise InputError("classes.too_many_prediction_columns", count=len(given))
    return Model("model", scores=dict(columns), prediction=next(iter(given), None))


def _as_labels(scores: dict[Any, str], text: bool) -> dict[Any, str]:
    """Columns by class, the classes as labels are: text, or what it spells, whatever the keys were written as."""
    return {str(key) if text else spelt(key): column for key, column in scores.items()}
