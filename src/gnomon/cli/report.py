"""gnomon report: one HTML file to explore and to send."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError
from ..messages.language import language, say
from . import options as o
from .app import app
from .console import command, out
from .show import evaluation_text


@command(app, kinds=o.kind_options(with_readers=True))
def report(
    files: o.SomeFiles = None,
    label: o.SomeLabel = None,
    score: o.Score = None,
    prediction: o.Prediction = None,
    weight: o.Weight = None,
    group: o.Group = None,
    group_sizes: o.GroupSizes = None,
    cluster: o.Cluster = None,
    by: o.By = None,
    positive: o.Positive = None,
    metrics: o.Metrics = "default",
    ci: o.Ci = "0.95",
    replicates: o.Replicates = 1000,
    seed: o.Seed = 0,
    task: o.Task = None,
    missing: o.Missing = "error",
    memory: o.Memory = None,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    spark: o.Spark = None,
    exact: o.Exact = False,
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the report is written.")] = Path("report.html"),
    save: Annotated[
        Path | None,
        typer.Option(help="Also save the evaluation: .json keeps figures, .gnomon the curves as well.", show_default=False),
    ] = None,
    keep_rows: Annotated[
        bool, typer.Option("--keep-rows", help="Save the rows too, so that gnomon compare and check can pair them with later ones.")
    ] = False,
    key: o.Key = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    """Evaluate predictions and write a report: one HTML file, offline, with a threshold to drag.

    [bold]Examples[/bold]

      gnomon report predictions.parquet --label y --score p
      gnomon report p.csv --label y --score new=p1 --score old=p2 --by region
      gnomon report log.parquet --label clicked --score new --score old --group user
      gnomon report --qrels q.txt --run bm25=a.run --run dense=b.run
      gnomon report --truth annotations.json --results new=a.json --results old=b.json --images pictures
      gnomon report hdfs:///scores/today --spark parquet --label y --score p --by country
      gnomon report bank.scores --spark table --label bad --score p
      gnomon report ratings.csv --task annotators --prediction ann --prediction bob --cluster document
      gnomon report animals.csv --label truth --prediction answer --lang zh
    """
    if keep_rows and (save is None or save.suffix == ".json"):
        raise InputError("cli.keep_rows_needs_save")
    asked: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "weight": weight, "by": by, "positive": positive}
    asked |= {"group": o.groups(group, group_sizes), "encoding": encoding, "sheet": sheet, "spark": spark, "exact": exact}
    asked |= {"cluster": cluster, "ci": ci, "replicates": replicates, "seed": seed, "keep_rows": keep_rows}
    asked |= {} if key is None else {"key": key}
    evaluation = o.run(files, kinds, **asked, metrics=metrics, task=task, missing=missing, memory=memory, na=na, quiet=quiet)
    saved = None if save is None else evaluation.save(save)
    written = evaluation.report(output, lang=language())
    console = out()
    console.print(evaluation_text(evaluation))
    if saved is not None:
        console.print(say("cli.report_saved_path", path=saved), markup=False)
    console.print(say("cli.report_written_path", path=written, size=written.stat().st_size / 1e6), markup=False)
