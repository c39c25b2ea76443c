"""Words in English and Chinese side by side, and why a value is undefined."""

from typing import Any

from markupsafe import Markup

from ..words import Message, text_in
from .page_words import PAGE, Pair

LANGUAGES = ("en", "zh")


def both(en: str, zh: str) -> Markup:
    """A text in both languages, of which the page shows one."""
    return Markup('<span lang="en">{}</span><span lang="zh">{}</span>').format(en, zh)


def said(key: str, weighted: bool = False, **values: Any) -> Markup:
    """The page's words under a key, with values filled in: those for one, or for weights, where there are such."""
    counted = str(values.get("count", values.get("rows", "")))
    endings = ["_weighted"] * weighted + ["_one"] * (counted == "1")
    en, zh = PAGE[next((f"{key}{end}" for end in endings if f"{key}{end}" in PAGE), key)]
    return both(en.format(**values), zh.format(**values))


def in_both(text: str) -> Pair:
    """A message in both languages; a text of which no more is known says the same in both."""
    return text_in(text, "en"), text_in(text, "zh")


def reason(text: str) -> Markup:
    """Why a value is undefined, or how many queries its mean leaves out, which is titled with the cause."""
    if not (isinstance(text, Message) and text.code == "queries_left_out"):
        return both(*in_both(text))
    counts = in_both(Message("queries_left_out_count", count=text.values["count"], queries=text.values["queries"]))
    causes = in_both(Message("queries_left_out_cause", cause=text.values["cause"], first=text.values["first"]))
    made = Markup('<span lang="{}" title="{}">{}</span>')
    return Markup("").join(made.format(*one) for one in zip(LANGUAGES, causes, counts, strict=True))
