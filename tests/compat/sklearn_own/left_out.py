"""scikit-learn's own tests that gnomon.compat.sklearn does not pass, and why.

Each is run all the same and expected to fail, so that an entry whose reason is gone fails the run. A name is that of a test, or of one
of its cases with the parameters in brackets.
"""

LEFT_OUT: dict[str, dict[str, str]] = {
    "sklearn.metrics.tests.test_score_objects": {
        "test_scoring_is_not_metric": (
            "a metric passed as a scorer is known by the module that it says it is from, sklearn.metrics; what stands in for it says where "
            "it really is, since pickle finds it there, and is refused when it is called"
        ),
    },
}
"""By module."""

NOT_TAKEN = {
    "sklearn.metrics.tests.test_dist_metrics": "distances, which are scikit-learn's",
    "sklearn.metrics.tests.test_pairwise": "distances, which are scikit-learn's",
    "sklearn.metrics.tests.test_pairwise_distances_reduction": "distances, which are scikit-learn's",
    "sklearn.metrics.cluster.tests.test_bicluster": "consensus_score, which is scikit-learn's",
}
"""Modules of tests of which none calls what gnomon stands in for."""
