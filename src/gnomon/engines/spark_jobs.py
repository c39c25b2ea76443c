"""Jobs of Apache Spark: run so that they can be followed and cancelled, and what goes wrong with them in words of ours."""

import re
import signal
import threading
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from ..errors import InputError
from .source import Meter, silent
from .spark_travel import arrived

OLDEST = 4
"""The first PySpark that has all that is used here."""
SECONDS = 0.3
"""How often a terminal is told how far jobs are, and how long a cancelled one is waited for at a time."""
PATIENCE = 20
"""How many times a job is cancelled that has not ended."""


def connected(session: object) -> bool:
    """Whether a session is one of Spark Connect."""
    return type(session).__module__.startswith("pyspark.sql.connect")


# What is sent ------------------------------------------------------------------------------------------------------------------------


def mapped(frame: Any, function: Any, schema: str) -> Any:
    """What a function makes of each partition. That PySpark has not been tried with a newer pandas concerns nobody here: none is used."""
    with warnings.catch_warnings(), ended():
        warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas", category=FutureWarning)
        return frame.mapInArrow(_sent(function), schema)


def _sent(function: object) -> Callable[[Any], Any]:
    """The function in a form that executors read before they have looked at it: those of another gnomon may not have it."""
    from pyspark import cloudpickle

    package = __name__.partition(".")[0]
    packed = cloudpickle.dumps(function)
    here, unpacked = import_module(package).__version__, cloudpickle.loads

    def run(batches: object) -> Any:  # sent by value
        from importlib import import_module

        there = import_module(package).__version__
        if there != here:
            raise RuntimeError(f"gnomon-versions: {there} and {here}.")
        return unpacked(packed)(batches)

    return run


# What is awaited ---------------------------------------------------------------------------------------------------------------------


def collected(frame: Any, tell: Meter = silent, rows: Any = None) -> Any:
    """The Arrow table of a frame. ``rows`` counts what tasks have read."""
    table = awaited(frame.sparkSession, frame.toArrow, tell, rows)
    arrived(table.nbytes)
    return table


def heads(made: Any, first: int, last: int) -> tuple[int, list[dict[str, Any]]]:
    """How many partitions there are, and the heads of some.

    A task that does not read all of its rows costs its executor a Python process: a classic session starts none for other partitions.
    Spark Connect has no way to say so.
    """
    if connected(made.sparkSession):
        table = collected(made)
        return table.num_rows, table.to_pylist()

    def ask() -> tuple[int, list[Any]]:
        partitions = made.rdd
        count = partitions.getNumPartitions()
        wanted = range(first, min(last, count))
        return count, partitions.context.runJob(partitions, list, wanted) if wanted else []

    count, rows = awaited(made.sparkSession, ask)
    arrived(sum(len(row["made"] or b"") for row in rows))
    return count, [row.asDict() for row in rows]


def awaited(session: object, asked: Callable[[], Any], tell: Meter = silent, rows: object = None) -> Any:
    """What is asked of a session. Its jobs have a tag, and where the caller is interrupted these jobs are cancelled, and no others.

    PySpark waits for a job to end even where it was interrupted; so another thread asks, and this one waits.
    """
    from pyspark import inheritable_thread_target

    tag, found = f"gnomon-{uuid.uuid4().hex}", Future[Any]()

    def ask() -> None:
        try:
            _tagged(session, tag)
            found.set_result(asked())
        except BaseException as fault:  # raised again in the thread that waits
            found.set_exception(fault)

    with complaints():
        thread = threading.Thread(target=inheritable_thread_target(session)(ask), name="gnomon-spark", daemon=True)
        with _interrupts(), _watched(session, tag, tell, rows):
            thread.start()
            try:
                return found.result()
            except BaseException:
                _cancel(session, tag, thread)
                raise


def _tagged(session: Any, tag: str) -> None:
    """Give all jobs of this thread a tag."""
    (session.addTag if connected(session) else session.sparkContext.addJobTag)(tag)


def _cancel(session: Any, tag: str, thread: threading.Thread) -> None:
    """Cancel the jobs of a tag, also those that are only about to start."""
    for _ in range(PATIENCE):
        if not thread.is_alive():
            return
        with suppress(Exception):  # a session that has ended has no jobs
            (session.interruptTag if connected(session) else session.sparkContext.cancelJobsWithTag)(tag)
        thread.join(SECONDS)


@contextmanager
def _interrupts() -> Iterator[None]:
    """Ctrl-C as Python has it: PySpark's own way is to cancel all jobs of the process, whoever asked for them."""
    mine = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if mine else None
    if getattr(before, "__module__", "") != "pyspark.core.context":
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# How far it is -----------------------------------------------------------------------------------------------------------------------


def counter_of(session: Any, tell: Meter) -> Any:
    """A count that tasks can add to, where somebody wants to know; Spark Connect has none."""
    if tell is silent or connected(session):
        return None
    with suppress(Exception):
        return session.sparkContext.accumulator(0)
    return None


@contextmanager
def _watched(session: Any, tag: str, tell: Meter, rows: Any) -> Iterator[None]:
    """Tell how far the jobs of a tag are, as long as they run. What fails in telling is not told."""
    if tell is silent:
        yield
        return
    if connected(session):
        with _handled(session, tell):
            yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.wait(SECONDS):
            with suppress(Exception):
                tell(0 if rows is None else rows.value, tasks_of(session.sparkContext, tag))

    thread = threading.Thread(target=watch, name="gnomon-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(SECONDS)


@contextmanager
def _handled(session: Any, tell: Meter) -> Iterator[None]:
    """The same by a handler, which Spark Connect calls."""

    def handle(stages: Any, inflight_tasks: int, operation_id: str | None, done: bool) -> None:
        with suppress(Exception):
            found = list(stages or ())
            tell(0, (sum(one.num_completed_tasks for one in found), sum(one.num_tasks for one in found)))

    with suppress(Exception):
        session.registerProgressHandler(handle)
    try:
        yield
    finally:
        with suppress(Exception):
            session.removeProgressHandler(handle)


def tasks_of(context: Any, tag: str) -> tuple[int, int]:
    """Of the jobs of a tag, the tasks that are done and all of them."""
    tracker, ids = context.statusTracker(), context._jsc.sc().statusTracker().getJobIdsForTag(tag)
    jobs = filter(None, map(tracker.getJobInfo, ids))
    stages = list(filter(None, map(tracker.getStageInfo, {stage for job in jobs for stage in job.stageIds})))
    return sum(one.numCompletedTasks for one in stages), sum(one.numTasks for one in stages)


# What can go wrong -------------------------------------------------------------------------------------------------------------------


def refuse_old() -> None:
    """Refuse a PySpark that lacks what is used here."""
    import pyspark

    if int(pyspark.__version__.partition(".")[0]) < OLDEST:
        raise InputError(
            "engines.pyspark_too_old",
            version=pyspark.__version__,
            oldest=OLDEST,
        )


@contextmanager
def ended() -> Iterator[None]:
    """Say that a session is over where that is why nothing answers."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        if any(sign in f"{type(error).__name__}: {error}" for sign in OVER):
            raise _over() from None
        raise


def refuse_stopped(session: Any) -> None:
    """Refuse a session that this process has stopped: its frames still know their columns, and would fail later and elsewhere."""
    if session.is_stopped if connected(session) else session.sparkContext._jsc is None:
        raise _over()


def _over() -> InputError:
    return InputError("engines.spark_session_ended")


OVER = (
    *("stopped SparkContext", "SparkContext was shut down", "SESSION_OR_CONTEXT_NOT_EXISTS", "SESSION_CLOSED", "NO_ACTIVE_SESSION"),
    *("ConnectionRefused", "Connection refused"),
)
"""What is said where a session has been stopped, by this process or by its cluster."""
VERSIONS = re.compile(r"gnomon-versions: (\d\S*) and (\d\S*)\.")


@contextmanager
def complaints() -> Iterator[None]:
    """What executors say in words of ours, where people can do something about it."""
    try:
        with ended():
            yield
    except InputError:
        raise
    except Exception as error:
        text = str(error)
        if versions := VERSIONS.search(text):
            raise InputError(
                "engines.executor_versions_differ",
                there=versions[1],
                here=versions[2],
            ) from None
        for package in ("gnomon", "pyarrow", "numpy", "narwhals"):
            if f"No module named '{package}'" in text:
                raise InputError(
                    "engines.executor_package_missing",
                    package=package,
                ) from None
        raise
