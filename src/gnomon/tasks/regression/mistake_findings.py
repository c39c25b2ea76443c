"""Findings on what the rows of predicted numbers show: units and forgotten functions, fills and caps, copies, shuffled and related rows."""

import math
from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...findings.slices import SliceFigure, furthest_off
from ...messages import Message
from .mistakes import Mistakes, carrying_share

rule = RULES = FindingRules()
CAPPED = {"highest": "predictions_capped_highest", "lowest": "predictions_capped_lowest"}
FILLED = {"predictions": "predictions_filled", "truths": "truths_filled"}
FEWEST = 25
"""Rows of a slice below which its mean error is mostly luck."""
LEAST_BIAS = 0.3
"""Standard deviations of the errors from which on a slice's mean error is worth a word."""


def mistakes_of(e: FindingContext) -> dict[str, Mistakes]:
    """What was seen of each model's rows."""
    found: dict[str, Mistakes] = e.observed.get("mistakes", {})
    return found


@rule
def other_units(e: FindingContext) -> Iterator[Finding]:
    """Predictions that fit once they are multiplied by a power of ten, or once a function is applied that was forgotten."""
    for name, seen in mistakes_of(e).items():
        if seen.form is not None:
            form = seen.form
            code = "function_forgotten" if form.name else "other_units"
            said = Message(code, model=name, function=form.name, factor=form.factor, before=form.before, after=form.after)
            yield Finding(code, "problem", said, "medae", name, form._asdict(), weight=2.4)


@rule
def rows_shuffled(e: FindingContext) -> Iterator[Finding]:
    """A part of the rows has the predictions of others of them."""
    for name, seen in mistakes_of(e).items():
        if seen.shuffled is not None and name not in e.observed.get("stretches", {}):
            said = Message("rows_shuffled", model=name, share=seen.shuffled)
            yield Finding("rows_shuffled", "problem", said, "spearman", name, {"share_of_rows": seen.shuffled}, weight=2.0)


@rule
def repeated_rows(e: FindingContext) -> Iterator[Finding]:
    """Rows that stand more than once, in every model's predictions."""
    counts: list[int] = [seen.copies for seen in mistakes_of(e).values()]
    copies = min(counts, default=0)
    if copies:
        known: dict[str, Any] = {"copies": copies, "rows": e.rows}
        yield Finding("repeated_rows", "problem", Message("rows_repeated_alike", **known), "clustered_rows", None, known, weight=1.5)


@rule
def value_repeated(e: FindingContext) -> Iterator[Finding]:
    """One value in many rows, where others are all different: a fill for what is missing, or a cap."""
    for name, seen in mistakes_of(e).items():
        for one in seen.repeated:
            known = {"value": one.value, "rows": one.rows, "part": one.rows / e.rows}
            code = CAPPED.get(one.where) or FILLED[one.of]
            of_rule = "predictions_capped" if one.where in CAPPED else "values_filled"
            yield Finding(of_rule, "problem", Message(code, model=name, **known), "rmse", name, known, weight=1.3)


@rule
def slice_biased(e: FindingContext) -> Iterator[Finding]:
    """A slice whose predictions are too high or too low on average, while those of the others are not."""
    for name, moments in e.summaries_of("errors").items() if e.weight is None and e.cluster is None else ():
        deviation = math.sqrt(float(moments.e_spread / moments.weight)) if moments.rows else 0.0
        fewest = FEWEST / min(3 * carrying_share(e.summaries_of("spread").get(name), 2), 1.0)  # of normal errors a third carry squares
        slices = [part for part in e.slices if part.rows >= fewest and name in (part.mean_error or {})]
        able = [SliceFigure(part, part.mean_error[name], deviation / math.sqrt(part.rows)) for part in slices]
        found = furthest_off(e, able, len(e.names)) if deviation else None
        if found is None or abs(found.here - found.others) < LEAST_BIAS * deviation:
            continue
        code = "slice_biased_high" if found.here > 0 else "slice_biased_low"
        known = {"bias": abs(found.here), "others": found.others, "rows": found.part.rows}
        said = Message(code, model=name, slice=found.part.name, **known)
        yield Finding("slice_biased", "problem", said, "mbe", name, {"slice": found.part.shown, **known}, weight=0.7)


@rule
def errors_look_clustered(e: FindingContext) -> Iterator[Finding]:
    """Errors of rows that stand together go together, and nobody said which belong together."""
    found = [seen.likeness for seen in mistakes_of(e).values() if seen.likeness is not None]
    if found and e.cluster is None and e.level is not None:
        correlation = max(found)
        named = e.observed.get("belonging", [])[:3]
        remedy = Message("name_cluster_perhaps", columns=named) if named else Message("name_cluster")
        said = Message("rows_look_clustered", correlation=correlation, remedy=remedy)
        known = {"correlation": correlation, "columns": named}
        yield Finding("rows_look_clustered", "caution", said, "clustered_rows", None, known, weight=0.4 + correlation)
