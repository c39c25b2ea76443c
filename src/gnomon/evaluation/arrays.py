"""Models to be compared that come as arrays: labels, and the scores or predicted labels of each."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference, parse
from ..errors import InputError
from ..inference.likeness import likeness_of
from ..inference.measure import Measure
from ..inference.observed import Observed, clusters_of
from ..inference.public import observe
from ..inference.sample import Clusters
from ..inputs import DEFAULT_POSITIVE, ClassRows, Rows, encode_truth, to_array
from ..inputs.numbers import refuse_not_finite
from ..inputs.ranked import Called, ranked_rows
from ..inputs.rows import drop_missing, positive_mask
from ..summary import Counts, Ranked
from ..words import Message
from .plan import Model, Plan


def notes_on(models: dict[str, Observed], cluster: Clusters | None) -> list[Message]:
    """What one should know of the rows before believing a p-value."""
    rows = next((model.scores for model in models.values() if isinstance(model.scores, Rows)), None)
    if rows is None or cluster is not None:
        return []
    likeness = likeness_of(rows, ())
    if likeness is None or not likeness.clustered:
        return []
    return [Message("rows_err_together", correlation=likeness.correlation)]


def models_of_arrays(
    y_true: Any, scores: Any, references: tuple[Reference, ...], defaults: bool, others: dict[str, Any], positive: Any, missing: str
) -> dict[str, Any]:
    """Models from arrays, and the metrics that they can be compared by."""
    if not isinstance(scores, Mapping) or len(scores) < 2:
        raise InputError("⟦scores⟧: pass {name: scores} of two models or more; or data with ⟦label=⟧ and ⟦score=⟧, or {name: evaluation}")
    named = {str(name): column for name, column in scores.items()}
    if len(named) < len(scores):
        raise InputError("⟦scores⟧: two models have the same name once it is written as text; give each a name of its own")
    keys = {f"scores[{name!r}]": name for name in named}
    columns = {"y_true": y_true, **{key: named[name] for key, name in keys.items()}, **others}
    rows = len(to_array(y_true, "y_true"))
    for key, column in columns.items():
        if column is not None and (other := len(to_array(column, key))) != rows:
            raise InputError(f"{key} has {other:,} rows and y_true {rows:,}; models are compared on the same rows in the same order")
    if missing != "error":
        columns = dict(zip(columns, drop_missing(columns, missing), strict=True))
    y, weight = columns["y_true"], columns["weight"]
    given = {name: columns[key] for key, name in keys.items()}
    lists = None if columns["group"] is None else _lists(y, given, columns["group"], positive)
    if lists is not None and (grades := _only_lists(y, references, defaults, positive)):
        plan = Plan(
            "y_true", tuple(Model(name, score=name) for name in given), None, (), references, defaults, positive, grades, group="group"
        )
        for reference in references:
            plan.check(reference)
        return {"models": None, "references": plan.wanted(False), "positive": None, "lists": lists, "count": rows}
    said = not defaults and all(r.entry.summary is Counts and r.at is None for r in references)
    for name in given if said else ():
        _refuse_fractions(to_array(given[name], name), name, references[0])
    everything = [to_array(column, "scores") for column in (y, *given.values())]
    labels = encode_truth(np.concatenate(everything)).names if said else None
    models = {}
    for name, column in given.items():
        measure = Measure(references[0] if said else parse("roc_auc"), positive)
        models[name] = observe(measure, y, column, weight, labels, f"scores[{name!r}]")
        _refuse_not_finite(models[name], name)
    task = "multiclass" if any(isinstance(model.scores, ClassRows) for model in models.values()) or len(labels or ()) > 2 else "binary"
    columned = tuple(_named(name, said, task) for name in models)
    plan = Plan("y_true", columned, None, (), references, defaults, positive, task, group=None if lists is None else "group")
    for reference in references:
        plan.check(reference)
    wanted = plan.wanted(all(_probable(model) for model in models.values()))
    belongs = columns["group"] if columns["cluster"] is None else columns["cluster"]
    cluster = clusters_of(belongs, len(to_array(y, "y_true")))
    known = {"models": models, "references": wanted, "positive": positive, "lists": lists}
    return {**known, "cluster": cluster, "notes": notes_on(models, cluster)}


def _lists(y: Any, given: dict[str, Any], group: Any, positive: Any) -> dict[str, Ranked]:
    """Each model's ranked lists; the grade of a row is its label, or 1 where that is the positive one."""
    truth = to_array(y, "y_true")
    two = truth.dtype.kind in "iufb" and truth.size and {*np.unique(truth).tolist()} in ({0, 1}, {-1, 1})
    if two or positive is not DEFAULT_POSITIVE or truth.dtype.kind in "USO":
        truth = positive_mask(truth, positive)
    lists = {}
    for name, column in given.items():
        lists[name] = Ranked.of_rows(ranked_rows(truth, column, group, called=Called("y_true", f"scores[{name!r}]")))
    return lists


def _only_lists(y: Any, references: tuple[Reference, ...], defaults: bool, positive: Any) -> str:
    """Whether nothing but lists is compared: "ranking" where labels are grades or every metric reads lists, else nothing."""
    if references and not defaults and all(reference.entry.summary is Ranked for reference in references):
        return "ranking"
    truth = to_array(y, "y_true")
    graded = positive is DEFAULT_POSITIVE and truth.dtype.kind in "iuf" and not {*np.unique(truth).tolist()} <= {-1, 0, 1}
    return "ranking" if graded else ""


def _refuse_fractions(values: NDArray[Any], name: str, reference: Reference) -> None:
    """Scores where labels are meant: the metric wants a threshold."""
    if values.dtype.kind == "f" and (values != np.rint(values)).any():
        at = int(np.argmax(values != np.rint(values)))
        what = f"scores[{name!r}] holds {values[at]:g} at position {at}, where {reference} reads a label"
        raise InputError(f"{what}; give the metric a threshold, {reference}@0.5, or pass predicted labels")


def _named(name: str, said: bool, task: str) -> Model:
    """A model as a plan knows it, which decides what metrics go with it."""
    if said:
        return Model(name, prediction=name)
    return Model(name, scores={}) if task == "multiclass" else Model(name, score=name)


def _refuse_not_finite(model: Observed, name: str) -> None:
    if isinstance(model.scores, Rows):
        refuse_not_finite(model.scores.score, f"scores[{name!r}]")


def _probable(model: Observed) -> bool:
    """Whether every score could be a probability."""
    if model.scores is None:
        return False
    return bool(model.scores.score.min() >= 0 and model.scores.score.max() <= 1)
