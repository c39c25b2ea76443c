"""Data that a kind of evaluation reads by itself, as images are read: intervals and comparisons of it go through its evaluation."""

from collections.abc import Mapping, Sequence

from ..catalog import Reference
from ..errors import InputError
from ..inference import Interval
from ..inference.estimate import IntervalOptions
from ..inputs import DEFAULT_POSITIVE
from ..messages import Message
from ..summary import Summary
from ..tasks import registry
from ..tasks.aspect import ModelData
from ..tasks.task import Task
from .partial import WHOLE
from .result import Evaluation

USUAL = {"paired": True, "missing": "error", "na": (), "positive": DEFAULT_POSITIVE}
"""What arguments that go with rows are where nobody says so."""


def whole_for(task: str | None, references: Sequence[Reference], data: object = None) -> Task | None:
    """The kind that is named, that has the metrics, or, where none is named, that the data are of; None where rows are meant."""
    if task is not None:
        named = registry.task(task)
        return named if named.whole else None
    kinds = [one for one in registry.tasks() if one.whole]
    if not references:
        return next((one for one in kinds if one.holds(data)), None)
    return next((one for one in kinds if any(registry.aspect(key).reads(r) for key in one.aspects for r in references)), None)


def compared_whole(
    task: str | None,
    truth: object,
    predictions: object,
    references: Sequence[Reference],
    rows: Mapping[str, object],
    options: Mapping[str, object],
) -> Evaluation | None:
    """The models evaluated without intervals, ready to be compared; None where rows of a table are meant, or evaluations.

    ``rows`` are arguments that go with rows.
    """
    if predictions is None and isinstance(truth, Mapping) and truth and all(isinstance(one, Summary) for one in truth.values()):
        truth, predictions = None, truth
    if rows["label"] is not None or not isinstance(predictions, Mapping):
        return None
    kind = whole_for(task, references, predictions if truth is None else truth)
    if kind is None:
        return None
    refuse_beside_whole({name: value for name, value in rows.items() if value is not USUAL.get(name)})
    if len(predictions) < 2:
        raise InputError("evaluation.scores_too_few_models")
    asked = {"metrics": list(references)} if references else {}
    made = kind.evaluate(truth, {"prediction": predictions, "ci": None, **asked, **options})
    if len(made.models) < 2:
        raise InputError("evaluation.scores_too_few_models")
    return made


def interval_of_whole(
    task: Task, reference: Reference, truth: object, prediction: object, how: IntervalOptions, options: Mapping[str, object]
) -> Interval:
    """The interval of one metric of one model."""
    given = {} if prediction is None else {"prediction": prediction}
    evaluation = task.evaluate(truth, {**given, "metrics": [reference], "ci": None, **options})
    if len(evaluation.models) > 1:
        raise InputError("evaluation.prediction_too_many_models", count=len(evaluation.models))
    plan, model = evaluation.plan, evaluation.models[0]
    aspect = plan.aspect_of(reference)
    assert aspect is not None
    summary = evaluation.held(model.name)[aspect.key]
    value = evaluation.values[model.name, str(reference)]
    sample = aspect.sample(ModelData(plan, model, summary, WHOLE), how)
    reason = sample if isinstance(sample, Message) else ""
    found = None if reason else aspect.estimates([(reference, value)], sample, how, plan)[str(reference)]
    if found is None or not found.defined:
        said = value.reason or reason or (found.reason if found is not None else "")
        raise InputError("evaluation.interval_unsupported", reference=reference, value=said)
    return found


def refuse_beside_whole(given: Mapping[str, object]) -> None:
    """What belongs to rows of a table, where there are none."""
    for name, value in given.items():
        if value is not None:
            raise InputError("evaluation.option_needs_table_rows", name=name)
