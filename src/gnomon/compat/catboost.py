"""CatBoost: any metric reference as ``eval_metric=``, an object with the three methods that CatBoost asks for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalog import Reference
from ..errors import InputError
from .boosting import BoosterMetric, booster_metrics, said_by_caller

NUMBERS = {"Poisson": "exp", "Tweedie": "exp"}
"""What makes predicted numbers of raw scores, by the loss. Those of losses without probabilities are the numbers themselves."""
PROBABILITIES = {
    "Logloss": "sigmoid",
    "CrossEntropy": "sigmoid",
    "Focal": "sigmoid",
    "MultiClass": "softmax",
    "MultiClassOneVsAll": "sigmoid",
}
"""What makes probabilities of them; other losses know none."""

UNKNOWN = -1.0
"""What is reported of rows whose groups are not known: nothing that a metric over groups can be, since CatBoost takes no NaN."""


def metric(
    metric: str | Reference,
    *,
    group: Any = None,
    target: Any = None,
    link: str | None = None,
    weight: bool = True,
    undefined: str | float = "raise",
) -> "CatBoostMetric":
    """A metric reference as CatBoost takes a metric.

    CatBoost hands over raw scores. Metrics of probabilities and of numbers, and those that cut scores at a threshold, read what the loss
    makes of them: the sigmoid under Logloss, the softmax under MultiClass, exp under Poisson, the score itself under RMSE. Under a loss
    that is an object of your own they raise until ``link=`` says what to apply.

    Parameters
    ----------
    metric
        "ks", "lift_at@0.1", "f1@0.3", "rmse"; CatBoost stops by one.
    group, target
        For metrics over groups of rows, which CatBoost says nothing of: the groups of the rows of the evaluation set, and their labels.
        By the labels the set is known. Of the rows that are learned from, which CatBoost may put in another order, it reports -1.
    link
        What makes predictions of raw scores, where it is none of these: "sigmoid", "softmax", "exp" or "identity".
    weight
        Whether the weights of the data count.
    undefined
        "raise" where there is no value, since nothing could be chosen by it; or a number to put in its place.

    >>> from gnomon.compat import catboost
    >>> ks = catboost.metric("ks")
    >>> ks.evaluate([[-2.0, -0.4, -0.6, 1.4]], [0, 0, 1, 1], None), ks.is_max_optimal()
    ((0.5, 1.0), True)

    """
    made = booster_metrics(metric, group, link, weight, undefined)
    if len(made) > 1:
        raise InputError("compat.catboost_metrics_too_many", metric=metric)
    if made[0].metric.grouped and (group is None or target is None):
        raise InputError(
            "compat.catboost_group_missing",
            reference=made[0].name,
        )
    return _of(made[0], target)


def _of(one: BoosterMetric, target: object) -> "CatBoostMetric":
    # CatBoost calls a metric by the name of its class.
    found: CatBoostMetric = type(one.name, (CatBoostMetric,), {})(one, target)
    return found


class CatBoostMetric:
    """A metric as CatBoost calls it."""

    def __init__(self, of: BoosterMetric, target: object = None) -> None:
        self.of, self.target, self.strange = of, np.asarray([] if target is None else target), 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _of, (self.of, self.target)

    def is_max_optimal(self) -> bool:
        """Whether higher is better."""
        return self.of.metric.higher

    def evaluate(self, approxes: Sequence[object], target: object, weight: object) -> tuple[float, float]:
        """The value of raw scores, a column for each class or one, and 1: what CatBoost sums up before it asks for the final error."""
        if self.of.metric.grouped and not self._known(target):
            return UNKNOWN, 1.0
        raw = np.column_stack([np.asarray(column, np.float64) for column in approxes]) if len(approxes) > 1 else np.asarray(approxes[0])
        one = replace(self.of, link=self.of.link or self._link(len(approxes)))
        return one.value(np.asarray(target), raw, weight, None, raw=True), 1.0

    def get_final_error(self, error: float, weight: float) -> float:
        """The value again: it is of all rows at once."""
        return error

    def _known(self, target: Any) -> bool:
        """Whether these rows are those that groups were given for; of the others there is one set, which is learned from."""
        known = len(self.target) == len(target) and bool((np.asarray(target) == self.target).all())
        self.strange = 0 if known else self.strange + 1
        if self.strange > 1:
            raise InputError(
                "compat.catboost_target_mismatch",
                count=len(self.target),
            )
        return known

    def _link(self, columns: int) -> str | None:
        """What makes predictions of raw scores, as CatBoost itself does; None where nothing is known to."""
        if not self.of.needs_link(columns):
            return None
        loss = _loss(columns)
        made = PROBABILITIES.get(loss)
        return NUMBERS.get(loss, "identity") if made is None and loss and self.of.metric.reads == "numbers" else made


def _loss(columns: int) -> str:
    """The loss of the model in training; where it is not named, CatBoost's default. Empty for a loss that is no loss of CatBoost's."""
    model = said_by_caller("catboost", "self", "_fit")
    loss = model.get_param("loss_function") if hasattr(model, "get_param") else None
    if loss is None and (model is None or type(model).__name__ == "CatBoostClassifier"):
        return "Logloss" if columns == 1 else "MultiClass"
    return loss.partition(":")[0] if isinstance(loss, str) else "RMSE" if loss is None else ""
