"""Words in English and Chinese side by side, and why a value is undefined."""

from typing import Any

from markupsafe import Markup

from .page_words import PAGE

LANGUAGES = ("en", "zh")

LEFT_OUT = "curves are drawn for the first {most} models only"

REASONS: dict[str, str] = {
    LEFT_OUT: "只为前 {most} 个模型绘制曲线",
    "there are no rows": "没有任何行",
    "there are no positive rows: only one class is present": "没有正例：数据中只有一个类别",
    "there are no negative rows: only one class is present": "没有负例：数据中只有一个类别",
    "there are no positive rows": "没有正例",
    "there are no negative rows": "没有负例",
    "nothing was predicted positive": "没有任何行被预测为正",
    "nothing was predicted negative": "没有任何行被预测为负",
    "the class neither occurs nor is predicted": "该类既未出现也未被预测",
    "the model has no column that it could be computed from": "该模型没有可用来计算它的列",
}
"""Why a value is undefined; a reason not listed is shown in English."""


def both(en: str, zh: str) -> Markup:
    """A text in both languages, of which the page shows one."""
    return Markup('<span lang="en">{}</span><span lang="zh">{}</span>').format(en, zh)


def said(key: str, weighted: bool = False, **values: Any) -> Markup:
    """The page's words under a key, with values filled in: those for one, or for weights, where there are such."""
    counted = str(values.get("count", values.get("rows", "")))
    endings = ["_weighted"] * weighted + ["_one"] * (counted == "1")
    en, zh = PAGE[next((f"{key}{end}" for end in endings if f"{key}{end}" in PAGE), key)]
    return both(en.format(**values), zh.format(**values))


def reason(text: str) -> Markup:
    """Why a value is undefined, in both languages where the reason is known."""
    return both(text, REASONS.get(text, text))
