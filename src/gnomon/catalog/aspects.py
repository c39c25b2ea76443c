"""Aspects of a metric that general code asks about, and that a family answers with kinds of its own beside its definitions."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from .reference import Reference


class Uncertainty:
    """What the uncertainty of a metric is computed from. As it stands here there is no formula, and its summary is resampled."""

    compares_classes: ClassVar[bool] = True
    """Whether rows of both classes are needed for it to vary at all, two of each."""

    def method(self, reference: "Reference", *, one_score: bool, by_row: bool) -> str:
        """The method that held its level best in simulations.

        ``one_score``: rows have one score each, not one for each class; ``by_row``: rows count alike and apart, or are at hand.
        """
        return "bc"

    def refusal(self, *, one_score: bool) -> str:
        """Why there is no interval by any method; empty where there may be one."""
        return ""


RESAMPLED = Uncertainty()
