"""evaluate_runs: any number of runs against one set of judgments, as retrieval people keep them."""

import datetime
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..catalog import Reference
from ..errors import InputError
from ..inference import Comparison
from ..inference.compare import compare_models
from ..inference.estimate import REPLICATES, How
from ..inference.public import check_draws, check_level
from ..inference.queries import interval_of
from ..public.spelling import list_references
from ..summary import Ranked
from .figures import Value, value_of
from .held import Held
from .plan import Model
from .result import Evaluation
from .sureness import MOST_MODELS


def evaluate_runs(
    qrels: Any,
    runs: Any,
    *,
    metrics: Any = "default",
    convention: str | None = None,
    ci: float | None = 0.95,
    replicates: int = REPLICATES,
    seed: int = 0,
    name: str | None = None,
) -> Evaluation:
    """Evaluate retrieval runs against judgments: every metric of every run, with intervals over queries and paired comparisons.

    Parameters
    ----------
    qrels
        Judgments: a TREC file (plain or gzipped), or {query: {document: grade}}.
    runs
        One run, several, or {name: run}: each a TREC file, or {query: {document: score}}.
    metrics
        "default", or references such as "ndcg@10, map, mrr, P@5, recall@100"; trec_eval's names are known.
    convention
        "trec_eval" for its very figures (linear gain, ties by document id, queries without answer left out); also "sklearn", "lightgbm",
        "xgboost", "burges". Default: gnomon's own, where tied documents count by the mean over their orders.
    ci, replicates, seed
        The level of the intervals (None for none), and what bootstraps are drawn with.
    name
        What the judgments are called in tables and reports; default: the file's name.

    >>> import gnomon as gn
    >>> qrels = {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}}
    >>> runs = {"a": {"q1": {"d1": 2.0, "d2": 1.0}, "q2": {"d3": 1.0}}, "b": {"q1": {"d1": 1.0, "d2": 2.0}, "q2": {"d4": 1.0}}}
    >>> evaluation = gn.evaluate_runs(qrels, runs, metrics="mrr, ndcg@10", ci=None)
    >>> evaluation["mrr", "a"], evaluation["mrr", "b"]
    (1, 0.25)

    """
    wanted = list_references(metrics, convention)
    how = None if ci is None else How(check_level(ci, "ci"), "auto", *check_draws(replicates, seed, check_level(ci, "ci")))
    judged = Ranked.judgments(qrels)
    named = runs_of(runs)
    lists = {run: Ranked.from_qrels(judged, given) for run, given in named.items()}
    made = {run: {str(r): _value(r, run, ranked, how) for r in wanted} for run, ranked in lists.items()}
    return Evaluation(
        source=name or _file_name(qrels, "judgments"),
        task="ranking",
        label="relevance",
        positive=None,
        classes=tuple(float(grade) if grade != int(grade) else int(grade) for grade in np.unique(judged.values)),
        models=tuple(Model(run, score=_file_name(given, run)) for run, given in named.items()),
        weight=None,
        by=(),
        rows=len(judged.values),
        positives=None,
        total=len(judged.values),
        effective_rows=len(judged.values),
        effective_positives=None,
        effective_negatives=None,
        dropped={},
        dropped_rows=0,
        exact=True,
        metrics=tuple(map(str, wanted)),
        values={(run, metric): made[run][metric] for metric in map(str, wanted) for run in lists},
        slices=(),
        summaries={run: Held(ranked=ranked) for run, ranked in lists.items()},
        created=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        version=_version(),
        level=None if how is None else how.level,
        comparison=_compared(lists, wanted, how, len(judged.values)),
        group="query",
        groups=len(judged.queries),
    )


def _version() -> str:
    from .. import __version__

    return __version__


def _value(reference: Reference, run: str, ranked: Ranked, how: How | None) -> Value:
    value = value_of(reference, run, Held(ranked=ranked), None)
    return value if how is None else value.within(interval_of(reference, ranked, how))


def _compared(lists: dict[str, Ranked], wanted: list[Reference], how: How | None, count: int) -> Comparison | None:
    if how is None or len(lists) < 2:
        return None
    against = None if len(lists) <= MOST_MODELS else next(iter(lists))
    return compare_models(None, wanted, positive=None, how=how, lists=lists, count=count, against=against)


def runs_of(runs: Any) -> dict[str, Any]:
    """Runs by name: as named, else the files' names."""
    if isinstance(runs, (Mapping, list, tuple)) and not runs:
        raise InputError("⟦runs⟧: none named; pass a run, several, or {name: run}")
    if isinstance(runs, Mapping) and all(isinstance(one, (str, os.PathLike)) or _nested(one) for one in runs.values()):
        return {str(name): run for name, run in runs.items()}
    given = list(runs) if isinstance(runs, (list, tuple)) else [runs]
    names = [_file_name(run, f"run {place}", stem=True) for place, run in enumerate(given, 1)]
    if len(set(names)) < len(names):
        names = [_file_name(run, f"run {place}") for place, run in enumerate(given, 1)]
    if len(set(names)) < len(names):
        names = [str(run) if isinstance(run, (str, os.PathLike)) else name for run, name in zip(given, names, strict=True)]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"⟦runs⟧: {twice[0]!r} is named twice; name each run once")
    return dict(zip(names, given, strict=True))


def _nested(run: Any) -> bool:
    """Whether this is a run as a dictionary: of queries, each of which has documents with scores, or a list of them."""
    inner = next(iter(run.values()), None) if isinstance(run, Mapping) else None
    return isinstance(inner, (Mapping, list, tuple))


def _file_name(given: Any, otherwise: str, stem: bool = False) -> str:
    if not isinstance(given, (str, os.PathLike)):
        return otherwise
    path = Path(given)
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name if stem else path.name
