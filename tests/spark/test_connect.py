"""The same by Spark Connect, whose sessions are another library with another way to jobs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from components import missing, needs
from spark.conftest import BRIEF, MISSING

SCRIPT = """
from pyspark.sql import SparkSession
import gnomon as gn
from engines.rows import ASKED, EXPECTED, TABLE

session = SparkSession.builder.remote("local[2]").config("spark.sql.shuffle.partitions", "2").getOrCreate()
assert type(session).__module__.startswith("pyspark.sql.connect")
frame = session.createDataFrame(TABLE).coalesce(1)
assert gn.evaluate(frame, progress=True, exact=True, **ASKED).values == EXPECTED.values
try:
    gn.evaluate(frame.withColumn("p", frame["p"] * float("inf")), label="y", score="p", group="region")
except gn.InputError as reason:
    assert "'p' has inf in partition 0, at its position 0" in str(reason), reason
else:
    raise AssertionError("scores beyond all numbers were taken")
card = gn.Scorecard.by_hand({"p": {"(-inf, 0.5)": 1, "[0.5, inf)": 2, "missing": 3}}, base=0)
assert "score" in card.score(frame).columns
session.stop()
for call in (lambda: gn.evaluate(frame, label="y", score="p"), lambda: gn.psi_table(frame, frame), lambda: card.score(frame)):
    try:
        call()
    except gn.InputError as reason:
        assert "the Spark session of this data frame has ended" in str(reason), reason
    else:
        raise AssertionError("a session that is over has answered")
"""


def test_a_frame_of_spark_connect(tmp_path):
    """In a process of its own: one process has sessions of one kind."""
    needs("pyspark.sql")
    needs("grpc_status")
    if shutil.which("java") is None:
        missing(MISSING)
    settings = {
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "JAVA_TOOL_OPTIONS": BRIEF,
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    subprocess.run([sys.executable, "-c", SCRIPT], env={**os.environ, **settings}, cwd=tmp_path, check=True, timeout=900)
