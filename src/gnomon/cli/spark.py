"""Tables that Apache Spark reads: --spark FORMAT in the place of files that are read here."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from ..engines import Source
from ..errors import InputError
from ..messages.language import listed, say

TABLE = "table"
"""What stands for a table that Spark knows by its name."""
TEXTS = {"csv": {"header": True, "enforceSchema": False}}
"""Formats whose every value is text, as they are read here: the first line names the columns, and nothing is guessed from values."""
UNREAD = ("na", "encoding", "sheet", "group_sizes")
"""What is said of files that are read here."""


def refuse_beside(asked: Mapping[str, Any]) -> None:
    """Refuse options that Spark does not read."""
    unread = [f"--{name.replace('_', '-')}" for name in UNREAD if asked.get(name)]
    if unread:
        raise InputError("cli.options_not_allowed_with_spark", names=listed(unread))


def source_of(paths: list[str], format: str) -> Source:
    """The rows that Spark reads from paths in a format, or of a table."""
    if format == TABLE and len(paths) > 1:
        raise InputError("cli.spark_tables_too_many", paths=listed(paths))
    session = _session()
    try:
        frame = _read(session, paths, format)
        from ..engines.spark import SparkSource

        name = paths[0] if format == TABLE else os.path.basename(paths[0].rstrip("/")) or paths[0]
        called = name if len(paths) == 1 else say("cli.label_name_of_files", name=name, count=len(paths))
        return SparkSource(frame, called, spells=format in TEXTS)
    except InputError:
        raise
    except Exception as reason:
        raise InputError("cli.spark_paths_unreadable", format=format, paths=listed(paths), reason=_first_line(reason)) from None


def _read(session: Any, paths: list[str], format: str) -> Any:
    if format == TABLE:
        return session.table(paths[0])
    return session.read.format(format).options(**TEXTS.get(format, {})).load(paths if len(paths) > 1 else paths[0])


def _session() -> Any:
    """The session that spark-submit, spark-defaults.conf or SPARK_REMOTE has set up, or one on this machine."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise InputError("cli.pyspark_missing") from None
    from ..engines.spark_jobs import refuse_old

    refuse_old()
    builder: Any = SparkSession.builder
    if "SPARK_REMOTE" not in os.environ and SparkSession.getActiveSession() is None:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = builder.config("spark.ui.showConsoleProgress", "false")  # the bar is ours
    try:
        return builder.getOrCreate()
    except Exception as reason:
        raise InputError(
            "cli.spark_session_not_started",
            reason=_first_line(reason),
        ) from None


def _first_line(reason: Exception) -> str:
    """What Spark says, without its stack."""
    lines = [line.strip() for line in str(reason).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(reason).__name__
