"""gnomon explain: what a metric or a concept means, on one screen."""

import sys
from typing import Annotated

import typer

from ..catalog import explain as explanation_of
from ..messages.language import language
from . import options as o
from .app import app
from .console import command, out
from .formula import readable
from .wrapping import wrapped


@command(app)
def explain(
    name: Annotated[
        list[str],
        typer.Argument(help="Name or alias of a metric, as ks or sensitivity, or of a concept, as p_value.", show_default=False),
    ],
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Explain a metric or a concept: meaning, how to read it, pitfalls, what to use instead.

    [bold]Examples[/bold]

      gnomon explain ks
      gnomon explain average_precision --lang zh
      gnomon explain confidence interval
    """
    text = explanation_of(" ".join(name), lang=language())
    if not sys.stdout.isatty():
        print(str(text).rstrip())
        return
    from rich.markdown import Markdown

    console, read = out(), readable(str(text))
    console.print(Markdown(wrapped(read, console.width) if text.lang == "zh" else read), soft_wrap=False)
