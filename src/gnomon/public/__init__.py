"""The public functions, made from the catalogue: rows are summarised, the metric computed, what is undefined replaced or told."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from ..catalog import Entry, entries, get
from ..catalog.names import known_as, meanings
from ..catalog.registry import has
from ..summary import (
    BoundaryCounts,
    Contingency,
    Counts,
    Joint,
    Matches,
    Moments,
    PanopticCounts,
    Points,
    Ranges,
    Ranked,
    Ratings,
    Recommended,
    ScaledErrors,
    SegmentationCounts,
    SentenceSums,
    SpanCounts,
    Spread,
    Sweep,
)
from .annotators import ratings_function
from .clustering import contingency_function, points_function
from .detection import detection_function
from .joint import joint_function
from .labels import labels_function
from .ranking import grouped_function, ranking_function
from .recommended import recommended_function
from .regression import forecasts_function, pairs_function
from .scores import scores_function
from .segmentation import panoptic_function, segmentation_function
from .sentences import sentences_function
from .spans import spans_function
from .summaries import summary_function

__all__ = ["function", "named", "names", "results"]


def named(name: str) -> Any:
    """What `gnomon.<name>` is: the function of a metric, or the class of what one returns."""
    found = None if has(name) else results().get(name)
    return found or function(name)


def results() -> dict[str, type]:
    """The classes of what metrics return, by name."""
    hints = (inspect.signature(entry.function).return_annotation for entry in entries())
    return {hint.__name__: hint for hint in hints if isinstance(hint, type) and hint.__module__.startswith("gnomon")}


def names() -> list[str]:
    """Every public name of every metric."""
    return [name for entry in entries() for name in entry.names]


def function(name: str) -> Callable[..., Any]:
    """The public function of a name; an alias is the same function, a preset one with its options set."""
    if not has(name):
        # Python itself suggests the nearest spelling; what it cannot know is what other tools call it.
        here = " or ".join(meanings(name)) or known_as(name)
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}{f': it is called {here} here' if here else ''}")
    entry = get(name)
    return _made(name if name in entry.presets else entry.name)


@cache
def _made(name: str) -> Callable[..., Any]:
    entry = get(name)
    maker: Callable[..., Callable[..., Any]] = MAKERS.get(entry.summary, summary_function)
    return maker(entry, entry.presets.get(name, {}), name)


def _ranking_function(entry: Entry, *rest: Any) -> Callable[..., Any]:
    return (grouped_function if "single_class" in entry.options else ranking_function)(entry, *rest)


MAKERS: dict[type, Callable[..., Callable[..., Any]]] = {
    Ranked: _ranking_function,
    Matches: detection_function,
    Ratings: ratings_function,
    Recommended: recommended_function,
    Moments: pairs_function,
    Spread: pairs_function,
    Ranges: forecasts_function,
    ScaledErrors: forecasts_function,
    Joint: joint_function,
    Contingency: contingency_function,
    Points: points_function,
    Counts: labels_function,
    SegmentationCounts: segmentation_function,
    BoundaryCounts: segmentation_function,
    PanopticCounts: panoptic_function,
    SentenceSums: sentences_function,
    SpanCounts: spans_function,
    Sweep: scores_function,
}
"""How functions are made of metrics of each summary; others take the arrays that the summary's ``of`` takes."""
