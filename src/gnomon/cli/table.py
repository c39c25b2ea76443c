"""gnomon table: a table or a curve of predictions, in full."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from ..catalog import Reference, entries, parse
from ..errors import InputError, OptionError
from ..evaluation import Evaluation
from ..messages.language import language, say
from ..messages.visible import json_text, visible_lines
from ..public import function
from ..result import Table, csv_text, in_json, text_table
from ..tasks import registry
from ..tasks.score_direction import notes_on_models
from . import options as o
from .app import app
from .console import command, deliver, writer_of

Name = Annotated[str, typer.Argument(metavar="TABLE", help="The table or curve: decile_table, or with options decile_table(bins=20).")]


@command(app, kinds=o.kind_options(with_readers=False))
def table(
    name: Name,
    files: o.Files,
    label: o.Label,
    score: o.Score = None,
    prediction: o.Prediction = None,
    weight: o.Weight = None,
    group: o.Group = None,
    group_sizes: o.GroupSizes = None,
    positive: o.Positive = None,
    task: o.Task = None,
    missing: o.Missing = "error",
    memory: o.Memory = None,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    format: Annotated[str, typer.Option(help="table, json or csv.")] = "table",
    raw: o.Raw = False,
    output: o.Output = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    """Print a table or a curve in full: decile_table, threshold_table, best_threshold, classification_report, roc_curve, …

    Of several models each has its own; in CSV the first column then names it.

    [bold]Examples[/bold]

      gnomon table decile_table p.csv --label y --score p
      gnomon table "decile_table(bins=20)" p.csv --label y --score p --format csv
      gnomon table "best_threshold(objective=recall>=0.9)" p.csv --label y --score p
      gnomon table classification_report p.csv --label y --prediction answer --format json
    """
    write = writer_of(WRITERS, format, raw)
    reference = table_reference(name)
    asked: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "weight": weight, "by": None, "positive": positive}
    asked |= {"group": o.groups(group, group_sizes), "task": task, "missing": missing, "memory": memory, "na": na}
    evaluation = o.run(files, kinds, **asked, encoding=encoding, sheet=sheet, metrics="default", quiet=quiet)
    found = tables_of(evaluation, reference)
    notes = [note.text(language()) for note in notes_on_models({model.name: model for model in evaluation.models if model.name in found})]
    text = write(found)
    if format == "table":
        text = "\n".join([text, *(f" ● {note}" for note in notes)])
    deliver(text, output)


def table_reference(name: str) -> Reference:
    """The table that was named, or an error that says which there are."""
    reference = parse(name)
    if reference.entry.kind == "value":
        listed = ", ".join(entry.name for entry in entries() if entry.kind != "value")
        raise InputError(
            "cli.table_of_single_value",
            reference=reference,
            listed=listed,
        )
    try:
        reference.entry.check(reference.arguments)
    except OptionError as error:
        raise InputError("cli.table_options_at_fault", reference=reference, said=error.said, name=reference.entry.name) from None
    return reference


def tables_of(evaluation: Evaluation, reference: Reference) -> dict[str, Any]:
    """The table of each model, from what the pass has kept of it."""
    found = {}
    for name in evaluation.names:
        known = evaluation.held(name)
        held = [summary for summary in known.values() if isinstance(summary, reference.entry.summary)]
        held = held or [known[a.key] for a in evaluation.plan.aspects if a.lists and a.key in known and a.reads(reference)]
        if held:
            found[name] = function(reference.entry.name)(held[0], **reference.arguments)
    if not found:
        owner = next((aspect for aspect in registry.aspects() if aspect.reads(reference)), None)
        said = owner.refusal(reference, evaluation.plan) if owner is not None else ""
        raise InputError(say("cli.table_complaint"), value=said or say("cli.table_columns_mismatch", reference=reference))
    return found


def columns_of(result: Any) -> dict[str, list[Any]]:
    """What a result holds as columns of one length; what is one number is a column of one."""
    if isinstance(result, Table):
        return {name: values.tolist() for name, values in result.columns().items()}
    held = result.to_dict()
    lists = {name: value for name, value in held.items() if isinstance(value, list)}
    if not lists:
        return {name: [value] for name, value in held.items() if not isinstance(value, dict)}
    length = max(map(len, lists.values()))
    names = next(iter(lists.values()))
    columns: dict[str, list[Any]] = {}
    for name, value in lists.items():
        if len(value) == length and isinstance(value[0], list):  # a matrix has a column for each of the names
            columns |= {f"{name} {names[at]}": list(column) for at, column in enumerate(zip(*value, strict=True))}
        elif len(value) == length:
            columns[name] = value
    return columns


def as_text(found: dict[str, Any]) -> str:
    """Every line of each table, under its model's name where there are several."""
    parts = []
    for name, result in found.items():
        plain = isinstance(result, Table) and "__str__" not in vars(type(result))  # their text leaves the middle of a long one out
        whole = text_table(result.columns(), most=len(result)) if plain else str(result)
        parts.append(f"{name}\n{whole}" if len(found) > 1 else whole)
    return visible_lines("\n\n".join(parts))


def as_json(found: dict[str, Any]) -> str:
    """Fields by name, by model where there are several; what JSON has no number for is null or a word."""
    made = {name: in_json(result.to_dict()) for name, result in found.items()}
    return json_text(made if len(made) > 1 else next(iter(made.values())))


def as_csv(found: dict[str, Any], raw: bool = False) -> str:
    """A line for each row of the table."""
    columns = {name: columns_of(result) for name, result in found.items()}
    if len(columns) == 1:
        return csv_text(next(iter(columns.values())), raw=raw)
    joined: dict[str, list[Any]] = {"model": []}
    for model, held in columns.items():
        joined["model"] += [model] * len(next(iter(held.values())))
        for name, values in held.items():
            joined.setdefault(name, []).extend(values)
    return csv_text(joined, raw=raw)


WRITERS: dict[str, Callable[[dict[str, Any]], str]] = {"table": as_text, "json": as_json, "csv": as_csv}
