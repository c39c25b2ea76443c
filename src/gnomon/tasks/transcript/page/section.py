"""The section of errors of transcripts."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.names import shown
from ....report.section import Section, SliceColumn, View, summary_of
from . import words

MOST_SHOWN = 20
KINDS = ("substituted", "deleted", "inserted")


class TranscriptErrorsSection(Section):
    """What kinds of errors are there, and which words?"""

    key = "transcript_errors"
    order = 20
    folder = Path(__file__).parent
    template = "errors.html"
    scripts = ("errors.js",)
    styles = ("errors.css",)
    link = "transcript_errors_link"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(_of(e, model) is not None for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"models": [_payload(e, model) for model in e.names]} if self.shown(e) else None

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("wer", "mer", "wil") if self.shown(e) else ()

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        if e.reference_words is None:
            return ()
        return (SliceColumn("reference_words", "count", e.reference_words, lambda part: part.facts.get("reference_words")),)


def _of(e: Evaluation, model: str) -> Any:
    held = summary_of(e, model, "transcript_errors")
    return held if held is not None and held["utterances"] else None


def _payload(e: Evaluation, model: str) -> dict[str, Any] | None:
    held = _of(e, model)
    if held is None:
        return None
    spoken = held["hit"] + held["substituted"] + held["deleted"]
    most = [[truth and shown(truth), said and shown(said), times] for truth, said, times in held.most(MOST_SHOWN)]
    return {
        "spoken": spoken,
        "kinds": [held[kind] for kind in KINDS],
        "right": held["hit"],
        "utterances": held["utterances"],
        "perfect": int(held.bins[0, 0]),
        "most": most,
        "different": len(held.errors),
        "floor": held.floor,
    }


SECTIONS: tuple[Section, ...] = (TranscriptErrorsSection(),)
