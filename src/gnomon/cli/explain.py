"""gnomon explain: what a metric means, on one screen."""

import sys
from typing import Annotated

import typer

from ..catalog import explain as explanation_of
from . import options as o
from .app import app
from .console import command, out
from .formula import readable


@command(app)
def explain(
    metric: Annotated[str, typer.Argument(help="Name or alias of a metric, as ks or sensitivity.", show_default=False)],
    lang: o.Lang = "en",
    debug: o.Debug = False,
) -> None:
    """Explain a metric: meaning, formula, how to read it, pitfalls, what to use instead.

    [bold]Examples[/bold]

      gnomon explain ks
      gnomon explain average_precision --lang zh
    """
    text = explanation_of(metric, lang=o.language(lang))
    if not sys.stdout.isatty():
        print(str(text).rstrip())
        return
    from rich.markdown import Markdown

    out().print(Markdown(readable(str(text))), soft_wrap=False)
