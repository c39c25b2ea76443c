"""df.gnomon in pandas and Polars: the figures are those of gn, whatever the order of imports, and no import fails for it."""

import inspect
import subprocess
import sys
import textwrap

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from gnomon.value import Value

RNG = np.random.default_rng(7)
Y = RNG.integers(0, 2, 400)
COLUMNS = {
    "y": Y,
    "p": np.clip(0.4 * Y + RNG.uniform(0, 0.6, 400), 0, 1),
    "q": RNG.random(400),
    "w": RNG.random(400),
    "user": RNG.integers(0, 30, 400),
    "region": np.where(RNG.random(400) < 0.4, "north", "south"),
}
FRAMES = {"pandas": pd.DataFrame(COLUMNS), "polars": pl.DataFrame(COLUMNS), "lazy": pl.LazyFrame(COLUMNS)}


@pytest.fixture(params=FRAMES)
def frame(request):
    return FRAMES[request.param]


def test_evaluations_and_comparisons_are_those_of_gn(frame):
    asked = {"label": "y", "score": ["p", "q"], "by": "region", "metrics": "roc_auc,f1@0.5"}
    mine, theirs = frame.gnomon.evaluate(**asked), gn.evaluate(COLUMNS, **asked)
    assert dict(mine.values) == dict(theirs.values)
    assert [part.values for part in mine.slices] == [part.values for part in theirs.slices]
    found, known = (
        one(label="y", score=["p", "q"], metrics="roc_auc") for one in (frame.gnomon.compare, lambda **a: gn.compare(COLUMNS, **a))
    )
    assert found["roc_auc"] == known["roc_auc"]


@pytest.mark.parametrize(
    ("name", "asked", "expected"),
    [
        ("roc_auc", {"score": "p"}, lambda c: gn.roc_auc(c["y"], c["p"])),
        ("roc_auc", {"score": "p", "weight": "w"}, lambda c: gn.roc_auc(c["y"], c["p"], weight=c["w"])),
        ("f1", {"score": "p", "threshold": 0.3}, lambda c: gn.f1(c["y"], c["p"] >= 0.3)),
        ("f_score", {"score": "p", "threshold": 0.3, "beta": 2}, lambda c: gn.f_score(c["y"], c["p"] >= 0.3, beta=2)),
        (
            "average_precision",
            {"score": "p", "interpolation": "trapezoid"},
            lambda c: gn.average_precision(c["y"], c["p"], interpolation="trapezoid"),
        ),
        ("ndcg", {"score": "p", "group": "user", "k": 5}, lambda c: gn.ndcg(c["y"], c["p"], c["user"], k=5, no_relevant=0.0)),
        ("rmse", {"prediction": "q", "task": "regression"}, lambda c: gn.rmse(c["y"], c["q"])),
    ],
)
def test_a_metric_is_a_value_with_its_interval(frame, name, asked, expected):
    if name == "ndcg":
        asked = {**asked, "no_relevant": 0.0}
    value = getattr(frame.gnomon, name)(label="y", **asked)
    assert isinstance(value, Value)
    assert float(value) == pytest.approx(expected(COLUMNS), rel=1e-12)
    assert value.low <= value <= value.high


def test_several_models_are_values_by_name(frame):
    values = frame.gnomon.ks(label="y", score={"new": "p", "old": "q"})
    assert values == {"new": gn.ks(COLUMNS["y"], COLUMNS["p"]), "old": gn.ks(COLUMNS["y"], COLUMNS["q"])}


def test_curves_tables_intervals_and_correlations(frame):
    assert frame.gnomon.roc_curve(label="y", score="p", weight="w") == gn.roc_curve(COLUMNS["y"], COLUMNS["p"], weight=COLUMNS["w"])
    assert frame.gnomon.decile_table(label="y", score="p") == gn.decile_table(COLUMNS["y"], COLUMNS["p"])
    made = frame.gnomon.interval("roc_auc", label="y", score="p", level=0.9, cluster="user")
    assert made == gn.interval("roc_auc", COLUMNS["y"], COLUMNS["p"], level=0.9, cluster=COLUMNS["user"])
    two = frame.gnomon.correlations("p", "w", method="spearman")
    assert two.names == ("p", "w")
    assert two["p", "w"] == pytest.approx(gn.spearman(COLUMNS["p"], COLUMNS["w"]), rel=1e-12)
    assert frame.gnomon.correlations().left_out == ("region",)


def test_columns_whose_names_polars_takes_for_patterns():
    frame = pl.DataFrame({"*": [0, 1, 1, 0], "^p.*$": [0.1, 0.9, 0.3, 0.4], "p2": [0.0, 0.0, 0.0, 0.0]}).lazy()
    assert frame.gnomon.roc_curve(label="*", score="^p.*$").auc == 0.75
    assert frame.gnomon.roc_auc(label="*", score="^p.*$") == 0.75


def test_what_is_refused_says_what_to_do(frame):
    for call, words in (
        (lambda g: g.roc_auc(label="y", score="p", by="region"), "evaluate"),
        (lambda g: g.roc_curve(label="y"), "score="),
        (lambda g: g.roc_curve(score="p"), "label"),
        (lambda g: g.roc_curve(label="y", score="nope"), "'nope'"),
        (lambda g: g.correlations("nope"), "'nope'"),
        (lambda g: g.f_score(label="y", score="p", threshold=0.5, beta=-1), "beta"),
    ):
        with pytest.raises(gn.InputError, match=words):
            call(frame.gnomon)
    with pytest.raises(AttributeError, match="called roc_auc here"):
        frame.gnomon.auc  # noqa: B018
    assert not hasattr(frame.gnomon, "_repr_mimebundle_")


def test_the_accessor_teaches(frame):
    names = dir(frame.gnomon)
    assert {"evaluate", "compare", "interval", "correlations", "roc_auc", "roc_curve", "wer"} <= set(names)
    assert all(callable(getattr(frame.gnomon, name)) for name in names if not name.startswith("__"))
    assert "df.gnomon.evaluate(label=" in repr(frame.gnomon)
    signature = inspect.signature(frame.gnomon.f_score)
    assert {"label", "score", "prediction", "beta"} <= set(signature.parameters)
    assert "per_query" not in inspect.signature(frame.gnomon.ndcg).parameters  # a mapping is no value
    assert "gn.explain" in frame.gnomon.f_score.__doc__
    assert "df.gnomon.roc_auc" in inspect.getdoc(type(frame).gnomon)


WAITING = "any(type(one).__name__ == 'Watcher' for one in sys.meta_path)"


def run(code, folder=None):
    made = f"import sys\n{f'sys.path.insert(0, {str(folder)!r})' if folder else ''}\n{textwrap.dedent(code)}"
    done = subprocess.run([sys.executable, "-W", "error", "-c", made], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("order", ["pandas polars gnomon", "pandas gnomon polars", "polars gnomon pandas", "gnomon pandas polars"])
def test_any_order_of_imports(order):
    """Both are entered, and the finder is gone once they are."""
    imports = "; ".join(f"import {name}" for name in order.split())
    code = f"""
    {imports}
    assert callable(pandas.DataFrame({{"y": [0, 1], "p": [0.1, 0.9]}}).gnomon.evaluate)
    assert polars.LazyFrame({{"y": [0, 1], "p": [0.1, 0.9]}}).gnomon.roc_auc(label="y", score="p") == 1
    assert not {WAITING}
    assert type(pandas.__spec__.loader).__name__ == "SourceFileLoader"
    assert "exec_module" not in vars(pandas.__spec__.loader)
    """
    run(code)


def test_looking_for_a_library_neither_loads_nor_enters_it():
    code = f"""
    import importlib.util, gnomon
    assert importlib.util.find_spec("polars").loader is not None
    assert "polars" not in sys.modules and {WAITING}
    import polars
    assert hasattr(polars.DataFrame, "gnomon")
    assert {WAITING}  # pandas may still come
    """
    run(code)


def test_a_library_that_takes_no_accessor_is_imported_all_the_same(tmp_path):
    (tmp_path / "pandas.py").write_text("DataFrame = 3\n")
    (tmp_path / "polars.py").write_text("x = 1\n")
    run(f"import gnomon, pandas, polars\nassert (pandas.DataFrame, polars.x) == (3, 1)\nassert not {WAITING}", tmp_path)


def test_a_library_that_fails_to_load_fails_as_ever_and_is_entered_when_it_loads(tmp_path):
    (tmp_path / "pandas.py").write_text("import os\nif os.environ.pop('FAILS', None): raise ImportError('no luck')\n" + HOST)
    code = """
    import os, gnomon
    os.environ["FAILS"] = "1"
    try:
        import pandas
    except ImportError as error:
        print(str(error).replace(" ", "_"))
    import pandas
    print(pandas.entered)
    """
    assert run(code, tmp_path) == ["no_luck", "['gnomon']"]


def test_a_library_that_is_half_loaded_when_gnomon_comes_is_entered_later(tmp_path):
    (tmp_path / "pandas.py").write_text("import gnomon\n" + HOST)
    assert run("import pandas\nimport colorsys\nprint(pandas.entered)", tmp_path) == ["['gnomon']"]


def test_a_loader_that_is_a_class_is_left_alone(tmp_path):
    """As frozen programs have them: the library is entered with the next import, and the loader loads on."""
    (tmp_path / "frozen.py").write_text(LOADER + f"HOST = {HOST!r}\n")
    code = """
    import gnomon, frozen
    sys.meta_path.insert(1, frozen.Loader)
    import pandas, other
    print(pandas.entered, other.entered)
    """
    assert run(code, tmp_path) == ["['gnomon']", "[]"]


def test_a_library_that_is_not_there_is_not_found():
    code = """
    import importlib.util, gnomon
    sys.path.clear()
    assert importlib.util.find_spec("polars") is None
    try:
        import polars
    except ModuleNotFoundError as error:
        print(error.name)
    """
    assert run(code) == ["polars"]


HOST = """
from types import SimpleNamespace as Space
entered = []
class DataFrame: pass
api = Space(extensions=Space(register_dataframe_accessor=lambda name: lambda accessor: entered.append(name)))
"""

LOADER = """
import importlib.util
class Loader:
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, cls) if name in ("pandas", "other") else None
    @staticmethod
    def create_module(spec):
        return None
    @staticmethod
    def exec_module(module):
        exec(HOST, module.__dict__)
"""
