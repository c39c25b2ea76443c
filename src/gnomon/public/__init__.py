"""The public functions, made from the catalogue: rows are summarised, the metric computed, the undefined settled."""

import difflib
from collections.abc import Callable
from functools import cache
from typing import Any

from ..catalog import entries, get
from ..errors import InputError
from ..summary import Counts
from .labels import labels_function
from .scores import scores_function

__all__ = ["function", "names"]


def names() -> list[str]:
    """Every public name of every metric."""
    return [name for entry in entries() for name in entry.names]


def function(name: str) -> Callable[..., Any]:
    """The public function of a name; an alias is the same function, a preset one with its options set."""
    try:
        entry = get(name)
    except InputError:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}{hint}") from None
    return _made(name if name in entry.presets else entry.name)


@cache
def _made(name: str) -> Callable[..., Any]:
    entry = get(name)
    make = labels_function if entry.summary is Counts else scores_function
    return make(entry, entry.presets.get(name, {}), name)
