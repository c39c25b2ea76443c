"""Messages in saved files: beside each text stands what it is made of, so that it can be said in other languages again."""

from typing import Any

from .message import Message

KEY = "messages"


def saved(known: dict[str, Any], **texts: Any) -> dict[str, Any]:
    """Plain objects with, under one more key, the code and values of those texts (or lists of texts) that are messages.

    >>> saved({"reason": "no item is relevant"}, reason=Message("no_item_relevant"))
    {'reason': 'no item is relevant', 'messages': {'reason': {'code': 'no_item_relevant', 'values': {}}}}
    """
    data = {name: made for name, text in texts.items() if (made := _data(text))}
    return {**known, KEY: data} if data else known


def restored(known: dict[str, Any]) -> dict[str, Any]:
    """What :func:`saved` was given, messages in the place of their texts; a text of which no more is known stays as it is."""
    rest = {name: value for name, value in known.items() if name != KEY}
    return rest | {name: _message(data, rest[name]) for name, data in known.get(KEY, {}).items() if name in rest}


def _data(text: object) -> list[Any] | dict[str, Any] | None:
    if isinstance(text, (list, tuple)):
        made = [_data(one) for one in text]
        return made if any(made) else None
    return text.to_data() if isinstance(text, Message) else None


def _message(data: Any, text: object) -> Any:
    if isinstance(text, list):
        return [_message(*pair) for pair in zip(data, text, strict=True)] if isinstance(data, list) and len(data) == len(text) else text
    try:
        return Message.from_data(data)
    except (KeyError, TypeError, ValueError, AttributeError):  # written by a gnomon that has other words
        return text
