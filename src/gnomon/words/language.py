"""The language that people are spoken to in, and the sentences that are said in it.

An English sentence is its own key: ``say("{count:,} rows", count=5)`` is in Chinese what ``words/zh/sentences.txt`` holds for it. What is
kept and may be read in another language later is a :class:`Message` instead.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal

from .message import Message, Told
from .visible import visible

Language = Literal["en", "zh"]
LANGUAGES: dict[str, Language] = {"en": "en", "zh": "zh"}
VARIABLE = "GNOMON_LANG"
_CHOSEN: ContextVar[Language | None] = ContextVar("language", default=None)


def language() -> Language:
    """The language that was chosen, else the one that GNOMON_LANG names, else English."""
    return _CHOSEN.get() or known(os.environ.get(VARIABLE, "")) or "en"


def known(name: str) -> Language | None:
    """The language of a name such as zh, zh-CN or zh_CN.UTF-8; nothing where it is none of ours.

    >>> known("zh_CN.UTF-8"), known("fr")
    ('zh', None)
    """
    return LANGUAGES.get(name.replace("-", "_").partition("_")[0].partition(".")[0].lower())


def of_machine() -> Language:
    """The language of a command that was told none: by GNOMON_LANG, else by the locale."""
    settings = [os.environ.get(name, "") for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")]
    return next((known(setting) or "en" for setting in settings if setting), "en")


@contextmanager
def speaking(lang: Language) -> Iterator[None]:
    """Say everything in a language for a while."""
    token = _CHOSEN.set(lang)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


@cache
def sentences() -> dict[str, str]:
    """What sentences say in Chinese, by the English; a new line is written as backslash and n."""
    text = (Path(__file__).parent / "zh" / "sentences.txt").read_text(encoding="utf-8")
    pairs = (block.split("\n") for block in text.rstrip("\n").split("\n\n")[1:])
    return {en.replace("\\n", "\n"): zh.replace("\\n", "\n") for en, zh in pairs}


class Said(str):
    """Lines that were put together of what was said, and go into a sentence as they are."""


def say(template: str, /, **values: Any) -> str:
    """A sentence in the language of the moment; its values are put in as ``str.format`` does, messages among them in that language.

    >>> with speaking("zh"):
    ...     print(say("{name} has no rows; a metric needs at least one", name="y_true"))
    y_true 没有任何行；指标至少需要一行
    """
    lang = language()
    if lang != "en":
        template = sentences().get(template, template)
    if not values:
        return template.text(lang) if isinstance(template, (Message, Told)) else template
    return _SEEN.vformat(template, (), {name: _value(value, lang) for name, value in values.items()})


class _Seen(Formatter):
    """``str.format`` that shows text from the data as it can be seen; what is quoted spells that out by itself."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        shown = value.raw if isinstance(value, _Raw) and conversion == "r" else value
        return super().convert_field(str(shown) if isinstance(shown, _Raw) else shown, conversion)


class _Raw(str):
    """Text from the data as it can be seen, and as it is."""

    raw: str


_SEEN = _Seen()


def _value(value: Any, lang: Language) -> Any:
    """A value in a sentence; text and paths, which may come from the data, as they can be seen."""
    if isinstance(value, (Message, Told)):
        return value.text(lang)
    if isinstance(value, Said):
        return value
    if not isinstance(value, (str, Path)):
        return value
    text = os.fspath(value)
    shown = visible(text)
    if shown == text:
        return text
    made = _Raw(shown)
    made.raw = text
    return made


def said_by_system(reason: Exception) -> str:
    """What the system says of a file that cannot be had."""
    return say((isinstance(reason, OSError) and reason.strerror) or str(reason))


def either(choices: Iterable[Any]) -> str:
    """Several choices as a sentence lists them.

    >>> either(["'a'", "'b'"])
    "'a' or 'b'"
    """
    return (" 或 " if language() == "zh" else " or ").join(map(str, choices))


def both(items: Iterable[Any]) -> str:
    """Several things that hold together, as a sentence lists them.

    >>> both(["'a'", "'b'"])
    "'a' and 'b'"
    """
    return (" 和 " if language() == "zh" else " and ").join(map(str, items))


def listed(items: Iterable[Any]) -> str:
    """Several things as a sentence lists them."""
    return ("、" if language() == "zh" else ", ").join(map(str, items))
