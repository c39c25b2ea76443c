"""Calls on 100 rows cost no more instructions than they did: a loop of calls is counted under valgrind, which load does not change."""

import json

import pytest

import count_instructions
from components import program


def test_small_calls_cost_no_more_instructions_than_they_did():
    kept = json.loads(count_instructions.KEPT.read_text())
    if kept["python"] != count_instructions.version():
        pytest.skip(f"the counts that are kept are of Python {kept['python']}")
    found = count_instructions.count(program("valgrind"))
    assert found.keys() == kept["calls"].keys()
    more = {name: (count, kept["calls"][name]) for name, count in found.items() if count > count_instructions.SLACK * kept["calls"][name]}
    assert not more, "tools/count_instructions.py --write keeps new counts where they are meant"
