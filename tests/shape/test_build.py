"""How gnomon is built: headers stand alone, names mean one thing, the flags that digits depend on are given, minimum versions agree."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from components import needs, program

ROOT = Path(__file__).parents[2]
CSRC = ROOT / "csrc"
HEADERS = sorted(CSRC.glob("*.hpp"))
SOURCES = sorted(CSRC.glob("*.cpp"))


def compiler():
    """The command that compiles C++ here, as CMake would take it from the environment."""
    return [program(os.environ.get("CXX", "c++")), *os.environ.get("CXXFLAGS", "").split()]


@pytest.mark.long  # `make clang` runs it
@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_each_header_compiles_alone(header):
    """Twice in one file, without anything before it: it includes what it uses, and nothing in it is defined twice."""
    flags = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", f"-I{CSRC}"]
    if header.name.startswith("bind"):
        others = [needs("nanobind").include_dir(), sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
        flags += [part for folder in others for part in ("-isystem", folder)]
    code = f'#include "{header.name}"\n' * 2
    done = subprocess.run([*compiler(), *flags, "-x", "c++", "-"], input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr


TYPE = re.compile(r"^( *)(?:template <[^\n]*>\n\1)?(?:struct|class|union|enum(?: class)?) (\w+)[^;<(]*\{", re.MULTILINE)
ALIAS = re.compile(r"^()(?:template <[^\n]*>\n)?using (\w+) =", re.MULTILINE)
TEMPLATE = re.compile(r"^()template <[^\n]*>\n(?!using |struct |class )[^\n(=]*?(\w+)\(", re.MULTILINE)


def names(path):
    """Names of types, aliases and templates in a file, and whether each stands in the namespace or inside something."""
    text = path.read_text()
    return {(found[2], not found[1]) for pattern in (TYPE, ALIAS, TEMPLATE) for found in pattern.finditer(text)}


def test_a_name_is_one_type_or_template():
    """Two classes or templates of one name in two files would be one to the linker, and which of them runs would be chance."""
    homes = {}
    for path in (*HEADERS, *SOURCES):
        for name, outer in names(path):
            homes.setdefault(name, []).append((path.name, outer))
    assert len(homes) > 100
    twice = {name: where for name, where in homes.items() if len(where) > 1 and any(outer for _, outer in where)}
    assert not twice


DEFINITION = re.compile(
    r"^(?:template [^\n]*\n)?(?:(?:struct|class) (\w+)[^;\n]*\{|(?!namespace|#|struct |class |enum )\S[^\n;={}()]*?\b(\w+)\([^;]*?\{)",
    re.MULTILINE,
)


def words(text):
    return set(re.findall(r"\w+", re.sub("//.*", "", text)))


def definitions(path):
    """What a file defines in the namespace, each with the words of its definition; what a line ends that it begins is one of them."""
    text = re.sub("//.*", "", path.read_text(encoding="utf-8"))
    for found in DEFINITION.finditer(text):
        line = text[found.end() : text.index("\n", found.end())]
        end = text.index("\n" if line.rstrip().endswith("}") else "\n}", found.end())
        yield found[1] or found[2], words(text[found.start() : end])


def test_threads_of_every_kernel_run_under_the_sanitizer():
    """tests/kernels/threads.cpp calls, itself or through others, whatever starts threads; what binds kernels to Python starts none."""
    starters = {"on_queue", "on_threads", "on_chunks", "run_threads"}
    assert not [path.name for path in SOURCES if path.name != "parallel.cpp" and words(path.read_text(encoding="utf-8")) & starters]
    uses, starting = {}, {}
    for path in HEADERS:
        for name, inside in definitions(path) if path.name != "parallel.hpp" else ():
            uses[name] = uses.get(name, set()) | inside
            if inside & starters:
                starting[name] = path.name
    assert {path.name for path in HEADERS if words(path.read_text(encoding="utf-8")) & starters} == {*starting.values(), "parallel.hpp"}
    reached, left = set(), words("".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "kernels").glob("thread*.?pp")))
    while left := (left & uses.keys()) - reached:
        reached |= left
        left = set().union(*(uses[name] for name in left))
    assert not {name: header for name, header in starting.items() if name not in reached}


@pytest.fixture(scope="module")
def configure(tmp_path_factory):
    """The compile command of each of our source files, as CMake gives it."""
    needs("nanobind")
    cmake, ninja = program("cmake"), program("ninja")
    where = subprocess.run([sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=True).stdout.strip()

    def commands(**defined):
        folder = tmp_path_factory.mktemp("configured")
        given = {"nanobind_DIR": where, "Python_EXECUTABLE": sys.executable, "CMAKE_MAKE_PROGRAM": ninja, **defined}
        options = [f"-D{name}={value}" for name, value in given.items()]
        line = [cmake, "-G", "Ninja", "-S", ROOT, "-B", folder, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found = {Path(one["file"]): one["command"].split() for one in json.loads((folder / "compile_commands.json").read_text())}
        return {path.name: command for path, command in found.items() if path.parent == CSRC}

    return commands


def test_flags_that_digits_depend_on_reach_every_file(configure):
    commands = configure()
    assert sorted(commands) == [path.name for path in SOURCES]
    for name, command in commands.items():
        assert "-ffp-contract=off" in command, name
        assert "-fno-fast-math" in command, name
        undone = {"-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffp-contract=fast", "-ffp-contract=on"}
        assert not undone & set(command), name


@pytest.mark.parametrize("asked", ["OFF", "ON"])
def test_warnings_are_errors_only_where_asked(configure, asked):
    for name, command in configure(GNOMON_WERROR=asked).items():
        assert "-Wconversion" in command, name
        assert ("-Werror" in command) == (asked == "ON"), name


def test_a_product_and_a_sum_are_rounded_apart(configure, tmp_path):
    """The flags work: where the processor could multiply and add in one step, the code does not."""
    code = tmp_path / "step.cpp"
    code.write_text("double step(double a, double b, double c) { return a * b + c; }\n")
    command = configure()["bind.cpp"]
    flags = [flag for flag in command[1:] if re.match(r"-(std|O|f|march)", flag)]
    machine = ["-mfma"] if "-march=x86-64-v2" in flags else []

    def assembly(*given):
        return subprocess.run([command[0], *given, *machine, "-S", "-o", "-", str(code)], capture_output=True, text=True, check=True).stdout

    assert re.search(r"fmadd", assembly(*(flag for flag in flags if not flag.startswith("-ffp")), "-ffp-contract=fast"))
    assert not re.search(r"fmadd", assembly(*flags))


def test_a_package_has_one_minimum_version():
    import lowest

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert len(lowest.minima(text)) > 15
    with pytest.raises(SystemExit, match="numpy"):
        lowest.minima('["numpy>=1.26"]\n["numpy>=2.0"]')


def test_the_minimum_python_is_the_same_everywhere():
    project, make, cmake = ((ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "Makefile", "CMakeLists.txt"))
    least = re.search(r'requires-python = ">=3\.(\d+)"', project)[1]
    assert f"find_package(Python 3.{least} " in cmake
    assert f"sys.version_info < (3, {least})" in make
    assert f"cp3{least}-*" in project


def test_the_package_page_needs_nothing_beside_it():
    """A package index shows this page alone: its links lead nowhere in the repository, and what it shows works as it stands."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    page = (ROOT / re.search(r'^readme = "(.+)"$', project, re.MULTILINE)[1]).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|href)=\"([^\"]*)\"", page)
    assert all((a or b).startswith("https://") for a, b in targets)
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    found = {}
    exec(code, found)
    assert 0.5 < found["e"]["roc_auc", "new"] < 1
    from gnomon.cli import app

    for line in re.findall(r"^gnomon (\w+)", page, re.MULTILINE):
        with pytest.raises(SystemExit) as ended:
            app([line, "--help"])
        assert not ended.value.code


def test_a_source_archive_holds_what_tests_and_guides_read():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    left_out = json.loads(re.search(r"^sdist.exclude = (\[.*\])$", project, re.MULTILINE)[1])
    assert not set(left_out) & {"bench", "csrc", "docs", "src", "tests", "tools", ".ci"}


def test_results_have_rows_of_every_benchmark():
    """`make bench` was run since the last benchmark was added."""
    results = (ROOT / "bench" / "RESULTS.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n\n(.*?)(?=\n## |\Z)", results, re.MULTILINE | re.DOTALL))
    files = {path.stem for path in (ROOT / "bench").glob("*.py")} - {"run", "measure"}
    assert sections.keys() == files
    assert all(section.count("\n| ") >= 1 for section in sections.values())
