"""gn.compare: models on the same rows, or on rows of their own, from arrays, frames, files, or evaluations."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..catalog import Reference, parse
from ..engines import FileOptions, is_apart, memory_limit, open_source, reading_of
from ..errors import InputError
from ..inference import Comparison
from ..inference.estimate import REPLICATES, IntervalOptions
from ..inference.paired import METHODS
from ..inference.public import check_alternative, check_draws, check_level
from ..inference.unpaired import DISTRIBUTIONS
from ..inference.unpaired import METHODS as UNPAIRED
from ..inputs import DEFAULT_POSITIVE
from ..inputs.sizes import GroupSizes
from ..messages import Message
from ..messages.language import either, listed
from ..tasks import registry
from ..tasks.aspect import ModelData
from .account import rows_apart
from .array_tables import columns_of, table_task
from .arrays import compare_arrays, tables_of_arrays
from .finish import summaries_of
from .independent import compare_samples
from .intervals import compared, worth_comparing
from .kept_rows import no_order
from .matching import match_rows, rows_of
from .models import Model, label_of, metrics_of
from .partial import WHOLE
from .plan import Plan
from .progress import pair_meter
from .result import Evaluation
from .rows import Block, Key
from .run import checked_options, evaluate, groups_of, key_of, placed, plan_of, read, referred, require
from .summaries import ModelSummaries
from .tables import is_evaluation, options_of, refuse_same_file, refuse_settled, several_of
from .threshold_check import refuse_far, within_scores
from .vector_scores import with_vectors
from .whole import compared_whole

READING = ("missing", "memory", "na", "encoding", "sheet")


def compare(
    y_true: Any,
    scores: Any = None,
    *,
    label: Any = None,
    reference: Any = None,
    score: Any = None,
    prediction: Any = None,
    metrics: Any = "default",
    weight: Any = None,
    cluster: Any = None,
    group: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    level: float = 0.95,
    paired: bool = True,
    key: Any = None,
    alternative: str = "two-sided",
    method: str = "auto",
    distribution: str = "auto",
    replicates: int = REPLICATES,
    seed: int = 0,
    curves: Any = None,
    baseline: str | None = None,
    missing: str = "error",
    task: str | None = None,
    memory: Any = None,
    progress: bool | None = None,
    na: Any = (),
    encoding: str | None = None,
    sheet: Any = None,
    **options: Any,
) -> Comparison:
    """Compare models: the difference on each metric with its interval and p-value, and who is ahead along the curves.

    Parameters
    ----------
    y_true, scores
        Labels, and {name: scores}; {name: predicted labels} where all metrics read labels, such as "accuracy". Or a data frame or file
        in place of y_true, with ``label`` and ``score`` naming columns as in gn.evaluate. Or {name: data frame, file or evaluation}:
        predictions, whose columns are named, or evaluations made with keep_rows=True. These are of the same rows in the same order,
        unless ``key`` or ``paired`` says otherwise; arrays may then come as {name: labels} and {name: scores}. Or one evaluation of
        several models.
    label, reference, score, prediction
        Columns, where data was passed; reference is what label is called where texts are compared.
    metrics
        References such as "roc_auc" or "f1@0.3", in one text or a list; "default": AUC, average precision, KS, and what reads
        probabilities where the scores are.
    weight, cluster
        Arrays, or names of columns where data was passed. Rows of one cluster are not independent and are drawn together.
    group
        The query or user of each row, an array or the name of a column, for metrics of ranked lists such as "ndcg@10" or "gauc": they are
        compared query by query (the paired "mean", or "randomization"), and labels may be grades. Rows of a group are one cluster unless
        ``cluster`` says otherwise.
    paired
        False for rows of their own, as train and test or last month and this: samples that share no row. Their errors add up: "delong" for
        areas, "agresti-caffo" for shares of rows, "welch" for means over rows or queries, a "bootstrap" of either for the rest.
    key
        The column, or columns, that name each row of {name: data}: rows are matched by it, not by their order. A key that stands twice is
        refused; rows that others lack are refused too, or left out and counted with missing="drop".
    alternative
        What the p-values ask of the difference, first model minus second: "two-sided", "greater" (above 0) or "less" (below 0), whichever
        end of the metric is the better one. Of one side, the interval has one end as well.
    method
        "auto" takes what suits the metric: paired "delong" for areas, "mcnemar" (mid-p; "mcnemar-exact") for shares of rows, the paired
        "mean" for losses, a paired "bootstrap" for the rest. "randomization" throws the signs of the differences of rows. Of predicted
        numbers, "auto": paired means of losses, "woodruff" for quantiles of errors, the "jackknife" for the rest; "hac" for means of losses
        of rows in the order of time, whose errors go together.
    distribution
        With paired=False, "t" reads areas from Student's t (Welch–Satterthwaite, as pROC); "auto" from the normal law, without clusters.
    level, replicates, seed
        Of the intervals and of the bootstrap.
    curves
        Curves whose dominance is judged; default: "roc", "pr" and "gain" of scores. () for none.
    baseline
        The model that each other one is compared with, itself first: the difference is baseline minus other. Default: each model with
        each other one; of more than 8 models, the first one is the baseline. ``comparison.baseline`` names it. Not of ``paired=False``.
    positive, missing, task, memory, progress, na, encoding, sheet, options
        As in gn.evaluate; among the options is direction="lower is positive", for all models or as {name: direction}, where names may
        be those of {name: data}.

    >>> import gnomon as gn
    >>> loans = gn.samples.credit(500)
    >>> comparison = gn.compare(loans["default"], {"new": loans["p_new"], "old": loans["p_old"]}, metrics="roc_auc")
    >>> pair = comparison["roc_auc"]
    >>> pair.method, pair.low < pair.difference < pair.high
    ('delong', True)

    """
    label = label_of(label, reference, task)
    how = how_of(level, method, replicates, seed, alternative, paired, distribution, baseline)._replace(progress=progress)
    chosen, (references, defaults) = chosen_curves(curves), metrics_of(metrics)
    others = {"weight": weight, "cluster": cluster, "group": group}
    columns: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "positive": positive, **others}
    rows = {**columns, "key": key, "paired": paired, "memory": memory, "na": na, "encoding": encoding, "sheet": sheet, "missing": missing}
    if (whole := compared_whole(task, y_true, scores, references, rows, options)) is not None:
        return _compare_evaluations({"": whole}, references, defaults, how, chosen)
    references = referred(references, options := checked_options(options))
    named = key_of(key, keep_rows=True) if not isinstance(key, Mapping) else ()
    several = several_of(y_true, label) if scores is None else None
    if isinstance(y_true, Mapping) and isinstance(scores, Mapping) and (not paired or key is not None):
        several, columns, named = tables_of_arrays(y_true, scores, columns, key, defaults, references)
    if several is not None:
        asked = columns | {name: rows[name] for name in READING} | {"metrics": metrics, "task": task, "progress": progress}
        refuse_settled(several, columns | options)
        return _compare_several(several, asked, options, named, references, defaults, how, chosen)
    _refuse_one_table(paired, key)
    if isinstance(y_true, Evaluation) and scores is None:
        return _compare_evaluations({"": y_true}, references, defaults, how, chosen)
    if label is None:
        _refuse_reading(encoding, sheet)
        if (table := table_task(task, references, scores)) is None:
            return compare_arrays(y_true, scores, references, defaults, others, positive, missing, how, chosen, task, options)
        (y_true, columns), task = columns_of(y_true, scores, others), table.key
    columns["group"], sizes = groups_of(columns["group"])
    plan, reading = plan_of(**columns, metrics=metrics, task=task, missing=missing, options=options), reading_of(na, encoding, sheet)
    return _compare_table(y_true, plan, memory, progress, reading, sizes, how, chosen)


def _refuse_reading(encoding: object, sheet: object) -> None:
    """What is said of files where none is passed."""
    for name, value in (("encoding", encoding), ("sheet", sheet)):
        if value is not None:
            raise InputError("evaluation.file_argument_with_arrays", name=name)


def check_method(method: str, paired: bool = True) -> None:
    """Refuse a method that no test has."""
    known = METHODS if paired else UNPAIRED
    if method not in known:
        raise InputError("evaluation.method_unknown", method=method, names=listed(map(repr, known)))


def distribution_of(distribution: str, paired: bool) -> str:
    """The distribution that areas are read from; one that nothing is read from is refused."""
    if distribution not in DISTRIBUTIONS:
        names = listed(map(repr, DISTRIBUTIONS))
        raise InputError("evaluation.distribution_unknown", distribution=distribution, names=names)
    if distribution != "auto" and paired:
        raise InputError("evaluation.distribution_needs_unpaired")
    return distribution


def how_of(
    level: float, method: str, replicates: int, seed: int, alternative: str, paired: bool, distribution: str, baseline: str | None
) -> IntervalOptions:
    """How models are compared."""
    check_method(method, paired)
    if baseline is not None and not paired:
        raise InputError("evaluation.baseline_with_unpaired")
    level = check_level(level)
    check_alternative(alternative, level)
    how = IntervalOptions(level, method, *check_draws(replicates, seed, level), alternative=alternative, paired=paired, baseline=baseline)
    return how._replace(distribution=distribution_of(distribution, paired))


def chosen_curves(curves: Any) -> tuple[str, ...] | None:
    """The curves that are named, of which one along which nothing is compared is refused; None: the usual ones."""
    chosen = None if curves is None else (curves,) if isinstance(curves, str) else tuple(curves or ())
    known = list(dict.fromkeys(curve for aspect in registry.aspects() for curve in aspect.curves))
    if unknown := [curve for curve in chosen or () if curve not in known]:
        raise InputError("evaluation.curve_unknown", unknown=unknown[0], choices=either(map(repr, known)))
    return chosen


def _compare_table(
    data: object,
    plan: Plan,
    memory: object,
    progress: bool | None,
    reading: FileOptions,
    sizes: GroupSizes | None,
    how: IntervalOptions,
    curves: tuple[str, ...] | None,
) -> Comparison:
    """Models that are columns of one table, which is read as evaluate reads it."""
    limit = memory_limit(memory)
    with closing(open_source(data, limit, reading, sizes, plan.indicators)) as source:
        require(source, plan := with_vectors(plan, source))
        if source.apart:  # blocks of rows are then what is compared
            plan = plan.replace(seed=how.seed)
        finished = read(source, *placed(plan, source, memory, limit), progress)
    plan = finished.plan
    by_rows = any(not aspect.waits(plan) for aspect in plan.aspects)
    if finished.block is None and by_rows and (how.method != "auto" or not plan.elsewhere):
        raise rows_apart(plan, finished.rows)
    summaries = {model.name: summaries_of(finished, WHOLE, model) for model in plan.models}
    wanted = worth_comparing(plan.references(summaries), plan.metrics)
    known = {
        aspect.key: {m.name: finished.sampled(WHOLE, m, aspect) for m in plan.models if aspect.has(plan, m)} for aspect in plan.aspects
    }
    return compare_known(plan, known, wanted, how, curves, finished.rows, finished.clusters)


MOST_ALL_PAIRS = 8
"""Models that are compared each with each other one: pairs grow as the square of their number."""


def baseline_of(baseline: str | None, names: Sequence[str]) -> str | None:
    """The model that each other one is compared with; None where each is compared with each."""
    if baseline is not None and baseline not in names:
        raise InputError("evaluation.baseline_model_unknown", baseline=baseline, names=listed(map(repr, names[:8])))
    return baseline if baseline is not None or len(names) <= MOST_ALL_PAIRS else names[0]


def compare_known(
    plan: Plan,
    known: dict[str, dict[str, ModelData]],
    wanted: Sequence[Reference],
    how: IntervalOptions,
    curves: tuple[str, ...] | None,
    rows: int,
    clusters: int | None,
    said: Sequence[Message] = (),
) -> Comparison:
    """Models of which rows or lists are at hand."""
    names = [model.name for model in plan.models]
    if len(names) < 2:
        raise InputError("evaluation.compared_models_too_few", names=names[0])
    refuse_far(plan, wanted, _scores(known))
    read_rows = any(aspect.unit == "rows" for aspect in map(plan.aspect_of, wanted) if aspect is not None)
    told = [aspect for aspect in plan.aspects if read_rows or aspect.unit != "rows"]
    notes = list(dict.fromkeys(note for aspect in told for note in aspect.notes(known[aspect.key])))
    against = baseline_of(how.baseline, names)
    with pair_meter(len(names), how.progress) as tell:
        return compared(plan, known, wanted, names, how._replace(tell=tell), curves, against, rows, clusters, [*said, *notes])


def _scores(known: dict[str, dict[str, ModelData]]) -> dict[str, dict[str, Any]]:
    """By model and aspect, the summary of all rows, or the rows."""
    seen: dict[str, dict[str, Any]] = {}
    for key, models in known.items():
        for name, one in models.items():
            seen.setdefault(name, {})[key] = one.rows if one.summary is None else one.summary
    return seen


def _refuse_one_table(paired: bool, key: object) -> None:
    """Models that are columns of one table are on the same rows, which need no matching."""
    if not paired:
        raise InputError("evaluation.unpaired_in_one_table")
    if key is not None:
        raise InputError("evaluation.key_in_one_table")


def _compare_several(
    several: dict[str, Any],
    asked: dict[str, Any],
    options: dict[str, Any],
    key: tuple[str, ...],
    references: tuple[Reference, ...],
    defaults: bool,
    how: IntervalOptions,
    curves: tuple[str, ...] | None,
) -> Comparison:
    """Sets of rows by name: the same rows by their order or by a key, or rows of their own."""
    drawn = {"ci": how.level, "replicates": how.replicates, "seed": how.seed}
    asked |= {"ci": None, "keep_rows": True, "key": key} if how.paired else drawn
    if how.paired:
        if not key and any(is_apart(one) for one in several.values()):
            raise no_order(*list(several)[:2])
        evaluations = {name: _evaluated(one, name, asked | options_of(options, name, several, asked)) for name, one in several.items()}
        return _compare_evaluations(evaluations, references, defaults, how, curves, key, asked["missing"])
    if key:
        raise InputError("evaluation.key_with_unpaired")
    refuse_same_file(several)
    evaluations = {name: _evaluated(one, name, asked | options_of(options, name, several, asked)) for name, one in several.items()}
    return compare_samples(evaluations, references, defaults, how)


def _evaluated(given: Any, name: str, asked: dict[str, Any]) -> Evaluation:
    """An evaluation: as passed, as saved, or of predictions."""
    if isinstance(given, Evaluation):
        return given
    if is_evaluation(given):
        return Evaluation.load(given)
    if asked["label"] is None:
        said = given if isinstance(given, (str, Path)) else name
        raise InputError("evaluation.label_missing", said=said)
    return evaluate(dict(given) if isinstance(given, Mapping) else given, **asked)


def _compare_evaluations(
    given: dict[str, Evaluation],
    references: tuple[Reference, ...],
    defaults: bool,
    how: IntervalOptions,
    curves: tuple[str, ...] | None,
    key: tuple[str, ...] = (),
    missing: str = "error",
) -> Comparison:
    """Models of several evaluations of the same rows, or of the same queries."""
    given, notes = match_rows(given, key, missing)
    first_name, first = next(iter(given.items()))
    wanted = list({str(r): r for r in [*references, *([parse(name) for name in first.metrics] if defaults else [])]}.values())
    plan = first.plan
    by_rows = any(not aspect.waits(plan) for aspect in map(plan.aspect_of, wanted) if aspect is not None)
    columns: dict[Key, Any] = {}
    keys: dict[str, Any] = {}
    models: dict[str, Model] = {}
    summaries: dict[str, ModelSummaries] = {}
    for name, one in given.items():
        if by_rows:
            _same_rows(first, one, first_name, name)
        for model in one.models:
            called = (name or model.name) if len(one.names) == 1 else f"{name}: {model.name}" if name else model.name
            summaries[called] = ModelSummaries() if notes else one.held(model.name)
            models[called] = replace(model, name=called)
            if one.kept is not None and first.kept is not None and by_rows:
                models[called] = one.kept.renamed(model, called, columns, first.kept.block.labels, keys)
    joint = plan.replace(models=tuple(models.values()), metrics=tuple(wanted))
    for reference in references:
        joint.check(reference)
    able = [reference for reference in worth_comparing(wanted, references) if not joint.objection(reference)]
    known, clusters = _known(joint, first, columns, keys, summaries, by_rows)
    for aspect in joint.aspects:
        alike = aspect.named_alike({name: one.summary for name, one in known[aspect.key].items()})
        known[aspect.key] = {name: replace(one, summary=alike[name]) for name, one in known[aspect.key].items()}
        aspect.same_units({name: one.summary for name, one in known[aspect.key].items()})
    able = within_scores(joint, able, references, _scores(known))
    return compare_known(joint, known, able, how, curves if by_rows else (), first.rows, clusters, notes)


def _same_rows(first: Evaluation, other: Evaluation, mine: str, theirs: str) -> None:
    rows_of(first, mine).same_rows(rows_of(other, theirs), mine, theirs)


def _known(
    plan: Plan, first: Evaluation, columns: dict[Key, Any], keys: dict[str, Any], summaries: dict[str, ModelSummaries], by_rows: bool
) -> tuple[dict[str, dict[str, ModelData]], int | None]:
    """What is known of each model, by aspect, and how many clusters there are."""
    block = cluster = None
    if by_rows:
        assert first.kept is not None
        held = first.kept.block
        shared = {key: values for key, values in held.columns.items() if key[1] in (plan.label, plan.weight, plan.cluster)}
        block = Block({**shared, **columns}, held.labels, held.ordered, {**held.keys, **keys}, len(held))
        cluster = None if plan.cluster is None or ("key", plan.cluster) not in shared else block.clusters(plan.cluster)
    known: dict[str, dict[str, ModelData]] = {}
    for aspect in plan.aspects:
        for model in plan.models:
            rows = None if block is None or aspect.waits(plan) else aspect.observe(block, plan, model)
            summary = summaries[model.name].get(aspect.key)
            if aspect.has(plan, model) and (rows is not None or summary is not None):
                known.setdefault(aspect.key, {})[model.name] = ModelData(plan, model, summary, WHOLE, rows, cluster)
        known.setdefault(aspect.key, {})
    return known, None if cluster is None else int(cluster.max()) + 1
