"""A Spark cluster of two executors on this machine, and rows for it: what the demonstration and the measurements run on."""

import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

PART = 2_500_000
"""Rows in a file."""
SLICES = 20
MEGABYTES = 2048
"""What an executor's Java may take."""


def started(name: str) -> Any:
    """A session on two executors of one core each, which are processes of their own."""
    if shutil.which("java") is None:
        sys.exit("Spark runs on Java 17 or newer, which is not installed: apt-get install openjdk-17-jre-headless")
    from pyspark.sql import SparkSession

    home = tempfile.mkdtemp(prefix="gnomon-spark-")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", SPARK_WORKER_DIR=f"{home}/work")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.executor.memory": f"{MEGABYTES}m",
        "spark.local.dir": f"{home}/local",
        "spark.log.level": "ERROR",
        "spark.sql.warehouse.dir": f"{home}/warehouse",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master(f"local-cluster[2,1,{MEGABYTES}]").appName(name)
    for key, value in settings.items():
        builder = builder.config(key, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return builder.getOrCreate()


def written(rows: int) -> str:
    """A folder of Parquet files with so many rows: a label, two scores, a slice. It is written once, and kept in the user's cache."""
    import pyarrow as pa
    import pyarrow.parquet

    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gnomon"
    folder = cache / f"spark-{rows}"
    if folder.exists():
        return str(folder)
    cache.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(dir=cache, prefix="making-"))
    for part, start in enumerate(range(0, rows, PART)):
        rng, n = np.random.default_rng(part), min(PART, rows - start)
        label = (rng.random(n) < 0.1).astype(np.int32)
        new, old = (1 / (1 + np.exp(2.2 - gain * label - rng.normal(size=n))) for gain in (1.5, 1.2))
        region = np.char.add("region ", rng.integers(1, SLICES + 1, n).astype(str))
        table = pa.table({"label": label, "new": new, "old": old, "region": region})
        pa.parquet.write_table(table, making / f"part-{part:03d}.parquet", row_group_size=500_000)
    os.replace(making, folder)
    return str(folder)
