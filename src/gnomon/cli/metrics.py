"""gnomon metrics: the figures, as a table or for another program."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from ..evaluation import Evaluation, Value
from ..messages.language import say
from ..messages.visible import json_text, markdown_row
from ..result import csv_text
from . import options as o
from .app import app
from .console import command, deliver, out, writer_of
from .show import evaluation_text


@command(app, kinds=o.kind_options(with_readers=True))
def metrics(
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
    format: Annotated[str, typer.Option(help="table, json, csv or markdown.")] = "table",
    per_query: Annotated[
        bool, typer.Option("--per-query", help="A value for each query, in place of the means: of metrics of ranked lists.")
    ] = False,
    raw: o.Raw = False,
    output: o.Output = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
    **kinds: Any,
) -> None:
    """Print the metrics of predictions, whole and by slice.

    [bold]Examples[/bold]

      gnomon metrics predictions.csv --label y --score p
      gnomon metrics p.csv --label y --score p --metrics "roc_auc,ks,f1@0.3"
      gnomon metrics 'logs/*.parquet' --label y --score p --by country
      gnomon metrics p.csv --label y --score p --format json -o today.json
      gnomon metrics loans.csv --label bad --score points --direction lower
      gnomon metrics log.parquet --label clicked --score p --group user
      gnomon metrics --qrels q.txt --run a.run --run b.run "ndcg@10,map,mrr"
      gnomon metrics --qrels q.txt --run a.run "ndcg@10" --per-query
      gnomon metrics --truth annotations.json --results a.json --metrics "detection_ap,detection_f1@0.5"
      gnomon metrics s3a://bucket/scored --spark parquet --label y --score p --exact
      zcat p.csv.gz | gnomon metrics - --label y --score p
    """
    write = writer_of(WRITERS, format, raw)
    asked: dict[str, Any] = {"label": label, "score": score, "prediction": prediction, "weight": weight, "by": by, "positive": positive}
    asked |= {"group": o.groups(group, group_sizes), "encoding": encoding, "sheet": sheet, "spark": spark, "exact": exact}
    asked |= {"cluster": cluster, "ci": ci, "replicates": replicates, "seed": seed}
    evaluation = o.run(files, kinds, **asked, metrics=metrics, task=task, missing=missing, memory=memory, na=na, quiet=quiet)
    if per_query:
        from .each_query import text_of_queries

        deliver(text_of_queries(evaluation, format, raw), output)
        return
    if format == "table" and output is None:
        out().print(evaluation_text(evaluation))
        return
    deliver(write(evaluation), output)


def as_json(evaluation: Evaluation) -> str:
    """The documented form, as ``Evaluation.load`` and ``gnomon check --baseline`` read it."""
    return json_text(evaluation.to_dict())


def as_csv(evaluation: Evaluation, raw: bool = False) -> str:
    """Long form: a line for each model, slice and metric."""
    from ..evaluation.saved import columns_of

    return csv_text(columns_of(evaluation), raw=raw)


def as_markdown(evaluation: Evaluation) -> str:
    """A table with a column for each model, and one of the slices."""
    from ..evaluation.text import number

    names = evaluation.names
    lines = [markdown_row([say("evaluation.part_metric_kind"), *names]), markdown_row(["---", *("---:" for _ in names)])]
    for metric in evaluation.metrics:
        values = [evaluation.values.get((name, metric)) for name in names]
        lines.append(markdown_row([metric, *("" if value is None else _with_ends(value) for value in values)]))
    if evaluation.slices:
        lines += [
            "",
            markdown_row(
                [
                    say("cli.column_slice_name"),
                    say("evaluation.column_rows_count"),
                    *(say("cli.column_metric_of_model", metric=evaluation.primary, name=name) for name in names),
                ]
            ),
        ]
        lines.append(markdown_row(["---", "---:", *("---:" for _ in names)]))
        for part in evaluation.slices:
            values = [part.values.get((name, evaluation.primary)) for name in names]
            lines.append(markdown_row([part.name, f"{part.rows:,}", *("" if value is None else number(value) for value in values)]))
    return "\n".join(lines)


def _with_ends(value: Value) -> str:
    from ..evaluation.text import ends_of, number

    return f"{number(value)} {ends_of(value)}".strip()


WRITERS: dict[str, Callable[[Evaluation], str]] = {"table": str, "json": as_json, "csv": as_csv, "markdown": as_markdown}
