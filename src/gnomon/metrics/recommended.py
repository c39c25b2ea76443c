"""Recommended lists beyond relevance: how much of the catalogue and of the users they reach, how evenly, how varied and how unexpected."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..catalog import Above, Averaging, metric
from ..errors import InputError
from ..inputs.labels import plain
from ..messages import Message
from ..summary.recommended import Recommended
from ..types import Floats
from .distances import distance_of
from .ranking import Cut

NO_LISTS = Message("nothing_recommended")


@dataclass(frozen=True, kw_only=True)
class OverUsers(Averaging):
    """A value of all lists together."""

    keywords: tuple[str, ...] = ("user",)
    each: ClassVar[bool] = False


class EachUser(OverUsers):
    """A value for each user, of which the mean is taken; NaN where a list has none."""

    keywords: tuple[str, ...] = ("user", "per_user")
    each: ClassVar[bool] = True


shown_metric = partial(metric, Recommended, family="recommendation", averaging=OverUsers(), undefined=NO_LISTS)
K = {"k": "Only the first k items of each list count."}
CATALOGUE = {"catalogue": "All items that could have been recommended: their names, or how many they are."}


def size_of(everything: Any, shown: NDArray[Any], argument: str, what: str) -> int:
    """How many there are in all, given as a number or as names, among which everything shown must be."""
    if isinstance(everything, (int, np.integer)) and not isinstance(everything, bool):
        if everything < max(len(shown), 1):
            raise InputError(
                "metrics.total_too_small",
                argument=argument,
                everything=int(everything),
                count=len(shown),
                what=what,
            )
        return int(everything)
    many = hasattr(everything, "tolist") or isinstance(everything, Collection)
    if isinstance(everything, (str, bytes)) or not many:
        raise InputError(
            "metrics.total_neither_number_nor_names",
            argument=argument,
            everything=everything,
            what=what,
        )
    names = set(everything.tolist() if hasattr(everything, "tolist") else everything)
    strangers = [name for name in shown.tolist() if name not in names]
    if strangers:
        raise InputError(
            "metrics.total_names_missing",
            argument=argument,
            value=plain(strangers[0]),
            count=len(strangers),
        )
    return len(names)


def _shown(r: Recommended, k: int | None) -> tuple[NDArray[Any], Floats]:
    """The items that are shown at all, and to how many users each."""
    exposure = r.exposure(k)
    return r.items[exposure > 0], exposure[exposure > 0].astype(float)


@shown_metric(range=(0, 1), better="higher", at="k", says=K | CATALOGUE)
def catalogue_coverage(r: Recommended, *, catalogue: Any, k: Cut | None = None) -> float:
    """Different items recommended to anyone, over all items of the catalogue.

    >>> import gnomon as gn
    >>> gn.catalogue_coverage({"al": ["x", "y"], "bo": ["x", "z"]}, catalogue=["w", "x", "y", "z"])
    0.75
    """
    items, _ = _shown(r, k)
    return len(items) / size_of(catalogue, items, "catalogue", "items") if len(r) else float("nan")


@shown_metric(
    range=(0, 1),
    better="higher",
    says={
        "users": "All users that should be served: their names, or how many they are.",
        "least": "The items that a list must have to count.",
    },
)
def user_coverage(r: Recommended, *, users: Any, least: Cut = 1) -> float:
    """Users with at least so many recommended items, over all users.

    >>> import gnomon as gn
    >>> gn.user_coverage({"al": ["x", "y"], "bo": []}, users=4)
    0.25
    """
    return int((r.sizes >= least).sum()) / size_of(users, r.users, "users", "users") if len(r) else float("nan")


@shown_metric(range=(0, 1), better="lower", at="k", says=K | CATALOGUE)
def exposure_gini(r: Recommended, *, catalogue: Any, k: Cut | None = None) -> float:
    """Σ (2i − n − 1)·xᵢ / (n·Σx), items by rising exposure x: how unevenly the catalogue is shown; 0 is evenly.

    >>> import gnomon as gn
    >>> gn.exposure_gini({"al": ["x", "y"], "bo": ["x", "z"]}, catalogue=4)
    0.375
    """
    items, exposure = _shown(r, k)
    if not len(items):
        return float("nan")
    n = size_of(catalogue, items, "catalogue", "items")
    # Items that nobody was shown come first, and add nothing but their number.
    places = np.arange(n - len(items) + 1, n + 1)
    return float((2 * places - n - 1) @ np.sort(exposure) / (n * exposure.sum()))


@shown_metric(
    range=(0, float("inf")),
    better="higher",
    at="k",
    says=K
    | CATALOGUE
    | {"normalize": "Divide by the entropy of a catalogue that is shown evenly, which makes 1 the most there could be; needs catalogue."},
)
def exposure_entropy(r: Recommended, *, k: Cut | None = None, normalize: bool = False, catalogue: Any = None) -> float:
    """−Σ pᵢ·log₂ pᵢ over the items' shares of all that is shown: how evenly, in bits.

    >>> import gnomon as gn
    >>> gn.exposure_entropy({"al": ["x", "y"], "bo": ["x", "z"]})
    1.5
    """
    if normalize == (catalogue is None):
        raise InputError("metrics.normalize_needs_catalogue")
    items, exposure = _shown(r, k)
    if not len(items):
        return float("nan")
    share = exposure / exposure.sum()
    entropy = max(float(-(share @ np.log2(share))), 0.0)
    if not normalize:
        return entropy
    n = size_of(catalogue, items, "catalogue", "items")
    return entropy / float(np.log2(n)) if n > 1 else float("nan")


@shown_metric(range=(0, 1), better="lower", at="k", says=K)
def exposure_herfindahl(r: Recommended, *, k: Cut | None = None) -> float:
    """Σ pᵢ² over the items' shares of all that is shown: the chance that two places picked at random show the same item.

    >>> import gnomon as gn
    >>> gn.exposure_herfindahl({"al": ["x", "y"], "bo": ["x", "z"]})
    0.375
    """
    items, exposure = _shown(r, k)
    share = exposure / exposure.sum() if len(items) else exposure
    return float(share @ share) if len(items) else float("nan")


@shown_metric(range=(0, 1), better="higher", at="k", undefined=Message("one_list_only"), says=K)
def personalization(r: Recommended, *, k: Cut | None = None) -> float:
    """1 − the mean cosine between the lists of two users: how little users are shown the same.

    >>> import gnomon as gn
    >>> round(gn.personalization({"al": ["x", "y"], "bo": ["x", "z"]}), 12)
    0.5
    """
    user, item = r.first(k)
    sizes = np.bincount(user, minlength=len(r))
    lists = int((sizes > 0).sum())
    if lists < 2:
        return float("nan")
    # Σ over pairs of a·b is half of |Σ a|² − Σ |a|², each list having length 1: no pair of users need be looked at.
    direction = np.bincount(item, 1 / np.sqrt(sizes[user]), len(r.items))
    together = (float(direction @ direction) - lists) / (lists * (lists - 1))
    return min(max(1 - together, 0.0), 1.0)


def _per_user(r: Recommended, k: int | None, value: Callable[[NDArray[Any]], Floats]) -> Floats:
    """A value for each list, those of one length at once: ``value`` is asked for a matrix with a line of items for each."""
    user, item = r.first(k)
    sizes = np.bincount(user, minlength=len(r))
    starts = np.append(0, np.cumsum(sizes))
    values = np.full(len(r), np.nan)
    for size in np.unique(sizes[sizes > 0]).tolist():
        which = np.flatnonzero(sizes == size)
        values[which] = value(item[starts[which][:, None] + np.arange(size)])
    return values


@shown_metric(
    range=(0, float("inf")),
    better="higher",
    at="k",
    averaging=EachUser(),
    undefined=Message("fewer_than_two_items"),
    says=K
    | {
        "features": "What is known of each item, as {item: value}: its category, its categories, or a vector.",
        "distance": 'How far two items are apart: "category" (0 where it is the same, else 1), "jaccard" (1 − shared over all categories), '
        '"cosine" (1 − cosine of the vectors) or "euclidean".',
    },
)
def intra_list_diversity(
    r: Recommended, *, features: Any, distance: Literal["category", "jaccard", "cosine", "euclidean"], k: Cut | None = None
) -> Floats:
    """The mean distance between two items of a list, averaged over users.

    >>> import gnomon as gn
    >>> kinds = {"x": "film", "y": "film", "z": "book"}
    >>> gn.intra_list_diversity({"al": ["x", "y"], "bo": ["x", "z"]}, features=kinds, distance="category")
    0.5
    """
    apart = distance_of(distance, r.items[r.exposure(k) > 0], r.items, features)

    def mean_distance(lists: NDArray[Any]) -> Floats:
        one, other = np.triu_indices(lists.shape[1], 1)
        if not len(one):
            return np.full(len(lists), np.nan)
        return np.array([apart(line[one], line[other]).mean() for line in lists])

    return _per_user(r, k, mean_distance)


@shown_metric(
    range=(0, float("inf")),
    better="higher",
    at="k",
    averaging=EachUser(),
    says=K
    | {
        "popularity": "How often each item was used, as {item: count}.",
        "users": "How many users there are, for the share of users that used an item; None: the share of all uses counted.",
        "unseen": "The count that an item without one is given; None: such an item is refused.",
    },
)
def novelty(
    r: Recommended,
    *,
    popularity: Any,
    users: Annotated[int, Above(0, whole=True)] | None = None,
    unseen: Annotated[float, Above(0)] | None = None,
    k: Cut | None = None,
) -> Floats:
    """The mean of −log₂ of the popularity of the items of a list, averaged over users: how little known is what is shown, in bits.

    >>> import gnomon as gn
    >>> gn.novelty({"al": ["x", "y"], "bo": ["x", "z"]}, popularity={"x": 50, "y": 25, "z": 25})
    1.5
    """
    if not isinstance(popularity, Mapping):
        raise InputError("metrics.popularity_not_dictionary", popularity=popularity)
    counts = _counts(r, k, popularity, unseen)
    total = float(users) if users is not None else float(sum(_count(name, count) for name, count in popularity.items()))
    known = ~np.isnan(counts)
    if (counts[known] > total).any():
        most = int(np.nanargmax(counts))
        raise InputError(
            "metrics.popularity_exceeds_users",
            value=plain(r.items[most]),
            counts=counts[most],
            users=users,
        )
    with np.errstate(invalid="ignore"):
        surprise = np.log2(total / counts)
    return _per_user(r, k, lambda lists: np.asarray(surprise[lists].mean(1)))


def _count(name: object, count: object) -> float:
    if not isinstance(count, (int, float, np.number)) or not 0 <= count < float("inf"):
        raise InputError("metrics.popularity_not_count", name=name, count=count)
    return float(count)


def _counts(r: Recommended, k: int | None, popularity: Mapping[Any, Any], unseen: float | None) -> Floats:
    """The uses of each item that is shown; NaN for others."""
    counts = np.full(len(r.items), np.nan)
    for place in np.flatnonzero(r.exposure(k)).tolist():
        name = plain(r.items[place])
        count = _count(name, popularity.get(name, 0))
        if not count and unseen is None:
            raise InputError("metrics.popularity_zero", name=name)
        counts[place] = count or unseen
    return counts
