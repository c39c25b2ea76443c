"""Signatures and docstrings of public functions, put together from the entry, so that help() and editors tell the truth."""

import inspect
import types
from collections.abc import Callable
from typing import Annotated, Any, Union, get_args, get_origin

from ..catalog import Entry
from ..inputs import DEFAULT_POSITIVE, HIGHER
from ..metrics.class_averages import EachPair
from ..metrics.ranking import OverQueries

Parameter = inspect.Parameter

MEANING = {
    "y_true": "The true labels, one a row; or {summary} in the place of both arrays.",
    "y_pred": "The predicted labels, one a row.",
    "y_score": "The scores, one a row, higher for the positive class unless direction says otherwise{matrix}.",
    "labels": "The classes in their order; default: those that occur, sorted.",
    "positive": "The label that counts as positive.",
    "direction": '"lower is positive", or "lower is bad", reads scores the other way round: risk scores that are high for good customers, '
    "distances.",
    "average": "{average}",
    "multiclass": '"ovr" (each class against the rest){ovo}, for a column of scores a class.',
    "weight": "A weight for each row: 2 is the row twice, 0 the row absent.",
    "missing": '"error", or "drop" to leave rows with missing values out and say how many.',
    "undefined": '"warn" (NaN with the reason), "raise", or a number to put in its place.',
}


RANKING = {
    "relevance": "The grades, one for each row; a matrix or lists of lists, one for each query; or a Ranked in the place of all arrays.",
    "score": "The scores, one for each grade, higher for what comes first unless direction says otherwise.",
    "group": "The query, user or session of each row, of any type and in any order; None: the rows are one list.",
    "item": 'The names of the items, which ties="docid-desc" orders by.',
    "per_query": "A mapping from each query to its value instead of their mean.",
    "missing_queries": 'Judged queries that the run does not answer count "zero" (the default), or are left out ("skip").',
    "judged_only": "Take items that nobody judged out of the lists before they are ranked, as trec_eval -J does.",
    "convention": 'Options set as "sklearn", "trec_eval", "trec_eval9", "lightgbm", "xgboost" or "burges" have them, where none is passed.',
    "group_weight": 'What a query weighs in the mean: "uniform", "impressions" (its items), "positives" (its relevant ones), one number '
    "for each in ascending order, or {{query: weight}}; None: as the metric's other options say.",
}

GROUPED = {
    "group": "The query, user or session of each row, of any type and in any order; left out only where a Ranked is passed.",
}

LISTS = {
    "recommended": "The items shown to each user, the first shown first: {{user: [item, …]}}, lists of lists, or a column of items; or a "
    "Recommended in the place of both.",
    "user": "The user of each row beside a column of items, or the name of each list.",
    "per_user": "A mapping from each user to its value instead of their mean.",
}

AVERAGE = {
    "class": '"binary" (the positive class), None (a value a class), "macro", "micro" or "weighted" by support; for a list of '
    'matrices "macro" (their mean) or "micro" (of their sum).',
    "matrix": 'For a list of matrices: "macro" (their mean), "micro" (of their sum) or None (a value each).',
    "scores": 'With a column of scores a class: "macro", "micro", "weighted" by support, or None (a value a class).',
}


def bare(annotation: object) -> Any:
    """An annotation as a reader wants it: without constraints, which the docstring says in words."""
    if get_origin(annotation) is Annotated:
        return get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        return Union[tuple(bare(part) for part in get_args(annotation))]
    return annotation


def describe(function: Callable[..., Any], entry: Entry, shared: dict[str, Any], preset: dict[str, Any], name: str) -> None:
    """Give a generic function the name, signature and docstring of its metric."""
    positional = list(shared)[:2]
    _describe(function, entry, {"y_true": Parameter.empty, positional[1]: None}, dict(list(shared.items())[2:]), preset, name)


def describe_ranking(function: Callable[..., Any], entry: Entry, preset: dict[str, Any], name: str) -> None:
    """The same for metrics of ranked lists, and for those of groups, which read labels."""
    inner = inspect.signature(function).parameters
    grouped = "y_true" in inner
    columns = {key: inner[key].default for key in list(inner)[:3]}
    shared = dict(GROUPED_SHARED if grouped else RANKED_SHARED)
    if entry.kind != "value":
        del shared["per_query"]
    if not grouped and isinstance(entry.averaging, OverQueries) and entry.averaging.weight is not None:
        shared["group_weight"] = None
    _describe(function, entry, columns, shared, preset, name)


def describe_lists(function: Callable[..., Any], entry: Entry, preset: dict[str, Any], name: str, each: bool) -> None:
    """The same for metrics of recommended lists."""
    shared = {**({"per_user": False} if each else {}), "undefined": "warn"}
    _describe(function, entry, {"recommended": Parameter.empty, "user": None}, shared, preset, name)


def describe_columns(
    function: Callable[..., Any], entry: Entry, columns: dict[str, Any], shared: dict[str, Any], preset: dict[str, Any], name: str
) -> None:
    """The same for metrics whose arrays have names of their own."""
    _describe(function, entry, columns, shared, preset, name)


def _describe(
    function: Callable[..., Any], entry: Entry, columns: dict[str, Any], shared: dict[str, Any], preset: dict[str, Any], name: str
) -> None:
    parameters = [Parameter(key, Parameter.POSITIONAL_OR_KEYWORD, default=default) for key, default in columns.items()]
    for option in entry.options.values():
        if option.name not in preset:
            parameters.append(Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=bare(option.annotation)))
    parameters += [Parameter(key, Parameter.KEYWORD_ONLY, default=default) for key, default in shared.items()]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by inspect and help()
    function.__name__ = function.__qualname__ = name
    function.__module__ = "gnomon"
    function.__doc__ = _docstring(entry, parameters)


def _docstring(entry: Entry, parameters: list[Parameter]) -> str:
    summary = "a Counts, a list of Counts" if entry.summary.__name__ == "Counts" else f"a {entry.summary.__name__}"
    wide = "" if entry.kind != "value" or entry.summary.__name__ == "Ranked" else "; or a column of scores a class"
    ovo = ' or "ovo" (each pair of classes)' if isinstance(entry.averaging, EachPair) else ""
    average = AVERAGE["class" if entry.averaging.per_class else "matrix" if entry.summary.__name__ == "Counts" else "scores"]
    lines = [*inspect.cleandoc(entry.function.__doc__ or "").split("\n"), "", "Parameters", "----------"]
    for parameter in parameters:
        lines.append(parameter.name)
        if parameter.name in entry.options:
            option = entry.options[parameter.name]
            said = entry.says.get(parameter.name, "")
            allowed = f"{option.allowed[0].upper()}{option.allowed[1:]}." if option.symbols else ""
            lines.append(f"    {said} {allowed}".rstrip())
        else:
            meaning = _meaning(entry, parameter.name, parameters[0].name == "y_true")
            lines.append("    " + meaning.format(summary=summary, matrix=wide, ovo=ovo, average=average))
    if entry.range is not None:
        direction = {"higher": "higher is better", "lower": "lower is better"}.get(entry.better or "", "neither end is better in itself")
        lines += ["", f"Range {entry.range[0]:g} to {entry.range[1]:g}; {direction}."]
    if entry.aliases:
        lines += ["", f"Also called {', '.join(entry.aliases)}."]
    return "\n".join([*lines, "", f'gn.explain("{entry.name}") says more.'])


def _meaning(entry: Entry, name: str, reads_labels: bool) -> str:
    """What an argument is that is no option: in the words of the summary made of the arrays, of the family, or of all metrics."""
    own = getattr(entry.summary, "arguments", {})
    grouped = GROUPED if reads_labels else {}
    return str(own.get(name) or (RANKING | LISTS | grouped).get(name) or MEANING[name])


RANKED_SHARED: dict[str, Any] = {
    "item": None,
    "per_query": False,
    "group_weight": "uniform",
    "missing_queries": None,
    "judged_only": False,
    "convention": None,
    "direction": HIGHER,
    "missing": "error",
    "undefined": "warn",
}
GROUPED_SHARED: dict[str, Any] = {
    "positive": DEFAULT_POSITIVE,
    "direction": HIGHER,
    "group_weight": "impressions",
    "weight": None,
    "per_query": False,
    "missing": "error",
    "undefined": "warn",
}
COUNTS_SHARED: dict[str, Any] = {"y_true": None, "y_pred": None, "labels": None}
SWEEP_SHARED: dict[str, Any] = {"y_true": None, "y_score": None}
TAIL: dict[str, Any] = {"weight": None, "missing": "error", "undefined": "warn"}
POSITIVE: dict[str, Any] = {"positive": DEFAULT_POSITIVE}
DIRECTION: dict[str, Any] = {"direction": HIGHER}


def with_preset(entry: Entry, preset: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options of a call; what a preset has set cannot be set again."""
    for name in preset:
        if name in options:
            raise TypeError(f"{name}= is what sets this apart from {entry.name}(); call {entry.name}({name}=…) instead")
    return {**preset, **options}
