"""Build the kernels in other ways and run their tests on each build: other compilers, and the sanitizers.

python tools/variants.py                  all of them
python tools/variants.py address clang    only these

A variant's package goes to build/<variant> and is imported from there; the environment's own build is left alone. ThreadSanitizer cannot
watch kernels inside an interpreter that it was not built with: its variant is a program that calls them from C++.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ["tests/kernels", "tests/fuzz", "tests/laws/test_bounds.py", "tests/inputs/test_trec.py"]
RACE_FOUND = 66
"""What a program ends with in which ThreadSanitizer has seen a race."""

RUN = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in type(f).__module__.lower()]
sys.path.insert(0, {target!r})
import gnomon._core
assert gnomon._core.__file__.startswith({target!r}), gnomon._core.__file__
import pytest
sys.exit(pytest.main(["-q", "--capture=no", *{tests!r}]))
"""


@dataclass(frozen=True)
class Variant:
    """A way to build: compiler and flags, the sanitizers, and libraries that Python must load before anything else."""

    compiler: str = "g++"
    flags: str = ""
    sanitize: str = ""
    preload: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)


VARIANTS = {
    "address": Variant(
        sanitize="address,undefined,float-cast-overflow",
        preload=("libasan.so", "libstdc++.so.6"),  # with the sanitizer the library whose exceptions it watches
        settings={"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    ),
    "clang": Variant(compiler="clang++", flags="-stdlib=libc++"),
}


def build(name: str, variant: Variant) -> Path:
    """The package built in that way, warnings as errors."""
    target = ROOT / "build" / name
    shutil.rmtree(target, ignore_errors=True)
    defined = {"GNOMON_WERROR": "ON", "GNOMON_SANITIZE": variant.sanitize}
    options = [f"cmake.define.{key}={value}" for key, value in defined.items()] + [f"build-dir=build/{name}-cmake"]
    settings = [part for option in options for part in ("-C", option)]
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(target)]
    environment = {**os.environ, "CXX": variant.compiler, "CXXFLAGS": variant.flags, "LDFLAGS": variant.flags}
    subprocess.run([*install, *settings, str(ROOT)], check=True, env=environment)
    return target


def environment_of(variant: Variant) -> dict[str, str]:
    """What Python needs to be told to run on a build."""
    asked = (
        subprocess.run([variant.compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
        for name in variant.preload
    )
    environment = {**os.environ, **variant.settings}
    if runtime := " ".join(found.stdout.strip() for found in asked):
        environment["LD_PRELOAD"] = runtime
    return environment


def test(name: str, variant: Variant) -> int:
    code = RUN.format(target=str(build(name, variant)), tests=TESTS)
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment_of(variant), check=False).returncode


def test_threads() -> int:
    """Run the kernels' threads under ThreadSanitizer, after making sure that it would see a race."""
    program = ROOT / "build" / "threads"
    program.parent.mkdir(exist_ok=True)
    flags = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=thread", "-pthread", "-ffp-contract=off"]
    sources = [ROOT / "tests/kernels/threads.cpp", ROOT / "csrc/parallel.cpp"]
    subprocess.run(["g++", *flags, f"-I{ROOT / 'csrc'}", "-o", program, *sources], check=True)
    # Some systems spread memory so wide that the sanitizer cannot map it.
    still = ["setarch", "-R"] if shutil.which("setarch") else []
    watched = subprocess.run([*still, program, "race"], capture_output=True, text=True, check=False)
    if watched.returncode != RACE_FOUND:
        print(f"ThreadSanitizer does not see a planted race here:\n{watched.stderr}", file=sys.stderr)
        return 1
    return subprocess.run([*still, program], check=False).returncode


def main(names: list[str]) -> int:
    failed = [name for name in names or (*VARIANTS, "thread") if (test_threads() if name == "thread" else test(name, VARIANTS[name]))]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
