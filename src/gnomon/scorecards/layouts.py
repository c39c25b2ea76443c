"""Where a variable is to be cut, out of what a caller may pass as bins."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.rows import DEFAULT_POSITIVE
from ..inputs.variables import Variable
from ..messages.language import say
from ..summary import Bins, Layout
from .atoms import check_special
from .binning import Binning
from .fitting import with_missing_in
from .recutting import chance_of
from .tables import CLOSED, DIRECTION, SMOOTHING, Direction


class LayoutOptions(NamedTuple):
    """What a table is to be made with."""

    closed: str
    smoothing: float | None
    direction: Direction
    positive: Any


class Cut(NamedTuple):
    """Where a variable is cut, what is to be said of how that was found, and the bin that missing values are counted in, if any."""

    layout: Layout
    notes: tuple[str, ...] = ()
    merged: int | None = None
    found_by: tuple[Binning, str] | None = None

    def chance(self, counted: Bins) -> float | None:
        """The information value of chance where these very rows chose the bins; None of bins that were known beforehand."""
        if self.found_by is None:
            return None
        binning, name = self.found_by
        own = binning.bins_[name]
        same = own.layout == counted.layout and np.array_equal(own.good, counted.good) and np.array_equal(own.bad, counted.bad)
        return chance_of(binning, name) if same else None

    def counted(self, variable: Variable, bad: NDArray[np.uint8], weight: NDArray[np.float64] | None) -> Bins:
        """Good and bad rows of each bin."""
        return self.gathered(Bins.of_rows(self.layout, variable, bad, weight))

    def gathered(self, bins: Bins) -> Bins:
        """Bins with missing values where they are counted."""
        return bins if self.merged is None else with_missing_in(bins, self.merged)


def settled(bins: object, closed: str, smoothing: float | None, direction: object, positive: object) -> LayoutOptions:
    """What was passed, or else what the bins have of their own; where the two say different things they are refused."""
    layout = bins.layout if isinstance(bins, Bins) else bins
    if isinstance(layout, Layout):
        closed = _one(closed, CLOSED, layout.closed if layout.groups is None else closed, "closed")
    elif isinstance(bins, Binning):
        own = bins._used if bins.fitted else bins
        closed = _one(closed, CLOSED, own.closed, "closed")
        smoothing = _one(smoothing, SMOOTHING, own.smoothing, "smoothing")
        direction = _one(direction, DIRECTION, own.direction, "direction")
        if own.positive is not None:
            positive = _one(positive, DEFAULT_POSITIVE, own.positive, "positive")
    return LayoutOptions(str(closed), None if smoothing is None else float(smoothing), str(direction), positive)  # type: ignore[arg-type]


def _one(said: object, default: object, own: object, name: str) -> Any:
    if said is not default and said != own:
        raise InputError("scorecards.made_bins_option_conflict", name=name, said=said, own=own)
    return own


def cut_for(
    name: str,
    variable: Variable,
    fit: Callable[[Binning], Binning],
    *,
    bins: object,
    special: Any,
    closed: str,
    smoothing: float | None,
) -> Cut:
    """Where ``bins`` say that the variable is to be cut; ``fit`` finds bins of it."""
    known = _known(name, bins)
    own = known is not None or (isinstance(bins, Binning) and bins.special is not None)
    if own and special != () and list(special):
        raise InputError("scorecards.special_with_made_bins")
    if known is not None:
        return known
    made = _to_fit(variable, bins, special, closed, smoothing)
    if made is not None:
        fitted = fit(made)
        return _cut(fitted, fitted.variables_[0], say("scorecards.note_bins_found_by", binning=repr(made)))
    check_special(variable, special, "x")
    if bins is None:
        codes = set(special)
        return Cut(Layout((), tuple((name,) for name in variable.names or () if name not in codes), special, closed))
    return Cut(_given(bins, special, closed))


def _to_fit(variable: Variable, bins: object, special: Any, closed: str, smoothing: float | None) -> Binning | None:
    """The Binning that has yet to find where it cuts, if one is asked for."""
    codes = list(special) or None
    if isinstance(bins, Binning):
        return Binning(**{**bins.get_params(), "special": codes or bins.special})
    if bins is None and variable.names is None:
        return Binning(special=codes, closed=closed, smoothing=smoothing)
    if isinstance(bins, (int, np.integer)) and not isinstance(bins, bool):
        return Binning("quantile", max_bins=int(bins), min_fraction=0, special=codes, closed=closed, smoothing=smoothing)
    return None


def _given(bins: Any, special: Any, closed: str) -> Layout:
    if isinstance(bins, np.ndarray):
        bins = bins.tolist()
    if not isinstance(bins, (list, tuple)):
        raise InputError("scorecards.layout_bins_unsupported", bins=bins)
    if any(isinstance(one, (list, tuple, set, frozenset)) for one in bins):
        return Layout((), tuple(bins), special, closed)
    return Layout(tuple(bins), None, special, closed)


def _known(called: str, bins: object) -> Cut | None:
    """Bins that were made before."""
    if isinstance(bins, Layout):
        return Cut(bins)
    if isinstance(bins, Bins):
        if bins.layout is None:
            raise InputError("scorecards.counted_bins_empty")
        return Cut(bins.layout)
    if isinstance(bins, Binning) and bins.fitted:
        name = bins.variables_[0] if len(bins.variables_) == 1 else called
        if name not in bins.bins_:
            raise InputError(
                "scorecards.binning_variable_ambiguous",
                count=len(bins.variables_),
            )
        return _cut(bins, name)
    return None


def _cut(binning: Binning, name: str, *notes: str) -> Cut:
    layout, merged = binning.layout(name), binning.merged_.get(name)
    if merged is not None:
        notes = (*notes, say("scorecards.note_missing_counted_in_bin", bin=layout.names[merged]))
    return Cut(layout, (*notes, *binning._fitted[name].cut_between()), merged, (binning, name))
