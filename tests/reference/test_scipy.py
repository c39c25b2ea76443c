"""KS against SciPy's two-sample statistic, AUC against its Mann-Whitney U, ROC's equal error against a root of the curve."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from scipy import optimize, stats

import gnomon as gn
from data import WILD, scored


@pytest.fixture(autouse=True)
def _references_may_warn():
    """Overflow and ties make SciPy warn of p-values that nobody reads here."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@settings(suppress_health_check=list(HealthCheck))
@given(scored(WILD, both=True))
def test_ks_is_the_two_sample_statistic(data):
    y, s, _ = data
    rank = np.unique(s, return_inverse=True)[1].reshape(s.shape)  # SciPy before 1.14 adds scores up, and the largest floats have no sum
    theirs = stats.ks_2samp(rank[y == 1], rank[y == 0], method="asymp")
    np.testing.assert_allclose(gn.ks(y, s), theirs.statistic, rtol=1e-12, atol=1e-15)
    curve = gn.ks_curve(y, s)
    np.testing.assert_allclose(np.abs(curve.difference).max(), theirs.statistic, rtol=1e-12, atol=1e-15)


@settings(suppress_health_check=list(HealthCheck))
@given(scored(WILD, both=True))
def test_auc_is_mann_whitney(data):
    y, s, _ = data
    u = stats.mannwhitneyu(s[y == 1], s[y == 0], method="asymptotic").statistic
    assume(np.isfinite(u))  # SciPy before 1.14 has none where scores reach the largest float
    np.testing.assert_allclose(gn.roc_auc(y, s), u / ((y == 1).sum() * (y == 0).sum()), rtol=1e-12)


@settings(suppress_health_check=list(HealthCheck))
@given(scored(WILD, both=True))
def test_somers_d_is_gini(data):
    y, s, _ = data
    if len(np.unique(s)) > 1:
        np.testing.assert_allclose(gn.gini(y, s), stats.somersd(y, s).statistic, rtol=1e-9, atol=1e-12)


@settings(suppress_health_check=list(HealthCheck))
@given(scored(WILD, both=True))
def test_equal_error_rate_is_where_the_curve_crosses(data):
    y, s, _ = data
    curve = gn.roc_curve(y, s)
    # Along the drawn curve, parametrised by arc: FPR + TPR rises from 0 to 2, and EER solves FPR = 1 - TPR, their sum being 1.
    along = curve.fpr + curve.tpr
    x = optimize.brentq(lambda t: np.interp(t, along, curve.fpr) + np.interp(t, along, curve.tpr) - 1, 0, 2)
    np.testing.assert_allclose(gn.equal_error_rate(y, s), np.interp(x, along, curve.fpr), rtol=1e-9, atol=1e-9)
