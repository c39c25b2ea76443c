"""What the metrics asked for need besides what every Moments holds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...summary import Moments
from ...summary.losses import LEAST_OF_LOGARITHMS, Least, least_of

if TYPE_CHECKING:
    from ...catalog import Reference
    from ...evaluation.plan import Plan


def needs_of(reference: "Reference") -> dict[str, Any]:
    """What a metric needs summed besides what every Moments holds."""
    needs = getattr(reference.entry.averaging, "needs", None)
    return needs(**reference.arguments) if reference.entry.summary is Moments and needs is not None else {}


def build_of(plan: "Plan") -> dict[str, Any]:
    """The arguments that a Moments is built with, for the metrics of a plan."""
    asked = [needs_of(reference) for reference in plan.metrics]
    return {
        "terms": sorted({"relative"}.union(*(one.get("terms", ()) for one in asked))),
        "huber": sorted(set[float]().union(*(_numbers(one.get("huber", ())) for one in asked))),
        "tweedie": sorted(set[float]().union(*(_numbers(one.get("tweedie", ())) for one in asked))),
    }


def least_asked(plan: "Plan") -> Iterator[tuple[Any, tuple[Least, Least]]]:
    """The metrics of a plan that do not take every number, and what they take as truth and as prediction."""
    for reference in plan.metrics:
        needs = needs_of(reference)
        if "logarithmic" in needs.get("terms", ()):
            yield reference, LEAST_OF_LOGARITHMS
        for power in _numbers(needs.get("tweedie", ())):
            yield reference, least_of(power)


def _numbers(given: Any) -> set[float]:
    """One number, or several."""
    return {float(one) for one in given} if isinstance(given, (list, tuple, set)) else {float(given)}
