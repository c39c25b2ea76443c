"""Sample data, generated from a fixed seed: nothing is downloaded, and everyone sees the same figures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

REGIONS = ("north", "east", "south", "west")


def _chance(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-log_odds))


def credit(n: int = 20_000, seed: int = 7) -> dict[str, NDArray[Any]]:
    """Loans with their outcome and two models' predictions, as columns by name.

    ``default`` is 1 for the loans that went bad (about one in thirteen). ``p_new`` sees one risk factor more than ``p_old``,
    which besides is too sure of itself; in the south the newer factor is mostly noise.

    >>> loans = credit()
    >>> sorted(loans), len(loans["default"]), round(float(loans["default"].mean()), 3)
    (['default', 'p_new', 'p_old', 'region'], 20000, 0.075)
    """
    rng = np.random.default_rng(seed)
    burden, history, behaviour, luck = rng.standard_normal((4, n))
    region = np.array(REGIONS)[rng.choice(len(REGIONS), n, p=(0.4, 0.3, 0.12, 0.18))]
    risk = -3.1 + 0.75 * burden + 0.7 * history + 0.8 * behaviour + 0.25 * luck
    default = (rng.random(n) < _chance(risk)).astype(np.int64)
    seen = np.where(region == "south", rng.standard_normal(n), behaviour)
    return {
        "default": default,
        "p_new": _chance(-3.1 + 0.75 * burden + 0.7 * history + 0.8 * seen),
        "p_old": _chance(-3.0 + 1.5 * (0.75 * burden + 0.6 * history)),
        "region": region,
    }
