"""What the head says of clusters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...messages import Message
from ..parts import HeaderItem
from .agreement import clusters_in

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[HeaderItem]:
    """How many classes and clusters there are, and how much is noise; of several models from the least to the most."""
    tables = [held["partitions"] for held in e.summaries.values() if "partitions" in held]
    if not tables:
        return []
    values = {
        "classes": e.true_classes,
        "count": _from_to([f"{clusters_in(table):,}" for table in tables], [clusters_in(t) for t in tables]),
    }
    found = [HeaderItem(10, "fact.classes_clusters", values)]
    if e.noise is not None:
        shares = [float(table.noise_weight / table.n) if table.n else 0.0 for table in tables]
        share = _from_to([f"{100 * one:.3g}" for one in shares], shares)
        found.append(HeaderItem(12, "fact.noise", {"share": share, "noise": e.noise, "way": Message(f"clustering_ways.{e.noise_as}")}))
    return found


def _from_to(texts: Sequence[str], values: Sequence[float]) -> str:
    """The least and the most, or the one that all have."""
    low, high = (texts[values.index(end)] for end in (min(values), max(values)))
    return low if low == high else f"{low}–{high}"
