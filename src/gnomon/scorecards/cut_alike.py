"""Two samples cut alike: one layout, and the rows of each by bin."""

from typing import Any, Literal, NamedTuple

import numpy as np

from ..engines import is_apart
from ..errors import InputError
from ..inputs.numbers import as_weight
from ..inputs.variables import Variable, as_variable
from ..messages import Message
from ..messages.language import listed
from ..summary import Bins, Layout
from ..summary.bin_layout import MOST_BINS
from ..types import Floats
from .counting import counted
from .even_edges import around, quantile_edges, spanned, whole_bins, width_edges
from .same_kind import alike, codes_among, codes_met, refuse_texts, refuse_unmet

Strategy = Literal["quantile", "width"]
STRATEGIES = ("quantile", "width")
NAMED = 5
"""Categories that a note names."""


class BinningOptions(NamedTuple):
    """How columns are cut: a number of bins by a strategy, or the bins themselves; special codes, side, and what is a category."""

    bins: Any = 10
    strategy: str = "quantile"
    special: Any = ()
    closed: str = "left"
    categories: Any = None


class BinnedPair(NamedTuple):
    """Two samples in the same bins; ``sizes`` are how many rows each is worth, whatever they weigh."""

    expected: Bins
    actual: Bins
    sizes: tuple[float, float]
    notes: tuple[Message, ...] = ()


def cut_alike(expected: object, actual: object, how: BinningOptions, weight: object = None) -> BinnedPair:
    """Both samples by bin; a sample may be counted already."""
    check_how(how)
    if is_apart(expected) or is_apart(actual):
        from .columns_apart import cut_frames

        return cut_frames(expected, actual, how, weight)
    if isinstance(expected, Bins):
        return _of_counts(expected, actual, how, weight)
    if isinstance(actual, Bins):
        raise InputError("scorecards.expected_not_counted")
    weights = pair_of_weights(weight)
    given = given_layout(how)
    first, second = two_variables(expected, actual, True if given is not None and given.groups is not None else how.categories)
    refuse_texts(given, first, "expected")
    refuse_texts(given, second, "actual")
    refuse_unmet(how.special, codes_met("", (first, second), how.special))
    return cut_variables(first, second, how, as_weight(weights[0], len(first), "expected"), as_weight(weights[1], len(second), "actual"))


def check_how(how: BinningOptions) -> None:
    """Refuse what no column could be cut by."""
    if how.strategy not in STRATEGIES:
        raise InputError("scorecards.strategy_unknown", given=how.strategy, names=listed(map(repr, STRATEGIES)))
    if how.closed not in ("left", "right"):
        raise InputError("scorecards.closed_unknown", closed=how.closed)
    if whole_bins(how.bins) and not 2 <= how.bins <= MOST_BINS:
        raise InputError("scorecards.bins_number_out_of_range", given=how.bins, most=MOST_BINS)
    if isinstance(how.bins, (list, tuple, np.ndarray)):
        _check_edges(how)
    if how.categories not in (None, True, False):
        raise InputError("scorecards.categories_not_boolean", given=how.categories)


def _check_edges(how: BinningOptions) -> None:
    """Refuse edges that are none, once for all columns."""
    try:
        given_layout(how)
    except InputError as reason:
        raise InputError("scorecards.part_bins_reason", reason=reason.marked) from None


def pair_of_weights(weight: object) -> tuple[Any, Any]:
    """The weights of both samples."""
    if weight is None:
        return None, None
    if not isinstance(weight, (tuple, list)) or len(weight) != 2:
        raise InputError("scorecards.weight_not_pair")
    return weight[0], weight[1]


def two_variables(expected: object, actual: object, categories: bool | None) -> tuple[Variable, Variable]:
    """Both columns as numbers, or both as categories; one that is all missing is what the other is."""
    first, second = as_variable(expected, "expected", categories), as_variable(actual, "actual", categories)
    return alike(first, second)


def cut_variables(first: Variable, second: Variable, how: BinningOptions, *weights: Floats | None) -> BinnedPair:
    """Columns that are read already, by bin."""
    layout, notes = layout_of(first, second, how, weights[0])
    made = [counted(layout, variable, weight) for variable, weight in zip((first, second), weights, strict=True)]
    sizes = size_of(first, weights[0]), size_of(second, weights[1])
    return BinnedPair(made[0], made[1], sizes, tuple(notes))


def size_of(variable: Variable, weight: Floats | None) -> float:
    """How many rows of equal weight tell as much (Kish)."""
    return float(len(variable)) if weight is None else float(weight.sum() ** 2 / (weight @ weight))


def layout_of(first: Variable, second: Variable | None, how: BinningOptions, weight: Floats | None) -> tuple[Layout, list[Message]]:
    """Where both columns are cut, and what is to be said of it; of one column, where it is cut for others to come."""
    given = given_layout(how)
    if given is not None:
        merged = given.missing_in
        return given, [] if merged is None else [Message("missing_merged", bin=given.names[merged])]
    if first.names is not None:
        return _of_categories(first, second, how.special)
    if not whole_bins(how.bins):
        raise InputError("scorecards.psi_bins_unsupported", given=how.bins)
    held = first.values[_ordinary(first, how.special)]
    if how.strategy == "width":
        ends = spanned(held, *([] if second is None else [second.values[_ordinary(second, how.special)]]))
        edges = np.empty(0) if ends is None else width_edges(*ends, how.bins, how.closed)
    else:
        heavy = None if weight is None else weight[_ordinary(first, how.special)]
        edges = quantile_edges(held, heavy, how.bins, how.closed)
        there = held if heavy is None else held[heavy > 0]
        if not len(edges) and len(there):  # one value: in one bin with all others nothing could be seen to move
            edges = around(float(there[0]), how.closed)
    notes = [Message("bins_fewer", asked=how.bins, made=len(edges) + 1)] if len(edges) + 1 < how.bins else []
    return Layout(tuple(edges.tolist()), None, how.special, how.closed), notes


def given_layout(how: BinningOptions) -> Layout | None:
    """The layout that was passed as bins: as such, within Bins or a Binning, or as edges of which endless ends are left out."""
    given = how.bins
    if isinstance(given, Bins):
        given = given.layout
    elif hasattr(given, "bins_") and isinstance(given.bins_, dict):
        if len(given.bins_) != 1:
            raise InputError("scorecards.binning_of_several_variables", count=len(given.bins_))
        given = next(iter(given.bins_.values())).layout
    if isinstance(given, Layout):
        if len(tuple(how.special)) or how.closed != "left":
            raise InputError("scorecards.special_closed_with_made_bins")
        return given
    if not isinstance(given, (list, tuple, np.ndarray)):
        return None
    edges = list(given)
    edges = edges[1:] if edges and edges[0] == -np.inf else edges
    edges = edges[:-1] if edges and edges[-1] == np.inf else edges
    return Layout(tuple(edges), None, how.special, how.closed)


def by_names(how: BinningOptions) -> bool:
    """Whether it was said that the values are names of categories."""
    given = given_layout(how)
    return bool(how.categories) or (given is not None and given.groups is not None)


def _ordinary(variable: Variable, special: Any) -> Any:
    """Which values are neither missing nor special codes."""
    held = variable.values == variable.values
    for code in () if isinstance(special, tuple) and not special else Layout((), None, special).special:
        held &= variable.values != code
    return slice(None) if held.all() else held


def _of_categories(first: Variable, second: Variable | None, special: Any) -> tuple[Layout, list[Message]]:
    """A bin for each category of either sample, those of the reference first; the others are named."""
    codes = codes_among(first.names or (second.names if second is not None else ()) or (), Layout((), (), special).special)
    names = [name for name in first.names or () if name not in {*codes}]
    known = {*names, *codes}
    new = [] if second is None else [name for name in second.names or () if name not in known]
    if len(names) + len(new) > MOST_BINS:
        raise InputError(
            "scorecards.too_many_psi_categories",
            count=len(names) + len(new),
        )
    notes = []
    if new:
        shown = [*map(str, new[:NAMED]), *(["…"] if len(new) > NAMED else [])]
        notes.append(Message("categories_new", count=len(new), names=shown))
    return Layout((), tuple((name,) for name in (*names, *new)), codes), notes


def is_default(how: BinningOptions) -> bool:
    """Whether nothing was said of how to cut."""
    return whole_bins(how.bins) and how._replace(special=tuple(how.special)) == BinningOptions()


def _of_counts(expected: Bins, actual: object, how: BinningOptions, weight: object) -> BinnedPair:
    """A reference that was counted already, and rows or counts in the same bins."""
    if not is_default(how):
        raise InputError("scorecards.bin_options_with_counted_bins")
    if expected.layout is None:
        raise InputError("scorecards.expected_empty")
    if isinstance(actual, Bins):
        if weight is not None:
            raise InputError("scorecards.weight_with_counted_bins")
        if actual.layout != expected.layout:
            raise InputError("scorecards.counted_bins_differ")
        return BinnedPair(expected, actual, (float(expected.n), float(actual.n)))
    weights = pair_of_weights(weight)
    if weights[0] is not None:
        raise InputError("scorecards.weight_of_counted_expected")
    variable = as_variable(actual, "actual", expected.layout.groups is not None or None)
    column = as_weight(weights[1], len(variable), "actual")
    return BinnedPair(expected, counted(expected.layout, variable, column), (float(expected.n), size_of(variable, column)))
