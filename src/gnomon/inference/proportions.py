"""Intervals of a proportion: so many successes in so many trials."""

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from ..metrics.rate_intervals import wilson_ends
from ..types import Floats

Ends = tuple[float, float]


def z_of(level: float) -> float:
    """The normal quantile that leaves (1 − level) / 2 on either side."""
    return -NormalDist().inv_cdf((1 - level) / 2)  # from below: (1 + level) / 2 may round to 1


def t_of(level: float, df: float) -> float:
    """Student's quantile; from thirty degrees of freedom on by the expansion of Fisher and Cornish, which is then good to six digits.

    Without end of them it is the normal quantile.
    """
    if df < 30:
        from scipy.special import stdtrit

        return float(-stdtrit(df, (1 - level) / 2))
    z = z_of(level)
    if math.isinf(df):
        return z
    return float(
        z
        + (z**3 + z) / (4 * df)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * df**3)
    )


def tail_of(level: float, df: float) -> float:
    """What the normal law leaves beyond Student's quantile: the tail to cut off where quantiles are read from something else."""
    return (1 - level) / 2 if math.isinf(df) else math.erfc(t_of(level, df) / math.sqrt(2)) / 2


def wilson(successes: float, trials: float, level: float = 0.95, df: float = math.inf) -> Ends:
    """Wilson's score interval: every proportion that a test at this level would not reject.

    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    low, high = wilson_ends(successes / trials, trials, t_of(level, df))
    return float(low), float(high)


def mean_of_shares(shares: Floats, trials: Floats, quantile: float) -> Ends:
    """The score interval of a mean of independent shares: every mean that a test with this quantile would not reject. Of one, Wilson's.

    Under each mean the test takes the likeliest shares that have it. As these are fitted to the rows, each share's variance is raised,
    by up to n / (n − 1).

    >>> low, high = mean_of_shares(np.array([0.95, 0.8]), np.array([40, 5]), 1.959964)
    >>> round(low, 4), round(high, 4)
    (0.6583, 0.9645)
    """
    return _lowest_mean(shares, trials, quantile**2), 1 - _lowest_mean(1 - shares, trials, quantile**2)


def _lowest_mean(shares: Floats, trials: Floats, z2: float) -> float:
    """The least mean that is not rejected; ``pull`` is the multiplier of the likelihood's constraint, at which z² is reached."""

    def pulled(pull: float) -> tuple[float, float]:
        reach = pull + trials
        p = 2 * trials * shares / (reach + np.sqrt(np.maximum(reach**2 - 4 * pull * trials * shares, 0)))
        variance = p * (1 - p) / trials
        n, variance = trials[variance > 0], variance[variance > 0]
        total = float(variance.sum())
        raised = float((variance * n / (n - 1 + variance / total)).sum()) if total else math.inf
        return float(p.mean()), (pull * total) ** 2 / raised

    if not shares.any():
        return 0.0
    near, far = (0.0, -z2), (z2, pulled(z2)[1] - z2)
    while far[1] < 0:
        near, far = far, (2 * far[0], pulled(2 * far[0])[1] - z2)
    for _ in range(100):  # the Illinois method, a secant that keeps the root between its ends
        middle = far[0] - far[1] * (far[0] - near[0]) / (far[1] - near[1])
        mean, reached = pulled(middle)
        gap = reached - z2
        if abs(gap) <= 1e-13 * z2 or abs(far[0] - near[0]) <= 1e-14 * middle:
            return mean
        near, far = (near[0], near[1] / 2) if gap * far[1] > 0 else far, (middle, gap)
    return mean


def agresti_coull(successes: float, trials: float, level: float = 0.95, df: float = math.inf) -> Ends:
    """Wilson's midpoint with the simple formula around it; a little wider.

    >>> low, high = agresti_coull(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4794, 0.9541)
    """
    z2 = t_of(level, df) ** 2
    p = (successes + z2 / 2) / (trials + z2)
    half = math.sqrt(z2 * p * (1 - p) / (trials + z2))
    return _held(p - half, p + half, successes / trials)


def clopper_pearson(successes: float, trials: float, level: float = 0.95, df: float = math.inf) -> Ends:
    """The exact interval: never less sure than it says, and therefore wider.

    >>> low, high = clopper_pearson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    from scipy.special import betaincinv

    tail = tail_of(level, df)
    low = 0.0 if successes <= 0 else float(betaincinv(successes, trials - successes + 1, tail))
    high = 1.0 if successes >= trials else float(betaincinv(successes + 1, trials - successes, 1 - tail))
    if low != low or high != high:  # past what older SciPys can invert, where the exact interval and Wilson's are the same
        return wilson(successes, trials, level, df)
    return _held(low, high, successes / trials)


def _held(low: float, high: float, value: float) -> Ends:
    """Within 0 and 1, and around the value whatever rounding does."""
    return max(min(low, value), 0.0), min(max(high, value), 1.0)


PROPORTIONS: dict[str, Callable[[float, float, float, float], Ends]] = {
    "wilson": wilson,
    "clopper-pearson": clopper_pearson,
    "agresti-coull": agresti_coull,
}
