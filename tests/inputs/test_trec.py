"""TREC files and dictionaries, read and joined as a plain Python twin does it."""

import gzip
import math
import os
import re
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core
from gnomon.inputs.trec import joined, table_of

SHAPES = {"qrels": (4, 3), "run": (6, 4)}
QRELS = b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"
RUN = b"q1 Q0 d1 1 0.9 tag\nq1 Q0 d3 2 0.8 tag\n"


@pytest.fixture
def file(tmp_path):
    """Writes bytes to a file and returns its path."""

    def write(content, name="a.txt"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def rows_of(table):
    """A table as {query: [(document, value)]}."""
    ids = [table.text[o : o + n].tobytes() for o, n in zip(table.offsets, table.lengths, strict=True)]
    pairs = list(zip(ids, table.values.tolist(), strict=True))
    return {q: pairs[table.starts[i] : table.starts[i + 1]] for i, q in enumerate(table.queries)}


def plain_rows(text, number):
    """The twin of reading: {query: [(document, value)]} of a text's lines."""
    rows = {}
    for line in text.split(b"\n"):
        fields = re.findall(rb"[^ \t]+", line.removesuffix(b"\r"))
        if fields and not fields[0].startswith(b"#"):
            rows.setdefault(fields[0].decode("utf-8", "surrogateescape"), []).append((fields[2], float(fields[number])))
    return rows


def plain_join(qrels, run):
    """The twin of joining, by query: scores, grades, places by score and id, and what was not retrieved."""
    result = {}
    for query in sorted(qrels):
        grades, found = dict(qrels[query]), run.get(query, [])
        scores = [np.float32(score) for _, score in found]
        places = sorted(range(len(found)), key=lambda i: found[i][0], reverse=True)
        places.sort(key=lambda i: -scores[i])
        retrieved = {document for document, _ in found}
        rest = [grade for document, grade in qrels[query] if document not in retrieved]
        result[query] = ([s for _, s in found], [grades.get(document, math.nan) for document, _ in found], places, rest)
    return result


def by_query(join):
    """A join in the form of its twin."""
    result = {}
    for i, query in enumerate(join.queries):
        here, left = slice(*join.starts[i : i + 2]), slice(*join.rest_starts[i : i + 2])
        result[query] = (join.score[here].tolist(), join.grade[here].tolist(), join.by_id[here].tolist(), join.rest[left].tolist())
    return result


def kernel_rows(text, argument, part):
    """What the kernel reads when threads take about `part` bytes at a time."""
    names, starts, offsets, lengths, values = _core.read_trec(
        np.frombuffer(text, np.uint8), *SHAPES[argument], threads=3, part=part, text_behind=argument == "run"
    )
    return names.tobytes(), starts.tolist(), offsets.tolist(), lengths.tolist(), values.tolist()


USUAL = ["0", "1", "2", "-1", "+3", ".5", "5.", "-0", "1E2", "2e-3", "0.30000001", "0.3", "16777217", "16777216", "1e-400", "1e39"]
NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-1000, max_value=1000, places=3).map("{:f}".format),
    st.sampled_from(USUAL),
).map(str.encode)
NAMES = [b"d1", b"d10", b"d2", b"d\0", b"q:1/", b"\xc3\xa9", b"\xff\x80", b"document-with-a-long-name-1", b"document-with-a-long-name-2"]
# No blanks and line ends, nor the first bytes of what would be taken for gzip or for a mark of Unicode, nor what may be Chinese.
RANDOM = st.binary(min_size=1, max_size=12).filter(
    lambda name: (
        not set(name) & set(b" \t\r\n") and name[0] not in (0x1F, 0xEF, 0xFE, 0xFF) and not re.search(rb"[\xa1-\xf7][\xa1-\xfe]", name)
    )
)
IDS = st.one_of(st.sampled_from(NAMES), RANDOM)
QUERIES = IDS.filter(lambda name: not name.startswith(b"#"))  # which would make the line a comment
BLANKS = st.sampled_from([b" ", b"\t", b"  ", b" \t "])


@st.composite
def texts(draw, argument):
    """The text of a file, its lines in any order, with no document twice in a query."""
    queries = draw(st.lists(QUERIES, min_size=1, max_size=4, unique=True))
    pairs = draw(st.lists(st.tuples(st.sampled_from(queries), IDS), min_size=1, max_size=25, unique=True))
    lines = []
    for query, document in pairs:
        blank, number = draw(BLANKS), draw(NUMBERS)
        behind = draw(st.sampled_from([[], [], [b"text", b"behind"], [b"# 7"]]))
        fields = [query, b"0", document, number] if argument == "qrels" else [query, b"Q0", document, b"7", number, b"tag", *behind]
        lines.append(draw(st.sampled_from([b"", b"", blank])) + blank.join(fields) + draw(st.sampled_from([b"", b"", blank])))
        lines.extend(draw(st.sampled_from([[], [], [], [b""], [b" \t"], [b"# a comment"], [b"  #q 0 d 1"]])))
    ends = draw(st.lists(st.sampled_from([b"\n", b"\r\n"]), min_size=len(lines), max_size=len(lines)))
    text = b"".join(line + end for line, end in zip(lines, ends, strict=True))
    return text if draw(st.booleans()) else text.rstrip(b"\r\n")


@given(st.data(), st.sampled_from(["qrels", "run"]), st.integers(1, 60))
def test_files_are_read_as_the_twin_reads_them(tmp_path_factory, data, argument, part):
    text = data.draw(texts(argument))
    path = tmp_path_factory.getbasetemp() / f"{argument}.txt"
    path.write_bytes(text)
    table = table_of(path, argument)
    assert rows_of(table) == plain_rows(text, SHAPES[argument][1])
    assert list(rows_of(table)) == list(plain_rows(text, SHAPES[argument][1]))
    assert table.name == f"{argument}: {path}"
    assert kernel_rows(text, argument, part) == kernel_rows(text, argument, 1 << 20)


@given(st.data())
def test_runs_are_joined_as_the_twin_joins_them(tmp_path_factory, data):
    qrels, run = data.draw(texts("qrels")), data.draw(texts("run"))
    # A query in common, without which there is nothing to join.
    qrels, run = qrels + b"\nshared 0 d1 1", run + b"\nshared Q0 d2 1 0.5 tag"
    folder = tmp_path_factory.getbasetemp()
    (folder / "a.qrels").write_bytes(qrels)
    (folder / "a.run").write_bytes(run)
    join = joined(table_of(folder / "a.qrels", "qrels"), table_of(folder / "a.run", "run"))
    judged, retrieved = plain_rows(qrels, 3), plain_rows(run, 4)
    with np.errstate(over="ignore"):
        assert repr(by_query(join)) == repr(plain_join(judged, retrieved))  # a NaN is equal to none but is written alike
    assert join.queries == sorted(judged)
    assert join.unjudged == [query for query in retrieved if query not in judged]


def test_many_rows_on_any_number_of_threads(file):
    random = np.random.default_rng(5)
    queries, documents = np.repeat(np.arange(1500), 100), np.tile(np.arange(100), 1500)
    scores, grades = random.integers(0, 40, 150_000) / 8, random.integers(-1, 4, 150_000)
    run = "".join(f"q{q} Q0 d{d * 37 % 150} 1 {s} tag\n" for q, d, s in zip(queries, documents, scores, strict=True)).encode()
    judged = "".join(f"q{q} 0 d{d} {g}\n" for q, d, g in zip(queries, documents, grades, strict=True)).encode()
    qrels = table_of(file(judged, "a.qrels"), "qrels")
    join = joined(qrels, table_of(file(run, "a.run"), "run"))
    assert repr(by_query(join)) == repr(plain_join(plain_rows(judged, 3), plain_rows(run, 4)))
    shuffled = b"".join(np.array(run.splitlines(keepends=True), object)[random.permutation(150_000)])
    again = table_of(file(shuffled, "b.run"), "run")
    assert rows_of(again) == plain_rows(shuffled, 4)
    places = np.arange(1500)
    once, twice = (_core.join_run(qrels[2:], again[2:], places, places, threads) for threads in (1, 3))
    assert all(np.array_equal(a, b, equal_nan=a.dtype == float) for a, b in zip(once, twice, strict=True))


@pytest.mark.parametrize(
    "text", [QRELS, QRELS.replace(b"\n", b"\r\n"), QRELS.rstrip(), b"\xef\xbb\xbf" + QRELS, b"\n \n" + QRELS + b"\n\r\n"]
)
@pytest.mark.parametrize("packed", [False, True])
def test_ends_marks_and_packing_change_nothing(file, text, packed):
    table = table_of(file(gzip.compress(text) if packed else text, "a.gz" if not packed else "a.txt"), "qrels")
    assert rows_of(table) == {"q1": [(b"d1", 1.0), (b"d2", 0.0)], "q2": [(b"d1", 2.0)]}


def test_gzip_in_several_members(file):
    table = table_of(file(gzip.compress(QRELS[:13]) + gzip.compress(QRELS[13:])), "qrels")
    assert rows_of(table) == plain_rows(QRELS, 3)


def test_paths_of_any_kind(file):
    path = file(QRELS)
    assert table_of(str(path), "qrels").name == table_of(path, "qrels").name == f"qrels: {path}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_to_its_end(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(RUN,))
    writer.start()
    table = table_of(tmp_path / "pipe", "run")
    writer.join()
    assert rows_of(table) == plain_rows(RUN, 4)


def test_lines_of_a_query_need_not_be_together(file):
    text = b"b 0 d1 1\na 0 d1 2\nb 0 d2 3\na 0 d0 4\n"
    assert rows_of(table_of(file(text), "qrels")) == {"b": [(b"d1", 1), (b"d2", 3)], "a": [(b"d1", 2), (b"d0", 4)]}


def test_ids_that_are_no_text(file):
    table = table_of(file(b"\xff\xfeq Q0 \x80d 1 1.5 tag\n"), "run")
    assert table.queries[0].encode("utf-8", "surrogateescape") == b"\xff\xfeq"
    assert rows_of(table)[table.queries[0]] == [(b"\x80d", 1.5)]


EASY = ["0", "7", "-3", "+2.5", ".5", "5.", "1e3", "1E-3", "0.1", "123456789012345678"]
# Beside or half-way between two doubles, at the smallest and the largest of them, and beyond.
HARD = [
    "9007199254740993",
    "9007199254740992.99999999999999999",
    "5e-324",
    "2.4703282292062328e-324",
    "2.2250738585072011e-308",
    "1.7976931348623157e308",
]
FAR = ["1e-400", "-1e-5000", "0" * 400 + "1e-1", "0." + "0" * 400 + "1e401", "1" + "0" * 400 + "e-400"]


@pytest.mark.parametrize("number", [*EASY, *HARD, *FAR], ids=lambda number: number[:20])
def test_numbers_are_correctly_rounded(file, number):
    value = table_of(file(f"q 0 d {number}\n".encode()), "qrels").values[0]
    assert value == float(number)
    assert math.copysign(1, value) == math.copysign(1, float(number))


def test_dictionaries():
    table = table_of({7: {"d1": 1, 2: True, b"\xff": np.float32(0.5), "é": Decimal("-2.5"), "f": Fraction(1, 4)}, "none": {}}, "qrels")
    assert rows_of(table) == {7: [(b"d1", 1.0), (b"2", 1.0), (b"\xff", 0.5), ("é".encode(), -2.5), (b"f", 0.25)], "none": []}
    assert (table.name, table.queries) == ("qrels", [7, "none"])
    assert rows_of(table_of({"q": ["b", "a", 3]}, "run")) == {"q": [(b"b", 3.0), (b"a", 2.0), (b"3", 1.0)]}
    assert rows_of(table_of({"q": {"\ud800": 1}}, "run")) == {"q": [(b"\xed\xa0\x80", 1.0)]}


def test_a_file_and_a_dictionary_meet(file):
    qrels = table_of({"q1": {"d1": 1, "d2": 0}, "q0": {"d1": -1.5}}, "qrels")
    run = table_of(file(RUN + b"q7 Q0 d1 1 3 tag\n"), "run")
    join = joined(qrels, run)
    assert join.queries == ["q0", "q1"]
    assert join.starts.tolist() == [0, 0, 2]
    assert np.array_equal(join.grade, [1, math.nan], equal_nan=True)
    assert (join.rest_starts.tolist(), join.rest.tolist()) == ([0, 1, 2], [-1.5, 0.0])
    assert join.unjudged == ["q7"]
    assert [column.dtype.name for column in join[1:7]] == ["int64", "float64", "float64", "uint32", "int64", "float64"]
    again = joined(qrels, table_of({"q0": ["d1"]}, "run"))
    assert (again.starts.tolist(), again.grade.tolist(), again.rest.tolist()) == ([0, 1, 1], [-1.5], [1.0, 0.0])


@pytest.mark.parametrize(
    "scores", [[0.3, 0.30000000001, 0.1], [0.0, -0.0, 0.0], [1e39, 1e300, -1e39], [16777216, 16777217, 16777218], [-2.0, -1.0, -1.0]]
)
def test_ties_are_those_of_single_precision(scores):
    run = table_of({"q": dict(zip(["d9", "d10", "é"], scores, strict=True))}, "run")
    with np.errstate(over="ignore"):
        keys = [(np.float32(score), id.encode()) for score, id in zip(scores, ["d9", "d10", "é"], strict=True)]
    expected = sorted(range(3), key=lambda i: keys[i], reverse=True)
    assert joined(table_of({"q": {"x": 1}}, "qrels"), run).by_id.tolist() == expected


@pytest.mark.parametrize(
    ("queries", "order"), [([10, 9, 2.5], [2.5, 9, 10]), (["10", "9"], ["10", "9"]), (["b", 2, "a", 10], [10, 2, "a", "b"])]
)
def test_order_of_the_queries(queries, order):
    qrels = table_of({query: {"d": i} for i, query in enumerate(queries)}, "qrels")
    join = joined(qrels, table_of({query: {"d": 1} for query in reversed(queries)}, "run"))
    assert join.queries == order
    assert join.grade.tolist() == [queries.index(query) for query in order]
