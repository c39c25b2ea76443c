"""What the switch at the top of the page offers: each model, or parts of a model."""

from dataclasses import dataclass
from typing import Any

from ..evaluation import Evaluation
from .names import shown
from .section import View
from .sections import sections


@dataclass(frozen=True)
class Choice:
    """Every choice, models in their order, with the word that says what they are, and maybe one with its values beside them."""

    views: list[View]
    legend: str = "models"
    note: tuple[str, dict[str, Any]] | None = None

    @property
    def parted(self) -> bool:
        """Whether parts of models are chosen rather than models."""
        return any(view.part is not None for view in self.views)


def choice_of(e: Evaluation) -> Choice:
    """What there is to choose: for each model what the first section with views of it offers, else the model itself."""
    found: list[View] = []
    parting = None
    for model in e.names:
        bringing = next((section for section in sections() if section.views(e, model)), None)
        brought = [View(shown(model), model)] if bringing is None else list(bringing.views(e, model))
        parting = bringing if any(view.part is not None for view in brought) else parting
        found += brought
    return Choice(found) if parting is None else Choice(found, parting.views_legend, parting.views_note(e, found))


def views_of(e: Evaluation) -> list[View]:
    """Every choice, models in their order."""
    return choice_of(e).views
