"""gnomon list: what there is."""

import json
from typing import Annotated

import typer
from rich.table import Table

from ..catalog import find
from ..catalog.explain import concepts
from ..errors import InputError
from . import options as o
from .app import app
from .console import command, out


@command(app, "list")
def catalogue(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words to search names, definitions and explanations for.", show_default=False)
    ] = None,
    family: Annotated[str | None, typer.Option(help="Only this family: labels, scores or ranking.", show_default=False)] = None,
    format: Annotated[str, typer.Option(help="table or json.")] = "table",
    debug: o.Debug = False,
) -> None:
    """List the metrics, or search them by meaning; on a terminal also the concepts that gnomon explain knows.

    [bold]Examples[/bold]

      gnomon list
      gnomon list --family scores
      gnomon list calibration
      gnomon list 召回
    """
    if format not in ("table", "json"):
        raise InputError("--format: {format!r} is not table or json", format=format)
    asked = " ".join(words or [])
    entries = find(asked, family=family)
    ideas = [concept.name for concept in concepts(asked)] if family is None else []
    if not entries:
        remedy = f"gnomon explain {ideas[0]} speaks of it" if ideas else "gnomon list shows them all"
        raise InputError("no metric matches {asked!r}; {remedy}", asked=asked, remedy=remedy)
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
            print("\t".join([e.name, ", ".join(e.names[1:]), e.family, arrows[e.better], e.line]))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("metric", "also", "family", "", "meaning"):
        table.add_column(name, no_wrap=name in ("metric", "family"))
    for e in entries:
        table.add_row(e.name, ", ".join(e.names[1:]), e.family, arrows[e.better], e.line)
    console.print(table, soft_wrap=False)
    if ideas:
        console.print(f"\n[bold]concepts[/bold]  {', '.join(ideas)}: gnomon explain says more")
