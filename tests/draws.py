"""Draws from large products of parameters: each value of each parameter is run, in combinations that a seed chooses.

The seed is the day's date. It is printed, and ``GNOMON_SEED=20261118 make test`` repeats the draws of that day, those of Hypothesis too.
``make test-all`` runs the whole products.
"""

import datetime
import os
import random

import pytest
from hypothesis import core

LARGEST = int(os.environ.get("GNOMON_DRAW", "24"))
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
