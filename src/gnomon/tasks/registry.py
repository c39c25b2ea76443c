"""The registry: every aspect and every task, a line each; others enter themselves with ``register``."""

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import InputError
from ..messages.language import either

if TYPE_CHECKING:
    from .aspect import Aspect
    from .task import Task

KINDS = (
    "scores",
    "classes",
    "labels",
    "lists",
    "multilabel",
    "regression",
    "segmentation",
    "detection",
    "clustering",
    "transcript",
    "text",
    "spans",
    "annotators",
)
"""Folders beside this file; each offers ASPECTS and TASKS."""

_ASPECTS: dict[str, "Aspect"] = {}
_TASKS: dict[str, "Task"] = {}


def register(*entries: "Aspect | Task") -> None:
    """Enter aspects and tasks. A task that is entered later is asked first whether it recognises the data."""
    _fill()
    _enter(*entries)


def _enter(*entries: "Aspect | Task") -> None:
    from .aspect import Aspect

    for entry in entries:
        known = _ASPECTS if isinstance(entry, Aspect) else _TASKS
        if known.get(entry.key, entry) is not entry:
            raise ValueError(f"{entry.key!r} is registered already")
        known[entry.key] = entry  # type: ignore[assignment]  # each dictionary has its own kind


def unregister(*entries: "Aspect | Task") -> None:
    """Take entries out again, as tests do."""
    for entry in entries:
        for known in (_ASPECTS, _TASKS):
            if known.get(entry.key) is entry:
                del known[entry.key]


@lru_cache(maxsize=1)
def _fill() -> None:
    for kind in KINDS:
        module = import_module(f"gnomon.tasks.{kind}")
        _enter(*module.ASPECTS, *module.TASKS)


def aspects() -> list["Aspect"]:
    """Every aspect, in the order in which they are shown."""
    _fill()
    return list(_ASPECTS.values())


def aspect(key: str) -> "Aspect":
    """The aspect of a key."""
    _fill()
    return _ASPECTS[key]


def tasks() -> Iterator["Task"]:
    """Every task, those first that are asked first."""
    _fill()
    return reversed(list(_TASKS.values()))


def task(key: str) -> "Task":
    """The task of a name, or an error that lists what there is."""
    _fill()
    if key not in _TASKS:
        raise InputError("tasks.task_unknown", key=key, choices=either(map(repr, _TASKS)))
    return _TASKS[key]
