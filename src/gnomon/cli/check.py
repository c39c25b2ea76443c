"""gnomon check: a gate for CI."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..evaluation import Evaluation
from ..evaluation.gates import Gate, compare, compared, floors, judge, tolerances
from ..evaluation.losses import margins_of, no_worse
from . import options as o
from .app import app
from .console import GATE_FAILED, command, out

GATES = "Gates"


Min = Annotated[
    list[str] | None,
    typer.Option(help="METRIC=VALUE: fail below it; repeat for several.", show_default=False, rich_help_panel=GATES),
]
Max = Annotated[
    list[str] | None,
    typer.Option(help="METRIC=VALUE: fail above it; repeat for several.", show_default=False, rich_help_panel=GATES),
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
NoWorseThan = Annotated[
    Path | None,
    typer.Option(
        help="Predictions of a model to be no worse than, on the same rows in the same order (columns named alike), or its evaluation "
        "saved with rows: fail only where the loss is more than chance. Compared are roc_auc, average_precision and log_loss, or accuracy "
        "of labels, unless --margin names others.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Margin = Annotated[
    list[str] | None,
    typer.Option(
        help="METRIC=LOSS that --no-worse-than allows; naming metrics compares these only. A bare number holds for all.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Level = Annotated[float, typer.Option(help="How sure a loss must be before --no-worse-than fails.", rich_help_panel=GATES)]


@command(app, kinds=o.kind_options(with_readers=False))
def check(
    files: o.Files,
    label: o.SomeLabel = None,
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
    min: Min = None,
    max: Max = None,
    baseline: Baseline = None,
    tolerance: Tolerance = None,
    no_worse_than: NoWorseThan = None,
    margin: Margin = None,
    cluster: o.Cluster = None,
    level: Level = 0.95,
    seed: o.Seed = 0,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    """Fail (exit code 1) when a metric misses its mark or is worse than a baseline; an undefined metric fails too.

    FILE holds predictions, or is an evaluation saved earlier. Columns that are not named are those of the baseline.

    [bold]Examples[/bold]

      gnomon check p.csv --label y --score p --min ks=0.3 --max brier_score=0.2
      gnomon check p.csv --baseline old.json --tolerance ks=0.01
      gnomon check new.json --baseline old.json --tolerance 0.005
      gnomon check new.parquet --label y --score p --no-worse-than old.parquet --margin roc_auc=0.005
    """
    marks = floors(min, "min") + floors(max, "max")
    allowed = tolerances(tolerance)
    before = Evaluation.load(baseline) if baseline is not None else None
    if before is None and allowed:
        raise InputError("--tolerance is what --baseline allows; name a baseline, or use --min and --max")
    wanted = [gate.metric for gate in marks] + (compared(before, allowed) if before is not None else [])
    asked: dict[str, Any] = {
        "label": label,
        "score": score,
        "prediction": prediction,
        "weight": weight,
        "positive": positive,
        "group": o.groups(group, group_sizes),
    }
    how = {"task": task, "missing": missing, "memory": memory, "na": na, "quiet": quiet, "kinds": kinds}
    how |= {"encoding": encoding, "sheet": sheet}
    gates = []
    if wanted or no_worse_than is None:
        evaluation = _evaluation(files, asked, before, wanted, how)
        gates = judge(marks, evaluation) + (compare(evaluation, before, allowed) if before is not None else [])
    if no_worse_than is not None:
        gates += _no_worse(files, no_worse_than, margins_of(margin), {**asked, "cluster": cluster}, how, {"level": level, "seed": seed})
    elif margin:
        raise InputError("--margin is what --no-worse-than allows; name the predictions to be no worse than")
    if not gates:
        raise InputError("nothing could be compared; the baseline holds no metric that has a better end, or no model")
    _print(gates)
    if any(not gate.passed for gate in gates):
        raise typer.Exit(GATE_FAILED)


def _no_worse(
    files: list[str], other: Path, margins: dict[str, float], asked: dict[str, Any], how: dict[str, Any], settings: dict[str, Any]
) -> list[Gate]:
    """The gates against a model on the same rows."""
    metrics: Any = [name for name in margins if name] or "default"
    if saved_evaluation(str(other)):
        if asked["cluster"] is not None or asked["weight"] is not None:
            raise InputError(f"{other} is a saved evaluation, whose weights and clusters are settled; name its file of predictions instead")
        asked = {**_filled({k: v for k, v in asked.items() if k != "cluster"}, Evaluation.load(other)), "cluster": None}
    rows = {**asked, **how, "by": None, "metrics": metrics, "keep_rows": True}
    both = [_with_rows(paths, rows) for paths in (files, [str(other)])]
    return no_worse(both[0], both[1], margins, **settings)


def _with_rows(files: list[str], asked: dict[str, Any]) -> Evaluation:
    """An evaluation that has its rows: saved with them, or of predictions."""
    if len(files) == 1 and saved_evaluation(files[0]):
        return Evaluation.load(files[0])
    if asked["label"] is None:
        raise InputError(f"--label: {files[0]} holds predictions; name the column of true labels")
    return o.run(files, **asked)


def _filled(asked: Mapping[str, Any], before: Evaluation) -> dict[str, Any]:
    """The columns asked for, and for those that were not named the ones that the baseline was computed from."""
    known: dict[str, Any] = {"label": before.label, "weight": before.weight, "group": before.group}
    known["positive"] = None if before.positive is None else str(before.positive)
    if not asked["score"] and not asked["prediction"]:
        scores = {model.name: model.scores or model.score for model in before.models if model.scored}
        alone = len(before.models) == 1 and isinstance(before.models[0].scores, dict)
        known["score"] = before.models[0].scores if alone else scores or None
        known["prediction"] = {model.name: model.prediction for model in before.models if model.prediction} or None
    return {name: value or known.get(name) for name, value in asked.items()}


def _evaluation(
    files: list[str], asked: Mapping[str, Any], before: Evaluation | None, wanted: list[str], how: Mapping[str, Any]
) -> Evaluation:
    """The evaluation to judge: saved earlier, or of the predictions."""
    if not wanted:
        raise InputError("nothing to check; pass --min METRIC=VALUE, --max METRIC=VALUE, --baseline FILE or --no-worse-than FILE")
    if len(files) == 1 and saved_evaluation(files[0]):
        named = [f"--{name}" for name, value in asked.items() if value]
        if named:
            raise InputError(f"{files[0]} is a saved evaluation, whose columns are settled; leave {', '.join(named)} out")
        return Evaluation.load(files[0])
    if before is not None:
        asked = _filled(asked, before)
        asked_options = {name: value for name, value in how["kinds"].items() if value is not None}
        how = {**how, "task": how["task"] or before.task, "kinds": {**before.options, **asked_options}}
    if asked["label"] is None:
        raise InputError("--label: needed to evaluate predictions; name the column of true labels, or a --baseline that knows it")
    return o.run(files, **asked, **how, by=None, metrics=list(dict.fromkeys(wanted)))


def _print(gates: list[Gate]) -> None:
    console = out()
    width = [max([len(text) for text in column], default=0) for column in zip(*(gate.cells for gate in gates), strict=True)]
    for gate in gates:
        mark = "[green]✓ pass[/green]" if gate.passed else "[bold red]✖ FAIL[/bold red]"
        cells = "  ".join(cell.ljust(w) for cell, w in zip(gate.cells, width, strict=True)).rstrip()
        console.print(f" {mark}  ", end="")
        console.print(cells, markup=False)
    failed = sum(not gate.passed for gate in gates)
    console.print(f"\n {len(gates) - failed} of {len(gates)} passed" + (f", {failed} failed" if failed else ""), markup=False)
