"""The options that say what gnomon check holds a model to."""

from pathlib import Path
from typing import Annotated

import typer

GATES = "Gates"


Min = Annotated[
    list[str] | None,
    typer.Option(
        help="METRIC=VALUE: fail below it; repeat for several. METRIC[CLASS]=VALUE is of one class.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Max = Annotated[
    list[str] | None,
    typer.Option(
        help="METRIC=VALUE: fail above it; repeat for several. METRIC[CLASS]=VALUE is of one class.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        help="An earlier evaluation (gnomon metrics --format json, or evaluation.save): fail where a metric is worse.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Tolerance = Annotated[
    list[str] | None,
    typer.Option(
        help="METRIC=LOSS that --baseline allows; naming metrics compares these only. A bare number holds for all.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Sure = Annotated[
    bool,
    typer.Option(
        "--sure",
        help="Hold the end of the confidence interval against --min (its lower end) and --max (its upper), not the value itself.",
        rich_help_panel=GATES,
    ),
]
NoWorseThan = Annotated[
    Path | None,
    typer.Option(
        help="Predictions of a model to be no worse than, on the same rows in the same order or matched by --key (columns named alike), or "
        "its evaluation saved with rows; with --qrels, its run; with --truth, its results: fail only where the loss is more than chance. "
        "ModelComparisons are roc_auc, average_precision and log_loss, or accuracy of labels, unless --margin names others.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
BaselineScore = Annotated[
    list[str] | None,
    typer.Option(
        help="Column of FILE with the scores of the model to be no worse than, in place of --no-worse-than; CLASS=COLUMN for each of "
        "several classes, as --score.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
BaselinePrediction = Annotated[
    str | None,
    typer.Option(
        help="Column of FILE with the labels that the model to be no worse than predicts.", show_default=False, rich_help_panel=GATES
    ),
]
Margin = Annotated[
    list[str] | None,
    typer.Option(
        help="METRIC=LOSS that is still no worse; naming metrics compares these only. A bare number holds for all.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
NonInferior = Annotated[
    bool,
    typer.Option(
        "--non-inferior",
        help="Turn the burden of proof round: pass only where the loss is shown to be below its --margin. Few rows then fail.",
        rich_help_panel=GATES,
    ),
]
Unpaired = Annotated[
    bool,
    typer.Option("--unpaired", help="The predictions to be no worse than are of different rows, as last month's.", rich_help_panel=GATES),
]
GateBy = Annotated[
    list[str] | None,
    typer.Option(
        help="Column to slice by; repeat it for several, which are also crossed: every gate holds for each slice as well. Numbers are cut "
        "where the baseline's are; COLUMN=25,40,60 cuts them there, COLUMN=each makes every value a slice. Small slices are shown, and "
        "neither pass nor fail.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
AllowUnmatched = Annotated[
    bool,
    typer.Option(
        "--allow-unmatched",
        help="Slices that only the data or only --baseline has are not compared, which fails the check; with this, it does not.",
        rich_help_panel=GATES,
    ),
]
Level = Annotated[
    float, typer.Option(help="How sure a loss must be before it fails, and the level of --sure's intervals.", rich_help_panel=GATES)
]
