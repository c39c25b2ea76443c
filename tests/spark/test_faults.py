"""Executors that are lost, and those that lack gnomon: no digit changes, and people are told what to do."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import gnomon as gn
from engines.rows import ASKED, EXPECTED, TABLE


def slow_once(folder):
    """Passes rows on; the first task says which executor it belongs to, and waits until that is gone. Sent to executors by value."""

    def passed(batches):
        import os
        import time
        from pathlib import Path

        marker = Path(folder) / "seen"
        for batch in batches:
            if batch.num_rows and not marker.exists():
                daemon = os.getppid()  # which makes workers; above it is the executor
                marker.write_text(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
                time.sleep(60)
            yield batch

    return passed


def test_an_executor_killed_in_mid_job_changes_no_digit(frame, tmp_path):
    folder = tmp_path / "marks"
    folder.mkdir()
    rows = frame(TABLE, 500)
    slow = rows.mapInArrow(slow_once(str(folder)), rows.schema)
    killed = []

    def kill():
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (folder / "seen").exists():
            time.sleep(0.05)
        time.sleep(0.2)
        pid = int((folder / "seen").read_text())
        assert "java" in Path(f"/proc/{pid}/comm").read_text()
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    e = gn.evaluate(slow, **ASKED)
    thread.join()
    assert killed
    assert e.values == EXPECTED.values
    assert [part.values for part in e.slices] == [part.values for part in EXPECTED.slices]


def test_executors_without_gnomon(frame, monkeypatch):
    from gnomon.engines import spark as engine

    def lacking(*asked):
        def head(batches):
            raise ModuleNotFoundError("No module named 'gnomon'", name="gnomon")
            yield

        return head

    monkeypatch.setattr(engine, "Head", lacking)
    with pytest.raises(gn.InputError, match=r"the Python of the executors has no gnomon; install it there, or ship this environment"):
        gn.evaluate(frame(TABLE, 2000), label="y", score="p")
