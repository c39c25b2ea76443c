"""Options that rows of several labels take."""

from typing import Any

from ...errors import InputError
from ..parts import TaskOption


def _separator(given: object) -> str:
    if not isinstance(given, str) or not given.strip(" "):
        raise InputError("multilabel.separator_empty", given=given)
    return given


def _labels(given: object) -> tuple[Any, ...] | None:
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return None
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise InputError("multilabel.labels_not_list", given=given)
    names = tuple(given)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError("multilabel.label_named_twice", twice=twice[0])
    return names


OPTIONS = (
    TaskOption(
        "separator",
        "Rows have several labels, written in one text with this mark between them; an empty text is a row without labels.",
        check=_separator,
        metavar="MARK",
        panel="Several labels a row",
    ),
    TaskOption(
        "labels",
        "A label that rows may have, repeated for each; a label that is not named is refused. Default: those that occur.",
        check=_labels,
        many=True,
        metavar="LABEL",
        panel="Several labels a row",
    ),
)
