"""AUC within groups: whether each user's own list is in order, whatever the users' levels are."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import Number, metric
from ..inputs import BinaryRows
from ..inputs.groups import Groups
from ..inputs.numbers import refuse_not_finite
from ..messages import Message
from ..parallel import THREADS
from ..result import Table
from ..summary import Ranked
from ..types import Floats
from .ranking import WEIGHTS, Level, OverQueries

Single = Literal["drop"] | Annotated[float, Number()]
SAYS = {
    "single_class": 'A group with one class only: "drop" (left out and counted), or the value it is given, such as 0.5.',
    "relevant": "The grade from which an item of a Ranked counts as positive.",
}


def one_class_each(groups: Any) -> Message:
    """Why there is no AUC within groups."""
    return Message("classes_not_together" if len(groups) else "no_groups")


grouped_metric = partial(
    metric, Ranked, family="ranking", averaging=OverQueries(over={"group_weight": WEIGHTS}), says=SAYS, undefined=one_class_each
)


@dataclass(frozen=True)
class GroupAreas:
    """What the AUC of each group is made of. ``rows`` counts rows, ``positives`` and ``negatives`` weigh them."""

    names: NDArray[Any]
    rows: NDArray[np.int64]
    positives: Floats
    negatives: Floats
    auc: Floats

    @property
    def impressions(self) -> Floats:
        return self.positives + self.negatives

    def __len__(self) -> int:
        return len(self.names)


def areas_of_rows(rows: BinaryRows, groups: Groups) -> GroupAreas:
    """The AUC within each group, straight from the rows."""
    size, positives, negatives, pairs = _core.group_areas(rows.score, rows.positive, groups.codes, rows.weight, len(groups.names), THREADS)
    if np.isnan(pairs).any():
        refuse_not_finite(rows.score, "y_score")
    with np.errstate(divide="ignore", invalid="ignore"):
        auc = np.clip(pairs / (2 * positives * negatives), 0, 1)
    return GroupAreas(groups.names, size, positives, negatives, auc)


def areas_of_lists(ranked: Ranked, relevant: float = 1) -> GroupAreas:
    """The AUC within each query of a Ranked, of the items it shows."""
    lists, level = ranked.lists("average"), float(relevant)
    cuts = np.zeros(len(ranked), np.int64)
    auc = _core.ranked_area(*lists, cuts, level, THREADS)
    found = _core.ranked_hits(*lists, ranked.sizes, level, THREADS)
    return GroupAreas(ranked.queries, ranked.sizes, found, ranked.sizes - found, auc)


def with_single_class(auc: Floats, single_class: float | str) -> Floats:
    """The areas, those of one class only replaced where a value is given for them."""
    return auc if single_class == "drop" else np.where(np.isnan(auc), float(single_class), auc)


@grouped_metric(range=(0, 1), better="higher", aliases=("uauc",))
def gauc(r: Ranked, *, single_class: Single = "drop", relevant: Level = 1) -> Floats:
    """Σ w·AUC / Σ w over groups: the AUC within each user's rows, averaged by impressions.

    >>> import gnomon as gn
    >>> gn.gauc([1, 0, 1, 0, 0], [0.9, 0.1, 0.2, 0.5, 0.1], ["al", "al", "bo", "bo", "bo"])
    0.7
    """
    return with_single_class(areas_of_lists(r, relevant).auc, single_class)


@dataclass(frozen=True, eq=False, repr=False)
class GaucTable(Table):
    """The AUC of every group and the weight it has in ``gauc``; NaN and 0 where the group has one class only and is dropped.

    ``value`` is the GAUC; ``groups`` and ``total_rows`` count what there is, ``groups_used`` and ``rows_used`` what counted, and
    ``dropped`` the groups left out, by reason.
    """

    group: NDArray[Any]
    rows: NDArray[np.int64]
    positives: NDArray[Any]
    auc: Floats
    weight: NDArray[Any]
    value: float
    groups: int
    groups_used: int
    total_rows: int
    rows_used: int
    dropped: dict[str, int]
    key: ClassVar[str] = "value"

    def __len__(self) -> int:
        return len(self.group)

    def __str__(self) -> str:
        used = f"{self.groups_used:,} of {self.groups:,} groups and {self.rows_used:,} of {self.total_rows:,} rows count"
        left = "; ".join(f"{count:,} {reason}" for reason, count in self.dropped.items())
        return f"GAUC {self.value:.6g}: {used}{f' (dropped: {left})' if left else ''}\n{super().__str__()}"


def table_of(areas: GroupAreas, weight: Floats, single_class: float | str) -> GaucTable:
    """The table, once the groups' weights are known."""
    auc = with_single_class(areas.auc, single_class)
    used = ~np.isnan(auc) & (weight > 0)
    total = float(weight[used].sum())
    reasons = {
        "without positives": (areas.positives == 0) & (areas.negatives > 0),
        "without negatives": (areas.negatives == 0) & (areas.positives > 0),
        "without rows": (areas.negatives == 0) & (areas.positives == 0),
        "without weight": (areas.negatives > 0) & (areas.positives > 0),
    }
    return GaucTable(
        group=areas.names,
        rows=areas.rows,
        positives=_whole(areas.positives),
        auc=auc,
        weight=_whole(np.where(used, weight, 0.0)),
        value=float(auc[used] @ weight[used] / total) if total > 0 else float("nan"),
        groups=len(areas),
        groups_used=int(used.sum()),
        total_rows=int(areas.rows.sum()),
        rows_used=int(areas.rows[used].sum()),
        dropped={reason: int(count) for reason, where in reasons.items() if (count := (where & ~used).sum())},
    )


def _whole(values: Floats) -> NDArray[Any]:
    """Counts as integers, weights as they are."""
    return values.astype(np.int64) if (values == np.floor(values)).all() else values


@grouped_metric(kind="table")
def gauc_table(r: Ranked, *, single_class: Single = "drop", relevant: Level = 1) -> GaucTable:
    """The groups behind gauc: rows, positives, AUC and weight of each, and how many counted.

    >>> import gnomon as gn
    >>> table = gn.gauc_table([1, 0, 1, 0, 1], [0.9, 0.1, 0.2, 0.5, 0.1], ["al", "al", "bo", "bo", "cy"])
    >>> table.value, table.groups_used, table.dropped
    (0.5, 2, {'without negatives': 1})
    """
    areas = areas_of_lists(r, relevant)
    return table_of(areas, areas.impressions, single_class)
