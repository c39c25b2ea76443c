"""gnomon compare: is the new model better?"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..evaluation import compare as compare_models
from ..evaluation.tables import refuse_same_file
from ..inference import Comparison
from ..inference.stored import comparison_to_dict
from ..messages.language import language, term
from ..messages.visible import json_text
from ..result import csv_text
from . import options as o
from .app import app
from .console import command, deliver, out, writer_of

Level = Annotated[float, typer.Option(help="Level of the intervals.", rich_help_panel=o.WHAT)]
Method = Annotated[
    str,
    typer.Option(
        help="auto takes what suits each metric; or delong, mcnemar, mcnemar-exact, mean, bootstrap, randomization; unpaired delong, "
        "agresti-caffo, welch, bootstrap.",
        rich_help_panel=o.WHAT,
    ),
]
Distribution = Annotated[
    str,
    typer.Option(
        help="With --unpaired, t reads areas from Student's t with Welch and Satterthwaite's degrees of freedom, as pROC does.",
        rich_help_panel=o.WHAT,
    ),
]
Unpaired = Annotated[
    bool,
    typer.Option(
        "--unpaired",
        help="The files hold different rows, as train and test or last month and this: compare them as samples that share none.",
        rich_help_panel=o.WHAT,
    ),
]
Alternative = Annotated[
    str,
    typer.Option(
        help="What the p-values ask of the difference, first minus second: two-sided, greater (above 0) or less (below 0).",
        rich_help_panel=o.WHAT,
    ),
]

Baseline = Annotated[
    str | None,
    typer.Option(
        help="The model that each other one is compared with. Default: each with each; of more than 8 models, the first.",
        rich_help_panel=o.WHAT,
    ),
]


@command(app, kinds=o.kind_options(with_readers=True))
def compare(
    files: o.SomeFiles = None,
    label: o.SomeLabel = None,
    score: o.Score = None,
    prediction: o.Prediction = None,
    weight: o.Weight = None,
    group: o.Group = None,
    group_sizes: o.GroupSizes = None,
    cluster: o.Cluster = None,
    key: o.Key = None,
    positive: o.Positive = None,
    metrics: o.Metrics = "default",
    level: Level = 0.95,
    method: Method = "auto",
    distribution: Distribution = "auto",
    unpaired: Unpaired = False,
    alternative: Alternative = "two-sided",
    baseline: Baseline = None,
    replicates: o.Replicates = 1000,
    seed: o.Seed = 0,
    task: o.Task = None,
    missing: o.Missing = "error",
    memory: o.Memory = None,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    spark: o.Spark = None,
    format: Annotated[str, typer.Option(help="table, markdown, latex, json or csv.")] = "table",
    raw: o.Raw = False,
    output: o.Output = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    """Compare models: the difference first, with its interval, then the p-value, and who is ahead along the curves.

    One file with a column for each model; or NAME=FILE for each: predictions of the same rows, in the same order or matched by --key, or
    evaluations saved with their rows (gnomon report --save e.gnomon --keep-rows); with --unpaired, of different rows. Runs of one set of
    judgments come by --qrels and --run; FILE is then the metrics. Results of models on one set of images come by --truth and --results.

    [bold]Examples[/bold]

      gnomon compare p.parquet --label y --score new=p1 --score old=p2
      gnomon compare p.csv --label y --score a --score b --metrics "roc_auc,ks"
      gnomon compare log.parquet --label clicked --score a --score b --group user --metrics "gauc,ndcg@10"
      gnomon compare p.csv --label bad --score new=p --score old=points --direction old=lower
      gnomon compare new=monday.parquet old=sunday.parquet --label y --score p
      gnomon compare new=a.csv old=b.csv --label y --score p --key id
      gnomon compare train=train.csv test=test.csv --label y --score p --unpaired
      gnomon compare p.csv --label y --score new --score old --alternative greater
      gnomon compare p.csv --label y --score a --score b --score c --baseline b
      gnomon compare hdfs:///scores/today --spark parquet --label y --score new=p1 --score old=p2
      gnomon compare --qrels q.txt --run new=a.run --run old=b.run "ndcg@10,map"
      gnomon compare --truth annotations.json --results new.json --results old.json
      gnomon compare new=new.gnomon old=old.gnomon --format latex -o table.tex
    """
    write = writer_of(WRITERS, format, raw)
    said = language()
    settings: dict[str, Any] = {"level": level, "method": method, "replicates": replicates, "seed": seed, "alternative": alternative}
    settings |= {"paired": not unpaired, "key": key, "distribution": distribution, "baseline": baseline}
    reading: dict[str, Any] = {"task": task, "missing": missing, "memory": memory, "na": na, "encoding": encoding, "sheet": sheet}
    columns: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "weight": weight}
    columns |= {"cluster": cluster, "group": o.groups(group, group_sizes)}
    if (reader := o.reader_of(kinds)) is not None:
        o.refuse_one_model(reader, kinds)
        drawn = {"replicates": replicates, "seed": seed, "quiet": quiet, "by": None, "positive": positive}
        listed = o.run(files, kinds, **columns, **reading, **drawn, metrics=metrics)
        found = compare_models(listed, progress=False if quiet else None, **settings)
    else:
        columns |= o.columns_named(columns)
        settings |= {name: value for name, value in kinds.items() if value}
        settings |= {} if positive is None else {"positive": positive}
        reading |= {"na": na or (), "progress": False if quiet else None}
        data = data_of(files, label, score, prediction)
        if spark is not None:
            data = read_by_spark(data, spark, {**columns, **reading}, unpaired)
        found = compare_models(data, metrics=metrics, **columns, **settings, **reading)
    if format == "table" and output is None:
        out().print(_coloured(found, said))
        return
    deliver(write(found, said), output)


NAME = re.compile("[^/:]+")
"""What names a file: no path, nor an address, as day=3 is within one."""


def data_of(files: list[str] | None, label: Any, score: list[str] | None, prediction: list[str] | None) -> Any:
    """What the files mean: one table, or a data set for each name."""
    if not files:
        raise InputError("cli.compare_files_missing")
    if label is None:
        o.refuse_no_table([text if Path(text).exists() else text.partition("=")[2] or text for text in files])
    named = [text.partition("=") for text in files]
    if all(equals and NAME.fullmatch(name) and not Path(text).exists() for text, (name, equals, _) in zip(files, named, strict=True)):
        names = [name for name, _, _ in named]
        if len(set(names)) < len(names):
            raise InputError("cli.file_name_twice", names=names[0])
        return {name: path for name, _, path in named}
    if len(files) > 1 and all(saved_evaluation(path) for path in files):
        return {Path(path).stem: path for path in files}
    if len(files) > 1 and len(score or prediction or []) == 1:
        example = " ".join(f"{Path(path).stem}={path}" for path in files[:2])
        raise InputError("cli.file_names_missing", example=example)
    return list(files) if len(files) > 1 else files[0]


def read_by_spark(data: Any, format: str, asked: dict[str, Any], unpaired: bool) -> Any:
    """The same with tables that Spark reads; evaluations that were saved stay what they are."""
    if not isinstance(data, dict):
        return o.table_of(data if isinstance(data, list) else [data], format, asked)
    if unpaired:
        refuse_same_file(data)
    return {name: path if saved_evaluation(path) else o.table_of([path], format, asked) for name, path in data.items()}


def _coloured(found: Comparison, lang: str) -> Text:
    text = Text(f"\n {found.text(lang)}")
    text.highlight_regex(rf"(?m)^ {re.escape(term('metric'))} .*$", "bold")
    text.highlight_regex(r"(?m)^ ✓ ", "green")
    text.highlight_regex(r"\*{1,3}(?=\s)", "bold")
    return text


def _as_json(found: Comparison, _: str) -> str:
    return json_text(comparison_to_dict(found))


def _as_csv(found: Comparison, _: str, raw: bool = False) -> str:
    names = [name for name, _ in found.pairs[0]._fields()] if found.pairs else []
    return csv_text({name: [getattr(pair, name) for pair in found.pairs] for name in names}, raw=raw)


WRITERS: dict[str, Callable[..., str]] = {
    "table": Comparison.text,
    "markdown": Comparison.to_markdown,
    "latex": Comparison.to_latex,
    "json": _as_json,
    "csv": _as_csv,
}
