"""Findings on ranked lists: what a mean over queries hides, and what AUC says that no single list bears out."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...catalog import parse
from ...findings.finding import Finding, Rules, share
from ...metrics.areas import roc_auc
from ...metrics.grouped import GaucTable
from ...metrics.ranking import CONVENTIONS, success_at
from ...summary import Ranked
from .reading import ListReading as Reading

rule = RULES = Rules()
CUT = 10
FEW = 20
"""Queries below which a share of them is mostly luck."""


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
                f"{name}: ROC AUC {auc:.3f} but GAUC {within:.3f}: much of the AUC comes from telling groups apart, which the order "
                f"within one group's list{' (hardly better than chance)' if weak else ''} does not show; judge a ranker by GAUC",
                f"{name}：ROC AUC 为 {auc:.3f}，GAUC 只有 {within:.3f}：AUC 有很大一部分来自区分不同的组，"
                f"而组内列表的排序{'几乎等于随机' if weak else '没有这么好'}；评价排序模型应看 GAUC",
                "gauc",
                name,
                evidence,
                weight=1 + auc - within,
            )
        else:
            yield Finding(
                "gauc_above_auc",
                "caution",
                f"{name}: GAUC {within:.3f} is above ROC AUC {auc:.3f}: each group's own list is in better order than all rows together, "
                "whose scores are not comparable between groups; do not compare or threshold them across groups",
                f"{name}：GAUC {within:.3f} 高于 ROC AUC {auc:.3f}：各组内部的排序好于整体，组与组之间的分数不可比；"
                "不要跨组比较分数或共用阈值",
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
        reasons = "; ".join(f"{count:,} {reason}" for reason, count in table.dropped.items())
        yield Finding(
            "groups_dropped",
            "caution",
            f"GAUC speaks for {table.groups_used:,} of {table.groups:,} groups and {share(used)} of the rows: the others have one class "
            f"only ({reasons})",
            f"GAUC 只覆盖 {table.groups:,} 组中的 {table.groups_used:,} 组、{share(used)} 的行：其余各组只有一类标签",
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
                f"{name}: {share(failed)} of the queries that have something relevant show none of it among the first {CUT}; a mean over "
                "queries does not tell: look at the worst ones",
                f"{name}：有相关项的查询中，{share(failed)} 的前 {CUT} 位一个相关项都没有；平均值看不出这一点，请查看最差的查询",
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
                f"no grade reaches {level:g}, from which an item is relevant (the highest is {ranked.highest:g}): what counts relevant "
                "items sees none; pass relevant= in the references, as in recall_at(relevant=0.5)@10",
                f"没有任何等级达到 {level:g}（相关的起点；最高为 {ranked.highest:g}）：按相关与否计数的指标什么也数不到；"
                "请在指标中指定 relevant=，例如 recall_at(relevant=0.5)@10",
                "recall_at",
                name,
                {"highest_grade": ranked.highest},
                weight=1.5,
            )
            continue
        empty = float((ranked.relevant(level) == 0).mean())
        out = [v.metric for v in e.values.values() if v.model == name and v.defined and v.reason.startswith("no item is relevant in")]
        if len(ranked) >= FEW and empty > 0.2 and out:
            yield Finding(
                "nothing_relevant",
                "caution",
                f"{share(empty)} of {len(ranked):,} queries have nothing relevant: {', '.join(out)} leave them out "
                "and speak for the others",
                f"{len(ranked):,} 个查询中有 {share(empty)} 没有任何相关项：{'、'.join(out)} 不计这些查询，只反映其余的查询",
                "ndcg",
                name,
                {"without_relevant": empty, "queries": len(ranked)},
                weight=empty / 2,
            )


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
                f"{share(covered)} of the lists have at most {cut} items: what is cut at {cut} sees all of them, and recall_at@{cut} is 1 "
                "for any order; cut earlier",
                f"{share(covered)} 的列表不超过 {cut} 项：截断到 {cut} 等于全看，recall_at@{cut} 无论怎么排都是 1；应取更小的截断",
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


def _option(reference: Any, name: str, default: Any) -> Any:
    """What a reference says of an option, itself or by its convention."""
    by_convention = CONVENTIONS.get(reference.over.get("convention", ""), {}).get(name, default)
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
                f"{name}: {share(tied)} of neighbours in the lists share a score; figures are the mean over their orders, and a system "
                "that breaks ties shows one of them",
                f"{name}：列表中 {share(tied)} 的相邻项得分相同；指标取各种顺序的平均，实际系统只会展示其中一种顺序",
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
                f"{name}: {share(unjudged)} of the documents among the first {CUT} were never judged and count as not relevant; a run that "
                "did not feed the judgments is underrated (bpref passes over them)",
                f"{name}：前 {CUT} 位中 {share(unjudged)} 的文档没有人工标注，按不相关计；没有参与标注池的系统会被低估（bpref 会跳过它们）",
                "bpref",
                name,
                {"unjudged": unjudged, "cut": CUT},
                weight=unjudged,
            )


@rule
def unanswered_queries(e: Reading) -> Iterator[Finding]:
    """Judged queries that a run does not answer: nothing found, or not asked."""
    skipped = all(_option(r, "missing_queries", "zero") == "skip" for r in _list_references(e) if "missing_queries" in r.entry.over)
    en = "they are left out, as the convention has it" if skipped else "they count as having found nothing (unless missing_queries=skip)"
    zh = "按所选口径不计" if skipped else "按一无所获计（missing_queries=skip 则不计）"
    for name, ranked in e.lists.items():
        missing = int((ranked.sizes == 0).sum())
        if missing:
            yield Finding(
                "unanswered_queries",
                "caution",
                f"{name}: {missing:,} of {len(ranked):,} judged queries are not in the run; {en}",
                f"{name}：{len(ranked):,} 个有标注的查询中有 {missing:,} 个不在结果里，{zh}",
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
        named = " × ".join(columns)
        yield Finding(
            "slices_cut_lists",
            "caution",
            f"{named} varies within groups: a slice ranks only its own rows of each list, and shorter lists look better; compare slices "
            "with each other, not with the whole",
            f"{named} 在同一组内有不同取值：分组后只对各列表中属于该分组的行排序，列表越短看起来越好；请在分组之间比较，不要与整体比较",
            "ndcg",
            None,
            {"columns": list(columns), "groups": e.groups},
            weight=0.45,
        )
