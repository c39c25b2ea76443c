"""The public functions, made from the catalogue: rows are summarised, the metric computed, the undefined settled."""

from collections.abc import Callable
from typing import Any

from .. import metrics
from ..catalog import entries
from ..summary import Counts
from .labels import labels_function
from .scores import scores_function

__all__ = ["public_functions"]


def public_functions() -> dict[str, Callable[..., Any]]:
    """Every public metric function by name; an alias is the same function, a preset one with its options set."""
    assert metrics  # importing it filled the catalogue
    functions: dict[str, Callable[..., Any]] = {}
    for entry in entries():
        make = labels_function if entry.summary is Counts else scores_function
        functions[entry.name] = make(entry, {})
        functions |= dict.fromkeys(entry.aliases, functions[entry.name])
        functions |= {name: make(entry, options, name) for name, options in entry.presets.items()}
    return functions
