"""The options that say what is to be evaluated, the same in every command that reads predictions."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError
from ..evaluation import Evaluation, evaluate
from ..inputs.sizes import GroupSizes as Sizes
from ..inputs.sizes import group_sizes
from ..messages.language import both, listed, say
from ..tasks import registry
from ..tasks.parts import Reader, TaskOption

WHICH, WHAT, HOW = "Columns", "What to compute", "How to read"

_FILES = typer.Argument(
    metavar="FILE...",
    help="Predictions: CSV, TSV, Parquet, Arrow, JSON lines (texts also .gz or .zst) or Excel; several files of one format, "
    "a quoted glob, or - for standard input.",
    show_default=False,
)
Files = Annotated[list[str], _FILES]
SomeFiles = Annotated[list[str] | None, _FILES]
_LABEL = typer.Option(
    "--label",
    "--reference",
    help="Column of true labels, or of the texts that should be said; of lists where rows have several, or repeated as LABEL=COLUMN with "
    "a column of 0 and 1 for each label.",
    show_default=False,
    rich_help_panel=WHICH,
)
Label = Annotated[list[str], _LABEL]
SomeLabel = Annotated[list[str] | None, _LABEL]
Score = Annotated[
    list[str] | None,
    typer.Option(
        help="Column of scores; repeat it for several models. NAME=COLUMN names the model, or, with more than two classes, the class; "
        "MODEL:CLASS=COLUMN both, for several models of several classes.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Prediction = Annotated[
    list[str] | None,
    typer.Option(
        help="Column of predicted labels; repeat it for several models. Beside --label LABEL=COLUMN, also LABEL=COLUMN for each, or "
        "MODEL:LABEL=COLUMN.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Weight = Annotated[
    str | None,
    typer.Option(
        help="Column of weights: 2 is the row twice, 0 the row absent; of intervals, a row stays one observation.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        help="Column to slice by; repeat it for several, which are also crossed. Many numbers are cut into five bins: COLUMN=25,40,60 cuts "
        "them there, COLUMN=each makes every value a slice.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Group = Annotated[
    str | None,
    typer.Option(
        help="Column of queries, users or sessions: their rows are ranked against each other (gauc, ndcg@10), and labels may be grades.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Positive = Annotated[
    str | None,
    typer.Option(help="Label that counts as positive; needed unless labels are 0/1 or -1/1.", show_default=False, rich_help_panel=WHICH),
]
Metrics = Annotated[
    str,
    typer.Option(
        help='Metrics, set apart by commas: "roc_auc,ks,f1@0.3,f_score(beta=2)@0.3"; "default" stands for the usual ones.',
        rich_help_panel=WHAT,
    ),
]
Task = Annotated[
    str | None,
    typer.Option(
        help=f"{', '.join(task.key for task in registry.tasks())}; default: what the first labels say.",
        show_default=False,
        rich_help_panel=WHAT,
    ),
]
Missing = Annotated[
    str,
    typer.Option(help="Rows with missing values: error, or drop to leave them out and say how many.", rich_help_panel=HOW),
]
Memory = Annotated[
    str | None,
    typer.Option(
        help="How much memory reading may take, as 2GB; default: half of what is free. Scores that do not fit are kept in cells, and "
        "areas and losses come with an interval certain to hold the exact value.",
        show_default=False,
        rich_help_panel=HOW,
    ),
]
Na = Annotated[
    list[str] | None,
    typer.Option(help="Text that means a missing value in a CSV, as NA; repeat it for several.", show_default=False, rich_help_panel=HOW),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        help="How a text file is written, as gb18030; default: what a mark at its start says, else UTF-8, else GB18030 where it is "
        "plainly that.",
        show_default=False,
        rich_help_panel=HOW,
    ),
]
Sheet = Annotated[
    str | None,
    typer.Option(help="Sheet of an Excel file, where it has several.", show_default=False, rich_help_panel=HOW),
]
Spark = Annotated[
    str | None,
    typer.Option(
        metavar="FORMAT",
        help="Apache Spark reads FILE, here or on its cluster (s3a://, hdfs://), and its executors sum it up: parquet, orc, csv, json, "
        "delta or what else it knows; or table, and FILE is a table's name.",
        show_default=False,
        rich_help_panel=HOW,
    ),
]
Exact = Annotated[
    bool,
    typer.Option(
        "--exact",
        help="No cells: areas, KS and average precision to the last digit. With --spark at any size; else refused past the memory.",
        rich_help_panel=HOW,
    ),
]
GroupSizes = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="In place of --group, the sizes of groups that come one after the other, one a line, as in LightGBM's .query files.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Ci = Annotated[
    str,
    typer.Option(help="Level of the confidence intervals, as 0.95; none leaves them out.", rich_help_panel=WHAT),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        help="Column of users, queries or images: rows of one are not independent, and intervals allow for it.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Key = Annotated[
    list[str] | None,
    typer.Option(
        help="Column that names each row, by which the rows of several files are matched, whatever their order; repeat it for several. "
        "A key that stands twice is refused, and so are rows that others lack, unless --missing drop leaves them out and counts them.",
        show_default=False,
        rich_help_panel=WHICH,
    ),
]
Replicates = Annotated[int, typer.Option(help="Replicates of the bootstrap, where a metric needs one.", rich_help_panel=WHAT)]
Seed = Annotated[int, typer.Option(help="Seed of the bootstrap: the same seed, the same intervals.", rich_help_panel=WHAT)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.", rich_help_panel=HOW)]
Debug = Annotated[bool, typer.Option("--debug", help="Show the whole traceback of an error.", rich_help_panel=HOW)]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write there instead of printing.", show_default=False)]
Raw = Annotated[bool, typer.Option("--raw", help="CSV without an apostrophe before texts that spreadsheets run as formulas: = + - @.")]
Lang = Annotated[str | None, typer.Option(help="Language: en or zh; default: what GNOMON_LANG says, else the locale.", show_default=False)]


COMMANDS = ("files", "output", "save", "format", "lang", "quiet", "debug")
"""What is the command's own, whatever is evaluated."""


def columns_named(asked: dict[str, Any]) -> dict[str, Any]:
    """Label, score and prediction as evaluate takes them."""
    return {argument: named(argument, asked[argument], asked["label"]) for argument in ("label", "score", "prediction")}


def named(argument: str, columns: Any, labels: Any = None) -> Any:
    """COLUMN or NAME=COLUMN, as evaluate takes them: columns without names are paired in their order."""
    if not columns or isinstance(columns, (dict, str)):
        return columns or None
    if argument == "label" and len(columns) == 1:  # a column's name may hold an equals sign
        return columns[0]
    if not any("=" in text for text in columns):
        return columns if len(columns) > 1 else columns[0]
    pairs = [(text.partition("=")[0], text.partition("=")[2]) if "=" in text else (text, text) for text in columns]
    by_label = argument == "prediction" and isinstance(labels, (list, dict)) and len(labels) > 1
    if (argument == "score" or by_label) and any(":" in name for name, _ in pairs):
        return _by_class(argument, pairs)
    twice = [name for name, _ in pairs if [n for n, _ in pairs].count(name) > 1]
    if twice:
        raise InputError("evaluation.column_twice", argument=argument, twice=twice[0])
    return dict(pairs)


def _by_class(argument: str, pairs: list[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """MODEL:CLASS=COLUMN, as evaluate takes several models of several classes; the model's name ends at the first colon."""
    models: dict[str, dict[str, str]] = {}
    for name, column in pairs:
        model, colon, of_class = name.partition(":")
        if not colon or not model or not of_class:
            raise InputError(
                "cli.model_class_form_mixed",
                argument=argument,
                name=name,
            )
        if of_class in models.setdefault(model, {}):
            raise InputError("cli.model_class_column_twice", argument=argument, name=name)
        models[model][of_class] = column
    first, *others = models
    for other in others:
        if set(models[other]) != set(models[first]):
            apart = sorted(set(models[other]) ^ set(models[first]))[0]
            raise InputError(
                "cli.models_classes_differ",
                argument=argument,
                first=first,
                other=other,
                apart=apart,
            )
    return models


BORDERS = re.compile(r"(?P<column>.+)=(?P<borders>each|-?[\d.][^=]*)", re.DOTALL)


def slices_named(by: Any) -> Any:
    """COLUMN, COLUMN=BORDERS or COLUMN=each, as evaluate takes them."""
    found = [BORDERS.fullmatch(text) for text in by] if isinstance(by, list) else []
    if not any(found):
        return by
    columns = [text if of is None else of["column"] for text, of in zip(by, found, strict=True)]
    if len(set(columns)) < len(columns):
        raise InputError("evaluation.slice_column_twice", slices=columns)
    return {column: "auto" if of is None else _borders(of["borders"]) for column, of in zip(columns, found, strict=True)}


def _borders(text: str) -> str | list[Any]:
    try:
        return text if text == "each" else [float(border) for border in text.split(",")]
    except ValueError:
        raise InputError("cli.slice_borders_not_numeric", text=text) from None


def groups(group: str | None, sizes: str | None) -> Any:
    """The column of groups, or their sizes out of a file."""
    if sizes is None:
        return group
    if group is not None:
        raise InputError("cli.group_sizes_and_group_conflict")
    return group_sizes(sizes)


def level_of(ci: str) -> float | None:
    """The level that --ci names."""
    if ci.lower() == "none":
        return None
    try:
        return float(ci)
    except ValueError:
        raise InputError("cli.interval_level_out_of_range", ci=ci) from None


def run(files: list[str] | None, kinds: dict[str, Any] | None = None, **asked: Any) -> Evaluation:
    """Evaluate what the command line asked for; ``kinds`` are the options that kinds of evaluation bring."""
    given = dict(kinds or {})
    asked["ci"] = level_of(asked.get("ci", "none"))
    reader = reader_of(given)
    with_tables = {option.name for option in kind_options(with_readers=False)}
    known = dict.fromkeys(option.name for one in readers() for option in one.options)
    mine = {name: given.get(name) if name in with_tables else given.pop(name, None) for name in known}
    if reader is not None:
        found: Evaluation = reader.evaluate(files, {option.name: mine[option.name] for option in reader.options}, asked)
        return found
    if not files:
        ways = "".join(say("cli.part_or_options", options=both(typed_as(option.name) for option in reader.files)) for reader in readers())
        raise InputError("cli.predictions_file_missing", ways=ways)
    if asked["label"] is None and not reads_own_table(asked.get("task")):
        refuse_no_table(files)
        raise InputError("cli.label_missing_in_command")
    if asked["positive"] is None:
        del asked["positive"]
    asked |= columns_named(asked) | {"by": slices_named(asked["by"])}
    asked["na"] = asked["na"] or ()
    asked["progress"] = False if asked.pop("quiet") else None
    asked |= {name: value for name, value in given.items() if value}
    return evaluate(table_of(files, asked.pop("spark", None), asked), **asked)


def reads_own_table(task: str | None) -> bool:
    """Whether the kind that is named reads a table without a label, as that of annotators does."""
    return task is not None and registry.task(task).own_table


def table_of(files: list[str], spark: str | None, asked: Mapping[str, Any]) -> Any:
    """The table that files are: as it is read here, or by Spark."""
    if spark is None:
        return list(files) if len(files) > 1 else files[0]
    from .spark import refuse_beside, source_of

    refuse_beside({**asked, "group_sizes": isinstance(asked["group"], Sizes)})
    return source_of(files, spark)


def refuse_unread(typed: Mapping[str, Any], brought: Iterable[str]) -> None:
    """Refuse, before anything is read, options that would do nothing beside files that are no table.

    ``brought`` are the options of the command that kinds of evaluation bring.
    """
    reader = reader_of({name: typed.get(name) for name in brought})
    if reader is None:
        return
    files, own = [option.name for option in reader.files], [option.name for option in reader.options if option.name in typed]
    named = [name for name in files if name in typed]
    if not named:
        raise InputError(
            "cli.options_need_others",
            names=listed(map(typed_as, own)),
            files=both(map(typed_as, files)),
        )
    unread = [typed_as(name) for name in typed if name not in (*own, *reader.reads, *COMMANDS)]
    if unread:
        raise InputError("cli.options_not_allowed_with_files", names=listed(unread), files=both(map(typed_as, named)))


def refuse_no_table(files: list[str] | None) -> None:
    """Refuse a file that belongs behind an option, where a table was meant."""
    for path in files or ():
        found = next((reader for reader in readers() if reader.holds(path)), None)
        if found is not None:
            first, *others = (typed_as(option.name) for option in found.files)
            raise InputError(
                "cli.file_not_predictions_table",
                path=path,
                option=first,
                others=listed(others),
            )


def refuse_one_model(reader: Reader, kinds: Mapping[str, Any]) -> None:
    """Refuse to compare a model with nothing."""
    for option in reader.files:
        named: list[str] = kinds[option.name] or []
        if option.many and len(named) == 1:
            raise InputError(
                "cli.comparison_models_too_few",
                option=typed_as(option.name),
                name=named[0],
            )


def typed_as(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"


def reader_of(kinds: dict[str, Any]) -> Reader | None:
    """The way in that was asked for, where it is no table; of several the one that most options are of."""
    with_tables = {option.name for option in kind_options(with_readers=False)}
    named = {r: sum(bool(kinds.get(option.name)) for option in r.options if option.name not in with_tables) for r in readers()}
    return max(named, key=named.__getitem__) if any(named.values()) else None


def readers() -> list[Reader]:
    """Ways in that are no tables, as kinds of evaluation bring them."""
    return [reader for aspect in registry.aspects() for reader in aspect.readers()]


def kind_options(with_readers: bool) -> list[TaskOption]:
    """The options that kinds of evaluation bring, each once."""
    found = [option for reader in readers() for option in reader.options] if with_readers else []
    found += [option for aspect in registry.aspects() for option in aspect.options]
    return list({option.name: option for option in found}.values())
