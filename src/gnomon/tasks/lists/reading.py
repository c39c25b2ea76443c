"""What rules on ranked lists read."""

from functools import cached_property

from ...metrics.grouped import GaucTable, areas_of_lists, table_of
from ...summary import Ranked
from ..scores.reading import ScoreReading


class ListReading(ScoreReading):
    """An evaluation of lists, beside which the scores of all rows may be known."""

    @cached_property
    def lists(self) -> dict[str, Ranked]:
        """Each model's ranked lists, where there are some."""
        return {name: ranked for name, ranked in self.summaries_of("lists").items() if isinstance(ranked, Ranked) and len(ranked)}

    @cached_property
    def tables(self) -> dict[str, GaucTable]:
        """The AUC within each group of each model."""
        areas = {name: areas_of_lists(ranked) for name, ranked in self.lists.items()}
        return {name: table_of(one, one.impressions, "drop") for name, one in areas.items()}
