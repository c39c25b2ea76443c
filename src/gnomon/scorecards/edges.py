"""Edges that people can read: the shortest number between two neighbouring values."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal


def short_edge(low: float, high: float, closed: str) -> float:
    """The number of fewest digits that parts two neighbouring values, of these the nearest to the value on the closed side.

    Any number between them cuts the rows alike; one of few digits can be read, typed and spoken of.

    >>> short_edge(24.0, 25.0, "left"), short_edge(-1.2613, -1.2561380697, "left"), short_edge(0.3, 0.5236, "right")
    (25.0, -1.26, 0.3)
    """
    if (low < 0 <= high) if closed == "left" else (low <= 0 < high):
        return 0.0
    own, rounding = (high, ROUND_FLOOR) if closed == "left" else (low, ROUND_CEILING)
    exact = Decimal(repr(own))
    for digits in range(1, len(exact.as_tuple().digits)):
        edge = float(exact.quantize(Decimal((0, (1,), exact.adjusted() - digits + 1)), rounding=rounding))
        if (low < edge <= high) if closed == "left" else (low <= edge < high):
            return edge
    return own
