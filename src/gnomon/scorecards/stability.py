"""A score watched month by month: its rows are read, cut by the reference's bins and summed up by period."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Column, Source, memory_limit, open_source, reading_of
from ..errors import InputError
from ..inference.public import check_level
from ..inputs import HIGHER, BinaryRows
from ..inputs.direction import Direction, Spelt, check_direction, read
from ..inputs.numbers import as_weight
from ..inputs.rows import DEFAULT_POSITIVE
from ..inputs.variables import Variable
from ..messages.language import say
from ..summary import Bins, Sweep
from ..types import Floats
from .counting import counted
from .cut_alike import BinningOptions, by_names, check_how, given_layout, layout_of, size_of
from .outcomes import Outcomes
from .periods import Periods, periods_of
from .psi_columns import how_of, refuse_unknown
from .reading import ColumnKinds, groups_of, is_table, kinds_of, read_columns, variable_of, weight_of
from .same_kind import alike, codes_met, refuse_slips, refuse_texts, refuse_unmet
from .stability_index import ZERO, read_zero
from .stability_result import Stability
from .threads import on_threads
from .watch import FIGURES, Month, PeriodScore, ReferenceBins, StabilitySettings, Watch, interval_if_any


@dataclass(frozen=True)
class StabilityRequest:
    """What is watched: names of columns, how they are cut and read."""

    over: str
    label: str | None
    score: str | None
    variables: tuple[str, ...]
    weight: str | None
    how: BinningOptions
    direction: Direction
    positive: Any
    memory: int
    chosen: bool


class Base(NamedTuple):
    """What every figure needs of each row: its period, its label and its weight."""

    periods: Periods
    bad: NDArray[np.int8] | None
    weight: Floats | None


def stability(
    data: Any,
    *,
    over: str = "month",
    label: str | None = None,
    score: str | None = None,
    variables: Sequence[str] | None = None,
    reference: Any = None,
    bins: Any = 10,
    strategy: Literal["quantile", "width"] = "quantile",
    weight: str | None = None,
    direction: Spelt = HIGHER,
    positive: Any = DEFAULT_POSITIVE,
    special: Any = (),
    closed: str = "left",
    categories: Sequence[str] = (),
    zero: Any = ZERO,
    missing: str = "error",
    memory: Any = None,
    na: Any = (),
    encoding: str | None = None,
    sheet: Any = None,
    level: float = 0.95,
) -> Stability:
    """A score and its variables watched by period: rows, bad rate, KS and Gini with intervals, and PSI against a reference.

    Parameters
    ----------
    data
        A frame, a dictionary of columns, the path of a file, a DuckDB relation.
    over
        The column of periods: text such as 2024-03, numbers or dates. They are sorted as what they are; months that no row has are named.
    label, score
        Columns of the outcome (1 is bad) and of the score; either may be left out. Rows whose label is missing, as of months that have not
        matured, count for the PSI and not for bad rate, KS and Gini.
    variables
        Columns whose stability is watched; default: all others.
    reference
        The period that others are held against (default: the first); a table of its own, as the sample the score was developed on (a
        frame, a dictionary, a ``pathlib.Path``); or what was watched earlier, whose reference is taken.
    bins, strategy, special, closed, categories, zero
        As in :func:`psi_table`, for score and variables alike; all by the reference alone, so that months may be watched apart and added
        with ``+``. Categories that it has not are "other".
    weight
        The column of weights.
    direction
        "lower is positive" where low scores are bad.
    positive
        The label of the bad, unless it is 1.
    missing
        Of rows without a period: "error", or "drop" to leave them out and say how many.
    memory, na, encoding, sheet
        Of files, how much reading may take, and how they are read, as in ``evaluate``.
    level
        Of the intervals.

    >>> import gnomon as gn
    >>> month = ["2024-01"] * 200 + ["2024-02"] * 200
    >>> table = {"month": month, "age": [*range(200), *range(50, 250)], "bad": [0, 0, 0, 1] * 100}
    >>> found = gn.stability(table, label="bad", bins=4)
    >>> found.period.tolist(), found.bad_rate.tolist(), found.variable_psi["age"].round(4).tolist()
    (['2024-01', '2024-02'], [0.25, 0.25], [0.0, 1.3122])

    """
    if missing not in ("error", "drop"):
        raise InputError("inputs.missing_option_unknown", missing=missing)
    read_zero(zero)
    limit, settings = (
        memory_limit(memory),
        StabilitySettings(over, score, label is not None, check_direction(direction), zero, check_level(level)),
    )
    reading = reading_of(na, encoding, sheet)
    how = BinningOptions(bins, strategy, special, closed, list(categories) or None)
    with ExitStack() as opened:
        source = opened.enter_context(closing(open_source(data, limit, reading)))
        apart = opened.enter_context(closing(open_source(reference, limit, reading))) if _has_columns(reference) else None
        if apart is not None and score is not None:
            apart.require("score", score)
        known = list(reference.watch.references) if isinstance(reference, Stability) else None if apart is None else apart.columns
        named = _variables(source, known, variables, (over, label, score, weight))
        asked = StabilityRequest(over, label, score, named, weight, how, settings.direction, positive, limit, variables is not None)
        refuse_unknown(how, [*named, *(() if score is None else (score,))])
        for column in (*named, *(() if score is None else (score,))):
            check_how(how_of(how, column)._replace(categories=None))
        return Stability.of(_watched(source, apart, reference, asked, settings, missing))


def _has_columns(reference: object) -> bool:
    """Whether the reference is a table; a text names a period, a file is a path."""
    return is_table(reference) and not isinstance(reference, (str, Stability))


def _variables(source: Source, known: list[str] | None, variables: Sequence[str] | None, taken: tuple[str | None, ...]) -> tuple[str, ...]:
    """The variables to watch, after asking for every column that was named."""
    over, label, score, weight = taken
    for argument, column in (("over", over), ("label", label), ("score", score), ("weight", weight)):
        if column is not None:
            source.require(argument, column)
    if isinstance(variables, str):
        raise InputError("scorecards.variables_not_list", name=variables)
    if variables is None:
        names = [name for name in source.columns if name not in taken]
        return tuple(name for name in names if known is None or name in known)
    for column in variables:
        source.require("variables", column)
        if known is not None and column not in known:
            raise InputError("scorecards.variable_not_in_reference", name=column)
    return tuple(dict.fromkeys(variables))


def _watched(
    source: Source, apart: Source | None, reference: object, asked: StabilityRequest, settings: StabilitySettings, missing: str
) -> Watch:
    """Everything that is summed up."""
    columns = list(dict.fromkeys(name for name in (asked.score, *asked.variables) if name is not None))
    forced = [name for name in columns if how_of(asked.how, name).categories]
    weighed = [asked.weight] if asked.weight else []
    kinds = kinds_of((source,) if apart is None else (source, apart), [*columns, *weighed], forced)
    base = _base(source, asked, kinds)
    gone = _refuse_gone(base.periods, asked.over, missing)
    earlier = reference.watch.references if isinstance(reference, Stability) else None
    held = None if apart is not None or earlier is not None else _reference_place(base.periods.names, reference)
    of_reference = None if apart is None else _weight_of(apart, asked, kinds)
    cut = _Cut(base, held, of_reference, earlier, asked, kinds, (apart, source), set())
    found, swept = _counted(cut, source, apart, columns, settings.level)
    broken = _refuse_broken(found, asked)
    if earlier is None:
        refuse_unmet(asked.how.special, cut.met, broken)
    kept = {name: one for name, one in found.items() if not isinstance(one, InputError)}
    months = {
        name: Month(*_sums(base, place), swept[place], {column: one[1][place] for column, one in kept.items()})
        for place, name in enumerate(base.periods.names)
    }
    _refuse_weightless(months)
    named = "" if held is None else str(base.periods.names[held])
    if isinstance(reference, Stability):
        named = reference.reference
    return Watch(settings, {name: one[0] for name, one in kept.items()}, months, named, broken, gone)


def _counted(
    cut: "_Cut", source: Source, apart: Source | None, columns: list[str], level: float
) -> tuple[dict[str, tuple[ReferenceBins, list[Bins]] | InputError], list[PeriodScore]]:
    """Every column by bin and period, and the score swept by period; as many columns at a time as fit."""
    base, asked = cut.base, cut.asked
    found: dict[str, tuple[ReferenceBins, list[Bins]] | InputError] = {}
    swept: list[PeriodScore] = [PeriodScore()] * len(base.periods.names)
    for group in groups_of(columns, source.rows, asked.memory):
        read_in = read_columns(source, group, cut.kinds)
        referred = None if apart is None else read_columns(apart, group, cut.kinds)
        if asked.score in group and base.bad is not None:
            swept = _swept(read_in[asked.score], base, asked, level)
        sides = [read_in[name] for name in group], [None if referred is None else referred[name] for name in group]
        found |= dict(zip(group, on_threads(cut.counted, group, *sides), strict=True))
    return found, swept


def _refuse_broken(found: dict[str, Any], asked: StabilityRequest) -> dict[str, str]:
    """Why columns have no PSI; the score, and variables that were named, must have one."""
    broken = {name: str(reason) for name, reason in found.items() if isinstance(reason, InputError)}
    for name in (asked.score, *(asked.variables if asked.chosen else ())):
        if name in broken:
            raise InputError(
                "scorecards.part_argument_and_reason", argument="score" if name == asked.score else "variables", reason=broken[name]
            )
    return broken


def _refuse_weightless(months: dict[Any, Month]) -> None:
    for name, month in months.items():
        if not month.every[1] > 0:
            raise InputError("scorecards.period_weights_all_zero", name=str(name))


def _refuse_gone(periods: Periods, over: str, missing: str) -> int:
    """How many rows have no period, where they may be left out."""
    gone = int((periods.places < 0).sum())
    if gone and missing == "error":
        raise InputError(
            "scorecards.period_missing_in_rows",
            count=gone,
            name=over,
            at=int(np.argmax(periods.places < 0)),
        )
    return gone


def _reference_place(names: tuple[object, ...], reference: object) -> int:
    if reference is None:
        return 0
    for place, name in enumerate(names):
        if str(name) == str(reference):
            return place
    raise InputError(
        "scorecards.reference_period_unknown",
        given=reference,
        first=names[0],
        last=names[-1],
    )


def _base(source: Source, asked: StabilityRequest, kinds: ColumnKinds) -> Base:
    """Periods, labels and weights of all rows."""
    names = [name for name in (asked.over, asked.label) if name is not None]
    held = read_columns(source, names, ColumnKinds(frozenset()))
    periods = periods_of(held[asked.over], asked.over, source.spells)
    bad = None if asked.label is None else _labels(held[asked.label], asked, source.spells)
    return Base(periods, bad, _weight_of(source, asked, kinds))


def _weight_of(source: Source, asked: StabilityRequest, kinds: ColumnKinds) -> Floats | None:
    if asked.weight is None:
        return None
    source.require("weight", asked.weight)
    column = read_columns(source, [asked.weight], kinds)[asked.weight]
    return as_weight(weight_of(column, "weight"), len(column.values), say("scorecards.part_the_table"))


def _labels(column: Column, asked: StabilityRequest, spells: bool) -> NDArray[np.int8]:
    """1 for bad, 0 for good, -1 where nobody knows yet."""
    found = Outcomes(str(asked.label), asked.positive, spells).of(column)
    if (found < 0).all():
        raise InputError("scorecards.label_missing_in_every_row", label=asked.label)
    return found


def _swept(column: Column, base: Base, asked: StabilityRequest, level: float) -> list[PeriodScore]:
    """The score of each period's rows that have a label and a score, swept."""
    variable = variable_of(column, str(asked.score), False)
    if variable.names is not None:
        raise InputError("scorecards.score_not_numeric", score=asked.score, value=next(iter(variable.names), ""))
    assert base.bad is not None
    able = (base.bad >= 0) & ~variable.missing
    made = []
    for place in range(len(base.periods.names)):
        rows = (base.periods.places == place) & able
        weight = None if base.weight is None else base.weight[rows]
        made.append(_one_swept(base.bad[rows], variable.values[rows], weight, asked, level))
    return made


def _one_swept(bad: NDArray[np.int8], scores: Floats, weight: Floats | None, asked: StabilityRequest, level: float) -> PeriodScore:
    """A period's sweep; of weighted rows with the intervals, which its sums no longer tell."""
    if not len(bad) or (weight is not None and not weight.any()):
        return PeriodScore()
    rows = BinaryRows(bad.astype(np.uint8), read(np.ascontiguousarray(scores), asked.direction), weight, asked.direction)
    sweep = Sweep.of_rows(rows)
    ends = {}
    if weight is not None and sweep.positives and sweep.negatives:
        found = {name: interval_if_any(name, bad, scores, weight=weight, level=level, direction=asked.direction) for name in FIGURES}
        ends = {name: one for name, one in found.items() if one is not None}
    return PeriodScore(sweep, ends)


@dataclass(frozen=True)
class _Cut:
    """How each column is counted by period: in the bins of its reference."""

    base: Base
    held: int | None
    weight: Floats | None
    earlier: dict[str, ReferenceBins] | None
    asked: StabilityRequest
    kinds: ColumnKinds
    sources: tuple[Source | None, Source]
    met: set[tuple[str, Any]]

    def counted(self, name: str, column: Column, referred: Column | None) -> tuple[ReferenceBins, list[Bins]] | InputError:
        """One column's reference and its rows by bin in each period, or why it has none."""
        try:
            variable = variable_of(column, name, name in self.kinds.categories)
            if self.earlier is not None:
                if name not in self.earlier:
                    raise InputError("scorecards.part_not_in_reference", name=name)
                return self.earlier[name], self._by_period(self._like(self.earlier[name], variable, name), self.earlier[name])
            known = None if referred is None else variable_of(referred, name, name in self.kinds.categories)
            how = how_of(self.asked.how, name)
            self.met.update(codes_met(name, (known, variable), how.special))
            if not by_names(how):
                refuse_slips(name, (known, variable), self.sources)
                refuse_texts(given_layout(how), variable, repr(name), self.sources[1])
            return self._against(variable, known, how)
        except InputError as reason:
            return reason

    def _against(self, variable: Variable, known: Variable | None, how: BinningOptions) -> tuple[ReferenceBins, list[Bins]]:
        weight = self.weight
        if known is None:
            rows = self.base.periods.places == self.held
            known, weight = _part(variable, rows), None if self.base.weight is None else self.base.weight[rows]
        else:
            known, variable = alike(known, variable, self._spells)
        layout, notes = layout_of(known, None, how, weight)
        reference = ReferenceBins(counted(layout, known, weight), size_of(known, weight), tuple(notes))
        return reference, self._by_period(variable, reference)

    @property
    def _spells(self) -> tuple[bool, bool]:
        return self.sources[0] is not None and self.sources[0].spells, self.sources[1].spells

    def _like(self, reference: ReferenceBins, variable: Variable, name: str) -> Variable:
        """A column of the kind that an earlier reference is cut by."""
        groups = reference.bins.layout.groups if reference.bins.layout is not None else None
        names = None if groups is None else tuple(name for group in groups for name in group)
        known = Variable(np.zeros(1), None) if names is None else Variable(np.zeros(1, np.int64), names)
        if names is None:
            refuse_slips(name, (known, variable), self.sources)
        return alike(known, variable, self._spells)[1]

    def _by_period(self, variable: Variable, reference: ReferenceBins) -> list[Bins]:
        layout, weight, places = reference.bins.layout, self.base.weight, self.base.periods.places
        assert layout is not None

        parts = (places == place for place in range(len(self.base.periods.names)))
        return [counted(layout, _part(variable, rows), None if weight is None else weight[rows]) for rows in parts]


def _part(variable: Variable, rows: NDArray[np.bool_]) -> Variable:
    return Variable(variable.values[rows], variable.names)


def _sums(base: Base, place: int) -> tuple[Floats, Floats]:
    """Of a period's rows, and of those with a label: how many, what they weigh, the sum of its squares; and the bad among them."""
    rows = base.periods.places == place
    weight = np.ones(len(rows)) if base.weight is None else base.weight
    here = weight[rows]
    every = np.array([len(here), here.sum(), here @ here])
    if base.bad is None:
        return every, np.zeros(4)
    known = rows & (base.bad >= 0)
    told = weight[known]
    return every, np.array([len(told), told.sum(), told @ told, told @ base.bad[known].astype(np.float64)])
