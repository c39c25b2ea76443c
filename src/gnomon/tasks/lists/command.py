"""Retrieval runs on the command line: judgments and runs in TREC files, in place of a table of predictions."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...messages.language import say
from ..parts import EVALUATED, Reader, TaskOption
from .options import CONVENTION
from .runs import evaluate_runs, runs_of

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


PANEL = "Retrieval runs"
OPTIONS = (
    TaskOption(
        "qrels",
        "TREC judgments (query iter document grade), plain or gzipped, in place of predictions; --run names what they judge. "
        'FILE is then the metrics: "ndcg@10,map,mrr".',
        metavar="FILE",
        panel=PANEL,
        file=True,
    ),
    TaskOption(
        "run",
        "A TREC run (query Q0 document rank score tag); repeat it for several.",
        many=True,
        metavar="[NAME=]FILE",
        panel=PANEL,
        file=True,
    ),
    CONVENTION,
)


def run_files(runs: list[str]) -> dict[str, str] | list[str]:
    """[NAME=]FILE, as evaluate_runs takes them."""
    pairs = [text.partition("=") for text in runs]
    given = [bool(equals) and not Path(text).exists() for text, (_, equals, _) in zip(runs, pairs, strict=True)]
    if not any(given):
        return runs
    named: dict[str, str] = {}
    for text, (name, _, path), has_name in zip(runs, pairs, given, strict=True):
        called = name if has_name else next(iter(runs_of(text)))
        if not called or called in named:
            raise InputError(
                "lists.run_name_malformed",
                text=text,
                value=say("tasks.part_name_missing") if not called else say("tasks.part_name_twice"),
            )
        named[called] = path if has_name else text
    return named


def evaluate(files: list[str] | None, given: dict[str, Any], asked: dict[str, Any]) -> "Evaluation":
    """Evaluate the runs that the command line names."""
    qrels, runs, convention = given["qrels"], given["run"], given["convention"]
    if not qrels or not runs:
        raise InputError("lists.qrels_or_run_missing")
    if files and asked["metrics"] != "default":
        raise InputError("lists.metrics_named_twice", metrics=",".join(files))
    metrics = ",".join(files or [asked["metrics"]])
    drawn = {"replicates": asked["replicates"], "seed": asked["seed"], "ci": asked["ci"]}
    return evaluate_runs(qrels, run_files(runs), metrics=metrics, convention=convention, **drawn)


def beside(given: dict[str, Any], other: str, names: tuple[str, str]) -> tuple[dict[str, Any], str]:
    """One run and the run that it is to be no worse than, by the names given, and what the first was called."""
    runs = given["run"] or []
    if len(runs) != 1:
        raise InputError("lists.no_worse_run_ambiguous", count=len(runs))
    found = run_files(runs)
    called, path = next(iter(found.items())) if isinstance(found, dict) else (next(iter(runs_of(found))), found[0])
    return {**given, "run": [f"{names[0]}={path}", f"{names[1]}={other}"]}, called


READERS = (Reader(OPTIONS, evaluate, beside, EVALUATED | {"per_query"}),)
