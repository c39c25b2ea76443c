"""Every result of scorecards and decisions can be written as JSON, whatever its figures."""

import inspect
import json

import numpy as np
import pytest

import gnomon as gn
from gnomon import decisions, scorecards
from gnomon.result import JsonSerializable, Result

Y = np.array([0, 0, 1, 0, 1, 1])
P = np.array([0.1, 0.2, 0.2, 0.4, 0.7, 0.9])
ROWS = gn.samples.applications(2000)
CARD = gn.Scorecard(features=["age", "utilisation"]).fit(ROWS, ROWS["bad"])
YOUNG = {"month": ["a", "a", "b", "b"], "p": [0.1, 0.2, 0.3, 0.4], "bad": [0, 1, None, None]}

MADE = {
    "cutoffs": lambda: gn.cutoff_table(Y, P, profit_good=1, loss_bad=9, steps=3),
    "cutoff": lambda: gn.cutoff_table(Y, P).at(2.0),
    "card": lambda: gn.Scorecard.by_hand({"age": {"(-inf, 30)": 0, "[30, inf)": 30}}).table(),
    "explained": lambda: gn.Scorecard.by_hand({"age": {"(-inf, 30)": 0, "[30, inf)": 30, "missing": 3}}).explain({"age": None}),
    "fitted": lambda: CARD.table(),
    "coefficients": lambda: CARD.coefficients_,
    "woe": lambda: gn.woe_table([1, 2, 5, 6], [0, 1, 1, 0], bins=[3, 9]),
    "psi": lambda: gn.psi_table(["a"] * 5, ["b"] * 5, zero="skip"),
    "columns": lambda: gn.psi_table({"x": [1, 2, 3]}, {"x": [4, 5, 6]}),
    "stability": lambda: gn.stability(YOUNG, label="bad", score="p", bins=2),
    "swap": lambda: gn.swap_set(Y, P, 1 - P, approve=0.5),
    "ceiling": lambda: gn.ceiling(ROWS, label="bad", features=["housing", "branch"]),
}


def held(value):
    """Everything that a dictionary holds, leaf by leaf."""
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in held(one)]
    return [leaf for one in value for leaf in held(one)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("name", MADE)
def test_to_dict_is_json(name):
    state = MADE[name]().to_dict()
    assert json.loads(json.dumps(state, allow_nan=False)) == state


def test_what_has_no_value_is_none_and_what_has_no_end_is_a_word():
    table = MADE["cutoffs"]().to_dict()
    assert table["cutoff"] == ["inf", 0.7, 0.2]
    assert table["rejected_bad_rate"] == [None, 1.0, 0.6], "nothing is rejected at first"
    assert MADE["card"]().to_dict()["points"] == [0.0, 30.0, None]
    assert MADE["woe"]().to_dict()["bad_rate"] == [0.5, 0.5, None]
    assert MADE["stability"]().to_dict()["ks"] == [1.0, None]
    assert {None, 1.0} <= set(held(MADE["stability"]().to_dict())), "the figures beside it stay"


def test_every_result_of_the_two_families_is_such():
    found = {
        one
        for package in (scorecards, decisions)
        for module in map(inspect.getmodule, vars(package).values())
        if module is not None and module.__name__.startswith(package.__name__)
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, Result) and one.__module__.startswith(package.__name__)
    }
    assert len(found) >= 10
    assert [one.__name__ for one in found if not issubclass(one, JsonSerializable)] == []
