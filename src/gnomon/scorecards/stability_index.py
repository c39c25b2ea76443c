"""The population stability index: how far the distribution of one variable has moved from that of a reference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inference.comparison import p_text
from ..inference.interval import Interval
from ..messages import Message, text_in
from ..messages.language import language, say
from ..result import JsonSerializable, Table, text_table
from ..types import Floats
from .cut_alike import BinnedPair, BinningOptions, Strategy, cut_alike
from .psi_chance import METHOD, Chance, Index, chances_of, ends_of

BANDS = (0.10, 0.25)
"""The habit of the trade: below the first stable, from the second on a large shift."""
ZERO = "0.5 rows"
FILLED = {"rows": "psi_filled", "share": "psi_filled_share"}


@dataclass(frozen=True, eq=False, repr=False)
class PsiTable(JsonSerializable, Table):
    """Both samples by bin, and what each bin adds to the index ``psi``.

    ``verdict`` is "stable", "moderate" or "large" by the bands 0.10 and 0.25, which know nothing of how many rows there are: ``chance`` is
    the PSI to be expected of two samples of these sizes from one population, ``critical_value`` what one in twenty such pairs exceeds,
    ``p_value`` how many exceed this one. ``interval`` is that of the populations' PSI. ``zero`` says what stood in for empty bins, and
    ``filled`` how many there were.
    """

    bin: NDArray[Any]
    expected: Floats
    actual: Floats
    expected_share: Floats
    actual_share: Floats
    contribution: Floats
    psi: float
    verdict: str
    interval: Interval
    chance: float
    critical_value: float
    p_value: float
    sizes: tuple[float, float]
    closed: str
    zero: str
    filled: int
    notes: tuple[Message, ...] = ()
    key: ClassVar[str] = "psi"

    @property
    def note(self) -> str:
        known: dict[str, Any] = {"psi": self.psi, "verdict": verdict_words(self.verdict), "level": 100 * self.interval.level}
        known |= {"low": self.interval.low, "high": self.interval.high, "p": p_text(self.p_value), "chance": self.chance}
        return say("scorecards.note_psi_verdict", **known)

    def __str__(self) -> str:
        columns = self.columns()
        notes = [f" ● {text_in(note, language())}" for note in self.notes]
        return "\n".join([self.note, text_table(columns, most=40), *notes])


def verdict_of(psi: float) -> str:
    """Which band an index falls into.

    >>> verdict_of(0.0999), verdict_of(0.10), verdict_of(0.25)
    ('stable', 'moderate', 'large')
    """
    return "stable" if psi < BANDS[0] else "moderate" if psi < BANDS[1] else "large"


def verdict_words(verdict: str) -> str:
    """A verdict in the language of the moment."""
    return {
        "stable": say("scorecards.verdict_stable"),
        "moderate": say("scorecards.verdict_moderate_shift"),
        "large": say("scorecards.verdict_large_shift"),
    }[verdict]


def psi(
    expected: Any,
    actual: Any,
    *,
    bins: Any = 10,
    strategy: Strategy = "quantile",
    weight: Any = None,
    special: Any = (),
    closed: str = "left",
    zero: Any = ZERO,
    categories: bool | None = None,
) -> float:
    """Σ (aᵢ − eᵢ)·ln(aᵢ / eᵢ) over bins: how far a variable has moved from a reference. It has the options of :func:`psi_table`.

    >>> import gnomon as gn
    >>> round(gn.psi(["a"] * 50 + ["b"] * 50, ["a"] * 60 + ["b"] * 40), 6)
    0.040547
    """
    pair = cut_alike(expected, actual, BinningOptions(bins, strategy, special, closed, categories), weight)
    return float(shares_of(pair, zero).contribution.sum())


@dataclass(frozen=True)
class BinShares:
    """Shares of both samples in the bins that one of them has, and what the bins add."""

    at: NDArray[np.int64]
    expected: Floats
    actual: Floats
    contribution: Floats
    filled: NDArray[np.bool_]
    left_out: bool


def shares_of(pair: BinnedPair, zero: object) -> BinShares:
    """The shares that are compared, empty ones as ``zero`` says."""
    kind, amount = read_zero(zero)
    counts = pair.expected.total.astype(np.float64), pair.actual.total.astype(np.float64)
    for name, count in zip(("expected", "actual"), counts, strict=True):
        if not count.sum() > 0:
            raise InputError("scorecards.sample_empty", name=name)
    at = np.flatnonzero((counts[0] > 0) | (counts[1] > 0))
    first, second = counts[0][at], counts[1][at]
    empty = (first == 0) | (second == 0)
    if kind == "refuse" and empty.any():
        which = int(np.argmax(empty))
        raise InputError(
            "scorecards.psi_bin_empty",
            bin=pair.expected.names[at[which]],
            name="expected" if first[which] == 0 else "actual",
        )
    rows = [float(count.sum() / size) for count, size in zip(counts, pair.sizes, strict=True)]
    e, a, contribution = _index(first, second, rows, kind, amount)
    return BinShares(at, e, a, contribution, empty, kind == "skip")


def _index(first: Floats, second: Floats, rows: Sequence[float], kind: str, amount: float) -> tuple[Floats, Floats, Floats]:
    """Both shares of each bin and what it adds; ``rows`` is what a row of each sample weighs."""
    empty = (first == 0) | (second == 0)
    if not empty.any():
        e, a = first / first.sum(-1, keepdims=True), second / second.sum(-1, keepdims=True)
        return e, a, (a - e) * np.log(a / e)
    if kind == "rows":
        first, second = np.where(first == 0, amount * rows[0], first), np.where(second == 0, amount * rows[1], second)
    e, a = first / first.sum(-1, keepdims=True), second / second.sum(-1, keepdims=True)
    if kind == "share":
        e, a = np.where(e == 0, amount, e), np.where(a == 0, amount, a)
    with np.errstate(divide="ignore", invalid="ignore"):
        contribution = np.where(e == a, 0.0, (a - e) * np.log(a / e))
    return e, a, np.where(empty, 0.0, contribution) if kind == "skip" else contribution


def index_of(expected: Floats, actual: Floats, rows: Sequence[float] = (1.0, 1.0)) -> float:
    """The index of two counts by bin, by the default for empty bins; ``rows`` is what a row of each weighs."""
    there = (expected > 0) | (actual > 0)
    return float(_index(expected[there], actual[there], rows, *read_zero(ZERO))[2].sum())


def read_zero(zero: Any) -> tuple[str, float]:
    """What stands in for an empty share: so many rows, a share, nothing (the bin is skipped), or a refusal.

    >>> read_zero("0.5 rows"), read_zero(1e-4), read_zero("skip")
    (('rows', 0.5), ('share', 0.0001), ('skip', 0.0))
    """
    if zero in ("skip", "refuse") and isinstance(zero, str):
        return zero, 0.0
    try:
        kind = "rows" if isinstance(zero, str) and zero.endswith(" rows") else "share"
        amount = float(zero.removesuffix(" rows") if kind == "rows" else zero) if not isinstance(zero, bool) else np.nan
    except (TypeError, ValueError):
        amount = np.nan
    if kind == "share" and 0.5 <= amount <= 1e6:
        raise InputError(
            "scorecards.zero_share_too_large",
            given=zero,
            amount=amount,
        )
    if not (0 < amount <= 1e6 if kind == "rows" else 0 < amount < 1):
        raise InputError("scorecards.zero_unknown", given=zero)
    return kind, amount


class Figures(NamedTuple):
    """What is found of two samples that are cut alike."""

    shares: BinShares
    psi: float
    ends: tuple[float, float]
    chance: Chance


def figures_of(pairs: Sequence[BinnedPair], zero: object = ZERO, level: float = 0.95) -> list[Figures | InputError]:
    """The figures of each pair, or why it has none; pairs of like sizes in as many bins are computed together."""
    found: dict[int, Figures | InputError] = {}
    alike: dict[Any, list[tuple[int, BinShares]]] = {}
    for place, shares in _shares_of_all(pairs, zero):
        if isinstance(shares, InputError):
            found[place] = shares
        else:
            told = len(shares.at) - (int(shares.filled.sum()) if shares.left_out else 0)
            alike.setdefault((told, len(shares.at), pairs[place].sizes), []).append((place, shares))
    for (bins, _, sizes), group in alike.items():
        places, several = [place for place, _ in group], [shares for _, shares in group]
        kept = [~one.filled if one.left_out else slice(None) for one in several]
        e = np.array([one.expected[there] for one, there in zip(several, kept, strict=True)])
        a = np.array([one.actual[there] for one, there in zip(several, kept, strict=True)])
        psi = np.array([one.contribution for one in several]).sum(-1)
        at = [one.at[there] for one, there in zip(several, kept, strict=True)]
        pooled = _pooled([pairs[place] for place in places], at) if bins > 1 else None
        chances = chances_of(psi, bins, sizes, pooled, index_of_rows(zero))
        found |= dict(zip(places, map(Figures, several, psi.tolist(), ends_of(psi, e, a, sizes, level), chances), strict=True))
    return [found[place] for place in range(len(pairs))]


def _shares_of_all(pairs: Sequence[BinnedPair], zero: object) -> Iterator[tuple[int, BinShares | InputError]]:
    """The shares of each pair, or why it has none; pairs without an empty share are divided together."""
    kind, amount = read_zero(zero)
    sized: dict[int, list[int]] = {}
    for place, pair in enumerate(pairs):
        sized.setdefault(len(pair.expected.good), []).append(place)
    for places in sized.values():
        counts = np.array([(pairs[place].expected.total, pairs[place].actual.total) for place in places], np.float64)
        there = counts > 0
        bins = np.where((there[:, 0] == there[:, 1]).all(1), there[:, 0].sum(1), 0)  # 0 where a share is empty
        for row in np.flatnonzero(bins == 0):
            try:
                yield places[row], shares_of(pairs[places[row]], zero)
            except InputError as reason:
                yield places[row], reason
        for filled in np.unique(bins[bins > 0]):
            rows = np.flatnonzero(bins == filled)
            first, second = (counts[rows, side][there[rows, side]].reshape(len(rows), filled) for side in (0, 1))
            at = np.nonzero(there[rows, 0])[1].reshape(len(rows), filled)
            none = np.zeros(filled, bool)
            e, a, contribution = _index(first, second, (1.0, 1.0), kind, amount)
            for nth, row in enumerate(rows):
                yield places[row], BinShares(at[nth], e[nth], a[nth], contribution[nth], none, kind == "skip")


def _pooled(pairs: Sequence[BinnedPair], at: Sequence[NDArray[np.int64]]) -> Floats:
    """Rows of both samples by bin, whatever they weigh; the pairs have like sizes."""
    counts = [[side.total[there] for side in (pair.expected, pair.actual)] for pair, there in zip(pairs, at, strict=True)]
    every = np.array(counts, np.float64)
    scaled = every * (np.array(pairs[0].sizes)[:, None] / every.sum(-1, keepdims=True))
    return np.asarray(scaled[:, 0] + scaled[:, 1])


def table_of(pair: BinnedPair, zero: object = ZERO, level: float = 0.95) -> PsiTable:
    """The table of two samples that are cut alike."""
    figures = figures_of([pair], zero, level)[0]
    if isinstance(figures, InputError):
        raise figures
    return table_with(pair, figures, zero, level)


def table_with(pair: BinnedPair, figures: Figures, zero: object, level: float) -> PsiTable:
    """The table of two samples whose figures are known."""
    shares, value, ends, chance = figures
    names = np.array(pair.expected.names, object)[shares.at]
    filled = [str(name) for name in names[shares.filled]]
    return PsiTable(
        bin=names,
        expected=pair.expected.total[shares.at],
        actual=pair.actual.total[shares.at],
        expected_share=shares.expected,
        actual_share=shares.actual,
        contribution=shares.contribution,
        psi=value,
        verdict=verdict_of(value),
        interval=Interval("psi", value, *ends, level, METHOD),
        chance=chance.expected,
        critical_value=chance.critical,
        p_value=chance.p_value,
        sizes=pair.sizes,
        closed=pair.expected.layout.closed if pair.expected.layout is not None else "left",
        zero=str(zero),
        filled=len(filled),
        notes=(*pair.notes, *_notes(value, chance, pair, filled, zero)),
    )


def index_of_rows(zero: object) -> Index:
    """What bins of so many rows add to the index, empty ones as ``zero`` says; of bins that must not be empty, as by default."""
    kind, amount = read_zero(ZERO if zero == "refuse" else zero)

    def index(first: Floats, second: Floats, sizes: tuple[float, float], empty: tuple[float, float]) -> Floats:
        there = (first > 0) & (second > 0)
        if kind == "rows":
            shares = [
                np.where(rows > 0, rows, amount) / (size + amount * none)
                for rows, size, none in zip((first, second), sizes, empty, strict=True)
            ]
        else:
            shares = [np.where(rows > 0, rows / size, amount or 1.0) for rows, size in zip((first, second), sizes, strict=True)]
        e, a = shares
        return np.where(there | (kind != "skip"), (a - e) * np.log(a / e), 0.0)

    return index


def _notes(value: float, chance: Chance, pair: BinnedPair, filled: list[str], zero: object) -> list[Message]:
    """What one must know to read the index: what chance alone makes, and what stood in for empty bins."""
    notes = []
    known: dict[str, Any] = {"chance": chance.expected, "critical": chance.critical, "psi": value, "p": p_text(chance.p_value)}
    known |= {"expected": pair.sizes[0], "actual": pair.sizes[1]}
    if chance.df == 0:
        notes.append(Message("psi_one_bin"))
    elif chance.critical >= BANDS[0]:
        notes.append(Message("psi_bands_blind", **known))
    elif value >= BANDS[0] and chance.p_value >= 0.05:
        notes.append(Message("psi_by_chance", **known))
    elif value < BANDS[0] and chance.p_value < 0.05:
        notes.append(Message("psi_sure_but_small", **known))
    if filled:
        shown = [*filled[:5], *(["…"] if len(filled) > 5 else [])]
        kind, amount = read_zero(zero)
        told: dict[str, Any] = {"count": len(filled), "bins": shown}
        notes.append(Message("psi_skipped", **told) if kind == "skip" else Message(FILLED[kind], amount=amount, **told))
    return notes
