import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))


def pytest_configure(config):
    config.addinivalue_line("markers", "thread_unsafe: of scikit-learn's tests, which say so")


@pytest.fixture
def global_random_seed():
    return 42


@pytest.fixture(params=[np.float32, np.float64])
def global_dtype(request):
    return request.param


@pytest.fixture(autouse=True)
def same_numbers_every_time():
    """Some of these tests draw from NumPy's own generator without a seed."""
    np.random.seed(0)


def pytest_collection_modifyitems(items):
    """What is left out is expected to fail, so that an entry whose reason is gone fails the run."""
    for item in items:
        left_out = getattr(getattr(item, "module", None), "LEFT_OUT", {})
        reason = left_out.get(item.name) or left_out.get(item.name.partition("[")[0])
        if reason:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
