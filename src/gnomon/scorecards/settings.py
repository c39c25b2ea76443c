"""The parameters of a Binning, checked when it is fitted."""

from collections.abc import Collection
from typing import Any

import numpy as np

from ..errors import InputError, warn
from ..inputs.numbers import is_number
from ..inputs.variables import Variable
from ..messages.language import either, listed, say
from ..summary import Bins
from ..summary.invariants import as_whole
from .atoms import has_code
from .cutting import METHODS, TRENDS, BinRules
from .tables import check_options

MOST_FINE, MOST_BINS = 500, 50
BY_VARIABLE: dict[str, Any] = {"max_bins": 8, "min_fraction": 0.05, "monotonic": "auto"}
"""Parameters that may be dictionaries by variable, with their defaults."""


def rules_by_variable(
    binning: object, names: Collection[str], total: float, row_weight: float, failed: Collection[str] = ()
) -> dict[str, BinRules]:
    """The rules of each variable; a dictionary that names another is refused."""
    for argument in BY_VARIABLE:
        given = getattr(binning, argument)
        for name in given if isinstance(given, dict) else ():
            if str(name) not in names and str(name) not in failed:
                raise InputError("scorecards.option_column_unknown", argument=argument, name=name)
    return {name: rules_of(binning, total, row_weight, name) for name in names}


def rules_of(binning: Any, total: float, row_weight: float = 1.0, name: str | None = None) -> BinRules:
    """What bins must be like, of so many rows in all, each of such a weight; a parameter that makes no sense is refused.

    ``max_bins``, ``min_fraction`` and ``monotonic`` may be dictionaries by variable; those that are not named have the default.
    """
    max_bins, min_fraction, monotonic = (_of_variable(binning, argument, name) for argument in BY_VARIABLE)
    check_options(binning.smoothing, binning.direction)
    _one_of(binning.method, "method", METHODS)
    trend = "none" if monotonic is None else monotonic
    _one_of(trend, "monotonic", (None, *TRENDS))
    _one_of(binning.missing, "missing", ("own", "merge"))
    _one_of(binning.unseen, "unseen", ("error", "zero", "missing"))
    _one_of(binning.criterion, "criterion", ("entropy", "gini"))
    _one_of(binning.closed, "closed", ("left", "right"))
    fraction = _number(min_fraction, "min_fraction", 0, 0.5)
    confidence = _number(binning.confidence, "confidence", 0, 1)
    return BinRules(
        method=binning.method,
        max_bins=as_whole(max_bins, "max_bins", 1, MOST_BINS),
        rows=fraction * total * (1 - 1e-12),  # what rounding adds to 0.07 * 100 is not asked for
        events=_number(binning.min_events, "min_events", 0, float("inf")),
        difference=max(_number(binning.min_difference, "min_difference", 0, 1) - 1e-12, 0.0),  # 0.3 - 0.25 is below 0.05 by rounding
        trend=trend,
        fine=as_whole(binning.fine, "fine", 2, MOST_FINE),
        smoothing=None if binning.smoothing is None else float(binning.smoothing),
        chi=_chi_square(confidence),
        criterion=binning.criterion,
        closed=binning.closed,
        row_weight=row_weight,
    )


def _of_variable(binning: object, argument: str, name: str | None) -> Any:
    """A parameter that may be a dictionary by variable."""
    given = getattr(binning, argument)
    if not isinstance(given, dict):
        return given
    return {str(key): value for key, value in given.items()}.get(str(name), BY_VARIABLE[argument])


def special_codes(special: object, variables: dict[str, Variable], dropped: tuple[str, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """The special codes of each variable. A list holds for every variable that has such a value; a dictionary names the variable.

    Codes of a variable have bins of their own though none of these rows may have them: later rows may. Of a list, a code that no variable
    has is refused: mistyped, it would leave its rows among the values.
    """
    if special is None:
        return dict.fromkeys(variables, ())
    if isinstance(special, dict):
        for name, codes in special.items():
            if str(name) in dropped:
                continue
            if str(name) not in variables:
                raise InputError("scorecards.special_column_unknown", name=name)
            listed_codes(codes)
        return {name: tuple(listed_codes(special.get(name, ()))) for name in variables}
    codes = listed_codes(special)
    for code in codes:
        if not any(has_code(variable, code) for variable in variables.values()):
            name = next(iter(variables)) if len(variables) == 1 else "X"
            raise InputError("scorecards.special_code_not_in_column", code=code, name=name)
    return {name: tuple(code for code in codes if has_code(variable, code)) for name, variable in variables.items()}


def codes_not_met(bins: Bins) -> list[str]:
    """Special codes that no row has, as text."""
    assert bins.layout is not None
    first = bins.layout.regular
    found = [code for at, code in enumerate(bins.layout.special) if not bins.total[first + at]]
    return [f"{code:.12g}" if isinstance(code, float) else repr(code) for code in found]


def warn_of_codes(binning: Any) -> None:
    """Warn of special codes that were named for a column and that no row of it has: a mistyped code leaves its rows among the values."""
    codes = [f"{name}={code}" for name in binning.variables_ for code in codes_not_met(binning.bins_[name])]
    if codes:
        warn(say("scorecards.special_codes_in_no_row", codes=listed(codes)))


def listed_codes(codes: object) -> list[Any]:
    """Special codes as a list; one may stand by itself."""
    if isinstance(codes, (str, bytes, int, float, np.generic)):
        return [codes]
    if not isinstance(codes, (list, tuple, set, frozenset, np.ndarray)):
        raise InputError("scorecards.setting_not_list", name="special", values=codes)
    return list(codes.tolist() if isinstance(codes, np.ndarray) else codes)


def _one_of(value: object, name: str, choices: tuple[object, ...]) -> None:
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        raise InputError("scorecards.setting_unknown", name=name, value=value, choices=either(map(repr, choices)))


def _number(value: Any, name: str, low: float, high: float) -> float:
    if not (is_number(value) and low <= value < high):
        raise InputError("scorecards.setting_out_of_range", name=name, value=value, low=low, high=high)
    return float(value)


def _chi_square(confidence: float) -> float:
    """The quantile of chi-square with one degree of freedom."""
    from scipy.stats import chi2

    return float(chi2.ppf(confidence, 1))
