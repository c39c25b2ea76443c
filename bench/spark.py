"""A Spark cluster of two executors on this machine: evaluate against MLlib, bounded against exact, slices against none.

python bench/run.py spark
"""

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

from measure import Row, at_most, best, faster, fresh

ROWS = int(os.environ.get("GNOMON_BENCH_SPARK", 20_000_000))
CAP = 240
"""Seconds after which MLlib is stopped."""
SCRIPT = "import sys; sys.path[:0] = [{bench!r}, {tools!r}]; import spark; spark.measured({rows})"


def spark() -> list[Row]:
    """All of it in one session of a process of its own."""
    here = Path(__file__).resolve().parent
    script = SCRIPT.format(bench=str(here), tools=str(here.parent / "tools"), rows=ROWS)
    found = json.loads(fresh(script).splitlines()[-1])
    work = f"`evaluate` of a Spark frame, all default metrics, {ROWS / 1e6:g} M rows of Parquet, two executors"
    peer = "MLlib's areaUnderROC" + (f", stopped after {CAP} s" if found["mllib"] >= CAP else "")
    return [
        faster(work, found["bounded"], peer, found["mllib"], 15),
        at_most("the same, half-width of the AUC", found["margin"], "the bar, 1e-6", 1e-6, 1, unit=""),
        at_most("the same, bytes that come to the driver", found["arrived"], "the bar, 64 MB", 64e6, 1, unit="B"),
        at_most("the same, peak of the driver's Python, all of it", found["peak"], "the bar, 500 MB", 500e6, 1, unit="B"),
        at_most("the same with `exact=True`", found["exact"], "without", found["bounded"], 3),
        at_most("the same by 20 slices", found["sliced"], "without", found["bounded"], 2),
    ]


def measured(rows: int) -> None:
    """Print what was measured, as JSON."""
    from local_cluster import started, written

    path = written(rows)
    session = started("gnomon's measurements")

    import gnomon as gn
    from gnomon.engines.spark_travel import arriving

    def evaluated(**asked: Any) -> Any:
        return gn.evaluate(session.read.parquet(path), label="label", score="new", **asked)

    evaluated()  # both sides are warm then
    areas(session.read.parquet(f"{path}/part-000.parquet").limit(1000))
    with open("/proc/self/clear_refs", "w") as refs:
        refs.write("5")  # the highest so far is what is held now
    with arriving() as arrived:
        evaluation = evaluated()
    found = {"margin": evaluation["roc_auc"].margin, "arrived": sum(arrived), "peak": held("VmHWM:")}
    for name, asked in {"bounded": {}, "exact": {"exact": True}, "sliced": {"by": "region"}}.items():
        found[name] = best(lambda asked=asked: evaluated(**asked), 2)
    found["mllib"] = capped(session, lambda: areas(session.read.parquet(path)))
    session.stop()
    print(json.dumps(found))


def areas(frame: Any) -> float:
    from pyspark.ml.evaluation import BinaryClassificationEvaluator

    return float(BinaryClassificationEvaluator(rawPredictionCol="new", labelCol="label").evaluate(frame))


def capped(session: Any, work: Any) -> float:
    """Seconds that work takes; it is stopped at the cap."""
    stop = threading.Timer(CAP, session.interruptAll)
    stop.start()
    start = time.perf_counter()
    try:
        work()
    except Exception:
        if time.perf_counter() - start < CAP:
            raise
        return CAP
    finally:
        stop.cancel()
    return time.perf_counter() - start


def held(kind: str) -> int:
    with open("/proc/self/status") as status:
        return int(status.read().partition(kind)[2].split()[0]) * 1024
