"""Ben Hamner's Metrics (``ml_metrics`` 0.1.4): every function, under its name and with its arguments, on gnomon's metrics.

>>> from gnomon.compat import ml_metrics as metrics
>>> metrics.apk([1, 2, 3, 4, 5], [6, 4, 7, 1, 2], 2)
0.25
"""

from .elementwise import ae, capped_binomial_deviance, capped_log10_likelihood, ce, ll, log_loss, mae, mse, msle, rmse, rmsle, se, sle
from .lists import apk, auc, kdd_apk, kdd_mapk, levenshtein, mapk
from .ratings import (
    confusion_matrix,
    histogram,
    kappa,
    linear_weighted_kappa,
    mean_quadratic_weighted_kappa,
    quadratic_weighted_kappa,
    weighted_mean_quadratic_weighted_kappa,
)

__all__ = [
    "ae",
    "apk",
    "auc",
    "capped_binomial_deviance",
    "capped_log10_likelihood",
    "ce",
    "confusion_matrix",
    "histogram",
    "kappa",
    "kdd_apk",
    "kdd_mapk",
    "levenshtein",
    "linear_weighted_kappa",
    "ll",
    "log_loss",
    "mae",
    "mapk",
    "mean_quadratic_weighted_kappa",
    "mse",
    "msle",
    "quadratic_weighted_kappa",
    "rmse",
    "rmsle",
    "se",
    "sle",
    "weighted_mean_quadratic_weighted_kappa",
]
