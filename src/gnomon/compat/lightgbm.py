"""LightGBM: any metric reference as ``feval=`` of ``lightgbm.train`` and ``cv`` and as ``eval_metric=`` of its scikit-learn classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..catalog import Reference
from ..inputs.sizes import group_sizes
from .boosting import BoosterMetric, booster_metrics, said_by_caller

RAW = ("none", "null", "custom", "na", "cross_entropy_lambda", "xentlambda")
"""What LightGBM calls an objective that it does not know, whose scores it hands over as they are; and those that make no probabilities."""


def metric(
    metric: str | Reference | Sequence[str],
    *,
    group: Any = None,
    link: str | None = None,
    weight: bool = True,
    undefined: str | float = "raise",
) -> "list[LightGBMMetric] | LightGBMMetric":
    """A metric reference as LightGBM takes metrics; a list of metrics where several are named.

    Parameters
    ----------
    metric
        "ks", "lift_at@0.1", "gauc", "rmse"; or several, "ks, roc_auc" or a list.
    group
        Which rows belong together, where LightGBM's data have no groups: a column, a list with one for each evaluation set, or
        {Dataset: column}.
    link
        What makes predictions of raw scores, where an objective of your own is trained: "sigmoid", "softmax", "exp" or "identity";
        "intensity", 1 − exp(−score), where "cross_entropy_lambda" is.
    weight
        Whether the weights of the data count.
    undefined
        "raise" where there is no value, since nothing could be chosen by it; or a number to put in its place.

    >>> from gnomon.compat import lightgbm
    >>> ks = lightgbm.metric("ks")
    >>> ks([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])  # as the scikit-learn classes call it: the name, the value, whether higher is better
    ('ks', 0.5, True)

    """
    made = [LightGBMMetric(one) for one in booster_metrics(metric, group, link, weight, undefined)]
    return made if len(made) > 1 or not isinstance(metric, (str, Reference)) else made[0]


@dataclass(frozen=True)
class LightGBMMetric:
    """A metric as LightGBM calls it. That it takes four arguments tells its scikit-learn classes to hand over weights and groups."""

    of: BoosterMetric

    @property
    def __name__(self) -> str:
        return self.of.name

    def __call__(self, first: Any, second: Any, weight: Any = None, group: Any = None) -> tuple[str, float, bool]:
        """(name, value, whether higher is better) of ``(predictions, Dataset)`` or of ``(y_true, predictions, weight, group sizes)``."""
        if hasattr(second, "get_label"):
            y_true, predicted, data = second.get_label(), first, second
            weight, group = second.get_weight(), second.get_group()
        else:
            y_true, predicted, data = first, second, said_by_caller("lightgbm", "dataset", "__call__")
        sizes = None if group is None else group_sizes(group)
        value = self.of.value(y_true, predicted, weight, sizes, data=data, raw=_raw(data))
        return self.of.name, value, self.of.metric.higher


def _raw(data: object) -> bool | None:
    """Whether scores are raw: None where the data do not say which objective is trained."""
    objective = (getattr(data, "params", None) or {}).get("objective")
    return None if objective is None else callable(objective) or str(objective).lower() in RAW
