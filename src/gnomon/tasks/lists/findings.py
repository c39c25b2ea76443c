"""Findings on ranked lists: what a mean over queries hides, and what AUC says that no single list bears out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import parse
from ...catalog.explain import named
from ...findings.finding import Finding, FindingRules
from ...messages import Message
from ...metrics.areas import roc_auc
from ...metrics.grouped import GaucTable
from ...metrics.ranking import NOTHING, preset, success_at
from ...summary import Ranked
from .reading import ListReading as Reading

if TYPE_CHECKING:
    from ...catalog import Reference


rule = RULES = FindingRules()
CUT = 10
FEW = 20
"""Queries below which a share of them is mostly luck."""
DROPPED = {
    "without positives": "groups_without_positives",
    "without negatives": "groups_without_negatives",
    "without rows": "groups_without_rows",
    "without weight": "groups_without_weight",
}
"""How a finding counts the groups that a table of GAUC leaves out."""


@rule
def auc_beside_gauc(e: Reading) -> Iterator[Finding]:
    """AUC high while GAUC is not: much of it comes from telling users apart, which no user's own list can use."""
    for name in e.lists:
        sweep = e.sweeps.get(name)
        if sweep is None:
            continue
        table = e.tables[name]
        auc, within = roc_auc(sweep), table.value
        if table.groups_used < FEW or not abs(auc - within) > max(0.03, 3 * _error(table)):
            continue
        evidence = {"roc_auc": auc, "gauc": within, "groups": table.groups_used}
        if auc > within:
            weak = within < 0.55
            yield Finding(
                "auc_without_gauc",
                "problem" if weak or auc - within > 0.1 else "caution",
                Message("auc_with_chance_gauc" if weak else "auc_without_gauc", model=name, auc=auc, gauc=within),
                "gauc",
                name,
                evidence,
                weight=1 + auc - within,
            )
        else:
            yield Finding(
                "gauc_above_auc",
                "caution",
                Message("gauc_above_auc", model=name, auc=auc, gauc=within),
                "gauc",
                name,
                evidence,
                weight=0.5,
            )


def _error(table: GaucTable) -> float:
    """The standard error of a GAUC, groups being independent."""
    used = table.weight > 0
    weight = table.weight[used] / table.weight[used].sum()
    return float(np.sqrt(((weight * (table.auc[used] - table.value)) ** 2).sum()))


@rule
def groups_dropped(e: Reading) -> Iterator[Finding]:
    """GAUC speaks for few of the rows: the other groups have one class only."""
    for name in list(e.lists)[:1]:
        table = e.tables[name]
        if e.task != "binary" or not table.total_rows or table.rows_used >= 0.8 * table.total_rows:
            continue
        used = table.rows_used / table.total_rows
        reasons = [Message(DROPPED[reason], count=count) for reason, count in table.dropped.items()]
        yield Finding(
            "groups_dropped",
            "caution",
            Message("groups_dropped", used=table.groups_used, groups=table.groups, part=used, reasons=reasons),
            "gauc_table",
            name,
            {"groups": table.groups, "groups_used": table.groups_used, "rows_used": used},
            weight=1 - used,
        )


@rule
def queries_that_fail(e: Reading) -> Iterator[Finding]:
    """A mean hides the queries that find nothing at all where anyone looks."""
    for name, ranked in e.lists.items():
        found = success_at(ranked, k=CUT, relevant=_level(e), no_relevant="undefined")
        able = ~np.isnan(found) & (ranked.sizes > 0)
        # A list no longer than the cut shows all it has, and fails only where nothing relevant was retrieved.
        failed = float((found[able] == 0).mean()) if able.sum() >= FEW else 0.0
        if failed > 0.1:
            yield Finding(
                "queries_that_fail",
                "problem" if failed > 0.3 else "caution",
                Message("queries_that_fail", model=name, failed=failed, cut=CUT),
                "success_at",
                name,
                {"failed_queries": failed, "queries": int(able.sum())},
                weight=failed,
            )


@rule
def nothing_relevant(e: Reading) -> Iterator[Finding]:
    """Queries without anything relevant, which some metrics leave out; or grades that all fall short of what is relevant."""
    level = _level(e)
    for name, ranked in list(e.lists.items())[:1]:
        if 0 < ranked.highest < level:
            yield Finding(
                "grades_below_one",
                "problem",
                Message("grades_below_one", level=level, highest=ranked.highest),
                "recall_at",
                name,
                {"highest_grade": ranked.highest},
                weight=1.5,
            )
            continue
        empty = float((ranked.relevant(level) == 0).mean())
        out = [v.metric for v in e.values.values() if v.model == name and v.defined and _leaves_out(v.reason)]
        if len(ranked) >= FEW and empty > 0.2 and out:
            yield Finding(
                "nothing_relevant",
                "caution",
                Message("nothing_relevant", empty=empty, queries=len(ranked), metrics=[*map(named, out)]),
                "ndcg",
                name,
                {"without_relevant": empty, "queries": len(ranked)},
                weight=empty / 2,
            )


def _leaves_out(reason: str) -> bool:
    """Whether a value says that queries without anything relevant are left out of it."""
    return isinstance(reason, Message) and reason.holds("queries_left_out") and reason.holds(NOTHING.code)


@rule
def short_lists(e: Reading) -> Iterator[Finding]:
    """Lists no longer than the cut: a metric of the first ten then sees everything, and some are 1 by construction."""
    cuts = {int(r.at) for r in _list_references(e) if r.at is not None}
    for name, ranked in list(e.lists.items())[:1]:
        sizes = ranked.sizes[ranked.sizes > 0]
        cut = min(cuts, default=0)
        covered = float((sizes <= cut).mean()) if len(sizes) else 0.0
        if cut and covered > 0.5 and not len(ranked.rest):
            yield Finding(
                "short_lists",
                "caution",
                Message("short_lists", covered=covered, cut=cut),
                "recall_at",
                name,
                {"short_lists": covered, "cut": cut},
                weight=0.4,
            )


def _list_references(e: Reading) -> list[Any]:
    return [r for r in map(parse, e.metrics) if r.entry.summary is Ranked]


def _level(e: Reading) -> float:
    """The lowest grade from which any of the metrics counts an item as relevant; 0 where none counts."""
    levels = [float(_option(r, "relevant", 1)) for r in _list_references(e) if "relevant" in r.entry.options and r.entry.name != "gauc"]
    return min(levels, default=0.0)


def _option(reference: "Reference", name: str, default: str | int) -> Any:
    """What a reference says of an option, itself or by its convention."""
    by_convention = preset(reference.over.get("convention"), reference.entry.name).get(name, default)
    return {**reference.over, **reference.options}.get(name, by_convention)


@rule
def tied_lists(e: Reading) -> Iterator[Finding]:
    """Scores so coarse that the order shown is a matter of chance."""
    if not any(_option(r, "ties", "average") == "average" for r in _list_references(e) if "ties" in r.entry.options):
        return
    for name, ranked in e.lists.items():
        pairs = np.maximum(ranked.items - int((ranked.sizes > 0).sum()), 1)
        tied = float(ranked.tied.sum()) / pairs
        if tied > 0.2:
            yield Finding(
                "tied_lists",
                "caution",
                Message("tied_lists", model=name, tied=tied),
                "ndcg",
                name,
                {"tied_neighbours": tied},
                weight=tied / 2,
            )


@rule
def unjudged_at_the_top(e: Reading) -> Iterator[Finding]:
    """Documents nobody judged count as not relevant, which underrates whoever finds new ones."""
    for name, ranked in e.lists.items():
        if not np.isnan(ranked.grade).any():
            continue
        places = np.arange(ranked.items) - np.repeat(ranked.starts[:-1], ranked.sizes)
        top = places < CUT
        unjudged = float(np.isnan(ranked.grade[top]).mean())
        if unjudged > 0.1:
            yield Finding(
                "unjudged_at_the_top",
                "problem" if unjudged > 0.5 else "caution",
                Message("unjudged_at_the_top", model=name, unjudged=unjudged, cut=CUT),
                "bpref",
                name,
                {"unjudged": unjudged, "cut": CUT},
                weight=unjudged,
            )


@rule
def unanswered_queries(e: Reading) -> Iterator[Finding]:
    """Judged queries that a run does not answer: nothing found, or not asked."""
    skipped = all(_option(r, "missing_queries", "zero") == "skip" for r in _list_references(e) if "missing_queries" in r.entry.over)
    code = "unanswered_queries_skipped" if skipped else "unanswered_queries"
    for name, ranked in e.lists.items():
        missing = int((ranked.sizes == 0).sum())
        if missing:
            yield Finding(
                "unanswered_queries",
                "caution",
                Message(code, model=name, missing=missing, queries=len(ranked)),
                "ndcg",
                name,
                {"unanswered": missing, "queries": len(ranked)},
                weight=missing / len(ranked),
            )


@rule
def slices_cut_lists(e: Reading) -> Iterator[Finding]:
    """Slices by what varies within a list rank only their part of it, and are no measure beside the whole."""
    for columns in dict.fromkeys(tuple(part.by) for part in e.slices):
        parts = [part for part in e.slices if tuple(part.by) == columns and part.groups is not None]
        if not e.groups or not parts or sum(part.groups for part in parts) <= 1.05 * e.groups:
            continue
        yield Finding(
            "slices_cut_lists",
            "caution",
            Message("slices_cut_lists", columns=columns),
            "ndcg",
            None,
            {"columns": list(columns), "groups": e.groups},
            weight=0.45,
        )
