"""Newton's way to the coefficients of a regression whose rows are elsewhere, where each look at them is a pass."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..types import Floats

STEPS, HALVINGS = 60, 30
FLAT = 1e-13
"""A slope, by row, that is flat."""


class LossPoint(NamedTuple):
    """The loss at some coefficients, its slope and curvature, and how far log-odds go: of bad rows down, of good ones up, and of all."""

    loss: float
    gradient: Floats
    information: Floats
    lowest_bad: float
    highest_good: float
    farthest: float


def newton(look: Callable[[Floats], LossPoint], start: Floats, weight: float, C: float | None) -> tuple[Floats, LossPoint]:
    """Where the loss is least, and what it is like there; ``C`` holds back all coefficients but the first, the intercept."""
    hold = np.zeros(len(start))
    hold[1:] = 0.0 if C is None else 1 / C
    at, point = start, look(start)
    for _ in range(STEPS):
        slope = point.gradient + hold * at
        if np.abs(slope).max() <= FLAT * weight:
            break
        step = np.asarray(np.linalg.lstsq(point.information + np.diag(hold), slope, rcond=None)[0], np.float64)
        found = _downhill(look, at, point, step, hold)
        if found is None:
            break
        at, point = found
    return at, point


def _downhill(
    look: Callable[[Floats], LossPoint], at: Floats, point: LossPoint, step: Floats, hold: Floats
) -> tuple[Floats, LossPoint] | None:
    """The step, or the largest half of a half of it that does not lead up; None where no step does."""
    loss = point.loss + 0.5 * hold @ at**2
    for _ in range(HALVINGS):
        there = at - step
        if np.array_equal(there, at):
            return None
        found = look(there)
        if found.loss + 0.5 * hold @ there**2 <= loss * (1 + 1e-14):
            return there, found
        step = step / 2
    return None
