"""Settings that every test shares."""

import os
import re

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

matplotlib.use("Agg")
collect_ignore = ["typing/usage.py"]  # for mypy, not to be run
collect_ignore_glob = ["kinds/die/*"]  # a kind from elsewhere, which enters its metrics when it is imported

# `make test` keeps the examples few; `make fuzz` sets GNOMON_FUZZ to search far deeper.
examples = int(os.environ.get("GNOMON_FUZZ", "0")) or 60
slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("gnomon", max_examples=examples, deadline=None, suppress_health_check=slow, print_blob=True)
settings.load_profile("gnomon")

pytest_plugins = ["browser", "spoken"]


SHARED = {"spark/": "", "report/": "many|twenty|small_part"}
"""Tests that share what takes long to make, and so a worker: a cluster, an evaluation of twenty models. By folder, and by name there."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests are dealt one by one, but for those that share something."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return next((folder for folder, names in SHARED.items() if folder in nodeid and re.search(names, nodeid)), nodeid)

    return Together(config, log)
