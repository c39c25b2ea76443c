"""The lines that summarize prints, and the figures they say."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .params import Params

if TYPE_CHECKING:
    from ...types import Floats


LINE = " {:<18} {} @[ IoU={:<9} | area={:>6s} | maxDets={:>3d} ] = {:0.3f}"
Asked = tuple[bool, float | None, str, Any]
"""Precision rather than recall, a threshold or None for all, the name of a range of areas, a cap."""


def summarized(evaluated: dict[str, Any], params: Params) -> "Floats":
    """Print a line for each figure, and give the figures."""
    kind = params.iouType
    if kind not in ("segm", "bbox", "keypoints"):
        raise UnboundLocalError("cannot access local variable 'summarize' where it is not associated with a value")
    points = kind == "keypoints"
    stats = np.zeros(10 if points else 12)
    for place, asked in enumerate(_of_points() if points else _of_regions(params)):
        stats[place] = _figure(evaluated, params, *asked)
    return stats


def _of_regions(params: Params) -> Iterator[Asked]:
    # Caps are looked up one by one, as lines are printed: with fewer than three the first line stands before the error.
    yield True, None, "all", 100
    for threshold in (0.5, 0.75):
        yield True, threshold, "all", params.maxDets[2]
    for size in ("small", "medium", "large"):
        yield True, None, size, params.maxDets[2]
    for place in range(3):
        yield False, None, "all", params.maxDets[place]
    for size in ("small", "medium", "large"):
        yield False, None, size, params.maxDets[2]


def _of_points() -> Iterator[Asked]:
    for precision in (True, False):
        for threshold in (None, 0.5, 0.75):
            yield precision, threshold, "all", 20
        for size in ("medium", "large"):
            yield precision, None, size, 20


def _figure(evaluated: dict[str, Any], params: Params, precision: bool, threshold: float | None, size: str, cap: object) -> Any:
    """The mean of what is defined, -1 where nothing is."""
    areas = [place for place, name in enumerate(params.areaRngLbl) if name == size]
    caps = [place for place, one in enumerate(params.maxDets) if one == cap]
    values = evaluated["precision" if precision else "recall"]
    if threshold is not None:
        values = values[np.where(threshold == params.iouThrs)[0]]
    values = values[..., areas, caps]
    known = values[values > -1]
    mean: Any = -1 if len(known) == 0 else np.mean(known)
    thresholds = f"{params.iouThrs[0]:0.2f}:{params.iouThrs[-1]:0.2f}" if threshold is None else f"{threshold:0.2f}"
    title = ("Average Precision", "(AP)") if precision else ("Average Recall", "(AR)")
    print(LINE.format(*title, thresholds, size, cap, mean))
    return mean
