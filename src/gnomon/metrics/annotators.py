"""Agreement of annotators, any number of them: how far it is beyond what chance gives."""

from typing import Any, Literal

import numpy as np

from ..catalog import Averaging, metric
from ..errors import InputError
from ..messages import Message
from ..summary.cells import ratio
from ..summary.ratings import Ratings
from ..types import Floats

Level = Literal["nominal", "ordinal", "interval", "ratio"]
OF_RATINGS = Averaging(keywords=("form", "values", "raters"))


@metric(
    Ratings,
    family="annotators",
    range=(-1, 1),
    better="higher",
    averaging=OF_RATINGS,
    undefined=Message("all_ratings_alike"),
)
def fleiss_kappa(r: Ratings) -> float:
    """(P − Pₑ) / (1 − Pₑ): pairs of raters that agree on an item, beyond those that would if all drew from the same shares.

    Every item has the same number of ratings; where some are missing, :func:`krippendorff_alpha` takes what is there.

    >>> import gnomon as gn
    >>> round(gn.fleiss_kappa([[0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6]]), 6)  # counts by category
    0.24016
    >>> round(gn.fleiss_kappa([["a", "a"], ["b", "b"], ["a", "b"]], form="labels"), 6)
    0.333333
    """
    return float(kappa_of(r, r.items[None].astype(np.float64))[0])


def kappa_of(r: Ratings, weights: Floats) -> Floats:
    """Fleiss' kappa of items that count so often each: lines of weights of the profiles."""
    raters = r.profiles.sum(1)
    if len(raters) and (raters != raters[0]).any():
        apart = int(np.flatnonzero(raters != raters[0])[0])
        raise InputError(
            "metrics.ratings_counts_differ",
            count=int(raters[0]),
            other=int(raters[apart]),
        )
    n = float(raters[0]) if len(raters) else 0.0
    if n < 2:
        raise InputError("metrics.ratings_too_few", count=n)
    agreeing = weights @ ((r.profiles * (r.profiles - 1)).sum(1) / (n * (n - 1)))
    total = weights.sum(-1)
    shares = ratio(weights @ r.profiles, (total * n)[:, None])
    by_chance = (shares**2).sum(-1)
    return ratio(ratio(agreeing, total) - by_chance, np.where(by_chance >= 1, 0.0, 1 - by_chance))


@metric(
    Ratings,
    family="annotators",
    range=(-1, 1),
    better="higher",
    averaging=OF_RATINGS,
    undefined=Message("no_disagreement_possible"),
    says={
        "level": "What a disagreement counts: all alike, by ranks between two values, by their difference, or by its share of their sum."
    },
)
def krippendorff_alpha(r: Ratings, *, level: Level = "nominal") -> float:
    """1 − observed / expected disagreement, of any number of raters, with missing ratings, at any level of measurement.

    >>> import gnomon as gn
    >>> round(gn.krippendorff_alpha([[1, 1, None], [2, 2, 2], [3, 3, 3], [3, 3, 4], [1, None, 1]], level="interval"), 6)
    0.925
    """
    return float(alpha_of(r, r.items[None].astype(np.float64), level)[0])


def alpha_of(r: Ratings, weights: Floats, level: Level) -> Floats:
    """Krippendorff's alpha of items that count so often each: lines of weights of the profiles."""
    said = r.profiles.sum(1)
    pairable = said >= 2
    profiles, said, weights = r.profiles[pairable].astype(np.float64), said[pairable], weights[:, pairable]
    met = weights @ profiles
    n = met.sum(-1)
    if level == "ordinal":
        _refuse_unordered(r)
        return np.array([_ordinal(profiles, said, line, row) for line, row in zip(met, weights, strict=True)])
    distance = _distance(r, level)
    observed = weights @ (np.einsum("dc,ck,dk->d", profiles, distance, profiles) / (said - 1))
    return _alpha(observed, np.einsum("rc,ck,rk->r", met, distance, met), n)


def _alpha(observed: Any, expected: Any, n: Any) -> Floats:
    return np.where(np.asarray(expected) > 0, 1 - ratio(observed * (n - 1), expected), np.nan)


def _ordinal(profiles: Floats, said: Any, met: Floats, weight: Floats) -> float:
    """Of ordered values, whose distance is how many ratings stand between them, half of both ends."""
    up = np.cumsum(met) - met / 2
    distance = (up[:, None] - up[None, :]) ** 2
    observed = weight @ (np.einsum("dc,ck,dk->d", profiles, distance, profiles) / (said - 1))
    return float(_alpha(observed, met @ distance @ met, met.sum()))


def _distance(r: Ratings, level: Level) -> Floats:
    """The square of how far apart values are."""
    if level == "nominal":
        return 1.0 - np.eye(len(r.values))
    numbers = _numbers(r, level)
    apart = numbers[:, None] - numbers[None, :]
    if level == "interval":
        return np.asarray(apart**2, np.float64)
    if (numbers < 0).any():
        raise InputError("metrics.ratings_negative", value=numbers.min())
    sums = numbers[:, None] + numbers[None, :]
    return np.nan_to_num(ratio(apart, sums)) ** 2


def _numbers(r: Ratings, level: str) -> Floats:
    wrong = next((one for one in r.values if isinstance(one, (bool, str)) or not isinstance(one, (int, float)) or abs(one) > 1e100), None)
    if wrong is not None:
        raise InputError(
            "metrics.ratings_not_numeric",
            level=level,
            value=wrong,
        )
    return np.array(r.values, np.float64)


def _refuse_unordered(r: Ratings) -> None:
    text = next((one for one in r.values if isinstance(one, str)), None)
    if text is not None and not r.ordered:
        raise InputError(
            "metrics.ratings_order_unknown",
            value=text,
        )
