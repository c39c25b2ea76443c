"""Ranked lists by query: how early the relevant items come. Each definition gives a value for each query; their mean is the metric."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import Above, Averaging, Number, metric
from ..catalog.traits import ARGUMENTS_ELSEWHERE
from ..messages import Message
from ..parallel import THREADS
from ..summary import Ranked
from ..types import Floats

F = TypeVar("F", bound=Callable[..., Any])
Ties = Literal["average", "stable", "docid-desc", "docid-desc-float32", "worst"]
Cut = Annotated[int, Above(0, whole=True)]
Level = Annotated[float, Number()]
Nothing = Literal["undefined"] | Annotated[float, Number()]

WEIGHTS = ("uniform", "impressions", "positives")
TREC_EVAL = {
    "gain": "linear",
    "ties": "docid-desc",
    "no_relevant": 0.0,
    "missing_queries": "skip",
    "aggregate": "macro",
    "below_zero": "unjudged",
    "p": 0.9,
    "graded": True,
    "rounding": "trec_eval",
}
CONVENTIONS: dict[str, dict[str, Any]] = {
    "sklearn": {"gain": "linear", "ties": "average", "no_relevant": 0.0, "negative": "keep"},
    "trec_eval": TREC_EVAL,
    "trec_eval9": TREC_EVAL | {"ties": "docid-desc-float32", "rounding": "trec_eval9"},
    "lightgbm": {"gain": "exp", "ties": "stable", "no_relevant": 1.0, "denominator": "min(k,relevant)"},
    "xgboost": {"gain": "exp", "ties": "stable", "no_relevant": 1.0, "denominator": "min(k,relevant)"},
    "burges": {"gain": "exp", "ties": "stable", "no_relevant": 0.0},
}
"""Options that tools set differently, by tool; a metric takes those that it has."""
PERFECT = {"lightgbm": ("ndcg", "mean_average_precision"), "xgboost": ("ndcg", "mean_average_precision")}
"""The metrics of which a tool calls a list with nothing relevant perfect; it has no such rule for others."""


def preset(convention: str | None, name: str) -> dict[str, Any]:
    """What a convention sets for a metric."""
    options = CONVENTIONS.get(convention or "", {})
    spared = {"no_relevant"} if convention in PERFECT and name not in PERFECT[convention] else set()
    spared |= {"denominator"} if name != "mean_average_precision" else set()
    return {key: value for key, value in options.items() if key not in spared}


@dataclass(frozen=True)
class AveragingScale:
    """The scale on which queries are averaged: values are taken ``to`` it and their mean ``back``, which rises there by ``slope``."""

    to: Callable[[Any], Any]
    back: Callable[[Any], Any]
    slope: Callable[[Any], Any]


@dataclass(frozen=True, kw_only=True)
class OverQueries(Averaging):
    """The weighted mean over queries, on a ``scale`` where that is not their own.

    ``weight`` says by the metric's options how they weigh unless the caller does; None: alike.
    """

    over: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "convention": tuple(CONVENTIONS),
            "group_weight": WEIGHTS,
            "missing_queries": ("zero", "skip"),
            "judged_only": ("False", "True"),
        }
    )
    keywords: tuple[str, ...] = ("group", "item", "per_query")
    elsewhere: Mapping[str, str] = field(  # rows of a list have no weights, queries do
        default_factory=lambda: ARGUMENTS_ELSEWHERE | {"weight": "group_weight", "sample_weight": "group_weight"}
    )
    weight: Callable[..., str] | None = None
    scale: AveragingScale | None = None


SAYS = {
    "k": "Only the first k items count; of several, as k=[1, 3, 5], a mapping from each to its value.",
    "relevant": "The grade from which an item counts as relevant.",
    "ties": 'Items of equal score: "average" over all their orders (exactly), in the order given ("stable"), as trec_eval orders them '
    '("docid-desc"; "docid-desc-float32" as its versions up to 9 did, to which scores were 32-bit floats), or the least relevant first '
    '("worst").',
    "no_relevant": 'The value of a query without anything relevant: "undefined" (left out of the mean, with a warning), or a number.',
    "gain": 'What a grade is worth: 2^grade − 1 ("exp") or the grade itself ("linear").',
    "discount": '1/log2(rank + 1) ("log2"), or 1/max(1, log2(rank)) as first published ("jarvelin").',
    "negative": 'A grade below 0 gains nothing ("zero", as in trec_eval) or counts as it is ("keep").',
    "ideal": 'The best order of all judged items, cut at k ("all"), or of the k items shown ("cut": 0 where none of them gains anything).',
    "denominator": 'What the sum of precisions is divided by: all relevant items, the lesser of k and those ("min(k,relevant)"), or the '
    'relevant items among the first k ("retrieved").',
    "aggregate": '"micro": hits of all queries over relevant items of all; "macro": the mean of the queries\' own ratios.',
    "below_zero": 'Items with a grade below 0 were "judged" not relevant, or count as "unjudged" (trec_eval).',
    "recall": "The recall that must be reached.",
    "rounding": 'How many relevant items that takes: recall × relevant items rounded "up", to the nearest as "trec_eval" 10 does, '
    'or plus 0.9 and cut off as "trec_eval9" does.',
    "beta": "How many times recall counts as much as precision.",
    "p": "The chance that the reader goes on to the next item.",
    "graded": "Count an item by its grade, over the highest grade of the query where that is above 1, not by whether it is relevant.",
    "max_grade": "The highest grade there could be; by default the highest that occurs in the data, whichever queries are looked at.",
}


def ranked_metric(**known: Any) -> Callable[[F], F]:
    """Enter a metric of ranked lists, its options explained as they are everywhere in the family."""

    def enter(function: F) -> F:
        options = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
        says = {name: SAYS[name] for name in options} | known.pop("says", {})
        shared = {"family": "ranking", "better": "higher", "averaging": OverQueries(), "says": says}
        return metric(Ranked, **{**shared, "at": "k" if "k" in options else None, **known})(function)

    return enter


rank_metric = partial(ranked_metric, range=(0, 1))
NOTHING = Message("no_item_relevant")
NO_QUERIES = Message("no_queries")


def _cuts(ranked: Ranked, k: int | None) -> NDArray[np.int64]:
    return np.full(len(ranked), ranked.longest + 1 if k is None else min(int(k), 2**62), np.int64)


def hits(ranked: Ranked, k: int | None, relevant: float, ties: str) -> Floats:
    """The relevant items among the first k of each query; None: of the whole list."""
    return _core.ranked_hits(*ranked.lists(ties), _cuts(ranked, k), float(relevant), THREADS)


def share_of(part: Floats, whole: Floats, nothing: float | str) -> Floats:
    """A ratio for each query; where there is nothing to divide by, the value that was chosen for it."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, _number(nothing))


def _number(nothing: float | str) -> float:
    return float("nan") if nothing == "undefined" else float(nothing)


def _or_nothing(values: Floats, nothing: float | str) -> Floats:
    return values if nothing == "undefined" else np.where(np.isnan(values), float(nothing), values)


def _where_relevant(values: Floats, ranked: Ranked, relevant: float, nothing: float | str) -> Floats:
    """Values that are 0 where nothing is relevant, unless something else was chosen for it."""
    return values if nothing == 0 else np.where(ranked.relevant(relevant) > 0, values, _number(nothing))


@rank_metric(undefined=NO_QUERIES)
def precision_at(r: Ranked, *, k: Cut, relevant: Level = 1, ties: Ties = "average") -> Floats:
    """Relevant items among the first k, over k.

    >>> import gnomon as gn
    >>> gn.precision_at([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]], k=2)
    0.5
    """
    return hits(r, k, relevant, ties) / float(k)


@rank_metric(
    undefined=NOTHING,
    says={"denominator": 'Hits are divided by all relevant items, or by the lesser of k and those ("min(k,relevant)"): capped recall.'},
)
def recall_at(
    r: Ranked,
    *,
    k: Cut,
    denominator: Literal["relevant", "min(k,relevant)"] = "relevant",
    relevant: Level = 1,
    no_relevant: Nothing = "undefined",
    ties: Ties = "average",
) -> Floats:
    """Relevant items among the first k, over all relevant items.

    >>> import gnomon as gn
    >>> gn.recall_at([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]], k=2)
    0.5
    """
    total = r.relevant(relevant)
    if denominator == "min(k,relevant)":
        total = np.minimum(total, _cuts(r, k))
    return share_of(hits(r, k, relevant, ties), total.astype(float), no_relevant)


@rank_metric(undefined=NOTHING)
def r_precision(r: Ranked, *, relevant: Level = 1, no_relevant: Nothing = "undefined", ties: Ties = "average") -> Floats:
    """Precision among the first R, R being the number of the query's relevant items.

    >>> import gnomon as gn
    >>> gn.r_precision([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.5
    """
    cuts = r.relevant(relevant)
    return share_of(_core.ranked_hits(*r.lists(ties), cuts, float(relevant), THREADS), cuts.astype(float), no_relevant)


@rank_metric(undefined=NOTHING, aliases=("average_precision_at",), spellings=("map",))
def mean_average_precision(
    r: Ranked,
    *,
    k: Cut | None = None,
    denominator: Literal["relevant", "min(k,relevant)", "retrieved"] = "relevant",
    relevant: Level = 1,
    no_relevant: Nothing = "undefined",
    ties: Ties = "average",
) -> Floats:
    """The mean over queries of the average precision at the ranks of the relevant items.

    >>> import gnomon as gn
    >>> gn.mean_average_precision([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.8333333333333333
    """
    kernels = {
        "relevant": _core.ranked_precision,
        "min(k,relevant)": _core.ranked_precision_least,
        "retrieved": _core.ranked_precision_retrieved,
    }
    return _or_nothing(kernels[denominator](*r.lists(ties), _cuts(r, k), float(relevant), THREADS), no_relevant)


@rank_metric(undefined=NOTHING, spellings=("recip_rank", "reciprocal_rank"))
def mrr(r: Ranked, *, k: Cut | None = None, relevant: Level = 1, no_relevant: Nothing = 0.0, ties: Ties = "average") -> Floats:
    """The mean over queries of 1 / rank of the first relevant item.

    >>> import gnomon as gn
    >>> gn.mrr([[0, 1, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.5
    """
    return _where_relevant(_core.ranked_reciprocal(*r.lists(ties), _cuts(r, k), float(relevant), THREADS), r, relevant, no_relevant)


@rank_metric(undefined=NOTHING)
def success_at(r: Ranked, *, k: Cut, relevant: Level = 1, no_relevant: Nothing = 0.0, ties: Ties = "average") -> Floats:
    """The share of queries with a relevant item among the first k.

    >>> import gnomon as gn
    >>> gn.success_at([[0, 1, 1, 0]], [[0.9, 0.8, 0.7, 0.6]], k=2)
    1.0
    """
    return _where_relevant(_core.ranked_success(*r.lists(ties), _cuts(r, k), float(relevant), THREADS), r, relevant, no_relevant)


def _weight_of_hits(*, aggregate: str = "micro", **_: object) -> str:
    return "positives" if aggregate == "micro" else "uniform"


@rank_metric(undefined=NOTHING, averaging=OverQueries(weight=_weight_of_hits))
def hit_ratio(
    r: Ranked,
    *,
    k: Cut,
    aggregate: Literal["micro", "macro"] = "micro",
    relevant: Level = 1,
    no_relevant: Nothing = "undefined",
    ties: Ties = "average",
) -> Floats:
    """Hits among the first k over the relevant items, of all queries together.

    >>> import gnomon as gn
    >>> gn.hit_ratio([[1, 0], [1, 1]], [[0.9, 0.8], [0.7, 0.6]], k=1)
    0.6666666666666666
    """
    return recall_at(r, k=k, relevant=relevant, no_relevant=no_relevant, ties=ties)


@rank_metric(undefined=NOTHING)
def bpref(
    r: Ranked,
    *,
    relevant: Level = 1,
    below_zero: Literal["judged", "unjudged"] = "judged",
    no_relevant: Nothing = "undefined",
    ties: Ties = "average",
) -> Floats:
    """How seldom judged items that are not relevant stand above relevant ones; what was never judged is passed over.

    >>> import gnomon as gn
    >>> gn.bpref([[1, 0, 1, 0]], [[0.9, 0.8, 0.7, 0.6]])
    0.75
    """
    lists = r.lists(ties)
    if below_zero == "unjudged":
        lists = lists._replace(grade=np.where(lists.grade < 0, np.nan, lists.grade), rest=np.where(lists.rest < 0, np.nan, lists.rest))
    return _or_nothing(_core.ranked_bpref(*lists, _cuts(r, None), float(relevant), THREADS), no_relevant)
