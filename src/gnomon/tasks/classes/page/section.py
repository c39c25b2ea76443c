"""What several classes add to the page: a choice among them, and headings that say which one is looked at."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.names import shown
from ....report.section import Section, View, summary_of
from ....summary import Sweep, Sweeps
from ...scores.page.views import MOST_SWEEPS, SweptView
from . import words


class ClassChoice(Section):
    """Each class of a model against the rest, as a choice of its own; what is drawn of it is what is drawn of any sweep."""

    key = "class-choice"
    order = 5
    folder = Path(__file__).parent
    scripts = ("choice.js",)
    styles = ("choice.css",)
    views_legend = "classes_switch"
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e: Evaluation) -> bool:
        return any(summary_of(e, model, "classes") is not None for model in e.names)

    def views(self, e: Evaluation, model: str) -> Sequence[View]:
        """The largest classes of a model, in the order given."""
        classes = summary_of(e, model, "classes")
        alone = len(e.models) == 1
        return [
            SweptView(shown(label) if alone else f"{shown(model)} · {shown(label)}", model, shown(label), sweep=sweep)
            for label, sweep in (() if classes is None else _largest(classes))
        ]

    def views_note(self, e: Evaluation, views: Sequence[View]) -> tuple[str, dict[str, Any]] | None:
        """That the smallest classes are not offered, where there are too many."""
        found = [summary_of(e, model, "classes") for model in e.names]
        count = sum(len(classes.parts) for classes in found if classes is not None)
        return ("classes_cut", {"shown": len(views), "count": count}) if len(views) < count else None

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """Nothing but that there are classes: their names are those of the views."""
        return {} if self.shown(e) else None


def _largest(classes: Sweeps) -> list[tuple[Any, Sweep]]:
    """The classes with the most rows, in the order given."""
    by_size = sorted(classes.parts, key=lambda label: -classes.parts[label].positives)
    stay = set(by_size[:MOST_SWEEPS])
    return [(label, part) for label, part in classes.parts.items() if label in stay]


SECTIONS: tuple[Section, ...] = (ClassChoice(),)
