"""Aspects of a metric that general code asks about, and that a family answers with kinds of its own beside its definitions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ..messages import Message

if TYPE_CHECKING:
    from .reference import Reference

# What scikit-learn calls the arguments that every metric has.
ARGUMENTS_ELSEWHERE = {"sample_weight": "weight", "pos_label": "positive", "zero_division": "undefined", "multi_class": "multiclass"}


@dataclass(frozen=True, kw_only=True)
class Shortcuts:
    """Faster ways to the same values: straight from validated ``rows``, and of a ``stack`` of many summaries at once."""

    rows: Callable[..., Any] | None = None
    stack: Callable[..., Any] | None = None


NO_SHORTCUTS = Shortcuts()


@dataclass(frozen=True, kw_only=True)
class Averaging:
    """How a metric's values of several parts (classes, queries) are made into one. As it stands here there are no parts."""

    over: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a reference may say of it, and the values that are allowed."""
    keywords: tuple[str, ...] = ()
    """Arguments that the family's public functions share, beside those that all have."""
    elsewhere: Mapping[str, str] = field(default_factory=lambda: ARGUMENTS_ELSEWHERE)
    """What other tools call the arguments."""
    per_class: ClassVar[bool] = False
    """Whether there is a value for each class, of which the positive one's is meant unless an average is asked for."""


UNDIVIDED = Averaging()


class Uncertainty:
    """What the uncertainty of a metric is computed from. As it stands here there is no formula, and its summary is resampled."""

    compares_classes: ClassVar[bool] = True
    """Whether rows of both classes are needed for it to vary at all, two of each."""
    fewest: ClassVar[float] = 0.8
    """The share of replicates that must have a value; the others are left out, and more of them leave no interval."""

    def method(self, reference: "Reference", *, one_score: bool, by_row: bool) -> str:
        """The method that held its level best in simulations.

        ``one_score``: rows have one score each, not one for each class; ``by_row``: rows count alike and apart, or are at hand.
        """
        return "bc"

    def refusal(self, *, one_score: bool) -> Message | None:
        """Why there is no interval by any method; None where there may be one."""
        return None


RESAMPLED = Uncertainty()


@dataclass(frozen=True)
class EquivalentTo:
    """That a metric says in other figures what another says: on the same rows each is a strictly monotone function of the other, so that
    testing both is testing one thing.
    """

    metric: str
    """The other metric's name."""
    value: Callable[..., float]
    """This metric's value from the other's, with the options that both have."""
    linear: bool = True
    """Whether averages over classes keep it."""
