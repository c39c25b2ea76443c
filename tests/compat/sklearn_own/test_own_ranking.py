"""scikit-learn's own test_ranking.py, with gnomon in the place of its metrics."""

from own_tests import own

globals().update(own("sklearn.metrics.tests.test_ranking"))
