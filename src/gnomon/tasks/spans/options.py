"""Options that tagged sentences take."""

from collections.abc import Callable
from typing import Any, get_args

from ...errors import InputError
from ...messages.language import either
from ...texts.spans import Ends, Mode, Named, Overlaps
from ..parts import TaskOption

PANEL = "Tagged sentences"


def _one_of(name: str, choices: tuple[str, ...]) -> Callable[[Any], Any]:
    def check(given: object) -> Any:
        if given is not None and given not in choices:
            raise InputError("summary.rating_option_unknown", name=name, given=given, choices=either(map(repr, choices)))
        return given

    return check


def _types(given: object) -> tuple[str, ...] | None:
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return None
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise InputError("spans.types_not_list", given=given)
    names = tuple(given)
    wrong = next((name for name in names if not isinstance(name, str) or not name), None)
    if wrong is not None or len({*names}) < len(names):
        raise InputError("spans.types_duplicate_or_not_text", given=list(names))
    return tuple(sorted(names))


def _column(given: object) -> str | None:
    if given is not None and not isinstance(given, str):
        raise InputError("spans.tokens_not_column_name", given=given)
    return given


def _settled(name: str, choices: object, help_text: str) -> TaskOption:
    return TaskOption(name, help_text, check=_one_of(name, get_args(choices)), metavar="|".join(get_args(choices)), panel=PANEL)


OPTIONS = (
    _settled("scheme", Named, "How tags are written. Default: the scheme that the true tags of the first rows follow."),
    _settled("mode", Mode, "Whether runs of tags that the scheme does not allow are no entities (strict, the default), or start one."),
    _settled("ends", Ends, "Whether the end of a span given as offsets is the first place after it (exclusive, the default) or its last."),
    _settled("overlaps", Overlaps, "Whether spans given as offsets may overlap on one side (default: error)."),
    TaskOption(
        "tokens",
        "The column that holds the words of each sentence, a list or a text, with which the page shows the worst sentences.",
        check=_column,
        metavar="COLUMN",
        panel=PANEL,
    ),
    TaskOption(
        "types",
        "A type that entities may have, repeated for each; one that is not named is refused. Default: those of the first rows.",
        check=_types,
        many=True,
        metavar="TYPE",
        panel=PANEL,
    ),
)
