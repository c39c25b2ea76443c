"""Judgments and runs of retrieval: TREC files and dictionaries as tables, and a run met with its judgments."""

import contextlib
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import chain
from numbers import Real
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..files import GZIP, refuse_large, unpacked_whole
from ..messages.language import said_by_system, say
from ..parallel import THREADS
from ..types import Bytes, Floats, Places
from .document_frames import is_frame, rows_of_frame

OF_LINES = {b"\n": 24}
"""Bytes that the columns of a TREC file take for each line."""


class DocumentTable(NamedTuple):
    """Documents of queries with a number each: judgments with their grades, or a run with its scores.

    The rows of query i are ``starts[i]:starts[i + 1]``, in the order of the file or the dictionary; the id of a row's document is
    the ``lengths`` bytes of the text from ``offsets`` on.
    """

    source: tuple[str, str]
    """The argument, and the path where it is a file."""
    queries: list[Any]
    starts: Places
    text: Bytes
    offsets: Places
    lengths: NDArray[np.int32]
    values: Floats

    @property
    def name(self) -> str:
        """The argument, and the path where it is a file."""
        return ": ".join(filter(None, self.source))

    @property
    def marked(self) -> str:
        """The name in the text of an error."""
        argument, path = self.source
        return f"⟦{argument}⟧: {path}" if path else argument


class JudgedRun(NamedTuple):
    """What a run retrieved for every judged query, and how that was judged.

    ``score`` and ``grade`` are in the run's own order, a grade being NaN where there is no judgment. ``by_id`` holds, query by query,
    the places from the query's start in the order that trec_eval would give. ``rest`` are the grades of judged documents that were
    not retrieved, ``unjudged`` the queries of the run that have no judgment and are left out.
    """

    queries: list[Any]
    starts: Places
    score: Floats
    grade: Floats
    by_id: NDArray[np.uint32]
    rest_starts: Places
    rest: Floats
    unjudged: list[Any]


class _Format(NamedTuple):
    """What an argument holds: the fields of its files' lines, and which of them is the number."""

    argument: str
    fields: tuple[str, ...]
    number: str

    @property
    def place(self) -> int:
        return self.fields.index(self.number)

    @property
    def line(self) -> str:
        return say("inputs.remedy_trec_line_fields", argument=self.argument, fields=" ".join(self.fields))

    @property
    def dictionary(self) -> str:
        return f"{{query: {{document: {self.number}}}}}"


_FORMATS = {
    "qrels": _Format("qrels", ("query", "iter", "document", "grade"), "grade"),
    "run": _Format("run", ("query", "Q0", "document", "rank", "score", "tag"), "score"),
}


def table_of(given: Any, argument: str) -> DocumentTable:
    """The table of a TREC file, plain or gzipped, of a dictionary ``{query: {document: number}}``, of a data frame, or of ranx's objects.

    ``argument`` is ``"qrels"`` or ``"run"``. A run may also be ``{query: [documents, the best first]}``, and judgments
    ``{query: documents}``, a list or a set of those that are relevant: their grade is 1.

    >>> table_of({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2}}, "qrels").starts
    array([0, 2, 3])
    """
    form = _FORMATS[argument]
    if not isinstance(given, Mapping) and not is_frame(given) and callable(getattr(given, "to_dict", None)):
        given = given.to_dict()  # ranx's Qrels and Run
    if isinstance(given, Mapping):
        table = _from_mapping(given, form)
    elif isinstance(given, (str, os.PathLike)):
        table = _from_file(os.fsdecode(given), form)
    elif is_frame(given):
        table = _from_frame(given, form)
    else:
        raise InputError(
            "inputs.trec_type_unsupported",
            argument=argument,
            type=type(given).__name__,
            dictionary=form.dictionary,
            number=form.number,
        )
    repeat = _core.find_repeat(table[2:], THREADS)
    if repeat is not None:
        _refuse_repeat(table, repeat, in_file=isinstance(given, (str, os.PathLike)))
    return table


def _from_file(path: str, form: _Format) -> DocumentTable:
    text = _as_utf8(_content(path, form.argument), path)
    read = _core.read_trec(text, len(form.fields), form.place, THREADS, text_behind=form.argument == "run")
    if isinstance(read, int):
        _refuse_line(f"⟦{form.argument}⟧: {path}", text, read, form)
    names, starts, offsets, lengths, values = read
    if not len(values):
        raise InputError("inputs.trec_file_empty", argument=form.argument, path=path, line=form.line)
    # No query holds a line end, so that all names are decoded at once.
    queries = names.tobytes().decode("utf-8", "surrogateescape").split("\n")
    return DocumentTable((form.argument, path), queries, starts, text, offsets, lengths, values)


def _content(path: str, argument: str) -> Bytes:
    """The bytes of a file, unpacked if they are gzipped."""
    try:
        with open(path, "rb") as file:
            # An array asks for huge pages where bytes do not. What has no size beforehand, such as a pipe, is read to its end.
            content = np.empty(os.fstat(file.fileno()).st_size, np.uint8)
            content = content[: file.readinto(content.data)]
            more = file.read()
    except FileNotFoundError:
        raise InputError("inputs.trec_file_missing", argument=argument, path=path) from None
    except (OSError, ValueError) as reason:
        said = said_by_system(reason)
        raise InputError("inputs.trec_file_unreadable", argument=argument, path=path, said=said) from reason
    if more:
        content = np.frombuffer(content.tobytes() + more, np.uint8)
    if content[:2].tobytes() != GZIP:
        return content
    try:
        text = unpacked_whole(content.data, f"⟦{argument}⟧: {path}")
    except (OSError, EOFError, zlib.error) as reason:
        raise InputError("inputs.trec_gzip_damaged", argument=argument, path=path, reason=reason) from reason
    refuse_large(text, f"⟦{argument}⟧: {path}", OF_LINES)
    return np.frombuffer(text, np.uint8)


def _as_utf8(text: Bytes, path: str) -> Bytes:
    """A file's text as UTF-8, in which queries and documents of different files are the same where they read the same."""
    if not text.size or int(text.max()) < 0x80:
        return text
    from .encodings import encoding_of_bytes

    content = text.tobytes()
    encoding = encoding_of_bytes(content, path)
    if encoding is None or encoding == "utf-8":
        return text[3:] if content.startswith(b"\xef\xbb\xbf") else text  # the mark that some editors put before UTF-8
    return np.frombuffer(content.decode(encoding).encode(), np.uint8)


def _line_number(text: Bytes, place: int) -> int:
    return int(np.count_nonzero(text[:place] == ord("\n"))) + 1


def _refuse_line(name: str, text: Bytes, place: int, form: _Format) -> NoReturn:
    line = text[place:].tobytes().partition(b"\n")[0].removesuffix(b"\r").decode("utf-8", "replace")
    fields = re.findall("[^ \t]+", line)
    where = say("inputs.part_trec_line", name=name, line=_line_number(text, place), text=_short(line))
    if len(fields) != len(form.fields):
        behind = ""
        if form.argument == "run" and len(fields) > len(form.fields):
            behind = say("inputs.part_trec_text_after_tag")
        raise InputError(
            "inputs.trec_field_count_mismatch",
            where=where,
            count=len(fields),
            value="s" * (len(fields) != 1),
            line=form.line,
            behind=behind,
        )
    raise InputError(
        "inputs.trec_field_not_finite",
        where=where,
        number=form.number,
        short=_short(fields[form.place]),
        line=form.line,
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


def _refuse_repeat(table: DocumentTable, rows: tuple[int, int], in_file: bool) -> NoReturn:
    second = rows[1]
    begin, length = int(table.offsets[second]), int(table.lengths[second])
    document = table.text[begin : begin + length].tobytes().decode("utf-8", "replace")
    query = table.queries[int(np.searchsorted(table.starts, second, "right")) - 1]
    said = say("inputs.part_trec_document_twice", marked=table.marked, short=_short(document), query=query)
    if in_file:
        one, other = (_line_number(table.text, int(table.offsets[row])) for row in rows)
        said += say("inputs.part_trec_both_lines", one=one, other=other)
    raise InputError("inputs.trec_document_duplicate", said=said)


def _from_frame(given: object, form: _Format) -> DocumentTable:
    rows = rows_of_frame(given, form.argument, form.number)
    text, offsets, lengths = _placed(rows.documents)
    return DocumentTable((form.argument, ""), rows.queries, rows.starts, text, offsets, lengths, rows.values)


def _placed(documents: list[Any]) -> tuple[Bytes, Places, NDArray[np.int32]]:
    """The documents' ids one after the other, and where each stands."""
    text, lengths = _as_text(documents)
    offsets = np.zeros(len(documents), np.int64)
    np.cumsum(lengths[:-1], out=offsets[1:])
    return text, offsets, lengths


def _from_mapping(given: Mapping[Any, Any], form: _Format) -> DocumentTable:
    if {*given} == {"query", "document", form.number}:
        raise InputError(
            "inputs.trec_dictionary_of_columns",
            argument=form.argument,
            dictionary=form.dictionary,
        )
    given = {query: list(documents) if _is_collection(documents) else documents for query, documents in given.items()}
    # Of judgments, nothing relevant is something said; a run that has nothing for a query lacks it.
    empty = {query for query, documents in given.items() if _is_empty(query, documents, form)}
    held = {query: documents for query, documents in given.items() if form.argument == "qrels" or query not in empty}
    if len(empty) == len(given):
        raise InputError(
            "inputs.trec_dictionary_empty",
            argument=form.argument,
            dictionary=form.dictionary,
        )
    documents = list(chain.from_iterable(held.values()))
    starts = np.zeros(len(held) + 1, np.int64)
    np.cumsum([len(inner) for inner in held.values()], out=starts[1:])
    text, offsets, lengths = _placed(documents)
    return DocumentTable((form.argument, ""), list(held), starts, text, offsets, lengths, _values(held, form))


def _is_empty(query: object, documents: object, form: _Format) -> bool:
    """Whether a query has no documents; what is neither a dictionary nor a list of them is refused, and a set where order counts."""
    if isinstance(documents, Mapping):
        return not documents
    if isinstance(documents, list) or (isinstance(documents, (set, frozenset)) and form.argument == "qrels"):
        for place, document in enumerate(documents):
            if not isinstance(document, (str, bytes, int, np.integer)) or isinstance(document, bool):
                raise InputError(
                    "inputs.trec_document_not_name",
                    argument=form.argument,
                    query=query,
                    document=document,
                    place=place,
                    number=form.number,
                )
        return not documents
    also = say("inputs.part_or_ranked_documents") if form.argument == "run" else say("inputs.part_or_relevant_documents")
    raise InputError(
        "inputs.trec_query_type_unsupported",
        argument=form.argument,
        query=query,
        documents=documents,
        number=form.number,
        also=also,
    )


def _is_collection(documents: object) -> bool:
    """Whether this lists documents in an order: a sequence or an array, and no text."""
    ordered = isinstance(documents, Sequence) or hasattr(documents, "__array__")
    return ordered and not isinstance(documents, (str, bytes)) and not np.isscalar(documents)


def _values(held: Mapping[Any, Any], form: _Format) -> Floats:
    """The numbers of all documents. Those of a run's mere list descend with its order; what judgments merely list has grade 1."""
    judged = form.argument == "qrels"
    each = (d.values() if isinstance(d, Mapping) else [1] * len(d) if judged else range(len(d), 0, -1) for d in held.values())
    numbers = list(chain.from_iterable(each))
    if all(issubclass(kind, (Real, Decimal, np.bool_)) for kind in set(map(type, numbers))):
        with contextlib.suppress(OverflowError, ValueError):
            values = np.array(numbers, np.float64)
            if np.isfinite(values).all():
                return values
    rows = ((query, *row) for query, documents in held.items() if isinstance(documents, Mapping) for row in documents.items())
    query, document, number = next(row for row in rows if not _is_finite(row[2]))
    raise InputError(
        "inputs.trec_document_number_not_finite",
        argument=form.argument,
        document=document,
        query=query,
        number=form.number,
        number_2=number,
    )


def _is_finite(number: object) -> bool:
    try:
        return isinstance(number, (Real, Decimal, np.bool_)) and bool(np.isfinite(float(number)))
    except (OverflowError, ValueError):
        return False


def _as_text(documents: list[Any]) -> tuple[Bytes, NDArray[np.int32]]:
    """The documents' ids one after the other, and the length of each. What is no text counts by its text."""
    if any(kind is not str for kind in set(map(type, documents))):
        ids = [d if isinstance(d, str) else d.decode("utf-8", "surrogateescape") if isinstance(d, bytes) else str(d) for d in documents]
    else:
        ids = documents
    joined = "".join(ids)
    if joined.isascii():
        return np.frombuffer(joined.encode(), np.uint8), np.fromiter(map(len, ids), np.int32, len(ids))
    encoded = [_encoded(id) for id in ids]
    return np.frombuffer(b"".join(encoded), np.uint8), np.fromiter(map(len, encoded), np.int32, len(encoded))


def _encoded(id: str) -> bytes:
    try:
        return id.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a pair of surrogates: no file holds it, but it is itself all the same
        return id.encode("utf-8", "surrogatepass")


def joined(qrels: DocumentTable, run: DocumentTable) -> JudgedRun:
    """The run's documents with their grades, for every judged query; a query that the run lacks has no rows.

    >>> qrels, run = table_of({"q": {"a": 1, "b": 2}}, "qrels"), table_of({"q": {"b": 0.5, "c": 0.7}}, "run")
    >>> joined(qrels, run).grade, joined(qrels, run).by_id, joined(qrels, run).rest
    (array([ 2., nan]), array([1, 0], dtype=uint32), array([1.]))
    """
    order = _sorted_places(qrels.queries)
    queries = [qrels.queries[place] for place in order]
    in_run = {query: place for place, query in enumerate(run.queries)}
    retrieved = np.fromiter((in_run.get(query, -1) for query in queries), np.int64, len(queries))
    if (retrieved < 0).all():
        _refuse_strangers(qrels, run)
    judged = set(queries)
    unjudged = [query for query in run.queries if query not in judged]
    alike = {str(query) for query in unjudged} & {str(queries[place]) for place in np.flatnonzero(retrieved < 0)}
    if alike:
        raise InputError(
            "inputs.query_types_differ",
            alike=min(alike),
            marked=qrels.marked,
            marked_2=run.marked,
        )
    starts, score, grade, by_id, rest_starts, rest = _core.join_run(qrels[2:], run[2:], np.array(order, np.int64), retrieved, THREADS)
    return JudgedRun(queries, starts, score, grade, by_id, rest_starts, rest, unjudged)


def _sorted_places(queries: list[Any]) -> list[int]:
    """The places of the queries in their order: of text as text, of numbers by value, of a mixture by type first."""
    try:
        return sorted(range(len(queries)), key=queries.__getitem__)
    except TypeError:
        return sorted(range(len(queries)), key=lambda place: (type(queries[place]).__name__, str(queries[place])))


def _refuse_strangers(qrels: DocumentTable, run: DocumentTable) -> NoReturn:
    one, other = qrels.queries[0], run.queries[0]
    said = say(
        "inputs.queries_none_shared",
        qrels=qrels.marked,
        run=run.marked,
        one=one,
        other=other,
    )
    if isinstance(one, str) != isinstance(other, str):
        said += say("inputs.remedy_queries_as_text")
    raise InputError(said)
