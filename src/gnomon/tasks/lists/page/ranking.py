"""Ranked lists as the page shows them: metrics along k, the queries behind the mean, the worst ones, lists by length, AUC beside GAUC."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from markupsafe import Markup

from ....catalog import parse
from ....evaluation import Evaluation, Value
from ....evaluation.saved import plain_number
from ....evaluation.text import count, number
from ....metrics.grouped import GaucTable, gauc_table
from ....report.figures import headings_of, signed
from ....report.names import elided, shown
from ....report.section import summary_of
from ....report.sure import interval_of, plain
from ....report.words import said
from ....summary import Ranked
from ..duels import Duel, duel_of
from ..sizes import by_size, size_bins
from ..tables import CUT, METRICS, QueryTable, at, distribution_of, forms_of, marks_of, metrics_at_k, query_table

MOST_LISTS = 40
"""Models whose lists one page holds."""
MOST_QUERIES = 50
MOST_COUPLES, MOST_MOVED = 10, 10
SPREADS = ("ndcg", "mean_average_precision", "gauc")
"""What each query has a value of."""
SIZES = ("queries", "rows", "undefined", "ndcg", "low", "high", "gauc")
LIKE = 0.02
"""AUC and GAUC that differ by less are called close."""


def lists_of(e: Evaluation) -> dict[str, Ranked]:
    """The ranked lists that the page shows, by model."""
    found = {name: summary_of(e, name, "lists") for name in e.names}
    return dict([(name, ranked) for name, ranked in found.items() if isinstance(ranked, Ranked)][:MOST_LISTS])


def ranking_of(e: Evaluation) -> dict[str, Any] | None:
    """Everything that is drawn of ranked lists, all models on the same k and the same bins of lengths; None where there are none."""
    lists = lists_of(e)
    if not lists:
        return None
    forms = forms_of(e.metrics)
    marks = marks_of(list(lists.values()))
    bins = size_bins(np.concatenate([ranked.sizes for ranked in lists.values()]), len(lists))
    return {
        "cut": CUT,
        "k": marks,
        "bins": bins,
        "metrics": [name.removesuffix("_at") for name in METRICS],
        "terms": METRICS,
        "spreads": SPREADS,
        "forms": [str(forms[name]) if forms[name].options or forms[name].over else "" for name in METRICS],
        "duels": _duels(e, lists),
        "models": [_model(lists[name], e.level, marks, bins, forms) if name in lists else None for name in e.names],
    }


def _duels(e: Evaluation, lists: dict[str, Ranked]) -> list[dict[str, Any]]:
    """Each couple of models, query by query, on every metric of lists that has a better end."""
    metrics = [metric for metric in e.metrics if parse(metric).entry.summary is Ranked and parse(metric).entry.better is not None]
    couples = list(combinations(lists, 2))[:MOST_COUPLES] if metrics else []
    return [
        {"a": e.names.index(a), "b": e.names.index(b), "metrics": [_duel(duel_of(m, lists[a], lists[b], MOST_MOVED)) for m in metrics]}
        for a, b in couples
    ]


def _duel(one: Duel) -> dict[str, Any]:
    counts = {name: getattr(one, name) for name in ("metric", "won", "tied", "lost", "unmatched")}
    return counts | {"heading": headings_of(one.metric, brief=True), "moved": [[shown(query), *ends] for query, *ends in one.moved]}


def _model(ranked: Ranked, level: float | None, marks: list[int], bins: list[tuple[int, int]], forms: dict[str, Any]) -> dict[str, Any]:
    along = metrics_at_k(ranked, marks, level, forms)
    sizes = by_size(ranked, bins, level, forms)
    spreads = [distribution_of(at(forms[name], CUT) if name == "ndcg" else forms[name], ranked) for name in SPREADS]
    return {
        "queries": len(ranked),
        "items": ranked.items,
        "nothing": spreads[0].undefined,
        "unanswered": int((ranked.sizes == 0).sum()),
        "unjudged": ranked.unjudged,
        "items_unjudged": int(np.isnan(ranked.grade).sum()),
        "at": [_numbers(getattr(along, name.removesuffix("_at"))) for name in METRICS],
        "low": _numbers(along.low),
        "high": _numbers(along.high),
        "spread": [
            {"counts": one.queries.tolist(), "value": plain_number(one.value), "quantiles": _numbers(one.quantiles)}
            | {name: getattr(one, name) for name in ("counted", "zero", "one", "undefined")}
            for one in spreads
        ],
        "sizes": [list(line) for line in zip(*(_numbers(getattr(sizes, name)) for name in SIZES), strict=True)],
        "worst": _worst(query_table(ranked, MOST_QUERIES, forms)),
    }


def _numbers(values: Any) -> list[Any]:
    return [plain_number(value) for value in values.tolist()]


def _worst(table: QueryTable) -> dict[str, Any]:
    columns = ("items", "relevant", "first", "ndcg", "average_precision", "auc")
    names = [shown(query) for query in table.query.tolist()]
    lines = zip(names, *(_numbers(getattr(table, name)) for name in columns), strict=True)
    return {"counted": table.counted, "lines": [list(line) for line in lines]}


@dataclass(frozen=True)
class Areas:
    """One model's AUC beside its GAUC: as written, with intervals, as places on a scale in percent, and what their gap says."""

    place: int
    model: str
    auc: Value
    gauc: Value
    auc_text: str
    gauc_text: str
    auc_interval: Markup | None
    gauc_interval: Markup | None
    gap: float
    gap_text: str
    left: float
    width: float
    above: bool
    table: GaucTable
    left_out: list[Markup]
    sentence: Markup


def areas_of(e: Evaluation) -> list[Areas]:
    """AUC beside GAUC, where both are known."""
    lists = lists_of(e)
    pairs = {name: (e.values.get((name, "roc_auc")), e.values.get((name, "gauc"))) for name in lists}
    known = {name: (a, g) for name, (a, g) in pairs.items() if a is not None and g is not None and a.defined and g.defined}
    # The scale begins at chance, or where the lowest is.
    start = min([0.5, *(min(pair) for pair in known.values())])
    return [_areas(e, name, e.names.index(name), auc, gauc, lists[name], start) for name, (auc, gauc) in known.items()]


def _areas(e: Evaluation, name: str, place: int, auc: Value, gauc: Value, ranked: Ranked, start: float) -> Areas:
    gap = float(auc) - float(gauc)
    table = gauc_table(ranked)
    low, high = ((min(auc, gauc) - start) / (1 - start), (max(auc, gauc) - start) / (1 - start)) if start < 1 else (0.0, 0.0)
    return Areas(
        place=place,
        model=name,
        auc=auc,
        gauc=gauc,
        auc_text=plain(number(auc)),
        gauc_text=plain(number(gauc)),
        auc_interval=interval_of(auc, e.level),
        gauc_interval=interval_of(gauc, e.level),
        gap=gap,
        gap_text=signed(gap),
        left=round(100 * low, 3),
        width=round(100 * (high - low), 3),
        above=gap >= 0,
        table=table,
        left_out=[said(reason, count=count(left)) for reason, left in table.dropped.items()],
        sentence=said(_verdict(auc, gauc), model=elided(shown(name), 40), gap=f"{abs(gap):.3f}"),
    )


def _verdict(auc: Value, gauc: Value) -> str:
    """What the gap says: none where it is small, or intervals overlap."""
    higher, lower = (auc, gauc) if auc > gauc else (gauc, auc)
    overlap = higher.low is not None and lower.high is not None and higher.low <= lower.high
    if float(higher) - float(lower) < LIKE or overlap:
        return "areas_alike"
    return "areas_apart" if auc > gauc else "areas_below"
