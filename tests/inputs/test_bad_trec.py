"""TREC files, dictionaries and pairs of them that are refused: the file, the line and what is expected are named."""

import gzip
import math
import re
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core, files
from gnomon.errors import InputError
from gnomon.inputs.trec import joined, table_of
from refusals import raises_id

QRELS = b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"
RUN = b"q1 Q0 d1 1 0.9 tag\nq1 Q0 d3 2 0.8 tag\n"
WAYS = "pass the path of a TREC file, a dictionary {{query: {{document: {}}}}}, or a data frame with columns query, document and {}"


@pytest.fixture
def file(tmp_path):
    """Writes bytes to a file and returns its path."""

    def write(content, name="a.txt"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize(
    "number", ["nan", "inf", "-inf", "Infinity", "1e999", "-1e400", "0x10", "1,5", "1e", "+-1", "++1", "-", "+", ".", "1_0", "1.5x", "٣"]
)
@pytest.mark.parametrize("argument", ["qrels", "run"])
def test_numbers_that_are_refused(file, argument, number):
    kind, line = ("grade", f"q 0 d {number}") if argument == "qrels" else ("score", f"q Q0 d 1 {number} tag")
    path = file((QRELS if argument == "qrels" else RUN) + f"\r\n{line}\r\n".encode())
    place = 5 if argument == "qrels" else 4
    said = f"{argument}: {path} line {place} ({line!r}) has the {kind} {number!r}, which is no finite number; a {argument} line is: query "
    with pytest.raises(InputError, match=re.escape(said)):
        table_of(path, argument)


@pytest.mark.parametrize(("line", "has"), [("301", "1 field"), ("301 Q0 doc", "3 fields"), ("a b c d e", "5 fields")])
def test_lines_with_the_wrong_number_of_fields(file, line, has):
    path = file(RUN + f"{line}\nq9 nor this\n".encode())
    with pytest.raises(InputError) as refused:
        table_of(path, "run")
    assert str(refused.value) == f"run: {path} line 3 ({line!r}) has {has}; a run line is: query Q0 document rank score tag"
    with raises_id("inputs.trec_field_count_mismatch", count=6):
        table_of(path, "qrels")


@pytest.mark.parametrize(
    "line",
    ["q1 Q0 my doc 1 0.9 tag", "q1 Q0 doc 7 1 0.9 tag", "q1 Q0 a 1 2 1 0.9 tag", "q1 Q0 a 1 2 x 1 0.9 tag", "q1 Q0 d first 0.9 tag text"],
)
def test_text_behind_the_tag_is_refused_where_a_blank_in_a_name_could_have_made_it(file, line):
    """trec_eval would take such a line, and read another score than was meant."""
    path = file(RUN + f"{line}\n".encode())
    with pytest.raises(InputError) as refused:
        table_of(path, "run")
    said = f"line 3 ({line!r}) has {len(line.split())} fields; a run line is: query Q0 document rank score tag; text may follow the tag"
    assert said in str(refused.value)
    with raises_id("inputs.trec_field_count_mismatch", count=5):  # trec_eval refuses text behind a grade
        table_of(file(QRELS[:20] + b"q1 0 d9 1 text\n"), "qrels")


def test_a_file_of_comments_alone_is_refused(file):
    with raises_id("inputs.trec_file_empty"):
        table_of(file(b"# nothing\n"), "qrels")


def test_the_first_wrong_line_is_named_whatever_the_parts(file):
    text = RUN * 50 + b"wrong\n" + RUN * 50 + b"wrong too\n"
    places = {_core.read_trec(np.frombuffer(text, np.uint8), 6, 4, threads=3, part=part) for part in (1, 7, 100, 1000, 1 << 20)}
    assert places == {len(RUN) * 50}


def test_a_long_line_is_cut_short_in_the_message(file):
    with raises_id("inputs.trec_field_count_mismatch", count=1):
        table_of(file(b"x" * 1000), "run")


def test_files_that_cannot_be_read(file, tmp_path):
    with pytest.raises(InputError, match=re.escape("run: there is no file 'no/such.run'")):
        table_of("no/such.run", "run")
    with pytest.raises(InputError, match=re.escape(f"qrels: {str(tmp_path)!r} cannot be read: ")):
        table_of(tmp_path, "qrels")
    with raises_id("inputs.trec_file_unreadable", argument="run"):
        table_of("a\0b", "run")
    for damaged in (gzip.compress(QRELS)[:-9], b"\x1f\x8bnot", gzip.compress(QRELS) + b"more"):
        with raises_id("inputs.trec_gzip_damaged"):
            table_of(file(damaged), "qrels")


@pytest.mark.parametrize("argument", ["qrels", "run"])
def test_gzip_that_unpacks_to_more_than_memory_holds(file, monkeypatch, argument):
    text = (QRELS if argument == "qrels" else RUN) * 10_000
    path = file(gzip.compress(text), "a.gz")
    monkeypatch.setattr(files, "memory_limit", lambda given: 1000)
    size = path.stat().st_size
    said = f"{argument}: {path} has {size:,} bytes and unpacks to more than the 500 bytes of memory there are for it; split the file"
    with pytest.raises(InputError, match=re.escape(said)):
        table_of(path, argument)
    monkeypatch.setattr(files, "SHORT", 0)
    monkeypatch.setattr(files, "memory_limit", lambda given: 2 * len(text))  # holds the text, but not its columns
    with pytest.raises(InputError, match=f"a.gz: its values take about .* bytes of memory, and {2 * len(text):,} are there for them"):
        table_of(path, argument)


@pytest.mark.parametrize("text", [b"", b"\n\n", b" \t\r\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_empty_files(file, text):
    path = file(text)
    with pytest.raises(InputError, match=re.escape(f"qrels: {path} has no lines; a qrels line is: query iter document grade")):
        table_of(path, "qrels")


def test_documents_that_stand_twice(file):
    path = file(b"q1 0 d1 1\n\nq2 0 d1 1\nq1 0 d2 1\nq2 0 d2 2\nq1 0 d1 1\n")
    with pytest.raises(InputError) as refused:
        table_of(path, "qrels")
    assert str(refused.value) == f"qrels: {path} has document 'd1' twice for query 'q1', in lines 1 and 6; keep one of them"
    with pytest.raises(InputError) as refused:
        table_of({"a": {"x": 1}, "b": {1: 0.1, "1": 0.2}}, "run")
    assert str(refused.value) == "run has document '1' twice for query 'b'; keep one of them"


@given(st.lists(st.lists(st.text("ab", min_size=1, max_size=3), max_size=6), min_size=1, max_size=6))
def test_repeats_are_found_when_there_are_any(lists):
    repeated = [i for i, documents in enumerate(lists) if len(set(documents)) < len(documents)]
    if any(lists) and not repeated:
        assert table_of(dict(enumerate(lists)), "run").queries == [i for i, documents in enumerate(lists) if documents]
    elif repeated:
        with pytest.raises(InputError, match=f"twice for query {repeated[0]};"):
            table_of(dict(enumerate(lists)), "run")


@pytest.mark.parametrize("number", [math.nan, math.inf, None, "1", "x", 10**400, 1j, [1], Decimal("sNaN"), np.float64("nan"), np.str_("1")])
def test_dictionaries_with_numbers_that_are_refused(number):
    said = f"run: document 'd2' of query 'q' has the score {number!r}, which is no finite number"
    with pytest.raises(InputError, match=re.escape(said)):
        table_of({"p": ["a"], "q": {"d1": 1, "d2": number, "d3": math.nan}}, "run")


@pytest.mark.parametrize(
    ("given", "argument", "said"),
    [
        ({}, "qrels", "qrels has no documents; pass a dictionary {query: {document: grade}} with at least one"),
        ({"q": {}}, "run", "run has no documents; pass a dictionary {query: {document: score}} with at least one"),
        (
            {"q": 3},
            "qrels",
            "qrels: query 'q' has 3; pass a dictionary {document: grade} or a list or set of the relevant documents",
        ),
        ({"q": 3}, "run", "run: query 'q' has 3; pass a dictionary {document: score} or a list of documents, the best first"),
        ({"q": "d1"}, "run", "run: query 'q' has 'd1'; pass a dictionary {document: score} or a list of documents, the best first"),
        ([1], "run", f"run is of type list; {WAYS.format('score', 'score')}"),
        (None, "qrels", f"qrels is of type NoneType; {WAYS.format('grade', 'grade')}"),
    ],
)
def test_other_things_are_refused(given, argument, said):
    with pytest.raises(InputError) as refused:
        table_of(given, argument)
    assert str(refused.value) == said


def test_no_query_in_common(file):
    qrels, run = table_of({301: {"d1": 1}}, "qrels"), table_of(file(RUN, "a.run"), "run")
    with pytest.raises(InputError) as refused:
        joined(qrels, run)
    said = f"qrels and {run.name} share no query: the first query of qrels is 301, that of run is 'q1'"
    assert str(refused.value) == f"{said}; one is text and the other is not: make the queries of both text (a file's always are)"
    with pytest.raises(InputError, match=r"the first query of qrels is 'x', that of run is 'q1'$"):
        joined(table_of({"x": {"d1": 1}}, "qrels"), run)


def test_kernels_refuse_arrays_that_do_not_fit():
    table, places = table_of({"q": {"d1": 1, "d2": 2}}, "run"), np.zeros(1, np.int64)
    for changed in (
        {"starts": np.array([0, 3])},
        {"starts": np.array([0, 3, 2])},
        {"offsets": np.array([0, 4])},
        {"offsets": np.array([-1, 0])},
    ):
        with pytest.raises(ValueError, match=r"the starts do not divide the rows|an id lies outside of the text"):
            _core.find_repeat(table._replace(**changed)[2:], 1)
    for judged, retrieved in ((places - 1, places), (places + 1, places), (places, places + 1), (places, places - 2)):
        with pytest.raises(ValueError, match="a query is out of range"):
            _core.join_run(table[2:], table[2:], judged, retrieved, 1)
