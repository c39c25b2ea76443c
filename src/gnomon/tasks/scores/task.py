"""Two classes: scores for the positive one, predicted labels, and lists where rows belong to queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.labels import LabelVocabulary
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class BinaryTask(Task):
    """What labels are taken for unless they look like something else."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        return True

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        _refuse_class_columns(plan, survey.names)
        if plan.shared_prediction and len(plan.models) > 1:
            whose = f"⟦prediction={{{plan.models[0].name!r}: …}}‖--prediction {plan.models[0].name}=COLUMN⟧"
            raise InputError("scores.prediction_model_ambiguous", count=len(plan.models), whose=whose)
        survey.labels.positive(plan.positive)  # refused now rather than after the last of a billion rows
        return plan

    def check_labels(self, labels: "LabelVocabulary", plan: "Plan", argument: str) -> None:
        super().check_labels(labels, plan, argument)
        names = labels.names
        if len(names) > 2:
            shown = ", ".join(map(repr, names[:6])) + (", …" if len(names) > 6 else "")
            raise InputError(
                "scores.too_many_labels",
                value=labels.column,
                count=len(names),
                shown=shown,
            )

    def finish(self, plan: "Plan", labels: "LabelVocabulary") -> "Plan":
        return plan.replace(positive=labels.positive(plan.positive))

    def tell(self, finished: "Pass") -> dict[str, Any]:
        return {"positive": finished.plan.positive, "classes": tuple(finished.labels.ordered)}

    def defaults(self, plan: "Plan", summaries: Mapping[str, Mapping[str, object]]) -> list[str]:
        found = super().defaults(plan, summaries)
        # AUC within groups stands beside AUC, and what is cut at 10 before what is cut at a threshold.
        lists = [name for name in found if name in LISTS]
        if not lists or found[0] != "roc_auc":
            return found
        rest = [name for name in found[1:] if name not in lists]
        return [found[0], lists[0], *rest[:3], *lists[1:], *rest[3:]]


LISTS = ("gauc", "ndcg@10", "mean_average_precision", "mrr", "precision_at@10", "recall_at@10", "hit_ratio@10")


def _refuse_class_columns(plan: "Plan", names: list[Any]) -> None:
    """Columns named after the two labels are no two models."""
    columns = {model.name: model.score for model in plan.models if model.score}
    if len(columns) < 2 or not {str(name) for name in names} <= set(columns):
        return
    listed = ", ".join(map(repr, columns))
    if len(columns) == 2:
        raise InputError("scores.score_columns_are_labels", listed=listed)
    raise InputError(
        "scores.score_columns_like_classes",
        listed=listed,
        count=len(names),
    )
