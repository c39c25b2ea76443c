"""What is in images on the command line: a truth and the results of models, in files or folders, in place of a table of predictions."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engines.formats import saved_evaluation, table_file
from ..errors import InputError
from ..messages.language import either, say
from . import registry
from .parts import EVALUATED, Reader, TaskOption
from .task import Task

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


PANEL = "Objects and regions in images"
TRUTH = TaskOption(
    "truth",
    "What is in the images, in place of a table of predictions: COCO's annotations (JSON, also gzipped), a folder of YOLO's texts or of "
    "Pascal VOC's XML, a CSV or Parquet file with a row for each box, a folder of label maps (PNG), or COCO's panoptic JSON beside the "
    "folder of its PNG files. --results names what models say.",
    metavar="FILE",
    panel=PANEL,
    file=True,
)
RESULTS = TaskOption(
    "results",
    "What a model says is in them: COCO's results (JSON), or the like of the truth; repeat it for several models.",
    many=True,
    metavar="[NAME=]FILE",
    panel=PANEL,
    file=True,
)


def whole_tasks() -> list[Task]:
    """The kinds that read images by themselves."""
    return [task for task in registry.tasks() if task.whole]


def task_of(truth: str, named: str | None) -> Task:
    """The kind that is named, or that the truth is of."""
    _refuse_missing("--truth", truth)
    if named is not None:
        found = registry.task(named)
        if not found.whole:
            raise InputError("tasks.truth_not_allowed_with_table", named=named, names=either(task.key for task in whole_tasks()))
        return found
    tasks = whole_tasks()
    held = next((task for task in tasks if task.holds(truth)), None)
    if held is None and Path(truth).is_file() and table_file(truth):
        held = next((task for task in tasks if task.in_tables), None)
    if held is None:
        raise InputError(
            "tasks.truth_kind_unknown",
            truth=truth,
            names=either(task.key for task in tasks),
        )
    return held


def _refuse_missing(option: str, path: str) -> None:
    if not Path(path).exists():
        raise InputError("tasks.file_or_folder_missing", option=option, path=path)


def result_files(results: list[str]) -> dict[str, str]:
    """[NAME=]FILE of each model by its name; without one, by the file's, with its folder where that is not enough."""
    pairs = [text.partition("=") for text in results]
    named = [bool(equals) and not Path(text).exists() for text, (_, equals, _) in zip(results, pairs, strict=True)]
    paths = [Path(path if has_name else text) for text, (_, _, path), has_name in zip(results, pairs, named, strict=True)]
    names = [name if has_name else _stem(path) for (name, _, _), path, has_name in zip(pairs, paths, named, strict=True)]
    names = [
        str(path) if names.count(name) > 1 and not has_name else name for name, path, has_name in zip(names, paths, named, strict=True)
    ]
    for text, name, (_, _, path), has_name in zip(results, names, pairs, named, strict=True):
        if not name or names.count(name) > 1 or (has_name and not path):
            raise InputError(
                "tasks.results_pair_malformed",
                text=text,
                value=say("tasks.part_name_missing")
                if not name
                else say("tasks.part_file_missing")
                if has_name and not path
                else say("tasks.part_name_twice"),
            )
    return dict(zip(names, map(str, paths), strict=True))


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name


def evaluate(files: list[str] | None, given: dict[str, Any], asked: dict[str, Any]) -> "Evaluation":
    """Evaluate the results that the command line names."""
    truth, results = given["truth"], given["results"]
    if files and bool(truth) != bool(results):
        lacking, file = "--results" if truth else "--truth", files[0]
        raise InputError("tasks.truth_or_results_unnamed_file", file=file, lacking=lacking)
    if not truth or not results:
        raise InputError("tasks.truth_or_results_missing")
    if files:
        raise InputError("tasks.files_conflict_with_truth", files=files[0])
    task = task_of(truth, asked.get("task"))
    models = result_files(results)
    named_by: dict[str, str] = asked.get("named_by", {})
    for model, path in models.items():
        _refuse_missing(named_by.get(model, "--results"), path)
    options = _options(task, {name: value for name, value in given.items() if name not in ("truth", "results")})
    options |= {name: asked[name] for name in ("replicates", "seed", "ci", "metrics") if name in asked}
    try:
        return task.evaluate(truth, {**options, "prediction": models})
    except InputError as reason:
        sides = {"truth": "--truth", **dict.fromkeys(("prediction", "predictions"), "--results")}
        sides |= {f"prediction[{model!r}]": named_by.get(model, f"--results {model}") for model in models}
        raise reason.naming(sides) from None


def _options(task: Task, given: dict[str, Any]) -> dict[str, Any]:
    """What was typed for a kind, as its evaluation takes it."""
    known = {option.name: option for option in task.file_options()}
    typed = {name: value for name, value in given.items() if value not in (None, [], ())}
    for name in typed:
        if name not in known:
            raise InputError("tasks.option_not_allowed_with_task", name=name.replace("_", "-"), task=task.called)
    return {known[name].argument or name: known[name].check(value) for name, value in typed.items()}


def beside(given: dict[str, Any], other: str, names: tuple[str, str]) -> tuple[dict[str, Any], str]:
    """One model and the one that it is to be no worse than, by the names given, and what the first was called."""
    results = given["results"] or []
    if len(results) != 1:
        raise InputError("tasks.no_worse_than_ambiguous", count=len(results))
    if saved_evaluation(other):
        raise InputError(
            "tasks.no_worse_than_saved_evaluation",
            other=other,
        )
    called, path = next(iter(result_files(results).items()))
    return {**given, "results": [f"{names[0]}={path}", f"{names[1]}={other}"]}, called


def _is_truth(path: str) -> bool:
    return any(task.holds(path) for task in whole_tasks())


@lru_cache(maxsize=1)
def readers() -> tuple[Reader, ...]:
    """The one way in, with what each kind takes besides."""
    brought = {option.name: option for task in whole_tasks() for option in task.file_options()}
    return (Reader((TRUTH, RESULTS, *brought.values()), evaluate, beside, EVALUATED | {"task"}, _is_truth),)
