"""How metrics of labels and scores are taken over several classes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..catalog import Averaging, Reference

AVERAGES = {"average": ("macro", "micro", "weighted"), "multiclass": ("ovr", "ovo")}
"""What a reference may say of several classes."""
LABEL_AVERAGES = {**AVERAGES, "average": (*AVERAGES["average"], "samples")}
"""The same of labels, of which a row may have several: these are also averaged row by row."""


@dataclass(frozen=True, kw_only=True)
class OverClasses(Averaging):
    """Scores: the mean over sweeps of each class against the rest. Labels: one value of the whole matrix, and nothing to average."""

    over: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: AVERAGES)
    keywords: tuple[str, ...] = ("weight", "positive", "labels")


@dataclass(frozen=True, kw_only=True)
class EachClass(OverClasses):
    """Labels: a value for each class against the rest, averaged where that is asked for."""

    over: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: LABEL_AVERAGES)
    per_class: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class FromClasses(OverClasses):
    """Labels: ``combine`` makes one value of the ``parts``, one a class; an undefined part is left out with a warning."""

    over: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: LABEL_AVERAGES)
    parts: Callable[..., Any]
    combine: Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class EachPair(OverClasses):
    """Scores: the mean over sweeps of each class against the rest, or of each pair of classes."""


@dataclass(frozen=True, kw_only=True)
class AllClasses(OverClasses):
    """Scores: one value of all classes together, from rows with a column of scores for each or from their sweeps."""

    of_rows: Callable[..., float]
    of_sweeps: Callable[..., float]


def reads_distributions(reference: Reference) -> bool:
    """Whether a metric of several classes reads all of a row's probabilities together, so that they must sum to 1."""
    return isinstance(reference.entry.averaging, AllClasses) and not reference.over


def class_options(reference: Reference) -> dict[str, Any]:
    """The options to call a metric of several classes' sweeps with; where all classes could be meant together, it is said that each is."""
    over = dict(reference.over)
    each = over and isinstance(reference.entry.averaging, AllClasses)
    over.pop("multiclass", None)
    return {**reference.arguments, **over, **({"multiclass": "ovr"} if each else {})}
