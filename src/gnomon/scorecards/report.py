"""A card on rows whose outcome is known: the evaluation of its score, and the page with the card on it."""

from pathlib import Path
from typing import Any

from ..evaluation import Evaluation, evaluate
from ..inputs.rows import DEFAULT_POSITIVE
from .card import Card
from .card_columns import source_of
from .filled import filled
from .page import CardSection
from .scored import SCORE, ScoredSource
from .segments import SegmentedCard


def card_report(
    card: Card | SegmentedCard,
    data: Any,
    label: str,
    path: Any,
    *,
    lang: str = "en",
    weight: str | None = None,
    positive: Any = DEFAULT_POSITIVE,
    **options: Any,
) -> tuple[Evaluation, Path]:
    """Evaluate a card's score, low for the bad, as rows are read, and write the page with the card."""
    source = source_of(data)
    try:
        scored = ScoredSource(source, card)
        scored.require("label", label)
        if weight is not None:
            scored.require("weight", weight)
        counted = filled(card, source, label, positive, weight)
        evaluation = evaluate(scored, label=label, score=SCORE, weight=weight, positive=positive, direction="lower is positive", **options)
    finally:
        if source is not data:
            source.close()
    return evaluation, evaluation.report(path, lang=lang, sections=[CardSection(counted)])
