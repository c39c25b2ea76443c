"""The language of the moment, and messages in it."""

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

from .catalogue import texts
from .message import filled, text_in

Language = Literal["en", "zh"]
LANGUAGES: dict[str, Language] = {"en": "en", "zh": "zh"}
VARIABLE = "GNOMON_LANG"
_CHOSEN: ContextVar[Language | None] = ContextVar("language", default=None)


def language() -> Language:
    """The language that was chosen, else the one that GNOMON_LANG names, else English."""
    return _CHOSEN.get() or known(os.environ.get(VARIABLE, "")) or "en"


def known(name: str) -> Language | None:
    """The language of a name such as zh, zh-CN or zh_CN.UTF-8; None for any other language.

    >>> known("zh_CN.UTF-8"), known("fr")
    ('zh', None)
    """
    return LANGUAGES.get(name.replace("-", "_").partition("_")[0].partition(".")[0].lower())


def of_machine() -> Language:
    """The language of a command without ``--lang``: by GNOMON_LANG, else by the locale."""
    settings = [os.environ.get(name, "") for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")]
    return next((known(setting) or "en" for setting in settings if setting), "en")


@contextmanager
def speaking(lang: Language) -> Iterator[None]:
    """Use a language within the block."""
    token = _CHOSEN.set(lang)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def say(name: str, /, **values: Any) -> str:
    """The message of an id in the language of the moment. A text that is not an id, as from another package, is its own template.

    >>> with speaking("zh"):
    ...     print(say("inputs.rows_missing", name="y_true"))
    y_true 没有任何行；指标至少需要一行
    """
    lang = language()
    text = texts(lang).get(name)
    if text is None:
        text = texts("en").get(name) or text_in(name, lang)
    return filled(text, values, lang) if values else text


def term(word: str) -> str:
    """A name of the interface, such as a column or a family of metrics, in the language of the moment.

    >>> with speaking("zh"):
    ...     print(term("ranking"), term("a column of the user"))
    排序 a column of the user
    """
    name = f"term.{re.sub('[^a-z0-9]+', '_', word.lower()).strip('_')}"
    return texts(language())[name] if texts("en").get(name) == word else word


def said_by_system(reason: Exception) -> str:
    """What the operating system reports about a file, in the language of the moment."""
    code = errno.errorcode.get(getattr(reason, "errno", None) or 0, type(reason).__name__).lower()
    own = (isinstance(reason, OSError) and reason.strerror) or str(reason)
    return texts(language()).get(f"system.{code}", own) if own == texts("en").get(f"system.{code}") else own


def either(choices: Iterable[Any]) -> str:
    """Several choices as a sentence lists them.

    >>> either(["'a'", "'b'"])
    "'a' or 'b'"
    """
    return texts(language())["term.or"].join(map(str, choices))


def both(items: Iterable[Any]) -> str:
    """Several items that hold together, as a sentence lists them.

    >>> both(["'a'", "'b'"])
    "'a' and 'b'"
    """
    return texts(language())["term.and"].join(map(str, items))


def listed(items: Iterable[object]) -> str:
    """Several items as a sentence lists them."""
    return texts(language())["term.comma"].join(map(str, items))
