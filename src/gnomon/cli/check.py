"""gnomon check: a gate for CI."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..evaluation import Evaluation, losses
from ..evaluation.gates import Gate, compare, compared, floors, judge, tolerances
from ..evaluation.run import how_of, key_of
from ..inference.comparison import padded, width
from ..inference.estimate import REPLICATES
from ..words import Message
from ..words.language import language, listed, say
from . import options as o
from .app import app
from .console import GATE_FAILED, command, out

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
        "its evaluation saved with rows; with --qrels, its run: fail only where the loss is more than chance. Compared are roc_auc, "
        "average_precision and log_loss, or accuracy of labels, unless --margin names others.",
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
        help="Column to slice by; repeat it for several, which are also crossed: every gate holds for each slice as well.",
        show_default=False,
        rich_help_panel=GATES,
    ),
]
Level = Annotated[
    float, typer.Option(help="How sure a loss must be before it fails, and the level of --sure's intervals.", rich_help_panel=GATES)
]


@command(app, kinds=o.kind_options(with_readers=True))
def check(
    files: o.SomeFiles = None,
    label: o.SomeLabel = None,
    score: o.Score = None,
    prediction: o.Prediction = None,
    weight: o.Weight = None,
    group: o.Group = None,
    key: o.Key = None,
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
    sure: Sure = False,
    by: GateBy = None,
    baseline: Baseline = None,
    tolerance: Tolerance = None,
    no_worse_than: NoWorseThan = None,
    baseline_score: BaselineScore = None,
    baseline_prediction: BaselinePrediction = None,
    margin: Margin = None,
    non_inferior: NonInferior = False,
    unpaired: Unpaired = False,
    cluster: o.Cluster = None,
    level: Level = 0.95,
    seed: o.Seed = 0,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    r"""Fail (exit code 1) when a metric misses its mark or is worse than a baseline; an undefined metric fails too.

    FILE holds predictions, or is an evaluation saved earlier; --qrels and --run stand in its place. Columns that are not named are those
    of the baseline. --no-worse-than fails where a loss is shown; --non-inferior fails where it is not shown to be small.

    [bold]Examples[/bold]

      gnomon check p.csv --label y --score p --min ks=0.3 --max brier_score=0.2
      gnomon check p.csv --label y --score p --min roc_auc=0.75 --sure --by region
      gnomon check digits.csv --label y --prediction said --min "recall\[eight]=0.9"
      gnomon check p.csv --baseline old.json --tolerance ks=0.01
      gnomon check new.json --baseline old.json --tolerance 0.005
      gnomon check new.parquet --label y --score p --no-worse-than old.parquet --margin roc_auc=0.005
      gnomon check p.csv --label y --score new --baseline-score old --margin roc_auc=0.01 --non-inferior
      gnomon check --qrels q.txt --run new.run --no-worse-than old.run --margin ndcg@10=0.01
    """
    said = language()
    marks, allowed = floors(min, "min") + floors(max, "max"), tolerances(tolerance)
    before = Evaluation.load(baseline) if baseline is not None else None
    asked: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "weight": weight, "positive": positive}
    asked["group"] = o.groups(group, group_sizes)
    how = {"task": task, "missing": missing, "memory": memory, "na": na, "quiet": quiet, "kinds": kinds, "by": by}
    how |= {"encoding": encoding, "sheet": sheet}
    against = Against(no_worse_than, baseline_score, baseline_prediction, unpaired, tuple(key or ()), cluster)
    against.refuse(marks, allowed, before, margin, non_inferior, sure)
    gates: list[Gate] = []
    notes: list[Message] = []
    if marks or before is not None or not against.named:
        gates = _marked(files, marks, before, allowed, asked, {**how, "cluster": cluster, "seed": seed}, level if sure else None)
        notes += [Message("own_baseline", name=str(baseline))] if _same_file(files, baseline) else []
    if against.named:
        tested, margins = _tested(files, against, asked, how, losses.margins_of(margin, non_inferior), {"level": level, "seed": seed})
        gates += losses.gates_of(tested, margins, level, non_inferior)
        notes += [Message("own_baseline", name=str(no_worse_than))] if _same_file(files, no_worse_than) else []
        notes += [Message("same_as_baseline")] if losses.same_throughout(tested) and not notes else []
    if not gates:
        raise InputError("nothing could be compared; the baseline holds no metric that has a better end, or no model")
    _print(gates, notes, said)
    if any(not gate.passed for gate in gates):
        raise typer.Exit(GATE_FAILED)


@dataclass(frozen=True)
class Against:
    """The model to be no worse than: a file, columns of the same file, or a run."""

    path: Path | None
    score: list[str] | None
    prediction: str | None
    unpaired: bool
    key: tuple[str, ...]
    cluster: str | None

    @property
    def columns(self) -> bool:
        """Whether it is columns of the same file."""
        return bool(self.score or self.prediction)

    @property
    def named(self) -> bool:
        return self.path is not None or self.columns

    def refuse(self, marks: list[Gate], allowed: Any, before: Any, margin: Any, non_inferior: bool, sure: bool) -> None:
        """Options without what they go with would be ignored."""
        if before is None and allowed:
            raise InputError("--tolerance is what --baseline allows; name a baseline, or use --min and --max")
        if margin and not self.named:
            raise InputError("--margin is what --no-worse-than allows; name the predictions to be no worse than")
        if (non_inferior or self.unpaired) and not self.named:
            option = "--non-inferior" if non_inferior else "--unpaired"
            raise InputError(
                "{option} goes with --no-worse-than or --baseline-score; name the predictions to be no worse than", option=option
            )
        if sure and not marks:
            raise InputError("--sure goes with --min and --max, whose marks the interval must clear")
        if self.path is not None and self.columns:
            raise InputError("--baseline-score: --no-worse-than names a file as well; name one of the two")
        if self.columns and (self.unpaired or self.key):
            raise InputError("--baseline-score: columns of one file are of the same rows; leave --unpaired and --key out")


def _same_file(files: list[str] | None, other: Path | None) -> bool:
    return bool(files) and other is not None and [Path(one).resolve() for one in files or []] == [other.resolve()]


def _marked(
    files: list[str] | None,
    marks: list[Gate],
    before: Evaluation | None,
    allowed: dict[str, float],
    asked: dict[str, Any],
    how: dict[str, Any],
    level: float | None,
) -> list[Gate]:
    """The gates of marks and of an earlier evaluation."""
    wanted = [gate.metric for gate in marks if gate.label is None] + (compared(before, allowed) if before is not None else [])
    if not marks and before is None:
        raise InputError("nothing to check; pass --min METRIC=VALUE, --max METRIC=VALUE, --baseline FILE or --no-worse-than FILE")
    sure = None if level is None else how_of(level, REPLICATES, how["seed"])
    if any(gate.label is not None for gate in marks) and (asked["weight"] or how["cluster"]):
        how = {**how, "keep_rows": True}
    evaluation = _evaluation(files, asked, before, wanted, {**how, "ci": "none" if level is None else str(level)})
    if level is not None and evaluation.level != level:
        has = say("no intervals") if evaluation.level is None else say("intervals of {level:g}", level=evaluation.level)
        raise InputError(
            "--sure: {source} was saved with {has}, and --level is {level:g}; evaluate it at that level",
            source=evaluation.source,
            has=has,
            level=level,
        )
    return judge(marks, evaluation, sure) + (compare(evaluation, before, allowed) if before is not None else [])


def _tested(
    files: list[str] | None, against: Against, asked: dict[str, Any], how: dict[str, Any], margins: dict[str, float], drawn: dict[str, Any]
) -> tuple[list[losses.Tested], dict[str, float]]:
    """The model against the one that it is to be no worse than, and the margins by metric as the conventions asked for have it."""
    metrics: Any = [name for name in margins if name] or "default"
    rows = {**asked, **how, "cluster": against.cluster, "metrics": metrics, "keep_rows": True, "key": list(against.key) or None}
    reader = o.reader_of(how["kinds"])
    if reader is not None:
        if reader.beside is None or against.path is None or against.unpaired or against.key:
            raise InputError("--no-worse-than: name the run to be no worse than; it is of the same judgments, query by query")
        kinds, model = reader.beside(how["kinds"], str(against.path), (losses.NEW, losses.OLD))
        text = metrics if isinstance(metrics, str) else ",".join(metrics)
        rows |= {"kinds": kinds, "metrics": text, "keep_rows": None, "replicates": REPLICATES, "seed": drawn["seed"]}
        both = o.run(files, **rows)
        margins = losses.settled(margins, how["kinds"])
        return losses.losses_beside(both, losses.compared_on(margins, both.metrics), model, **drawn), margins
    if against.columns:
        both = o.run(files, **{**rows, **_beside(asked, against)})
        margins = losses.settled(margins, both.options)
        return losses.losses_beside(both, losses.compared_on(margins, both.metrics), _only(asked), **drawn), margins
    other = str(against.path)
    if saved_evaluation(other):
        if asked["weight"] is not None or against.cluster is not None:
            raise InputError(
                "{other} is a saved evaluation, whose weights and clusters are settled; name its file of predictions instead", other=other
            )
        before = Evaluation.load(other)
        rows |= {**_filled(asked, before), "kinds": _options(how["kinds"], before)}
    new, old = (_with_rows(paths, rows) for paths in (files, [other]))
    key = key_of(rows["key"], keep_rows=True)
    margins = losses.settled(margins, _options(how["kinds"], new))
    wanted = losses.compared_on(margins, new.metrics)
    return losses.losses_of(new, old, wanted, key, how["missing"], paired=not against.unpaired, **drawn), margins


def _beside(asked: dict[str, Any], against: Against) -> dict[str, Any]:
    """Two models of one file: the columns that were named, and the baseline's."""
    made: dict[str, Any] = {"score": None, "prediction": None}
    for name, old in (("score", against.score), ("prediction", [against.prediction] if against.prediction else None)):
        new = asked[name]
        if bool(new) != bool(old) or len(new or ()) != len(old or ()):
            raise InputError("--baseline-{name}: name as many columns as with --{name}, one model's", name=name)
        if new and old:
            made[name] = {losses.NEW: o.named(name, new), losses.OLD: o.named(f"baseline-{name}", old)}
    return made


def _only(asked: dict[str, Any]) -> str:
    column = (asked["score"] or asked["prediction"])[0]
    return str(column.partition("=")[2] or column)


def _with_rows(files: list[str] | None, asked: dict[str, Any]) -> Evaluation:
    """An evaluation that has its rows: saved with them, or of predictions."""
    if files and len(files) == 1 and saved_evaluation(files[0]):
        return Evaluation.load(files[0])
    if files and asked["label"] is None:
        raise InputError("--label: {files} holds predictions; name the column of true labels", files=files[0])
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


def _options(given: Mapping[str, Any], before: Evaluation) -> dict[str, Any]:
    """The options of kinds of evaluation that were typed, and for the others those of the baseline."""
    return {**before.options, **{name: value for name, value in given.items() if value}}


def _evaluation(
    files: list[str] | None, asked: Mapping[str, Any], before: Evaluation | None, wanted: list[str], how: Mapping[str, Any]
) -> Evaluation:
    """The evaluation to judge: saved earlier, of runs, or of the predictions."""
    metrics = list(dict.fromkeys(wanted)) or "default"
    if o.reader_of(how["kinds"]) is not None:
        if files:
            raise InputError("{files}: --min, --max and --baseline name the metrics; leave it out", files=files[0])
        text = metrics if isinstance(metrics, str) else ",".join(metrics)
        return o.run(None, **asked, **how, metrics=text, replicates=REPLICATES)
    if files and len(files) == 1 and saved_evaluation(files[0]):
        named = [f"--{name}" for name, value in {**asked, "by": how["by"], **how["kinds"]}.items() if value]
        if named:
            raise InputError(
                "{files} is a saved evaluation, whose columns are settled; leave {names} out", files=files[0], names=listed(named)
            )
        return Evaluation.load(files[0])
    if before is not None:
        asked = _filled(asked, before)
        how = {**how, "task": how["task"] or before.task, "kinds": _options(how["kinds"], before)}
    if asked["label"] is None:
        raise InputError("--label: needed to evaluate predictions; name the column of true labels, or a --baseline that knows it")
    return o.run(files, **asked, **how, metrics=metrics)


def _print(gates: list[Gate], notes: list[Message], lang: str) -> None:
    console = out()
    lines = [gate.said(lang) for gate in gates]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    passed, failed = (Message(code).text(lang) for code in ("gate_pass", "gate_fail"))
    room = max(width(passed), width(failed))
    for gate, line in zip(gates, lines, strict=True):
        mark = f"[green]✓ {padded(passed, room)}[/green]" if gate.passed else f"[bold red]✖ {padded(failed, room)}[/bold red]"
        console.print(f" {mark}  ", end="")
        console.print("  ".join(padded(cell, w) for cell, w in zip(line, widths, strict=True)).rstrip(), markup=False)
    for note in notes:
        console.print(f" ● {note.text(lang)}", markup=False)
    lost = sum(not gate.passed for gate in gates)
    counts = {"passed": len(gates) - lost, "gates": len(gates)}
    total = Message("gates_failed", **counts, failed=lost) if lost else Message("gates_passed", **counts)
    console.print(f"\n {total.text(lang)}", markup=False)
