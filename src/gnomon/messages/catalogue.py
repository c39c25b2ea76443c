"""The catalogue: the text of each id in English and Chinese.

``messages.pot`` holds ids and English, ``zh.po`` the Chinese and the English that it translates. Both are files of gettext, which
editors of translations read, with the id as context. Each entry takes three lines, and entries stand in the order of their ids:
``make messages`` writes that form, and marks the Chinese of changed English as ``fuzzy``.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

Pair = tuple[str, str]
"""A text in English and in Chinese."""
FOLDER = Path(__file__).parent
FILES = {"en": "messages.pot", "zh": "zh.po"}
ENTRY = re.compile(r'^msgctxt "(.*)"\nmsgid "(.*)"\nmsgstr "(.*)"$', re.MULTILINE)


@cache
def texts(lang: str) -> dict[str, str]:
    """The text of each id in a language; read when the first message is written in it."""
    own = 1 if lang == "en" else 2
    entries = ENTRY.findall((FOLDER / FILES[lang]).read_text(encoding="utf-8"))
    return {entry[0]: json.loads(f'"{entry[own]}"') if "\\" in entry[own] else entry[own] for entry in entries if entry[own]}


def template(name: str, lang: str) -> str:
    """The text of an id in a language, before values are put in; in English where the language lacks it."""
    return texts(lang).get(name) or texts("en")[name]


def is_message(name: str) -> bool:
    """Whether the catalogue has an id."""
    return name in texts("en")


def add_messages(**languages: Mapping[str, str]) -> None:
    """Add the texts of a kind of evaluation from another package, by language: ``add_messages(en={"die.fair": "…"}, zh={…})``."""
    for lang, added in languages.items():
        known = texts(lang)
        for name, text in added.items():
            if known.setdefault(name, text) != text:
                raise ValueError(f"the id {name!r} is taken: {known[name]!r}; choose another id")
    pairs.cache_clear()


@cache
def pairs(area: str) -> dict[str, Pair]:
    """Every text of an area in both languages, by the rest of its id."""
    start = f"{area}."
    return {name.removeprefix(start): (text, template(name, "zh")) for name, text in texts("en").items() if name.startswith(start)}
