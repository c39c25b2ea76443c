"""The page: a frame filled with an evaluation and the sections of its kind, everything it needs inside one file."""

import base64
import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from ..errors import InputError
from ..evaluation import Evaluation
from ..evaluation.saved import VERSION
from ..evaluation.text import count, percent
from ..files import write_file
from ..messages.language import either
from ..tasks import registry
from . import words
from .assets import script_of, style_of
from .comparison import FEW_PAIRS
from .evidence import evidence_of
from .facts import facts_of
from .figures import cards_of, columns_of, lines_of
from .glossary import terms_of
from .metric_names import metric_names
from .names import READABLE, elided, readable, shown, unturned
from .payload import embedded, payload_of
from .section import Section, View
from .sections import sections
from .sure import level_text
from .views import choice_of

HERE = Path(__file__).parent
MOST_FINDINGS = 8


def write(evaluation: Evaluation, path: Path, lang: str = "en", brought: Sequence[Section] = ()) -> Path:
    """Write the report of an evaluation: one HTML file that opens anywhere, offline, in English and Chinese.

    ``lang`` is the language that it shows first; ``brought`` are sections that stand below those of its kind, with words for their
    scripts, and for the page that of their link alone.
    """
    return write_file(Path(path), page(evaluation, lang, brought).encode("utf-8", "replace"), evaluation.inputs)


def page(evaluation: Evaluation, lang: str = "en", brought: Sequence[Section] = ()) -> str:
    """The page as text, in one of its languages."""
    if lang not in words.LANGUAGES:
        raise InputError("report.language_unknown", lang=lang, choices=either(map(repr, words.LANGUAGES)))
    return html(evaluation, lang, brought)


def html(e: Evaluation, lang: str = "en", brought: Sequence[Section] = ()) -> str:
    """The page as text."""
    choice = choice_of(e)
    terms = terms_of(e)
    headings = {term.metric: words.both(*metric_names(term.metric)) for term in terms}
    payload = payload_of(e, choice.views, set(headings), brought)
    drawn = payload["sections"]
    shown_sections = sorted((section for section in sections() if section.shown(e)), key=lambda section: section.place(e))
    shown_sections += brought
    script = script_of([section for section in (*sections(), *brought) if drawn[section.key] is not None])
    return (
        _environment(brought, weighted=e.weight is not None)
        .get_template("page.html")
        .render(
            e=e,
            lang=lang,
            task=registry.task(e.task),
            facts=facts_of(e),
            choice=choice,
            views=choice.views,
            parted=choice.parted,
            overlaid=_overlaid(choice.views) and any(section.overlays and drawn[section.key] is not None for section in sections()),
            places={name: place for place, name in enumerate(e.names)},
            named=[unturned(name) for name in (*e.names, *(part.name for part in e.slices)) if len(name) > READABLE],
            lines=lines_of(e),
            cards=cards_of(e),
            columns=columns_of(e),
            most_findings=MOST_FINDINGS,
            middle=[_filled(section, e, drawn.get(section.key)) for section in shown_sections if section.template],
            links=[(one.key, one.link, one.page_words.get(one.link)) for one in shown_sections if one.link and one.linked(e)],
            terms=terms,
            headings=headings,
            level=None if e.level is None else level_text(e.level),
            **_compared(drawn["comparison"]),
            style=style_of(shown_sections),
            script=Markup(script),
            # Only this very script may run, whatever might slip into the page.
            digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            payload=embedded(payload),
            luck=_luck(e),
            slices_shown=len(drawn["slices"]["lines"]) if drawn["slices"] else 0,
            schema=VERSION,
            small_slices=words.both(*words.in_both(e.small_means)) if any(map(e.small, e.slices)) else None,
        )
    )


def _filled(section: Section, e: Evaluation, payload: object) -> tuple[str, dict[str, Any]]:
    """A section's template and what it is filled with."""
    return f"{section.key}/{section.template}", section.context(e, payload)


def _compared(compared: dict[str, Any] | None) -> dict[str, Any]:
    """What the template of the comparison reads."""
    if compared is None:
        return {"pairs": 0, "couples": 0, "curves": [], "few_pairs": FEW_PAIRS}
    curves = list(dict.fromkeys(one["curve"] for one in compared["curves"]))
    return {"pairs": len(compared["pairs"]), "couples": len(compared["couples"]), "curves": curves, "few_pairs": FEW_PAIRS}


def _overlaid(views: list[View]) -> bool:
    """Whether any view has another of the same part to be laid over: models, or the same class of two."""
    return len({view.part for view in views}) < len(views)


def _luck(e: Evaluation) -> str:
    """How many of the slices differ by luck alone."""
    return "" if e.level is None else f"{len(e.slices) * (1 - e.level):.2g}"


def _environment(brought: Sequence[Section], weighted: bool) -> Environment:
    own = FileSystemLoader(HERE / "templates")
    folders = PrefixLoader({section.key: FileSystemLoader(section.folder) for section in (*sections(), *brought) if section.template})
    made = Environment(
        loader=ChoiceLoader([own, folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=words.seen,
    )
    said = partial(words.said, weighted=weighted)
    made.globals |= {"t": said, "words": words.page_words(), "both": words.both, "evidence_of": evidence_of}
    made.filters |= {"count": count, "percent": percent, "shown": shown, "elided": elided, "readable": readable, "unturned": unturned}
    return made
