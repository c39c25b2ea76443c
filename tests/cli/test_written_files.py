"""Files that commands write: never over what they read, through links, with the mode that was there."""

import os
import stat
import subprocess
import sys

import pytest

import gnomon as gn
from gnomon.files import write_file
from refusals import raises_id

ASK = ("--label", "y", "--score", "p")
LOST = "is read, and would be lost; name another file"


def spellings(path):
    """Other ways to write one file's name."""
    folder = path.parent
    (folder / "sub").mkdir()
    (folder / "soft.csv").symlink_to(path)
    os.link(path, folder / "hard.csv")
    return [path, folder / "sub" / ".." / path.name, folder / "soft.csv", folder / "hard.csv"]


@pytest.mark.parametrize("command", ["report", "metrics", "compare", "table"])
def test_no_command_writes_over_its_input(run, small, command):
    before = small.read_bytes()
    head = ("table", "decile_table") if command == "table" else (command,)
    for output in spellings(small):
        ended = run(*head, small, *ASK, "-o", output)
        assert ended.code == 2
        assert LOST in ended.err
    assert small.read_bytes() == before


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown"])
def test_no_format_is_written_over_the_input(run, small, format):
    assert LOST in run("metrics", small, *ASK, "--format", format, "-o", small).err
    assert LOST in run("metrics", small.parent / "*.csv", *ASK, "--format", format, "-o", small).err


def test_nothing_is_read_before_that_is_refused(run, tmp_path):
    broken = tmp_path / "p.csv"
    broken.write_text("y,p\n1\n")
    assert LOST in run("metrics", broken, *ASK, "-o", broken).err


def test_inputs_by_other_options_are_kept(run, small, tmp_path, monkeypatch):
    sizes, qrels, runs = tmp_path / "s.txt", tmp_path / "q.txt", tmp_path / "r.txt"
    sizes.write_text("200\n")
    qrels.write_text("1 0 a 1\n1 0 b 0\n")
    runs.write_text("1 Q0 a 1 0.9 t\n1 Q0 b 2 0.8 t\n")
    assert LOST in run("metrics", small, *ASK, "--group-sizes", sizes, "-o", sizes).err
    for written in (qrels, runs):
        assert LOST in run("metrics", "--qrels", qrels, "--run", f"new={runs}", "-o", written).err
    assert LOST in run("compare", f"a={small}", f"b={small}", *ASK, "-o", small).err
    assert LOST in run("report", small, *ASK, "-o", tmp_path / "r.html", "--save", small).err
    (tmp_path / "map").write_text("an earlier table")
    monkeypatch.chdir(tmp_path)
    assert run("metrics", "--qrels", qrels, "--run", runs, "map", "-o", "map").code == 0


def test_standard_input_is_not_written_over(small):
    with open(small, "rb") as piped:
        command = [sys.executable, "-m", "gnomon", "metrics", "-", *ASK, "-o", str(small)]
        ended = subprocess.run(command, stdin=piped, capture_output=True, text=True, check=False)
    assert (ended.returncode, LOST in ended.stderr) == (2, True)


def test_report_and_evaluation_go_to_two_files(run, small, tmp_path):
    ended = run("report", small, *ASK, "-o", tmp_path / "r", "--save", tmp_path / "." / "r")
    assert ended.code == 2
    assert "--save and -o name one file" in ended.err


def test_an_evaluation_is_not_written_over_its_source(small, tmp_path):
    evaluation = gn.evaluate(str(small), label="y", score="p", ci=None)
    before = small.read_bytes()
    for write in (evaluation.save, evaluation.report):
        with raises_id("core.output_is_input"):
            write(small)
    assert small.read_bytes() == before
    saved = evaluation.save(tmp_path / "e.json")
    assert gn.Evaluation.load(saved).save(saved) == saved  # what was saved may be saved again


def test_runs_are_not_written_over(tmp_path):
    qrels = tmp_path / "q.json"
    qrels.write_text("1 0 a 1\n1 0 b 0\n")
    evaluation = gn.evaluate_runs(qrels, {"a": {"1": {"a": 2.0, "b": 1.0}}}, ci=None)
    with raises_id("core.output_is_input"):
        evaluation.save(qrels)


def test_a_link_and_a_mode_survive(tmp_path):
    target, link = tmp_path / "report.html", tmp_path / "latest.html"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target.name)
    write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_that_the_user_asks_for(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_protected_file_stays(tmp_path, monkeypatch):
    target = tmp_path / "report.html"
    target.write_text("old")
    target.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with raises_id("core.output_not_written"):
        write_file(target, b"new")
    assert target.read_text() == "old"


@pytest.mark.parametrize("name", ["r" * 250 + ".html", "圭" * 83 + ".html"])
def test_names_may_be_as_long_as_names_can_be(tmp_path, name):
    assert len(os.fsencode(name)) >= 254
    assert write_file(tmp_path / name, b"new").read_bytes() == b"new"
    assert os.listdir(tmp_path) == [name]
