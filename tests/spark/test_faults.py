"""Executors that are lost or lack gnomon, tasks that run twice, sessions that are over: no digit changes, or people are told what to do."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import gnomon as gn
from components import missing, needs
from engines.rows import ASKED, EXPECTED, TABLE
from gnomon.evaluation import ordered, run
from spark.conftest import BRIEF, MISSING


def slow_once(folder, ill):
    """Passes rows on, and marks partitions that are through. Sent to executors by value.

    The first task of partition ``ill`` says which executor it belongs to, and waits until that is gone.
    """

    def passed(batches):
        import os
        import time
        import uuid
        from pathlib import Path

        from pyspark import TaskContext

        number, begun = TaskContext.get().partitionId(), Path(folder) / "executor"
        for batch in batches:
            if number == ill and not begun.exists():
                daemon = os.getppid()  # which makes workers; above it is the executor
                written = Path(folder) / "written"
                written.write_text(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
                written.rename(begun)
                time.sleep(3600)  # until it is killed
            yield batch
        (Path(folder) / f"{number} {uuid.uuid4()}").touch()

    return passed


def test_an_executor_killed_in_mid_job_changes_no_digit(frame, tmp_path, monkeypatch):
    """In the pass, not the survey, below a tree of two levels; what it had finished is lost with it, so that these tasks run twice."""
    monkeypatch.setattr("gnomon.engines.spark.SURVEYED", 50)
    folder = tmp_path / "marks"
    folder.mkdir()
    rows = frame(TABLE, 50)
    slow = rows.mapInArrow(slow_once(str(folder), 25), rows.schema)
    killed = []

    def kill():
        while not (folder / "executor").exists():
            time.sleep(0.05)
        pid = int((folder / "executor").read_text())
        assert "java" in Path(f"/proc/{pid}/comm").read_text()
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    e = gn.evaluate(slow, **ASKED)
    thread.join()
    assert killed
    ran = Counter(mark.name.split()[0] for mark in folder.iterdir() if mark.name != "executor")
    assert set(ran) == {str(number) for number in range(40)}
    assert any(times > 1 for number, times in ran.items() if number != "0"), "the survey looks at partition 0"
    assert e.rows == EXPECTED.rows
    assert e.values == EXPECTED.values
    assert [part.values for part in e.slices] == [part.values for part in EXPECTED.slices]


def test_tasks_that_are_tried_again_count_once(frame, tmp_path, monkeypatch):
    """They fail once all of their rows were read, in the survey, the pass and the order of ``exact``."""
    marks = tmp_path / "marks"
    marks.mkdir()

    def fails_once(batches):  # sent by value
        import uuid

        from pyspark import TaskContext

        yield from batches
        context = TaskContext.get()
        if context.partitionId() % 2 and context.attemptNumber() == 0:
            (marks / str(uuid.uuid4())).touch()
            raise RuntimeError("a disk that was full for a moment")

    here, whole = gn.evaluate(TABLE, label="y", score="p"), frame(TABLE, 1000)
    rows = whole.mapInArrow(fails_once, whole.schema)
    assert gn.evaluate(rows, **ASKED).values == EXPECTED.values
    before = len(list(marks.iterdir()))
    assert before >= 2
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_cells=300))
    monkeypatch.setattr(run, "KEPT", 300)
    monkeypatch.setattr(ordered, "STRETCH", 1000)
    exact = gn.evaluate(rows, label="y", score="p", exact=True)
    assert len(list(marks.iterdir())) >= before + 4
    assert exact.rows == here.rows
    for metric in ("roc_auc", "gini", "ks", "average_precision"):
        assert (exact[metric], exact[metric].margin) == (here[metric], 0)


LACKING = """
import runpy
import sys


class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "gnomon":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Gone())
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
SCRIPT = """
from pyspark.sql import SparkSession
import gnomon as gn
from engines.rows import TABLE

session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
frame = session.createDataFrame(TABLE[["y", "p"]].values.tolist(), "y double, p double").coalesce(1)


card = gn.Scorecard.by_hand({"p": {"(-inf, 0.5)": 1, "[0.5, inf)": 2, "missing": 3}}, base=0)


def said(call):
    try:
        call()
    except gn.InputError as reason:
        print(reason)


said(lambda: gn.evaluate(frame, label="y", score="p"))
session.stop()
said(lambda: gn.evaluate(frame, label="y", score="p"))
said(lambda: card.score(frame))
"""


def test_executors_without_gnomon_and_a_session_that_is_over(tmp_path):
    """In a process of its own, whose executors are started by a Python that does not find gnomon."""
    needs("pyspark.sql")
    if shutil.which("java") is None:
        missing(MISSING)
    (tmp_path / "lacking.py").write_text(LACKING)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path}/lacking.py" "$@"\n')
    python.chmod(0o755)
    settings = {
        "PYSPARK_PYTHON": str(python),
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "JAVA_TOOL_OPTIONS": BRIEF,
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, **settings},
        cwd=tmp_path,
        check=True,
        timeout=900,
        capture_output=True,
        text=True,
    )
    lacking, *over = ran.stdout.splitlines()[-3:]
    assert "the Python of the executors has no gnomon; install it there, or ship this environment: pack it" in lacking
    assert over == ["data: the Spark session of this data frame has ended; start one and read the frame again"] * 2
