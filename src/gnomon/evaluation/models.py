"""Models, and the arguments that name their columns and their metrics."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..catalog import Reference, parse_list
from ..errors import InputError
from ..inputs import HIGHER, Direction
from ..messages.language import either
from ..tasks import registry


@dataclass(frozen=True)
class Model:
    """One model's columns: a score, a score for each class, a prediction, or scores and predictions both."""

    name: str
    score: str | None = None
    scores: dict[Any, str] | None = None
    prediction: str | None = None
    direction: Direction = HIGHER
    """Which end of its score is the positive one."""

    @property
    def columns(self) -> list[str]:
        """The columns that hold scores."""
        return [self.score] if self.score is not None else list((self.scores or {}).values())

    @property
    def scored(self) -> bool:
        return self.score is not None or self.scores is not None


def label_of(label: object, reference: object, task: str | None) -> Any:
    """The column of the truth, by either of its two names; what should be said does not tell as what it is to be read."""
    if label is not None and reference is not None:
        raise InputError("evaluation.reference_and_label_conflict")
    if reference is not None and task is None:
        kinds = [one.key for one in registry.tasks() if any(registry.aspect(key).as_table for key in one.aspects)]
        raise InputError("evaluation.reference_texts_ambiguous", choices=either(map(repr, sorted(kinds))))
    return reference if label is None else label


def columns_of(argument: str, given: object) -> dict[Any, Any]:
    """A column, several, or a mapping from names to columns, as a mapping; the columns' own names are the default."""
    if given is None:
        return {}
    if is_name(given):
        return {str(given): str(given)}
    if isinstance(given, dict):
        return {name: _texts(column) for name, column in given.items()}
    if isinstance(given, (list, tuple)) and all(map(is_name, given)):
        columns = list(map(str, given))
        twice = [column for column in columns if columns.count(column) > 1]
        if twice:
            raise InputError("evaluation.column_twice", argument=argument, twice=twice[0])
        return {column: column for column in columns}
    raise InputError(
        "evaluation.argument_names_no_columns",
        argument=argument,
        given=given,
    )


def is_name(column: object) -> bool:
    """Whether this names a column: text, or a whole number, which names the column that is written so."""
    return isinstance(column, (str, int, np.integer)) and not isinstance(column, bool)


def _texts(column: object) -> Any:
    if isinstance(column, dict):
        return {of_class: _texts(inner) for of_class, inner in column.items()}
    return str(column) if is_name(column) else column


def models_of(score: object, prediction: object) -> tuple[tuple[Model, ...], bool]:
    """The models that score and prediction name, and whether one prediction stands beside several scores without saying whose it is.

    Where both are given by name, equal names are one model; where neither is, they are paired in their order.
    """
    scores, predictions = columns_of("score", score), columns_of("prediction", prediction)
    if not scores and not predictions:
        raise InputError("evaluation.score_and_prediction_missing")
    named = isinstance(prediction, dict)
    if not named and scores and predictions:
        if len(predictions) not in (1, len(scores)):
            raise InputError(
                "evaluation.prediction_count_mismatch",
                count=len(predictions),
                count_2=len(scores),
            )
        predictions = dict(zip(scores, predictions.values(), strict=False))
    models = []
    for name in dict.fromkeys([*scores, *predictions]):
        column = scores.get(name)
        by_class = dict(column) if isinstance(column, dict) else None
        models.append(Model(str(name), None if by_class else column, by_class, predictions.get(name)))
    return tuple(models), not named and len(predictions) == 1 < len(scores)


def metrics_of(given: object) -> tuple[tuple[Reference, ...], bool]:
    """The references asked for, and whether the defaults are wanted beside them."""
    if given is None or given == "default":
        return (), True
    items = list(given) if isinstance(given, (list, tuple, set)) else [given]
    references: list[Reference] = []
    defaults = False
    for item in items:
        if isinstance(item, Reference):
            references.append(item)
        elif isinstance(item, str):
            words = [word.strip() for word in item.split(",")]
            defaults |= "default" in words
            references += parse_list(",".join(word for word in words if word != "default"))
        else:
            raise InputError("evaluation.metric_reference_not_text", item=item)
    if not references and not defaults:
        raise InputError("evaluation.metrics_none_named")
    return tuple(references), defaults
