"""A card as SQL: a CASE for each variable, which adds up to the score to the last digit."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..words.language import either

if TYPE_CHECKING:
    from .card import Card, Characteristic
    from .segments import SegmentedCard

DIALECTS = ("generic", "duckdb")


def to_sql(card: "Card", table: str | None, dialect: str) -> str:
    """An expression, or a query of a table."""
    _check(table, dialect)
    cases = {name: _case(_identifier(name), one, dialect) for name, one in card.variables.items()}
    score = _sum(card, dialect)
    if table is None:
        return score
    return _query(table, [*(f"{case} AS {_identifier(f'{name}_points')}" for name, case in cases.items()), f'{score} AS "score"'])


def segments_to_sql(cards: "SegmentedCard", table: str | None, dialect: str) -> str:
    """A CASE over segments; a row of none has no score."""
    _check(table, dialect)
    column = _identifier(cards.segment)
    whens = " ".join(f"WHEN {column} = {_literal(value)} THEN {_sum(card, dialect)}" for value, card in cards.cards.items())
    score = f"CASE {whens} ELSE NULL END"
    return score if table is None else _query(table, [f'{score} AS "score"'])


def _check(table: Any, dialect: Any) -> None:
    if dialect not in DIALECTS:
        raise InputError("⟦dialect⟧: {dialect!r} is not {choices}", dialect=dialect, choices=either(DIALECTS))
    if table is not None and (not isinstance(table, str) or not table):
        raise InputError("⟦table⟧: {table!r} is no name of a table", table=table)


def _sum(card: "Card", dialect: str) -> str:
    return " + ".join([_number(card.base), *(f"({_case(_identifier(name), one, dialect)})" for name, one in card.variables.items())])


def _query(table: str, lines: list[str]) -> str:
    source = ".".join(_identifier(part) for part in table.split("."))
    return "SELECT *,\n  " + ",\n  ".join(lines) + f"\nFROM {source}"


def _case(column: str, one: "Characteristic", dialect: str) -> str:
    layout, points = one.layout, one.points
    missing = f"{column} IS NULL"
    whens = []
    if layout.groups is None and dialect == "duckdb":
        # A float of single precision is the decimal that it is written as, as in Python: 0.7 is not below 0.7.
        real = f"(CASE WHEN typeof({column}) = 'FLOAT' THEN CAST(CAST({column} AS VARCHAR) AS DOUBLE) ELSE CAST({column} AS DOUBLE) END)"
        missing += f" OR isnan({real})"
        whens.append(f"WHEN isinf({real}) THEN NULL")
        column = real
    whens.insert(0, f"WHEN {missing} THEN {_points(points[layout.missing])}")
    whens += [f"WHEN {column} = {_literal(code)} THEN {_points(points[layout.regular + at])}" for at, code in enumerate(layout.special)]
    if layout.groups is not None:
        for at, group in enumerate(layout.groups):
            whens.append(f"WHEN {column} IN ({', '.join(map(_literal, group))}) THEN {_points(points[at])}")
        last = points[layout.other]
    else:
        sign = "<" if layout.closed == "left" else "<="
        whens += [f"WHEN {column} {sign} {_number(edge)} THEN {_points(points[at])}" for at, edge in enumerate(layout.edges)]
        last = points[layout.regular - 1]
    return f"CASE {' '.join(whens)} ELSE {_points(last)} END"


def _points(value: float) -> str:
    return "NULL" if np.isnan(value) else _number(value)


def _number(value: float) -> str:
    """A number that SQL takes for a double: one with an exponent; without, it would be a decimal, which adds up otherwise."""
    text = repr(float(value))
    written = text if "e" in text else f"{text}e0"
    return f"({written.upper()})" if written.startswith("-") else written.upper()


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value) if isinstance(value, int) else _number(value)


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
