"""Tests of samples: of means, of ranks, of whole distributions, of correlation; each with its effect, its interval and its sentence."""

from .checks import Check
from .correlation import CorrelationTest, correlation_test
from .diebold_mariano import DieboldMarianoTest, diebold_mariano
from .kolmogorov import KsTest, ks_2samp
from .mann_whitney import MannWhitneyTest, mann_whitney
from .resampled import ResampledTest, corrected_resampled_t
from .student import TTest, t_test, t_test_from_summaries

__all__ = [
    "Check",
    "CorrelationTest",
    "DieboldMarianoTest",
    "KsTest",
    "MannWhitneyTest",
    "ResampledTest",
    "TTest",
    "corrected_resampled_t",
    "correlation_test",
    "diebold_mariano",
    "ks_2samp",
    "mann_whitney",
    "t_test",
    "t_test_from_summaries",
]
