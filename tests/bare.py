"""Tests that can behave differently on a machine with nothing optional installed get the marker ``bare``; ``.ci/run`` runs them on one.

A test is one of them if its file, or a file of the tests that it imports, names an optional component, a font, the home folder or the
environment; or if it uses a browser.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from components import HOW

TESTS = Path(__file__).parent
NAMES = {module.partition(".")[0] for module in HOW} | {"matplotlib", "fonts", "environ", "setenv", "expanduser", "plot", "plots"}
CALLS = {"needs", "program", "missing", "home"}
FIXTURES = {"browser", "opened", "chromium"}


@cache
def words_of(path):
    """The names, attributes and imports in a file, and in the files of the tests that it imports."""
    found, imported = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\bimport (\w+)|\bfrom (\w+)", node.value) and re.findall(r"\w+", node.value))
    for name in imported:
        found |= set(name.split("."))
        beside = TESTS / f"{name.replace('.', '/')}.py"
        if beside.exists() and beside != path:
            found |= words_of(beside)
    return frozenset(found)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if "bare" not in config.option.markexpr:
        return
    for item in items:
        if words_of(item.path) & (NAMES | CALLS) or FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.bare)
