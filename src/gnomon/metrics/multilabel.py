"""Rows of several labels: how many labels are wrong, how many rows are right as a whole, and how well scores order each row's labels."""

from functools import partial
from typing import Literal

from ..catalog import metric
from ..messages import Message
from ..summary import LabelRanks, LabelSets
from .rates import NO_ROWS

sets = partial(metric, LabelSets, family="multilabel", range=(0, 1))
ranks = partial(metric, LabelRanks, family="multilabel")

Unranked = Literal["skip", "best"]
UNRANKED = {
    "unranked": 'Rows whose labels leave nothing to rank: left out ("skip"), or counted as ranked perfectly ("best", as scikit-learn does).'
}
TIES = {"ties": 'Labels of equal score, one true and one false, count as misordered ("wrong", as in scikit-learn), or half so ("half").'}
NaN = float("nan")


def _share(part: float, whole: float) -> float:
    return part / whole if whole else NaN


def nothing_to_rank(ranks: LabelRanks) -> Message:
    """Why there is no value: no rows, or none with labels to rank."""
    return Message("no_labels_to_rank") if ranks.n else NO_ROWS


@sets(better="lower", undefined=NO_ROWS)
def hamming_loss(s: LabelSets) -> float:
    """Wrong labels / (rows · labels): how often a row is wrong about a label, having it in vain or missing it.

    >>> import gnomon as gn
    >>> gn.hamming_loss([["a", "b"], [], ["c"]], [["a"], [], ["b", "c"]])
    0.2222222222222222
    """
    wrong = s.tables[:, 0, 1].sum() + s.tables[:, 1, 0].sum()
    return _share(float(wrong), s.n * len(s.labels))


@sets(aliases=("exact_match_ratio",), better="higher", undefined=NO_ROWS)
def subset_accuracy(s: LabelSets) -> float:
    """Rows with every label right / rows: the share of rows whose predicted labels are exactly the true ones.

    >>> import gnomon as gn
    >>> gn.subset_accuracy([["a", "b"], [], ["c"]], [["a"], [], ["b", "c"]])
    0.3333333333333333
    """
    right = (s.profiles[:, 1] == 0) & (s.profiles[:, 2] == 0)
    return _share(float(s.weights[right].sum()), s.n)


@ranks(better="lower", range=None, undefined=nothing_to_rank, says=UNRANKED)
def coverage_error(r: LabelRanks, *, unranked: Unranked = "skip") -> float:
    """How far down the labels ordered by score one must go to have met all true ones, on average; ties count against the model.

    >>> import gnomon as gn
    >>> gn.coverage_error([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    2.5
    """
    return _share(r.total("coverage"), r.total("rows") if unranked == "skip" else r.n)


@ranks(
    aliases=("ranking_loss",),
    range=(0, 1),
    better="lower",
    undefined=nothing_to_rank,
    says=UNRANKED | TIES,
)
def label_ranking_loss(r: LabelRanks, *, ties: Literal["wrong", "half"] = "wrong", unranked: Unranked = "skip") -> float:
    """The share of a row's pairs of a true and a false label in which the false one scores at least as high, on average.

    >>> import gnomon as gn
    >>> gn.label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    0.75
    """
    wrong = r.total("above") + r.total("level") * (1.0 if ties == "wrong" else 0.5)
    return _share(wrong, r.total("pairs") if unranked == "skip" else r.n)


@ranks(aliases=("lrap",), range=(0, 1), better="higher", undefined=nothing_to_rank, says=UNRANKED)
def label_ranking_average_precision(r: LabelRanks, *, unranked: Unranked = "skip") -> float:
    """For each true label, the share of true ones among those that score at least as high; the mean over a row's labels, then rows.

    >>> import gnomon as gn
    >>> round(gn.label_ranking_average_precision([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]]), 6)
    0.416667
    """
    if unranked == "skip":
        return _share(r.total("precision"), r.total("rows"))
    return _share(r.total("precision") + r.total("none"), r.n)
