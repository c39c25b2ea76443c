"""Labels named by several columns of 0 and 1, one for each, where one column of lists would do as well."""

from collections.abc import Mapping
from typing import Any

from ..engines.indicators import Indicators
from ..errors import InputError
from .models import columns_of, is_name

SHOWN = 4
"""Columns that are named in full where the lists made of them are spoken of."""


def indicated(label: object, score: object, prediction: object) -> tuple[Any, Any, Indicators]:
    """Label and prediction as columns of lists, and what those lists are made of."""
    if not isinstance(label, (list, tuple, dict)):
        return label, prediction, {}
    columns = columns_of("label", label)
    _refuse(columns, score)
    made = {_called(columns): columns}
    said = _predicted(prediction, columns)
    predicted = {key: _called(of_model) for key, of_model in said.items()}
    for key, of_model in said.items():
        made.setdefault(predicted[key], of_model)
        if made[predicted[key]] != of_model or predicted[key] == _called(columns):
            raise InputError("evaluation.prediction_columns_shared", key=key)
    if not said:
        return _called(columns), prediction, made
    return _called(columns), predicted.get(None, predicted), made


def _refuse(columns: Mapping[Any, Any], score: object) -> None:
    """Columns that are too few, no names, or something else as well."""
    if len(columns) < 2:
        raise InputError("evaluation.label_columns_too_few")
    named = list(columns.values())
    for label, column in columns.items():
        if not isinstance(column, str):
            raise InputError("evaluation.label_column_unnamed", column=column, label=label)
        if named.count(column) > 1:
            raise InputError("evaluation.label_column_twice", twice=column)
    scored = columns_of("score", score).values()
    for column in [inner for one in scored for inner in (one.values() if isinstance(one, dict) else [one])]:
        if column in named:
            raise InputError("evaluation.score_is_label", column=column)


def _predicted(prediction: object, labels: Mapping[Any, str]) -> dict[Any, dict[Any, str]]:
    """The columns of 0 and 1 that predict each label, by model, None where there is one without a name; none where lists are named."""
    if prediction is None or is_name(prediction):
        return {}
    if not isinstance(prediction, dict):
        raise InputError(
            "evaluation.prediction_labels_missing",
            prediction=prediction,
        )
    nested = {key: columns for key, columns in prediction.items() if isinstance(columns, dict)}
    models = nested or {None: prediction}
    for columns in models.values():
        known = {str(label): label for label in labels}
        lost = next((label for label in known if label not in map(str, columns)), None)
        spare = next((label for label in map(str, columns) if label not in known), None)
        if lost is not None or spare is not None:
            raise InputError(
                "evaluation.prediction_labels_mismatch",
                found=lost if lost is not None else spare,
            )
    return {key: columns_of("prediction", {label: _of(columns, label) for label in labels}) for key, columns in models.items()}


def _of(columns: Mapping[Any, Any], label: object) -> Any:
    return next(column for name, column in columns.items() if str(name) == str(label))


def _called(columns: Mapping[Any, str]) -> str:
    """What lists made of columns are called."""
    named = list(columns.values())
    return ", ".join(named) if len(named) <= SHOWN else f"{', '.join(named[: SHOWN - 1])}, … {named[-1]} ({len(named)})"
