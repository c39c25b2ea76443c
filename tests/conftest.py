"""Settings that every test shares."""

import os
import signal

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

matplotlib.use("Agg")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in what a script starts in the background; tests interrupt their own processes
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.update(MLFLOW_DISABLE_TELEMETRY="true", MLFLOW_ALLOW_FILE_STORE="true")  # no test calls home, and each has a folder for a store
collect_ignore = ["typing/usage.py"]  # for mypy, not to be run
collect_ignore_glob = ["kinds/die/*"]  # a kind from elsewhere, which enters its metrics when it is imported


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Examples in docstrings are of the package: no test file is imported a second time for them."""
    return [file for file in (yield) if type(file).__name__ != "DoctestModule"]


# `make test` keeps the examples few; `make fuzz` sets GNOMON_FUZZ to search far deeper.
examples = int(os.environ.get("GNOMON_FUZZ", "0")) or 40
slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("gnomon", max_examples=examples, deadline=None, suppress_health_check=slow, print_blob=True)
settings.load_profile("gnomon")

pytest_plugins = ["bare", "browser", "draws", "spoken", "pytester"]
