"""The demonstration, as a user runs it."""

import re
import subprocess
import sys

import gnomon as gn
from gnomon import samples


def run(*arguments, cwd=None):
    return subprocess.run([sys.executable, "-m", "gnomon.demo", *arguments], capture_output=True, text=True, cwd=cwd, check=False)


def test_prints_the_table_and_saves_the_figure(tmp_path):
    done = run(str(tmp_path / "new folder"))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    loans = samples.credit()
    for name, column in (("roc_auc", 2), ("ks", 2), ("brier_score", 2)):
        shown = re.search(rf"^ {name} +(\S+) +(\S+) +(\S+)", done.stdout, re.MULTILINE)
        new, old = (getattr(gn, name)(loans["default"], loans[p]) for p in ("p_new", "p_old"))
        assert shown.groups()[:column] == (f"{new:.4f}", f"{old:.4f}")
        assert shown[3] == f"{new - old:+.4f}"
    figure = tmp_path / "new folder" / "credit.png"
    assert f"figure  {figure}" in done.stdout
    assert figure.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert [path.name for path in figure.parent.iterdir()] == ["credit.png"], "no temporary file is left"


def test_help_names_the_folder_and_the_environment():
    text = run("--help").stderr
    assert "FOLDER" in text
    assert "GNOMON_THREADS" in text


def test_a_folder_that_cannot_be_written_is_said_plainly(tmp_path):
    (tmp_path / "taken").write_text("a file")
    done = run(str(tmp_path / "taken"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "cannot save the figure" in done.stderr


def test_the_sample_is_the_same_for_everyone():
    a, b = samples.credit(), samples.credit()
    assert all((a[name] == b[name]).all() for name in a)
    assert len(samples.credit(n=100)["default"]) == 100
