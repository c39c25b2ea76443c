"""The section of sentences."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..catalog import parse
from ..evaluation import Evaluation
from ..report.names import shown
from ..report.section import Section, View
from ..summary import WorstSentences
from ..texts.normalisers import NORMALISERS, normalised
from . import sentence_words as words


def worst_of(e: Evaluation, model: str) -> WorstSentences | None:
    """The sentences that were kept of a model, by whichever kind kept them."""
    held = e.summaries[model].values() if model in e.summaries else ()
    return next((one for one in held if isinstance(one, WorstSentences) and int(one.spread.sum())), None)


class Sentences(Section):
    """Which sentences fared worst?"""

    key = "sentences"
    order = 30
    folder = Path(__file__).parent / "sentence_page"
    template = "sentences.html"
    scripts = ("sentences.js",)
    styles = ("sentences.css",)
    link = "sentences_link"
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e: Evaluation) -> bool:
        return any(worst_of(e, model) is not None for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        if not self.shown(e):
            return None
        metric = next(iter(e.metrics), "")
        return {"metric": metric, "whole": _whole(metric), "models": [_payload(e, model) for model in e.names]}


def _whole(metric: str) -> float:
    """What stands for one among the values of sentences: 100 where the metric is in percent."""
    return float(getattr(parse(metric).entry.averaging, "whole", 1.0)) if metric else 1.0


def _payload(e: Evaluation, model: str) -> dict[str, Any] | None:
    held = worst_of(e, model)
    if held is None:
        return None
    first, normalize = e.first_row or 0, _normalize(e)
    worst = [
        [one.place + first, one.value if one.value >= 0 else None, _cell(one.truth, normalize), shown(_read(_flat(one.said), normalize))]
        for one in held.worst
    ]
    return {"spread": held.spread.tolist(), "worst": worst}


def _normalize(e: Evaluation) -> str:
    """What the first metric makes alike before it compares: texts are shown as it reads them, so that what is marked is what it counts."""
    named = (str(r.options.get("normalize", "none")) for r in map(parse, e.metrics) if "normalize" in r.entry.options)
    first = next(named, "none")
    return first if all(name in NORMALISERS for name in first.split("+")) else "none"


def _read(text: str, normalize: str) -> str:
    return normalised([text], normalize)[0]


def _cell(cell: Any, normalize: str) -> list[str]:
    """The wordings of a reference; a list of tags is one."""
    several = isinstance(cell, list) and cell and all(isinstance(one, str) for one in cell)
    return [shown(_read(one, normalize)) for one in cell] if several else [shown(_read(_flat(cell), normalize))]


def _flat(cell: object) -> str:
    return " ".join(map(str, cell)) if isinstance(cell, list) else str(cell)


SECTIONS: tuple[Section, ...] = (Sentences(),)
