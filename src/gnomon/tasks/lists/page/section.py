"""The section of ranked lists."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ....evaluation import Evaluation
from ....evaluation.text import count
from ....report.names import shown
from ....report.section import Fact, Section, SliceColumn, View
from ....report.words import LANGUAGES, both, reason_words
from ... import truth
from . import words
from .ranking import areas_of, lists_of, ranking_of

TASK = "ranking"
QUERY_COLUMNS = ("query", "qid", "query_id")
"""Groups of these names need not be told that they are called queries."""
_SOME = r"(?P<cause>.+) in (?P<left>[\d,]+) of (?P<all>[\d,]+) queries(?P<first> \(first: .*\)), left out of the mean"
_NONE = r"(?P<cause>.+) in any of (?P<all>[\d,]+) queries"


class Ranking(Section):
    """Is each list in order?"""

    key = "ranking"
    order = 30
    folder = Path(__file__).parent
    template = "ranking.html"
    scripts = ("ranking.js", "queries.js")
    styles = ("ranking.css",)
    link = "ranking_link"
    overlays = True
    page_words = truth.PAGE | words.PAGE
    script_words = truth.SCRIPT | words.SCRIPT
    evidence_names = truth.EVIDENCE | words.EVIDENCE
    reasons = truth.REASONS | words.REASONS
    unsure = words.UNSURE

    def shown(self, e: Evaluation) -> bool:
        return bool(lists_of(e))

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return ranking_of(e)

    def context(self, e: Evaluation, payload: Any) -> dict[str, Any]:
        group = e.group or ""
        return {"areas": areas_of(e), "lists_of": "lists_of_queries" if group.lower() in QUERY_COLUMNS else "lists_of"}

    def terms(self, e: Evaluation) -> Iterable[str]:
        named = ("ndcg", "precision_at", "recall_at", "hit_ratio", "success_at", "mean_average_precision", "gauc")
        return named if self.shown(e) else ()

    def facts(self, e: Evaluation) -> Iterable[Fact]:
        """How many queries or groups there are, and which grades their items have."""
        yield from truth.facts(e)
        if e.task == TASK and e.positives is None and e.classes:
            yield Fact(10, "grades", {"low": f"{min(e.classes):g}", "high": f"{max(e.classes):g}"})
        if e.groups is not None:
            name = None if e.group is None else shown(e.group)
            yield Fact(20, "queries" if e.task == TASK else "groups", {"count": count(e.groups)}, name=name, aside=True)

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        return truth.slice_columns(e)

    def reason(self, text: str) -> Markup | None:
        """That queries have no value: how many, with the cause and the first of them in the title."""
        if some := re.fullmatch(_SOME, text):
            cause = reason_words(some["cause"])
            titles = cause[0] + some["first"], cause[1] + some["first"].replace(" (first: ", "（如 ").replace(")", "）")
            texts = f"{some['left']} of {some['all']} queries left out", f"{some['all']} 个查询中 {some['left']} 个未计入"
            made = Markup('<span lang="{}" title="{}">{}</span>')
            return Markup("").join(made.format(*one) for one in zip(LANGUAGES, titles, texts, strict=True))
        if none := re.fullmatch(_NONE, text):
            return both(text, f"{none['all']} 个查询：{reason_words(none['cause'])[1]}")
        return None


SECTIONS: tuple[Section, ...] = (Ranking(),)
