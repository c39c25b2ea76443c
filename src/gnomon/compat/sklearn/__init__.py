"""scikit-learn's metrics under their own names, with their own signatures, computed by gnomon's kernels where these can.

>>> from gnomon.compat import sklearn as metrics
>>> metrics.roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
0.75

Names that gnomon does not compute are scikit-learn's: ``metrics.make_scorer``, ``metrics.ConfusionMatrixDisplay`` and so on.
"""

from typing import Any

from sklearn import metrics as _theirs

from . import cluster
from .areas import average_precision_score, roc_auc_score
from .cluster import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    completeness_score,
    fowlkes_mallows_score,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    pair_confusion_matrix,
    rand_score,
    silhouette_samples,
    silhouette_score,
    v_measure_score,
)
from .curves import confusion_matrix_at_thresholds, det_curve, precision_recall_curve, roc_curve
from .labels import (
    accuracy_score,
    balanced_accuracy_score,
    class_likelihood_ratios,
    cohen_kappa_score,
    confusion_matrix,
    hamming_loss,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    zero_one_loss,
)
from .lists import coverage_error, dcg_score, label_ranking_average_precision_score, label_ranking_loss, ndcg_score
from .probabilities import brier_score_loss, log_loss
from .rates import f1_score, fbeta_score, jaccard_score, precision_recall_fscore_support, precision_score, recall_score
from .regression import (
    explained_variance_score,
    max_error,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_gamma_deviance,
    mean_pinball_loss,
    mean_poisson_deviance,
    mean_squared_error,
    mean_squared_log_error,
    mean_tweedie_deviance,
    median_absolute_error,
    r2_score,
    root_mean_squared_error,
    root_mean_squared_log_error,
)
from .report import classification_report

__all__ = list(_theirs.__all__)  # every name of theirs, also by import *


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_theirs, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for name in dir(_theirs) if not name.startswith("_"))})
