"""What the cells of a sweep leave open of a metric."""

from ..catalog import entries, parse
from ..errors import InputError
from ..inputs.direction import refuse_lower
from .sweep import Sweep


def bounds_of(sweep: Sweep, metric: str) -> tuple[float, float]:
    """An interval certain to hold the exact value of a metric, whatever happens inside the cells."""
    reference = parse(metric)
    entry = reference.entry
    entry.check(reference.arguments)
    if entry.probability:
        refuse_lower(sweep.direction, entry.name)
    if sweep.exact and entry.summary is Sweep and entry.kind == "value":
        value = float(entry.function(sweep, **reference.arguments))
        return value, value
    if entry.summary is not Sweep or entry.bounds is None:
        known = ", ".join(e.name for e in entries() if e.summary is Sweep and e.bounds is not None)
        raise InputError(
            "summary.coarse_sweep_bounds_unsupported",
            name=entry.name,
            known=known,
        )
    return entry.bounds(sweep, **reference.arguments)
