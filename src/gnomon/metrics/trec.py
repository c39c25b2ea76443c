"""Measures of trec_eval beside the usual ones: interpolated, inferred and geometric precision, and lists taken as sets."""

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from ..catalog import Above, Within
from ..summary import Ranked
from ..summary.lists import OrderedLists
from ..types import Floats
from .ranking import (
    NO_QUERIES,
    NOTHING,
    AveragingScale,
    Cut,
    Level,
    Nothing,
    OverQueries,
    Ties,
    hits,
    mean_average_precision,
    rank_metric,
    share_of,
)
from .rates import f_of

Order = Literal["worst", "stable", "docid-desc", "docid-desc-float32"]
"""Orders of tied items that give one list: an expectation over all of them has no closed form here."""

FLOOR = 1e-5
"""What trec_eval raises an average precision to before it takes the logarithm."""
EPSILON = 1e-5
"""What trec_eval adds to the counts of infAP."""


ROUNDED = {
    "up": lambda share: np.ceil(share - 1e-9),  # 0.1 of 30 is a float above 3: what only rounding adds asks for no item more
    "trec_eval": lambda share: np.floor(share) + (share - np.floor(share) >= 0.5),  # C's lround
    "trec_eval9": lambda share: np.floor(share + 0.9),
}


def _logarithm(values: Floats) -> Floats:
    return np.log(np.maximum(values, FLOOR))


@rank_metric(undefined=NOTHING, averaging=OverQueries(scale=AveragingScale(to=_logarithm, back=np.exp, slope=np.exp)))
def gm_map(r: Ranked, *, relevant: Level = 1, no_relevant: Nothing = "undefined", ties: Ties = "average") -> Floats:
    """exp(mean of ln max(AP, 0.00001)): the geometric mean over queries of the average precision.

    >>> import gnomon as gn
    >>> gn.gm_map([[1, 0], [0, 1]], [[0.9, 0.8], [0.7, 0.6]])
    0.7071067811865476
    """
    return mean_average_precision(r, relevant=relevant, no_relevant=no_relevant, ties=ties)


class Walk:
    """What stands above and at each place of the lists: ranks from 1, and counts within the query up to and with the place."""

    def __init__(self, r: Ranked, lists: OrderedLists) -> None:
        self.query = np.repeat(np.arange(len(r)), r.sizes)
        self.first = np.repeat(lists.starts[:-1], r.sizes)
        self.rank = np.arange(1, len(self.query) + 1) - self.first

    def so_far(self, marked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many places of the query are marked up to each, itself among them."""
        counted = np.append(0, np.cumsum(marked))
        return np.asarray(counted[1:] - counted[self.first])


@rank_metric(undefined=NOTHING, at="recall")
def iprec_at_recall(
    r: Ranked,
    *,
    recall: Annotated[float, Within(0, 1)],
    rounding: Literal["up", "trec_eval", "trec_eval9"] = "up",
    relevant: Level = 1,
    no_relevant: Nothing = "undefined",
    ties: Order = "worst",
) -> Floats:
    """The highest precision at any rank where at least this recall is reached.

    >>> import gnomon as gn
    >>> gn.iprec_at_recall([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]], recall=0.6)
    0.6666666666666666
    """
    lists, total = r.lists(ties), r.relevant(relevant)
    wanted = ROUNDED[rounding](recall * total)
    walk, found = Walk(r, lists), lists.grade >= relevant
    reached = walk.so_far(found)
    counts = found & (reached >= wanted[walk.query])
    highest = np.zeros(len(r))
    np.maximum.at(highest, walk.query[counts], reached[counts] / walk.rank[counts])
    return share_of(highest, (total > 0).astype(float), no_relevant)


@rank_metric(undefined=NOTHING, spellings=("infAP",))
def inf_ap(
    r: Ranked,
    *,
    below_zero: Literal["judged", "unjudged"] = "judged",
    relevant: Level = 1,
    no_relevant: Nothing = "undefined",
    ties: Order = "worst",
) -> Floats:
    """Average precision inferred from a sample of judgments: precision above an item is estimated from what was judged there.

    >>> import gnomon as gn
    >>> round(gn.inf_ap([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]]), 6)
    0.833333
    """
    lists, total = r.lists(ties), r.relevant(relevant).astype(float)
    pooled, found = ~np.isnan(lists.grade), lists.grade >= relevant
    judged = pooled & (lists.grade >= 0) if below_zero == "unjudged" else pooled
    walk = Walk(r, lists)
    rank, good, seen, pool = (np.asarray(v[found], float) for v in (walk.rank, *map(walk.so_far, (found, judged, pooled))))
    above = rank - 1
    # Of the items above, the share that was pooled, times the estimated share of relevant ones among those judged.
    expected = (pool - 1) * (good - 1 + EPSILON) / (seen - 1 + 2 * EPSILON)
    precision = np.where(above > 0, (1 + expected) / rank, 1.0)
    return share_of(np.bincount(walk.query[found], precision, len(r)).astype(np.float64), total, no_relevant)


@rank_metric(undefined=NO_QUERIES, spellings=("set_P",))
def set_precision(r: Ranked, *, relevant: Level = 1) -> Floats:
    """Relevant items in the list over all items in it, whatever their order; 0 for an empty list.

    >>> import gnomon as gn
    >>> gn.set_precision([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.5
    """
    return share_of(hits(r, None, relevant, "stable"), r.sizes.astype(float), 0.0)


@rank_metric(undefined=NOTHING)
def set_recall(r: Ranked, *, relevant: Level = 1, no_relevant: Nothing = "undefined") -> Floats:
    """Relevant items in the list over all relevant items, whatever their order.

    >>> import gnomon as gn
    >>> ranked = gn.Ranked.from_qrels({"q": {"a": 1, "b": 1}}, {"q": {"a": 0.9, "c": 0.5}})
    >>> gn.set_recall(ranked)
    0.5
    """
    return share_of(hits(r, None, relevant, "stable"), r.relevant(relevant).astype(float), no_relevant)


@rank_metric(undefined=NOTHING, spellings=("set_F",))
def set_f(r: Ranked, *, beta: Annotated[float, Above(0)] = 1.0, relevant: Level = 1, no_relevant: Nothing = "undefined") -> Floats:
    """(1 + β²)PR / (β²P + R) of the list taken as a set; trec_eval's parameter is β².

    >>> import gnomon as gn
    >>> ranked = gn.Ranked.from_qrels({"q": {"a": 1, "b": 1}}, {"q": {"a": 0.9, "c": 0.5}})
    >>> gn.set_f(ranked)
    0.5
    """
    p, recall = set_precision(r, relevant=relevant), set_recall(r, relevant=relevant, no_relevant=0.0)
    return share_of(f_of(p, recall, beta=beta), (r.relevant(relevant) > 0).astype(float), no_relevant)


@rank_metric(
    undefined=NO_QUERIES,
    better=None,
    says={
        "below_zero": 'A grade below 0 is a judgment ("judged"), or says that nobody judged the item ("unjudged", trec_eval).',
        "denominator": 'Of a list shorter than k, judged items are divided by its length ("min(k,shown)"), or by k all the same ("k").',
    },
)
def judged_at(
    r: Ranked,
    *,
    k: Cut,
    denominator: Literal["min(k,shown)", "k"] = "min(k,shown)",
    below_zero: Literal["judged", "unjudged"] = "judged",
    ties: Ties = "average",
) -> Floats:
    """Judged items among the first k, over the items shown there: how much of what is shown anyone has looked at.

    >>> import gnomon as gn
    >>> ranked = gn.Ranked.from_qrels({"q": {"a": 1, "b": 0}}, {"q": {"a": 0.9, "c": 0.5, "b": 0.1}})
    >>> gn.judged_at(ranked, k=2)
    0.5
    """
    judged = hits(r, k, 0.0 if below_zero == "unjudged" else -np.inf, ties)
    return judged / float(k) if denominator == "k" else share_of(judged, np.minimum(r.sizes.astype(float), float(k)), 0.0)
