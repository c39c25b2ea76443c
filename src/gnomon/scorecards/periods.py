"""Periods of a column: in the order of their kind, and which of them are missing between the first and the last."""

import datetime
import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Column
from ..engines.columns import spelt
from ..errors import InputError
from ..inputs.moments import shown

MOST = 1000
"""Periods that a table can be read of."""
_MONTH = re.compile(r"(\d{4})(-?)(\d{2})")


class Periods(NamedTuple):
    """The periods in order, and the place of each row's among them; -1 where it has none."""

    names: tuple[Any, ...]
    places: NDArray[np.int64]


def periods_of(column: Column, name: str, spells: bool) -> Periods:
    """Periods sorted as what they are: numbers, dates or text."""
    coded = column.encoded()
    names = [spelt(one) if spells else one for one in coded.names or ()]
    if spells and len({type(one) for one in names}) > 1:
        names = list(coded.names or ())
    if not names:
        raise InputError("scorecards.over_empty", name=name)
    used = np.unique(coded.values[coded.values >= 0])
    if len(used) > MOST:
        raise InputError(
            "scorecards.too_many_periods",
            name=name,
            count=len(used),
            most=MOST,
        )
    try:
        order = sorted(used.tolist(), key=lambda place: names[place])
    except TypeError:
        raise InputError("scorecards.over_types_mixed", name=name) from None
    places = np.full(len(names) + 1, -1, np.int64)
    places[order] = np.arange(len(order))
    return Periods(tuple(shown(names[one]) for one in order), places[coded.values])


def missing_between(names: tuple[Any, ...]) -> list[str]:
    """Months or whole numbers that no row has, between the first and the last; nothing where periods are of another kind.

    >>> missing_between(("2024-11", "2025-02")), missing_between((202411, 202501)), missing_between((1, 2, 4)), missing_between(("a", "c"))
    (['2024-12', '2025-01'], ['202412'], ['3'], [])
    """
    months = [_month(name) for name in names]
    if all(month is not None for month in months):
        held = [month for month in months if month is not None]
        gaps = sorted(set(range(held[0][0], held[-1][0])) - {number for number, _ in held})
        return [_written(number, held[0][1]) for number in gaps[:MOST]]
    if all(isinstance(name, int) and not isinstance(name, bool) for name in names) and names[-1] - names[0] <= MOST:
        return [str(number) for number in range(names[0], names[-1]) if number not in set(names)]
    return []


def _month(name: object) -> tuple[int, str] | None:
    """A month's number and how months are written: 2024-03, 202403, or the first day of each."""
    text, kind = str(name), ""
    if isinstance(name, str):
        try:
            date = datetime.date.fromisoformat(name[:10]) if len(name) >= 10 else None
        except ValueError:
            return None
        if date is not None:
            return (12 * date.year + date.month - 1, "day") if date.day == 1 and name[10:] in ("", "T00:00:00") else None
    if isinstance(name, float) and name.is_integer():
        text = str(int(name))
    found = _MONTH.fullmatch(text)
    if found is None or not 1 <= int(found[3]) <= 12 or not 1900 <= int(found[1]) < 2200:
        return None
    return 12 * int(found[1]) + int(found[3]) - 1, found[2] or kind


def _written(number: int, kind: str) -> str:
    year, month = divmod(number, 12)
    return f"{year}-{month + 1:02d}-01" if kind == "day" else f"{year}{kind}{month + 1:02d}"
