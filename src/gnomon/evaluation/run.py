"""evaluate: what was asked for → a survey of the data → partials that merge → an Evaluation."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from ..catalog import Reference
from ..engines import Source, memory_limit, open_source, reading_of
from ..engines.sized import BY_SIZE
from ..errors import DroppedRowsWarning, InputError, warn
from ..heap import give_back
from ..inference.estimate import REPLICATES, IntervalOptions
from ..inference.public import check_draws, check_level
from ..inputs import DEFAULT_POSITIVE
from ..inputs.sizes import GroupSizes
from ..memory import said_bytes
from ..messages.language import say
from ..parallel import THREADS
from ..tasks import registry
from ..tasks.task import Task
from . import account
from .account import LONG
from .elsewhere import KEPT, read_elsewhere
from .finish import evaluation_of
from .finished import Pass
from .indicated import indicated
from .models import is_name, label_of, metrics_of, models_of
from .ordered import tell_exactly
from .outputs import refuse_several_labels
from .partial import Partial, PrecomputedSummaries
from .passes import gather
from .plan import Plan
from .progress import meter
from .result import Evaluation
from .slice_bins import asked_edges
from .survey import survey
from .vector_scores import refuse_other_labels, with_vectors
from .workers import fill

LEAST_ROWS, MOST_ROWS = 2**14, 2**25
"""Rows summarised together, at the least and at the most."""
PARTS = ("weight", "group", "cluster")
ITSELF = {"score": "evaluation.part_truth_as_score", "prediction": "evaluation.part_truth_as_prediction"}


def evaluate(
    data: Any,
    *,
    label: Any = None,
    reference: Any = None,
    score: Any = None,
    prediction: Any = None,
    weight: Any = None,
    group: Any = None,
    by: Any = None,
    metrics: Any = "default",
    positive: Any = DEFAULT_POSITIVE,
    task: str | None = None,
    missing: str = "error",
    memory: Any = None,
    progress: bool | None = None,
    name: str | None = None,
    na: Any = (),
    encoding: str | None = None,
    sheet: Any = None,
    ci: float | None = 0.95,
    cluster: Any = None,
    replicates: int = REPLICATES,
    seed: int = 0,
    keep_rows: bool = False,
    key: Any = None,
    exact: bool = False,
    **options: Any,
) -> Evaluation:
    """Evaluate one or several models on a table: every metric, whole and by slice, in one pass over the rows.

    Parameters
    ----------
    data
        A data frame (pandas, Polars, PyArrow, anything narwhals knows), a dictionary of columns, a DuckDB relation, or the path of a
        file: CSV, TSV, Parquet, Arrow, JSON lines (texts compressed or not) or Excel, also as a glob; "-" is standard input.
    label
        The column of true labels; of lists where rows have several, or of text with ``separator`` between them. A list of columns, or
        {label: column}, where there is a column of 0 and 1 for each label; prediction={label: column} then names those predicted.
        Columns are named by text, or by the whole number that a frame or a dictionary has for a name; fields of records as "s.p".
    reference
        What ``label`` is called where texts are compared: the column of what should be said, or of lists of several wordings.
    score
        The column of scores; a list of columns, or {name: column}, for several models; {class: column} for several classes.
    prediction
        The column of predicted labels, or several, as for score; of predicted numbers where the label is a number.
    weight
        A column of weights: 2 is the row twice, 0 the row absent.
    group
        The column of queries, users or sessions, whose rows are ranked against each other: adds GAUC, NDCG and the like, and labels may be
        grades. Rows of a group are not independent, so that intervals are clustered by it unless ``cluster`` names another column.
        Where rows come group after group, ``gn.group_sizes`` or ``gn.group_ptr`` of their sizes or borders stands in for the column.
    by
        A column to slice by, or several: each alone, and all crossed. Numbers of more than 20 different values are cut into five bins of
        about as many rows; {column: borders} cuts them where it says, {column: "each"} makes every value a slice, {column: "auto"} leaves
        it to the data.
    metrics
        "default", or references such as "roc_auc", "f1@0.3", "f_score(beta=2)@0.3", in one text or a list.
    positive
        The label that counts as positive; needed where labels are neither 0/1 nor -1/1.
    task
        "binary", "multiclass", "multilabel" (lists of labels), "ranking" (labels are grades, ranked within each group) or "regression"
        (the label is a number, and so is the prediction); default: what the first rows say. "clustering" reads classes and clusters;
        "text", "transcript" and "spans" what should be said, heard or tagged (``reference``) and what was (``prediction``).
        "detection" and "segmentation" read images by themselves: ``data`` is what is there, ``prediction`` what models say, or
        {name: predictions}.
    missing
        "error", or "drop" to leave rows with missing values out and say how many.
    memory
        How much the evaluation may take beyond what the process holds already, as "2GB" or a number of bytes; default: half of what is
        free. Scores that do not fit are kept in cells; areas, KS and losses then come with an interval certain to hold the exact value, and
        what has none is marked approximate. What cannot be done within it is refused, with the limit that would do.
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
    key
        With ``keep_rows``, the column or columns that name each row: comparisons then match rows by them, whatever their order.
    na
        Texts that mean a missing value in a CSV, besides none at all; for example "NA".
    encoding
        How a text file is written, as "gb18030"; default: what a mark at its start says, else UTF-8, else GB18030 where all its characters
        beyond ASCII are pairs of bytes of GB2312, with a note.
    sheet
        The sheet of an Excel file, by name or by place from 0; needed where there are several.
    exact
        Refuse cells. On a cluster, areas, KS and average precision of scores are then exact at any size, at the cost of one more pass in
        the order of each score; elsewhere what does not fit into ``memory`` exactly is refused, with the limit that would do.
    name
        What the data is called in tables and reports; default: the file's name, or what kind of table it is.
    options
        What only some kind of evaluation takes. direction="lower is positive" (or "lower is bad") reads scores the other way round
        (risk scores that are high for good customers, distances), for all models or as {name: direction}; thresholds stay on the
        scores' own scale. profit_good= and loss_bad= say what an approved negative earns and an approved positive loses: the cut-off of
        most profit is then told, and the report begins with both.

    >>> import gnomon as gn
    >>> evaluation = gn.evaluate({"y": [0, 0, 1, 1], "p": [0.1, 0.4, 0.35, 0.8]}, label="y", score="p", metrics="roc_auc,f1@0.3")
    >>> evaluation["roc_auc"], evaluation["f1@0.3"]
    (0.75 [0.103937, 0.987276], 0.8 [0.343904, 0.968279])

    """
    given = {name: value for name, value in {**locals(), **options}.items() if value is not DEFAULTS.get(name) and name not in HERE}
    label = label_of(label, reference, task)
    if whole := whole_task(data, label, task):
        return whole.evaluate(data, given)
    group, sizes = groups_of(group)
    columns = {"label": label, "score": score, "prediction": prediction, "weight": weight, "group": group, "by": by, "cluster": cluster}
    asked = {"metrics": metrics, "positive": positive, "task": task, "missing": missing, "options": options}
    plan = plan_of(**columns, **asked, key=key_of(key, keep_rows))
    how = how_of(ci, replicates, seed)
    for argument, flag in {"exact": exact, "keep_rows": keep_rows}.items():
        if not isinstance(flag, bool):
            raise InputError("evaluation.argument_not_boolean", argument=argument, flag=flag)
    limit = memory_limit(memory)
    with closing(open_source(data, limit, reading_of(na, encoding, sheet), sizes, plan.indicators)) as source:
        require(source, plan := with_vectors(plan, source))
        plan, limit = placed(plan.replace(seed=None if how is None else how.seed), source, memory, limit)
        finished = read(source, plan, limit, progress, exact)
        spare = [column for column in map(str, source.columns) if column not in finished.plan.wanted.names]
    if finished.block is None:  # what reading took is free by now
        give_back()
    return replace(evaluation_of(name or source.name, finished, how, keep_rows, spare), inputs=tuple(source.inputs))


HERE = ("data", "options")
DEFAULTS: dict[str, Any] = evaluate.__kwdefaults__ or {}


def whole_task(data: object, label: object, task: str | None) -> Task | None:
    """The kind of evaluation that reads the data by itself, as images are read; None where rows of a table are meant."""
    if task is not None:
        named = registry.task(task)
        return named if named.whole else None
    if label is not None:
        return None
    found = next((one for one in registry.tasks() if one.whole and one.holds(data)), None)
    if found is None:
        raise InputError("evaluation.frame_label_missing")
    return found


def key_of(key: Any, keep_rows: bool) -> tuple[str, ...]:
    """The columns that name rows."""
    columns = (key,) if isinstance(key, str) else tuple(key or ())
    if columns and not keep_rows:
        raise InputError("evaluation.key_needs_keep_rows")
    if len(set(columns)) < len(columns) or not all(isinstance(column, str) for column in columns):
        raise InputError("evaluation.key_columns_not_named_once", key=key)
    return columns


def groups_of(group: object) -> tuple[Any, GroupSizes | None]:
    """The name of the column of groups, and their sizes where these stand in for a column."""
    return (BY_SIZE, group) if isinstance(group, GroupSizes) else (group, None)


def how_of(ci: float | None, replicates: int, seed: int) -> IntervalOptions | None:
    """How intervals are found; None where none are wanted."""
    return None if ci is None else IntervalOptions(check_level(ci, "ci"), "auto", *check_draws(replicates, seed, check_level(ci, "ci")))


def plan_of(
    *, label: Any, score: object, prediction: object, by: object = None, metrics: object = "default", task: str | None = None, **rest: Any
) -> Plan:
    """The arguments as a plan, refused where they cannot be meant."""
    refuse_several_labels(label, task, metrics_of(metrics)[0])
    label, prediction, indicators = indicated(label, score, prediction)
    label, rest = _text(label), {name: _text(value) if name in PARTS else value for name, value in rest.items()}
    for argument, column in {"label": label, **{name: rest.get(name) for name in PARTS}}.items():
        if hasattr(column, "__array__") or isinstance(column, (list, tuple, dict)):
            raise InputError("evaluation.argument_not_column_name", argument=argument, type=type(column).__name__)
    if rest["missing"] not in ("error", "drop"):
        raise InputError("evaluation.missing_choice_unknown", rest=rest["missing"])
    references, defaults = metrics_of(metrics)
    slices, rest["slice_edges"] = _sliced(by)
    rest["options"] = checked_options(rest.pop("options", {}))
    references = referred(references, rest["options"])
    found = registry.task(task) if task is not None else None
    models, shared = models_of(score, prediction)
    plan = Plan(
        label=label,
        models=models,
        by=slices,
        metrics=references,
        defaults=defaults,
        task=found,
        shared_prediction=shared,
        indicators=indicators,
        **rest,
    )
    for aspect in registry.aspects():
        plan = aspect.prepare(plan)
    return plan


def _sliced(by: Any) -> tuple[tuple[Any, ...], dict[str, tuple[float, ...]]]:
    """The columns to slice by, and the borders of those that the caller cuts."""
    if by is not None and not is_name(by) and not isinstance(by, (list, tuple, Mapping)):
        raise InputError("evaluation.by_names_no_columns", by=by)
    slices = (str(by),) if is_name(by) else tuple(str(column) if is_name(column) else column for column in by or ())
    if len(set(slices)) < len(slices):
        raise InputError("evaluation.slice_column_twice", slices=list(slices))
    return slices, asked_edges(by) if isinstance(by, Mapping) else {}


def _text(column: object) -> Any:
    """A column's name as text."""
    return str(column) if is_name(column) else column


def referred(references: tuple[Reference, ...], options: Mapping[str, object]) -> tuple[Reference, ...]:
    """The metrics asked for, as the options of kinds of evaluation have them."""
    for aspect in registry.aspects():
        references = aspect.refer(references, options)
    return references


def checked_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options of some kind of evaluation, as it understands them; one that none knows is answered with the nearest."""
    known = {option.name: option for aspect in registry.aspects() for option in aspect.options}
    for name in given:
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, [*known, *(evaluate.__kwdefaults__ or ())], n=1)
            raise TypeError(f"evaluate() got an unexpected keyword argument {name!r}{f'; did you mean {near[0]}=?' if near else ''}")
    return {name: known[name].check(value) for name, value in given.items()}


def require(source: Source, plan: Plan) -> None:
    """Every column is there, and none plays two parts that exclude each other."""
    for part in plan.parts:
        source.require(part.argument, part.column)
        if part.column == plan.label and part.argument in ITSELF:
            raise InputError(
                "evaluation.column_is_label_as_well",
                argument=part.argument,
                value=part.column,
                itself=say(ITSELF[part.argument]),
            )


def placed(plan: Plan, source: Source, memory: object, limit: int) -> tuple[Plan, int]:
    """The plan for rows that are here or elsewhere, and the memory where they are."""
    if not source.apart:
        return plan, limit
    limit = source.default_memory if memory is None and source.default_memory is not None else limit
    return plan.replace(most_kept=KEPT, elsewhere=True), limit


def bounded(plan: Plan, limit: int) -> Plan:
    """The plan with its shares of the memory: a quarter is DuckDB's, three eighths go to cells and their merging, the rest to rows.

    What else must fit is taken off these shares at the survey (:func:`account.settled`).
    """
    budget = limit * 3 // 8
    # More rows at a time mean fewer merges.
    rows = int(min(max(budget // account.row_cost(plan), LEAST_ROWS), MOST_ROWS))
    return plan.replace(
        most_cells=budget // (2 * account.CELL_BYTES),
        most_rows=rows,
        most_waiting=budget // 2,
        batch_rows=account.batch_rows(plan, limit),
        limit=limit,
    )


def read(source: Source, plan: Plan, limit: int, progress: bool | None, exact: bool = False) -> Pass:
    """The pass: the first rows settle the plan, every batch goes into a partial."""
    with meter(source, progress) as tell:
        resolved, batches = survey(source, bounded(plan, limit))
        if source.apart:
            finished = finish([read_elsewhere(source, resolved, tell)])
            refuse_other_labels(resolved, finished.labels.names)
            if exact and not finished.exact:
                tell_exactly(source, finished, tell)
            return finished
        count = partials_for(resolved, source)
        if count > 1:
            shared = {name: getattr(resolved, name) // count for name in ("most_rows", "most_cells", "most_names")}
            resolved = resolved.replace(**shared)
        partials = [Partial(resolved) for _ in range(count)]
        fill(partials, batches, tell)
        finished = finish(partials)
        if finished.overflown:
            gather(source, finished, tell)
        if exact and not finished.exact:
            raise inexact(finished)
        return finished


def inexact(finished: Pass) -> InputError:
    """The refusal of cells where exact figures are asked for."""
    return InputError(
        "evaluation.exact_scores_exceed_memory",
        rows=finished.rows,
        limit=said_bytes(finished.plan.limit or 0),
        needed=account.for_rows(finished.plan, finished.rows),
    )


def partials_for(plan: Plan, source: Source) -> int:
    """How many partials run side by side: one while all rows are summed up in one run, which sorts best; two where there will be many runs.

    Where rows must wait for others of their query they are kept once, and where clusters are many their names are.
    """
    long = (source.rows or 0) > max(2 * plan.most_rows, LONG)
    return min(THREADS, 2) if long and not any(aspect.waits(plan) for aspect in plan.aspects) else 1


def finish(partials: Sequence[Partial]) -> Pass:
    """The pass that partials make together, with a word on the rows that were dropped."""
    first, *others = partials
    for other in others:
        first.merge(other)
    finished = first.finish()
    faults = finished.faults
    if faults.dropped:
        warn(
            say(
                "evaluation.rows_dropped_as_missing",
                dropped=faults.dropped,
                seen=faults.seen,
                listed=faults.listed,
            ),
            DroppedRowsWarning,
        )
    return finished


def read_units(plan: Plan, units: Iterable[PrecomputedSummaries]) -> Pass:
    """The pass over units that come summarised."""
    partial = Partial(plan)
    for some in units:
        partial.update(some)
    return finish([partial])
