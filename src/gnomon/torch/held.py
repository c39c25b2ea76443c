"""What is kept of rows that have come to the host: summaries that add up, and the rows of lists, which may be split among ranks."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..errors import InputError
from ..evaluation.accumulator import MergeTree
from ..public import function
from ..summary import Ranked, Summary
from ..summary.packing import pack, unpack, whole
from .columns import TensorRows, checked, refuse_other_than_two
from .readings import MetricPlan, recipe_of

LISTED = ("preds", "target", "group")


class Held:
    """The rows of one rank so far, or of all of them."""

    def __init__(self, recipe: MetricPlan) -> None:
        self.recipe = recipe
        self.rows = 0
        self.weighted: bool | None = None
        self.rank = (0, 1)
        self._sums: dict[str, MergeTree] = {}
        self._lists: list[tuple[Any, ...]] = []

    def add(self, columns: TensorRows) -> None:
        """Take in rows, checked before anything is kept of them."""
        recipe = self.recipe
        columns = checked(columns)
        if recipe.reading is not None:
            recipe.reading.check(columns)
        elif any(one.entry.name == "gauc" for one in recipe.lists):
            refuse_other_than_two(columns)
        if columns.weight is not None and not columns.weight.all():
            columns = columns.taken(columns.weight > 0)
        if not len(columns.target):
            return
        made = {way.key: way.build(columns) for way in {way.key: way for way in recipe.ways.values()}.values()}
        for key, summary in made.items():
            self._sums.setdefault(key, MergeTree()).push(summary)
        if recipe.lists:
            self._lists.append(tuple(getattr(columns, name) for name in LISTED))
        self.rows += len(columns.target)
        self.weighted = columns.weight is not None

    def merge(self, other: "Held") -> None:
        """Take in what another has kept of other rows."""
        if not other.rows:
            return
        if self.rows and self.weighted != other.weighted:
            raise InputError("torch.weight_on_some_rows")
        for key, one in other._sums.items():
            self._sums.setdefault(key, MergeTree()).push(one.total())
        self._lists += other._lists
        self.rows, self.weighted = self.rows + other.rows, other.weighted

    def summary_of(self, name: str) -> Any:
        """The summary that a metric reads."""
        if not self.rows:
            raise InputError("torch.rows_missing")
        way = self.recipe.ways.get(name)
        return self._ranked() if way is None else self._sums[way.key].total()

    def _ranked(self) -> Ranked:
        score, grade, group = (np.concatenate(parts) for parts in zip(*self._lists, strict=True))
        self._lists = [(score, grade, group)]
        return Ranked.of(grade, score, group=group)

    def values(self, undefined: str | float) -> dict[str, float]:
        """Every metric, by its reference."""
        found: dict[str, float] = {}
        for reference in self.recipe.references:
            way, summary = self.recipe.ways.get(str(reference)), self.summary_of(str(reference))
            given, options = (summary, {**reference.arguments, **reference.over}) if way is None else way.arguments(reference, summary)
            found[str(reference)] = float(function(reference.entry.name)(given, **options, undefined=undefined))
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.recipe.asked, self.to_bytes())

    def to_bytes(self, rank: tuple[int, int] = (0, 1)) -> bytes:
        """All that is kept, as bytes, which say of which rank it is."""
        arrays = {f"summary.{key}": np.frombuffer(one.total().to_bytes(), np.uint8) for key, one in self._sums.items()}
        for place, part in enumerate(self._lists):
            arrays |= {f"list.{place}.{name}": values for name, values in zip(LISTED, part, strict=True)}
        meta = {
            "asked": list(self.recipe.asked),
            "rank": list(rank),
            "rows": self.rows,
            "weighted": self.weighted,
            "summaries": list(self._sums),
            "lists": len(self._lists),
        }
        return pack("Streaming", meta, arrays)

    @classmethod
    def from_bytes(cls, recipe: MetricPlan, data: bytes) -> "Held":
        """What :meth:`to_bytes` wrote, for the same metrics."""
        kind, meta, arrays = unpack(data)
        made = cls(recipe)
        with whole("Streaming"):
            if kind != "Streaming" or meta["asked"] != list(recipe.asked):
                theirs = meta["asked"] if kind == "Streaming" else kind
                raise InputError("torch.state_metrics_differ", theirs=theirs, mine=list(recipe.asked))
            made.rows, made.weighted, made.rank = int(meta["rows"]), meta["weighted"], tuple(meta["rank"])
            for key in meta["summaries"]:
                summary = Summary.from_bytes(arrays[f"summary.{key}"].tobytes())
                made._sums.setdefault(key, MergeTree()).push(summary)
            made._lists = [tuple(arrays[f"list.{place}.{name}"] for name in LISTED) for place in range(meta["lists"])]
        return made

    @classmethod
    def united(cls, recipe: MetricPlan, parts: Iterable[bytes]) -> "Held":
        """What several have kept, together."""
        total = cls(recipe)
        for part in parts:
            total.merge(cls.from_bytes(recipe, part))
        return total


def restored(asked: tuple[str, int | None, bool], data: bytes) -> Held:
    """What was copied or sent elsewhere."""
    return Held.from_bytes(recipe_of(*asked), data)
