"""Thresholds behind ``@`` against the scores of all rows of each model, as soon as these are known."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..catalog import Reference
from ..errors import InputError
from ..inference.threshold_range import far_threshold
from .plan import Plan

Known = Mapping[str, Mapping[str, Any]]
"""By model and aspect, the sweep or the rows of the whole."""


def far_from_scores(plan: Plan, reference: Reference, known: Known) -> InputError | None:
    """What is wrong with a threshold outside the range of some model's scores; None where nothing is."""
    aspect = plan.aspect_of(reference)
    errors = (far_threshold(reference, held.get(aspect.key), name) for name, held in known.items()) if aspect is not None else ()
    return next((error for error in errors if error is not None), None)


def refuse_far(plan: Plan, wanted: Sequence[Reference], known: Known) -> None:
    """Refuse thresholds outside the range of a model's scores."""
    for reference in wanted:
        if (error := far_from_scores(plan, reference, known)) is not None:
            raise error


def within_scores(plan: Plan, wanted: Sequence[Reference], asked: Sequence[Reference], known: Known) -> list[Reference]:
    """The metrics without those that nobody asked for whose threshold lies outside some model's scores; asked for, it is refused."""
    refuse_far(plan, asked, known)
    return [reference for reference in wanted if far_from_scores(plan, reference, known) is None]
