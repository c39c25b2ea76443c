"""The page: a template filled with an evaluation, everything it needs inside one file."""

import base64
import hashlib
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..errors import InputError
from ..evaluation import Evaluation
from ..evaluation.saved import VERSION
from ..evaluation.text import count, percent
from ..files import write_file
from . import words
from .comparison import FEW_PAIRS
from .evidence import evidence_of
from .figures import MOST_CARDS, lines_of
from .glossary import terms_of
from .page_words import PAGE
from .palette import variables
from .payload import embedded, payload_of
from .ranking import areas_of, lists_of
from .sure import alike, level_text
from .views import READABLE, by_class, classes_swept, elided, readable, shown, unturned, views_of

HERE = Path(__file__).parent
STYLES = ("page", "parts", "sure", "ranking", "print")
SCRIPTS = (
    *("numbers", "words", "elements", "scale", "chart", "counts", "drawings", "objectives"),
    *("exports", "tables", "slices", "intervals", "explorer", "forest", "strips", "comparison", "ranking", "queries", "paper", "controls"),
)
MOST_FINDINGS = 8


def write(evaluation: Evaluation, path: Path, lang: str = "en") -> Path:
    """Write the report of an evaluation: one HTML file that opens anywhere, offline, in English and Chinese.

    ``lang`` is the language that it shows first.
    """
    if lang not in words.LANGUAGES:
        raise InputError(f"lang={lang!r} is not {' or '.join(map(repr, words.LANGUAGES))}")
    return write_file(Path(path), html(evaluation, lang).encode("utf-8", "replace"))


def html(e: Evaluation, lang: str = "en") -> str:
    """The page as text."""
    environment = _environment(weighted=e.weight is not None)
    script = "\n".join(["(() => {", '"use strict";', *(_text("script", f"{name}.js") for name in SCRIPTS), "})();"])
    views = views_of(e)
    matrices = any(held.labels is not None and held.labels.labels for held in e.summaries.values())
    explored = any(view.sweep is not None for view in views)
    ranked = bool(lists_of(e))
    terms = terms_of(e, explored, matrices, ranked)
    headings = {term.metric: term.heading for term in terms}
    payload = payload_of(e, views, set(headings))
    compared = payload["comparison"]
    return environment.get_template("page.html").render(
        e=e,
        lang=lang,
        views=views,
        classwise=by_class(views),
        classes_swept=classes_swept(e),
        places={name: place for place, name in enumerate(e.names)},
        named=[unturned(name) for name in (*e.names, *(part.name for part in e.slices)) if len(name) > READABLE],
        lines=lines_of(e),
        cards=MOST_CARDS,
        most_findings=MOST_FINDINGS,
        explored=explored,
        matrices=matrices,
        ranked=ranked,
        areas=areas_of(e),
        terms=terms,
        headings=headings,
        level=None if e.level is None else level_text(e.level),
        alike=alike(e),
        banded=any("bands" in view for view in payload["views"]),
        pairs=len(compared["pairs"]) if compared else 0,
        couples=len(compared["couples"]) if compared else 0,
        curves=list(dict.fromkeys(one["curve"] for one in compared["curves"])) if compared else [],
        few_pairs=FEW_PAIRS,
        style=Markup(variables() + "".join(_text("style", f"{name}.css") for name in STYLES)),
        script=Markup(script),
        # Only this very script may run, whatever might slip into the page.
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        payload=embedded(payload),
        luck=_luck(e),
        slices_shown=len(payload["slices"]["lines"]) if payload["slices"] else 0,
        schema=VERSION,
    )


def _luck(e: Evaluation) -> str:
    """How many of the slices differ by luck alone."""
    return "" if e.level is None else f"{len(e.slices) * (1 - e.level):.2g}"


def _environment(weighted: bool) -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals |= {"t": partial(words.said, weighted=weighted), "words": PAGE, "both": words.both, "evidence_of": evidence_of}
    made.filters |= {"count": count, "percent": percent, "shown": shown, "elided": elided, "readable": readable, "unturned": unturned}
    return made


def _text(*parts: str) -> str:
    return HERE.joinpath(*parts).read_text(encoding="utf-8")
