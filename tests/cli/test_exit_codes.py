"""How commands end: 0 fine, 1 a gate that failed and nothing else, 2 bad input, 3 a mistake of ours, 130 interrupted."""

import os
import subprocess
import sys

import pytest

from forked import gnomon

GATE = ("--label", "y", "--score", "p", "--min", "roc_auc=0.99")


def ended(*arguments, before="", **environment):
    """A process of its own, which may be spoilt before it begins."""
    code = f"import os, signal, sys\n{before}\nfrom gnomon.__main__ import main\nmain()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("threads", ["x", "0", "-1", "²", "1_0", "9" * 30, "5000"])
def test_a_wrong_setting_is_no_gate_that_failed(small, threads):
    found = ended("check", small, *GATE, GNOMON_THREADS=threads)
    assert found.returncode == 2
    assert found.stderr.startswith("error: the environment variable GNOMON_THREADS is")
    assert "Traceback" not in found.stderr


def test_only_a_gate_that_failed_is_1(small):
    assert gnomon("check", small, *GATE).returncode == 1
    assert gnomon("check", small, *GATE[:-1], "roc_auc=0.1").returncode == 0
    assert gnomon("check", small, *GATE[:-1], "no_such=0.1").returncode == 2
    assert gnomon("check", small, "--no-such-option").returncode == 2


def test_what_is_missing_of_gnomon_is_3(small):
    found = ended("check", small, *GATE, before="sys.modules['rich.console'] = None")
    assert found.returncode == 3
    assert "Traceback" not in found.stderr


DURING_IMPORTS = """
class Finder:
    def find_spec(self, name, *_):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
            raise ImportError("numpy made this of a Ctrl-C")
sys.meta_path.insert(0, Finder())
"""
WHILE_WRITING = """
replace = os.replace
os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGINT)
"""
AS_ANOTHER_ERROR = """
import duckdb
def connect(*_):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        raise duckdb.InterruptException("interrupted")
duckdb.connect = connect
"""
IN_A_KERNEL = "import gnomon._core; gnomon._core.interrupt_after(1)"


@pytest.mark.parametrize("moment", [DURING_IMPORTS, WHILE_WRITING, AS_ANOTHER_ERROR, IN_A_KERNEL])
def test_interrupted_at_any_moment(small, moment):
    kept = small.parent / "kept"
    kept.mkdir()
    found = ended("metrics", small, *GATE[:4], "--format", "json", "-o", kept / "e.json", before=moment)
    assert found.returncode == 130
    assert "Traceback" not in found.stderr
    assert "interrupted" in found.stderr
    assert os.listdir(kept) == []


def test_an_ignored_interruption_stays_ignored(small):
    spoilt = "signal.signal(signal.SIGINT, signal.SIG_IGN)" + DURING_IMPORTS.replace('raise ImportError("numpy made this of a Ctrl-C")', "")
    assert ended("metrics", small, *GATE[:4], before=spoilt).returncode == 0


@pytest.mark.parametrize("asked", [["--help"], ["list"], ["metrics", "{small}", "--label", "y", "--score", "p", "--format", "json"]])
def test_whoever_reads_may_have_seen_enough(small, asked):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "gnomon", *(word.format(small=small) for word in asked)]
    found = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("asked", [["--help"], ["check", "--help"]])
def test_help_tells_the_exit_codes(run, asked):
    said = " ".join(run(*asked).out.replace("│", " ").split())
    for code, meaning in ((0, "fine"), (1, "a gate failed"), (2, "bad input"), (3, "a mistake of gnomon's own"), (130, "interrupted")):
        assert f"{code} {meaning}" in said
