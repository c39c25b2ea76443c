"""What rules read: an evaluation, and its summaries by aspect."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


class FindingContext:
    """An evaluation as rules see it. Everything that is not here is asked of the evaluation itself."""

    def __init__(self, evaluation: "Evaluation") -> None:
        self.evaluation = evaluation

    def __getattr__(self, name: str) -> Any:
        return getattr(self.evaluation, name)

    def summaries_of(self, key: str) -> dict[str, Any]:
        """Each model's summary of one aspect, where it has one."""
        return {name: held[key] for name, held in self.evaluation.summaries.items() if key in held}

    def rows_of(self, weight: Any) -> Any:
        """How many rows a weight is worth: chance is a matter of rows, and weights may be of any scale."""
        return weight * self.evaluation.effective_rows / self.evaluation.total if self.evaluation.total else 0.0
