"""A cluster of two executors on this machine, started once for all tests of Spark."""

import os
import shutil
import sys
import warnings

import pyarrow as pa
import pyarrow.parquet
import pytest

from components import missing, needs

BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options of Java for processes that live for minutes: compile once, and collect garbage in one thread."""
MISSING = "Java is not installed; to run this test: apt-get install openjdk-17-jre-headless"


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    if shutil.which("java") is None:
        missing(MISSING)
    sql = needs("pyspark.sql")
    home = tmp_path_factory.mktemp("spark")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", SPARK_WORKER_DIR=str(home / "work"))
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.local.dir": str(home / "local"),
        "spark.sql.warehouse.dir": str(home / "warehouse"),
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.codegen.wholeStage": "false",  # of a few thousand rows, compiling a query takes longer than running it
        "spark.driver.memory": "512m",
        "spark.executor.memory": "768m",
        "spark.driver.extraJavaOptions": BRIEF,
        "spark.executor.extraJavaOptions": BRIEF,
    }
    builder = sql.SparkSession.builder.master("local-cluster[2,1,768]").appName("gnomon's tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def frame(spark, tmp_path):
    """A Spark frame of a table in its order: in partitions of so many rows each, or that begin at some rows."""

    def made(table, rows):
        path = str(tmp_path / f"table-{len(list(tmp_path.iterdir()))}.parquet")
        whole = pa.Table.from_pandas(table, preserve_index=False)
        pa.parquet.write_table(whole, path)
        edges = [*(range(0, len(table), rows) if isinstance(rows, int) else rows), len(table)]

        def read(batches):  # sent to the executors by value
            import pyarrow.parquet

            for batch in batches:
                for part in batch.column(0).to_pylist():
                    yield from pyarrow.parquet.read_table(path).slice(edges[part], edges[part + 1] - edges[part]).to_batches()

        schema = spark.read.parquet(path).schema
        return spark.range(0, len(edges) - 1, 1, len(edges) - 1).mapInArrow(read, schema)

    return made
