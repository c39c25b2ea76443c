"""Rows in files and behind DuckDB relations, read by DuckDB in batches that never hold the whole."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from ..errors import InputError
from .columns import from_arrow, typed
from .formats import Place, csv_header, first_broken_line, json_layout, quoted
from .source import Batch, Source, Wanted


def connect(memory: int | None = None) -> Any:
    """A DuckDB of our own that keeps to its share of the memory; what it must spill goes to the system's temporary folder."""
    import tempfile

    try:
        import duckdb
        import pyarrow as pa
    except ImportError as reason:
        raise InputError(f"reading files needs DuckDB and PyArrow ({reason}); install them with: pip install 'gnomon[files]'") from None
    del pa
    connection = duckdb.connect()
    connection.execute("SET enable_progress_bar = false")  # it would print into the JSON that a command writes
    connection.execute(f"SET temp_directory = {quoted(tempfile.gettempdir())}")
    if memory is not None:
        connection.execute(f"SET memory_limit = '{max(memory // 4, 128 * 2**20)}B'")
    return connection


class RelationSource(Source):
    """A DuckDB relation of the caller's, read through its own connection."""

    def __init__(self, relation: Any, name: str) -> None:
        self.name = name
        self._relation = relation
        self.columns = list(relation.columns)

    def batches(self, wanted: Wanted, size: int) -> Iterator[Batch]:
        with _explaining(Place(self.name, [], "a table")):
            yield from _stream(self._relation.project(", ".join(map(_identifier, wanted.names))), wanted.names, size)


class FileSource(Source):
    """Files of one format."""

    def __init__(self, place: Place, memory: int) -> None:
        self.name = place.name
        self._place = place
        self._connection = connect(memory)
        self._header: list[str] | None = None
        with ExitStack() as failed, _explaining(place):
            failed.callback(self.close)
            if place.format in ("csv", "tsv"):
                self._delimiter, self._header = csv_header(self._connection, place)
                self.columns = self._header
            else:
                self.columns = list(self._scan({}).columns)
            self.rows, self.roughly = place.count(self._connection)
            failed.pop_all()

    def _scan(self, types: dict[str, str]) -> Any:
        """A relation over the files; a CSV's columns are read as the given types, so that nothing is guessed from their values."""
        place = self._place
        if place.format == "arrow":
            import pyarrow.dataset as ds

            return self._connection.from_arrow(ds.dataset(place.paths, format="ipc"))
        paths = f"[{', '.join(map(quoted, place.paths))}]"
        if place.format == "parquet":
            return self._connection.sql(f"SELECT * FROM read_parquet({paths}, union_by_name = true)")
        if place.format == "json":
            layout = json_layout(place.paths[0])
            relation = self._connection.sql(f"SELECT * FROM read_json({paths}, format = '{layout}', maximum_depth = 2)")
            if not types:
                return relation
            known = dict(zip(relation.columns, map(str, relation.types), strict=True)) | types
            columns = ", ".join(f"{quoted(name)}: {quoted(kind)}" for name, kind in known.items())
            return self._connection.sql(f"SELECT * FROM read_json({paths}, format = '{layout}', columns = {{{columns}}})")
        assert self._header is not None
        columns = ", ".join(f"{quoted(name)}: {quoted(types.get(name, 'VARCHAR'))}" for name in self._header)
        options = f"delim = {quoted(self._delimiter)}, quote = '\"', escape = '\"', header = true, auto_detect = false, nullstr = ['']"
        return self._connection.sql(f"SELECT * FROM read_csv({paths}, {options}, columns = {{{columns}}})")

    def batches(self, wanted: Wanted, size: int) -> Iterator[Batch]:
        with _explaining(self._place):
            scan = self._scan(dict.fromkeys(wanted.numbers, "DOUBLE"))
            for batch in _stream(scan.project(", ".join(map(_identifier, wanted.names))), wanted.names, size):
                yield batch if self._header is None else _spelt(batch, wanted.labels)

    def close(self) -> None:
        self._connection.close()
        self._place.discard()


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _stream(relation: Any, names: list[str], size: int) -> Iterator[Batch]:
    open_reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    for batch in open_reader(size):
        if batch.num_rows:
            yield {name: from_arrow(batch.column(place)) for place, name in enumerate(names)}


def _spelt(batch: Batch, labels: Sequence[str]) -> Batch:
    """A batch of text with the labels as what they spell."""
    spelt = {name: batch[name] for name in labels}
    return batch | {name: column._replace(names=typed(column.names)) for name, column in spelt.items() if column.names is not None}


@contextmanager
def _explaining(place: Place) -> Iterator[None]:
    """Say what goes wrong in reading in our words."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.Error, pa.ArrowException, OSError) as reason:
        raise _explained(str(reason), place) from None


def _explained(text: str, place: Place) -> InputError:
    """DuckDB's error as one line in our words; one that we do not know keeps its first line."""
    line = re.search(r"CSV Error on Line: (\d+)\s*\nOriginal Line: ?(.*)", text)
    where = f"{place.name}, line {line[1]}" if line else place.name
    if found := re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text):
        return InputError(
            f"{where}: {found[2]} values where the header names {found[1]} columns ({line[2] if line else ''!r:.80}); mend the line"
        )
    if found := re.search(r"converting column \"(.*)\"\. Could not convert string \"(.*)\" to", text):
        comma = re.fullmatch(r"\s*-?\d+,\d+\s*", found[2])
        remedy = "write it with a decimal point" if comma else "write a number, or leave it empty where missing"
        return InputError(f"{where}: column {found[1]!r} has {found[2]!r} where a number is meant; {remedy}")
    if "unterminated quote" in text:
        return InputError(f'{where}: a quote (") is opened and never closed; close it, or double it inside a quoted value')
    if "not utf-8" in text or "Invalid unicode" in text:
        return InputError(f"{where}: the file is not UTF-8; convert it first, as in: iconv -f latin1 -t utf-8 {place.name}")
    if found := re.search(r"in line (\d+): Failed to cast value to numerical: (.*)", text):
        return InputError(
            f"{place.name}, line {found[1]}: {found[2]} stands where a number is meant; write a number, or null where missing"
        )
    if "Malformed JSON" in text and (broken := first_broken_line(place.paths)) is not None:
        return InputError(f"{place.name}, line {broken}: this is no JSON object; JSON lines hold one object {{…}} a line")
    return InputError(f"{where}: cannot be read as {place.format}: {text.splitlines()[0].strip()}")
