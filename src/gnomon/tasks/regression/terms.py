"""What the metrics asked for need besides what every Moments holds."""

from typing import Any

from ...summary import Moments


def build_of(plan: Any) -> dict[str, Any]:
    """The arguments that a Moments is built with, for the metrics of a plan."""
    terms, huber, tweedie = {"relative"}, set[float](), set[float]()
    for reference in plan.metrics:
        needs = getattr(reference.entry.averaging, "needs", None)
        if reference.entry.summary is Moments and needs is not None:
            asked = needs(**reference.arguments)
            terms |= set(asked.get("terms", ()))
            huber |= _numbers(asked.get("huber", ()))
            tweedie |= _numbers(asked.get("tweedie", ()))
    return {"terms": sorted(terms), "huber": sorted(huber), "tweedie": sorted(tweedie)}


def _numbers(given: Any) -> set[float]:
    """One number, or several."""
    return {float(one) for one in given} if isinstance(given, (list, tuple, set)) else {float(given)}
