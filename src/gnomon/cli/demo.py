"""gnomon demo: the main job on data the package brings."""

from pathlib import Path
from typing import Annotated

import typer

from . import options as o
from .app import app
from .console import command, out
from .show import evaluation_text


@command(app)
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the sample predictions and the reports are written.")] = Path("out"),
    lang: o.Lang = "en",
    debug: o.Debug = False,
) -> None:
    """Write sample predictions (loans and clicks), evaluate two models on each, and write a report each.

    [bold]Example[/bold]

      gnomon demo /tmp/gnomon-demo
    """
    from ..demo import run

    console = out()
    for shown in run(folder, o.language(lang)):
        console.print(evaluation_text(shown.evaluation, lang))
        console.print(f"\n predictions  {shown.predictions}", markup=False)
        console.print(f" report       {shown.report}  ({shown.report.stat().st_size / 1e6:.1f} MB)\n", markup=False)
        console.print(f" the same by hand:\n   {shown.command}\n", markup=False)
