"""Agreement of two raters, whose ratings are whole numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...inputs import to_array
from ...inputs.arrays import not_empty, same_length
from ...inputs.numbers import as_floats, refuse_not_finite
from ...public import function
from ...summary import Counts

Ratings = NDArray[np.int64]
CAP = 0.999
"""Kappas beyond it, of which the transform is infinite, are taken for it."""
SPAN = 10_000
"""More ratings than anyone means, whose table would not fit into memory."""


def confusion_matrix(rater_a: Any, rater_b: Any, min_rating: int | None = None, max_rating: int | None = None) -> list[list[int]]:
    """How often each rating of the first rater (rows) met each of the second, from the lowest rating to the highest."""
    return _counts(rater_a, rater_b, min_rating, max_rating).matrix.tolist()  # type: ignore[no-any-return]


def histogram(ratings: object, min_rating: int | None = None, max_rating: int | None = None) -> list[int]:
    """How often each rating was given, from the lowest to the highest."""
    (values,), low, high = _within({"ratings": ratings}, min_rating, max_rating)
    return np.bincount(values - low, minlength=high - low + 1).tolist()  # type: ignore[no-any-return]


def kappa(rater_a: Any, rater_b: Any, min_rating: int | None = None, max_rating: int | None = None) -> float:
    """Cohen's kappa."""
    return _kappa(rater_a, rater_b, min_rating, max_rating, None)


def linear_weighted_kappa(rater_a: object, rater_b: object, min_rating: int | None = None, max_rating: int | None = None) -> float:
    """Cohen's kappa with errors that weigh as much as ratings are apart."""
    return _kappa(rater_a, rater_b, min_rating, max_rating, "linear")


def quadratic_weighted_kappa(rater_a: Any, rater_b: Any, min_rating: int | None = None, max_rating: int | None = None) -> float:
    """Cohen's kappa with errors that weigh the square of that."""
    return _kappa(rater_a, rater_b, min_rating, max_rating, "quadratic")


def mean_quadratic_weighted_kappa(kappas: object, weights: object = None) -> float:
    """The mean of kappas by Fisher's transform, in which weights count; kappas beyond 0.999 are taken for it."""
    values = _finite(kappas, "kappas")
    if (np.abs(values) > 1).any():
        at = int(np.argmax(np.abs(values) > 1))
        raise InputError("compat.kappa_out_of_range", value=values[at], at=at)
    heavy = np.ones(values.size) if weights is None else _finite(weights, "weights")
    same_length(values.size, "kappas", heavy.size, "weights")
    if heavy.sum() <= 0:
        raise InputError("compat.kappa_weights_sum_not_positive", total=heavy.sum())
    return float(np.tanh(np.average(np.arctanh(np.clip(values, -CAP, CAP)), weights=heavy)))


def weighted_mean_quadratic_weighted_kappa(solution: Any, submission: Any) -> float:
    """The mean over the essay sets of a solution, a pandas frame with ``essay_set``, ``essay_score`` and ``essay_weight``.

    Predictions are the last column of the submission: in the order of the solution where its index begins with 0, else by index.
    """
    predicted = submission.iloc[:, -1]
    predicted = predicted.iloc[: len(solution)].set_axis(solution.index) if submission.index[0] == 0 else predicted.reindex(solution.index)
    groups = [group for _, group in solution.assign(predicted_score=predicted).groupby("essay_set")]
    kappas = [quadratic_weighted_kappa(group["essay_score"], group["predicted_score"]) for group in groups]
    return mean_quadratic_weighted_kappa(kappas, weights=[group["essay_weight"].iloc[0] for group in groups])


def _kappa(rater_a: object, rater_b: object, low: int | None, high: int | None, weights: str | None) -> float:
    return float(function("kappa")(_counts(rater_a, rater_b, low, high), weights=weights, undefined="raise"))


def _counts(rater_a: object, rater_b: object, low: int | None, high: int | None) -> Counts:
    (a, b), lowest, highest = _within({"rater_a": rater_a, "rater_b": rater_b}, low, high)
    same_length(a.size, "rater_a", b.size, "rater_b")
    return Counts.of(a, b, labels=list(range(lowest, highest + 1)))


def _within(given: dict[str, Any], low: int | None, high: int | None) -> tuple[list[Ratings], int, int]:
    """Ratings as whole numbers, and their lowest and highest: those that are said, else those that occur."""
    found = [_whole(values, name) for name, values in given.items()]
    lowest = min(int(values.min()) for values in found) if low is None else int(low)
    highest = max(int(values.max()) for values in found) if high is None else int(high)
    for name, values in zip(given, found, strict=True):
        outside = (values < lowest) | (values > highest)
        if outside.any():
            at = int(np.argmax(outside))
            raise InputError(
                "compat.rating_out_of_range",
                name=name,
                value=int(values[at]),
                at=at,
                low=lowest,
                high=highest,
            )
    if highest - lowest >= SPAN:
        raise InputError("compat.ratings_span_too_wide", low=lowest, high=highest)
    return found, lowest, highest


def _whole(values: object, name: str) -> Ratings:
    numbers = _finite(values, name)
    broken = numbers != np.floor(numbers)
    if broken.any():
        at = int(np.argmax(broken))
        raise InputError("compat.rating_not_integer", name=name, value=numbers[at], at=at)
    return numbers.astype(np.int64)


def _finite(values: object, name: str) -> NDArray[np.float64]:
    numbers = np.ravel(as_floats(to_array(values, name), name)).astype(np.float64)
    not_empty(numbers.size, name)
    refuse_not_finite(numbers, name)
    return numbers
