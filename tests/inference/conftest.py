"""Settings of the simulations."""

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="session")
def _one_thread_for_products():
    """Thousands of small products of matrices: pytest runs several processes already, and a BLAS whose threads wait for each other
    in each of them takes four times as long.
    """
    with threadpool_limits(1):
        yield
