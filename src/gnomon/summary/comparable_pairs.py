"""Pairs of rows of which one is known to last longer than the other."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .. import _core
from ..types import Array, Ranks
from .pair_counts import ComparablePairs, pairs_in_order, scaled

if TYPE_CHECKING:
    from ..types import Bools
    from .joint import Joint


class InTime(NamedTuple):
    """A joint's cells, those with what was observed and then those with what was censored; a cell that holds both stands there twice.

    ``moment`` says when; of equal times what was observed comes before what was censored. As the earlier row of a pair only what was
    observed counts, as the later one everything does.
    """

    moment: Ranks
    rank: Ranks
    earlier: Array
    later: Array


def pairs_in_time(joint: "Joint", cells: InTime) -> ComparablePairs:
    """The pairs of a joint's cells that can be compared: the earlier row was observed."""
    moments = 2 * len(joint.truths)
    alike, opposite = pairs_in_order(cells.moment, cells.rank, cells.earlier, cells.later, moments, len(joint.predictions))
    totals = (np.bincount(cells.moment, amount, moments).astype(amount.dtype) for amount in (cells.earlier, cells.later))
    return ComparablePairs(alike, opposite, _core.pairs_apart(*totals))


def in_time(joint: "Joint", told_apart: "Bools | bool" = True) -> InTime:
    """A joint's cells by when they are. Rows of a truth that are not ``told_apart`` are of one moment, observed or censored."""
    seen, unseen = joint.observed > 0, joint.censored > 0
    observed, censored = scaled(joint.observed, joint.total)[0][seen], scaled(joint.censored, joint.total)[0][unseen]
    apart = np.broadcast_to(np.asarray(told_apart), len(joint.truths))[joint.truth_ranks]
    moment = np.concatenate([2 * joint.truth_ranks[seen], (2 * joint.truth_ranks + apart)[unseen]]).astype(np.uint32)
    rank = np.concatenate([joint.prediction_ranks[seen], joint.prediction_ranks[unseen]])
    return InTime(moment, rank, np.concatenate([observed, np.zeros_like(censored)]), np.concatenate([observed, censored]))
