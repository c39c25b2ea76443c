"""What every command shares: where it prints, how it fails, how it stops."""

import functools
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import typer
from rich.console import Console

from ..errors import InputError, UndefinedMetricError

F = TypeVar("F", bound=Callable[..., Any])
GATE_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

# What a remedy calls an argument of Python's is an option here.
OPTIONS = ("label", "score", "prediction", "weight", "by", "metrics", "positive", "task", "missing", "memory", "na", "lang", "family")


def out() -> Console:
    """Standard output: colours and wrapping on a terminal, plain text in a pipe."""
    return Console(highlight=False, soft_wrap=True)


def as_options(text: str) -> str:
    """A message about arguments as one about options."""
    first, colon, rest = text.partition(": ")
    if colon and first in OPTIONS:
        text = f"--{first}: {rest}"
    elif colon and first == "data":
        text = rest
    text = re.sub(r"score=\{[^}]*\}", "--score CLASS=COLUMN for each", text)
    text = re.sub(r"prediction=\{'?([^}':]*)'?: …\}", r"--prediction \1=COLUMN", text)
    return re.sub(
        rf"(^|[ (])({'|'.join(OPTIONS)})=(?=(.?))", lambda m: f"{m[1]}--{m[2]}" + ("" if m[3] in (",", ";", ".", " ", "") else " "), text
    )


def fail(reason: Exception) -> None:
    """An error in one clear line, what belongs to it below."""
    lines = as_options(str(reason)).split("\n")
    print("error:", "\n       ".join(lines), file=sys.stderr)


@contextmanager
def notes() -> Iterator[None]:
    """Warnings as notes, not as Python's own lines of source."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"note: {as_options(str(message))}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield


def command(app: typer.Typer, name: str | None = None) -> Callable[[F], F]:
    """Enter a command that turns bad input into one line and exit code 2, and Ctrl-C into a clean end."""

    def enter(function: F) -> F:
        @functools.wraps(function)
        def run(*args: Any, **options: Any) -> None:
            debug = options.get("debug", False)
            try:
                with notes():
                    function(*args, **options)
                sys.stdout.flush()
            except (InputError, UndefinedMetricError) as reason:
                if debug:
                    traceback.print_exc()
                fail(reason)
                raise typer.Exit(BAD_INPUT) from None
            except BrokenPipeError:  # whoever read our output has seen enough
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                raise typer.Exit(0) from None
            except OSError as reason:
                if debug:
                    traceback.print_exc()
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                print(f"error: {reason.strerror or reason}; is there room for the output?", file=sys.stderr)
                raise typer.Exit(BAD_INPUT) from None
            except KeyboardInterrupt:
                print("\ninterrupted; nothing was written", file=sys.stderr)
                raise typer.Exit(INTERRUPTED) from None

        app.command(name or function.__name__)(run)
        return function

    return enter
