"""Wilson's interval of rates, of many at once: curves and tables have one for each of their bins, intervals of metrics one for all."""

import numpy as np

from ..types import Floats


def wilson_ends(rate: object, trials: object, quantile: float) -> tuple[Floats, Floats]:
    """Every rate that a test with this quantile would not reject, within 0 and 1 and around the rate whatever rounding does.

    >>> low, high = wilson_ends([0.8, 0.0], [10, 10], 1.959964)
    >>> low.round(4), high.round(4)
    (array([0.4902, 0.    ]), array([0.9433, 0.2775]))
    """
    p, n = np.asarray(rate, np.float64), np.asarray(trials, np.float64)
    z2 = quantile**2
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = np.sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n**2))) / (1 + z2 / n)
    return np.maximum(np.minimum(middle - half, p), 0.0), np.minimum(np.maximum(middle + half, p), 1.0)
