"""Several truths a row: functions take them, and everything that is more than a value takes one at a time."""

from ..catalog import Reference
from ..errors import InputError
from ..tasks import registry


def reads_numbers(reference: Reference) -> bool:
    """Whether a metric is of a task whose truths are numbers, and of no other."""
    reading = [aspect.key for aspect in registry.aspects() if aspect.reads(reference)]
    numbers = {key for task in registry.tasks() if task.numbers for key in task.aspects}
    return bool(reading) and set(reading) <= numbers


def refuse_several_outputs(shape: tuple[int, ...], name: str) -> None:
    """Refuse an array with several values a row."""
    if len(shape) == 2:
        raise InputError(
            "evaluation.outputs_too_many_of_array",
            name=name,
            count=shape[1],
        )


def refuse_several_labels(label: object, task: str | None, references: tuple[Reference, ...]) -> None:
    """Refuse several columns of truths where the task, or a metric, reads numbers."""
    numbers = registry.task(task).numbers if task is not None else any(reads_numbers(reference) for reference in references)
    if numbers and isinstance(label, (list, tuple, dict)) and len(label) > 1:
        raise InputError(
            "evaluation.outputs_too_many_of_label",
            count=len(label),
        )
