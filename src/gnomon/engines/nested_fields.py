"""Fields of columns of records in SQL, and the types that DuckDB reads them as in JSON."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..errors import InputError
from .formats import quoted
from .source import FieldPath


def identifier(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def extracted(path: FieldPath) -> str:
    """A column, or a field of a column of records, in SQL."""
    made = identifier(path[0])
    for field in path[1:]:
        made = f"struct_extract({made}, {quoted(field)})"
    return made


def projected(names: Sequence[str], nested: Mapping[str, FieldPath]) -> str:
    """Columns and fields in SQL, each under its own name."""
    return ", ".join(f"{extracted(nested[name])} AS {identifier(name)}" if name in nested else identifier(name) for name in names)


def fields_of(kind: Any, path: FieldPath) -> list[str]:
    """The fields of a column of a type of DuckDB's, or of a field in it: none where it holds no records."""
    for name in path[1:]:
        kind = dict(kind.children)[name]
    return [name for name, _ in kind.children] if kind.id == "struct" else []


def json_types(names: Sequence[str], nested: Mapping[str, FieldPath], numbers: Collection[str]) -> str:
    """What columns of JSON are read as: numbers as such, anything else as it is written; of records only the fields that are asked for."""
    tree: dict[str, Any] = {}
    for name in names:
        *above, last = nested.get(name, (name,))
        at = tree
        for field in above:
            at = at.setdefault(field, {})
            if isinstance(at, str):
                raise InputError("engines.record_named_beside_field", value=field)
        at[last] = "DOUBLE" if name in numbers else "JSON"
    return ", ".join(f"{quoted(name)}: {quoted(_type(kind))}" for name, kind in tree.items())


def _type(kind: Any) -> str:
    return kind if isinstance(kind, str) else f"STRUCT({', '.join(f'{identifier(name)} {_type(inner)}' for name, inner in kind.items())})"
