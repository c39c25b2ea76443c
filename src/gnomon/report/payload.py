"""What the page's script reads: one JSON object, safe to stand inside HTML."""

import json
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ..evaluation import Evaluation
from ..messages.visible import visible_parts
from .comparison import comparison_of
from .names import shown
from .palette import SERIES
from .section import Section, View
from .sections import merged, sections
from .slices import slices_of
from .sure import level_text, methods_of
from .words import LANGUAGES, script_words


def payload_of(e: Evaluation, views: list[View], explained: set[str], brought: Sequence[Section] = ()) -> dict[str, Any]:
    """The choices, what each section draws of them, and the words that the script says.

    ``explained`` are the terms of the glossary, to which the script may lead; ``brought`` are sections beside those of the kind.
    """
    places = {name: place for place, name in enumerate(e.names)}
    # Scripts say words of their own folder alone; a section that is not shown may still bring columns to the slices.
    folders = {section.folder for section in sections() if section.shown(e) or any(True for _ in section.slice_columns(e))}
    known = script_words(tuple(section for section in sections() if section.folder in folders))
    words = merged(known, (section.script_words for section in brought))
    return {
        "source": shown(e.source),
        "words": {lang: {key: pair[place] for key, pair in words.items()} for place, lang in enumerate(LANGUAGES)},
        "weighted": e.weight is not None,
        "level": "" if e.level is None else level_text(e.level),
        "methods": {} if e.level is None else methods_of(e),
        "series": SERIES,
        "models": [shown(name) for name in e.names],
        "views": [{"name": view.name, "model": places[view.model], "part": view.part} for view in views],
        "sections": {section.key: section.payload(e, views) for section in (*sections(), *brought)}
        | {"slices": slices_of(e), "comparison": comparison_of(e, explained)},
    }


def embedded(payload: dict[str, Any]) -> Markup:
    """JSON that no name of a column can break out of: the characters that HTML or JavaScript would act on are written as escapes."""
    text = json.dumps(visible_parts(payload), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # A name may hold half of a surrogate pair, which UTF-8 cannot write.
    return Markup(text.encode("utf-8", "backslashreplace").decode())
