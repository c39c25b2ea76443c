"""XGBoost: any metric reference as ``custom_metric=`` of ``xgboost.train``, and as a cost for its scikit-learn classes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..catalog import Reference
from ..errors import InputError
from ..inputs.sizes import group_ptr
from .boosting import BoosterMetric, booster_metrics, said_by_caller

if TYPE_CHECKING:
    from ..inputs.sizes import GroupSizes


MAXIMISED = ("auc", "pre", "map", "ndcg")
"""Beginnings of names that XGBoost takes for better the higher, but "mape"; all others for costs, unless it is told."""

RAW = ("binary:logitraw", "rank:")
"""Beginnings of objectives of XGBoost's own whose scores it hands over as they are."""


def metric(
    metric: str | Reference | Sequence[str],
    *,
    group: Any = None,
    link: str | None = None,
    weight: bool = True,
    undefined: str | float = "raise",
) -> "XGBoostMetric":
    """A metric reference, or several, as XGBoost takes a metric.

    Parameters
    ----------
    metric
        "ks", "lift_at@0.1", "gauc", "rmse"; or several, "ks, roc_auc" or a list, of which the last is the one that training stops by.
    group
        Which rows belong together, where XGBoost's data have no groups: a column, a list with one for each evaluation set, or
        {DMatrix: column}.
    link
        What makes predictions of raw scores, where an objective of your own is trained, or "binary:logitraw": "sigmoid", "softmax", "exp"
        or "identity".
    weight
        Whether the weights of the data count.
    undefined
        "raise" where there is no value, since nothing could be chosen by it; or a number to put in its place.

    ``custom_metric=ks, maximize=ks.maximize`` with ``early_stopping_rounds=``, or ``callbacks=[ks.early_stopping(rounds)]``. The
    scikit-learn classes always look for the lowest: ``eval_metric=ks.cost``.

    >>> from gnomon.compat import xgboost
    >>> ks = xgboost.metric("ks")
    >>> ks.maximize, ks.cost([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    (True, -0.5)

    """
    return XGBoostMetric(tuple(booster_metrics(metric, group, link, weight, undefined)))


@dataclass(frozen=True)
class XGBoostMetric:
    """One metric or several as ``xgboost.train`` calls them: (name, value), or a list of these."""

    of: tuple[BoosterMetric, ...]

    @property
    def __name__(self) -> str:
        return self.of[-1].name

    @property
    def maximize(self) -> bool:
        """Whether the metric that training stops by, the last, is better the higher: what ``maximize=`` is to be."""
        return self.of[-1].metric.higher

    @property
    def cost(self) -> "XGBoostCost":
        """The last metric as something to minimise, which is what the scikit-learn classes do."""
        return XGBoostCost(self.of[-1])

    def early_stopping(self, rounds: int, **options: Any) -> Any:
        """XGBoost's callback that stops by the last metric, in the right direction."""
        from xgboost.callback import EarlyStopping

        return EarlyStopping(rounds=rounds, metric_name=self.of[-1].name, maximize=self.maximize, **options)

    def __call__(self, predicted: Any, data: Any) -> list[tuple[str, float]] | tuple[str, float]:
        if not hasattr(data, "get_label"):
            raise InputError("compat.xgboost_eval_metric_not_cost")
        self._refuse_wrong_way()
        found = [(one.name, _value(one, predicted, data)) for one in self.of]
        return found if len(found) > 1 else found[0]

    def _refuse_wrong_way(self) -> None:
        """Refuse a training that would stop by what XGBoost makes of the name: a gain that it takes for a cost, or the reverse."""
        for stop in _stopping():
            name = stop.metric_name or self.of[-1].name
            one = next((one for one in self.of if one.name == name), None)
            if one is None or stop.maximize is not None:
                continue
            if (name != "mape" and name.startswith(MAXIMISED)) != one.metric.higher:
                raise InputError(
                    "compat.xgboost_stopping_end_swapped",
                    reference=name,
                    maximize=one.metric.higher,
                )


def _stopping() -> list[Any]:
    """What may stop the training that calls: XGBoost's callbacks, its own for ``early_stopping_rounds`` among them."""
    callbacks = [said_by_caller("xgboost", "callbacks", where) or () for where in ("train", "cv")]
    return [one for some in callbacks for one in some if type(one).__name__ == "EarlyStopping"]


@dataclass(frozen=True)
class XGBoostCost:
    """A metric as a cost: itself where lower is better, else its negative."""

    of: BoosterMetric

    @property
    def __name__(self) -> str:
        return f"cost({self.of.name})"

    def __call__(self, y_true: Any, y_score: Any, sample_weight: Any = None) -> tuple[str, float] | float:
        sign = -1 if self.of.metric.higher else 1
        if hasattr(y_score, "get_label"):  # as xgboost.train calls it: predictions, and the data
            return self.__name__, sign * _value(self.of, y_true, y_score)
        if said_by_caller("xgboost", "group_ptr", "task") is not None:
            raise InputError("compat.xgboost_ranker_metric_unsupported")
        data = said_by_caller("xgboost", "dmatrix", "inner")
        return sign * self.of.value(y_true, y_score, sample_weight, _groups(data), data=data, raw=_raw())


def _value(one: BoosterMetric, predicted: Any, data: Any) -> float:
    return one.value(data.get_label(), predicted, data.get_weight(), _groups(data), data=data, raw=_raw())


def _groups(data: Any) -> "GroupSizes | None":
    """The groups that the data hold."""
    borders = None if data is None else data.get_uint_info("group_ptr")
    return None if borders is None or len(borders) < 2 else group_ptr(borders)


def _raw() -> bool | None:
    """Whether scores are raw; None where XGBoost is not what calls."""
    found: bool | None = said_by_caller("xgboost", "output_margin", "eval_set")
    if found is not False:
        return found
    trained = json.loads(said_by_caller("xgboost", "self", "eval_set").save_config())["learner"]["objective"]["name"]
    return str(trained).startswith(RAW)
