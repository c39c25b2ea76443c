"""The overlap at which single detections are called right: 0.5 where it was matched, else the lowest that was."""

import numpy as np

from ...summary import Matches

USUAL = 0.5


def first_level(m: Matches) -> int:
    """The place of that overlap among the thresholds."""
    near = np.flatnonzero(np.abs(np.array(m.protocol.thresholds) - USUAL) < 1e-9)
    return int(near[0]) if len(near) else 0


def has_level(m: Matches, iou: float) -> bool:
    """Whether an overlap was matched."""
    return bool((np.abs(np.array(m.protocol.thresholds) - iou) < 1e-9).any())
