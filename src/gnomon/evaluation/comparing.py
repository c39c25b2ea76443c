"""gn.compare: models on the same rows, from arrays, frames, files, or evaluations that kept their rows."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from ..catalog import Reference, parse
from ..engines import memory_limit, open_source
from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..inference import Comparison
from ..inference.bands import CURVES
from ..inference.compare import METHODS, compare_models
from ..inference.estimate import REPLICATES, How
from ..inference.public import check_draws, check_level
from ..inputs import DEFAULT_POSITIVE
from ..summary import Ranked
from .arrays import models_of_arrays, notes_on
from .kept import Kept
from .plan import Plan, metrics_of, models_of
from .result import Evaluation
from .run import evaluate, read, refuse_beside_lists, require
from .sureness import Sureness, probable


def compare(
    y_true: Any,
    scores: Any = None,
    *,
    label: str | None = None,
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
    curves: Any = CURVES,
    missing: str = "error",
    task: str | None = None,
    memory: Any = None,
    progress: bool | None = None,
    na: Any = (),
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
        Curves whose dominance is judged: "roc", "pr", "gain".
    positive, missing, task, memory, progress, na
        As in gn.evaluate.

    >>> import gnomon as gn
    >>> loans = gn.samples.credit(500)
    >>> comparison = gn.compare(loans["default"], {"new": loans["p_new"], "old": loans["p_old"]}, metrics="roc_auc")
    >>> pair = comparison["roc_auc"]
    >>> pair.method, pair.low < pair.difference < pair.high
    ('delong', True)

    """
    if method not in METHODS:
        raise InputError(f"⟦method={method!r}⟧ is not {', '.join(map(repr, METHODS))}")
    if group is not None:
        refuse_beside_lists(weight, cluster)
    how = How(check_level(level), method, *check_draws(replicates, seed, check_level(level)))
    chosen = (curves,) if isinstance(curves, str) else tuple(curves or ())
    if unknown := [curve for curve in chosen if curve not in CURVES]:
        raise InputError(f"curves: {unknown[0]!r} is not {' or '.join(map(repr, CURVES))}")
    references, defaults = metrics_of(metrics)
    if scores is None and (several := _several(y_true, label)) is not None:
        columns = {"label": label, "score": score, "prediction": prediction, "weight": weight, "cluster": cluster, "positive": positive}
        columns["group"] = group
        asked = {**columns, "metrics": metrics, "task": task, "missing": missing, "memory": memory, "progress": progress, "na": na}
        _refuse_settled(several, columns)
        evaluations = {name: _evaluated(one, asked) for name, one in several.items()}
        return _compare_evaluations(evaluations, references, defaults, how, chosen)
    if label is None:
        others = {"weight": weight, "cluster": cluster, "group": group}
        passed = models_of_arrays(y_true, scores, references, defaults, others, positive, missing)
        return compare_models(**passed, how=how, curves=chosen if passed["models"] else ())
    models, loose = models_of(score, prediction)
    plan = Plan(label, models, weight, (), references, defaults, positive, task, missing, cluster or group, loose, group)
    return _compare_table(y_true, plan, memory, progress, [na] if isinstance(na, str) else list(na), how, chosen)


def _compare_table(
    data: Any, plan: Plan, memory: Any, progress: bool | None, na: list[str], how: How, curves: tuple[str, ...]
) -> Comparison:
    """Models that are columns of one table, which is read as evaluate reads it."""
    limit = memory_limit(memory)
    with closing(open_source(data, limit, na)) as source:
        require(source, plan)
        gather = read(source, plan, limit, progress)
    settled = gather.plan
    sureness = Sureness(gather, how, gather.positive if settled.task == "binary" else None)
    if settled.task != "ranking" and sureness.kept is None:
        raise InputError("⟦memory⟧: the rows do not fit together, which comparing them takes; allow more, or compare a sample of them")
    held = {model.name: gather.held(0, 0, model) for model in settled.models}
    wanted = settled.wanted(all(probable(one) for one in held.values()))
    lists = {name: one.ranked for name, one in held.items() if one.ranked is not None}
    return _compared(sureness.kept, list(held), wanted, sureness.positive, how, curves, lists, gather.rows)


def _compared(
    kept: Kept | None,
    names: list[str],
    wanted: list[Reference],
    positive: Any,
    how: How,
    curves: tuple[str, ...],
    lists: dict[str, Ranked],
    rows: int,
) -> Comparison:
    if len(names) < 2:
        raise InputError(f"⟦scores⟧: only {names[0]!r} is there; a comparison takes two models")
    if kept is None or all(reference.entry.summary is Ranked for reference in wanted):
        return compare_models(None, wanted, positive=positive, how=how, lists=lists, count=rows)
    models, cluster = {name: kept.observed(name, positive) for name in names}, kept.clusters()
    notes = notes_on(models, cluster)
    return compare_models(models, wanted, positive=positive, cluster=cluster, how=how, curves=curves, notes=notes, lists=lists)


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
    given: dict[str, Evaluation], references: tuple[Reference, ...], defaults: bool, how: How, curves: tuple[str, ...]
) -> Comparison:
    """Models of several evaluations that kept the same rows."""
    first_name, first = next(iter(given.items()))
    wanted = list(references) + ([parse(name) for name in first.metrics] if defaults else [])
    if all(reference.entry.summary is Ranked for reference in wanted):
        lists = _lists_of(given)
        _same_judgments(lists)
        return _compared(None, list(lists), [r for r in wanted if r.entry.better is not None], None, how, (), lists, first.rows)
    merged: dict[str, Any] = {"scores": {}, "predictions": {}}
    for name, one in given.items():
        if one.kept is None:
            raise InputError(
                f"{name}: this evaluation did not keep its rows, which comparing takes; "
                "⟦evaluate with keep_rows=True and save it as .gnomon‖make it with gnomon report --save FILE.gnomon --keep-rows⟧"
            )
        assert first.kept is not None
        first.kept.same_rows(one.kept, first_name, name)
        for model in one.names:
            called = name if len(one.names) == 1 else f"{name}: {model}"
            merged["scores"] |= {called: one.kept.scores[model]} if model in one.kept.scores else {}
            if model in one.kept.predictions:
                merged["predictions"][called] = one.kept.relabelled(model, first.kept.labels)
    kept = Kept(first.kept.labels, first.kept.truth, merged["scores"], merged["predictions"], first.kept.weight, first.kept.cluster)  # type: ignore[union-attr]  # checked above
    names = list(dict.fromkeys([*merged["scores"], *merged["predictions"]]))
    able = [r for r in wanted if r.entry.better is not None]
    _same_judgments(_lists_of(given))
    return _compared(kept, names, able, first.positive, how, curves, _lists_of(given), first.rows)


def _same_judgments(lists: dict[str, Ranked]) -> None:
    """Refuse lists of the same queries that were judged differently: their models were not asked the same."""
    names = list(lists)
    for name in names[1:]:
        first, other = lists[names[0]], lists[name]
        if not np.array_equal(first.queries, other.queries):
            continue  # each pair says of itself that the queries differ
        apart = (first.judged[0] != other.judged[0]) | ~np.isclose(first.judged[1], other.judged[1])
        if apart.any():
            query = first.queries.tolist()[int(np.argmax(apart))]
            raise InputError(
                f"{names[0]} and {name} were judged differently: query {query!r} has other labels in one than in the other "
                f"({int(apart.sum()):,} queries differ); models are compared on the same data"
            )


def _lists_of(given: dict[str, Evaluation]) -> dict[str, Ranked]:
    """The ranked lists of every model of several evaluations."""
    found = {}
    for name, one in given.items():
        for model in one.names:
            ranked = one.held(model).ranked
            if ranked is not None:
                found[name if len(one.names) == 1 else f"{name}: {model}"] = ranked
    return found
