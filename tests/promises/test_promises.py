"""What SECURITY.md promises: no network, no code from data, whole files; and that it names tests which exist."""

import ast
import importlib
import os
import re
import subprocess
import sys

import pytest

import gnomon as gn
from components import missing, program
from gnomon import files
from gnomon.engines.files import connect
from refusals import raises_id
from sources import MODULES, PACKAGE, ROOT, name_of, nodes_of

# A library that ends the program as soon as anything in it, Python or not, opens a socket that could leave the machine.
GUARD = """
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cstdlib>
extern "C" int socket(int domain, int type, int protocol) {
    if (domain == AF_INET || domain == AF_INET6) {
        const char said[] = "a socket was opened\\n";
        if (write(2, said, sizeof said - 1)) std::abort();
    }
    return static_cast<int>(syscall(SYS_socket, domain, type, protocol));
}
"""

USE = """
import sys
import gnomon as gn
from gnomon.cli import app

def run(*line):
    try:
        app(list(line))
    except SystemExit as ended:
        assert not ended.code, (line, ended.code)

loans = gn.samples.credit(n=400)
rows = zip(*(values.tolist() for values in loans.values()))
with open("loans.csv", "w") as out:
    out.write("\\n".join([",".join(loans), *(",".join(map(str, row)) for row in rows)]) + "\\n")
columns = ("--label", "default", "--score", "new=p_new", "--score", "old=p_old")
run("report", "loans.csv", *columns, "--by", "region", "-o", "loans.html")
run("metrics", "loans.csv", *columns, "--format", "json", "-o", "loans.json")
run("check", "loans.csv", *columns, "--min", "roc_auc=0.1")
run("compare", "loans.csv", *columns)
run("explain", "ks", "--lang", "zh")
import pyarrow.csv, pyarrow.parquet
pyarrow.parquet.write_table(pyarrow.csv.read_csv("loans.csv"), "loans.parquet")
e = gn.evaluate("loans.parquet", label="default", score="p_new", keep_rows=True)
e.save("loans.gnomon")
gn.Evaluation.load("loans.gnomon").report("again.html", lang="zh")
for place in ("https://127.0.0.1:9/loans.csv", "s3://bucket/loans.parquet"):
    try:
        gn.evaluate(place, label="default", score="p_new")
    except gn.InputError:
        pass
    else:
        raise AssertionError(place)
"""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """Run code in a Python that no socket of which may leave the machine."""
    if not sys.platform.startswith("linux"):
        missing("watching sockets takes Linux")
    compiler = program(os.environ.get("CXX", "c++"))
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "guard.cpp").write_text(GUARD)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", "guard.so", "guard.cpp"], cwd=folder, check=True)
    environment = {**os.environ, "LD_PRELOAD": str(folder / "guard.so")}

    def run(code):
        return subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)

    return run


def test_the_guard_sees_sockets(guarded):
    done = guarded("import socket; socket.socket(socket.AF_INET, socket.SOCK_STREAM)")
    assert done.returncode
    assert "a socket was opened" in done.stderr


def test_nothing_opens_a_socket(guarded):
    """Files, reports, gates, comparisons, saved evaluations, in Python, DuckDB and Arrow alike; addresses are no files."""
    done = guarded(USE)
    assert done.returncode == 0, done.stderr[-3000:]


def test_duckdb_brings_in_nothing_from_elsewhere(tmp_path, monkeypatch):
    """A folder can be called ``http:``, and a file in it is a file. What else DuckDB could make of it takes an extension, which it may
    neither fetch nor load.
    """
    connection = connect()
    for setting in ("autoinstall_known_extensions", "autoload_known_extensions"):
        assert connection.execute(f"SELECT current_setting('{setting}')").fetchone() == (False,)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "http:" / "127.0.0.1:9").mkdir(parents=True)
    (tmp_path / "http:" / "127.0.0.1:9" / "p.csv").write_text("y,s\n0,0.1\n1,0.9\n")
    assert float(gn.evaluate("http://127.0.0.1:9/p.csv", label="y", score="s")["roc_auc"]) == 1


RUNS_CODE = {"eval", "exec", "compile", "__import__", "execfile"}
BRINGS_CODE = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "subprocess", "runpy", "pty"}
OF_YAML = {"parse", "SafeLoader", "YAMLError", "AliasEvent", "ScalarEvent", "CollectionStartEvent", "CollectionEndEvent"}
OF_YAML |= {"MappingEndEvent", "DocumentEndEvent"}
"""What is used of PyYAML: its events, of which nothing is constructed."""
STARTS = {"system", "popen", "spawnv", "spawnve", "spawnvp", "posix_spawn", "execv", "execve", "execvp", "read_pickle", "to_pickle"}
REACHES_OUT = {"socket", "ssl", "urllib", "http", "requests", "httpx", "aiohttp", "ftplib", "smtplib", "telnetlib", "webbrowser", "xmlrpc"}


def imported(node):
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""] if not node.level else []
    return {name.split(".")[0] for name in names}


def test_nothing_runs_code_from_data_or_reaches_out():
    for path in MODULES:
        check_calls(path)


def check_calls(path):
    for node in nodes_of(path):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            assert not imported(node) & (BRINGS_CODE | REACHES_OUT), f"{name_of(path)}, line {node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "yaml":
            assert node.attr in OF_YAML, f"{name_of(path)}, line {node.lineno}"
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                assert called.id not in RUNS_CODE, f"{name_of(path)}, line {node.lineno}"
            if isinstance(called, ast.Attribute):
                assert called.attr not in STARTS, f"{name_of(path)}, line {node.lineno}"
                if called.attr == "load" and isinstance(called.value, ast.Name) and called.value.id == "np":
                    given = {key.arg: key.value for key in node.keywords}
                    assert isinstance(given.get("allow_pickle"), ast.Constant), f"{name_of(path)}, line {node.lineno}"
                    assert given["allow_pickle"].value is False, f"{name_of(path)}, line {node.lineno}"


HOSTILE = [
    "{{ 73939133 * 7919 }}",
    "{% for x in range(9) %}",
    "{0.__class__}",
    "%(y)s",
    "</script><script>alert(1)</script>",
    "__import__('os').mkdir('owned')",
    "s') TO 'owned",
    'a"; CREATE TABLE owned (a INT); --',
    "$(mkdir owned)",
    "=HYPERLINK(A1)",
    "[red]bold[/red]",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_in_data_stay_names(tmp_path, monkeypatch, name):
    """Templates, formats, queries, commands and markup in a header or a cell are neither filled, asked, run nor rendered."""
    import csv

    monkeypatch.chdir(tmp_path)
    with open("p.csv", "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["y", name, "where"])
        writer.writerows([[i % 2, (i * 7 % 40) / 40, name if i % 3 else "other"] for i in range(40)])
    e = gn.evaluate("p.csv", label="y", score={name: name}, by="where")
    plain = gn.roc_auc([i % 2 for i in range(40)], [(i * 7 % 40) / 40 for i in range(40)])
    assert float(e["roc_auc"]) == pytest.approx(plain, rel=1e-12)
    assert [model.name for model in e.models] == [name]
    page = e.report("p.html").read_text(encoding="utf-8")
    assert str(73939133 * 7919) not in page
    assert "<script>alert" not in page
    assert str(e)
    loaded = gn.Evaluation.load(e.save("p.gnomon"))
    assert str(loaded) == str(e)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.csv", "p.gnomon", "p.html"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, fails):
    target = tmp_path / "report.html"
    target.write_text("what was there")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, fails, full)
    with raises_id("core.output_not_written"):
        files.write_file(target, b"new" * 1000)
    assert target.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [target]


def repeats(pattern):
    """The parts of a pattern that may stand any number of times, at its own level."""
    for code, found in pattern:
        name = str(code)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            yield found[1] > 20, found[2]
        elif name in ("SUBPATTERN", "ASSERT", "ASSERT_NOT"):
            yield from repeats(found[-1])
        elif name == "ATOMIC_GROUP":
            yield from repeats(found)
        elif name == "BRANCH":
            for one in found[1]:
                yield from repeats(one)


def backtracks(pattern):
    """Whether something that may stand any number of times holds something that may, so that a text falls into them in many ways."""
    return any((many and any(inner for inner, _ in repeats(part))) or backtracks(part) for many, part in repeats(pattern))


def test_no_regular_expression_repeats_a_repetition():
    parse = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse").parse
    assert backtracks(parse("x(a+|b)*y"))
    assert not backtracks(parse("(a|b)+(c{1,3})*"))
    read = 0
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "re":
                for text in (one.value for one in node.args[:1] if isinstance(one, ast.Constant)):
                    assert not backtracks(parse(text if isinstance(text, str) else text.decode("latin1"))), (
                        f"{name_of(path)}, line {node.lineno}"
                    )
                    read += 1
    assert read > 50


def test_every_file_is_written_whole():
    """One function writes files for people to keep; others only fill temporary ones."""
    allowed = {"files.py"}
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("write_text", "write_bytes"):
                assert path.name in allowed, f"{path.relative_to(PACKAGE)}, line {node.lineno}"


def test_the_tests_and_commands_that_are_named_exist():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)(?:::(\w+))?`", text)
    assert len(named) > 6
    for path, test in named:
        assert (ROOT / path).exists(), path
        if test:
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([\w-]+)", text)) <= targets
