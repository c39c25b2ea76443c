"""What other tools, papers and trades call a metric: names that lead to its entry, in references, searches and explanations.

They are no names of functions: ``gn.f1_score`` answers that it is called f1 here. A name that is used for two things is listed under
``SHARED``: a reference by it is refused, and the pages of both say so.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path


def _read_names(sign: str) -> dict[str, tuple[str, ...]]:
    lines = (Path(__file__).parent / "other_names.txt").read_text(encoding="utf-8").splitlines()
    read = (line.partition(f"{sign} ") for line in lines if not line.startswith("#"))
    return {name.rstrip(): tuple(others.split()) for name, found, others in read if found}


ELSEWHERE = _read_names(":")
"""By the name of the entry, or of a preset of it, its names elsewhere."""
SHARED = _read_names("=")
"""Names that are used for several metrics; the page of the first answers to it."""

_NUMBERED = {
    "p": "precision_at",
    "recall": "recall_at",
    "ndcg_cut": "ndcg",
    "map_cut": "mean_average_precision",
    "success": "success_at",
    "judged": "judged_at",
}
"""trec_eval's metrics that carry their cut in their name, as P_10."""


def spelt(name: str) -> str:
    """A name in lower case, its words joined by underscores however they were, without the apostrophe of a possessive.

    >>> spelt("Youden's J"), spelt("ROC-AUC")
    ('youdens_j', 'roc_auc')
    """
    return re.sub(r"[-_\s]+", "_", re.sub(r"['’]", "", name.strip().lower()))


@cache
def _called() -> dict[str, str]:
    return {called: name for name, others in ELSEWHERE.items() for called in others}


def known_as(name: str) -> str | None:
    """The name that a metric has here, of one that it has elsewhere; nothing when the name is not known, or is one of several metrics."""
    return _called().get(spelt(name))


def meanings(name: str) -> tuple[str, ...]:
    """The metrics that share a name; none when it is not shared."""
    return SHARED.get(spelt(name), ())


def others_of(name: str) -> tuple[str, ...]:
    """What a metric is called elsewhere."""
    return ELSEWHERE.get(name, ())


def shared_with(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that mean this metric and another, with all that each means."""
    return ((called, several) for called, several in SHARED.items() if name in several)


def numbered(text: str) -> str | None:
    """The reference that trec_eval's name with a cut in it stands for, also as papers write it; recall@10 is a threshold's.

    >>> numbered("P_10"), numbered("ndcg_cut.5"), numbered("P@5"), numbered("recall@5"), numbered("roc_auc")
    ('precision_at@10', 'ndcg@5', 'precision_at@5', None, None)
    """
    form = re.fullmatch(r"\s*([A-Za-z_]+?)([_.@])(\d+)\s*", text)
    name = form[1].lower() if form else ""
    known = _NUMBERED.get(name) if form and (form[2] != "@" or name == "p") else None
    return f"{known}@{form[3]}" if form and known else None
