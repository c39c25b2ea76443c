"""gnomon check: a gate for CI."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import typer

from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..evaluation import Evaluation, losses
from ..evaluation.gate_text import gate_lines, gate_total
from ..evaluation.gates import Gate, compare, compared, floors, judge, notes_on, refuse_other_rules, tolerances
from ..evaluation.run import how_of, key_of
from ..inference.estimate import REPLICATES
from ..messages import Message
from ..messages.language import both, language, listed, say
from ..tasks import registry
from ..tasks.score_direction import notes_on_models
from . import gate_options as g
from . import options as o
from .app import EXIT_CODES, app
from .beside import cut_like, filled, models_of_sides, options_beside, options_of_side
from .console import GATE_FAILED, command, out


@command(app, kinds=o.kind_options(with_readers=True), epilog=EXIT_CODES)
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
    spark: o.Spark = None,
    exact: o.Exact = False,
    min: g.Min = None,
    max: g.Max = None,
    sure: g.Sure = False,
    by: g.GateBy = None,
    allow_unmatched: g.AllowUnmatched = False,
    baseline: g.Baseline = None,
    tolerance: g.Tolerance = None,
    no_worse_than: g.NoWorseThan = None,
    baseline_score: g.BaselineScore = None,
    baseline_prediction: g.BaselinePrediction = None,
    margin: g.Margin = None,
    non_inferior: g.NonInferior = False,
    unpaired: g.Unpaired = False,
    cluster: o.Cluster = None,
    level: g.Level = 0.95,
    seed: o.Seed = 0,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    r"""Fail (exit code 1) when a metric misses its mark or is worse than a baseline; an undefined metric fails too.

    FILE holds predictions, or is an evaluation saved earlier; --qrels and --run, or --truth and --results, stand in its place. Columns that
    are not named are those of the baseline. --no-worse-than fails where a loss is shown; --non-inferior fails where it is not shown to be
    small.

    [bold]Examples[/bold]

      gnomon check p.csv --label y --score p --min ks=0.3 --max brier_score=0.2
      gnomon check p.csv --label y --score p --min roc_auc=0.75 --sure --by region
      gnomon check digits.csv --label y --prediction said --min "recall\[eight]=0.9"
      gnomon check p.csv --baseline old.json --tolerance ks=0.01
      gnomon check new.json --baseline old.json --tolerance 0.005
      gnomon check new.parquet --label y --score p --no-worse-than old.parquet --margin roc_auc=0.005
      gnomon check p.csv --label y --score new --baseline-score old --margin roc_auc=0.01 --non-inferior
      gnomon check s3a://bucket/scored --spark parquet --label y --score p --min roc_auc=0.75
      gnomon check --qrels q.txt --run new.run --no-worse-than old.run --margin ndcg@10=0.01
      gnomon check --truth annotations.json --results new.json --min detection_ap=0.4
      gnomon check --truth annotations.json --results new.json --no-worse-than old.json --margin detection_ap=0.01
    """
    marks, allowed = floors(min, "min") + floors(max, "max"), tolerances(tolerance)
    before = _earlier(baseline) if baseline is not None else None
    whole = o.groups(group, group_sizes)
    asked = {"label": label, "score": score, "prediction": prediction, "weight": weight, "positive": positive, "group": whole}
    reading = {"na": na, "encoding": encoding, "sheet": sheet, "spark": spark, "exact": exact}
    how = {**reading, "task": task, "missing": missing, "memory": memory, "quiet": quiet, "kinds": kinds, "by": by}
    against = BaselineOptions(no_worse_than, baseline_score, baseline_prediction, unpaired, tuple(key or ()), cluster)
    against.refuse(marks, allowed, before, margin, non_inferior, sure)
    gates, notes = list[Gate](), list[Message]()
    if marks or before is not None or not against.named:
        own = options_of_side(kinds, losses.NEW, {losses.NEW: None, losses.OLD: None}, asked) if against.named else kinds
        marked = {**how, "cluster": cluster, "seed": seed, "kinds": own}
        gates, notes = _marked(files, marks, before, allowed, asked, marked, level if sure else None)
        notes += [Message("own_baseline", name=str(baseline))] if _same_file(files, baseline) else []
    if against.named:
        lost = _lost(files, against, asked, how, losses.margins_of(margin, non_inferior), non_inferior, level, seed)
        gates, notes = gates + lost[0], notes + lost[1]
    _print(gates, list(dict.fromkeys(notes)), language())
    if any(gate.failed or (gate.unjudged == "unmatched" and not allow_unmatched) for gate in gates):
        raise typer.Exit(GATE_FAILED)


def _earlier(path: Path) -> Evaluation:
    """The evaluation that was saved as a baseline."""
    try:
        return Evaluation.load(path)
    except InputError as reason:
        raise InputError("core.part_option_complaint", option="--baseline", part=reason.marked) from None


def _named_by(**options: Any) -> dict[str, str]:
    """What errors on metrics call these: the options by which they were asked for."""
    typed = [f"--{name}" for name, value in options.items() if value]
    return {"metrics": both(typed)} if typed else {}


@dataclass(frozen=True)
class BaselineOptions:
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
            raise InputError("cli.tolerance_needs_baseline")
        if margin and not self.named:
            raise InputError("cli.margin_needs_no_worse_than")
        if (non_inferior or self.unpaired) and not self.named:
            option = "--non-inferior" if non_inferior else "--unpaired"
            raise InputError("cli.option_needs_no_worse_than", option=option)
        if sure and not marks:
            raise InputError("cli.sure_needs_min_or_max")
        if self.path is not None and self.columns:
            raise InputError("cli.baseline_score_and_file_conflict")
        if self.columns and (self.unpaired or self.key):
            raise InputError("cli.baseline_score_rows_already_paired")


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
) -> tuple[list[Gate], list[Message]]:
    """The gates of marks and of an earlier evaluation, and what is to be known of them."""
    wanted = [gate.metric for gate in marks if gate.label is None] + (compared(before, allowed) if before is not None else [])
    if not marks and before is None:
        raise InputError("cli.nothing_to_check")
    sure = None if level is None else how_of(level, REPLICATES, how["seed"])
    if sure is not None and any(gate.label is not None for gate in marks):
        how = {**how, "keep_rows": _weighed(asked, how, before)}
    try:
        evaluation = _evaluation(files, asked, before, wanted, {**how, "ci": "none" if level is None else str(level)})
    except InputError as reason:
        if before is not None and o.reader_of(how["kinds"]) is not None:  # the rule is said before the metrics that only the baseline's has
            refuse_other_rules(_evaluation(files, asked, before, [], {**how, "ci": "none"}), before)
        asked_for = {kind: any(mark.kind == kind for mark in marks) for kind in ("min", "max")}
        raise reason.naming(_named_by(**asked_for, baseline=before is not None, tolerance=any(allowed))) from None
    if level is not None and evaluation.level != level:
        _refuse_level(evaluation, level)
    gates = judge(marks, evaluation, sure) + (compare(evaluation, before, allowed) if before is not None else [])
    models, others = ({model.name: model for model in one.models} if one else {} for one in (evaluation, before))
    return gates, notes_on(gates, evaluation) + notes_on_models(models, others)


Said = Callable[[list[Gate]], list[Message]]
"""What is to be known of gates."""


def _lost(
    files: list[str] | None,
    against: BaselineOptions,
    asked: dict[str, Any],
    how: dict[str, Any],
    margins: dict[str, float],
    non_inferior: bool,
    level: float,
    seed: int,
) -> tuple[list[Gate], list[Message]]:
    """The gates of a model that is to be no worse than another, and what is to be known of them."""
    try:
        tested, margins, said_of = _tested(files, against, asked, how, margins, {"level": level, "seed": seed})
    except InputError as reason:
        raise reason.naming(_named_by(margin=any(margins))) from None
    gates = losses.gates_of(tested, margins, level, non_inferior)
    notes = said_of(gates)
    if _same_file(files, against.path):
        notes.append(Message("own_baseline", name=str(against.path)))
    elif losses.same_throughout(tested):
        notes.append(Message("same_as_baseline"))
    return gates, notes


def _weighed(asked: dict[str, Any], how: dict[str, Any], before: Evaluation | None) -> bool:
    """Whether rows count differently or belong together, so that the interval of one class takes the rows themselves."""
    return bool(asked["weight"] or asked["group"] or how["cluster"] or (before is not None and (before.weight or before.cluster)))


def _refuse_level(evaluation: Evaluation, level: float) -> NoReturn:
    has = say("cli.part_no_intervals") if evaluation.level is None else say("cli.part_intervals_of_level", level=evaluation.level)
    raise InputError(
        "cli.sure_level_mismatch",
        source=evaluation.source,
        has=has,
        level=level,
    )


def _tested(
    files: list[str] | None,
    against: BaselineOptions,
    asked: dict[str, Any],
    how: dict[str, Any],
    margins: dict[str, float],
    drawn: dict[str, Any],
) -> tuple[list[losses.GateTest], dict[str, float], Said]:
    """The model against the one that it is to be no worse than, the margins by metric as the conventions asked for have it, and notes."""
    metrics: Any = [name for name in margins if name] or "default"
    rows = {**asked, **how, "cluster": against.cluster, "metrics": metrics, "keep_rows": True, "key": list(against.key) or None}
    if o.reader_of(how["kinds"]) is not None or against.columns:
        both, model = _both(files, against, asked, rows, drawn)
        runs = o.reader_of(how["kinds"]) is not None
        margins = losses.settled(margins, how["kinds"] if runs else both.options)
        margins = {both.metric_named(name) if runs and name else name: margin for name, margin in margins.items()}
        found = losses.losses_beside(both, losses.compared_on(margins, both.metrics, both.models), model, **drawn)
        return found, margins, lambda gates: notes_on(gates, both) + notes_on_models(*models_of_sides(both))
    new, old = _sides(files, str(against.path), against, asked, rows)
    key = key_of(rows["key"], keep_rows=True)
    margins = losses.settled(margins, {**new.options, **{name: value for name, value in how["kinds"].items() if value}})
    wanted = losses.compared_on(margins, new.metrics, [*new.models, *old.models])
    models, others = ({model.name: model for model in one.models} for one in (new, old))
    found = losses.losses_of(new, old, wanted, key, how["missing"], paired=not against.unpaired, **drawn)
    return found, margins, lambda gates: notes_on(gates, new) + notes_on_models(models, others)


def _both(
    files: list[str] | None, against: BaselineOptions, asked: dict[str, Any], rows: dict[str, Any], drawn: dict[str, Any]
) -> tuple[Evaluation, str]:
    """Both models in one evaluation, runs of the same judgments or columns of one file, and what the first is called."""
    reader = o.reader_of(rows["kinds"])
    if reader is None:
        return o.run(files, **{**rows, **_beside(asked, against)}), _only(asked)
    kinds, model = reader.beside(rows["kinds"], str(against.path), (losses.NEW, losses.OLD))
    text = rows["metrics"] if isinstance(rows["metrics"], str) else ",".join(rows["metrics"])
    asked = {"kinds": kinds, "metrics": text, "keep_rows": None, "replicates": REPLICATES, "seed": drawn["seed"]}
    return o.run(files, **{**rows, **asked, "named_by": {losses.NEW: "--results", losses.OLD: "--no-worse-than"}}), model


def _sides(
    files: list[str] | None, other: str, against: BaselineOptions, asked: dict[str, Any], rows: dict[str, Any]
) -> tuple[Evaluation, Evaluation]:
    """The model and the one that it is held against, each of a file of its own."""
    given = {losses.NEW: files[0] if files else None, losses.OLD: other}
    kinds = {side: options_of_side(rows["kinds"], side, given, asked) for side in given}
    if saved_evaluation(other):
        if asked["weight"] is not None or against.cluster is not None:
            raise InputError("cli.weights_of_saved_settled", other=other)
        before = Evaluation.load(other)
        kinds[losses.NEW] = options_beside(kinds[losses.NEW], asked, before)
        rows = {**rows, **filled(asked, before)}
    new, old = (_with_rows(paths, {**rows, "kinds": kinds[side]}) for side, paths in ((losses.NEW, files), (losses.OLD, [other])))
    return new, old


def _beside(asked: dict[str, Any], against: BaselineOptions) -> dict[str, Any]:
    """Two models of one file: the columns that were named, and the baseline's."""
    made: dict[str, Any] = {"score": None, "prediction": None}
    for name, old in (("score", against.score), ("prediction", [against.prediction] if against.prediction else None)):
        new = asked[name]
        if bool(new) != bool(old) or len(new or ()) != len(old or ()):
            raise InputError("cli.baseline_columns_count_differ", name=name)
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
        raise InputError("cli.label_missing_for_check_files", files=files[0])
    return o.run(files, **asked)


def _evaluation(
    files: list[str] | None, asked: Mapping[str, Any], before: Evaluation | None, wanted: list[str], how: Mapping[str, Any]
) -> Evaluation:
    """The evaluation to judge: saved earlier, of runs, or of the predictions."""
    metrics = list(dict.fromkeys(wanted)) or "default"
    if o.reader_of(how["kinds"]) is not None:
        if files:
            raise InputError("cli.metrics_named_by_marks", files=files[0])
        text = metrics if isinstance(metrics, str) else ",".join(metrics)
        return o.run(None, **asked, **how, metrics=text, replicates=REPLICATES)
    if files and len(files) == 1 and saved_evaluation(files[0]):
        given = {**asked, "by": how["by"], "spark": how["spark"], **how["kinds"]}
        named = [o.typed_as(name) for name, value in given.items() if value]
        if named:
            raise InputError("cli.columns_of_saved_settled", files=files[0], names=listed(named))
        return Evaluation.load(files[0])
    if before is not None:
        if registry.task(before.task).whole:
            raise InputError(
                "cli.baseline_kind_not_of_tables",
                kind=registry.task(before.task).called,
            )
        how = {**how, "task": how["task"] or before.task, "kinds": options_beside(how["kinds"], asked, before)}
        how["by"] = cut_like(how["by"], before)
        asked = filled(asked, before)
    if asked["label"] is None and not o.reads_own_table(how["task"]):
        o.refuse_no_table(files)
        raise InputError("cli.label_missing_to_evaluate")
    return o.run(files, **asked, **how, metrics=metrics)


def _print(gates: list[Gate], notes: list[Message], lang: str) -> None:
    if not gates:
        raise InputError("cli.baseline_nothing_comparable")
    console = out()
    styles = {"pass": "green", "fail": "bold red", "small": "dim", "unmatched": "bold red"}
    for state, mark, cells in gate_lines(gates, lang):
        console.print(f" [{styles[state]}]{mark}[/{styles[state]}]  ", end="")
        console.print(cells, markup=False)
    for note in notes:
        console.print(f" ● {note.text(lang)}", markup=False)
    console.print(f"\n {gate_total(gates, lang)}", markup=False)
