"""What every command shares: where it prints, how it fails, how it stops."""

import errno
import functools
import inspect
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console

from ..engines.formats import files_named
from ..errors import MARKED, InputError, UndefinedMetricError
from ..files import refuse_overwriting, write_file
from ..interrupts import INTERRUPTED, pressed
from ..messages import Trusted
from ..messages.language import LANGUAGES, either, known, of_machine, said_by_system, say, speaking
from ..messages.visible import visible, visible_lines
from ..tasks import registry
from ..tasks.parts import TaskOption
from .options import refuse_unread

F = TypeVar("F", bound=Callable[..., Any])
GATE_FAILED, BAD_INPUT, OURS = 1, 2, 3

# Arguments of Python's that are options here.
OPTIONS = (
    *("label", "score", "prediction", "weight", "by", "group", "cluster", "metrics", "positive", "task", "missing", "memory", "na"),
    *("qrels", "run", "encoding", "sheet", "group-sizes", "lang", "family", "ci", "level", "method", "distribution", "replicates", "seed"),
    *("feature", "exclude", "segment", "stable_over", "max_psi", "unseen", "keep", "closed", "against"),
    *("max_bins", "min_fraction", "monotonic", "min_iv", "max_correlation", "weights", "points0", "odds0", "pdo"),
    *("key", "alternative", "column", "bins", "strategy", "zero", "over", "reference", "dialect", "table", "categories", "special"),
    *("spark", "exact"),
)
FILES = ("files", "card", "group_sizes", "baseline", "no_worse_than", "train")
"""Options that name files to read, besides those that kinds of evaluation bring."""
RENAMED = {"columns": "column", "variables": "column", "runs": "run", "scores": "score", "group_sizes": "group-sizes"}


def out() -> Console:
    """Standard output: colours and wrapping on a terminal, plain text in a pipe."""
    return Console(highlight=False, soft_wrap=True)


def deliver(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file whole."""
    if output is None and sys.stdout.isatty():
        shown = "\t".join(map(visible_lines, text.split("\t")))
        print(shown)
        if shown != text:
            print(
                say("cli.label_note", text=say("cli.note_control_characters_spelt")),
                file=sys.stderr,
            )
    elif output is None:
        print(text)
    else:
        write_file(output, f"{text}\n".encode(errors="surrogateescape"))  # names that are no UTF-8 are written as they came


def writer_of(writers: Mapping[str, Callable[..., str]], format: str, raw: bool) -> Callable[..., str]:
    """What writes a result in the format that was asked for; ``raw`` is about CSV."""
    if format not in writers:
        raise InputError("cli.output_format_unknown", format=format, choices=either(writers))
    if raw and format != "csv":
        raise InputError("cli.raw_needs_csv")
    return functools.partial(writers[format], raw=True) if raw else writers[format]


def as_typed(error: Warning | Exception | str) -> str:
    """A message about arguments as one about the options that were typed."""
    return MARKED.sub(_as_option, error.marked) if isinstance(error, InputError) else str(error)


def _as_option(mark: re.Match[str]) -> str:
    """A marked argument as an option, with its value where one is named; or the command that is named instead."""
    if mark[2] is not None:
        return mark[2]
    argument, _, value = mark[1].partition("=")
    name = RENAMED.get(argument, argument)
    kinds = {option.name for aspect in registry.aspects() for option in aspect.options}
    kinds |= {option.name for task in registry.tasks() for option in task.file_options()}
    return f"--{name.replace('_', '-')} {value}".rstrip() if name in OPTIONS or name in kinds else mark[1]


def fail(reason: Exception) -> None:
    """An error in one clear line, what belongs to it below."""
    lines = as_typed(reason).split("\n")
    print(say("core.label_error", text=Trusted("\n       ".join(map(visible, lines)))), file=sys.stderr)


@contextmanager
def notes() -> Iterator[None]:
    """Warnings as notes, not as Python's own lines of source."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print(say("cli.label_note", text=Trusted(visible_lines(as_typed(message)))), file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield


def _forget_output() -> None:
    """Python flushes once more as it ends, which must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _last_words(reason: BaseException) -> int:
    """Say what went wrong, and how the process ends: only a gate that failed ends it with 1."""
    if pressed() or isinstance(reason, KeyboardInterrupt):  # libraries make other errors of it
        print(say("core.run_interrupted"), file=sys.stderr)
        return INTERRUPTED
    if isinstance(reason, (InputError, UndefinedMetricError)):
        fail(reason)
        return BAD_INPUT
    if isinstance(reason, BrokenPipeError):  # whoever read our output has seen enough
        _forget_output()
        return 0
    if isinstance(reason, OSError) and reason.errno in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EBADF):
        _forget_output()
        print(say("cli.output_not_written", reason=said_by_system(reason)), file=sys.stderr)
        return BAD_INPUT
    text = f"{type(reason).__name__}: {reason}"
    print(say("cli.internal_failure", text=text), file=sys.stderr)
    return OURS


def with_options(function: Callable[..., Any], options: Sequence[TaskOption]) -> inspect.Signature:
    """The signature of a command with the options of kinds of evaluation in the place of its ``**kinds``."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    known = {parameter.name for parameter in own}
    added = []
    for option in options:
        if option.name not in known:
            told = typer.Option(help=option.help, metavar=option.metavar, show_default=False, rich_help_panel=option.panel)
            kind: Any = list[str] | None if option.many else str | None
            annotation = Annotated[kind, told]
            added.append(inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation))
    return signature.replace(parameters=[*(p.replace(kind=p.KEYWORD_ONLY) for p in own), *added])


def _run(function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any], lang: str | None, debug: bool) -> None:
    """Run a command; what goes wrong becomes a line and an exit code."""
    try:
        with notes():
            _refuse_language(lang)
            refuse_lost_inputs(options)
            function(*args, **options)
        sys.stdout.flush()
    except (typer.Exit, SystemExit):
        raise
    except BaseException as reason:
        if debug and not isinstance(reason, KeyboardInterrupt):
            traceback.print_exc()
        raise typer.Exit(_last_words(reason)) from None


def _refuse_language(lang: str | None) -> None:
    if lang is not None and known(lang) is None:
        raise InputError("cli.language_unknown", lang=lang, choices=either(LANGUAGES))


def refuse_lost_inputs(options: dict[str, Any]) -> None:
    """Refuse, before anything is read, to write over a file that is to be read, or one result over another."""
    outputs = [path for path in (options.get("output"), options.get("save")) if path is not None]
    brought = {option.name for aspect in registry.aspects() for reader in aspect.readers() for option in reader.options if option.file}
    given = {name: options.get(name) for name in (*brought, *FILES)}
    if any(given[name] for name in brought):  # FILE is then no file
        given["files"] = None
    for path in outputs:
        refuse_overwriting(path, files_named(value for value in given.values() if value))
    if len({os.path.realpath(path) for path in outputs}) < len(outputs):
        raise InputError("cli.save_and_output_same_file", path=outputs[0])


def command(app: typer.Typer, name: str | None = None, kinds: Sequence[TaskOption] = (), epilog: str | None = None) -> Callable[[F], F]:
    """Enter a command that turns bad input into one line and exit code 2, and Ctrl-C into a clean end.

    ``kinds`` are options that kinds of evaluation bring, which the command takes as ``**kinds``.
    """

    def enter(function: F) -> F:
        defaults = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}

        def checked(*args: Any, **options: Any) -> None:
            typed = {name: value for name, value in options.items() if value not in (None, [], ()) and value != defaults.get(name)}
            refuse_unread(typed, [option.name for option in kinds])
            function(*args, **options)

        @functools.wraps(function)
        def run(*args: Any, **options: Any) -> None:
            lang, debug = options.get("lang"), options.get("debug", False)
            with speaking(known(lang or "") or of_machine()):
                _run(checked, args, options, lang, debug)

        run.__signature__ = with_options(function, kinds)  # type: ignore[attr-defined]  # what Typer reads
        run.__annotations__ = {p.name: p.annotation for p in run.__signature__.parameters.values()}  # type: ignore[attr-defined]
        app.command(name or function.__name__, epilog=epilog)(run)
        return function

    return enter
