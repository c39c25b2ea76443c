"""Findings on the rows behind scores: rows that err together."""

import math
from collections.abc import Iterator

from ...findings.finding import Finding, FindingRules
from ...findings.slices import SliceFigure, furthest_off
from ...messages import Message
from .reading import ScoreReading as Reading

rule = RULES = FindingRules()
FEWEST, FEWEST_OF_CLASS = 20, 5
"""Rows of a slice, and rows of either class expected in it, below which its mean is mostly luck."""
LEAST_GAP = 0.03
"""A gap between prediction and rate that is worth a word."""


@rule
def slice_uncalibrated(e: Reading) -> Iterator[Finding]:
    """A slice whose probabilities are too high or too low on average, while those of the others are not."""
    for name in e.names if e.weight is None and e.cluster is None else ():
        able = []
        for part in e.slices:
            said, apart = ((getattr(part, fact) or {}).get(name) for fact in ("mean_prediction", "deviation_of_gaps"))
            if said is None or apart is None or part.positives is None:
                continue
            if part.rows >= FEWEST and part.rows * min(said, 1 - said) >= FEWEST_OF_CLASS:
                able.append(SliceFigure(part, said - part.positives / part.rows, apart / math.sqrt(part.rows)))
        found = furthest_off(e, able, len(e.names))
        if found is None or abs(found.here - found.others) < LEAST_GAP:
            continue
        part, code = found.part, "slice_too_high" if found.here > 0 else "slice_too_low"
        known = {"mean": part.mean_prediction[name], "rate": part.positives / part.rows, "others": found.others, "rows": part.rows}
        said = Message(code, model=name, slice=part.name, **known)
        severity = "problem" if abs(found.here) > 0.1 else "caution"
        yield Finding(
            "slice_uncalibrated", severity, said, "calibration_curve", name, {"slice": part.shown, **known}, weight=abs(found.here)
        )


@rule
def rows_look_clustered(e: Reading) -> Iterator[Finding]:
    """Rows that stand together err together, and nobody said which belong together."""
    found = e.observed.get("likeness")
    if found is None or not found.clustered or e.cluster is not None or e.level is None:
        return
    named = found.columns[:3]
    remedy = Message("name_cluster_perhaps", columns=named) if named else Message("name_cluster")
    yield Finding(
        "rows_look_clustered",
        "caution",
        Message("rows_look_clustered", correlation=found.correlation, remedy=remedy),
        "clustered_rows",
        None,
        {"correlation": found.correlation, "deviations": found.deviations, "columns": list(found.columns)},
        weight=0.4 + found.correlation,
    )
