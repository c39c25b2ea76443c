"""gnomon psi: have the variables moved?"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError
from ..inputs.direction import HIGHER, check_direction
from ..messages.language import say
from ..messages.visible import visible_lines
from ..scorecards import Stability, psi_table, stability
from . import options as o
from .app import EXIT_CODES, app
from .console import GATE_FAILED, command, deliver, out, writer_of
from .table import as_csv, as_json

WATCH, GATE = "Month by month", "Gate"

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="REFERENCE CURRENT",
        help="The file that the score was developed on, and the one that is held against it; with --over one file is enough.",
        show_default=False,
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        help="Column to compare; repeat it for several. Default: all that both files have. One alone is shown bin by bin.",
        show_default=False,
        rich_help_panel=o.WHICH,
    ),
]
Categories = Annotated[
    list[str] | None,
    typer.Option(
        help="Column whose numbers are names, as codes of branches; repeat it for several.", show_default=False, rich_help_panel=o.WHICH
    ),
]
Bins = Annotated[
    str, typer.Option(help="How many bins, or their edges set apart by commas: 18,25,40,65.", show_default=True, rich_help_panel=o.WHAT)
]
How = Annotated[
    str,
    typer.Option(help="quantile cuts at quantiles of the reference, width into equal widths over both files.", rich_help_panel=o.WHAT),
]
Special = Annotated[
    list[str] | None,
    typer.Option(
        help="Code with a bin of its own, as -999 in every column, or COLUMN=-999; repeat it for several.",
        show_default=False,
        rich_help_panel=o.WHAT,
    ),
]
Closed = Annotated[str, typer.Option(help="Which end belongs to a bin: left is \\[a, b), right is (a, b].", rich_help_panel=o.WHAT)]
Zero = Annotated[
    str,
    typer.Option(help='What stands in for an empty share: rows ("0.5 rows"), a share (0.0001), skip or refuse.', rich_help_panel=o.WHAT),
]
Over = Annotated[
    str | None,
    typer.Option(
        help="Column of months or other periods of CURRENT: each is held against REFERENCE, or of one file against its first period.",
        show_default=False,
        rich_help_panel=WATCH,
    ),
]
Reference = Annotated[
    str | None,
    typer.Option(help="The period that others are held against, where there is one file.", show_default=False, rich_help_panel=WATCH),
]
Label = Annotated[
    str | None,
    typer.Option(help="Column of outcomes, 1 is bad: bad rate, KS and Gini by period.", show_default=False, rich_help_panel=WATCH),
]
Score = Annotated[str | None, typer.Option(help="Column of the score.", show_default=False, rich_help_panel=WATCH)]
Direction = Annotated[str, typer.Option(help="lower where low scores are bad.", rich_help_panel=WATCH)]
FailAbove = Annotated[
    float | None, typer.Option(help="Exit with 1 where any PSI is above this, as 0.25.", show_default=False, rich_help_panel=GATE)
]
Sure = Annotated[
    bool, typer.Option("--sure", help="Fail only where the whole interval is above, so that few rows do not.", rich_help_panel=GATE)
]


@command(app, epilog=EXIT_CODES)
def psi(
    files: Files,
    column: Columns = None,
    categories: Categories = None,
    weight: o.Weight = None,
    bins: Bins = "10",
    strategy: How = "quantile",
    special: Special = None,
    closed: Closed = "left",
    zero: Zero = "0.5 rows",
    over: Over = None,
    reference: Reference = None,
    label: Label = None,
    score: Score = None,
    direction: Direction = "higher",
    positive: o.Positive = None,
    missing: o.Missing = "error",
    fail_above: FailAbove = None,
    sure: Sure = False,
    memory: o.Memory = None,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    format: Annotated[str, typer.Option(help="table, json or csv.")] = "table",
    raw: o.Raw = False,
    output: o.Output = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Have the variables moved? The population stability index of every column that two files share, the largest first.

    The bands 0.10 and 0.25 know nothing of how many rows there are: beside each index stands what chance alone would make of it.

    [bold]Examples[/bold]

      gnomon psi train.parquet today.parquet
      gnomon psi train.parquet today.parquet --column age
      gnomon psi train.csv today.csv --column age --bins 18,25,40,65 --special -999
      gnomon psi train.csv today.csv --fail-above 0.25 --sure
      gnomon psi train.parquet all.parquet --over month --score p --label bad
      gnomon psi all.csv --over month --reference 2024-01 --format json
    """
    write = writer_of(WRITERS, format, raw)
    if sure and fail_above is None:
        raise InputError("cli.sure_needs_fail_above")
    how: dict[str, Any] = {"bins": _bins(bins), "strategy": strategy, "special": _special(special), "closed": closed, "zero": _zero(zero)}
    how |= {"weight": weight, "categories": list(categories or ()), "memory": memory}
    how |= {"na": na or (), "encoding": encoding, "sheet": sheet}
    watched: dict[str, Any] = {"label": label, "score": score, "positive": positive, "reference": reference}
    watched["direction"] = check_direction(direction)
    found: Any
    if over is None:
        _refuse_watching(watched, missing)
        found = psi_table(*_two(files), columns=column, **how)
    else:
        given = {name: value for name, value in watched.items() if value is not None}
        found = stability(**_sides(files, given), over=over, variables=column, missing=missing, **how, **given)
    shown = found[column[0]] if over is None and column and len(column) == 1 else found
    text = write(shown)
    if format == "table" and output is None:
        out().print(text, markup=False)
    else:
        deliver(text, output)
    if fail_above is not None:
        _gate(found, fail_above, sure, format == "table")


def _gate(found: Any, limit: float, sure: bool, spoken: bool) -> None:
    """End with 1 where a PSI is above the limit, and refuse to pass what has no PSI."""
    if lines := _failures(found, limit, sure):
        for line in lines if spoken else ():
            out().print(f" ✗ {line}", markup=False)
        raise typer.Exit(GATE_FAILED)
    for name, reason in (found.watch.failed or {} if isinstance(found, Stability) else found.failed).items():
        raise InputError(
            "cli.psi_of_column_missing",
            name=name,
            reason=reason,
        )


def _two(files: list[str]) -> tuple[str, str]:
    if len(files) != 2:
        raise InputError("cli.psi_files_missing")
    return files[0], files[1]


def _sides(files: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """The data that are watched, and the file that they are held against."""
    if len(files) == 1:
        return {"data": files[0]}
    first, second = _two(files)
    if "reference" in given:
        raise InputError("cli.reference_with_two_files")
    return {"data": second, "reference": Path(first)}


def _refuse_watching(watched: dict[str, Any], missing: str) -> None:
    typed = [f"--{name}" for name, value in watched.items() if value not in (None, HIGHER)]
    typed += ["--missing"] if missing != "error" else []
    if typed:
        raise InputError("cli.options_need_over", names=", ".join(typed))


def _bins(text: str) -> int | list[Any]:
    try:
        return int(text) if "," not in text and "." not in text else [float(edge) for edge in text.split(",")]
    except ValueError:
        raise InputError("cli.psi_bins_unreadable", text=text) from None


def _special(given: list[str] | None) -> tuple[Any, ...] | dict[str, list[Any]]:
    """Codes of every column, or by column."""
    pairs = [(text.rpartition("=")[0], _code(text.rpartition("=")[2])) for text in given or ()]
    if not any(name for name, _ in pairs):
        return tuple(code for _, code in pairs)
    if not all(name for name, _ in pairs):
        raise InputError("cli.special_codes_form_mixed")
    found: dict[str, list[Any]] = {}
    for name, code in pairs:
        found.setdefault(name, []).append(code)
    return found


def _code(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _zero(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _failures(found: Any, limit: float, sure: bool) -> list[str]:
    """What is above the limit, or surely is."""
    if isinstance(found, Stability):
        tables = {f"{name}, {period}": t for name, held in found.tables.items() for period, t in zip(found.period, held, strict=True)}
    else:
        tables = found.tables
    values = {name: table.interval.low if sure else table.psi for name, table in tables.items()}
    return [say("cli.psi_above_limit", name=name, psi=tables[name].psi, limit=limit) for name, value in values.items() if value > limit]


def _text(found: object) -> str:
    return visible_lines(str(found))


def _json(found: object) -> str:
    return as_json({"psi": found})


def _csv(found: object, raw: bool = False) -> str:
    return as_csv({"psi": found}, raw)


WRITERS: dict[str, Callable[[Any], str]] = {"table": _text, "json": _json, "csv": _csv}
