"""scikit-learn's own cluster/test_common.py, with gnomon in the place of its metrics."""

from own_tests import own

globals().update(own("sklearn.metrics.cluster.tests.test_common"))
