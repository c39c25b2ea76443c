"""Several labels a row: lists of labels predicted, or a column of scores for each label."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...catalog import Reference
from ...engines.columns import spelt
from ...errors import InputError
from ...evaluation.models import Model
from ...messages.language import say
from ...summary import Counts, LabelSets
from ..parts import ColumnRole
from ..task import Task
from .sets import labels_in, part_of

if TYPE_CHECKING:
    from ...engines.columns import Column
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class MultilabelTask(Task):
    """Labels that come as lists, or as text with a separator."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        return bool(survey.lists) or "separator" in plan.options

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        first = survey.batches[0]
        plan = plan.replace(text_labels=False)  # the survey read cells, not the labels in them
        _refuse_columns(plan, first)
        columns = [(part_of("label", plan.label, plan))]
        columns += [part_of("prediction", model.prediction, plan) for model in plan.models if model.prediction]
        loose = plan.replace(options={key: value for key, value in plan.options.items() if key != "labels"})
        texts = [(part, text) for part in columns for text in first[part.column].filled("").names or () if text]
        tags = dict.fromkeys(tag for part, text in texts for tag in labels_in(text, loose, part))
        if plan.spells and len({isinstance(tag, str) for tag in tags}) > 1:  # 08 and 10 are codes, not numbers
            plan, loose = (one.replace(text_labels=True) for one in (plan, loose))
            tags = dict.fromkeys(tag for part, text in texts for tag in labels_in(text, loose, part))
        if tags and {*tags} <= {0, 1}:
            raise InputError(
                "multilabel.label_indicators_ambiguous",
                label=plan.label,
            )
        spell = str if any(isinstance(tag, str) for tag in tags) else spelt
        if any(model.score for model in plan.models):
            plan = plan.replace(models=(_one_model(plan, list(tags)),))
        models = (replace(m, scores=m.scores and {spell(tag): column for tag, column in m.scores.items()}) for m in plan.models)
        options = dict(plan.options)
        if options.get("labels"):
            options["labels"] = tuple(spell(label) for label in options["labels"])
        return plan.replace(models=tuple(models), options=options)

    def listed(self, text: object, plan: "Plan", part: ColumnRole) -> list[Any]:
        return list(labels_in(text, plan, part))

    def labels(self, plan: "Plan") -> list[Any]:
        return [*(plan.options.get("labels") or ()), *(name for model in plan.models for name in model.scores or ())]

    def tell(self, finished: "Pass") -> dict[str, Any]:
        return {"classes": tuple(finished.labels.ordered)}

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        entry, name = reference.entry, str(reference)
        if "multiclass" in reference.over:
            return say(
                "multilabel.labels_each_against_absence",
                name=name,
                name_2=entry.name,
            )
        if entry.summary is Counts and reference.at is not None:
            if reference.over.get("average") == "samples":
                return say("multilabel.row_average_scores_not_cut", name=name)
            if "average" not in reference.over:
                return say(
                    "multilabel.average_missing_at_threshold",
                    name=name,
                    name_2=entry.name,
                    at=reference.at,
                )
            return say(
                "multilabel.scores_missing_for_threshold",
                name=name,
            )
        if entry.summary is Counts and "average" not in reference.over:
            hint = say("public.part_hint_multilabel_metrics") if entry.name == "accuracy" else ""
            return say(
                "multilabel.average_missing",
                name=name,
                name_2=entry.name,
                hint=hint,
            )
        if entry.summary is LabelSets:
            return say("multilabel.predicted_labels_missing", name=name)
        if entry.summary is Counts:
            return say("multilabel.labels_or_threshold_missing", name=name)
        if any(model.scores for model in plan.models):
            return ""
        return say("multilabel.label_scores_missing", name=name)


def _refuse_columns(plan: "Plan", first: "dict[str, Column]") -> None:
    """Columns of lists where text was announced, or of something else where nothing was."""
    named = [("label", plan.label), *(("prediction", model.prediction) for model in plan.models if model.prediction)]
    for argument, name in named:
        column = first[name]
        if column.lists and "separator" in plan.options:
            raise InputError("multilabel.separator_with_lists", name=name)
        if column.names is None and "separator" in plan.options:
            raise InputError("multilabel.separator_with_numbers", name=name)
        if not column.lists and "separator" not in plan.options and column.gaps() is None:
            raise InputError(
                "multilabel.single_value_for_list",
                argument=argument,
                name=name,
            )


def _one_model(plan: "Plan", tags: list[Any]) -> Model:
    """The model whose labels several score columns stand for."""
    columns = {model.name: model.score for model in plan.models if model.score}
    lost = next((tag for tag in tags if str(tag) not in columns), None)
    if lost is not None:
        raise InputError(
            "multilabel.score_column_missing",
            lost=lost,
        )
    given = {model.prediction for model in plan.models if model.prediction}
    if len(given) > 1:
        raise InputError("multilabel.prediction_too_many_columns", count=len(given))
    return Model("model", scores=dict(columns), prediction=next(iter(given), None))
