"""The PSI of columns of which one sample at least is elsewhere: layouts are found of tallies, and both samples are counted by them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engines import Source
from ..errors import InputError
from ..messages import Message
from ..types import Floats
from .atoms import as_rows
from .counting_apart import BinCounts, counted_apart
from .counting_apart import CountRequest as CountAsked
from .cut_alike import BinnedPair, BinningOptions, given_layout, layout_of
from .reading import ColumnKinds
from .same_kind import alike, codes_met
from .tallies import Tallies, Tally, TallyRequest, tallied
from .totals import LabelAndWeight, Totals

if TYPE_CHECKING:
    from ..types import Array


Sources = tuple[Source, Source]


def pairs_apart(
    sources: Sources,
    hows: Mapping[str, BinningOptions],
    kinds: ColumnKinds,
    weights: tuple[str | None, str | None],
    met: set[tuple[str, Any]],
) -> dict[str, BinnedPair | InputError]:
    """Both samples of every column by bin, or why a column has none; special codes that were met are noted."""
    refuse_texts_beside(sources)
    beside = [LabelAndWeight(weight=weight) for weight in weights]
    special = {name: tuple(how.special) for name, how in hows.items()}
    tallies = [tallied(source, TallyRequest(special, kinds.categories, one)) for source, one in zip(sources, beside, strict=True)]
    cut: dict[str, Any] = {name: _or_reason(_cut, name, how, tallies, met) for name, how in hows.items()}
    layouts = {name: one[0] for name, one in cut.items() if not isinstance(one, InputError)}
    if not layouts:
        return cut
    counted = [counted_apart(source, CountAsked(layouts, kinds.categories, one)) for source, one in zip(sources, beside, strict=True)]
    return {name: one if isinstance(one, InputError) else _or_reason(_pair, name, one[1], counted) for name, one in cut.items()}


def refuse_texts_beside(sources: Sequence[Source]) -> None:
    """A text file says of no column what it holds, and a Spark data frame does: beside one it is refused."""
    spelling = next((source for source in sources if source.spells), None)
    if spelling is not None:
        raise InputError(
            "scorecards.text_file_with_sample_apart",
            name=spelling.name,
        )


def _or_reason(work: Callable[..., Any], *given: Any) -> Any:
    try:
        return work(*given)
    except InputError as reason:
        return reason


def _cut(name: str, how: BinningOptions, tallies: list[Tallies], met: set[tuple[str, Any]]) -> tuple[Any, list[Message]]:
    """Where a column is cut, by the distribution of the reference."""
    sides = [one.columns[name] for one in tallies]
    for tally in sides:
        if tally.failed:
            raise InputError(tally.failed)
    (first, weight), (second, _) = (tally.variable(how.closed) for tally in sides)
    met |= codes_met(name, (first, second), how.special)
    first, second = alike(first, second)
    layout, notes = layout_of(first, second, how, weights_of(weight, tallies[0].totals))
    return layout, [*notes, *cells_notes(sides[0], how)]


def weights_of(weight: "Array", totals: Totals) -> Floats:
    """What different values weigh; rows that all weigh the same are counted, as sums of like weights would not stay exact."""
    return as_rows(weight.astype(float), totals.row_weight) if totals.alike else weight.astype(float)


def cells_notes(tally: Tally, how: BinningOptions) -> list[Message]:
    """That cuts stand between cells of neighbouring values, where these were too many to be told apart."""
    if tally.exact or given_layout(how) is not None or how.strategy == "width":
        return []
    return [Message("cut_between_cells", cells=len(tally.sweep))]


def _pair(name: str, notes: list[Message], counted: list[BinCounts]) -> BinnedPair:
    for one in counted:
        if name in one.failed:
            raise InputError(one.failed[name])
    first, second = counted
    return BinnedPair(first.of(name), second.of(name), (first.totals.size, second.totals.size), tuple(notes))
