"""Ranked lists by graded relevance: gain, discounted by rank, against the best order, and as readers who stop when satisfied."""

from functools import partial
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import Above, Between
from ..errors import InputError
from ..inputs.labels import plain
from ..messages.language import say
from ..parallel import THREADS
from ..summary import Ranked
from ..types import Floats
from .ranking import NO_QUERIES, NOTHING, Cut, Level, Nothing, Ties, ranked_metric

Gain = Literal["exp", "linear"]
Discount = Literal["log2", "jarvelin"]
Negative = Literal["zero", "keep"]

gain_metric = partial(ranked_metric, undefined=NO_QUERIES)
HIGHEST = 1000.0
"""Past this grade 2^grade is no float."""


def _ranks(r: Ranked, k: int | None) -> NDArray[np.int64]:
    """The ranks that count, from 1."""
    return np.arange(1, 1 + (r.longest if k is None else min(int(k), r.longest)), dtype=np.int64)


def _discounts(r: Ranked, k: int | None, discount: str) -> Floats:
    ranks = _ranks(r, k)
    return 1 / (np.log2(ranks + 1) if discount == "log2" else np.maximum(np.log2(ranks), 1))


def _check_gain(r: Ranked, gain: str) -> None:
    if gain == "exp" and r.highest > HIGHEST:
        raise InputError(
            "metrics.relevance_too_large_for_gain",
            highest=r.highest,
        )


def _gained(r: Ranked, gain: str, discounts: Floats, ties: str, *, negative: str = "zero", relevant: float = 1) -> Floats:
    _check_gain(r, gain)
    return _core.ranked_gain(*r.lists(ties), gain, negative == "keep", float(relevant), discounts, THREADS)


@gain_metric(range=(0, float("inf")))
def cg(r: Ranked, *, k: Cut | None = None, negative: Negative = "zero", ties: Ties = "average") -> Floats:
    """Cumulative gain: the sum of the grades of the first k items.

    >>> import gnomon as gn
    >>> gn.cg([[5, 3, 2, 1, 2]], [[5, 4, 3, 2, 1]], k=5)
    13.0
    """
    return _gained(r, "linear", np.ones(len(_ranks(r, k))), ties, negative=negative)


@gain_metric(range=(0, float("inf")))
def dcg(
    r: Ranked,
    *,
    k: Cut | None = None,
    gain: Gain = "exp",
    discount: Discount = "log2",
    negative: Negative = "zero",
    ties: Ties = "average",
) -> Floats:
    """Discounted cumulative gain: Σ gain / log2(rank + 1).

    >>> import gnomon as gn
    >>> round(gn.dcg([[5, 3, 2, 1, 2]], [[5, 4, 3, 2, 1]], k=5), 4)
    38.5077
    """
    return _gained(r, gain, _discounts(r, k, discount), ties, negative=negative)


@ranked_metric(range=(0, 1), undefined=NOTHING)
def ndcg(
    r: Ranked,
    *,
    k: Cut | None = None,
    gain: Gain = "exp",
    discount: Discount = "log2",
    no_relevant: Nothing = "undefined",
    ideal: Literal["all", "cut"] = "all",
    negative: Negative = "zero",
    ties: Ties = "average",
) -> Floats:
    """Discounted cumulative gain as a share of that of the best order.

    >>> import gnomon as gn
    >>> round(gn.ndcg([[5, 3, 2, 1, 2, 4, 0]], [[7, 6, 5, 4, 3, 2, 1]], k=5), 6)
    0.829613
    """
    _check_gain(r, gain)
    nothing = float("nan") if no_relevant == "undefined" else float(no_relevant)
    values = _core.ranked_share(
        *r.lists(ties), gain, negative == "keep", _discounts(r, k, discount), ideal == "cut" and k is not None, nothing, THREADS
    )
    return _countable(r, values, say("metrics.remedy_ideal_or_stable_ties"))


def _countable(r: Ranked, values: Floats, remedy: str) -> Floats:
    """The values, unless some query has too many tied items to average over."""
    if np.isinf(values).any():
        query = plain(r.queries[int(np.argmax(np.isinf(values)))])
        raise InputError(
            "metrics.tied_items_too_many",
            query=query,
            remedy=remedy,
        )
    return values


@gain_metric(range=(0, 1))
def rbp(
    r: Ranked,
    *,
    p: Annotated[float, Between(0, 1)] = 0.8,
    k: Cut | None = None,
    relevant: Level = 1,
    graded: bool = False,
    ties: Ties = "average",
) -> Floats:
    """Rank-biased precision: (1 − p) Σ p^(rank − 1) over the relevant items.

    >>> import gnomon as gn
    >>> round(gn.rbp([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]], p=0.5), 6)
    0.625
    """
    reached = (1 - p) * np.power(p, _ranks(r, k) - 1.0)
    if graded:
        return _gained(r, "linear", reached, ties) / np.maximum(r.highest_of_each, 1.0)
    return _gained(r, "binary", reached, ties, relevant=relevant)


@gain_metric(
    range=(0, 1),
    better=None,
    says={"below_zero": 'A grade below 0 is a judgment ("judged"), or says that nobody judged the item ("unjudged", trec_eval).'},
)
def rbp_residual(
    r: Ranked,
    *,
    p: Annotated[float, Between(0, 1)] = 0.8,
    k: Cut | None = None,
    below_zero: Literal["judged", "unjudged"] = "judged",
    ties: Ties = "average",
) -> Floats:
    """How much rank-biased precision could still rise: (1 − p) Σ p^(rank − 1) over the unjudged items, and p^n for what follows.

    >>> import gnomon as gn
    >>> ranked = gn.Ranked.from_qrels({"q": {"a": 1, "b": 0}}, {"q": {"a": 0.9, "c": 0.5, "b": 0.1}})
    >>> gn.rbp_residual(ranked, p=0.5)
    0.375
    """
    ranks = _ranks(r, k)
    lists = r.lists(ties)
    unjudged = np.isnan(lists.grade) | (lists.grade < 0 if below_zero == "unjudged" else False)
    marked = lists._replace(grade=unjudged.astype(float), rest=np.zeros(len(lists.rest)))
    weight = _core.ranked_gain(*marked, "binary", False, 1.0, (1 - p) * np.power(p, ranks - 1.0), THREADS)
    return np.asarray(weight + np.power(p, np.minimum(r.sizes, len(ranks)).astype(float)))


@gain_metric(range=(0, 1))
def err(
    r: Ranked,
    *,
    k: Cut | None = None,
    max_grade: Annotated[float, Above(0)] | None = None,
    ties: Ties = "average",
) -> Floats:
    """Expected reciprocal rank: where a reader stops who is satisfied by an item with the chance (2^grade − 1) / 2^max.

    >>> import gnomon as gn
    >>> gn.err([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.5833333333333334
    """
    if r.highest > HIGHEST:
        raise InputError("metrics.relevance_too_large_for_err", highest=r.highest)
    highest = r.top_grade if max_grade is None else float(max_grade)
    if r.highest > highest:
        raise InputError(
            "metrics.max_grade_too_low",
            max_grade=max_grade,
            highest=r.highest,
        )
    cut = r.longest + 1 if k is None else min(int(k), 2**62)
    return _countable(r, _core.ranked_cascade(*r.lists(ties), cut, highest, THREADS), say("metrics.remedy_k_or_stable_ties"))
