"""Choosing a threshold, and how sure the choice is: where else it might have fallen, and how much it flatters what it reached."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE, HIGHER, binary_rows
from ..inputs.direction import Spelt, check_direction, read, said_of
from ..inputs.rows import drop_missing
from ..messages.language import both, say
from ..metrics.thresholds import BestThreshold, Objective, best_threshold
from ..result import Result
from ..summary import Stack, Sweep
from ..summary.cells import Cells
from ..types import Floats
from . import stacks
from .clusters import freedom
from .estimate import REPLICATES
from .observed import ModelRows, clusters_of
from .proportions import t_of, tail_of
from .public import check_draws, check_level
from .sample import ResamplingData, two_of_each

CELLS = 512


@dataclass(frozen=True, eq=False, repr=False)
class ThresholdChoice(Result):
    """The best threshold with its interval, and what it reaches: on these rows, and on others.

    ``value`` is what the threshold reached on the rows it was chosen on, which flatters it by about ``optimism``; ``expected`` is what is
    left, between ``low`` and ``high``. ``best`` has the counts and rates.
    """

    threshold: float
    threshold_low: float
    threshold_high: float
    objective: str
    value: float
    optimism: float
    expected: float
    low: float
    high: float
    level: float
    best: BestThreshold
    key: ClassVar[str] = "threshold"

    @property
    def headline(self) -> str:
        where = f"threshold={self.threshold:.6g} [{self.threshold_low:.6g}, {self.threshold_high:.6g}]"
        flattery = say(
            "inference.part_value_here_and_expected",
            value=self.value,
            expected=self.expected,
            low=self.low,
            high=self.high,
        )
        return f"{where}, {self.objective}={flattery}{said_of(self.best.direction)}"

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name."""
        return {**super().to_dict(), "best": self.best.to_dict()}


def threshold_choice(
    y_true: Any,
    y_score: Any = None,
    *,
    objective: str | None = None,
    constraint: Any = None,
    beta: float = 1.0,
    fp_cost: float | None = None,
    fn_cost: float | None = None,
    level: float = 0.95,
    replicates: int = REPLICATES,
    seed: int = 0,
    weight: Any = None,
    cluster: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    missing: str = "error",
    direction: Spelt = HIGHER,
) -> ThresholdChoice:
    """The best threshold for an objective as gn.best_threshold finds it, with its uncertainty and its optimism.

    Rows are drawn again, each time the threshold is chosen anew, and what it reaches on the drawn rows is compared with what it reaches on
    the real ones (Efron's optimism). Objective, constraint, beta and costs are those of gn.best_threshold, the rest those of gn.interval.

    >>> import gnomon as gn
    >>> loans = gn.samples.credit(2000)
    >>> choice = gn.threshold_choice(loans["default"], loans["p_new"], objective="f1")
    >>> choice.threshold_low <= choice.threshold <= choice.threshold_high, choice.expected < choice.value
    (True, True)
    """
    level = check_level(level)
    replicates, seed = check_draws(replicates, seed, level)
    wanted = Objective.of(objective, constraint, beta, fp_cost, fn_cost)
    if isinstance(y_true, Sweep):
        if check_direction(direction) != HIGHER:
            raise InputError("inference.direction_with_sweep")
        if y_true.pos.dtype.kind == "f":
            raise InputError("inference.sweep_weight_spread_unknown")
        sample = ResamplingData(y_true)
    else:
        if missing != "error":
            columns = {"y_true": y_true, "y_score": y_score, "weight": weight, "cluster": cluster}
            y_true, y_score, weight, cluster = drop_missing(columns, missing)
        rows = binary_rows(y_true, y_score, weight, positive, direction=direction)
        sample = ModelRows(rows, weight=rows.weight).sample([], clusters_of(cluster, len(rows.score)), seed=seed)
    return choose(sample, wanted, level, replicates, seed)


def choose(sample: ResamplingData, wanted: Objective, level: float, replicates: int, seed: int) -> ThresholdChoice:
    """The choice on a sample of scores of two classes."""
    s = sample.scores
    assert isinstance(s, Sweep)
    if not (s.positives and s.negatives) or two_of_each(s):
        raise InputError("inference.threshold_rows_too_few")
    costs = {"fp_cost": wanted.fp_cost, "fn_cost": wanted.fn_cost}
    best = best_threshold(s, objective=wanted.name, constraint=list(map(str, wanted.constraints)), beta=wanted.beta, **costs)
    per_row = s.n if wanted.name == "cost" else 1.0  # costs add up over rows, of which a replicate has more or fewer
    where, reached, fixed = _drawn(sample, s, wanted, best.threshold, replicates, seed)
    fine = np.isfinite(reached[:, 0])
    if fine.sum() < 0.5 * replicates:
        raise InputError("inference.constraint_rarely_met", listed=both(map(str, wanted.constraints)))
    optimism = float((reached[fine, 0] - reached[fine, 1]).mean()) * per_row
    df = _df(sample)
    spread = float(fixed[np.isfinite(fixed)].std(ddof=1)) * math.sqrt(1 + 1 / df) * per_row
    expected = best.value - optimism
    key = read(best.threshold, s.direction)
    tail = tail_of(level, df)
    low, high = np.quantile(read(where[fine], s.direction), [tail, 1 - tail], method="nearest")
    from_here, to_here = sorted(read(end, s.direction) for end in (min(float(low), key), max(float(high), key)))
    ends = _ends(wanted, best, expected, math.hypot(spread, optimism), t_of(level, df))
    return ThresholdChoice(
        best.threshold,
        from_here,
        to_here,
        wanted.name,
        best.value,
        optimism,
        min(max(expected, _range(wanted)[0]), _range(wanted)[1]),
        *ends,
        level,
        best,
    )


def _df(sample: ResamplingData) -> float:
    """The degrees of freedom that clusters leave what is read from both classes."""
    if sample.blocked is None or not sample.clustered:
        return math.inf
    return freedom(*sample.blocked.scores[None].table.sum(1).T)


def _range(wanted: Objective) -> tuple[float, float]:
    return (0.0, math.inf) if wanted.name == "cost" else (-1.0, 1.0) if wanted.name in ("youden", "youden_j", "mcc") else (0.0, 1.0)


def _ends(wanted: Objective, best: BestThreshold, expected: float, error: float, quantile: float) -> tuple[float, float]:
    """The interval of what is expected. A share of few rows, or of rows none of which is misjudged, is less sure than draws of it show:
    it varies as if two rows of either kind had been seen besides.
    """
    least, most = _range(wanted)
    positives, negatives = best.tp + best.fn, best.tn + best.fp
    called, left = best.tp + best.fp, best.tn + best.fn
    of_rows = {"precision": called, "npv": left, "recall": positives, "fnr": positives, "specificity": negatives, "fpr": negatives}
    trials = of_rows.get(wanted.name, 0.0 if error > 0 else min(positives, negatives))
    if trials > 0 and wanted.name != "cost":
        share = (min(max(best.value, 0.0), 1.0) * trials + 2) / (trials + 4)
        error = max(error, math.sqrt(share * (1 - share) / trials))
    half = quantile * error
    return max(expected - half, least), min(expected + half, most)


def _drawn(sample: ResamplingData, s: Sweep, wanted: Objective, chosen: float, replicates: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """Of each replicate: the threshold chosen on it, what that reaches on it and on the real rows, and what the real choice does."""
    whole, stacked = _stacks(sample, s, replicates, seed)
    thresholds = np.append(s.beyond, whole.thresholds)
    really = _values(wanted, whole)[1][0]
    at = int(np.searchsorted(-read(thresholds, s.direction), -read(chosen, s.direction), side="left"))
    where, reached, fixed = [], [], []
    for stack in stacked:
        cells, value = _values(wanted, stack)
        place, allowed = wanted.best(cells, value)
        mine = np.where(allowed, np.take_along_axis(value, place[:, None], 1)[:, 0], np.nan)
        where.append(thresholds[place])
        reached.append(np.column_stack([mine, really[place]]))
        fixed.append(value[:, min(at, value.shape[1] - 1)])
    return np.concatenate(where), np.concatenate(reached), np.concatenate(fixed)


def _stacks(sample: ResamplingData, s: Sweep, replicates: int, seed: int) -> tuple[Stack, Iterator[Stack]]:
    """The sample as a stack of one, and its replicates some at a time."""
    if sample.blocked is None:
        small = stacks.bundled(s, CELLS, CELLS // 2)
        return Stack.of(small), (part for stack in stacks.of_sweep(small, replicates, seed) for part in _some(stack))
    table = sample.blocked.scores[None]
    weights = stacks.block_weights(sample.blocked.assignment.blocks, replicates, seed)
    return table.stack(np.ones((1, len(table.table)))), (table.stack(part) for part in np.array_split(weights, max(1, replicates // 100)))


def _some(stack: Stack) -> Iterator[Stack]:
    for first in range(0, len(stack), 100):
        yield stack.with_counts(stack.pos[first : first + 100], stack.neg[first : first + 100])


def _values(wanted: Objective, stack: Stack) -> tuple[Cells, Floats]:
    """Confusion matrices where nothing is positive and at each threshold of each sweep, and what is optimised there."""
    tp, fp = (np.pad(cumulated, ((0, 0), (1, 0))) for cumulated in (stack.tps, stack.fps))
    matrix = np.moveaxis(np.array([[fp[:, -1:] - fp, fp], [tp[:, -1:] - tp, tp]]), (0, 1), (-2, -1))
    cells = Cells(matrix)
    value = wanted.value(cells)
    return cells, value / (tp[:, -1:] + fp[:, -1:]) if wanted.name == "cost" else value
