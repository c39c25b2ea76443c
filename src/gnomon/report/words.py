"""Words in English and Chinese side by side, and why a value is undefined."""

import re
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
    "no item is relevant": "没有任何相关项",
    "there are no queries": "没有任何查询",
    "there are no groups": "没有任何组",
    "positives and negatives are not together": "没有一组同时有正例和负例",
    "the model has no column that it could be computed from": "该模型没有可用来计算它的列",
}
"""Why a value is undefined; a reason not listed is shown in English."""


_SOME = r"(?P<cause>.+) in (?P<left>[\d,]+) of (?P<all>[\d,]+) queries(?P<first> \(first: .*\)), left out of the mean"


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
    if some := re.fullmatch(_SOME, text):
        cause = some["cause"]
        made = '<span lang="{}" title="{}">{}</span>'
        titles = cause + some["first"], REASONS.get(cause, cause) + some["first"].replace(" (first: ", "（如 ").replace(")", "）")
        texts = f"{some['left']} of {some['all']} queries left out", f"{some['all']} 个查询中 {some['left']} 个未计入"
        return Markup("").join(Markup(made).format(*one) for one in zip(LANGUAGES, titles, texts, strict=True))
    if none := re.fullmatch(r"(?P<cause>.+) in any of (?P<all>[\d,]+) queries", text):
        return both(text, f"{none['all']} 个查询：{REASONS.get(none['cause'], none['cause'])}")
    return both(text, REASONS.get(text, text))
