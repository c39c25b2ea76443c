"""evaluate: metrics asked for → distinct summaries → one pass → an Evaluation."""

import datetime
from contextlib import closing
from typing import Any, NamedTuple

from ..catalog import Reference
from ..engines import Source, Wanted, memory_limit, open_source
from ..errors import DroppedRowsWarning, InputError, warn
from ..inference.estimate import REPLICATES, How
from ..inference.public import check_draws, check_level
from ..inputs import DEFAULT_POSITIVE
from ..summary import Ranked, Sweep
from .figures import Value
from .gather import Gather
from .held import Held
from .kept import Kept
from .plan import TASKS, Model, Plan, metrics_of, models_of
from .progress import meter
from .result import Evaluation, Slice
from .sureness import Sureness, probable

BATCH = 2**20
"""Rows read at a time."""


def evaluate(
    data: Any,
    *,
    label: str,
    score: Any = None,
    prediction: Any = None,
    weight: str | None = None,
    group: str | None = None,
    by: Any = None,
    metrics: Any = "default",
    positive: Any = DEFAULT_POSITIVE,
    task: str | None = None,
    missing: str = "error",
    memory: Any = None,
    progress: bool | None = None,
    name: str | None = None,
    na: Any = (),
    ci: float | None = 0.95,
    cluster: str | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
    keep_rows: bool = False,
) -> Evaluation:
    """Evaluate one or several models on a table: every metric, whole and by slice, in one pass over the rows.

    Parameters
    ----------
    data
        A data frame (pandas, Polars, PyArrow, anything narwhals knows), a dictionary of columns, a DuckDB relation, or the path of a
        file: CSV, TSV, Parquet, Arrow or JSON lines, compressed or not, also as a glob; "-" is standard input.
    label
        The column of true labels.
    score
        The column of scores; a list of columns, or {name: column}, for several models; {class: column} for several classes.
    prediction
        The column of predicted labels, or several, as for score.
    weight
        A column of weights: 2 is the row twice, 0 the row absent.
    group
        The column of queries, users or sessions, whose rows are ranked against each other: adds GAUC, NDCG and the like, and labels may be
        grades. Rows of a group are not independent, so that intervals are clustered by it unless ``cluster`` names another column.
    by
        A column to slice by, or several: each alone, and all crossed.
    metrics
        "default", or references such as "roc_auc", "f1@0.3", "f_score(beta=2)@0.3", in one text or a list.
    positive
        The label that counts as positive; needed where labels are neither 0/1 nor -1/1.
    task
        "binary", "multiclass", or "ranking" (labels are grades, ranked within each group); default: what the first rows' labels say.
    missing
        "error", or "drop" to leave rows with missing values out and say how many.
    memory
        How much the pass may take, as "2GB" or a number of bytes; default: half of what is free. Scores that do not fit are kept in
        cells; areas, KS and losses then come with an interval certain to hold the exact value, and what has none is marked approximate.
    progress
        Whether to show a progress bar; default: on a terminal.
    ci
        The level of the confidence intervals, each by the method that suits its metric; None for none. Several models are also compared.
    cluster
        A column of users, queries or images whose rows are not independent: they are drawn together, and intervals are the wider for it.
    replicates, seed
        Of the bootstraps; the same seed gives the same intervals.
    keep_rows
        Keep the rows' labels and scores, so that a saved evaluation can be compared with a later one on the same rows (gn.compare).
    na
        Texts that mean a missing value in a CSV, besides none at all; for example "NA".
    name
        What the data is called in tables and reports; default: the file's name, or what kind of table it is.

    >>> import gnomon as gn
    >>> evaluation = gn.evaluate({"y": [0, 0, 1, 1], "p": [0.1, 0.4, 0.35, 0.8]}, label="y", score="p", metrics="roc_auc,f1@0.3")
    >>> evaluation["roc_auc"], evaluation["f1@0.3"]
    (0.75 [0.103937, 0.987276], 0.8 [0.343904, 0.968279])

    """
    for argument, column in {"label": label, "weight": weight, "group": group, "cluster": cluster}.items():
        if hasattr(column, "__array__") or isinstance(column, (list, tuple, dict)):
            raise InputError(f"⟦{argument}⟧: a {type(column).__name__} names no column; pass the column's name")
    if group is not None:
        refuse_beside_lists(weight, cluster if cluster != group else None)
    if task is not None and task not in TASKS:
        raise InputError(f"⟦task⟧: {task!r} is not {' or '.join(map(repr, TASKS))}; leave it out to read it from the labels")
    if missing not in ("error", "drop"):
        raise InputError(f'⟦missing⟧: {missing!r} is not "error" or "drop"')
    references, defaults = metrics_of(metrics)
    if by is not None and not isinstance(by, (str, list, tuple)):
        raise InputError(f"⟦by⟧: {by!r} names no columns; pass a column name, or a list of them")
    slices = (by,) if isinstance(by, str) else tuple(by or ())
    if len(set(slices)) < len(slices):
        raise InputError(f"⟦by⟧: {list(slices)} names a column twice; name each once")
    models, loose = models_of(score, prediction)
    how = None if ci is None else How(check_level(ci, "ci"), "auto", *check_draws(replicates, seed, check_level(ci, "ci")))
    plan = Plan(label, models, weight, slices, references, defaults, positive, task, missing, cluster or group, loose, group)
    limit = memory_limit(memory)
    with closing(open_source(data, limit, [na] if isinstance(na, str) else list(na))) as source:
        require(source, plan)
        gather = read(source, plan, limit, progress, None if how is None else how.seed)
        spare = [column for column in map(str, source.columns) if column not in Wanted(plan.numbers, plan.labels, plan.others).names]
        return _evaluation(name or source.name, gather, how, keep_rows, spare)


def refuse_beside_lists(weight: Any, cluster: Any) -> None:
    """What does not go with ranked lists."""
    if weight is not None:
        raise InputError(
            "⟦weight⟧: lists are ranked item by item, and rows of different weight make no list; leave ⟦weight=⟧ or ⟦group=⟧ out"
        )
    if cluster is not None:
        raise InputError("⟦cluster⟧: with ⟦group=⟧ the groups are what is drawn, whole; leave ⟦cluster=⟧ or ⟦group=⟧ out")


def require(source: Source, plan: Plan) -> None:
    """Every column is there, and none plays two parts that exclude each other."""
    source.require("label", plan.label)
    for model in plan.models:
        for column in model.columns:
            source.require("score", column)
            if column == plan.label:
                raise InputError(f"⟦score⟧: {column!r} is the label as well; the truth cannot score itself")
        if model.prediction is not None:
            source.require("prediction", model.prediction)
            if model.prediction == plan.label:
                raise InputError(f"⟦prediction⟧: {model.prediction!r} is the label as well; the truth cannot predict itself")
    others = {"weight": plan.weight, "group": plan.group, "cluster": plan.cluster}
    for argument, name in [*others.items(), *(("by", column) for column in plan.by)]:
        if name is not None:
            source.require(argument, name)
    if plan.group is not None and plan.group == plan.label:
        raise InputError(f"⟦group⟧: {plan.group!r} is the label as well; name the column of queries or users")


def read(source: Source, plan: Plan, limit: int, progress: bool | None, seed: int | None = None) -> Gather:
    """The pass: every batch into its summaries."""
    # A quarter of the limit is DuckDB's, three eighths go to the cells and to merging them, the rest to the rows at hand.
    gather = Gather(plan, limit * 3 // 8, source.spells, seed)
    rows = 0
    with meter(source, progress) as tell:
        for batch in source.batches(Wanted(plan.numbers, plan.labels, plan.others), size=BATCH):
            gather.add(batch)
            rows += len(next(iter(batch.values())).values)
            tell(rows)
        gather.troubles.settle()
        gather.flush()
    gather.refuse_weightless()
    gather.refuse_one_cluster()
    if gather.troubles.dropped:
        listed = "; ".join(f"{name} in {count:,}" for name, count in gather.troubles.counts.items())
        warn(f"dropped {gather.troubles.dropped:,} of {rows:,} rows with missing values: {listed}", DroppedRowsWarning)
    return gather


def _evaluation(name: str, gather: Gather, how: How | None, keep_rows: bool, columns: list[str]) -> Evaluation:
    from .. import __version__

    plan = gather.plan
    assert plan.task is not None
    held = {model.name: gather.held(0, 0, model) for model in plan.models}
    wanted = plan.wanted(all(probable(one) for one in held.values()))
    positive = gather.positive if plan.task == "binary" else None
    sureness = Sureness(gather, how, positive)
    found = {model.name: _values(sureness, 0, 0, model, held[model.name], wanted) for model in plan.models}
    values = {(name, str(r)): found[name][name, str(r)] for r in wanted for name in found if (name, str(r)) in found[name]}
    return Evaluation(
        source=name,
        task=plan.task,
        label=plan.label,
        positive=positive,
        classes=tuple(gather.labels.ordered),
        models=plan.models,
        weight=plan.weight,
        by=plan.by,
        rows=gather.rows,
        **_amounts(gather, next(iter(held.values())), positive)._asdict(),
        dropped=dict(gather.troubles.counts) if gather.troubles.dropped else {},
        dropped_rows=gather.troubles.dropped,
        exact=gather.exact,
        group=plan.group,
        groups=None if gather.grouping is None else len(gather.grouping),
        metrics=tuple(str(reference) for reference in wanted),
        values=values,
        slices=_slices(gather, sureness, wanted, positive),
        level=None if how is None else how.level,
        cluster=plan.cluster,
        clusters=gather.clusters,
        comparison=sureness.comparison(wanted, {name: one.ranked for name, one in held.items() if one.ranked is not None}),
        samples=sureness.samples,
        likeness=None if how is None else sureness.likeness(columns),
        kept=_kept(sureness) if keep_rows else None,
        summaries=held,
        created=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        version=__version__,
    )


def _kept(sureness: Sureness) -> Kept:
    if sureness.kept is None:
        raise InputError(
            "keep_rows: the rows do not fit into the memory limit together; allow more with ⟦memory=⟧, or keep a sample of them"
        )
    return sureness.kept.copy()


def _able(reference: Reference, held: Held) -> bool:
    """Whether a model has the column that a metric reads; among several models some may have labels only."""
    if reference.entry.summary is Ranked:
        return held.ranked is not None
    if reference.entry.summary is Sweep or reference.at is not None:
        return held.scores is not None
    return held.labels is not None


def _values(sureness: Sureness, place: int, k: int, model: Model, held: Held, wanted: list[Reference]) -> dict[tuple[str, str], Value]:
    """The metrics that a model can have, with their intervals."""
    able = [reference for reference in wanted if _able(reference, held)]
    return {(model.name, value.metric): value for value in sureness.values(place, k, model, held, able)}


def _slices(gather: Gather, sureness: Sureness, wanted: list[Reference], positive: Any) -> tuple[Slice, ...]:
    made = []
    for place, view in enumerate(gather.views, 1):
        sizes = gather.sizes(place)
        for k, key in enumerate(view.keys):
            values: dict[tuple[str, str], Value] = {}
            positives = groups = None
            for model in gather.plan.models:
                held = gather.held(place, k, model)
                groups = len(held.ranked) if held.ranked is not None else groups
                positives = _positives(held, positive) if positives is None and gather.plan.task == "binary" else positives
                values |= _values(sureness, place, k, model, held, wanted)
            made.append(Slice(key, sizes[k], positives, values, groups))
    return tuple(made)


class Amounts(NamedTuple):
    """How much there is: the weights of positives and of all, and how many rows of equal weight they are worth."""

    positives: float | None
    total: float
    effective_rows: float
    effective_positives: float | None = None
    effective_negatives: float | None = None


def _amounts(gather: Gather, held: Held, positive: Any) -> Amounts:
    total, weighted = _total(held), gather.plan.weight is not None
    labels = gather.labels.names
    rows = gather.effective_rows(*labels) if weighted else gather.rows
    if gather.plan.task != "binary":
        return Amounts(None, total, rows)
    positives = _positives(held, positive)
    if not weighted:
        return Amounts(positives, total, rows, positives, total - positives)
    others = [label for label in labels if label != positive]
    return Amounts(positives, total, rows, gather.effective_rows(positive), gather.effective_rows(*others))


def _positives(held: Held, positive: Any) -> float:
    """The weight of the positive class."""
    if isinstance(held.scores, Sweep):
        return held.scores.positives
    if held.labels is None or positive not in held.labels.labels:
        return 0
    number: float = held.labels.actual[held.labels.index(positive)].item()
    return number


def _total(held: Held) -> float:
    """The weight of all rows."""
    if isinstance(held.scores, Sweep):
        return held.scores.n
    if held.labels is not None:
        number: float = held.labels.n.item()
        return number
    return 0 if held.ranked is None else held.ranked.items
