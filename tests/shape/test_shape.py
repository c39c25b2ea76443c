"""The shape of the project: who imports whom, how light it is, that stubs and pages are true."""

import ast
import os
import re
import subprocess
import sys

import pytest

import gnomon as gn
from components import needs
from gnomon.catalog import entries
from gnomon.catalog.explain import SECTIONS, subject_of
from sources import MODULES, PACKAGE, ROOT, name_of, nodes_of, text_of

# What each part may import of gnomon, at the top or inside a function. The map is explained in docs/architecture.md.
BASE = {"errors", "heap", "parallel", "randomness", "_core"}
ALLOWED = {
    "messages": set(),
    "errors": {"messages"},
    "types": set(),
    "heap": set(),
    "parallel": {"errors"},
    "randomness": set(),
    "result": {"errors", "markup", "plots", "sketch"},
    "markup": set(),
    "sketch": set(),
    "samples": set(),
    "inputs": BASE | {"files"},
    "catalog": {"errors", "messages"},
    "vision": BASE | {"engines", "files", "inputs", "messages"},
    "summary": BASE | {"markup", "inputs", "catalog", "metrics", "plots", "public", "result", "scorecards", "texts", "vision"},
    "texts": BASE | {"catalog", "engines", "inputs", "messages", "__version__"},
    "metrics": BASE | {"inputs", "catalog", "summary", "result", "texts", "vision", "messages"},
    "public": BASE | {"inputs", "catalog", "summary", "metrics", "result", "texts", "vision", "messages"},
    "plots": {"errors", "result", "summary"},
    "inference": BASE | {"markup", "inputs", "catalog", "evaluation", "summary", "metrics", "public", "result", "messages"},
    "statistics": {"catalog", "errors", "inference", "inputs", "result", "summary", "messages"},
    "decisions": BASE | {"markup", "catalog", "engines", "inference", "inputs", "metrics", "result", "summary", "messages"},
    "scorecards": {
        "markup",
        *("_core", "catalog", "engines", "errors", "evaluation", "files", "inference", "inputs", "parallel", "plots", "report", "result"),
        *("randomness", "summary", "messages"),
    },
    "memory": {"errors"},
    "files": {"errors", "memory"},
    "engines": {"errors", "files", "inputs", "memory"},
    "value": {"markup", "inference", "messages"},
    "findings": {"catalog", "evaluation", "tasks", "messages"},  # evaluation: for type checkers only
    "evaluation": {
        "markup",
        *("catalog", "engines", "errors", "files", "findings", "inference", "inputs", "plots", "public", "report", "result", "summary"),
        *("heap", "memory", "parallel", "tasks", "value", "messages", "__version__"),
        "compat",  # of which evaluation.log_to_mlflow is a name
    },
    "report": {"catalog", "errors", "evaluation", "files", "inference", "result", "tasks", "messages"},
    "tasks": {
        *(
            "catalog",
            "decisions",
            "engines",
            "errors",
            "evaluation",
            "files",
            "findings",
            "inference",
            "inputs",
            "memory",
            "metrics",
            "plots",
            "public",
        ),
        *("randomness", "report", "result", "summary", "texts", "value", "vision", "messages"),
    },
    "cli": {
        *("catalog", "demo", "engines", "errors", "evaluation", "files", "inference", "inputs", "public", "result", "tasks", "messages"),
        *("interrupts", "scorecards", "__version__"),
    },
    # Above everything, since it speaks for others: nothing of gnomon imports it, except what is called by name.
    "compat": {
        *("_core", "__version__", "catalog", "evaluation", "files", "inference", "inputs", "metrics", "public", "report", "result"),
        *("summary", "tasks", "texts", "value", "vision", "engines", "parallel"),
    },
    "torch": {"catalog", "compat", "evaluation", "inference", "inputs", "metrics", "public", "result", "summary"},
    "frames": {"compat", "errors"},
    "demo": {"errors", "evaluation", "files", "samples", "scorecards"},
    "interrupts": set(),
    "__main__": {"cli", "errors", "interrupts", "messages"},
    "__init__": {
        "catalog",
        "decisions",
        "evaluation",
        "inference",
        "inputs",
        "plots",
        "samples",
        "scorecards",
        "errors",
        "public",
        "statistics",
        "summary",
        *("catalog", "evaluation", "inference", "inputs", "plots", "samples", "errors", "public", "scorecards", "statistics", "summary"),
        "tasks",
        "vision",
    },
}


def imports(path):
    """Top-level parts of gnomon that a file imports."""
    part = path.relative_to(PACKAGE).parts
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = list(part[:-1])[: len(part) - node.level] if node.level <= len(part) else []
            names = [node.module.split(".")[0]] if node.module else [alias.name for alias in node.names]
            yield from [base[0]] if base else names
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gnomon"):
            yield from [node.module.split(".")[1]] if "." in node.module else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name == "gnomon")


def test_import_direction():
    for path in MODULES:
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        assert part in ALLOWED, f"{part} is new: say in this test and in docs/architecture.md what it may import"
        everywhere = {"errors", "messages", "types"} if part != "messages" else set()  # how things are said is everyone's
        assert set(imports(path)) - {part} <= ALLOWED[part] | everywhere, name_of(path)


PARTICULAR = (
    r"e\.task [!=]=|e\.(positives|groups|classes)\b|part\.positives|\.summaries\b|\b(Sweeps?|Counts|Ranked)\b|\b(binary|multiclass)\b|"
    "[\"']ranking[\"']"
)


def test_the_frame_of_the_report_names_no_kind_of_evaluation():
    """What is particular to a kind is asked of its sections; summaries are reached by one function."""
    for path in sorted((PACKAGE / "report").rglob("*.*")):
        if path.suffix in (".py", ".js", ".html"):
            assert not re.search(PARTICULAR, text_of(path).split("def summary_of")[0]), name_of(path)


SOURCES = [path for suffix in ("py", "js", "css", "html") for path in sorted(PACKAGE.rglob(f"*.{suffix}"))] + sorted(
    (ROOT / "csrc").glob("*")
)


def test_files_and_functions_stay_small():
    for path in SOURCES:
        assert text_of(path).count("\n") <= 400, name_of(path)
        for node in nodes_of(path) if path.suffix == ".py" else ():
            if isinstance(node, ast.FunctionDef):
                said = len((ast.get_docstring(node, clean=False) or "").split("\n"))
                assert node.end_lineno - node.lineno - said < 60, f"{node.name} of {name_of(path)} is long"


def test_import_is_light():
    """Nothing heavy comes with `import gnomon`: what is not needed by every user is imported where it is used."""
    code = "import sys, gnomon; print(' '.join(sys.modules))"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    heavy = {
        "jinja2",
        "markdown_it",
        "latex2mathml",
        "narwhals",
        "pandas",
        "polars",
        "pyarrow",
        "matplotlib",
        "scipy",
        "sklearn",
        "torch",
        "torchmetrics",
        "lightning",
        "mlflow",
        "duckdb",
        "rich",
        "typer",
    }
    assert not heavy & loaded


def test_public_names():
    """What the stubs and dir() promise is there, and nothing that is not public is offered."""
    assert set(gn.__all__) == {name for name in dir(gn) if not name.startswith("__")}
    for name in gn.__all__:
        assert getattr(gn, name) is not None
    stub = (PACKAGE / "__init__.pyi").read_text()
    promised = set(re.findall(r"^(?:def|class) (\w+)|^from \S+ import \w+ as (\w+)$", stub, re.MULTILINE))
    assert {a or b for a, b in promised} == set(gn.__all__)


def test_stubs_are_up_to_date():
    needs("nanobind")
    import stubs

    for path, text in stubs.stubs().items():
        assert path.read_text() == text, f"{path.name} is out of date: run make stubs"


def test_pages_are_up_to_date():
    import docs

    for path, text in docs.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run make docs"


def test_links_in_the_pages_lead_somewhere():
    for page in (*ROOT.glob("README*.md"), ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{target} in {page.name}"


@pytest.mark.parametrize("entry", list(entries()), ids=lambda e: e.name)
def test_every_metric_is_explained(entry):
    for lang in sorted(SECTIONS):
        check_explanation(entry, lang)


def check_explanation(entry, lang):
    explanation = gn.explain(entry.name, lang=lang)
    parts = explanation.to_dict()
    assert all(parts.values())
    assert "$$" in explanation.formula
    assert explanation.pitfalls.startswith("- ")
    related = re.findall(r"`(\w+)`", explanation.related)
    assert related
    assert entry.name not in related
    for name in related:
        assert subject_of(name).name == name
    if lang == "zh":
        assert len(re.findall(r"[\u4e00-\u9fff]", explanation)) > 80
    assert explanation.startswith(f"# {explanation.heading}")


def test_no_explanation_without_a_metric():
    names = {entry.name for entry in entries()}
    for lang in SECTIONS:
        assert {path.stem for path in (PACKAGE / "catalog" / "explanations" / lang).glob("*.md")} == names


def test_every_name_mentioned_in_explanations_exists():
    """Backticked calls and names in the texts are real: metrics, their options, or attributes of their results."""
    known = set(gn.__all__) | {option for entry in entries() for option in entry.options}
    for entry in entries():
        for lang in SECTIONS:
            for name in re.findall(r"`([a-z_]+)\(", gn.explain(entry.name, lang=lang)):
                assert name in known, f"{name}() in {lang}/{entry.name}.md"


def test_catalogue_is_searched_by_meaning():
    assert gn.catalog.find("precision")[0].name == "precision"
    assert "ks" in [entry.name for entry in gn.catalog.find("kolmogorov")]
    assert "recall" in [entry.name for entry in gn.catalog.find("查全率")]
    assert {entry.name for entry in gn.catalog.find("", family="scores")} < {entry.name for entry in gn.catalog.find("")}
    assert gn.catalog.find("no such thing anywhere") == []


def test_threads_do_not_change_results():
    rows = "r = np.random.default_rng(0); y, s = r.random(300_000) < 0.3, r.random(300_000)"
    metrics = ["roc_auc", "ks", "accuracy_ratio", "average_precision", "log_loss", "brier_score", "break_even_point"]
    calls = ", ".join(f"gn.{name}(y, s), gn.{name}(y, s, weight=w)" for name in metrics)
    labels = "gn.f1(y, s > 0.5), gn.f1(y, s > 0.5, weight=w)"
    code = f"import gnomon as gn, numpy as np; {rows}; w = r.random(300_000); print(repr([{calls}, {labels}]))"
    values = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "GNOMON_THREADS": n}, capture_output=True, text=True, check=True
        ).stdout
        for n in ("1", "2", "7")
    }
    assert len(values) == 1
