"""A message: a code and its values, which is its English text and can be said in every language that has the code's template."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from string import Formatter
from typing import Any

from .methods import method_words
from .visible import visible, visible_lines


@cache
def templates(lang: str) -> dict[str, str]:
    """What each code says in a language; loaded when the first message is said in it, a copy to which kinds from elsewhere add."""
    return dict(import_module(f".{lang}", __package__).TEMPLATES)


def add_templates(**languages: dict[str, str]) -> None:
    """Templates that a kind of evaluation from elsewhere brings, by language; a code has one text in each."""
    for lang, brought in languages.items():
        known = templates(lang)
        for code, text in brought.items():
            if known.setdefault(code, text) != text:
                raise ValueError(f"{code!r} says {known[code]!r} already; take another code")


class Message(str):
    """A text for people made of a code and its values: numbers, names, other messages, or lists of them.

    It is a ``str``, its English text, so that it prints, compares and is written as one.

    >>> left_out = Message("no_item_relevant")
    >>> left_out, left_out.code, left_out.text("zh")
    ('no item is relevant', 'no_item_relevant', '没有任何相关项')
    """

    code: str
    values: dict[str, Any]

    def __new__(cls, code: str, /, **values: Any) -> "Message":
        plain = {name: _plain(value) for name, value in values.items()}
        made = super().__new__(cls, _said(code, plain, "en"))
        made.code, made.values = code, plain
        return made

    def text(self, lang: str = "en") -> str:
        """What it says in a language."""
        return str(self) if lang == "en" else _said(self.code, self.values, lang)

    def holds(self, code: str) -> bool:
        """Whether it is of a code, or is made of a message that is."""
        return self.code == code or any(part.holds(code) for part in _messages(list(self.values.values())))

    def to_data(self) -> dict[str, Any]:
        """The code and its values as plain objects, from which :meth:`from_data` makes the message again."""
        return {"code": self.code, "values": {name: _to_data(value) for name, value in self.values.items()}}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Message":
        """The message that :meth:`to_data` wrote; a ``KeyError`` when it is of a code or without a value that the template needs."""
        return cls(data["code"], **{name: _from_data(value) for name, value in data["values"].items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self.code, self.values))


class Told(str):
    """A text that was read together with its translations, of which the code is no longer known; a ``str`` in English."""

    others: dict[str, str]

    def __new__(cls, en: str, **others: str) -> "Told":
        made = super().__new__(cls, visible_lines(en))
        made.others = {lang: visible_lines(text) for lang, text in others.items()}
        return made

    def text(self, lang: str = "en") -> str:
        """What it says in a language; in one that it was not read in, the English."""
        return self.others.get(lang, str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_told, (str(self), self.others))


def text_in(text: str, lang: str) -> str:
    """A text in a language; one that is no message says the same in all."""
    return text.text(lang) if isinstance(text, (Message, Told)) else str(text)


def joined(messages: Sequence[str]) -> str:
    """Several messages as one; nothing where there are none."""
    if not messages:
        return ""
    return messages[0] if len(messages) == 1 else Message("several", messages=list(messages))


class _Saying(Formatter):
    """``str.format`` with four more formats: a list is joined by what stands behind the colon, ``share`` writes a percentage,
    ``method`` what a method is called, ``count object`` how many objects there are, of one in the singular.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, list):
            return format_spec.join(_shown(item, self.lang) for item in value)
        if format_spec == "method":
            return method_words(str(value))[self.lang == "zh"]
        if format_spec == "share":
            return f"{100 * value:.3g} %"
        if format_spec.startswith("count "):
            return f"{value:,} {format_spec.removeprefix('count ')}{'' if value == 1 else 's'}"
        return _shown(value, self.lang) if isinstance(value, str) else format(value, format_spec)


def _shown(value: Any, lang: str) -> str:
    """A value in a sentence: messages say themselves, text from the data is shown as it can be seen."""
    said = text_in(value, lang)
    return said if isinstance(value, (Message, Told)) else visible(said)


def _said(code: str, values: dict[str, Any], lang: str) -> str:
    return _Saying(lang).vformat(templates(lang)[code], (), values)


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


def _to_data(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_data()
    return [_to_data(item) for item in value] if isinstance(value, list) else value


def _from_data(value: Any) -> Any:
    if isinstance(value, dict):
        return Message.from_data(value)
    return [_from_data(item) for item in value] if isinstance(value, list) else value


def _rebuilt(code: str, values: dict[str, Any]) -> Message:
    return Message(code, **values)


def _told(en: str, others: dict[str, str]) -> Told:
    return Told(en, **others)
