"""The shape of the source in figures. ``tools/shape.py`` prints them; with ``--check`` it fails where one is worse than in ``shape.json``;
``--write`` writes ``shape.json``, in which no figure may become worse.
"""

import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gnomon"
RECORD = ROOT / "shape.json"
HAN = re.compile("[\u4e00-\u9fff]")
IS_NO = re.compile(r"\b(?:is|are) no [a-z]")
VAGUE = re.compile(
    "found|given|made|said|one|held|whole|known|asked|told|wanted|seen|kept|left|gone|taken|placed|counted|written|added|joined|met|drawn|"
    "beside|apart|elsewhere|here|there|many|least|most|mine|others?|it|self_|things?|what"
)
SMALL_FILE = 60
PROSE = 3
"""A text of more words than these is prose."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def texts() -> dict[Path, str]:
    """The text of each module."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}


@cache
def trees() -> dict[Path, ast.Module]:
    """The syntax tree of each module."""
    return {path: ast.parse(text) for path, text in texts().items()}


def nodes(kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> Iterator[ast.AST]:
    """Every node of a kind, of all modules."""
    return (node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, kind))


def functions() -> Iterator[Function]:
    return (node for node in nodes((ast.FunctionDef, ast.AsyncFunctionDef)) if isinstance(node, Function))


def sizes() -> dict[str, float]:
    """Files and lines."""
    lines = {path: text.count("\n") for path, text in texts().items()}
    small = sum(count < SMALL_FILE and path.name != "__init__.py" for path, count in lines.items())
    return {"files": len(lines), "lines": sum(lines.values()), "small_files": small}


def annotations() -> dict[str, float]:
    """The share of annotations with ``Any``, and arguments ``plan: Any``."""
    total = vague = plans = 0
    for function in functions():
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *filter(None, (arguments.vararg, arguments.kwarg))]
        for name, annotation in [*((one.arg, one.annotation) for one in every), ("", function.returns)]:
            if annotation is not None:
                total += 1
                vague += any(isinstance(part, ast.Name) and part.id == "Any" for part in ast.walk(annotation))
                plans += name == "plan" and isinstance(annotation, ast.Name) and annotation.id == "Any"
    return {"any_percent": round(100 * vague / total, 1), "plan_any": plans}


def names() -> dict[str, float]:
    """Public classes of one name in several modules, and names that do not say what they hold."""
    modules = defaultdict(set)
    for path, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].add(path)
    stored = [node.id for node in nodes(ast.Name) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    defined = [node.name for node in nodes((ast.FunctionDef, ast.ClassDef)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    vague = sum(VAGUE.fullmatch(name.strip("_").lower()) is not None for name in (*stored, *defined))
    percent = round(100 * vague / (len(stored) + len(defined)), 1)
    return {"class_names_twice": sum(len(found) > 1 for found in modules.values()), "vague_names": vague, "vague_percent": percent}


def relative_imports() -> int:
    """Relative imports inside functions."""
    return sum(isinstance(node, ast.ImportFrom) and node.level > 0 for function in functions() for node in ast.walk(function))


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def for_type_checkers(tree: ast.Module) -> set[int]:
    """Nodes that only a type checker reads."""
    blocks = (node.body for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    return {id(node) for block in blocks for statement in block for node in ast.walk(statement)}


def imports() -> dict[str, set[str]]:
    """The modules that each module imports, inside functions too."""
    modules = {module_of(path): path for path in texts()}
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        skipped = for_type_checkers(trees()[path])
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(trees()[path]):
            if not isinstance(node, ast.ImportFrom) or id(node) in skipped or not (node.level or (node.module or "").startswith("gnomon")):
                continue
            parents = package.split(".")
            base = parents[: len(parents) - node.level + 1] if node.level else []
            target = ".".join([*base, *filter(None, [node.module])])
            for imported in node.names:
                candidates = (one for one in (f"{target}.{imported.name}", target) if one in modules)
                found[name] |= {one for one in [next(candidates, name)] if one != name}
    return found


def largest_cycle(edges: dict[str, set[str]]) -> int:
    """The number of modules in the largest import cycle (Tarjan's algorithm)."""
    sys.setrecursionlimit(10_000)
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    largest = 0

    def visit(module: str) -> None:
        nonlocal largest
        index[module] = low[module] = len(index)
        stack.append(module)
        for imported in edges[module]:
            if imported not in index:
                visit(imported)
                low[module] = min(low[module], low[imported])
            elif imported in stack:
                low[module] = min(low[module], index[imported])
        if low[module] == index[module]:
            start = stack.index(module)
            largest = max(largest, len(stack) - start)
            del stack[start:]

    for module in edges:
        if module not in index:
            visit(module)
    return largest


def hooks() -> dict[str, float]:
    """The most methods that subclasses of one class may override."""
    classes = [node for node in nodes(ast.ClassDef) if isinstance(node, ast.ClassDef)]
    bases = Counter(base.id for node in classes for base in node.bases if isinstance(base, ast.Name))
    methods = [
        sum(isinstance(part, ast.FunctionDef) and not part.name.startswith("_") for part in node.body)
        for node in classes
        if bases[node.name] > 1
    ]
    return {"hooks": max(methods)}


def prose_assertions() -> int:
    """Assertions of tests on prose: a ``match=`` of more than three words, or such a text ``in`` another."""
    count = 0
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "match":
                count += is_prose(node.value)
            elif isinstance(node, ast.Assert):
                compared = (part for part in ast.walk(node.test) if isinstance(part, ast.Compare))
                count += sum(isinstance(part.ops[0], ast.In) and is_prose(part.left) for part in compared)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("expect_message", "expect_hints"):
                count += any(map(is_prose, ast.walk(node.args[0]))) if node.args else 0
    return count


def is_prose(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > PROSE


def figures() -> dict[str, float]:
    """Every figure; smaller is better."""
    return {
        **sizes(),
        **annotations(),
        **names(),
        "imports_in_functions": relative_imports(),
        "largest_cycle": largest_cycle(imports()),
        **hooks(),
        "chinese_lines_in_py": sum(bool(HAN.search(line)) for text in texts().values() for line in text.split("\n")),
        "is_no": sum(len(IS_NO.findall(text)) for text in texts().values()),
        "catch_warnings": sum(text.count("catch_warnings(") for text in texts().values()),
        "prose_assertions": prose_assertions(),
    }


FREE = ("files", "small_files", "vague_names")
"""Printed only: they grow with the source, and shares or lines of the same are held."""


def worse(now: dict[str, float], before: dict[str, float]) -> Iterable[str]:
    """The figures that are worse than those on record."""
    return [f"{name} is {now[name]:g}, at most {most:g}" for name, most in before.items() if name not in FREE and now[name] > most]


def main() -> None:
    now = figures()
    print(" ".join(f"{name}={value:g}" for name, value in now.items()))
    before = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    found = worse(now, before)
    if found:
        sys.exit(f"the shape became worse: {'; '.join(found)}")
    if "--write" in sys.argv[1:]:
        RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
