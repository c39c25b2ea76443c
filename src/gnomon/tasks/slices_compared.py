"""What an aspect knows of its slices: which of them can be compared, and what differs between them without being the model's fault."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


class SlicesCompared:
    """The answers of an aspect that knows nothing in particular."""

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        """Metrics in which slices differ for reasons that are the model's, and not their mixture's."""
        return ()

    def large(self, evaluation: "Evaluation", part: Any) -> bool:
        """Whether a slice is large enough for its figures to be more than luck."""
        return bool(part.rows >= 60)

    def deviation(self, evaluation: "Evaluation", part: object, metric: str, whole: float) -> float:
        """How far chance carries a metric on a slice where no interval says so; infinite where that is not known."""
        return math.inf

    def explained(self, evaluation: "Evaluation", metric: str, part: object, others: Sequence[object], value: float) -> float:
        """By how much a slice is worse than others of this value for what its rows are, were the model as good there."""
        return 0.0

    def carrying(self, evaluation: "Evaluation", model: str, metric: str) -> float:
        """Which share of the rows would tell as much of a mean, were all of them to count alike in it."""
        return 1.0
