"""The section of a card: its bins and points beside how these rows fill them, and how the rows did that it was made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...evaluation import Evaluation
from ...inference.comparison import p_text
from ...messages import Pair, pairs, text_in
from ...messages.language import speaking
from ...report.section import Section
from ..card import Card
from ..filled import BinLine, CardWithCounts

COLUMNS = pairs("scorecard_columns")
HEADS: tuple[Pair, ...] = tuple(
    COLUMNS[name] for name in ("bin", "points", "rows", "share", "share_in_fitting", "bad_rate", "bad_rate_in_fitting")
)


FITTED: tuple[Pair, ...] = tuple(
    COLUMNS[name]
    for name in ("variable", "coefficient", "cross_fitted", "standard_error", "p", "iv", "iv_by_chance", "iv_without_chance_95")
)
JUDGED: tuple[Pair, ...] = tuple(COLUMNS[name] for name in ("figure", "rows_of_fitting", "cross_validated", "optimism"))


@dataclass(frozen=True)
class VariableLines:
    """A variable of a card: its lines, with the names of bins in both languages, and its PSI against fitting."""

    name: str
    lines: list[tuple[tuple[str, str], BinLine]]
    psi: float | None


class CardSection(Section):
    """The card, a table for each variable."""

    key = "scorecard"
    order = 90
    folder = Path(__file__).parent
    template = "card.html"
    styles = ("card.css",)
    link = "the_card"
    page_words: Mapping[str, Pair] = pairs("scorecard_page")

    def __init__(self, filled: Sequence[CardWithCounts]) -> None:
        self._filled = filled

    def shown(self, e: Evaluation) -> bool:
        return True

    def context(self, e: Evaluation, payload: object) -> dict[str, Any]:
        cards = [
            {"title": one.title, "card": one.card, "notes": _notes(one.card), "variables": _variables(one), **_fitting(one.card)}
            for one in self._filled
        ]
        return {"cards": cards, "heads": HEADS, "fitted_heads": FITTED, "judged_heads": JUDGED}


def _fitting(card: Card) -> dict[str, Any]:
    """Coefficients with p and information values, AUC and KS with their optimism, and what is to be said of both."""
    found = card.coefficients
    if found is None:
        return {"fitted": [], "judged": [], "fitting_notes": []}
    columns = (found.coefficient, found.cross_fitted, found.standard_error, found.p, found.iv, found.iv_chance, found.iv_low, found.iv_high)
    fitted = [(name, *figures[:3], p_text(figures[3]), *figures[4:]) for name, *figures in zip(found.variable, *columns, strict=True)]
    validation, judged = found.tests.validation, []
    if validation is not None:
        judged = [
            ("AUC", validation.auc, validation.auc_cross_validated, validation.auc_optimism),
            ("KS", validation.ks, validation.ks_cross_validated, validation.ks_optimism),
        ]
    notes = [note for note in found.notes if note.code != "card_validated"]
    texts = [(note.code, *(text_in(note, lang) for lang in ("en", "zh"))) for note in notes]
    return {"fitted": fitted, "judged": judged, "fitting_notes": texts, "cross_fitted": found.tests.folds is not None}


def _notes(card: Card) -> list[tuple[str, str]]:
    """What one must know to read the card, in both languages."""
    said = []
    for lang in ("en", "zh"):
        with speaking(lang):
            said.append(card.table().notes)
    return list(zip(*said, strict=True))


def _variables(filled: CardWithCounts) -> list[VariableLines]:
    made = []
    for name in filled.card.names:
        names = []
        for lang in ("en", "zh"):
            with speaking(lang):
                names.append(filled.card.variables[name].layout.names)
        lines = filled.lines(name)
        made.append(VariableLines(name, [((names[0][at], names[1][at]), line) for at, line in lines], filled.psi(name)))
    return made
