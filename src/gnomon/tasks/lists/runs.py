"""evaluate_runs: any number of runs against one set of judgments, as retrieval people keep them."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...evaluation.finish import evaluation_of
from ...evaluation.models import Model
from ...evaluation.partial import PrecomputedSummaries
from ...evaluation.plan import Plan
from ...evaluation.result import Evaluation
from ...evaluation.run import how_of, read_units
from ...inference.estimate import REPLICATES
from ...inputs.document_frames import is_frame
from ...public.spelling import list_references
from ...summary import Ranked, Summary
from .. import registry

if TYPE_CHECKING:
    from ...inputs.trec import DocumentTable


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
        Judgments: a TREC file (plain or gzipped), {query: {document: grade}}, {query: relevant documents}, a data frame with columns
        query, document and grade, or a ranx Qrels.
    runs
        One run, several, or {name: run}: each a TREC file, {query: {document: score}}, {query: [documents, the best first]}, a data frame
        with columns query, document and score, or a ranx Run.
    metrics
        "default", or references such as "ndcg@10, map, mrr, P@5, recall@100"; trec_eval's names are known.
    convention
        "trec_eval" for its very figures (linear gain, ties by document id, queries without answer left out), "trec_eval9" for those of its
        older versions; also "sklearn", "lightgbm", "xgboost", "burges". Default: gnomon's own, where tied documents count by the mean over
        their orders.
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
    how = how_of(ci, replicates, seed)
    judged = Ranked.judgments(qrels)
    named = runs_of(runs)
    plan = Plan(
        label="relevance",
        models=tuple(Model(run, score=_file_name(given, run)) for run, given in named.items()),
        metrics=tuple(wanted),
        defaults=False,
        positive=None,
        task=registry.task("ranking"),
        group="query",
        seed=None if how is None else how.seed,
    )
    found = evaluation_of(name or _file_name(qrels, "judgments"), read_units(plan, _units(judged, named)), how)
    files = [os.path.realpath(one) for one in (qrels, *named.values()) if isinstance(one, (str, os.PathLike))]
    return replace(found, inputs=tuple(map(os.fsdecode, files)))


def _units(judged: "DocumentTable", runs: dict[str, Any]) -> Iterator[PrecomputedSummaries]:
    """The judged queries of every run, as lists that are ranked already."""
    grades = [float(grade) if grade != int(grade) else int(grade) for grade in np.unique(judged.values)]
    lists: dict[tuple[str, str], Summary] = {(run, "lists"): Ranked.from_qrels(judged, given) for run, given in runs.items()}
    yield PrecomputedSummaries(lists, grades, len(judged.values), {"query": len(judged.queries)})


def runs_of(runs: object) -> dict[str, Any]:
    """Runs by name: as named, else the files' names."""
    if isinstance(runs, (Mapping, list, tuple)) and not runs:
        raise InputError("lists.runs_none_named")
    if isinstance(runs, Mapping) and all(_is_run(one) for one in runs.values()):
        return {str(name): run for name, run in runs.items()}
    given = list(runs) if isinstance(runs, (list, tuple)) else [runs]
    names = [_file_name(run, _own_name(run) or f"run {place}", stem=True) for place, run in enumerate(given, 1)]
    if len(set(names)) < len(names):
        names = [_file_name(run, f"run {place}") for place, run in enumerate(given, 1)]
    if len(set(names)) < len(names):
        names = [str(run) if isinstance(run, (str, os.PathLike)) else name for run, name in zip(given, names, strict=True)]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError("lists.run_named_twice", twice=twice[0])
    return dict(zip(names, given, strict=True))


def _is_run(one: object) -> bool:
    """Whether this is a whole run, not the documents of a query."""
    if isinstance(one, Mapping):
        return _nested(one)
    return isinstance(one, (str, os.PathLike)) or is_frame(one) or callable(getattr(one, "to_dict", None))


def _own_name(run: object) -> str:
    """What a run calls itself, as ranx's do."""
    name = getattr(run, "name", None)
    return name if isinstance(name, str) else ""


def _nested(run: Mapping[Any, Any]) -> bool:
    """Whether this is a run as a dictionary: of queries, each of which has documents with scores, or a list of them."""
    inner = next(iter(run.values()), None) if isinstance(run, Mapping) else None
    return isinstance(inner, (Mapping, list, tuple))


def _file_name(given: object, otherwise: str, stem: bool = False) -> str:
    if not isinstance(given, (str, os.PathLike)):
        return otherwise
    path = Path(given)
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name if stem else path.name
