"""gn.scorer: any metric reference as a scorer of scikit-learn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..catalog import Reference
from ..errors import InputError, check_undefined
from ..inputs import DEFAULT_POSITIVE
from .row_metric import RowMetric, named

if TYPE_CHECKING:
    from .estimator_scorers import EstimatorScorer, EstimatorScorers


def scorer(
    metric: str | Reference | Sequence[str], *, positive: Any = DEFAULT_POSITIVE, undefined: str | float = "warn"
) -> "EstimatorScorers | EstimatorScorer":
    """A scikit-learn scorer of a metric reference, or of several that share one prediction.

    Scores are those of the class that is named: its column of ``predict_proba``, or where there is none ``decision_function``, its sign
    turned for the first class. Metrics of labels and of numbers read ``predict``, those of several classes the whole matrix. A scorer is
    better the higher it is: a metric that is better when low is negated, as scikit-learn's ``neg_`` scorers are.

    Parameters
    ----------
    metric
        "roc_auc", "f1@0.3", "rmse"; or several, "roc_auc, ks, brier_score" or a list, which are scored from one prediction and give
        a dictionary by reference, for ``scoring=`` of ``cross_validate`` and, with ``refit=``, of searches.
    positive
        The positive class, as it stands in ``classes_``; not needed where the classes are 0 and 1, -1 and 1, or booleans.
    undefined
        As in metrics' own functions, for a fold in which there is no value: "warn" (NaN), "raise", or a number.

    Weights are those of ``sample_weight``, by ``set_score_request`` where metadata are routed; metrics over groups of rows ask for
    ``group`` the same way.

    >>> import gnomon as gn
    >>> gn.scorer("brier_score", positive="bad")
    scorer('brier_score', positive='bad'; negated, since lower is better)

    """
    check_undefined(undefined)
    texts, several = named(metric)
    metrics = [RowMetric(text, undefined) for text in texts]
    try:
        from .estimator_scorers import EstimatorScorer, EstimatorScorers
    except ImportError as reason:
        raise InputError("compat.sklearn_missing") from reason
    made = {one.name: EstimatorScorer(one, positive) for one in metrics}
    return EstimatorScorers(made) if several else made[texts[0]]
