"""What lies behind a mean over queries: metrics at every k, the queries one by one, the worst of them, and lists by their length."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from ...catalog import Reference, parse
from ...errors import InputError
from ...inference.estimate import IntervalOptions
from ...inference.queries import interval_of
from ...public.ranking import ValuesByQuery, conventional, mean_over, queried, scale_of
from ...result import Table
from ...summary import Ranked
from ...types import Array, Floats, Integers

Forms = Mapping[str, Reference]

METRICS = ("ndcg", "precision_at", "recall_at", "hit_ratio", "success_at")
"""The metrics that are followed along k."""
MARKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
CUT = 10
"""Where a query's own NDCG is cut."""
BINS = 20
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
NEARLY = 1e-12
"""How far from 0 or 1 a value may be that only rounding keeps from it."""


def forms_of(metrics: Iterable[str] = ()) -> dict[str, Reference]:
    """How each metric of the lists is to be taken: by the options of the first reference to it among ``metrics``, k left open.

    One that is not among them follows the convention of those that are.

    >>> {name: str(form) for name, form in forms_of(["ndcg(gain=linear)@5"]).items() if name in ("ndcg", "mrr")}
    {'ndcg': 'ndcg(gain=linear)', 'mrr': 'mrr'}
    """
    known = [reference for reference in map(parse, metrics) if reference.entry.summary is Ranked]
    said = {name: value for one in known for name, value in one.over.items() if name == "convention"}
    forms = {name: replace(parse(name), over=dict(said)) for name in (*METRICS, "mean_average_precision", "mrr", "gauc")}
    for reference in reversed(known):
        if reference.entry.name in forms:
            options = {name: value for name, value in reference.options.items() if name != "k"}
            forms[reference.entry.name] = Reference(reference.entry, options, None, dict(reference.over))
    return forms


def at(form: Reference, k: int) -> Reference:
    """The metric cut at k."""
    return replace(form, at=float(k))


@dataclass(frozen=True, eq=False, repr=False)
class MetricsAtK(Table):
    """Metrics of the first k items as k grows, named in ``metrics``; ``low`` and ``high`` are the interval of ``ndcg``, NaN without one."""

    k: Integers
    ndcg: Floats
    low: Floats
    high: Floats
    precision: Floats
    recall: Floats
    hit_ratio: Floats
    success: Floats
    metrics: tuple[str, ...]
    queries: int


def marks_of(lists: Sequence[Ranked]) -> list[int]:
    """The k worth showing: round ones up to what most lists hold, and 10, which people quote, where any list is so long."""
    sizes = np.concatenate([ranked.sizes[ranked.sizes > 0] for ranked in lists] or [np.zeros(0, np.int64)])
    if not sizes.size:
        return [1]
    usual, longest = np.median(sizes), sizes.max()
    return [mark for mark in MARKS if mark <= usual or (mark <= CUT and mark <= longest)]


def metrics_at_k(ranked: Ranked, k: Sequence[int] | None = None, level: float | None = None, forms: Forms | None = None) -> MetricsAtK:
    """The metrics at each k, with an interval of NDCG where a level is given.

    >>> import gnomon as gn
    >>> made = metrics_at_k(gn.Ranked.of([[0, 1, 0], [1, 0, 1]], [[3, 2, 1], [3, 2, 1]]))
    >>> made.k.tolist(), made.success.tolist(), made.recall.tolist()
    ([1, 2, 3], [0.5, 1.0, 1.0], [0.25, 0.75, 1.0])
    """
    forms = forms_of() if forms is None else forms
    marks = marks_of([ranked]) if k is None else k
    values = {name: [mean_of(queried(at(forms[name], mark), ranked)) for mark in marks] for name in METRICS[1:]}
    if level is None:
        ndcg = [(mean_of(queried(at(forms["ndcg"], mark), ranked)), np.nan, np.nan) for mark in marks]
    else:
        found = [interval_of(at(forms["ndcg"], mark), ranked, IntervalOptions(level)) for mark in marks]
        ndcg = [(one.value, one.low, one.high) for one in found]
    ends = dict(zip(("ndcg", "low", "high"), np.array(ndcg, np.float64).reshape(-1, 3).T, strict=True))
    others = {name.removesuffix("_at"): np.array(values[name], np.float64) for name in METRICS[1:]}
    return MetricsAtK(k=np.array(marks, np.int64), **ends, **others, metrics=tuple(str(forms[n]) for n in METRICS), queries=len(ranked))


def mean_of(found: ValuesByQuery) -> float:
    """The mean over the queries that have a value."""
    return mean_over(found.values, found.weights)


@dataclass(frozen=True, eq=False, repr=False)
class QueryDistribution(Table):
    """How many queries have which value of a metric, in bins from 0 to 1, the last with its upper end.

    ``value`` is the metric itself; ``zero`` and ``one`` count the queries at the very ends, ``undefined`` those without a value, which are
    in no bin; ``quantiles`` are those of the 5th, 25th, 50th, 75th and 95th percent.
    """

    start: Floats
    end: Floats
    queries: Integers
    metric: str
    value: float
    counted: int
    zero: int
    one: int
    undefined: int
    quantiles: Floats
    key: ClassVar[str] = "value"

    def columns(self) -> dict[str, Any]:
        """The bins."""
        return {name: getattr(self, name) for name in ("start", "end", "queries")}


def distribution_of(reference: Reference | str, ranked: Ranked) -> QueryDistribution:
    """The values that a metric has on the queries.

    >>> import gnomon as gn
    >>> made = distribution_of("mrr", gn.Ranked.of([[0, 1], [1, 0], [0, 0]], [[2, 1], [2, 1], [2, 1]]))
    >>> made.value, made.zero, made.one, made.counted
    (0.5, 1, 1, 3)
    """
    reference = parse(reference) if isinstance(reference, str) else reference
    entry = reference.entry
    if entry.summary is not Ranked or entry.kind != "value" or entry.range != (0.0, 1.0):
        raise InputError("lists.metric_not_per_query", reference=reference)
    found = queried(reference, ranked)
    values = found.values[~np.isnan(found.values)]
    edges = np.linspace(0, 1, BINS + 1)
    # What only rounding keeps from an edge stands on it.
    places = np.clip(np.floor(values * BINS + BINS * NEARLY).astype(np.int64), 0, BINS - 1)
    return QueryDistribution(
        start=edges[:-1],
        end=edges[1:],
        queries=np.bincount(places, minlength=BINS),
        metric=str(reference),
        value=mean_over(found.values, found.weights, scale_of(entry)),
        counted=len(values),
        zero=int((values <= NEARLY).sum()),
        one=int((values >= 1 - NEARLY).sum()),
        undefined=len(found.values) - len(values),
        quantiles=np.quantile(values, SHARES) if len(values) else np.full(len(SHARES), np.nan),
    )


@dataclass(frozen=True, eq=False, repr=False)
class QueryTable(Table):
    """Queries, the worst first: the lowest NDCG, and of equal ones that with more relevant items.

    ``first`` is the rank of the first relevant item (0 where none was retrieved), items of equal score being counted against it;
    ``ndcg`` is cut at 10, ``auc`` is NaN where all items are of one class. ``undefined`` queries have nothing relevant and are left out,
    ``counted`` have a value.
    """

    query: Array
    items: Integers
    relevant: Integers
    first: Integers
    ndcg: Floats
    average_precision: Floats
    auc: Floats
    counted: int
    undefined: int


def query_table(ranked: Ranked, most: int | None = None, forms: Forms | None = None) -> QueryTable:
    """The queries with something relevant, the worst first, at most so many.

    >>> import gnomon as gn
    >>> made = query_table(gn.Ranked.of([0, 1, 1, 0, 0], [3, 2, 3, 2, 1], group=["a", "a", "b", "b", "c"]))
    >>> made.query.tolist(), made.first.tolist(), made.undefined
    (['a', 'b'], [2, 1], 1)
    """
    forms = forms_of() if forms is None else forms
    form = at(forms["ndcg"], CUT)
    ndcg = queried(form, ranked).values
    if len(ndcg) < len(ranked):  # a convention by which queries without an answer are skipped
        ranked = ranked.take(ranked.sizes > 0)
    level = float(forms["mean_average_precision"].options.get("relevant", 1))
    relevant = ranked.relevant(level)
    order = np.lexsort((-relevant, np.round(ndcg, 12)))  # queries without a value are last
    counted = int((~np.isnan(ndcg)).sum())
    worst = order[: counted if most is None else min(most, counted)]
    few = ranked.take(worst)
    return QueryTable(
        query=few.queries,
        items=few.sizes,
        relevant=relevant[worst],
        first=_first(few, form, level),
        ndcg=ndcg[worst],
        average_precision=_of_all(forms["mean_average_precision"], few),
        auc=_of_all(replace(forms["gauc"], options={"relevant": level}), few),
        counted=counted,
        undefined=len(ndcg) - counted,
    )


def _of_all(form: Reference, ranked: Ranked) -> Floats:
    """A metric of every query; NaN where the metric's convention skips one that has no answer."""
    found = queried(form, ranked).values
    values = np.full(len(ranked), np.nan)
    values[ranked.sizes > 0 if len(found) < len(ranked) else slice(None)] = found
    return values


def _first(ranked: Ranked, form: Reference, level: float) -> Integers:
    """The rank of each query's first relevant item; 0 where none was retrieved."""
    options, _ = conventional(form.entry, form.over.get("convention"), form.options, None)
    ties = options.get("ties", "average")
    lists = ranked.lists("worst" if ties == "average" else ties)
    places = np.append(np.flatnonzero(lists.grade >= level), len(lists.grade))
    first = places[np.searchsorted(places, lists.starts[:-1])]
    return np.where(first < lists.starts[1:], first - lists.starts[:-1] + 1, 0)
