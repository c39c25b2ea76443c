"""gnomon list: what there is."""

import json
from typing import Annotated

import typer
from rich.table import Table

from ..catalog import Entry, explain, find
from ..catalog.explain import concepts
from ..errors import InputError
from ..messages.language import language, listed, say, term
from . import options as o
from .app import app
from .console import command, out
from .wrapping import WrappedCell


@command(app, "list")
def catalogue(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words to search names, definitions and explanations for.", show_default=False)
    ] = None,
    family: Annotated[
        str | None, typer.Option(help="Only this family: labels, scores, ranking, regression, detection …", show_default=False)
    ] = None,
    format: Annotated[str, typer.Option(help="table or json.")] = "table",
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """List the metrics, or search them by meaning; on a terminal also the concepts that gnomon explain knows.

    [bold]Examples[/bold]

      gnomon list
      gnomon list --family scores
      gnomon list calibration
      gnomon list recall
    """
    if format not in ("table", "json"):
        raise InputError("cli.list_format_unknown", format=format)
    asked = " ".join(words or [])
    entries = find(asked, family=family)
    ideas = [concept.name for concept in concepts(asked)] if family is None else []
    if not entries:
        remedy = say("cli.remedy_explain_concept", name=ideas[0]) if ideas else say("cli.remedy_list_metrics")
        raise InputError("cli.no_metric_matches", asked=asked, remedy=remedy)
    if format == "json":
        fields = [
            {"name": e.name, "aliases": list(e.names[1:]), "family": e.family, "kind": e.kind, "better": e.better, "line": e.line}
            for e in entries
        ]
        print(json.dumps(fields, ensure_ascii=False, indent=1))
        return
    console = out()
    arrows = {"higher": "↑", "lower": "↓", None: ""}
    if not console.is_terminal:
        for e in entries:
            print("\t".join([e.name, ", ".join(e.names[1:]), term(e.family), arrows[e.better], _meaning(e)]))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("metric", "also", "family", "", "meaning"):
        table.add_column(term(name) if name else "", no_wrap=name in ("metric", "family"))
    for e in entries:
        table.add_row(e.name, WrappedCell(", ".join(e.names[1:])), term(e.family), arrows[e.better], WrappedCell(_meaning(e)))
    console.print(table, soft_wrap=False)
    if ideas:
        console.print(say("cli.label_concepts_of_list", names=listed(ideas)))


def _meaning(entry: Entry) -> str:
    """What a metric is, on a line: its definition, or in Chinese its name and meaning."""
    if language() == "en":
        return entry.line
    explanation = explain(entry.name, language())
    return f"{explanation.heading}：{explanation.meaning}"
