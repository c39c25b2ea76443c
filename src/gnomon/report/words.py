"""Words in English and Chinese side by side, and why a value is undefined."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from ..messages import Pair, text_in
from ..messages.visible import visible_lines
from .evidence_names import NAMES
from .page_words import PAGE
from .script_words import SCRIPT
from .section import Section
from .sections import merged, sections

LANGUAGES = ("en", "zh")

OWN: dict[str, Mapping[str, Any]] = {"page_words": PAGE, "script_words": SCRIPT, "evidence_names": NAMES}


@cache
def _table(name: str, brought: tuple[Section, ...]) -> dict[str, Any]:
    """The frame's table of a name with those of the sections."""
    return merged(OWN[name], (getattr(section, name) for section in brought))


def page_words() -> Mapping[str, Pair]:
    """What the page says: the frame's words and those of every section."""
    return _table("page_words", sections())


def script_words(brought: tuple[Section, ...] | None = None) -> Mapping[str, Pair]:
    """What the script says, likewise; with the words of some sections only, where these are named."""
    return _table("script_words", sections() if brought is None else brought)


def evidence_names() -> Mapping[str, Pair]:
    """What the figures are called that findings rest on, likewise."""
    return _table("evidence_names", sections())


def seen(value: object) -> Any:
    """A text from the data as it can be seen; markup is ours."""
    return visible_lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def both(en: str, zh: str) -> Markup:
    """A text in both languages, of which the page shows one."""
    return Markup('<span lang="en">{}</span><span lang="zh">{}</span>').format(seen(en), seen(zh))


def said(key: str, weighted: bool = False, **values: Any) -> Markup:
    """The page's words under a key, with values filled in: those for one, or for weights, where there are such."""
    counted = str(values.get("count", values.get("rows", "")))
    endings = ["_weighted"] * weighted + ["_one"] * (counted == "1")
    words = page_words()
    en, zh = words[next((f"{key}{end}" for end in endings if f"{key}{end}" in words), key)]
    return both(en.format(**values), zh.format(**values))


def in_both(text: str) -> Pair:
    """A message in both languages; a text of which no more is known says the same in both."""
    return text_in(text, "en"), text_in(text, "zh")


def reason(text: str) -> Markup:
    """Why a value is undefined, as HTML: as the section writes it that knows it, or else in its own words."""
    known = (section.reason(text) for section in sections())
    return next((said for said in known if said is not None), both(*in_both(text)))
