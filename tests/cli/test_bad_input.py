"""Bad input on the command line: one clear line, the remedy, exit code 2, and nothing half-written."""

import gzip
import os
import resource
import subprocess
import sys

import pytest

from forked import gnomon

ASK = ("--label", "y", "--score", "p")


def metrics(run, path, *more, asked=ASK):
    ended = run("metrics", path, *asked, *more)
    assert ended.out == ""
    assert "Traceback" not in ended.err
    assert ended.err.startswith("error: ")
    return ended


def refused(run, path, *more, asked=ASK):
    ended = metrics(run, path, *more, asked=asked)
    assert ended.code == 2
    return ended.err


def file(folder, content, name="t.csv"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_missing_file(run, small):
    assert refused(run, small.parent / "q.csv") == f"error: there is no file '{small.parent}/q.csv'; did you mean '{small}'?\n"
    assert "there is no file" in refused(run, small.parent / "no folder" / "q.csv")
    assert "no file matches" in refused(run, small.parent / "*.parquet")


def test_an_empty_file(run, tmp_path):
    assert "is empty (0 bytes)" in refused(run, file(tmp_path, ""))
    assert "the first line is empty; it must name the columns" in refused(run, file(tmp_path, "\n\n"))
    assert "there are no rows" in refused(run, file(tmp_path, "y,p\n"))


def test_a_directory(run, tmp_path):
    remedy = f"of folders only those of Parquet files are read; name its files, as in '{tmp_path}/*.parquet'"
    assert refused(run, tmp_path) == f"error: '{tmp_path}' is a directory; {remedy}\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("y,p,r\n1,0.5,a\n0,0.4\n1,0.3,b\n", "t.csv, line 3: 2 values where the header names 3 columns ('0,0.4'); mend the line"),
        ("y,p,r\n1,0.5,a\n0,0.4,b,c\n", "t.csv, line 3: 4 values where the header names 3 columns"),
        ('y,p,r\n1,0.5,a\n0,0.4,"b\n', 't.csv, line 3: a quote (") is opened and never closed'),
        ("y,p,r\n1,0.5,a\n0,high,b\n", "t.csv, line 3: column 'p' has 'high' where a number is meant; write a number"),
        ("y;p\n1;0,5\n", "column 'p' has '0,5' where a number is meant; write it with a decimal point"),
        ("y,p,p\n1,0.5,0.5\n", "the header names 'p' twice"),
        ("y,p,é\n1,0.5,a\n".encode("latin1"), "line 1: the file is not UTF-8; pass --encoding with the name of its encoding"),
    ],
)
def test_a_broken_csv_names_the_line(run, tmp_path, content, message):
    assert message in refused(run, file(tmp_path, content))


def test_files_whose_columns_differ(run, tmp_path):
    """The same columns in another order would be read as each other."""
    a, b = file(tmp_path, "y,p\n1,0.5\n", "a.csv"), file(tmp_path, "p,y\n0.5,1\n", "b.csv")
    ended = run("metrics", a, b, *ASK)
    assert ended.code == 2
    assert "b.csv: its header (p, y) is not that of a.csv (y, p); give the files the same columns" in ended.err


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ('{"y": 1, "p": 0.5}\n{"y": 0 "p"}\n', "t.jsonl", "t.jsonl, line 2: this is no JSON object"),
        ('{"y": 1, "p": 0.5}\n{"y": 0, "p": "high"}\n', "t.jsonl", 't.jsonl, line 2: "high" stands where a number is meant'),
        ("no parquet at all", "t.parquet", "t.parquet: cannot be read as parquet"),
        ("no arrow at all", "t.arrow", "t.arrow: cannot be read as arrow"),
        (b"\x1f\x8b\x08\x00" + b"\xff" * 40, "t.csv.gz", "t.csv.gz: cannot be read: Error -3 while decompressing"),
        (b"\x00\x01\x02\x03", "t.bin", "is in no format that is known here; these are: CSV"),
    ],
)
def test_a_broken_file(run, tmp_path, content, name, message):
    assert message in refused(run, file(tmp_path, content, name))


def test_a_misspelt_column(run, small):
    said = refused(run, small, asked=("--label", "Y", "--score", "p"))
    assert said == "error: --label: no column 'Y' in p.csv; did you mean 'y'?\n       columns: y, p, region\n"
    assert "--by: no column 'regoin' in p.csv; did you mean 'region'?" in refused(run, small, "--by", "regoin")
    assert "--score: no column 'q' in p.csv" in refused(run, small, asked=("--label", "y", "--score", "q"))


def test_strings_where_numbers_are_meant(run, small):
    assert "column 'region' has" in refused(run, small, asked=("--label", "y", "--score", "region"))
    assert "--label: 'p' holds 0." in refused(run, small, asked=("--label", "p", "--prediction", "y"))


def test_missing_scores_are_counted_and_located(run, tmp_path):
    said = refused(run, file(tmp_path, "y,p\n1,0.5\n0,nan\n1,0.3\n0,nan\n"))
    assert said == "error: --score: 'p' has NaN in row 2 (and 1 more of 4). Pass --missing \"drop\" to leave such rows out\n"
    assert "'p' has no value in row 2" in refused(run, file(tmp_path, "y,p\n1,0.5\n0,\n"))
    assert "--label: 'y' has no value in row 1" in refused(run, file(tmp_path, "y,p\n,0.5\n0,0.1\n"))
    assert "'p' has inf in row 1. Scores must be finite" in refused(run, file(tmp_path, "y,p\n1,inf\n0,0.1\n"))


def test_a_constant_score_is_evaluated_and_called_so(run, tmp_path):
    ended = run("metrics", file(tmp_path, "y,p\n1,0.5\n0,0.5\n"), *ASK)
    assert ended.code == 0
    assert "▲ p: every row has the score 0.5; it ranks nothing" in ended.out


def test_one_class_is_evaluated_and_called_so(run, tmp_path):
    ended = run("metrics", file(tmp_path, "y,p\n1,0.5\n1,0.7\n"), *ASK)
    assert ended.code == 0
    assert "▲ every row has the label 1" in ended.out
    assert "of p: there are no negative rows: only one class is present" in ended.out


def test_metrics_that_do_not_exist(run, small):
    assert refused(run, small, "--metrics", "roc_acu").startswith("error: there is no metric 'roc_acu'; did you mean roc_auc")
    assert "'f1@' is no metric reference; write name, name(option=value)" in refused(run, small, "--metrics", "f1@")
    assert "is no option of f_score" in refused(run, small, "--metrics", "f_score(gamma=2)@0.3")
    assert "is a curve, not one value" in refused(run, small, "--metrics", "roc_curve")
    assert "--metrics: f1 reads labels; give it a threshold, f1@0.5" in refused(run, small, "--metrics", "f1")


def test_options_that_make_no_sense(run, small):
    assert "--format: 'xml' is not table or json or csv or markdown" in refused(run, small, "--format", "xml")
    assert "--missing: 'skip' is not" in refused(run, small, "--missing", "skip")
    assert "--memory: 'lots' is no amount of memory" in refused(run, small, "--memory", "lots")
    assert "--score: nothing to evaluate" in refused(run, small, asked=("--label", "y"))
    assert run("metrics", small, "--score", "p").code == 2
    assert run("metrics", small, *ASK, "--colour", "red").code == 2
    assert run("report", small, *ASK, "--lang", "fr").err == "error: --lang: 'fr' is not en or zh\n"
    assert "error: --family 'sorting' is not 'labels' or 'scores' or " in run("list", "--family", "sorting").err
    assert run("list", "xyzzy").err == "error: no metric matches 'xyzzy'; gnomon list shows them all\n"
    assert run("explain", "kss").code == 2


def test_an_unwritable_report(run, small, tmp_path):
    for target, reason in ((tmp_path / "absent" / "r.html", "No such file or directory"), (tmp_path, "it is a directory")):
        ended = run("report", small, *ASK, "-o", target)
        assert ended.code == 2
        assert ended.err.startswith(f"error: cannot write {target}: {reason}")


def test_a_full_disk(run, small):
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full to stand for a full disk")
    ended = run("report", small, *ASK, "-o", "/dev/full")
    assert ended.code == 2
    assert "cannot write /dev/full: No space left on device; no part of it was written" in ended.err


def test_a_report_that_does_not_fit_leaves_nothing_and_harms_nothing(small, tmp_path):
    """A disk that fills up half-way: the report of yesterday stays, and no half of today's lies beside it."""
    report = tmp_path / "r.html"
    report.write_text("yesterday's")
    before = sorted(path.name for path in tmp_path.iterdir())

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    command = [sys.executable, "-m", "gnomon", "report", str(small), *ASK, "-o", str(report)]
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)
    assert ended.returncode == 2, ended.stderr
    assert "cannot write" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert report.read_text() == "yesterday's"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_gates_that_cannot_be_judged(run, small, tmp_path):
    asked = ("check", small, *ASK)
    assert "nothing to check; pass --min METRIC=VALUE" in run(*asked).err
    assert "--min: 'roc_auc' is no METRIC=VALUE" in run(*asked, "--min", "roc_auc").err
    assert "did you mean roc_auc" in run(*asked, "--min", "roc_acu=1").err
    assert "cannot read" in run(*asked, "--baseline", tmp_path / "old.json").err
    assert "is no evaluation" in run(*asked, "--baseline", small).err
    assert "--tolerance is what --baseline allows" in run(*asked, "--tolerance", "ks=0.1").err
    assert "--label: needed to evaluate predictions" in run("check", small, "--min", "ks=0").err
    assert run(*asked).code == 2


def test_a_gate_on_an_undefined_metric_fails(run, tmp_path):
    path = file(tmp_path, "y,p\n1,0.5\n1,0.7\n")
    ended = run("check", path, *ASK, "--min", "roc_auc=0.5")
    assert ended.code == 1
    assert "✖ FAIL" in ended.out
    assert "undefined: there are no negative rows: only one class is present" in ended.out


def test_messages_speak_of_options(run, small, tmp_path):
    path = file(tmp_path, "y,a,b,c\nu,1,2,3\nv,1,2,3\nw,3,2,1\n")
    said = refused(run, path, asked=("--label", "y", "--score", "a"))
    assert "pass a column for each class, --score CLASS=COLUMN for each, or --prediction, or" in said
    assert "--task: 'sorting' is not 'binary' or 'multiclass' or 'ranking' or " in refused(run, small, "--task", "sorting")
    assert "name their column with --score\n" in refused(run, path, "--metrics", "ks", asked=("--label", "y", "--prediction", "a"))
    assert 'pass --na "NA" if that means missing' in refused(run, file(tmp_path, "y,p\n1,NA\n0,1\n"))
    assert "write it without separators of thousands" in refused(run, file(tmp_path, 'y,p\n1,"1,000"\n0,1\n'))
    assert "as in --prediction a=COLUMN" in refused(
        run, small, asked=("--label", "y", "--score", "a=p", "--score", "b=p", "--prediction", "region")
    )


def test_labels_are_matched_as_they_are_spelt(run, tmp_path):
    path = file(tmp_path, "y,p\ntrue,0.9\nfalse,0.1\n")
    for spelling in ("true", "True", "TRUE"):
        assert run("metrics", path, *ASK, "--positive", spelling).code == 0
    numbers = file(tmp_path, "y,p\n1,0.9\n0,0.1\n")
    assert run("metrics", numbers, *ASK, "--positive", "1.0").code == 0


def test_a_saved_evaluation_is_no_file_of_predictions(run, small, tmp_path):
    saved = tmp_path / "old.json"
    assert run("metrics", small, *ASK, "--format", "json", "-o", saved).code == 0
    assert "is a saved evaluation, not predictions" in refused(run, saved)
    ended = run("check", saved, "--label", "y", "--min", "ks=0")
    assert ended.code == 2
    assert "is a saved evaluation, whose columns are settled; leave --label out" in ended.err


def test_output_that_has_no_room(small):
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full to stand for a full disk")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "gnomon", "metrics", str(small), *ASK]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: No space left on device")


def test_a_reader_that_has_seen_enough(loans):
    command = f"{sys.executable} -m gnomon list | head -1"
    ended = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("precision")
    assert ended.stderr == ""


def test_debug_shows_the_traceback(small):
    command = ["metrics", small, "--label", "Y", "--score", "p"]
    plain = gnomon(*command)
    assert plain.returncode == 2
    assert "Traceback" not in plain.stderr
    debug = gnomon(*command, "--debug")
    assert debug.returncode == 2
    assert "Traceback" in debug.stderr


def test_a_link_keeps_leading_to_its_target(run, small, tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    assert run("metrics", small, *ASK, "--format", "json", "-o", link).code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("{")


def test_standard_output_as_a_file_is_written_through(small, tmp_path):
    """A link to what the process has open, as /dev/stdout is, must not be replaced by a file."""
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    with open(tmp_path / "out.txt", "w") as out:
        command = [sys.executable, "-m", "gnomon", "metrics", str(small), *ASK, "--format", "json", "-o", str(link)]
        subprocess.run(command, stdout=out, check=True)
    assert link.is_symlink()
    assert (tmp_path / "out.txt").read_text().startswith("{")


@pytest.mark.parametrize("command", [["check", "--min", "roc_auc=0.1"], ["metrics"], ["explain", "ks", "--lang", "zh"]])
def test_an_output_that_knows_only_ascii(small, command):
    files = [] if command[0] == "explain" else [str(small), *ASK]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run([sys.executable, "-m", "gnomon", *command, *files], capture_output=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout


def test_closed_streams(small):
    def ended(redirection, *more):
        command = f"{sys.executable} -m gnomon metrics {' '.join(more) or small} {' '.join(ASK)} {redirection}"
        return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert ended(">&-").returncode == 0
    assert ended("2>&-").returncode == 0
    closed = ended("<&-", "-")
    assert closed.returncode == 2
    assert "standard input is closed" in closed.stderr


def test_damaged_evaluations(run, small, tmp_path):
    saved = tmp_path / "e.gnomon"
    assert run("report", small, *ASK, "-o", tmp_path / "r.html", "--save", saved).code == 0
    content = bytearray(saved.read_bytes())
    content[len(content) // 2 :: 7] = bytes(len(content[len(content) // 2 :: 7]))
    saved.write_bytes(content)
    ended = run("check", saved, "--min", "ks=0")
    assert ended.code == 2
    assert "Traceback" not in ended.err


def test_gates_that_compare_nothing_do_not_pass(run, small, tmp_path):
    old = tmp_path / "old.json"
    run("metrics", small, *ASK, "--metrics", "prevalence@0.5", "--format", "json", "-o", old)
    ended = run("check", small, "--baseline", old)
    assert ended.code == 2
    assert "nothing could be compared" in ended.err


def test_what_no_format_explains(run, tmp_path):
    assert "is compressed; let its name say so" in refused(run, file(tmp_path, gzip.compress(b"y,p\n1,1\n", mtime=0)))
    (tmp_path / "dangling.csv").symlink_to(tmp_path / "nowhere.csv")
    assert "is a link to" in refused(run, tmp_path / "dangling.csv")
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")
    with open(odd, "w") as out:
        out.write("y,p\n1,0.5\n")
    ended = run("metrics", odd, *ASK)
    assert ended.code == 2
    assert "is not UTF-8; rename the file first" in ended.err


def test_the_users_own_text_is_left_alone(run, small):
    assert "'roc_auc(weight=3)'" in refused(run, small, "--metrics", "roc_auc(weight=3)")
    assert "gnomon list shows them all" in run("explain", "zzz").err


def test_a_mistake_of_our_own_is_no_failed_gate(run, small, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("a loose screw")

    monkeypatch.setattr("gnomon.cli.options.evaluate", broken)
    ended = run("check", small, *ASK, "--min", "ks=0")
    assert ended.code == 3
    assert ended.err == "error: gnomon itself failed (RuntimeError: a loose screw); --debug shows where\n"
