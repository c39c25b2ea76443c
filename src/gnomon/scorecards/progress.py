"""How many variables are done, on standard error of a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..messages.language import say

LONG = 20_000_000
"""Values whose binning takes long enough to be watched."""


@contextmanager
def counter(variables: int, rows: int, show: bool | None) -> Iterator[Callable[[], None]]:
    """A bar to be told of each variable that is done; with ``show`` None only for long work on a terminal. It vanishes at the end."""
    if show is False or (show is None and not (sys.stderr.isatty() and variables > 1 and variables * rows >= LONG)):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn(say("scorecards.progress_binning_variables")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(say("evaluation.label_progress_left")),
    )
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, disable=False) as bar:
        task = bar.add_task("", total=variables)
        yield lambda: bar.advance(task)
