"""A Binning fitted to rows that are elsewhere: its columns are tallied there, and cut here by what was tallied."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..engines import Source
from ..errors import InputError
from ..inputs.rows import DEFAULT_POSITIVE
from .atoms import checked_atoms
from .card_columns import opened
from .counting_apart import CountRequest as CountAsked
from .counting_apart import counted_apart
from .fitting import ByPeriod, FittedVariable, fit_atoms
from .settings import listed_codes, rules_by_variable, special_codes
from .tables import refuse_one_side
from .tallies import Tallies, Tally, TallyRequest, tallied
from .totals import LabelAndWeight

if TYPE_CHECKING:
    from ..types import Array
    from .binning import Binning


def beside_of(binning: Any, source: Source, y: object, weight: object) -> LabelAndWeight:
    """The columns of label and weight, which are named where rows are elsewhere."""
    label = source.require("y", y)
    return LabelAndWeight(
        label,
        None if weight is None else source.require("weight", weight),
        DEFAULT_POSITIVE if binning.positive is None else binning.positive,
    )


def fit_frame(binning: "Binning", X: object, y: object, weight: object) -> int:
    """Cut every column of a frame but those of label, weight and periods; how many there are."""
    with opened(X) as source:
        beside = beside_of(binning, source, y, weight)
        over = binning.stable_over
        if over is not None and (not isinstance(over, str) or over not in source.columns):
            raise InputError("scorecards.stable_over_unknown", name=over)
        names = [name for name in source.columns if name not in (*beside.names, over)]
        if not names:
            raise InputError("scorecards.columns_empty")
        fit_columns(binning, source, names, beside)
        return len(names) + (over is not None)


def fit_columns(binning: Any, source: Source, names: Sequence[str], beside: LabelAndWeight) -> Tallies:
    """Cut columns by what was tallied of them, which is given back."""
    codes = codes_by_name(binning.special, names)
    tallies = tallied(source, TallyRequest(codes, beside=beside))
    totals = tallies.totals
    refuse_one_side(totals.good, totals.bad)
    failed = {name: tally.failed for name, tally in tallies.columns.items() if tally.failed}
    held = {name: tally for name, tally in tallies.columns.items() if not tally.failed}
    rules = rules_by_variable(binning, held, totals.weight / totals.row_weight, totals.row_weight, failed)
    special = special_codes(binning.special, {name: tally.variable()[0] for name, tally in held.items()}, tuple(failed))
    fitted: dict[str, FittedVariable] = {}
    for name, tally in held.items():
        try:
            _refuse_widths(name, tally, rules[name].method)
            atoms = checked_atoms(tally.atoms(special[name], totals.row_weight), totals.rows, name)
            found = fit_atoms(atoms, rules[name], _by_period(binning, source, name, beside))
            fitted[name] = found if tally.exact else replace(found, cells=len(tally.sweep))
        except InputError as reason:
            failed[name] = str(reason)
    if not fitted:
        raise InputError("scorecards.no_column_binnable", reasons="; ".join([*failed.values()][:3]))
    binning._hold(fitted, failed)
    return tallies


def codes_by_name(special: object, names: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """The special codes that each column may have."""
    if isinstance(special, dict):
        return {name: tuple(listed_codes(special.get(name, ()))) for name in names}
    return dict.fromkeys(names, () if special is None else tuple(listed_codes(special)))


def _refuse_widths(name: str, tally: Tally, method: str) -> None:
    """Equal widths end where they end, inside cells too, whose rows are not told apart."""
    if method == "width" and not tally.exact:
        raise InputError(
            "scorecards.too_many_values_apart",
            name=name,
        )


def _by_period(binning: Any, source: Source, name: str, beside: LabelAndWeight) -> ByPeriod | None:
    """Rows of a column by period and bin, which are counted where they are; None where bins need not be stable."""
    over = binning.stable_over
    if over is None:
        return None

    def counts(layout: Any) -> "Array":
        found = counted_apart(source, CountAsked({name: layout}, beside=beside, labelled=True, over=over))
        if found.gone:
            raise InputError("scorecards.period_missing_in_fitting", name=over)
        return found.bins[name][found.ordered().places.argsort()]

    return counts
