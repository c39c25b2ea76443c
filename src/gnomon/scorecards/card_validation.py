"""AUC and KS of a card on the rows of fitting, and on rows that it has not seen."""

from dataclasses import dataclass

from ..messages import Message
from ..result import JsonSerializable, Result


@dataclass(frozen=True, eq=False, repr=False)
class CardValidation(JsonSerializable, Result):
    """AUC and KS of a card on the rows of fitting, and cross-validated: in each part, by a card that was made of the other parts."""

    auc: float
    auc_cross_validated: float
    ks: float
    ks_cross_validated: float
    folds: int
    key = "auc_cross_validated"

    @property
    def auc_optimism(self) -> float:
        """How much higher the AUC is on the rows of fitting."""
        return self.auc - self.auc_cross_validated

    @property
    def ks_optimism(self) -> float:
        """How much higher the KS is on the rows of fitting."""
        return self.ks - self.ks_cross_validated

    @property
    def message(self) -> Message:
        """Both figures with their optimism, in words."""
        figures = {name: getattr(self, name) for name in ("auc", "auc_cross_validated", "ks", "ks_cross_validated")}
        return Message("card_validated", folds=self.folds, auc_optimism=self.auc_optimism, ks_optimism=self.ks_optimism, **figures)

    @property
    def headline(self) -> str:
        return str(self.message)
