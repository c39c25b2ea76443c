"""The figures that a finding rests on, named in both languages."""

from typing import Any

from markupsafe import Markup

from ..catalog import explain, parse
from ..errors import InputError
from .figures import threshold_text
from .views import shown
from .words import both

NAMES = {
    "cut": ("cut at", "截断位置"),
    "failed_queries": ("queries without a hit", "未命中的查询占比"),
    "highest_grade": ("highest grade", "最高等级"),
    "groups": ("groups", "组数"),
    "groups_used": ("groups that count", "计入的组数"),
    "queries": ("queries", "查询数"),
    "rows_used": ("rows that count", "计入的行占比"),
    "short_lists": ("lists no longer than the cut", "不超过截断长度的列表占比"),
    "tied_neighbours": ("neighbours that tie", "相邻同分占比"),
    "unanswered": ("queries not answered", "未返回结果的查询数"),
    "unjudged": ("never judged", "未标注占比"),
    "without_relevant": ("queries without anything relevant", "无相关项的查询占比"),
    "at_fpr": ("at FPR", "所在 FPR"),
    "classes": ("classes", "类别"),
    "clusters": ("clusters", "群数"),
    "columns": ("columns", "列"),
    "correlation": ("correlation of neighbours", "相邻行的相关系数"),
    "detectable": ("told from", "可分辨的差别"),
    "deviations": ("standard errors from none", "偏离零的标准误倍数"),
    "difference": ("difference", "差值"),
    "distinct_scores": ("distinct scores", "不同得分数"),
    "dropped": ("rows dropped", "剔除行数"),
    "expected": ("to be expected elsewhere", "换数据后的预期"),
    "gap": ("observed − predicted", "实际 − 预测"),
    "high": ("to", "至"),
    "ks_threshold": ("threshold of KS", "KS 阈值"),
    "label": ("label", "标签"),
    "low": ("from", "自"),
    "majority_rate": ("majority rate", "多数类占比"),
    "most_above": ("above by at most", "最多高出"),
    "most_below": ("below by at most", "最多低于"),
    "negative_rows": ("negative rows", "负例数"),
    "other": ("against", "对比"),
    "p_value": ("p", "p"),
    "positive_rows": ("positive rows", "正例数"),
    "rows": ("rows", "行数"),
    "score": ("score", "得分"),
    "slice": ("slice", "分组"),
    "stretches": ("ahead", "领先区间"),
    "threshold": ("threshold", "阈值"),
    "tied_pairs": ("pairs tied", "同分的样本对"),
    "whole": ("whole", "整体"),
}


def evidence_of(evidence: dict[str, Any]) -> list[tuple[Markup, str]]:
    """Each figure's name and its text."""
    return [(_name(name), _text(value)) for name, value in evidence.items()]


def _name(name: str) -> Markup:
    """A word of ours, a metric's heading, or what the data calls it."""
    if name in NAMES:
        return both(*NAMES[name])
    try:
        reference = parse(name)
    except InputError:
        return both(shown(name), shown(name))
    at = "" if reference.at is None else f" @{threshold_text(reference.at)}"
    return both(*(f"{explain(reference.entry.name, lang).heading}{at}" for lang in ("en", "zh")))


def _text(value: Any) -> str:
    if isinstance(value, dict) and value.keys() == {"winner", "from", "to"}:
        return f"{value['winner']} {_text(value['from'])} – {_text(value['to'])}"
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_text(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value[:12])) + (", …" if len(value) > 12 else "")
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) >= 2 else threshold_text(value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
