"""The section of ranked lists."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ....evaluation import Evaluation
from ....messages import Message
from ....report.section import Section, SliceColumn, View
from ....report.words import LANGUAGES, in_both
from ... import truth_page
from . import words
from .ranking import areas_of, lists_of, ranking_of

TASK = "ranking"
QUERY_COLUMNS = ("query", "qid", "query_id")
"""Groups of these names need not be told that they are called queries."""


class Ranking(Section):
    """Is each list in order?"""

    key = "ranking"
    order = 30
    folder = Path(__file__).parent
    template = "ranking.html"
    scripts = ("ranking.js", "duels.js", "queries.js")
    styles = ("ranking.css",)
    link = "ranking_link"
    overlays = True
    page_words = words.PAGE
    script_words = truth_page.SCRIPT | words.SCRIPT
    evidence_names = truth_page.EVIDENCE | words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return bool(lists_of(e))

    def payload(self, e: Evaluation, views: Sequence[View]) -> dict[str, Any] | None:
        return ranking_of(e)

    def context(self, e: Evaluation, payload: Any) -> dict[str, Any]:
        group = e.group or ""
        return {
            "areas": areas_of(e),
            "duels": len(payload["duels"]) if payload else 0,
            "lists_of": "lists_of_queries" if group.lower() in QUERY_COLUMNS else "lists_of",
        }

    def terms(self, e: Evaluation) -> Iterable[str]:
        named = ("ndcg", "precision_at", "recall_at", "hit_ratio", "success_at", "mean_average_precision", "gauc")
        return named if self.shown(e) else ()

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        return truth_page.slice_columns(e)

    def reason(self, text: str) -> Markup | None:
        """That queries have no value: how many, with the cause and the first of them in the title."""
        if not (isinstance(text, Message) and text.code == "queries_left_out"):
            return None
        counts = in_both(Message("queries_left_out_count", count=text.values["count"], queries=text.values["queries"]))
        causes = in_both(Message("queries_left_out_cause", cause=text.values["cause"], first=text.values["first"]))
        made = Markup('<span lang="{}" title="{}">{}</span>')
        return Markup("").join(made.format(*one) for one in zip(LANGUAGES, causes, counts, strict=True))


SECTIONS: tuple[Section, ...] = (Ranking(),)
