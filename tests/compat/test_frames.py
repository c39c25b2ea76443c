"""df.gnomon in pandas and Polars: ``import gnomon.frames`` registers it in any order of imports, and its values are those of gn."""

import inspect
import subprocess
import sys
import textwrap

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
import gnomon.frames
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


def run(code):
    done = subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert not done.returncode, done.stderr


@pytest.mark.parametrize("order", ["pandas polars gnomon.frames", "gnomon.frames pandas polars", "polars gnomon.frames pandas"])
def test_any_order_of_imports(order):
    run(f"""
    {"; ".join(f"import {name}" for name in order.split())}
    assert callable(pandas.DataFrame({{"y": [0, 1], "p": [0.1, 0.9]}}).gnomon.evaluate)
    assert polars.LazyFrame({{"y": [0, 1], "p": [0.1, 0.9]}}).gnomon.roc_auc(label="y", score="p") == 1
    assert hasattr(polars.DataFrame, "gnomon")
    """)


def test_import_gnomon_registers_nothing_and_adds_no_finder():
    run("""
    import sys
    finders = list(sys.meta_path)
    import gnomon
    assert sys.meta_path == finders
    import pandas, polars
    from gnomon.compat import polars as gp
    assert not any(hasattr(frame, "gnomon") for frame in (pandas.DataFrame, polars.DataFrame, polars.LazyFrame))
    """)


@pytest.mark.parametrize(("absent", "present"), [("pandas", "polars"), ("polars", "pandas")])
def test_one_library_is_enough(absent, present):
    run(f"""
    import sys
    sys.modules["{absent}"] = None
    import gnomon.frames, {present}
    assert hasattr({present}.DataFrame, "gnomon")
    """)


def test_neither_library_is_an_error():
    run("""
    import sys
    sys.modules["pandas"] = sys.modules["polars"] = None
    import gnomon
    try:
        import gnomon.frames
    except gnomon.InputError as error:
        assert error.code == "compat.frame_library_missing"
    else:
        raise SystemExit("no error")
    """)
