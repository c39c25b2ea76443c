"""Findings on the rows behind scores: rows that err together."""

from collections.abc import Iterator

from ...findings.finding import Finding, Rules
from ...words import Message
from .reading import ScoreReading as Reading

rule = RULES = Rules()


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
