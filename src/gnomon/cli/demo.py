"""gnomon demo: the main job on data the package brings."""

from pathlib import Path
from typing import Annotated

import typer

from ..messages.language import language, listed, say
from . import options as o
from .app import app
from .console import command, out
from .show import evaluation_text


@command(app)
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the sample predictions and the reports are written.")] = Path("out"),
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Write sample predictions (loans, clicks and street scenes), evaluate two models on each, and write a report each; then a scorecard
    and its report.

    [bold]Example[/bold]

      gnomon demo /tmp/gnomon-demo
    """
    from ..demo import run, run_card

    console = out()
    for shown in run(folder, language()):
        console.print(evaluation_text(shown.evaluation))
        console.print(say("cli.demo_predictions_path", path=listed(map(str, shown.predictions))), markup=False)
        if shown.truth is not None:
            console.print(say("cli.demo_truth_path", path=shown.truth), markup=False)
        size = shown.report.stat().st_size / 1e6
        console.print(say("cli.demo_report_path", path=shown.report, size=size), markup=False)
        console.print(say("cli.demo_same_by_hand", command=shown.command), markup=False)
    card = run_card(folder, language())
    console.print(card.coefficients, markup=False)
    for name, path in (
        (say("cli.label_demo_applications"), card.applications),
        (say("cli.label_demo_card"), card.card),
        (say("cli.label_demo_report"), card.report),
    ):
        console.print(f" {name:<12} {path}", markup=False)
    console.print(say("cli.demo_same_by_hand", command=" && ".join(card.commands)), markup=False)
