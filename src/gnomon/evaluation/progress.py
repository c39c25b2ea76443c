"""How far a long pass has come: rows, rows a second and the time left, on standard error of a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..engines.source import Meter, silent
from ..messages.language import say
from ..messages.visible import visible

if TYPE_CHECKING:
    from ..engines.source import Source


MANY_MODELS = 8
"""Models whose comparison takes no time worth a progress bar."""


@contextmanager
def meter(source: "Source", show: bool | None) -> Iterator[Meter]:
    """A progress bar for a source; with ``show`` None only on a terminal. It vanishes when the pass ends."""
    if show is False or (show is None and not sys.stderr.isatty()):
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn(say("evaluation.label_progress_reading", name="{task.description}"), markup=False),
        BarColumn(),
        TextColumn("{task.fields[counted]}"),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TextColumn(say("evaluation.label_progress_left")),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=False) as bar:
        task = bar.add_task(visible(source.name), total=source.rows, counted=say("evaluation.label_progress_rows", rows=0), speed="")

        def tell(rows: int, tasks: tuple[int, int] | None = None) -> None:
            if tasks is not None:
                bar.update(task, **_of_tasks(rows, *tasks))
                return
            done = f"{rows:,}"
            if source.rows is not None:
                about = say("evaluation.part_progress_about_rows", rows=source.rows) if source.roughly else f"{source.rows:,}"
                done = say("evaluation.part_progress_rows_of_total", rows=rows, total=about)
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(
                task,
                completed=rows,
                counted=say("evaluation.label_progress_rows", rows=done),
                speed=say("evaluation.part_progress_speed", speed=rows / elapsed),
            )

        yield tell


@contextmanager
def pair_meter(models: int, show: bool | None) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar for pairs of models, of which so many are compared; with ``show`` None on a terminal, and of many models only."""
    if show is False or (show is None and (models <= MANY_MODELS or not sys.stderr.isatty())):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn(say("evaluation.label_comparing_models")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _of_tasks(rows: int, done: int, tasks: int) -> dict[str, Any]:
    """How far a cluster is: its tasks, of which there are so many yet, and the rows of those that are done."""
    counted = say("evaluation.part_progress_tasks", done=done, tasks=tasks)
    if rows:
        counted = say("evaluation.part_progress_rows_and_tasks", rows=f"{rows:,}", tasks=counted)
    return {"completed": done, "total": tasks or None, "counted": counted, "speed": ""}
