"""Draws from large products of parameters: each value of each parameter is run, in combinations that a seed chooses.

The seed is the day's date. It is printed, and ``GNOMON_SEED=20261118 make test`` repeats the draws of that day, those of Hypothesis too.
``make test-all`` runs the whole products.

A test that simulates takes the fixture ``sets``, and draws ``sets(2000)`` data sets: a quarter of them in ``make test``, all of them in
``make test-all`` and in ``make coverage``, which runs the tests that have the fixture. Its bounds follow from the number (``off_by``).
"""

import datetime
import math
import os
import random

import pytest
from hypothesis import core

LARGEST = int(os.environ.get("GNOMON_DRAW", "16"))
"""Products of no more cases are run whole, and no fewer are drawn of a larger one; `make quick` draws fewer."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    # Before xdist starts its workers, which inherit the environment: midnight passes for none of them.
    os.environ.setdefault("GNOMON_SEED", datetime.date.today().strftime("%Y%m%d"))
    core.global_force_seed = int(os.environ["GNOMON_SEED"])


def pytest_report_header():
    which = "whole products of parameters" if whole() else "large products of parameters are drawn from; make test-all runs them whole"
    return f"GNOMON_SEED={os.environ['GNOMON_SEED']}: {which}"


def whole():
    return bool(os.environ.get("GNOMON_ALL"))


@pytest.fixture
def sets():
    """How many data sets a simulation draws, of the number that it draws in `make coverage`."""
    return lambda number, least=100: number if whole() else min(number, max(least, number // 4))


def off_by(number, share=0.05, errors=3.0):
    """How far the share seen in so many data sets may be from the true one: three standard errors."""
    return errors * math.sqrt(share * (1 - share) / number)


def pytest_itemcollected(item):
    if "sets" in getattr(item, "fixturenames", ()):
        item.add_marker("simulated")


def levels(item):
    """The values of the parameters of a test; values of no order or hash are told apart by what they are in memory."""
    return {
        (name, value if isinstance(value, (str, int, float, type(None))) else id(value)) for name, value in item.callspec.params.items()
    }


def drawn(items, seed):
    """Which cases of one test are run: cases with a value that none before it had, then others up to the least number."""
    order = sorted(items, key=lambda item: item.nodeid)
    random.Random(f"{seed} {order[0].nodeid}").shuffle(order)
    seen, chosen, others = set(), [], []
    for item in order:
        found = levels(item)
        (others if found <= seen else chosen).append(item)
        seen |= found
    return {item.nodeid for item in [*chosen, *others[: max(0, LARGEST - len(chosen))]]}


def pytest_collection_modifyitems(config, items):
    if whole() or any("[" in argument for argument in config.args):  # a case that is asked for by name is run
        return
    cases = {}
    for item in items:
        if hasattr(item, "callspec"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out = set()
    for of_test in cases.values():
        if len(of_test) > LARGEST:
            left_out |= {item.nodeid for item in of_test} - drawn(of_test, os.environ["GNOMON_SEED"])
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
        items[:] = [item for item in items if item.nodeid not in left_out]
