"""Scores that come as one vector in each row, as those of Spark ML: number i is the score of label i, since such models number labels."""

from typing import Any

from ..engines import Source
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from .models import Model
from .plan import Plan


def with_vectors(plan: Plan, source: Source) -> Plan:
    """The plan with each model whose score is a column of vectors read number by number: of two, that of the positive label."""
    models, widths = [], {}
    for model in plan.models:
        width = source.width(model.score) if model.score is not None else None
        if width is not None:
            widths[model.score] = width
            model = _read(model, width, plan.positive)
        models.append(model)
    return plan.replace(models=tuple(models), vectors=widths) if widths else plan


def _read(model: Model, width: int, positive: object) -> Model:
    assert model.score is not None
    names = {label: f"{model.score}[{label}]" for label in range(width)}
    if width > 2:
        return Model(model.name, scores=names, prediction=model.prediction, direction=model.direction)
    label = 1 if positive is DEFAULT_POSITIVE else next((label for label in (0, 1) if label == positive), None)
    if width < 2 or label is None:
        raise InputError(
            "evaluation.score_vector_without_positive",
            column=model.score,
            width=width,
            positive=1 if label == 1 else repr(positive),
            example=names[0],
        )
    return Model(model.name, score=names[label], prediction=model.prediction, direction=model.direction)


def refuse_other_labels(plan: Plan, labels: list[Any]) -> None:
    """Labels that number no place in the vectors of scores, which are then those of other labels."""
    for column, width in plan.vectors.items():
        strange = [label for label in labels if label not in range(width)]
        if strange:
            raise InputError(
                "evaluation.score_vector_labels_mismatch",
                column=column,
                last=width - 1,
                label=plan.label,
                strange=strange[0],
                example=f"{column}[1]",
            )
