"""A value for each query, as trec_eval -q prints them: a line for each metric and query, a column for each model."""

from typing import Any

from ..catalog import parse
from ..errors import InputError
from ..evaluation import Evaluation
from ..messages.visible import json_text, visible
from ..result import csv_text

ALL = "all"


def columns_of_queries(evaluation: Evaluation) -> dict[str, list[Any]]:
    """Metric, query and each model's value; the mean over the queries stands last, called all."""
    plan, names = evaluation.plan, evaluation.names
    made: dict[str, list[Any]] = {"metric": [], "query": [], **{name: [] for name in names}}
    for metric in evaluation.metrics:
        reference = parse(metric)
        aspect = plan.aspect_of(reference)
        found = {name: None if aspect is None else aspect.each_unit(reference, evaluation.held(name).get(aspect.key)) for name in names}
        values = {name: dict(zip(*one, strict=True)) for name, one in found.items() if one is not None}
        if len(values) < len(names):
            raise InputError("cli.metric_without_query_values", metric=metric)
        queries = list(dict.fromkeys(query for one in values.values() for query in one))
        made["metric"] += [metric] * (len(queries) + 1)
        made["query"] += [*queries, ALL]
        for name in names:
            made[name] += [*(values[name].get(query) for query in queries), float(evaluation[metric, name])]
    return made


def text_of_queries(evaluation: Evaluation, format: str, raw: bool = False) -> str:
    """The lines with tabs between their cells, as CSV or as JSON."""
    columns = columns_of_queries(evaluation)
    if format == "csv":
        return csv_text(columns, raw=raw)
    rows = [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]
    if format == "json":
        plain = [{name: None if value != value else value for name, value in row.items()} for row in rows]
        return json_text(plain)
    if format != "table":
        raise InputError("cli.per_query_format_unknown", format=format)
    return "\n".join("\t".join(map(_cell, line)) for line in (list(columns), *(list(row.values()) for row in rows)))


def _cell(value: object) -> str:
    if value is None or value != value:
        return "–"
    return f"{value:.6f}" if isinstance(value, float) else visible(str(value))
