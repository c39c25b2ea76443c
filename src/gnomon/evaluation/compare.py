"""gn.compare: models on the same rows, from arrays, frames, files, or evaluations that kept their rows."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..catalog import Reference, parse
from ..engines import Reading, memory_limit, open_source, reading_of
from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..inference import Comparison
from ..inference.estimate import REPLICATES, How
from ..inference.paired import METHODS
from ..inference.public import check_draws, check_level
from ..inputs import DEFAULT_POSITIVE
from ..inputs.sizes import GroupSizes
from ..tasks import registry
from ..tasks.aspect import Sampled
from .arrays import compare_arrays
from .finish import summaries_of
from .intervals import compared
from .models import Model, metrics_of
from .partial import WHOLE
from .plan import Plan
from .result import Evaluation
from .rows import Block, Key
from .run import checked_options, evaluate, groups_of, plan_of, read, referred, require
from .summaries import ModelSummaries


def compare(
    y_true: Any,
    scores: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    prediction: Any = None,
    metrics: Any = "default",
    weight: Any = None,
    cluster: Any = None,
    group: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    level: float = 0.95,
    method: str = "auto",
    replicates: int = REPLICATES,
    seed: int = 0,
    curves: Any = None,
    missing: str = "error",
    task: str | None = None,
    memory: Any = None,
    progress: bool | None = None,
    na: Any = (),
    encoding: str | None = None,
    sheet: Any = None,
    **options: Any,
) -> Comparison:
    """Compare models on the same rows: the difference on each metric with its interval and p-value, and who is ahead along the curves.

    Parameters
    ----------
    y_true, scores
        Labels, and {name: scores}; {name: predicted labels} where all metrics read labels, such as "accuracy". Or a data frame or file
        in place of y_true, with ``label`` and ``score`` naming columns as in gn.evaluate. Or {name: file or evaluation} of the same
        rows in the same order: files of predictions, whose columns are named, or evaluations made with keep_rows=True.
    label, score, prediction
        Columns, where data was passed.
    metrics
        References such as "roc_auc" or "f1@0.3", in one text or a list; "default": AUC, average precision, KS, and what reads
        probabilities where the scores are.
    weight, cluster
        Arrays, or names of columns where data was passed. Rows of one cluster are not independent and are drawn together.
    group
        The query or user of each row, an array or the name of a column, for metrics of ranked lists such as "ndcg@10" or "gauc": they are
        compared query by query (the paired "mean", or "randomization"), and labels may be grades. Rows of a group are one cluster unless
        ``cluster`` says otherwise.
    method
        "auto" takes what suits the metric: paired "delong" for areas, "mcnemar" (mid-p; "mcnemar-exact") for shares of rows, the paired
        "mean" for losses, a paired "bootstrap" for the rest. "randomization" throws the signs of the differences of rows.
    level, replicates, seed
        Of the intervals and of the bootstrap.
    curves
        Curves whose dominance is judged; default: "roc", "pr" and "gain" of scores. () for none.
    positive, missing, task, memory, progress, na, encoding, sheet, options
        As in gn.evaluate.

    >>> import gnomon as gn
    >>> loans = gn.samples.credit(500)
    >>> comparison = gn.compare(loans["default"], {"new": loans["p_new"], "old": loans["p_old"]}, metrics="roc_auc")
    >>> pair = comparison["roc_auc"]
    >>> pair.method, pair.low < pair.difference < pair.high
    ('delong', True)

    """
    check_method(method)
    how = How(check_level(level), method, *check_draws(replicates, seed, check_level(level)))
    chosen = None if curves is None else (curves,) if isinstance(curves, str) else tuple(curves or ())
    check_curves(chosen)
    references, defaults = metrics_of(metrics)
    references = referred(references, options := checked_options(options))
    if scores is None and (several := _several(y_true, label)) is not None:
        columns = {"label": label, "score": score, "prediction": prediction, "weight": weight, "cluster": cluster, "positive": positive}
        columns["group"] = group
        asked = {**columns, "metrics": metrics, "task": task, "missing": missing, "memory": memory, "progress": progress, "na": na}
        asked |= {"encoding": encoding, "sheet": sheet}
        _refuse_settled(several, columns)
        evaluations = {name: _evaluated(one, asked | options) for name, one in several.items()}
        return _compare_evaluations(evaluations, references, defaults, how, chosen)
    if label is None:
        _refuse_reading(encoding, sheet)
        others = {"weight": weight, "cluster": cluster, "group": group}
        return compare_arrays(y_true, scores, references, defaults, others, positive, missing, how, chosen, task, options)
    group, sizes = groups_of(group)
    plan = plan_of(
        label=label,
        score=score,
        prediction=prediction,
        weight=weight,
        group=group,
        metrics=metrics,
        positive=positive,
        task=task,
        missing=missing,
        cluster=cluster,
        options=options,
    )
    return _compare_table(y_true, plan, memory, progress, reading_of(na, encoding, sheet), sizes, how, chosen)


def _refuse_reading(encoding: Any, sheet: Any) -> None:
    """What is said of files where none is passed."""
    for name, value in (("encoding", encoding), ("sheet", sheet)):
        if value is not None:
            raise InputError(f"⟦{name}⟧: only files have one, and arrays were passed; leave it out")


def check_method(method: str) -> None:
    """Refuse a method that no test has."""
    if method not in METHODS:
        raise InputError(f"⟦method={method!r}⟧ is not {', '.join(map(repr, METHODS))}")


def check_curves(chosen: tuple[str, ...] | None) -> None:
    """Refuse a curve along which nothing is compared."""
    known = list(dict.fromkeys(curve for aspect in registry.aspects() for curve in aspect.curves))
    if unknown := [curve for curve in chosen or () if curve not in known]:
        raise InputError(f"⟦curves⟧: {unknown[0]!r} is not {' or '.join(map(repr, known))}")


def _compare_table(
    data: Any,
    plan: Plan,
    memory: Any,
    progress: bool | None,
    reading: Reading,
    sizes: GroupSizes | None,
    how: How,
    curves: tuple[str, ...] | None,
) -> Comparison:
    """Models that are columns of one table, which is read as evaluate reads it."""
    limit = memory_limit(memory)
    with closing(open_source(data, limit, reading, sizes)) as source:
        require(source, plan)
        finished = read(source, plan, limit, progress)
    plan = finished.plan
    if finished.block is None and any(not aspect.waits(plan) for aspect in plan.aspects):
        raise InputError("⟦memory⟧: the rows do not fit together, which comparing them takes; allow more, or compare a sample of them")
    summaries = {model.name: summaries_of(finished, WHOLE, model) for model in plan.models}
    wanted = plan.references(summaries)
    known = {
        aspect.key: {m.name: finished.sampled(WHOLE, m, aspect) for m in plan.models if aspect.has(plan, m)} for aspect in plan.aspects
    }
    return compare_known(plan, known, wanted, how, curves, finished.rows, finished.clusters)


def compare_known(
    plan: Plan,
    known: dict[str, dict[str, Sampled]],
    wanted: Sequence[Reference],
    how: How,
    curves: tuple[str, ...] | None,
    rows: int,
    clusters: int | None,
) -> Comparison:
    """Models of which rows or lists are at hand."""
    names = [model.name for model in plan.models]
    if len(names) < 2:
        raise InputError(f"⟦scores⟧: only {names[0]!r} is there; a comparison takes two models")
    read_rows = any(aspect.unit == "rows" for aspect in map(plan.aspect_of, wanted) if aspect is not None)
    notes = [note for aspect in plan.aspects for note in aspect.notes(known[aspect.key])] if read_rows else []
    return compared(plan, known, wanted, names, how, curves, None, rows, clusters, notes)


def _several(given: Any, label: str | None) -> dict[str, Any] | None:
    """Evaluations or files by name; None when one table was passed. A list of files is one table where columns are named."""
    if isinstance(given, Mapping):
        alone = not given or not all(isinstance(one, (Evaluation, str, Path)) for one in given.values())
        return None if alone else {str(name): one for name, one in given.items()}
    if not isinstance(given, (list, tuple)) or label is not None or not given:
        return None
    if not all(isinstance(one, (Evaluation, str, Path)) for one in given):
        return None
    loaded = [one if isinstance(one, Evaluation) else Evaluation.load(one) for one in given]
    names = [one.names[0] if len(one.names) == 1 else one.source for one in loaded]
    if len(set(names)) < len(names):
        raise InputError(f"two evaluations are called {names[0]!r}; pass {{name: evaluation, …}} to tell them apart")
    return dict(zip(names, loaded, strict=True))


def _refuse_settled(several: dict[str, Any], columns: dict[str, Any]) -> None:
    """Evaluations have their columns, weights and clusters already; what is named for them would be ignored."""
    settled = [name for name, one in several.items() if isinstance(one, Evaluation) or saved_evaluation(str(one))]
    named = [f"⟦{key}=⟧" for key, value in columns.items() if value is not None and value is not DEFAULT_POSITIVE]
    if settled and len(settled) == len(several) and named:
        raise InputError(
            f"{settled[0]} is an evaluation, whose columns are settled; leave {', '.join(named)} out, or name them in evaluating"
        )
    if settled and named and any(columns[key] is not None for key in ("weight", "cluster")):
        raise InputError(
            f"{settled[0]} is an evaluation, whose weights and clusters are settled; name files of predictions for both models"
        )


def _evaluated(given: Any, asked: dict[str, Any]) -> Evaluation:
    """An evaluation with its rows: as passed, as saved, or of a file of predictions."""
    if isinstance(given, Evaluation):
        return given
    if saved_evaluation(str(given)):
        return Evaluation.load(given)
    if asked["label"] is None:
        raise InputError(f"⟦label⟧: {given} holds predictions; name the column of true labels")
    return evaluate(given, **asked, ci=None, keep_rows=True)


def _compare_evaluations(
    given: dict[str, Evaluation], references: tuple[Reference, ...], defaults: bool, how: How, curves: tuple[str, ...] | None
) -> Comparison:
    """Models of several evaluations of the same rows, or of the same queries."""
    first_name, first = next(iter(given.items()))
    wanted = list(references) + ([parse(name) for name in first.metrics] if defaults else [])
    able = [reference for reference in wanted if reference.entry.better is not None]
    plan = first.plan
    by_rows = any(not aspect.waits(plan) for aspect in map(plan.aspect_of, wanted) if aspect is not None)
    columns: dict[Key, Any] = {}
    models: dict[str, Model] = {}
    summaries: dict[str, ModelSummaries] = {}
    for name, one in given.items():
        if by_rows:
            _same_rows(first, one, first_name, name)
        for model in one.models:
            called = name if len(one.names) == 1 else f"{name}: {model.name}"
            summaries[called] = one.held(model.name)
            models[called] = one.kept.renamed(model, called, columns, first.kept.block.labels) if by_rows else replace(model, name=called)  # type: ignore[union-attr]  # checked above
    joint = plan.replace(models=tuple(models.values()), metrics=tuple(wanted))
    known, clusters = _known(joint, first, columns, summaries, by_rows)
    for aspect in joint.aspects:
        aspect.same_units({name: one.summary for name, one in known[aspect.key].items()})
    return compare_known(joint, known, able, how, curves if by_rows else (), first.rows, clusters)


def _same_rows(first: Evaluation, other: Evaluation, mine: str, theirs: str) -> None:
    for name, one in ((mine, first), (theirs, other)):
        if one.kept is None:
            raise InputError(
                f"{name}: this evaluation did not keep its rows, which comparing takes; "
                "⟦evaluate with keep_rows=True and save it as .gnomon‖make it with gnomon report --save FILE.gnomon --keep-rows⟧"
            )
    assert first.kept is not None
    assert other.kept is not None
    first.kept.same_rows(other.kept, mine, theirs)


def _known(
    plan: Plan, first: Evaluation, columns: dict[Key, Any], summaries: dict[str, ModelSummaries], by_rows: bool
) -> tuple[dict[str, dict[str, Sampled]], int | None]:
    """What is known of each model, by aspect, and how many clusters there are."""
    block = cluster = None
    if by_rows:
        assert first.kept is not None
        held = first.kept.block
        shared = {key: values for key, values in held.columns.items() if key[1] in (plan.label, plan.weight, plan.cluster)}
        block = Block({**shared, **columns}, held.labels, held.ordered, held.keys, len(held))
        cluster = None if plan.cluster is None or ("key", plan.cluster) not in shared else block.clusters(plan.cluster)
    known: dict[str, dict[str, Sampled]] = {}
    for aspect in plan.aspects:
        for model in plan.models:
            rows = None if block is None or aspect.waits(plan) else aspect.observe(block, plan, model)
            summary = summaries[model.name].get(aspect.key)
            if aspect.has(plan, model) and (rows is not None or summary is not None):
                known.setdefault(aspect.key, {})[model.name] = Sampled(plan, model, summary, WHOLE, rows, cluster)
        known.setdefault(aspect.key, {})
    return known, None if cluster is None else int(cluster.max()) + 1
