"""A message: an id and its values. It is its English text, and gives its text in each language of the catalogue."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from .catalogue import template, texts
from .visible import visible, visible_lines

TEXT_SPEC = re.compile(r"[<>^]?\d*(?:\.\d+)?")


class Message(str):
    """A text for people: an id of the catalogue and values (numbers, names, other messages, or lists of them).

    It is a ``str``, its English text, so that it prints, compares and serializes as one.

    >>> left_out = Message("no_item_relevant")
    >>> left_out, left_out.code, left_out.text("zh")
    ('no item is relevant', 'no_item_relevant', '没有任何相关项')
    """

    code: str
    values: dict[str, Any]

    def __new__(cls, code: str, /, **values: Any) -> "Message":
        plain = {name: _plain(value) for name, value in values.items()}
        message = super().__new__(cls, filled(template(code, "en"), plain, "en"))
        message.code, message.values = code, plain
        return message

    def text(self, lang: str = "en") -> str:
        """The text in a language."""
        return str(self) if lang == "en" else filled(template(self.code, lang), self.values, lang)

    def holds(self, code: str) -> bool:
        """Whether the message has this id, or one of its values does."""
        return self.code == code or any(part.holds(code) for part in _messages(list(self.values.values())))

    def to_data(self) -> dict[str, Any]:
        """The id and the values as plain objects, from which :meth:`from_data` builds the message again."""
        return {"code": self.code, "values": {name: _to_data(value) for name, value in self.values.items()}}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Message":
        """The message that :meth:`to_data` wrote. Raises ``KeyError`` for an unknown id or a missing value."""
        return cls(data["code"], **{name: _from_data(value) for name, value in data["values"].items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self.code, self.values))


class Translated(str):
    """An English text with its translations, read from a file that does not hold the id."""

    others: dict[str, str]

    def __new__(cls, en: str, **others: str) -> "Translated":
        text = super().__new__(cls, visible_lines(en))
        text.others = {lang: visible_lines(other) for lang, other in others.items()}
        return text

    def text(self, lang: str = "en") -> str:
        """The text in a language, or in English where the file did not have it."""
        return self.others.get(lang, str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_translated, (str(self), self.others))


class Trusted(str):
    """Lines that gnomon composed of messages; they enter another message unchanged, with their line ends."""


def text_in(text: str, lang: str) -> str:
    """The text of a message in a language; any other text is the same in all."""
    return text.text(lang) if isinstance(text, (Message, Translated)) else str(text)


def joined(messages: Sequence[str]) -> str:
    """Several messages as one; an empty text where there are none."""
    if not messages:
        return ""
    return messages[0] if len(messages) == 1 else Message("several", messages=list(messages))


def filled(text: str, values: dict[str, Any], lang: str) -> str:
    """A template with its values."""
    return _FILLERS[lang].vformat(text, (), values)


class _Filler(Formatter):
    """``str.format`` in a language. A list is joined by its format; ``share`` writes a percentage, ``method`` the name of a method, and
    ``count object`` a number of objects, in the singular for one. Text from the data is shown without control characters.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, list) and format_spec:
            return format_spec.join(_shown(item, self.lang) for item in value)
        if format_spec == "method":
            return method_words(str(value))[self.lang == "zh"]
        if format_spec == "share":
            return f"{100 * value:.3g} %"
        if format_spec.startswith("count "):
            return f"{value:,} {format_spec.removeprefix('count ')}{'' if value == 1 else 's'}"
        if isinstance(value, (str, Path)):
            text = _shown(value, self.lang)
            return format(text, format_spec) if TEXT_SPEC.fullmatch(format_spec) else text
        return format(value, format_spec)


_FILLERS = {lang: _Filler(lang) for lang in ("en", "zh")}


def method_words(method: str) -> tuple[str, str]:
    """The name of a method in English and Chinese; an unknown method keeps its own."""
    name = f"method.{method.replace(' ', '_')}"
    return (texts("en").get(name, method), texts("zh").get(name, method))


def _shown(value: object, lang: str) -> str:
    if isinstance(value, (Message, Translated, Trusted)):
        return text_in(value, lang)
    return visible(os.fspath(value) if isinstance(value, (str, Path)) else str(value))


def _plain(value: Any) -> Any:
    """A value as plain Python: NumPy scalars as numbers, tuples as lists; a message stays one."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.item() if hasattr(value, "dtype") else value


def _messages(values: list[Any]) -> Iterator[Message]:
    for value in values:
        if isinstance(value, Message):
            yield value
        elif isinstance(value, list):
            yield from _messages(value)


def _to_data(value: object) -> Any:
    if isinstance(value, Message):
        return value.to_data()
    return [_to_data(item) for item in value] if isinstance(value, list) else value


def _from_data(value: object) -> Any:
    if isinstance(value, dict):
        return Message.from_data(value)
    return [_from_data(item) for item in value] if isinstance(value, list) else value


def _rebuilt(code: str, values: dict[str, Any]) -> Message:
    return Message(code, **values)


def _translated(en: str, others: dict[str, str]) -> Translated:
    return Translated(en, **others)
