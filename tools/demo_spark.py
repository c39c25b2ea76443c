"""Evaluate two models on 20 million rows on a Spark cluster of two executors on this machine, and write the report.

python tools/demo_spark.py [FOLDER [ROWS]]
"""

import sys
import time
from pathlib import Path

from local_cluster import started, written

ROWS = 20_000_000


def main(folder: str = "out", rows: str = str(ROWS)) -> None:
    print(f"starting Spark with two executors, and {int(rows):,} rows of Parquet where they are not there yet …", flush=True)
    spark = started("gnomon's demonstration")
    path = written(int(rows))

    import gnomon as gn
    from gnomon.engines.spark_travel import arriving

    start = time.perf_counter()
    with arriving() as arrived:
        evaluation = gn.evaluate(spark.read.parquet(path), label="label", score=["new", "old"], by="region", name=f"{int(rows):,} rows")
    seconds = time.perf_counter() - start
    print(evaluation)
    page = Path(folder) / "spark.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    evaluation.report(str(page))
    spark.stop()
    auc = evaluation["roc_auc", "new"]
    print(f"\n{path}: {evaluation.rows:,} rows evaluated in {seconds:.1f} s; the AUC is certain to {auc.margin:.1e}")
    print(f"{sum(arrived) / 1e6:,.1f} MB came to the driver in {len(arrived)} answers, of them {arrived[0] / 1e6:,.1f} MB first rows")
    print(f"report: {page.resolve()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
