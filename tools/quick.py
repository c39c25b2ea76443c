"""Run the tests of what changed since the branch left main, and the laws that hold for every metric and kind.

python tools/quick.py [BASE]    BASE: the commit to compare with; main by default, and on main itself the last commit
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
AREAS = {"csrc": ["tests/kernels"], "docs": ["tests/shape/test_guides.py"]}
"""Tests of what is not in the package."""
MOST_FILES = 12
"""Test files beyond this number would take minutes: `make test` runs them."""
FEWER = {"GNOMON_DRAW": "4", "GNOMON_FUZZ": "10"}
"""Cases of each product of parameters, and examples of each property."""


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def changed(base: str | None) -> list[Path]:
    """Files that differ from where the branch left the base, with those that git does not track yet."""
    if base is None:
        base = "HEAD" if git("rev-parse", "HEAD") == git("rev-parse", "main") else git("merge-base", "HEAD", "main")
    names = [*git("diff", "--name-only", base).splitlines(), *git("ls-files", "--others", "--exclude-standard").splitlines()]
    return [Path(name) for name in names if (ROOT / name).exists()]


def tests_of(path: Path, texts: dict[Path, str]) -> list[str]:
    """The tests of one changed file: itself, those of its area, or those whose name or imports are the module's."""
    if path.parts[0] == "tests":
        return [str(path)] if path.name.startswith("test_") else []
    if path.parts[0] in AREAS:
        return AREAS[path.parts[0]]
    if path.parts[:2] != ("src", "gnomon") or path.suffix != ".py":
        return []
    parts = path.with_suffix("").parts[1:]
    module = re.compile(rf"\b{re.escape('.'.join(parts[:-1]))}(\.| import .*\b){parts[-1]}\b")
    named = [file for file, text in texts.items() if file.stem == f"test_{parts[-1]}" or module.search(text)]
    return [str(path), *(str(file.relative_to(ROOT)) for file in named)]  # its own examples first


def main(base: str | None) -> int:
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(TESTS.glob("*/test_*.py"))}
    files = list(dict.fromkeys(test for path in changed(base) for test in tests_of(path, texts)))
    chosen = ["tests/laws", *(file for file in files[:MOST_FILES] if not file.startswith("tests/laws"))]
    print("tests:", *chosen, f"(and {len(files) - MOST_FILES} more, which make test runs)" if len(files) > MOST_FILES else "", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", *chosen]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **FEWER}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
