"""What generated texts add to the page: names of figures, and the ideas behind the findings; sentences have a section of their own."""

from collections.abc import Iterable
from pathlib import Path

from ....evaluation import Evaluation
from ....report.section import Section
from . import words


class Texts(Section):
    """How outputs look apart from being right."""

    key = "texts"
    order = 31
    folder = Path(__file__).parent
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any("text" in e.summaries.get(model, {}) for model in e.names)

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("length_ratio",) if self.shown(e) else ()


SECTIONS: tuple[Section, ...] = (Texts(),)
