"""scikit-learn's own tests of its metrics, which its wheel holds, made to call gnomon.compat.sklearn instead."""

import importlib
import sys
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
import sklearn
from left_out import LEFT_OUT

from gnomon.compat import sklearn as compat
from gnomon.compat.sklearn.stand_in import ANSWERS, theirs

KNOWN = (1, 9)
"""The release whose tests are known here: another one has other tests, some of which may ask for more."""


def release():
    return tuple(int(part) for part in sklearn.__version__.split(".")[:2])


def ours(name):
    return getattr(compat, name, None) if hasattr(sklearn.metrics, name) else getattr(compat.cluster, name)


@contextmanager
def in_the_place_of_scikit_learn():
    """While this holds, what is imported from anywhere under sklearn.metrics is gnomon's."""
    undo = []
    for module in [module for name, module in sys.modules.items() if name.split(".")[:2] == ["sklearn", "metrics"]]:
        for name in ANSWERS:
            if getattr(module, name, None) is theirs(name):
                undo.append((module, name, theirs(name)))
    for module, name, _ in undo:
        setattr(module, name, ours(name))
    try:
        yield
    finally:
        for module, name, function in undo:
            setattr(module, name, function)


def loaded(name):
    """One of scikit-learn's test modules, run anew with gnomon's functions under the imported names."""
    original = importlib.import_module(name)  # first as it is, so that nothing else of scikit-learn is imported below
    path = Path(original.__file__)
    module = ModuleType(f"own_{name.replace('.', '_')}")
    module.__file__ = str(path)
    with in_the_place_of_scikit_learn():
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def _listed(mark):
    """A mark whose parameters pytest may walk twice."""
    if mark.name != "parametrize" or isinstance(mark.args[1], (list, tuple)):
        return mark
    return pytest.mark.parametrize(mark.args[0], list(mark.args[1]), *mark.args[2:], **mark.kwargs).mark


def own(name):
    """What a file that pytest collects is to hold: the tests of one of scikit-learn's modules and all they need."""
    if release() != KNOWN:
        pytest.skip(f"these are the tests of scikit-learn {release()}, and known are those of {KNOWN}", allow_module_level=True)
    held = {key: value for key, value in vars(loaded(name)).items() if not key.startswith("__")}
    for value in held.values():
        if hasattr(value, "pytestmark"):
            value.pytestmark = [_listed(mark) for mark in value.pytestmark]
    return {**held, "pytestmark": pytest.mark.filterwarnings("ignore"), "LEFT_OUT": LEFT_OUT.get(name, {})}
