"""Metrics of ranked lists by the names that papers and trec_eval know them by."""

import re
from dataclasses import replace

from ..catalog import Reference, parse
from ..catalog.reference import pieces
from ..errors import InputError, OptionError
from ..messages.language import either, say
from ..metrics.ranking import CONVENTIONS
from ..summary import Ranked

DEFAULT = "ndcg@10, mean_average_precision, mrr, precision_at@10, recall_at@100, bpref"
SPELLINGS = {
    "p": "precision_at",
    "precision": "precision_at",
    "recall": "recall_at",
    "success": "success_at",
    "hits": "hit_ratio",
    "average_precision": "mean_average_precision",
    "map_cut": "mean_average_precision",
    "ndcg_cut": "ndcg",
    "rprec": "r_precision",
    "set_p": "set_precision",
    "set_f": "set_f",
    "infap": "inf_ap",
    "iprec_at_recall": "iprec_at_recall",
}
"""What metrics are called where there is nothing but ranked lists: by trec_eval, and in papers."""


def list_references(metrics: object, convention: str | None = None) -> list[Reference]:
    """Metrics of ranked lists by the names that retrieval people know them by."""
    found = asked_references(metrics, convention).values()
    return list({str(reference): reference for reference in found}.values())


def asked_references(metrics: object, convention: str | None = None) -> dict[str, Reference]:
    """The same under the names by which they were asked for."""
    if convention is not None and not (isinstance(convention, str) and convention in CONVENTIONS):
        raise InputError("public.metric_convention_unknown", convention=convention, choices=either(map(repr, CONVENTIONS)))
    if not isinstance(metrics, (str, Reference, list, tuple)):
        raise InputError("public.metric_reference_unreadable", metrics=metrics)
    items = [metrics] if isinstance(metrics, (str, Reference)) else list(metrics)
    found = {
        name: one for item in items for name, one in ({str(item): item} if isinstance(item, Reference) else _listed(str(item))).items()
    }
    if convention is not None:
        found = {name: with_convention(reference, convention) for name, reference in found.items()}
    for reference in found.values():
        _check(reference)
    if not found:
        raise InputError("public.metrics_empty")
    return found


def with_convention(reference: Reference, convention: str) -> Reference:
    """A metric under a convention, where it has any and says none itself."""
    if "convention" in reference.over or "convention" not in reference.entry.over:
        return reference
    return replace(reference, over={"convention": convention, **reference.over})


def _listed(text: str) -> dict[str, Reference]:
    """References set apart by commas, "default" standing for the usual ones."""
    words = [word.strip() for word in pieces(text) if word.strip()]
    return {name.strip(): parse(spelt(name)) for word in words for name in (pieces(DEFAULT) if word == "default" else [word])}


def spelt(text: str) -> str:
    """A reference, its name perhaps spelt as trec_eval does: P_10, ndcg_cut.10, iprec_at_recall_0.10, map.

    >>> spelt("precision@5"), spelt("map_10")
    ('precision_at@5', 'mean_average_precision@10')
    """
    form = re.fullmatch(r"\s*([A-Za-z_]+?)[_.](\d+(?:\.\d+)?)\s*", text)
    name = form[1].lower() if form else re.split(r"[(@\s]", text.strip(), maxsplit=1)[0].lower()
    known = SPELLINGS.get(name, name)
    if form and (name in SPELLINGS or name in ("ndcg", "map", "mrr", "recip_rank")):
        return str(parse(f"{known}@{form[2]}"))
    return text.strip().replace(text.strip()[: len(name)], known, 1) if name in SPELLINGS else text


def _check(reference: Reference) -> None:
    if reference.entry.summary is not Ranked or reference.entry.kind != "value":
        listed = say("public.part_where_ranking_listed")
        raise InputError("public.metric_without_ranked_lists", reference=reference, listed=listed)
    try:
        reference.entry.check(reference.arguments)
    except OptionError as error:
        at = "10" if reference.entry.at == "k" else "0.5"
        raise InputError("public.metric_cut_misplaced", reference=reference, said=error.said, name=reference.entry.name, at=at) from None
