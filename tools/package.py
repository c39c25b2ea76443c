"""Build the source archive, a wheel from it, and try both as those who get them would: elsewhere, without the repository.

python tools/package.py

The wheel is built from the unpacked archive with what pyproject.toml says a build needs, and installed in a new environment, where
tools/smoke.py uses it. Then the tests in the archive run against it: they must find there all that they read.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ["tests/shape", "tests/golden", "tests/promises", "tests/kinds", "tests/evaluation/test_saved.py"]


def run(*line: str | Path, where: Path) -> None:
    print("$", *line, flush=True)
    # Nothing of the repository may be found by chance.
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "GNOMON_CI")}
    done = subprocess.run(line, cwd=where, env=environment, check=False)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, line))}")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="gnomon-package-") as name:
        folder = Path(name)
        build = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
        run(sys.executable, "-c", build, folder, where=ROOT)
        (archive,) = folder.glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        source = folder / archive.name.removesuffix(".tar.gz")
        run(sys.executable, "-m", "venv", folder / "env", where=folder)
        python = folder / "env" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", "pip>=25.1", where=folder)
        run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, archive, where=folder)
        (wheel,) = folder.glob("*.whl")
        run(python, "-m", "pip", "install", "--quiet", f"{wheel}[all]", where=folder)
        run(python, source / "tools" / "smoke.py", where=folder)
        run(python, "-m", "pip", "install", "--quiet", "--group", f"{source / 'pyproject.toml'}:test", where=folder)
        run(python, "-m", "pytest", "-q", "-n", "2", *TESTS, where=source)
        print(f"{archive.name} and {wheel.name} are whole")


if __name__ == "__main__":
    main()
