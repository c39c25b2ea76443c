"""Which of scikit-learn's own tests run, that they call gnomon, and that what is left out is there."""

import ast
import functools
import inspect
from pathlib import Path

import pytest
import sklearn.metrics
from left_out import LEFT_OUT, NOT_TAKEN
from own_tests import KNOWN, loaded, ours, release

from gnomon.compat.sklearn.stand_in import ANSWERS, UNCOVERED, theirs

pytestmark = pytest.mark.skipif(release() != KNOWN, reason="the tests of another release of scikit-learn")
HERE = Path(__file__).parent
ROOT = Path(sklearn.__file__).parent
TAKEN = sorted(ast.literal_eval(path.read_text().rpartition("own(")[2].rstrip(")\n")) for path in HERE.glob("test_own_*.py"))


def test_every_module_of_tests_is_taken_or_named():
    files = [*ROOT.glob("metrics/tests/test_*.py"), *ROOT.glob("metrics/cluster/tests/test_*.py")]
    modules = {"sklearn." + ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    assert modules == {*TAKEN, *NOT_TAKEN}
    assert not {*TAKEN} & {*NOT_TAKEN}


@pytest.mark.parametrize("name", sorted(NOT_TAKEN))
def test_what_is_not_taken_calls_nothing_of_gnomon(name):
    text = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8")
    assert not {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} & {*ANSWERS}


@pytest.mark.parametrize(("module", "test"), [(module, test) for module, tests in LEFT_OUT.items() for test in tests])
def test_what_is_left_out_is_there(module, test):
    assert module in TAKEN
    assert callable(getattr(loaded(module), test.partition("[")[0]))
    assert len(LEFT_OUT[module][test]) > 20


def reached(value, seen):
    """Functions that a module's tests can reach: by name, in tables, in partials and in the parameters of tests."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict):
        for one in value.values():
            yield from reached(one, seen)
    elif isinstance(value, (list, tuple, set)):
        for one in value:
            yield from reached(one, seen)
    elif isinstance(value, functools.partial):
        yield from reached(value.func, seen)
    elif callable(value):
        yield value
        for mark in getattr(value, "pytestmark", []) if isinstance(getattr(value, "pytestmark", []), list) else []:
            yield from reached([list(one) if isinstance(one, (list, tuple)) else one for one in mark.args], seen)


def test_the_tests_reach_gnomon_and_no_function_that_it_stands_in_for():
    originals, stand_ins = {theirs(name): name for name in ANSWERS}, {ours(name): name for name in ANSWERS}
    found = set()
    for name in TAKEN:
        functions = [one for one in reached(vars(loaded(name)), set()) if getattr(one, "__hash__", None)]
        assert not [originals[one] for one in functions if one in originals], name
        found |= {stand_ins[one] for one in functions if one in stand_ins}
    assert found == {*ANSWERS}


@pytest.mark.filterwarnings("ignore")
def test_their_tests_call_gnomon_and_it_answers(monkeypatch):
    """Those of their tests that need no arguments, and two of all metrics, run here with a count of what gnomon answers."""
    answered = dict.fromkeys(ANSWERS, 0)

    def counting(name, inner):
        def counted(*args, **kwargs):
            answer = inner(*args, **kwargs)
            answered[name] += answer is not UNCOVERED
            return answer

        return counted

    for name, inner in list(ANSWERS.items()):
        monkeypatch.setitem(ANSWERS, name, counting(name, inner))
    for name in TAKEN:
        module = loaded(name)
        tests = [one for key, one in vars(module).items() if key.startswith("test_") and key not in LEFT_OUT.get(name, {})]
        for test in tests:
            if callable(test) and not inspect.signature(test).parameters:
                test()
        for metric in {*getattr(module, "ALL_METRICS", {})} - getattr(module, "METRIC_UNDEFINED_BINARY_MULTICLASS", set()):
            module.test_sample_order_invariance(metric)
        for metric in getattr(module, "SUPERVISED_METRICS", {}):
            module.test_returned_value_consistency(metric)
    assert {name for name, count in answered.items() if not count} == set()
