"""What the rows of predicted numbers show that their figures do not: other units, fills, caps, copies, and rows that were shuffled."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...inference.likeness import MOST_ROWS
from ...types import Floats
from ..row_order import DistinctValues, Sides, order_observed, ranked_alike, ranks

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan


FEWEST = 50
FACTORS = tuple(10.0**power for power in (-6, -3, -2, -1, 1, 2, 3, 6))
FORMS: dict[str, Callable[[Floats], Floats]] = {
    "exp": np.exp,
    "exp - 1": np.expm1,
    "10 **": lambda p: 10.0**p,
    "log": np.log,
    "log(1 + ...)": np.log1p,
}
"""What a model of logarithms, or of what they are of, was left without."""
USELESS, BETTER = 0.9, 0.5
"""Median errors beside the median distance of the truths from their median: as bad as a constant; and once mended, beside those before."""
MENDED = 0.75
WIDER = 4.0
"""The share of rows that come nearer to their truth where a function or factor was forgotten, and how much wider one side may then be."""
LEAST_SHARE, FEWEST_ALIKE, FEWEST_KINDS, LARGEST_TIE, NEARBY, SURE = 0.005, 5, 10, 50, 50, 5.0
ALIKE = 1.4
"""How much wider truths may be than predictions that were dealt to other rows."""
LARGEST_SHARE = 0.2
"""The share of the rows that one value may have for ranks to tell shuffled rows."""
APART = 0.25
"""How far a repeated prediction is from all others, beside their width, to be no prediction."""
TIMES, FEWEST_BEYOND, SHARE_BEYOND = 3, 5, 0.2
"""How many times as often a cap stands as any other prediction; the truths beyond it, and their share of those where it stands."""
ANY, WIDE, SURE_OF_FILL = 0.1, 0.8, 4.0
"""How far the mean rank of a fill's truths may be from the middle, how wide they are beside all, and standard errors to those nearby."""
USUAL = 3
"""Rows of one value up to which predictions are held to be all different."""
AT_ONE_VALUE = 0.01


class Form(NamedTuple):
    """What predictions were to be to fit: a function or a factor, and the median error before and after."""

    name: str
    factor: float
    before: float
    after: float


class RepeatedValue(NamedTuple):
    """A value that many predictions, or truths, have though others are all different; where it stands among them."""

    of: str
    value: float
    rows: int
    where: str


class Mistakes(NamedTuple):
    """What was seen of a model's rows; None and nothing where nothing was."""

    form: Form | None
    shuffled: float | None
    copies: int
    repeated: tuple[RepeatedValue, ...]
    likeness: float | None


def observed(finished: "Pass", aspect: Any) -> dict[str, Any]:
    """What findings read of the rows while they are at hand."""
    block, plan = finished.block, finished.plan
    if block is None or len(block) < FEWEST:
        return {}
    rows = {model.name: aspect.observe(block, plan, model) for model in plan.models if aspect.has(plan, model)}
    sides = {name: (DistinctValues.of(one.y), DistinctValues.of(one.p)) for name, one in rows.items()}
    found: dict[str, Any] = {"mistakes": {name: _mistakes(one.y, one.p, sides[name], plan) for name, one in rows.items()}}
    if plan.elsewhere:
        return found
    return found | order_observed({name: Sides(ranked_alike, y.ranks, p.ranks) for name, (y, p) in sides.items()}, block.places())


def _mistakes(y: Floats, p: Floats, kinds: tuple[DistinctValues, DistinctValues], plan: "Plan") -> Mistakes:
    ordered = not plan.elsewhere and plan.cluster is None
    likeness = _likeness(y, p) if ordered else None
    return Mistakes(form_of(y, p), shuffled_share(y, p, *kinds), copies(*kinds), repeated(y, p, *kinds), likeness)


def carrying_share(spread: Any, power: int) -> float:
    """Which share of the rows would tell as much of the mean of a power of the errors, were all of these of one size."""
    if spread is None or not spread.n or not spread.absolute.value.any():
        return 1.0
    size = (spread.absolute.value / (spread.absolute.value.max(initial=0) or 1.0)) ** power
    weight = spread.absolute.weight
    return float(weight @ size) ** 2 / (float(weight @ size**2) * spread.n or 1.0)


def form_of(y: Floats, p: Floats) -> Form | None:
    """The function or power of ten under which predictions fit, where as they are a constant would be as good."""
    spread = float(np.median(np.abs(y - np.median(y))))
    before = float(np.median(np.abs(y - p)))
    if not spread or before < USELESS * spread:
        return None
    found: list[Form] = []
    with np.errstate(all="ignore"):
        tried = [(name, 1.0, form(p)) for name, form in FORMS.items()] + [("", factor, factor * p) for factor in FACTORS]
        for name, factor, other in tried:
            after = float(np.median(np.abs(y - other))) if np.isfinite(other).all() else np.inf
            if after < min(USELESS * spread, BETTER * before) and _is_like(y, p, other):
                found.append(Form(name, factor, before, after))
    return min(found, key=lambda one: one.after, default=None)


def _is_like(y: Floats, p: Floats, other: Floats) -> bool:
    """Whether nearly all rows are nearer to their truth with other predictions, and these spread about as far as the truths."""
    widths = [float(np.subtract(*np.quantile(side, (0.9, 0.1)))) for side in (y, other)]
    nearer = float((np.abs(y - other) < np.abs(y - p)).mean())
    return nearer > MENDED and widths[0] < WIDER * widths[1] and widths[1] < WIDER * widths[0]


def shuffled_share(y: Floats, p: Floats, truth: DistinctValues, said: DistinctValues) -> float | None:
    """The share of rows whose predictions look like those of other rows; None where errors are of one kind.

    Ranks of two sides that have nothing to do with each other differ by more than c in (1 - c)² of the rows. Where the differences
    of some rows follow that law, by one and the same share for each c, and those of the others are small, the former were shuffled.
    """
    if max(int(side.counts.max()) for side in (truth, said)) > LARGEST_SHARE * len(y):  # zeros of amounts that are missed look dealt
        return None
    apart = np.abs(truth.ranks - said.ranks)
    at = np.array([0.3, 0.4, 0.5, 0.6])
    share = np.array([float((apart > c).mean()) for c in at]) / (1 - at) ** 2
    mean = float(share.mean())
    if not 0.1 <= mean <= 0.8:
        return None
    error = np.sqrt(mean / ((1 - at) ** 2 * len(y)))
    even = (np.abs(share - mean) <= np.maximum(0.15 * mean, 2 * error)).all()
    widths = [float(np.subtract(*np.quantile(side, (0.98, 0.02)))) for side in (y, p)]
    if not 1 / ALIKE < widths[0] / max(widths[1], 1e-300) < ALIKE:  # errors of their own make truths wider than predictions
        return None
    near = (float((apart <= 0.2).mean()) - mean * (1 - 0.8**2)) / (1 - mean)
    return mean if even and near > 0.8 and mean > 4 * float(error.min()) else None


def copies(truth: DistinctValues, said: DistinctValues) -> int:
    """How many rows are copies of others; 0 where few are.

    Rows of one prediction have one truth more often than rows of predictions nearby. Values that many rows have do not count.
    """
    rare = (said.counts[said.which] <= LARGEST_TIE) & (truth.counts[truth.which] <= LARGEST_TIE)
    rows, said, total = int(rare.sum()), said.of_rows(rare), len(truth.which)
    if rows < FEWEST or np.count_nonzero(said.counts) < FEWEST:  # predictions of a few values are like classes: rows share them
        return 0
    nearby = np.minimum((said.ranks * max(rows // NEARBY, 1)).astype(np.int64), rows // NEARBY)
    of_truth, size = truth.which[rare], len(truth.values)
    alike = _counts(said.which * size + of_truth)
    both, ties, here, same = (_pairs(one) for one in (alike, said.counts, np.bincount(nearby), _counts(nearby * size + of_truth)))
    chance = (same - both) / max(here - ties, 1.0)
    many = both > 3 * chance * ties + SURE * np.sqrt(chance * ties)
    copied = int((alike - 1).sum())
    enough = both - chance * ties >= max(FEWEST_ALIKE, LEAST_SHARE * total)
    return copied if many and enough else 0


def _counts(codes: NDArray[np.int64]) -> NDArray[Any]:
    return np.unique(codes, return_counts=True)[1]


def _pairs(counts: NDArray[Any]) -> float:
    """How many pairs rows make that share a value."""
    some = counts.astype(np.float64)
    return float((some * (some - 1)).sum()) / 2


def repeated(y: Floats, p: Floats, truth: DistinctValues, said: DistinctValues) -> tuple[RepeatedValue, ...]:
    """Values that stand for nothing, as -999, or beyond which nothing is predicted."""
    found = [_repeated("truths", y, p, truth), _repeated("predictions", p, y, said)]
    return tuple(one for one in found if one is not None)


def _repeated(of: str, values: Floats, other: Floats, of_values: DistinctValues) -> RepeatedValue | None:
    kinds, counts = of_values.values, of_values.counts
    if len(kinds) <= FEWEST_KINDS:
        return None
    least = 1.0 if of == "truths" else APART
    apart = [place for place in (0, len(kinds) - 1) if _is_apart(kinds, counts, place, values, other, least)]
    if apart:
        return RepeatedValue(of, float(kinds[apart[0]]), int(counts[apart[0]]), "apart")
    if of == "truths":
        return None
    most = int(counts.argmax())
    end = next((place for place in (0, len(kinds) - 1) if _is_cap(kinds, counts, place, values, other)), None)
    if end is not None:
        return RepeatedValue(of, float(kinds[end]), int(counts[end]), "highest" if end else "lowest")
    places = dict.fromkeys([most, *np.flatnonzero(kinds == 0).tolist(), 0, len(kinds) - 1])
    fill = next((place for place in places if _is_fill(kinds, counts, place, values, other)), None)
    return None if fill is None else RepeatedValue(of, float(kinds[fill]), int(counts[fill]), "within")


def _is_cap(kinds: Floats, counts: NDArray[Any], place: int, values: Floats, other: Floats) -> bool:
    """Whether the lowest, or the highest, prediction alone stands in many rows, next to others, and truths go beyond it.

    A bound that is meant, as 0 of amounts or 5 of ratings, has no truths beyond it.
    """
    value, rows, rest = float(kinds[place]), int(counts[place]), np.delete(counts, place)
    few = len(rest) < FEWEST or np.median(rest) > USUAL or rows < TIMES * int(rest.max())
    if few or not value or not _is_often(rows, values):
        return False
    close = float(np.abs(np.delete(kinds, place) - value).min()) < _width(np.delete(kinds, place)) / 10
    here = other[values == value]
    beyond = int((here > value).sum() if place else (here < value).sum())
    return close and beyond >= max(FEWEST_BEYOND, SHARE_BEYOND * rows)


def _is_fill(kinds: Floats, counts: NDArray[Any], place: int, values: Floats, other: Floats) -> bool:
    """Whether the truths of one prediction are like those of all rows, while those of the predictions next to it are not.

    Among predictions that are all different, truths far from the one that is repeated are enough.
    """
    alike, rest = values == kinds[place], np.delete(counts, place)
    if not _is_often(int(counts[place]), values):
        return False
    if len(rest) >= FEWEST and np.median(rest) <= USUAL and _is_far(float(kinds[place]), other[alike], other[~alike]):
        return True
    rank = ranks(other)
    here, distance = rank[alike], np.abs(values - kinds[place])
    count = min(max(len(here), FEWEST), len(values) - len(here) - 1)
    distance[alike] = np.inf
    around = rank[np.argpartition(distance, count)[:count]]
    error = float(np.sqrt(1 / 12 / len(here) + 1 / 12 / max(count, 1)))  # of ranks, which are even from 0 to 1
    like_all = abs(float(here.mean()) - 0.5) < ANY and float(here.std()) > WIDE / np.sqrt(12)
    unlike = abs(float(here.mean()) - float(around.mean())) > SURE_OF_FILL * error
    return bool(like_all and unlike and abs(float(around.mean()) - 0.5) > 2 * ANY)


def _is_far(value: float, here: Floats, others: Floats) -> bool:
    """Whether truths are far from their prediction, and in the middle of all others."""
    middle = float(np.median(others))
    distance = float(np.median(np.abs(others - middle)))
    return abs(float(np.median(here)) - value) > 2 * max(distance, 1e-300) and abs(float(np.median(here)) - middle) < 1.5 * distance


def _is_often(rows: int, values: Floats) -> bool:
    return rows >= max(FEWEST_ALIKE, AT_ONE_VALUE * len(values))


def _width(kinds: Floats) -> float:
    return float(np.quantile(kinds, 0.95) - np.quantile(kinds, 0.05))


def _is_apart(kinds: Floats, counts: NDArray[Any], place: int, values: Floats, other: Floats, least: float) -> bool:
    """Whether the lowest, or the highest, value stands in many rows and far from all others, while the other side is not there with it."""
    rest, value = np.delete(kinds, place), float(kinds[place])
    gap = float(np.abs(rest - value).min())
    if not _is_often(int(counts[place]), values) or gap <= least * _width(rest):
        return False
    return float(np.median(np.abs(other[values == value] - value))) > gap / 2


def _likeness(y: Floats, p: Floats) -> float | None:
    """How far errors of neighbouring rows go together, by their ranks; None where that is chance or little.

    Errors go with the truth, and often with the prediction: rows in the order of either are no groups for that. So a good part of the
    correlation must be left once what rows of like truth, or of like prediction, have in common is taken off.
    """
    if len(y) < 4 * FEWEST:
        return None
    truth, said = y[:MOST_ROWS], p[:MOST_ROWS]
    rank = ranks(said - truth) - 0.5
    correlation = _of_neighbours(rank)
    if correlation < 0.05 or correlation * np.sqrt(len(rank)) < 5:
        return None
    left = min(_of_neighbours(_beyond(rank, side)) for side in (truth, said))
    return correlation if left > correlation / 3 else None


def _of_neighbours(values: Floats) -> float:
    """The correlation of each row's value with that of the next."""
    total = float(values @ values)
    return float(values[1:] @ values[:-1]) / total if total else 0.0


def _beyond(values: Floats, along: Floats) -> Floats:
    """Values less the mean of about NEARBY rows that are alike in another."""
    nearby = (ranks(along) * max(len(along) // NEARBY, 1)).astype(np.int64)
    return np.asarray(values - (np.bincount(nearby, values) / np.maximum(np.bincount(nearby), 1))[nearby], np.float64)
