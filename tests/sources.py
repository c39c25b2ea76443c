"""The source of gnomon as the tests of its shape read it: each file is read and parsed once a process."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gnomon"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path):
    return ast.parse(text_of(path))


@cache
def nodes_of(path):
    """All nodes of a module, which most rules look through."""
    return tuple(ast.walk(tree_of(path)))


@cache
def _lines_of(path):
    return text_of(path).encode().split(b"\n")


def source_of(path, node):
    """What `ast.get_source_segment` gives, which cuts the whole file into lines for each node."""
    lines = _lines_of(path)[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return b"\n".join(lines).decode()


def name_of(path):
    """The file as a message names it."""
    return str(path.relative_to(ROOT))
