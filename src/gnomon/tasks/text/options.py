"""Options that generated texts take."""

from typing import Any

from ...errors import InputError
from ..parts import Option


def _column(given: Any) -> str:
    if not isinstance(given, str) or not given:
        raise InputError("⟦source⟧: {given!r:.40} is no name of a column; pass that of the texts that outputs were made from", given=given)
    return given


OPTIONS = (
    Option(
        "source",
        "Of generated texts: the column of what they were made from; outputs that only copy it are found.",
        check=_column,
        metavar="COLUMN",
        panel="Generated texts",
    ),
)
