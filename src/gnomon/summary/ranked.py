"""Ranked: the summary behind every metric of ranking, from which all of them are computed at every k."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs import HIGHER
from ..inputs.direction import Spelt
from ..inputs.groups import named
from ..inputs.labels import plain
from ..inputs.ranked import UNSAID, QueryRows, order_by_name, ranked_rows
from ..parallel import THREADS
from ..types import Array, Floats
from .base import Summary
from .invariants import as_names, as_whole, frozen
from .lists import OrderedLists, checked_lists, checked_order
from .packing import Arrays

if TYPE_CHECKING:
    from ..inputs.trec import DocumentTable


class Ranked(Summary):
    """Per query, the relevance of its items in the order of their scores: one ordering for every metric at every k.

    ``queries`` are the queries' names, ascending; the items of query i are ``starts[i]:starts[i + 1]``, their ``grade`` from the highest
    score down (NaN where an item was never judged) and ``tied`` where a score equals the one before. ``rest`` has the grades that were
    judged but not retrieved; ``by_id`` the places by score as a 32-bit float and then by name, where items have names.
    ``unjudged`` counts queries of the run that no judgment speaks of, which are left out; ``top`` is the highest grade of the data that
    these queries are part of, which some of them may not reach. Two merge when they share no query.

    >>> import gnomon as gn
    >>> ranked = gn.Ranked.of([3, 0, 2, 1], [0.9, 0.8, 0.7, 0.6], group=["a", "a", "b", "b"])
    >>> ranked
    Ranked(2 queries, 4 items, 3 relevant)
    >>> gn.ndcg(ranked, k=2), gn.ndcg(ranked, k=2, per_query=True)
    (1.0, {'a': 1.0, 'b': 1.0})
    """

    growth = "rows"

    def __init__(
        self, queries: Array, lists: OrderedLists, by_id: NDArray[np.uint32] | None = None, unjudged: int = 0, top: float = 0.0
    ) -> None:
        names = as_names(queries, "queries")
        own = checked_lists(lists, len(names))
        highest = float(top)
        if not 0 <= highest < float("inf"):
            raise InputError("summary.top_not_a_grade", top=top)
        self._hold(names, own, None if by_id is None else checked_order(by_id, own.starts), as_whole(unjudged, "unjudged"), highest)

    @classmethod
    def _of_kernel(
        cls, queries: Array, lists: OrderedLists, by_id: NDArray[np.uint32] | None = None, unjudged: int = 0, top: float = 0.0
    ) -> "Ranked":
        """Of columns that were made from checked ones and that nobody else writes to: they are not looked through again."""
        made = object.__new__(cls)
        made._hold(queries, lists, by_id, unjudged, top)
        return made

    def _hold(self, queries: Array, lists: OrderedLists, by_id: NDArray[np.uint32] | None, unjudged: int, top: float) -> None:
        held = {"queries": queries, **lists._asdict(), "by_id": by_id, "unjudged": unjudged, "top": top}
        self.__dict__.update({name: frozen(value) if isinstance(value, np.ndarray) else value for name, value in held.items()})

    queries: Array
    starts: NDArray[np.int64]
    grade: Floats
    tied: NDArray[np.uint8]
    rest_starts: NDArray[np.int64]
    rest: Floats
    by_id: NDArray[np.uint32] | None
    unjudged: int
    top: float

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to {name}: a Ranked does not change; build another with Ranked.of")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are built anew: nothing cached travels, and nothing can be written to."""
        return Ranked, (self.queries, self._own, self.by_id, self.unjudged, self.top_grade)

    @classmethod
    def of(
        cls,
        relevance: Any,
        score: Any = None,
        *,
        group: Any = UNSAID,
        item: Any = None,
        missing: str = "error",
        direction: Spelt = HIGHER,
    ) -> "Ranked":
        """From flat columns with the ``group`` (query, user, session) of each row; a matrix or lists of lists, one for each query.

        With ``group=None`` flat columns are one query. ``item`` names the items, for ``ties="docid-desc"``. With
        ``direction="lower is positive"`` what scores lowest comes first.
        """
        return cls.of_rows(ranked_rows(relevance, score, group, item, missing, direction=direction))

    @classmethod
    def of_rows(cls, rows: QueryRows, top: float = 0.0) -> "Ranked":
        """From validated rows; ``top`` is the highest grade of the data they are part of."""
        groups = rows.groups
        starts, grade, tied, order = _core.rank_rows(
            rows.score, rows.grade, groups.codes, len(groups.names), rows.item is not None, THREADS
        )
        by_id = None if rows.item is None else order_by_name(rows, starts, order)
        return cls._of_kernel(groups.names, OrderedLists(starts, grade, tied, np.zeros(len(starts), np.int64), np.zeros(0)), by_id, 0, top)

    @classmethod
    def from_qrels(cls, qrels: Any, run: Any) -> "Ranked":
        """From judgments and a run, each a TREC file (plain or gzipped), a dictionary ``{query: {document: grade or score}}``, a data frame
        with columns query, document and grade or score, or an object of ranx. Judgments may merely list what is relevant,
        ``{query: [documents]}``, and a run ``{query: [documents, the best first]}``.

        Documents that were never judged count as not relevant; queries of the run without judgments are left out and counted. Judgments
        read once with ``gn.Ranked.judgments(qrels)`` serve any number of runs.

        >>> import gnomon as gn
        >>> ranked = gn.Ranked.from_qrels({"q1": {"d1": 1, "d2": 0}}, {"q1": {"d1": 0.4, "d2": 0.9}})
        >>> gn.mrr(ranked)
        0.5
        """
        from ..inputs.trec import DocumentTable, joined, table_of  # whoever reads no judgments need not load what does

        made = joined(cls.judgments(qrels), run if isinstance(run, DocumentTable) else table_of(run, "run"))
        codes = np.repeat(np.arange(len(made.queries), dtype=np.uint32), np.diff(made.starts))
        starts, grade, tied, order = _core.rank_rows(made.score, made.grade, codes, len(made.queries), True, THREADS)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        first = np.repeat(made.starts[:-1], np.diff(made.starts))
        by_id = (rank[made.by_id + first] - first).astype(np.uint32)
        return cls._of_kernel(
            named(made.queries), OrderedLists(starts, grade, tied, made.rest_starts, made.rest), by_id, len(made.unjudged)
        )

    @staticmethod
    def judgments(qrels: Any) -> "DocumentTable":
        """Judgments read once, for :meth:`from_qrels` with one run after another."""
        from ..inputs.trec import DocumentTable, table_of

        return qrels if isinstance(qrels, DocumentTable) else table_of(qrels, "qrels")

    @classmethod
    def empty(cls) -> "Ranked":
        """The summary of no queries."""
        none = np.zeros(1, np.int64)
        return cls(np.zeros(0, np.int64), OrderedLists(none, np.zeros(0), np.zeros(0, np.uint8), none, np.zeros(0)))

    def __len__(self) -> int:
        return len(self.queries)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many items each query has."""
        return np.diff(self.starts)

    @property
    def items(self) -> int:
        return len(self.grade)

    @cached_property
    def longest(self) -> int:
        """The most items a query has, judged ones that were not retrieved among them."""
        return int((self.sizes + np.diff(self.rest_starts)).max(initial=0))

    @cached_property
    def highest(self) -> float:
        """The highest grade anywhere; 0 where there is none above it."""
        return max(float(np.nanmax(part, initial=0.0)) for part in (self.grade, self.rest))

    @property
    def top_grade(self) -> float:
        """The highest grade of the data that these queries are part of."""
        return max(self.highest, self.top)

    @property
    def highest_of_each(self) -> Floats:
        """The highest grade of each query, retrieved or not; 0 where there is none above it."""
        most = np.zeros(len(self))
        for starts, grades in ((self.starts, self.grade), (self.rest_starts, self.rest)):
            np.fmax.at(most, np.repeat(np.arange(len(self)), np.diff(starts)), grades)
        return most

    def lists(self, ties: str) -> OrderedLists:
        """The lists in the order that ``ties`` asks for; where it is "average", rows that tie are marked."""
        grade, tied = self._orders[ties] if ties in self._orders else self._order(ties)
        return OrderedLists(self.starts, grade, tied, self.rest_starts, self.rest)

    @cached_property
    def _orders(self) -> dict[str, tuple[Floats, NDArray[np.uint8] | None]]:
        return {}

    def _order(self, ties: str) -> tuple[Floats, NDArray[np.uint8] | None]:
        if ties in ("docid-desc", "docid-desc-float32"):
            if self.by_id is None and self.items:
                raise InputError("summary.ties_item_missing", ties=ties)
            places = np.zeros(0, np.int64) if self.by_id is None else self.by_id.astype(np.int64)
            rows = places + np.repeat(self.starts[:-1], self.sizes)
            if ties == "docid-desc":
                # Among scores that tie as doubles, the order by name is the same; those that tie as 32-bit floats only are put apart again.
                score = np.cumsum(self.tied == 0)[rows]
                rows = rows if (np.diff(score) >= 0).all() else rows[np.argsort(score, kind="stable")]
            order: tuple[Floats, NDArray[np.uint8] | None] = self.grade[rows], None
        elif ties == "worst":
            order = _core.worst_of_ties(self.starts, self.grade, self.tied, THREADS), None
        else:
            # Where nothing ties there is nothing to average over, and the kernels need not look.
            order = self.grade, self.tied if ties == "average" and self.tied.any() else None
        self._orders[ties] = order
        return order

    def relevant(self, level: float = 1) -> NDArray[np.int64]:
        """How many items of each query are relevant, retrieved or not."""
        if level not in self._relevant:
            found = _core.ranked_relevant(*self.lists("stable"), np.zeros(len(self), np.int64), float(level), THREADS)
            self._relevant[level] = found.astype(np.int64)
        return self._relevant[level]

    @cached_property
    def _relevant(self) -> dict[float, NDArray[np.int64]]:
        return {}

    @cached_property
    def judged(self) -> tuple[NDArray[np.int64], Floats]:
        """How many items of each query were judged, retrieved or not, and the sum of their grades."""
        there = ~np.isnan(self.grade)
        query = np.repeat(np.arange(len(self)), self.sizes)[there]
        other = np.repeat(np.arange(len(self)), np.diff(self.rest_starts))
        count = np.bincount(query, minlength=len(self)) + np.bincount(other, minlength=len(self))
        total = np.bincount(query, self.grade[there], len(self)) + np.bincount(other, self.rest, len(self))
        return count.astype(np.int64), total.astype(np.float64)

    def take(self, which: Array) -> "Ranked":
        """Some of the queries, by their places in ``queries`` or by a mask over them."""
        which = np.asarray(which)
        places = np.flatnonzero(which) if which.dtype == bool else which.astype(np.int64)
        if places.size and not -len(self) <= places.min() <= places.max() < len(self):
            raise InputError("summary.take_place_out_of_range", value=int(places.max()), count=len(self))
        starts, rows = _gathered(self.starts, places)
        rest_starts, rest = _gathered(self.rest_starts, places)
        lists = OrderedLists(starts, self.grade[rows], self.tied[rows], rest_starts, self.rest[rest])
        by_id = None if self.by_id is None else self.by_id[rows]
        return Ranked._of_kernel(self.queries[places], lists, by_id, self.unjudged, self.top_grade)

    def judged_only(self) -> "Ranked":
        """The lists without the items that nobody judged, the others moving up in the same order."""
        keep = ~np.isnan(self.grade)
        if keep.all():
            return self
        query = np.repeat(np.arange(len(self)), self.sizes)
        sizes = np.bincount(query[keep], minlength=len(self))
        starts = np.append(0, np.cumsum(sizes))
        level = np.cumsum(self.tied == 0)[keep]  # a number for each run of equal scores
        tied = np.append(False, level[1:] == level[:-1])[: len(level)].astype(np.uint8)
        by_id = None
        if self.by_id is not None:
            rows = self.by_id + np.repeat(self.starts[:-1], self.sizes)
            by_id = (np.cumsum(keep)[rows[keep[rows]]] - 1 - np.repeat(starts[:-1], sizes)).astype(np.uint32)
        lists = OrderedLists(starts, self.grade[keep], tied, self.rest_starts, self.rest)
        return Ranked._of_kernel(self.queries, lists, by_id, self.unjudged, self.top_grade)

    def renamed(self, queries: Array) -> "Ranked":
        """The same lists under other names, in the order of these."""
        return Ranked(queries, self._own, self.by_id, self.unjudged).take(np.argsort(queries, kind="stable"))

    def values(self, metrics: Any, *, per_query: bool = False, convention: str | None = None) -> dict[str, Any]:
        """Several metrics at once, by their references or trec_eval's names: ``ranked.values("ndcg@10, mrr, P_5")``."""
        from ..public import function
        from ..public.spelling import asked_references

        asked = asked_references(metrics, convention)
        return {name: function(r.entry.name)(self, **r.arguments, **r.over, per_query=per_query) for name, r in asked.items()}

    def _merge(self, other: "Ranked") -> "Ranked":
        if not len(other) or not len(self):
            kept, gone = (self, other) if len(self) else (other, self)
            top = max(kept.top_grade, gone.top_grade)
            same = not gone.unjudged and top == kept.top_grade
            return kept if same else Ranked._of_kernel(kept.queries, kept._own, kept.by_id, kept.unjudged + gone.unjudged, top)
        names = _union(self.queries, other.queries)
        both = [self, other]
        starts = np.concatenate([self.starts, other.starts[1:] + self.starts[-1]])
        rest_starts = np.concatenate([self.rest_starts, other.rest_starts[1:] + self.rest_starts[-1]])
        grade, tied, rest = (np.concatenate([getattr(part, name) for part in both]) for name in ("grade", "tied", "rest"))
        ids = [part.by_id for part in both if part.items]
        named = [part for part in ids if part is not None]
        by_id: NDArray[np.uint32] | None = np.concatenate(named) if ids and len(named) == len(ids) else None
        joined = Ranked._of_kernel(
            names,
            OrderedLists(starts, grade, tied, rest_starts, rest),
            by_id,
            self.unjudged + other.unjudged,
            max(self.top_grade, other.top_grade),
        )
        try:
            return joined.take(np.argsort(names, kind="stable"))
        except TypeError:
            raise InputError("summary.query_names_of_mixed_types") from None

    @property
    def _own(self) -> OrderedLists:
        return OrderedLists(self.starts, self.grade, self.tied, self.rest_starts, self.rest)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"unjudged": self.unjudged, "named": self.by_id is not None, "top": self.top_grade}
        arrays: Arrays = {"starts": self.starts, "grade": self.grade, "tied": self.tied, "rest_starts": self.rest_starts, "rest": self.rest}
        if self.queries.dtype == object:
            meta["queries"] = self.queries.tolist()
        else:
            arrays["queries"] = self.queries
        return meta, arrays if self.by_id is None else {**arrays, "by_id": self.by_id}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Ranked":
        queries = arrays.get("queries")
        if queries is None:
            queries = named([tuple(name) if isinstance(name, list) else name for name in meta["queries"]])
        return cls(
            queries,
            OrderedLists(*(arrays[name] for name in OrderedLists._fields)),
            arrays.get("by_id"),
            meta["unjudged"],
            float(meta.get("top", 0.0)),
        )

    def __repr__(self) -> str:
        if not len(self):
            return "Ranked(no queries)"
        relevant = int(self.relevant().sum())
        unseen = f", {int((self.rest >= 1).sum()):,} of those not retrieved" if (self.rest >= 1).any() else ""
        left = f"; {self.unjudged:,} of the run's queries without judgments left out" if self.unjudged else ""
        count = f"{len(self):,} quer{'y' if len(self) == 1 else 'ies'}, {self.items:,} item{'' if self.items == 1 else 's'}"
        return f"Ranked({count}, {relevant:,} relevant{unseen}{left})"


def _gathered(starts: NDArray[np.int64], places: Array) -> tuple[NDArray[np.int64], Array]:
    """The starts of some lists once they are brought together, and which rows those are."""
    sizes = np.diff(starts)[places]
    made = np.append(0, np.cumsum(sizes))
    return made, np.repeat(starts[:-1][places] - made[:-1], sizes) + np.arange(made[-1])


def _union(a: Array, b: Array) -> Array:
    """The names of both, which must be of one kind and share none."""
    if a.dtype.kind != b.dtype.kind:
        _refuse_names(a, b)
    if a.dtype == object and {*map(type, a)} != {*map(type, b)}:
        _refuse_names(a, b)
    shared = set(a.tolist()) & set(b.tolist()) if a.dtype == object else np.intersect1d(a, b).tolist()
    if shared:
        first = sorted(shared)[0]
        raise InputError(
            "summary.ranked_query_in_both",
            first=first,
            count=len(shared),
        )
    return np.concatenate([a, b])


def _refuse_names(a: Array, b: Array) -> None:
    one, other = plain(a[0]), plain(b[0])
    raise InputError("summary.query_name_types_differ", one=one, other=other)
