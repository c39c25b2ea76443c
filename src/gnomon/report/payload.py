"""What the page's script reads: one JSON object, safe to stand inside HTML."""

import json
from typing import Any

from markupsafe import Markup

from ..catalog import parse
from ..evaluation import Evaluation
from ..words import Message
from .comparison import comparison_of
from .curves import curves_of
from .matrices import matrices_of
from .palette import SERIES
from .ranking import ranking_of
from .script_words import SCRIPT
from .slices import slices_of
from .sure import bands_of, level_text, methods_of, quantile
from .views import MOST_SWEEPS, View, shown
from .words import LANGUAGES, in_both

POINTS = 11_000
"""Thresholds that one page holds, shared by its curves."""


def payload_of(e: Evaluation, views: list[View], explained: set[str]) -> dict[str, Any]:
    """Thresholds and counts, histograms, tables and slices of every view and model, and the words that the script says.

    ``explained`` are the terms of the glossary, to which the script may lead.
    """
    swept = sum(view.sweep is not None for view in views)
    most = min(max(POINTS // max(swept, 1), 240), 1000)
    places = {name: place for place, name in enumerate(e.names)}
    matrices = matrices_of(e)
    wanted = quoted(e)
    return {
        "source": shown(e.source),
        "words": {lang: {key: pair[place] for key, pair in SCRIPT.items()} for place, lang in enumerate(LANGUAGES)},
        "weighted": e.weight is not None,
        "level": "" if e.level is None else level_text(e.level),
        "z": quantile(e),
        "methods": {} if e.level is None else methods_of(e),
        "series": SERIES,
        "models": [shown(name) for name in e.names],
        "matrices": [matrices.get(name) for name in e.names],
        "slices": slices_of(e),
        "comparison": comparison_of(e, explained),
        "ranking": ranking_of(e),
        "views": [
            {"name": view.name, "model": places[view.model], "class": view.label}
            | (_left_out(view) if view.sweep is None else curves_of(view.sweep, most, wanted, view.at) | bands_of(e, view))
            for view in views
        ],
    }


def quoted(e: Evaluation) -> list[float]:
    """The thresholds that the page's own figures are taken at."""
    references = [parse(metric) for metric in e.metrics]
    return [found.at for found in references if found.at is not None and found.entry.at == "threshold"]


def _left_out(view: View) -> dict[str, Any]:
    return {"reason": list(in_both(Message("models_left_out", most=MOST_SWEEPS)))} if view.left_out else {}


def embedded(payload: dict[str, Any]) -> Markup:
    """JSON that no name of a column can break out of: the characters that HTML or JavaScript would act on are written as escapes."""
    text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # A name may hold half of a surrogate pair, which UTF-8 cannot write.
    return Markup(text.encode("utf-8", "backslashreplace").decode())
