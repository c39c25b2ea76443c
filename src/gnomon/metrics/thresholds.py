"""Choosing a threshold: the best for an objective, among those that meet the constraints."""

import re
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..catalog import Above, Within, metric
from ..errors import InputError
from ..inputs import HIGHER, Direction
from ..messages.language import both, listed, say
from ..result import Result
from ..summary import Sweep
from ..summary.cells import Cells, ratio
from ..types import Floats
from . import agreement, rates
from .areas import one_class, two_classes
from .class_averages import OverClasses
from .tables import rates_of

Cost = Annotated[float, Within(0, 1e300)]

_CONSTRAINT = re.compile(r"\s*([a-z_0-9]+)\s*(>=|<=|>|<)\s*([-+0-9.eE]+)\s*")

# What a constraint alone leaves to be maximised: its counterpart.
COUNTERPART = {
    "recall": "precision",
    "precision": "recall",
    "specificity": "recall",
    "fpr": "recall",
    "alert_rate": "recall",
    "fnr": "precision",
    "npv": "specificity",
}
CONSTRAINED = ("precision", "recall", "specificity", "fpr", "fnr", "npv", "f1", "accuracy", "youden_j", "mcc", "alert_rate")
ALIASES = {"tpr": "recall", "sensitivity": "recall", "tnr": "specificity", "ppv": "precision", "informedness": "youden_j"}
LOWER = ("cost", "top_left", "fpr", "fnr", "alert_rate")
SHOWN = ("tp", "fp", "fn", "tn", "precision", "recall", "specificity", "f1", "accuracy", "alert_rate")


@dataclass(frozen=True, eq=False, repr=False)
class BestThreshold(Result):
    """The chosen threshold (rows scoring at least so much are called positive, or at most, as ``direction`` says), and what it gives.

    ``objective`` names what was optimised (under a constraint alone, its counterpart), ``value`` what it reached.
    """

    threshold: float
    objective: str
    value: float
    tp: float
    fp: float
    fn: float
    tn: float
    precision: float
    recall: float
    specificity: float
    f1: float
    accuracy: float
    alert_rate: float
    cost: float | None
    direction: Direction = HIGHER
    key: ClassVar[str] = "threshold"

    def __float__(self) -> float:
        return self.threshold

    @property
    def headline(self) -> str:
        cost = "" if self.cost is None else f", cost={self.cost:.6g}"
        rule = "" if self.direction == HIGHER else say("metrics.part_at_or_below_positive", threshold=self.threshold)
        rates = f"precision={self.precision:.4g}, recall={self.recall:.4g}, alert_rate={self.alert_rate:.4g}{cost}"
        return f"threshold={self.threshold:.6g}{rule}, objective={self.objective!r}, value={self.value:.6g}, {rates}"


def _rate(cells: Cells, name: str) -> Floats:
    """A rate of the positive class in each matrix of the stack."""
    if name == "alert_rate":
        return ratio(cells.predicted[..., 1], cells.n)
    values = np.asarray(getattr(agreement if name in ("accuracy", "mcc") else rates, name)(cells))
    return values if values.ndim == cells.matrix.ndim - 2 else values[..., 1]


@dataclass(frozen=True)
class Constraint:
    """A rate that must reach a mark: ``recall>=0.9``."""

    rate: str
    comparison: str
    mark: float

    @classmethod
    def parse(cls, text: str) -> "Constraint":
        """Read a constraint; what cannot be read is answered with the form."""
        form = _CONSTRAINT.fullmatch(text)
        rate = ALIASES.get(form[1], form[1]) if form else ""
        if form is None or rate not in CONSTRAINED:
            raise InputError(
                "metrics.constraint_malformed",
                text=text,
                names=listed(CONSTRAINED),
            )
        try:
            return cls(rate, form[2], float(form[3]))
        except ValueError:
            raise InputError("metrics.constraint_not_numeric", text=text, form=form[3]) from None

    def met(self, cells: Cells) -> NDArray[np.bool_]:
        """Which matrices of the stack meet it."""
        value, slack = _rate(cells, self.rate), 1e-12 * abs(self.mark)
        if self.comparison[0] == ">":
            return value >= self.mark - slack if self.comparison == ">=" else value > self.mark + slack
        return value <= self.mark + slack if self.comparison == "<=" else value < self.mark - slack

    def __str__(self) -> str:
        return f"{self.rate}{self.comparison}{self.mark:g}"


def _constraints(given: Any) -> list[Constraint]:
    parts = given if isinstance(given, (list, tuple)) else [] if given is None else [given]
    if not all(isinstance(part, str) for part in parts):
        raise InputError("metrics.constraint_not_text", given=given)
    return [Constraint.parse(piece) for part in parts for piece in re.split(r",|\band\b|&", part)]


@dataclass(frozen=True)
class Objective:
    """What a threshold is to be best at, and what must hold besides."""

    name: str
    constraints: tuple[Constraint, ...]
    beta: float = 1.0
    fp_cost: float | None = None
    fn_cost: float | None = None

    @classmethod
    def of(cls, objective: str | None, constraint: object, beta: float, fp_cost: float | None, fn_cost: float | None) -> "Objective":
        """Read what was asked for: an objective that is a constraint leaves its counterpart to be optimised, costs alone mean "cost"."""
        costs = {name: cost for name, cost in (("fp_cost", fp_cost), ("fn_cost", fn_cost)) if cost is not None}
        if costs and objective is None:
            objective = "cost"
        if costs and objective != "cost":
            raise InputError(
                "metrics.costs_with_other_objective",
                name=next(iter(costs)),
                value=next(iter(costs.values())),
                objective=objective,
            )
        constraints = _constraints(constraint)
        if isinstance(objective, str) and re.search(r"[<>]", objective):
            constraints, objective = constraints + _constraints(objective), None
        if objective is None:
            objective = COUNTERPART.get(constraints[-1].rate, "youden") if constraints else "youden"
        if objective not in ("youden", "top_left", "f_score", "cost", *CONSTRAINED):
            rates = ", ".join(CONSTRAINED)
            raise InputError(
                "metrics.objective_unknown",
                objective=objective,
                rates=rates,
            )
        if objective == "cost" and (fp_cost is None or fn_cost is None):
            raise InputError("metrics.costs_missing")
        if beta != 1.0 and objective != "f_score":
            raise InputError("metrics.beta_with_other_objective", beta=beta, objective=objective)
        return cls(objective, tuple(constraints), beta, fp_cost, fn_cost)

    def cost(self, cells: Cells) -> Floats:
        """What the mistakes of each matrix cost."""
        return np.asarray((self.fp_cost or 0.0) * cells.matrix[..., 0, 1] + (self.fn_cost or 0.0) * cells.matrix[..., 1, 0], float)

    def value(self, cells: Cells) -> Floats:
        """What is optimised, of each matrix."""
        if self.name == "youden":
            return _rate(cells, "youden_j")
        if self.name == "top_left":
            return np.hypot(_rate(cells, "fnr"), _rate(cells, "fpr"))
        if self.name == "f_score":
            return np.asarray(rates.f_score(cells, beta=self.beta))[..., 1]
        return self.cost(cells) if self.name == "cost" else _rate(cells, self.name)

    def best(self, cells: Cells, value: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The best place along the last axis, ties going to the first (fewer alerts), and whether any is allowed."""
        allowed = np.logical_and.reduce([~np.isnan(value), *(wanted.met(cells) for wanted in self.constraints)])
        worth = np.where(allowed, -value if self.name in LOWER else value, -np.inf)
        most = worth.max(-1, keepdims=True)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.argmax(worth >= most - 1e-15 * np.abs(most), axis=-1)), allowed.any(-1)


choice = partial(metric, Sweep, family="scores", averaging=OverClasses(), kind="table", undefined=one_class)


@choice(
    says={
        "objective": "What to be best at: youden (default), top_left (the least distance from the corner of the ROC, √(FNR² + FPR²)), f1, "
        "f_score, cost, accuracy or another rate; or a constraint such as recall>=0.9, whose counterpart (here precision) is "
        "then optimised.",
        "constraint": "What must hold besides, as in alert_rate<=0.1; several joined by commas or in a list.",
        "beta": "The beta of f_score.",
        "fp_cost": "What a false alarm costs; without an objective the total cost is minimised.",
        "fn_cost": "What a miss costs.",
    }
)
def best_threshold(
    s: Sweep,
    *,
    objective: str | None = None,
    constraint: Any = None,
    beta: Annotated[float, Above(0)] = 1.0,
    fp_cost: Cost | None = None,
    fn_cost: Cost | None = None,
) -> BestThreshold:
    """The threshold that is best for an objective: youden, top_left, f1, f_score, cost, accuracy, or a constraint such as recall>=0.9.

    >>> import gnomon as gn
    >>> gn.best_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], objective="recall>=0.9")
    BestThreshold(threshold=0.35, objective='precision', value=0.666667, precision=0.6667, recall=1, alert_rate=0.75)
    """
    wanted = Objective.of(objective, constraint, beta, fp_cost, fn_cost)
    if not two_classes(s):
        return BestThreshold(np.nan, wanted.name, np.nan, cost=None, direction=s.direction, **dict.fromkeys(SHOWN, np.nan))
    thresholds = np.concatenate([[s.beyond], s.thresholds])
    cells = s.cells_at()
    value = wanted.value(cells)
    place, allowed = wanted.best(cells, value)
    if not allowed:
        raise InputError("metrics.constraint_not_met", listed=both(map(str, wanted.constraints)))
    best = int(place)
    table = rates_of(thresholds[[best]], Cells(cells.matrix[[best]]), s.direction)
    cost = None if fp_cost is None or fn_cost is None else float(wanted.cost(cells)[best])
    given = {name: getattr(table, name)[0].item() for name in SHOWN}
    return BestThreshold(float(thresholds[best]), wanted.name, float(value[best]), cost=cost, direction=s.direction, **given)
