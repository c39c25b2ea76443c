"""A card as SQL: a CASE for each variable, which adds up to the score to the last digit."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError, warn
from ..messages.language import either, say

if TYPE_CHECKING:
    from .card import Card, Characteristic
    from .segments import SegmentedCard


class Dialect(NamedTuple):
    """How a database writes names and texts: ``escapes`` where a backslash in a text begins an escape, ``in_names`` where in a name too."""

    quote: str = '"'
    escapes: bool = False
    in_names: bool = False
    knows_nan: bool = False


DIALECTS = {
    "generic": Dialect(),
    "duckdb": Dialect(knows_nan=True),
    "mysql": Dialect("`", escapes=True),
    "snowflake": Dialect(escapes=True),
    "bigquery": Dialect("`", escapes=True, in_names=True),
    "spark": Dialect("`", escapes=True),
}
QUOTE = "'"
ESCAPES = str.maketrans({"\\": r"\\", "'": r"\'", "\n": r"\n", "\r": r"\r", "\t": r"\t"})


def to_sql(card: "Card", table: str | None, dialect: str) -> str:
    """An expression, or a query of a table."""
    rule = _checked(table, dialect)
    score = _sum(card, rule)
    if table is None:
        return _noted(score, dialect)
    points = [f"{_case(name, one, rule)} AS {_identifier(f'{name}_points', rule)}" for name, one in card.variables.items()]
    return _noted(_query(table, [*points, f"{score} AS {_identifier('score', rule)}"], rule), dialect)


def segments_to_sql(cards: "SegmentedCard", table: str | None, dialect: str) -> str:
    """A CASE over segments; a row of none has no score."""
    rule = _checked(table, dialect)
    column = _identifier(cards.segment, rule)
    whens = " ".join(f"WHEN {column} = {_literal(value, rule)} THEN {_sum(card, rule)}" for value, card in cards.cards.items())
    score = f"CASE {whens} ELSE NULL END"
    return _noted(score if table is None else _query(table, [f"{score} AS {_identifier('score', rule)}"], rule), dialect)


def _checked(table: object, dialect: object) -> Dialect:
    if not isinstance(dialect, str) or dialect not in DIALECTS:
        raise InputError("scorecards.sql_dialect_unknown", dialect=dialect, choices=either(DIALECTS))
    if table is not None and (not isinstance(table, str) or not table):
        raise InputError("scorecards.sql_table_not_name", table=table)
    return DIALECTS[dialect]


def _noted(sql: str, dialect: str) -> str:
    """The SQL, with a warning where what a backslash in it means depends on the database, and nobody says which that is."""
    if dialect == "generic" and "\\" in sql:
        warn(say("scorecards.sql_backslash_ambiguous"))
    return sql


def _sum(card: "Card", rule: Dialect) -> str:
    return " + ".join([_number(card.base), *(f"({_case(name, one, rule)})" for name, one in card.variables.items())])


def _query(table: str, lines: list[str], rule: Dialect) -> str:
    source = ".".join(_identifier(part, rule) for part in table.split("."))
    return "SELECT *,\n  " + ",\n  ".join(lines) + f"\nFROM {source}"


def _case(name: str, one: "Characteristic", rule: Dialect) -> str:
    layout, points, column = one.layout, one.points, _identifier(name, rule)
    missing = f"{column} IS NULL"
    whens = []
    if layout.groups is None and rule.knows_nan:
        # A float of single precision is the decimal that it is written as, as in Python: 0.7 is not below 0.7.
        real = f"(CASE WHEN typeof({column}) = 'FLOAT' THEN CAST(CAST({column} AS VARCHAR) AS DOUBLE) ELSE CAST({column} AS DOUBLE) END)"
        missing += f" OR isnan({real})"
        whens.append(f"WHEN isinf({real}) THEN NULL")
        column = real
    whens.insert(0, f"WHEN {missing} THEN {_points(points[layout.missing])}")
    whens += [
        f"WHEN {column} = {_literal(code, rule)} THEN {_points(points[layout.regular + at])}" for at, code in enumerate(layout.special)
    ]
    if layout.groups is not None:
        for at, group in enumerate(layout.groups):
            whens.append(f"WHEN {column} IN ({', '.join(_literal(value, rule) for value in group)}) THEN {_points(points[at])}")
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


def _literal(value: Any, rule: Dialect) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f"'{_writable(value).translate(ESCAPES) if rule.escapes else _writable(value).replace(QUOTE, QUOTE * 2)}'"
    return str(value) if isinstance(value, int) else _number(value)


def _identifier(name: str, rule: Dialect) -> str:
    if not name:
        raise InputError("scorecards.sql_name_empty")
    quote = f"\\{rule.quote}" if rule.in_names else rule.quote * 2
    written = (_writable(name).replace("\\", r"\\") if rule.in_names else _writable(name)).replace(rule.quote, quote)
    return f"{rule.quote}{written}{rule.quote}"


def _writable(text: str) -> str:
    """A text that SQL can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("scorecards.sql_half_surrogate_pair", text=text) from None
    if "\0" in text:
        raise InputError("scorecards.sql_text_with_nul", text=text)
    return text
