"""One variable of a Spark data frame: its bins, weights of evidence and PSI, counted where its rows are."""

from typing import Any

from ..engines import Source, is_apart, open_source
from ..errors import InputError
from ..inputs.rows import DEFAULT_POSITIVE
from ..summary import Bins, Layout
from .binning import Binning
from .card_columns import MEMORY, opened
from .counting_apart import CountRequest as CountAsked
from .counting_apart import counted_apart
from .cut_alike import BinnedPair, BinningOptions, by_names, is_default, pair_of_weights
from .fitting_apart import fit_columns
from .layouts import LayoutOptions, cut_for
from .psi_apart import pairs_apart
from .reading import ColumnKinds
from .same_kind import refuse_unmet
from .tables import WoeTable, of_groups, refuse_one_side, table_of
from .tallies import TallyRequest, tallied
from .totals import LabelAndWeight

NAME, WEIGHT = "x", "weight"
"""What the columns of two samples are called, whatever their own names."""


def the_variable(source: Source, beside: LabelAndWeight, argument: str) -> str:
    """The one column beside label and weight."""
    names = [name for name in source.columns if name not in beside.names]
    if len(names) != 1:
        raise InputError(
            "scorecards.too_many_columns_on_spark",
            argument=argument,
            count=len(names),
        )
    return source.require(argument, names[0])


def woe_of_frame(x: object, y: object, weight: object, bins: object, special: Any, said: LayoutOptions) -> WoeTable:
    """The table of a variable whose rows are elsewhere."""
    with opened(x) as source:
        beside = _beside(source, y, weight, said.positive)
        name = the_variable(source, beside, "x")
        kinds = frozenset([name]) if of_groups(bins) else frozenset[str]()
        tallies = tallied(source, TallyRequest({name: tuple(special)}, kinds, beside))
        totals, tally = tallies.totals, tallies.columns[name]
        refuse_one_side(totals.good, totals.bad)
        if tally.failed:
            raise InputError(tally.failed)

        def fitted(binning: Binning) -> Binning:
            fit_columns(binning, source, [name], beside)
            return binning

        cut = cut_for(name, tally.variable()[0], fitted, bins=bins, special=special, closed=said.closed, smoothing=said.smoothing)
        counted = _bins(source, name, cut.layout, kinds, beside, True)
        made = cut.gathered(counted)
        merged = cut.merged is not None
        return table_of(
            made, said.smoothing, said.direction, row_weight=totals.row_weight, merged=merged, notes=cut.notes, chance=cut.chance(made)
        )


def bins_of_frame(
    x: object, y: object, weight: object, positive: object, layout: Layout | None, groups: Any, edges: Any, special: Any, closed: str
) -> Bins:
    """Rows of a variable by bin; without edges, groups or layout each category is a bin of its own."""
    with opened(x) as source:
        beside = _beside(source, y, weight, positive)
        name = the_variable(source, beside, "x")
        named = groups is not None or (layout is not None and layout.groups is not None)
        kinds = frozenset([name]) if named else frozenset[str]()
        if layout is None and edges is None and groups is None:
            tally = tallied(source, TallyRequest({name: ()}, kinds, beside)).columns[name]
            if tally.failed:
                raise InputError(tally.failed)
            if tally.numbers is not False:
                raise InputError("scorecards.numbers_without_edges")
            groups = tuple((one,) for one in sorted(tally.names) if one not in set(special))
        if layout is None:
            layout = Layout((), groups, special, closed) if edges is None else Layout(edges, None, special, closed)
        return _bins(source, name, layout, kinds, beside, y is not None)


def _beside(source: Source, y: object, weight: object, positive: object) -> LabelAndWeight:
    label = None if y is None else source.require("y", y)
    return LabelAndWeight(label, None if weight is None else source.require("weight", weight), positive)


def _bins(source: Source, name: str, layout: Layout, kinds: frozenset[str], beside: LabelAndWeight, labelled: bool) -> Bins:
    found = counted_apart(source, CountAsked({name: layout}, kinds, beside, labelled))
    if found.failed:
        raise InputError(found.failed[name])
    return found.of(name)


def cut_frames(expected: object, actual: object, how: BinningOptions, weight: object) -> BinnedPair:
    """Two samples by bin, of which one at least is a Spark data frame of one column; the other may be any column, or Bins."""
    weights = pair_of_weights(weight)
    if isinstance(expected, Bins):
        return _against(expected, actual, how, weights)
    if isinstance(actual, Bins):
        raise InputError("scorecards.expected_not_counted")
    (first, one), (second, other) = _one_column("expected", expected, weights[0]), _one_column("actual", actual, weights[1])
    kinds = ColumnKinds(frozenset(), frozenset([NAME]) if by_names(how) else frozenset())
    met: set[tuple[str, Any]] = set()
    found = pairs_apart((first, second), {NAME: how}, kinds, (one, other), met)[NAME]
    if isinstance(found, InputError):
        raise found
    refuse_unmet(how.special, met)
    return found


def _one_column(argument: str, given: Any, weight: Any) -> tuple[Source, str | None]:
    """A sample as a source of one column, which is called alike in both, and the name of its weights."""
    if not is_apart(given):
        return open_source({NAME: given} if weight is None else {NAME: given, WEIGHT: weight}, MEMORY), None if weight is None else WEIGHT
    source = open_source(given, MEMORY)
    beside = _beside(source, None, weight, DEFAULT_POSITIVE)
    own = the_variable(source, beside, argument)
    names = {own: NAME, beside.weight: WEIGHT}
    return open_source(given.toDF(*(names[name] for name in source.columns)), MEMORY), None if weight is None else WEIGHT


def _against(expected: Bins, actual: object, how: BinningOptions, weights: tuple[Any, Any]) -> BinnedPair:
    """A reference that was counted already, and rows that are counted by its layout."""
    if not is_default(how):
        raise InputError("scorecards.bin_options_with_counted_bins")
    if expected.layout is None:
        raise InputError("scorecards.expected_empty")
    if weights[0] is not None:
        raise InputError("scorecards.weight_of_counted_expected")
    source, weighed = _one_column("actual", actual, weights[1])
    kinds = frozenset([NAME]) if expected.layout.groups is not None else frozenset[str]()
    found = counted_apart(source, CountAsked({NAME: expected.layout}, kinds, LabelAndWeight(weight=weighed)))
    if found.failed:
        raise InputError(found.failed[NAME])
    return BinnedPair(expected, found.of(NAME), (float(expected.n), found.totals.size))
