"""Options that generated texts take."""

from ...errors import InputError
from ..parts import TaskOption


def _column(given: object) -> str:
    if not isinstance(given, str) or not given:
        raise InputError("text.source_not_column_name", given=given)
    return given


OPTIONS = (
    TaskOption(
        "source",
        "Of generated texts: the column of what they were made from; outputs that only copy it are found.",
        check=_column,
        metavar="COLUMN",
        panel="Generated texts",
    ),
)
