"""What is general names nothing particular: no summary of one kind, no task, no kind's folder. Branching on a kind belongs to the kind."""

import ast
import re

from gnomon.tasks import registry
from sources import MODULES, PACKAGE, name_of, nodes_of, tree_of

GENERAL = [
    *(path for part in ("evaluation", "findings", "report", "cli", "engines") for path in sorted((PACKAGE / part).rglob("*.py"))),
    *(PACKAGE / "tasks" / f"{name}.py" for name in ("__init__", "aspect", "task", "registry", "parts", "blocks", "jackknife")),
    PACKAGE / "value.py",
]
SUMMARIES = {"Sweep", "Sweeps", "Counts", "Ranked", "Recommended", "Joint", "Cells", "Stack"}
TASKS = {task.key for task in registry.tasks()}


def names_imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, alias.name) for alias in node.names)


def docstrings(tree):
    """The nodes of texts that are said to readers of the code, or in the examples of a command's help."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def test_the_general_modules_import_no_particular_summary_and_name_no_task():
    for path in GENERAL:
        check_general(path, tree_of(path))


def check_general(path, tree):
    particular = [name for module, name in names_imported(tree) if name in SUMMARIES and "summary" in module]
    assert not particular, f"{name_of(path)} imports {particular}"
    folders = [module for module, _ in names_imported(tree) if re.search(rf"tasks\.({'|'.join(registry.KINDS)})\b", module)]
    assert not folders, f"{name_of(path)} imports {folders}"
    said = {id(node) for node in docstrings(tree)}
    texts = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]
    # a column may be read as "text", whatever task reads it
    named = (TASKS - {"text"}) & set(texts) - (
        set(registry.KINDS) if path.name == "registry.py" else set()
    )  # a folder may be called as its task is
    assert not named, f"{name_of(path)} names {named}"


def test_a_kind_is_a_folder_and_a_line():
    """Every folder under tasks is in the registry's one line, and brings its aspects and tasks from there."""
    folders = {path.name for path in (PACKAGE / "tasks").iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert folders == set(registry.KINDS)
    for aspect in registry.aspects():
        # the worst sentences are kept in one way, whichever kind reads them
        assert type(aspect).__module__.split(".")[2] in {*registry.KINDS, "sentences"}


def branches(function):
    """Where a function can take one way or another; functions inside it are counted by themselves."""
    found, waiting = 0, list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            continue
        if isinstance(node, (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.IfExp)):
            found += 1
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        waiting += ast.iter_child_nodes(node)
    return found


def test_functions_have_few_branches():
    """A function that takes many ways is several ideas, whatever its length."""
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef):
                assert branches(node) <= 15, f"{node.name} of {name_of(path)} takes {branches(node)} ways"
