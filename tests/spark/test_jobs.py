"""Jobs of an evaluation: shown while they run, cancelled alone, and refused by executors of another gnomon."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

import gnomon as gn
from engines.rows import ASKED, EXPECTED, TABLE
from gnomon.evaluation import run


def slow(seconds, mark=None):
    """Passes rows on, and waits before the last are through. Sent to executors by value."""

    def passed(batches):
        import time
        from pathlib import Path

        yield from batches
        if mark is not None:
            Path(mark).touch()
        time.sleep(seconds)

    return passed


def held_until(surveyed, seen):
    """Passes rows on; once the survey is over, partitions after the first wait until somebody was told of a task that is done."""

    def passed(batches):
        import time
        from pathlib import Path

        from pyspark import TaskContext

        yield from batches
        while TaskContext.get().partitionId() and Path(surveyed).exists() and not Path(seen).exists():
            time.sleep(0.05)

    return passed


def test_progress_is_told_and_changes_no_digit(frame, monkeypatch, tmp_path):
    told, surveyed, seen, survey = [], tmp_path / "surveyed", tmp_path / "seen", run.survey

    @contextmanager
    def meter(source, show):
        def tell(rows, tasks=None):
            told.append((rows, tasks))
            if rows and tasks[0]:
                seen.touch()
            raise RuntimeError("a terminal that is gone")

        yield tell

    def surveying(*asked):
        found = survey(*asked)
        surveyed.touch()
        return found

    monkeypatch.setattr(run, "meter", meter)
    monkeypatch.setattr(run, "survey", surveying)
    rows = frame(TABLE, 500)
    assert gn.evaluate(rows.mapInArrow(held_until(str(surveyed), str(seen)), rows.schema), **ASKED).values == EXPECTED.values
    assert seen.exists()
    assert max(tasks for _, (_, tasks) in told) >= 4
    assert any(500 <= rows <= 2000 for rows, _ in told)


def test_an_interruption_cancels_the_jobs_of_the_evaluation_alone(spark, frame, tmp_path):
    rows, mark, others = frame(TABLE, 1000), tmp_path / "begun", []
    other = threading.Thread(target=lambda: others.append(spark.range(8).repartition(1).mapInArrow(slow(8), "id long").toArrow().num_rows))
    handler = signal.getsignal(signal.SIGINT)

    def interrupt():
        while not mark.exists():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    other.start()
    threading.Thread(target=interrupt, daemon=True).start()
    tracker = spark.sparkContext.statusTracker()
    with pytest.raises(KeyboardInterrupt):
        gn.evaluate(rows.mapInArrow(slow(3600, str(mark)), rows.schema), label="y", score="p")
    assert len(tracker.getActiveJobsIds()) <= 1, "the other one's"
    assert signal.getsignal(signal.SIGINT) is handler
    other.join()
    assert others == [8]
    while tracker.getActiveJobsIds():  # its last job is on its way out
        time.sleep(0.1)


def test_other_versions_are_refused(frame, monkeypatch):
    rows = frame(TABLE, 2000)
    there = gn.__version__
    with monkeypatch.context() as other:
        other.setattr("gnomon.__version__", "99.1")
        with pytest.raises(gn.InputError, match=f"the executors have gnomon {there}, and this is gnomon 99.1; install the same on both"):
            gn.evaluate(rows, label="y", score="p")
    monkeypatch.setattr("pyspark.__version__", "3.5.4")
    with pytest.raises(gn.InputError, match=r"PySpark 3\.5\.4 is too old, gnomon needs 4 or later"):
        gn.evaluate(rows, label="y", score="p")


def test_pyspark_is_imported_for_its_frames_alone():
    script = (
        "import sys, gnomon as gn; gn.evaluate({'y': [0, 1, 0, 1], 'p': [0.1, 0.9, 0.3, 0.4]}, label='y', score='p'); "
        "assert not [name for name in sys.modules if name.startswith('pyspark')]"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
