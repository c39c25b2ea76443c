"""Rows in files and behind DuckDB relations, read by DuckDB in batches that never hold the whole."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from ..errors import InputError
from ..words.language import listed
from .columns import Column, from_arrow, in_order, list_text, printable
from .complaints import explaining
from .formats import Place, csv_header, json_layout, literal, quoted
from .source import Batch, Share, Source, Wanted


def connect(memory: int | None = None) -> Any:
    """A DuckDB of our own that keeps to its share of the memory; what it must spill goes to the system's temporary folder."""
    import tempfile

    try:
        import duckdb
        import pyarrow as pa
    except ImportError as reason:
        raise InputError(
            "reading files needs DuckDB and PyArrow ({reason}); install them with: pip install 'gnomon[files]'", reason=reason
        ) from None
    del pa
    connection = duckdb.connect()
    for setting in ("autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"):
        connection.execute(f"SET {setting} = false")  # extensions would come from the network, or go to it
    connection.execute("SET enable_progress_bar = false")  # it would print into the JSON that a command writes
    connection.execute(f"SET temp_directory = {quoted(tempfile.gettempdir())}")
    if memory is not None:
        connection.execute(f"SET memory_limit = '{min(max(memory // 4, 128 * 2**20), 2**50)}B'")
    return connection


class RelationSource(Source):
    """A DuckDB relation of the caller's, read through its own connection."""

    def __init__(self, relation: Any, name: str) -> None:
        self.name = name
        self._relation = relation
        self.columns = list(relation.columns)

    def batches(self, wanted: Wanted, size: int, share: Share | None = None) -> Iterator[Batch]:
        with explaining(Place(self.name, [], "a table")):
            relation = self._relation if share is None else self._relation.filter(_within(_identifier(share.column), share))
            chosen = relation.project(", ".join(map(_identifier, wanted.names)))
            orders = {name: list(kind.children[0][1]) for name, kind in zip(wanted.names, chosen.types, strict=True) if kind.id == "enum"}
            yield from _ordered(_stream(chosen, wanted.names, size), orders)


class FileSource(Source):
    """Files of one format. ``na`` are texts that mean a missing value in a CSV, besides none at all."""

    first_row = 1

    def __init__(self, place: Place, memory: int, na: Sequence[str] = ()) -> None:
        self.name = place.name
        self._place = place
        self._na = ["", *na]
        self.spells = place.format in ("csv", "tsv")
        with ExitStack() as failed:
            failed.callback(place.discard)
            self._connection = connect(memory)
            failed.callback(self._connection.close)
            failed.enter_context(explaining(place))
            self._open()
            self.rows, self.roughly = place.count(self._connection)
            failed.pop_all()

    def _open(self) -> None:
        place = self._place
        if self.spells:
            self._delimiter, self.columns = csv_header(self._connection, place)
        elif place.format == "json":
            self._layout = json_layout(place.paths[0])
            self.columns = self._json_columns("")
        else:
            self.columns = list(self._table().columns)

    def _json_columns(self, sample: str) -> list[str]:
        scan = f"read_json({self._paths}, format = '{self._layout}', maximum_depth = 1, hive_partitioning = false {sample})"
        return list(self._connection.sql(f"SELECT * FROM {scan}").columns)

    def require(self, argument: str, column: Any) -> str:
        if self._place.format == "json" and column not in self.columns:
            with explaining(self._place):  # a key that is rare may be met past the sample
                self.columns = self._json_columns(", sample_size = -1")
        return super().require(argument, column)

    @property
    def _paths(self) -> str:
        return f"[{', '.join(quoted(literal(path)) for path in self._place.paths)}]"

    def _table(self) -> Any:
        """A relation over files that know their columns' types."""
        if self._place.format == "parquet":
            return self._connection.sql(f"SELECT * FROM read_parquet({self._paths}, union_by_name = true, hive_partitioning = false)")
        import pyarrow as pa
        import pyarrow.dataset as ds

        parts = [ds.dataset(path, format="ipc") for path in self._place.paths]
        schema = pa.unify_schemas([part.schema for part in parts], promote_options="permissive")
        return self._connection.from_arrow(ds.dataset(self._place.paths, schema=schema, format="ipc"))

    def _scan(self, wanted: Wanted, share: Share | None) -> Any:
        """The wanted columns. Those of text are read as what their part calls for, so that nothing is guessed from values."""
        if self.spells:
            types = ["DOUBLE" if name in wanted.numbers else "VARCHAR" for name in self.columns]
            columns = ", ".join(f"c{place}: '{kind}'" for place, kind in enumerate(types))
            options = f"delim = {quoted(self._delimiter)}, quote = '\"', escape = '\"', header = true, auto_detect = false"
            nulls = f"nullstr = [{', '.join(map(quoted, self._na))}]"
            chosen = ", ".join(f"c{self.columns.index(name)}" for name in wanted.names)
            where = "" if share is None else f" WHERE {_within(f'c{self.columns.index(share.column)}', share)}"
            return self._connection.sql(
                f"SELECT {chosen} FROM read_csv({self._paths}, {options}, {nulls}, hive_partitioning = false, "
                f"columns = {{{columns}}}){where}"
            )
        chosen = ", ".join(map(_identifier, wanted.names))
        within = None if share is None else _within(_identifier(share.column), share)
        if self._place.format != "json":
            table = self._table()
            return (table if within is None else table.filter(within)).project(chosen)
        columns = ", ".join(f"{quoted(name)}: '{'DOUBLE' if name in wanted.numbers else 'JSON'}'" for name in wanted.names)
        scan = f"read_json({self._paths}, format = '{self._layout}', hive_partitioning = false, columns = {{{columns}}})"
        return self._connection.sql(f"SELECT {chosen} FROM {scan}" + ("" if within is None else f" WHERE {within}"))

    def batches(self, wanted: Wanted, size: int, share: Share | None = None) -> Iterator[Batch]:
        texts = {*wanted.labels, *wanted.others} if self._place.format == "json" else set()
        with explaining(self._place):
            orders = self._orders(wanted.names) if self._place.format in ("parquet", "arrow") else {}
            for batch in _ordered(_stream(self._scan(wanted, share), wanted.names, size), orders):
                yield {name: _decoded(column) if name in texts else column for name, column in batch.items()}

    def _orders(self, names: list[str]) -> dict[str, list[Any]]:
        """The categories of those columns that the files keep as ordered dictionaries, which DuckDB reads as text."""
        import pyarrow as pa
        import pyarrow.dataset as ds

        found: dict[str, list[Any]] = {}
        for path in self._place.paths:
            part = ds.dataset(path, format="parquet" if self._place.format == "parquet" else "ipc")
            kinds = {name: part.schema.field(name).type for name in names if name in part.schema.names}
            ordered = [name for name, kind in kinds.items() if pa.types.is_dictionary(kind) and kind.ordered]
            first = part.head(1, columns=ordered)
            for name in ordered if first.num_rows else ():
                order = first.column(name).chunk(0).dictionary.to_pylist()
                if found.setdefault(name, order) != order:
                    raise InputError(
                        "the files hold {name!r} as categories of different orders ({order}, {other}); give them one order",
                        name=name,
                        order=listed(found[name]),
                        other=listed(order),
                    )
        return found

    def close(self) -> None:
        self._connection.close()
        self._place.discard()


def _ordered(batches: Iterator[Batch], orders: dict[str, list[Any]]) -> Iterator[Batch]:
    """Columns of ordered categories with their names in that order."""
    for batch in batches:
        yield {name: in_order(column, orders.get(name)) for name, column in batch.items()}


def _within(column: str, share: Share) -> str:
    """The condition that picks the rows of a share; DuckDB keeps them in their order."""
    return f"hash({column}) % {share.of} = {share.part}"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _stream(relation: Any, names: list[str], size: int) -> Iterator[Batch]:
    open_reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    for batch in open_reader(size):
        if batch.num_rows:
            yield {name: from_arrow(batch.column(place), name) for place, name in enumerate(names)}


def _decoded(column: Column) -> Column:
    """A column of JSON values: text stays text, numbers are numbers, whatever stood in other rows."""
    assert column.names is not None
    values = [json.loads(text) for text in column.names]
    if any(isinstance(value, list) for value in values):
        # Equal lists may be written in two ways.
        texts = dict.fromkeys(list_text(value, "a column") for value in values)
        places = {text: place for place, text in enumerate(texts)}
        table = np.array([places[list_text(value, "a column")] for value in values])
        return column._replace(values=np.where(column.values < 0, -1, table[column.values]), names=tuple(texts), lists=True)
    return column._replace(names=tuple(value if isinstance(value, (str, bool, int, float)) else printable(value) for value in values))
