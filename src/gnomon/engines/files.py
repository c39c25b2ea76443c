"""Rows in files and behind DuckDB relations, read by DuckDB in batches that never hold the whole."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from ..errors import InputError
from ..memory import COLUMN_BYTES, reading_share
from ..messages.language import listed, say
from .checksums import verify_pages
from .columns import Column, from_arrow, in_order, list_text, printable
from .complaints import explaining
from .csv_files import csv_splits, refuse_underscores, underscored
from .formats import TEXTS, Place, json_layout, literal, partition_keys, quoted
from .nested_fields import extracted, fields_of, identifier, json_types, projected
from .source import Batch, FieldPath, HashPartition, Projection, Source


def connect(memory: int | None = None) -> Any:
    """A DuckDB of our own that keeps to its share of the memory; what it must spill goes to the system's temporary folder."""
    import tempfile

    try:
        import duckdb
        import pyarrow as pa
    except ImportError as reason:
        raise InputError("engines.duckdb_missing", reason=reason) from None
    del pa
    connection = duckdb.connect()
    for setting in ("autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"):
        connection.execute(f"SET {setting} = false")  # extensions would come from the network, or go to it
    connection.execute("SET enable_progress_bar = false")  # it would print into the JSON that a command writes
    connection.execute(f"SET temp_directory = {quoted(tempfile.gettempdir())}")
    if memory is not None:
        connection.execute(f"SET memory_limit = '{reading_share(memory)}B'")
    return connection


class RelationSource(Source):
    """A DuckDB relation of the caller's, read through its own connection."""

    def __init__(self, relation: Any, name: str) -> None:
        self.name = name
        self._relation = relation
        self.columns = list(relation.columns)

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        with explaining(Place(self.name, [], say("engines.label_one_table"))):
            relation = self._relation if share is None else self._relation.filter(_within(self._sql(share.column), share))
            chosen = relation.project(projected(wanted.names, self.nested))
            orders = {name: list(kind.children[0][1]) for name, kind in zip(wanted.names, chosen.types, strict=True) if kind.id == "enum"}
            yield from _ordered(_stream(chosen, wanted.names, size), orders)

    def fields(self, path: FieldPath) -> Sequence[str]:
        return fields_of(self._relation.types[self.columns.index(path[0])], path)

    def _sql(self, column: str) -> str:
        return extracted(self.nested.get(column, (column,)))


class FileSource(Source):
    """Files of one format. ``na`` are texts that mean a missing value in a CSV, besides none at all."""

    first_row = 1

    def __init__(self, place: Place, memory: int, na: Sequence[str] = ()) -> None:
        self.name = place.name
        self._place, self._memory = place, memory
        self.inputs = place.inputs
        self._checked = set[str]()
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
        packed = [path for path in place.paths if place.format in TEXTS and path.endswith(".gz")]
        self._doubtful = bool(sum(underscored(path, place.shown(path)) for path in packed))  # each of them is looked through
        if self.spells:
            self._splits, self._asked = csv_splits(place), set[str]()
            self._split(next(iter(self._splits)))
        elif place.format == "json":
            self._layout, self._found = json_layout(place.paths[0]), dict[int, dict[str, Any]]()
            self.columns = list(self._json_table(1).columns)
        else:
            self.columns = list(self._table().columns)

    def _split(self, delimiter: str) -> None:
        """Read a CSV by a delimiter."""
        self._delimiter = delimiter
        self.columns = self._place.header = self._splits[delimiter]

    def _json_types(self, depth: int) -> dict[str, Any]:
        """The columns that some line of JSON has, and their types, as all lines have them."""
        if depth not in self._found:
            table = self._json_table(depth, ", sample_size = -1")
            self._found[depth] = dict(zip(table.columns, table.types, strict=True))
        return self._found[depth]

    def _json_table(self, depth: int, sample: str = "") -> Any:
        """What DuckDB finds in JSON: records down to a depth, and below them text."""
        how = f"format = '{self._layout}', maximum_depth = {depth}, map_inference_threshold = -1, hive_partitioning = false {sample}"
        return self._connection.sql(f"SELECT * FROM read_json({self._paths}, {how})")

    def fields(self, path: FieldPath) -> Sequence[str]:
        if self.spells:
            return ()
        with explaining(self._place):
            if self._place.format == "json":
                return fields_of(self._json_types(len(path) + 1)[path[0]], path)
            table = self._table()
            return fields_of(table.types[table.columns.index(path[0])], path)

    def require(self, argument: str, column: Any) -> str:
        if self.spells and column not in self.columns:
            other = next((mark for mark, names in self._splits.items() if {*self._asked, column} <= {*names}), None)
            if other is not None:
                self._split(other)
        if self._place.format == "json" and column not in self.columns:
            with explaining(self._place):  # a key that is rare may be met past the sample
                self.columns = list(self._json_types(1))
        found = super().require(argument, column)
        if self.spells:
            self._asked.add(found)
        return found

    @property
    def _paths(self) -> str:
        return f"[{', '.join(quoted(literal(path)) for path in self._place.paths)}]"

    def _table(self) -> Any:
        """A relation over files that know their columns' types."""
        if self._place.format == "parquet":
            hive = bool(self._place.folders)
            scan = f"read_parquet({self._paths}, union_by_name = true, hive_partitioning = {str(hive).lower()})"
            return self._connection.sql(f"SELECT {self._folder_columns() if hive else '*'} FROM {scan}")
        import pyarrow as pa

        parts = [_dataset(path, "ipc") for path in self._place.paths]
        schema = pa.unify_schemas([part.schema for part in parts], promote_options="permissive")
        return self._connection.from_arrow(_dataset(self._place.paths, "ipc", schema))

    def _folder_columns(self) -> str:
        """The columns of folders in SQL: those of the files and of subfolders such as day=3, none that a folder above seems to name."""
        import pyarrow.parquet as pq

        place = self._place
        pairs = [(path, folder) for folder in place.folders for path in place.paths if path.startswith(os.path.join(folder, ""))]
        inside = {os.path.dirname(os.path.relpath(path, folder)): None for path, folder in pairs}
        keys = {folder: partition_keys(folder) for folder in inside}
        first, *others = keys
        if apart := [folder for folder in others if keys[folder] != keys[first]]:
            raise InputError(
                "engines.subfolder_columns_differ",
                name=place.name,
                first=first,
                other=apart[0],
            )
        above = {key for folder in place.folders for key in partition_keys(folder)}
        held = {name for path in place.paths for name in pq.read_schema(path).names}
        # DuckDB takes names that differ in case alone for one, and would read the folder's values for those of the files.
        times = Counter(key.lower() for key in (*{name.lower() for name in held}, *keys[first], *above))
        if taken := [key for key in (*keys[first], *sorted(above)) if times[key.lower()] > 1]:
            raise InputError(
                "engines.folder_column_conflict",
                name=place.name,
                column=taken[0],
            )
        return f"* EXCLUDE ({', '.join(map(identifier, sorted(above)))})" if above else "*"

    def _scan(self, wanted: Projection, share: HashPartition | None) -> Any:
        """The wanted columns. Those of text are read as what their part calls for, so that nothing is guessed from values."""
        if self.spells:
            chosen = ", ".join(f"c{self.columns.index(name)}" for name in wanted.names)
            where = "true" if share is None else _within(f"c{self.columns.index(share.column)}", share)
            return self._csv(chosen, where, wanted.numbers)
        chosen = projected(wanted.names, self.nested)
        within = None if share is None else _within(extracted(self.nested.get(share.column, (share.column,))), share)
        if self._place.format != "json":
            table = self._table()
            return (table if within is None else table.filter(within)).project(chosen)
        columns = json_types(wanted.names, self.nested, wanted.numbers)
        scan = f"read_json({self._paths}, format = '{self._layout}', hive_partitioning = false, columns = {{{columns}}})"
        return self._connection.sql(f"SELECT {chosen} FROM {scan}" + ("" if within is None else f" WHERE {within}"))

    def _csv(self, chosen: str, where: str, numbers: Sequence[str] = ()) -> Any:
        """Columns of a CSV, by their places; those that are no numbers as text."""
        types = ["DOUBLE" if name in numbers else "VARCHAR" for name in self.columns]
        columns = ", ".join(f"c{place}: '{kind}'" for place, kind in enumerate(types))
        options = f"delim = {quoted(self._delimiter)}, quote = '\"', escape = '\"', header = true, auto_detect = false"
        nulls = f"nullstr = [{', '.join(map(quoted, self._na))}]"
        scan = f"read_csv({self._paths}, {options}, {nulls}, hive_partitioning = false, columns = {{{columns}}})"
        return self._connection.sql(f"SELECT {chosen} FROM {scan} WHERE {where}")

    def _check_numbers(self, numbers: Sequence[str]) -> None:
        """Refuse what DuckDB would take for a number, once for each column."""
        place, unknown = self._place, [name for name in numbers if name not in self._checked]
        plain = (path for path in place.paths if not path.endswith(".gz"))
        if unknown and (self._doubtful or any(underscored(path, place.shown(path)) for path in plain)):
            self._doubtful = True
            refuse_underscores(place, {f"c{self.columns.index(name)}": name for name in unknown}, self._csv)
        self._checked |= {*unknown}

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        texts = {*wanted.labels, *wanted.others} if self._place.format == "json" else set()
        with explaining(self._place):
            self._make_room(len(wanted.names))
            if self.spells:
                self._check_numbers(wanted.numbers)
            elif self._place.format == "parquet":
                self._check_pages(wanted.names)
            orders = self._orders(wanted.names) if self._place.format in ("parquet", "arrow") else {}
            for batch in _ordered(_stream(self._scan(wanted, share), wanted.names, size), orders):
                yield {name: _decoded(column) if name in texts else column for name, column in batch.items()}

    def _make_room(self, columns: int) -> None:
        """DuckDB's share for so many columns, and no more threads than can read them within it."""
        share = reading_share(self._memory, columns)
        threads = max(share // max(columns * COLUMN_BYTES, 1), 1)
        self._connection.execute(f"SET memory_limit = '{share}B'")
        if threads < self._connection.execute("SELECT current_setting('threads')").fetchall()[0][0]:
            self._connection.execute(f"SET threads = {threads}")

    def _check_pages(self, names: list[str]) -> None:
        """Hold pages against their checksums, once for each column."""
        unknown = {*names} - self._checked
        for path in self._place.paths if unknown else ():
            verify_pages(path, unknown, self._place.shown(path))
        self._checked |= unknown

    def _orders(self, names: list[str]) -> dict[str, list[Any]]:
        """The categories of those columns that the files keep as ordered dictionaries, which DuckDB reads as text."""
        import pyarrow as pa

        found: dict[str, list[Any]] = {}
        for path in self._place.paths:
            part = _dataset(path, "parquet" if self._place.format == "parquet" else "ipc")
            kinds = {name: part.schema.field(name).type for name in names if name in part.schema.names}
            ordered = [name for name, kind in kinds.items() if pa.types.is_dictionary(kind) and kind.ordered]
            first = part.head(1, columns=ordered)
            for name in ordered if first.num_rows else ():
                order = first.column(name).chunk(0).dictionary.to_pylist()
                if found.setdefault(name, order) != order:
                    raise InputError(
                        "engines.category_orders_differ",
                        name=name,
                        order=listed(found[name]),
                        other=listed(order),
                    )
        return found

    def close(self) -> None:
        self._connection.close()
        self._place.discard()


def _dataset(paths: str | list[str], format: str, schema: object = None) -> Any:
    """Files of this machine as PyArrow has them, which would take some paths for addresses."""
    import pyarrow.dataset as ds
    from pyarrow.fs import LocalFileSystem

    return ds.dataset(paths, schema=schema, format=format, filesystem=LocalFileSystem())


def _ordered(batches: Iterator[Batch], orders: dict[str, list[Any]]) -> Iterator[Batch]:
    """Columns of ordered categories with their names in that order."""
    for batch in batches:
        yield {name: in_order(column, orders.get(name)) for name, column in batch.items()}


def _within(column: str, share: HashPartition) -> str:
    """The condition that picks the rows of a share; DuckDB keeps them in their order."""
    return f"hash({column}) % {share.of} = {share.part}"


def _with_wide_decimals(relation: Any) -> Any:
    """The relation with its decimals in 128 bits: PyArrow before 18 reads no shorter ones."""
    columns = list(zip(map(identifier, relation.columns), relation.types, strict=True))
    if not any(kind.id == "decimal" for _, kind in columns):
        return relation
    scales = {name: dict(kind.children)["scale"] for name, kind in columns if kind.id == "decimal"}
    wide = (f"{name}::DECIMAL(38, {scales[name]}) AS {name}" if name in scales else name for name, _ in columns)
    return relation.project(", ".join(wide))


def _stream(relation: Any, names: list[str], size: int) -> Iterator[Batch]:
    relation = _with_wide_decimals(relation)
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
        texts = dict.fromkeys(list_text(value, say("engines.label_one_column")) for value in values)
        places = {text: place for place, text in enumerate(texts)}
        table = np.array([places[list_text(value, say("engines.label_one_column"))] for value in values])
        return column._replace(values=np.where(column.values < 0, -1, table[column.values]), names=tuple(texts), lists=True)
    return column._replace(names=tuple(value if isinstance(value, (str, bool, int, float)) else printable(value) for value in values))
