"""A card on rows whose outcome is known: the evaluation of its score, and the page with the card on it."""

from pathlib import Path
from typing import Any

from ..engines import Source
from ..errors import InputError
from ..evaluation import Evaluation, evaluate
from ..inputs.rows import DEFAULT_POSITIVE
from .card import Card
from .card_columns import opened
from .filled import filled
from .page import CardSection, StabilitySection
from .reading import is_table
from .scored import SCORE, ScoredSource
from .segments import SegmentedCard
from .stability import stability

DIRECTION: Any = "lower is positive"


def card_report(
    card: Card | SegmentedCard,
    data: object,
    label: str,
    path: Any,
    *,
    lang: str = "en",
    weight: str | None = None,
    positive: object = DEFAULT_POSITIVE,
    over: str | None = None,
    reference: object = None,
    missing: str = "error",
    **options: Any,
) -> tuple[Evaluation, Path]:
    """Evaluate a card's score, low for the bad, as rows are read, and write the page with the card, and by period where one is named."""
    if reference is not None and over is None:
        raise InputError("scorecards.reference_needs_over")
    asked: dict[str, Any] = {"label": label, "weight": weight, "positive": positive, "missing": missing}
    with opened(data) as source:
        scored = ScoredSource(source, card)
        for argument, column in (("label", label), ("weight", weight), ("over", over)):
            if column is not None:
                scored.require(argument, column)
        evaluation = evaluate(scored, score=SCORE, direction=DIRECTION, task="binary", **asked, **options)
        by_period = None if over is None else _by_period(card, scored, over, reference, options.get("ci", 0.95), asked)
        counted = filled(card, source, label, positive, weight, missing)
    sections = [*([] if by_period is None else [by_period]), CardSection(counted)]
    return evaluation, evaluation.report(path, lang=lang, sections=sections)


def _by_period(
    card: Card | SegmentedCard, scored: Source, over: str, reference: object, level: object, asked: dict[str, Any]
) -> StabilitySection:
    """The score watched by period."""
    how = {**asked, "over": over, "score": SCORE, "variables": (), "direction": DIRECTION, "level": 0.95 if level is None else level}
    if not is_table(reference) or isinstance(reference, str):
        return StabilitySection(stability(scored, reference=reference, **how), "", level is not None)
    with opened(reference) as known:
        found = stability(scored, reference=ScoredSource(known, card), **how)
    return StabilitySection(found, known.name if known.inputs else "", level is not None)
