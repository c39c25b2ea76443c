"""What rules on detections read."""

from functools import cached_property
from typing import Any

from ...findings.reading import FindingContext
from ...summary import Matches


class MatchesReading(FindingContext):
    """An evaluation with the matches of its models, and what only the data themselves told of them."""

    @cached_property
    def matches(self) -> dict[str, Matches]:
        """Each model's matches."""
        return {name: one for name, one in self.summaries_of("matches").items() if len(one)}

    def seen(self, model: str) -> dict[str, Any]:
        """What was noted of a model when it was read; nothing of an evaluation that was loaded."""
        told: dict[str, Any] = self.observed.get("detections", {}).get(model, {})
        return told
