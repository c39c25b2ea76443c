"""Points and weights of evidence as columns of a Spark data frame: expressions that Spark computes where the rows are.

They give to the last digit what Python gives. What Python refuses, an infinite number or a category that nobody knows, has no value.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engines import open_source
from ..errors import InputError
from ..inputs.short_floats import shortest_decimals
from ..messages.language import say
from ..summary import Layout
from ..types import Floats
from .card_columns import MEMORY, require

if TYPE_CHECKING:
    from .binning import Binning
    from .card import Card
    from .segments import SegmentedCard

SCORE = "score"


class SparkTable:
    """A Spark data frame, and what its columns hold."""

    def __init__(self, frame: object) -> None:
        from pyspark.sql import functions

        self.source: Any = open_source(frame, MEMORY)
        self.frame, self.f = frame, functions

    def column(self, name: str) -> Any:
        """A column by its name, whatever it is called."""
        return self.f.col("`" + name.replace("`", "``") + "`")

    def value(self, number: float) -> Any:
        """A number, which nothing is where it is NaN."""
        return self.f.lit(None).cast("double") if np.isnan(number) else self.f.lit(float(number))

    def looked_up(self, name: str, layout: Layout, values: Floats) -> Any:
        """What each row's bin is worth."""
        kind = self.source.holds(self.source.require("X", name))
        cases = self._of_numbers(name, kind, layout, values) if layout.groups is None else self._of_categories(name, kind, layout, values)
        missing = self.column(name).isNull()
        if self.floats(name):
            missing = missing | self.f.isnan(self.column(name))
        return cases(self.f.when(missing, self.value(values[layout.missing if layout.missing_in is None else layout.missing_in])))

    def floats(self, name: str) -> bool:
        """Whether a column may hold NaN."""
        return self.source.type_of(name) in ("float", "double")

    def _of_numbers(self, name: str, kind: str, layout: Layout, values: Floats) -> Callable[[Any], Any]:
        if kind not in ("whole", "numbers"):
            raise _other_kind(name, kind, say("scorecards.part_numbers"))
        single = self.source.type_of(name) == "float"
        number = self.column(name).cast("double")

        def cases(made: Any) -> Any:
            made = made.when(self.f.abs(number) == float("inf"), self.f.lit(None).cast("double"))
            for at, code in enumerate(layout.special):
                same = single_equal(code) if single else code
                if same is not None:
                    made = made.when(number == same, self.value(values[layout.regular + at]))
            for at, edge in enumerate(layout.edges):
                end = single_edge(edge, layout.closed) if single else edge
                made = made.when(number < end if layout.closed == "left" else number <= end, self.value(values[at]))
            return made.otherwise(self.value(values[layout.regular - 1]))

        return cases

    def _of_categories(self, name: str, kind: str, layout: Layout, values: Floats) -> Callable[[Any], Any]:
        assert layout.groups is not None
        known = [one for group in layout.groups for one in group]
        meant = {"text": str, "boolean": bool}.get(kind, (int, float))
        wrong = [one for one in known if not isinstance(one, meant) or (kind != "boolean" and isinstance(one, bool))]
        if wrong or kind not in ("text", "boolean", "whole", "numbers"):
            raise _other_kind(name, kind, say("scorecards.part_categories_such_as", value=(wrong or known)[0]))

        def cases(made: Any) -> Any:
            for at, code in enumerate(layout.special):
                if isinstance(code, meant):
                    made = made.when(self.column(name) == self.f.lit(code), self.value(values[layout.regular + at]))
            for at, group in enumerate(layout.groups or ()):
                made = made.when(self.column(name).isin(list(group)), self.value(values[at]))
            return made.otherwise(self.value(values[layout.other]))

        return cases


def _other_kind(name: str, kind: str, meant: str) -> InputError:
    return InputError("scorecards.column_type_mismatch_on_spark", name=name, kind=kind, meant=meant)


def single_edge(edge: float, closed: str) -> float:
    """The float of single precision that parts the same ones, each of which is the decimal that it is written as."""
    near = _around(edge)
    decimals = shortest_decimals(near)
    if closed == "left":
        return float(near[int(np.argmax(decimals >= edge))]) if (decimals >= edge).any() else float("inf")
    return float(near[decimals <= edge][-1]) if (decimals <= edge).any() else float("-inf")


def single_equal(code: float) -> float | None:
    """The float of single precision that is written as a number; None where none is."""
    near = _around(code)
    same = near[shortest_decimals(near) == code]
    return float(same[0]) if len(same) else None


def _around(value: float) -> Any:
    """Floats of single precision next to a number, ascending."""
    with np.errstate(over="ignore"):
        middle = np.float32(value)
    low, high = np.nextafter(middle, np.float32(-np.inf)), np.nextafter(middle, np.float32(np.inf))
    near = np.unique(np.array([np.nextafter(low, np.float32(-np.inf)), low, middle, high, np.nextafter(high, np.float32(np.inf))]))
    return near[np.isfinite(near)]


def woe_frame(binning: "Binning", frame: Any) -> Any:
    """The frame with the weight of evidence of each variable, in a column of the variable's name and ``_woe``."""
    table = SparkTable(frame)
    require(table.source, binning.variables_)
    unseen = binning._used.unseen == "error"
    made = {}
    for name in binning.variables_:
        layout, woe = binning.layout(name), binning.woe_[name].copy()
        if unseen and layout.groups is not None:
            woe[layout.other] = np.nan
        made[_new(table, f"{name}_woe")] = table.looked_up(name, layout, woe)
    return frame.withColumns(made)


def score_frame(card: "Card | SegmentedCard", frame: Any) -> Any:
    """The frame with the score of each row, in a column ``score``."""
    table = SparkTable(frame)
    require(table.source, card.names)
    name = _new(table, SCORE)
    cards = getattr(card, "cards", None)
    if cards is None:
        return frame.withColumn(name, _score(table, card))
    made = table.f.when(table.f.lit(False), table.value(float("nan")))
    for value, one in cards.items():
        made = made.when(table.column(card.segment) == table.f.lit(value), _score(table, one))  # type: ignore[union-attr]
    return frame.withColumn(name, made)


def _score(table: SparkTable, card: Any) -> Any:
    score = table.value(card.base)
    for name, one in card.variables.items():  # in this order, as in Python: floats add up alike
        score = score + table.looked_up(name, one.layout, one.points)
    return score


def _new(table: SparkTable, name: str) -> str:
    if name in table.source.columns:
        raise InputError("scorecards.output_name_taken_on_spark", name=table.source.name, column=name)
    return name
