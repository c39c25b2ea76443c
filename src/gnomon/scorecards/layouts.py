"""Where a variable is to be cut, out of what a caller may pass as bins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.variables import Variable
from ..summary import Bins, Layout
from ..words.language import say
from .atoms import check_special
from .binning import Binning
from .columns import name_of


def layout_for(
    x: Any,
    variable: Variable,
    bad: NDArray[np.uint8],
    weight: NDArray[np.float64] | None,
    *,
    bins: Any,
    special: Any,
    closed: str,
    smoothing: float | None,
) -> tuple[Layout, tuple[str, ...]]:
    """The layout that ``bins`` stand for, and what is to be said of how it was found."""
    known = _known(x, bins)
    if known is not None:
        if special != () and list(special):
            raise InputError("special= goes with edges or a number of bins; those passed as bins have their codes already")
        return known, ()
    if isinstance(bins, Binning):
        bins = Binning(**{**bins.get_params(), "special": list(special) or bins.special})
        return _fitted(bins, variable, bad, weight), (say("bins found by {binning}", binning=repr(bins)),)
    if bins is None and variable.names is None:
        made = Binning(special=list(special) or None, closed=closed, smoothing=smoothing)
        return _fitted(made, variable, bad, weight), (say("bins found by {binning}", binning=repr(made)),)
    if isinstance(bins, (int, np.integer)) and not isinstance(bins, bool):
        made = Binning("quantile", max_bins=int(bins), min_fraction=0, special=list(special) or None, closed=closed, smoothing=smoothing)
        return _fitted(made, variable, bad, weight), (say("bins found by {binning}", binning=repr(made)),)
    check_special(variable, special, "x")
    if bins is None:
        codes = set(special)
        return Layout((), tuple((name,) for name in variable.names or () if name not in codes), special, closed), ()
    return _given(bins, special, closed), ()


def _given(bins: Any, special: Any, closed: str) -> Layout:
    if isinstance(bins, np.ndarray):
        bins = bins.tolist()
    if not isinstance(bins, (list, tuple)):
        raise InputError(
            "bins={bins!r:.60} is none of edges, groups of categories, a number of bins, a Binning, Bins or a Layout", bins=bins
        )
    if any(isinstance(one, (list, tuple, set, frozenset)) for one in bins):
        return Layout((), tuple(bins), special, closed)
    return Layout(tuple(bins), None, special, closed)


def _known(x: Any, bins: Any) -> Layout | None:
    """The layout of bins that were made before."""
    if isinstance(bins, Layout):
        return bins
    if isinstance(bins, Bins):
        if bins.layout is None:
            raise InputError("bins are empty Bins, without a layout; pass edges, or Bins that were counted")
        return bins.layout
    if isinstance(bins, Binning) and bins.fitted:
        name = bins.variables_[0] if len(bins.variables_) == 1 else name_of(x)
        if name not in bins.bins_:
            raise InputError(
                "bins is a Binning of {count} variables, and x has no name that is one of them; pass binning.bins_[name].layout",
                count=len(bins.variables_),
            )
        return bins.bins_[name].layout
    return None


def _fitted(binning: Binning, variable: Variable, bad: NDArray[np.uint8], weight: NDArray[np.float64] | None) -> Layout:
    layout = binning.fit_rows({"x": variable}, bad, weight).bins_["x"].layout
    assert layout is not None
    return layout
