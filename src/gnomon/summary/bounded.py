"""Summaries whose cells can be coarsened, and the interval that this leaves open."""

from typing import Any, ClassVar

from ..errors import InputError


class BoundedSummary:
    """A summary that can say how far what happens inside its cells can move a metric of it."""

    exact: ClassVar[Any]

    def bounds(self, metric: str) -> tuple[float, float]:
        """An interval certain to hold the exact value of a metric, whatever happens inside the cells.

        >>> import gnomon as gn
        >>> gn.Spread.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).bounds("medae")
        (0.5, 0.5)
        """
        from ..catalog import entries, parse

        reference = parse(metric)
        entry = reference.entry
        entry.check(reference.arguments)
        kind = type(self)
        if entry.summary is not kind or (not self.exact and entry.bounds is None) or entry.kind != "value":
            known = ", ".join(e.name for e in entries() if e.summary is kind and e.bounds is not None)
            raise InputError("summary.bounds_missing", name=entry.name, kind=kind.__name__, known=known)
        if self.exact:
            value = float(entry.function(self, **reference.arguments))
            return value, value
        assert entry.bounds is not None
        return entry.bounds(self, **reference.arguments)
