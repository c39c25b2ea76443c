"""Lists by their length: whether long ones are ranked worse than short ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...inference.estimate import IntervalOptions
from ...inference.queries import interval_of
from ...public.ranking import queried
from ...result import Table
from ...summary import Ranked
from ...types import Floats, Integers
from .tables import CUT, Forms, at, forms_of, mean_of

ENDS = (1, 5, *(10**power * part for power in range(1, 10) for part in (1, 2, 5)))
FINE_ENDS = (*range(1, 11), *(round(10**power * part) for power in range(1, 9) for part in (1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)))
MOST_SIZES = 8


@dataclass(frozen=True, eq=False, repr=False)
class SizeTable(Table):
    """Queries by the number of their items, from ``smallest`` to ``largest``: how many there are, and how well they are ranked.

    ``ndcg`` is cut at 10 and has its interval in ``low`` and ``high`` where a level was given; ``undefined`` queries have no NDCG and
    count in ``queries`` only. NaN: no query of the bin has a value.
    """

    smallest: Integers
    largest: Integers
    queries: Integers
    rows: Integers
    undefined: Integers
    ndcg: Floats
    low: Floats
    high: Floats
    gauc: Floats

    @property
    def names(self) -> list[str]:
        """The bins as people write them: 1, 2–5, 6–10."""
        return [f"{a:,}" if a == b else f"{a:,}–{b:,}" for a, b in zip(self.smallest.tolist(), self.largest.tolist(), strict=True)]


def size_bins(sizes: Integers, models: int = 1) -> list[tuple[int, int]]:
    """Bins of the sizes of one or several models: readable ends, at most eight, that hold them all; queries without a list apart.

    >>> size_bins(np.array([1, 3, 7, 80, 700])), size_bins(np.array([0, 12, 14, 14]))
    ([(1, 1), (2, 5), (6, 10), (51, 100), (501, 1000)], [(0, 0), (11, 12), (13, 15)])
    """
    filled = sizes[sizes > 0]
    places = np.searchsorted(ENDS, filled)
    # Lists that are nearly of one length are told apart more finely.
    ends = ENDS if len(np.unique(places)) > 3 else FINE_ENDS
    used, counts = (part.tolist() for part in np.unique(np.searchsorted(ends, filled), return_counts=True))
    bins = [(ends[place - 1] + 1 if place else 1, ends[place]) for place in used]
    none = [(0, 0)] * bool(len(filled) < len(sizes))
    # A bin of a handful among many queries says nothing by itself, and joins the smaller of its neighbours.
    while len(bins) > MOST_SIZES - len(none) or (len(bins) > 1 and min(counts) < min(len(filled) / 20, 5 * models)):
        least = int(np.argmin(counts))
        first = least - 1 if least and (least == len(bins) - 1 or counts[least - 1] <= counts[least + 1]) else least
        bins[first : first + 2] = [(bins[first][0], bins[first + 1][1])]
        counts[first : first + 2] = [counts[first] + counts[first + 1]]
    return none + bins


def by_size(
    ranked: Ranked, bins: Sequence[tuple[int, int]] | None = None, level: float | None = None, forms: Forms | None = None
) -> SizeTable:
    """Lists by their length: NDCG of the first ten and the AUC within them.

    >>> import gnomon as gn
    >>> made = by_size(gn.Ranked.of([0, 1, 1, 0, 1], [3, 2, 3, 2, 1], group=["a", "a", "b", "b", "c"]))
    >>> made.names, made.queries.tolist(), made.gauc.tolist()
    (['1', '2'], [1, 2], [nan, 0.5])
    """
    forms = forms_of() if forms is None else forms
    bins = size_bins(ranked.sizes) if bins is None else list(bins)
    made = [_of_size(ranked.take((ranked.sizes >= low) & (ranked.sizes <= high)), level, forms) for low, high in bins]
    ends = np.array(bins, np.int64).reshape(-1, 2).T
    whole, parts = ([line[:3] for line in made], [line[3:] for line in made])
    return SizeTable(*ends, *np.array(whole, np.int64).reshape(-1, 3).T, *np.array(parts, np.float64).reshape(-1, 4).T)


def _of_size(ranked: Ranked, level: float | None, forms: Forms) -> tuple[float, ...]:
    form = at(forms["ndcg"], CUT)
    found = queried(form, ranked)
    sure = None if level is None else interval_of(form, ranked, IntervalOptions(level))
    ends = (np.nan, np.nan) if sure is None else (sure.low, sure.high)
    within = mean_of(queried(forms["gauc"], ranked))
    return len(ranked), ranked.items, int(np.isnan(found.values).sum()), mean_of(found), *ends, within
