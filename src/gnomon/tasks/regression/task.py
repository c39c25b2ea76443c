"""Numbers are predicted: prices, demand, durations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...catalog import Reference
from ...errors import InputError
from ...messages.language import say
from .. import registry
from ..task import Task
from .orders import shown_in_order

if TYPE_CHECKING:
    from ...evaluation.appearance import ColumnProfile
    from ...evaluation.labels import LabelVocabulary
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


DEFAULTS = ("r2", "rmse", "mae", "medae", "wape", "mape", "mbe", "pearson")
"""In the order in which they are shown, whichever aspect they are of."""
HANDFUL = 20
"""Different whole numbers that may well be classes; with more of them, and fractions predicted, numbers are meant."""
MANY = 30
"""Different whole numbers, truth and predictions alike, that could be either: whoever has them must say."""


@dataclass(frozen=True)
class RegressionTask(Task):
    """The truth is a number, and so is what is predicted."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        if plan.group is not None or not plan.models or any(model.prediction is None or model.columns for model in plan.models):
            return False
        truth = survey.looks[plan.label]
        predicted = [survey.looks[model.prediction] for model in plan.models if model.prediction in survey.looks]
        if plan.defaults or not plan.metrics or any(self._reads(reference) for reference in plan.metrics):
            _refuse_moments(plan, survey)
        if truth.fraction is not None and truth.numbers:
            return not _swapped(truth, predicted)
        if not truth.numbers or not all(look.numbers for look in predicted):
            _refuse_spelt(plan, truth, predicted)
            return False
        if not plan.defaults and plan.metrics and all(self._reads(reference) for reference in plan.metrics):
            return True  # nothing else has such metrics
        if any(look.fraction is not None for look in predicted):
            return len(truth.values) > HANDFUL
        _refuse_either(plan, len(truth.values))
        return False

    def _reads(self, reference: Reference) -> bool:
        return any(registry.aspect(key).reads(reference) for key in self.aspects)

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        for model in plan.models:
            if model.columns:
                raise InputError(
                    "regression.score_for_prediction",
                    model=model.name,
                )
        return plan

    def defaults(self, plan: "Plan", summaries: Mapping[str, Mapping[str, object]]) -> list[str]:
        return shown_in_order(super().defaults(plan, summaries), DEFAULTS)

    def finish(self, plan: "Plan", labels: "LabelVocabulary") -> "Plan":
        return plan.replace(positive=None)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        if any(aspect.reads(reference) for aspect in self.active(plan)):
            return ""
        return say(
            "regression.metric_not_of_numbers",
            reference=reference,
            label=plan.label,
        )


def _swapped(truth: "ColumnProfile", predicted: list[Any]) -> bool:
    """Whether what is called the truth looks like probabilities, and what is called the predictions like the classes that they are of."""
    shares = bool(truth.values) and min(truth.values) >= 0 and max(truth.values) <= 1
    return shares and any(look.values <= {0.0, 1.0} or look.values <= {-1.0, 1.0} for look in predicted)


def _refuse_moments(plan: "Plan", survey: "Survey") -> None:
    """Dates and durations: to be met as nearly as can be, or to be named exactly?"""
    for argument, column in (("label", plan.label), *(("prediction", model.prediction) for model in plan.models)):
        moment = survey.looks[column].moment if column in survey.looks else None
        if moment is not None:
            raise InputError(
                "regression.column_holds_times",
                argument=argument,
                column=column,
                moment=moment,
            )


def _refuse_spelt(plan: "Plan", truth: "ColumnProfile", predicted: list[Any]) -> None:
    """Fractions that a frame holds as text, as truth and as predictions: hardly classes."""
    if truth.spelt is not None and all(look.spelt is not None or look.fraction is not None for look in predicted):
        raise InputError(
            "regression.label_numbers_as_text",
            label=plan.label,
            shown=truth.spelt,
        )


def _refuse_either(plan: "Plan", values: int) -> None:
    """Whole numbers, truth and predictions alike, and many: classes, or amounts that were rounded?"""
    if values > MANY:
        raise InputError(
            "regression.label_ambiguous_classes",
            label=plan.label,
            many=MANY,
        )
