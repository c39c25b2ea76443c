"""Build the kernels with AddressSanitizer and UndefinedBehaviorSanitizer and run their tests on that build.

The sanitized package goes to build/sanitize and is imported from there; the environment's own build is left alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "build" / "sanitize"

RUN = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in type(f).__module__.lower()]
sys.path.insert(0, {target!r})
import gnomon._core
assert gnomon._core.__file__.startswith({target!r}), gnomon._core.__file__
import pytest
sys.exit(pytest.main(["-q", "--capture=no", "tests/kernels", "tests/laws/test_bounds.py", "tests/inputs/test_trec.py"]))
"""


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    options = ["-C", "cmake.define.GNOMON_SANITIZE=ON", "-C", "build-dir=build/sanitize-cmake"]
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(TARGET)]
    subprocess.run([*install, *options, str(ROOT)], check=True)
    # Python knows neither library; the sanitizer must come first, and with it the one whose exceptions it watches.
    names = ("libasan.so", "libstdc++.so.6")
    files = (subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True) for name in names)
    runtime = " ".join(found.stdout.strip() for found in files)
    environment = {**os.environ, "LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
    return subprocess.run([sys.executable, "-c", RUN.format(target=str(TARGET))], cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
