"""Metrics as aggregates, in Polars' group_by and in DuckDB: what they give is what slices have."""

import duckdb
import numpy as np
import polars as pl
import pytest

import gnomon as gn
from gnomon.compat import polars as gp

RNG = np.random.default_rng(3)
N = 1200
Y = RNG.integers(0, 2, N)
FRAME = pl.DataFrame(
    {
        "y": Y,
        "p": np.clip(0.3 * Y + RNG.uniform(0, 0.7, N), 0, 1),
        "w": RNG.random(N),
        "user": RNG.integers(0, 40, N),
        "region": RNG.choice(["north", "south", "west"], N),
    }
)


def by_region(metrics, **asked):
    evaluation = gn.evaluate(FRAME, label="y", score="p", by="region", metrics=metrics, ci=None, **asked)
    return {part.by["region"]: [float(part.values["p", metric]) for metric in evaluation.metrics] for part in evaluation.slices}


@pytest.mark.parametrize("frame", [FRAME, FRAME.lazy()], ids=["eager", "lazy"])
@pytest.mark.parametrize("weight", [None, "w"])
def test_expressions_are_slices(frame, weight):
    asked = {} if weight is None else {"weight": weight}
    made = frame.group_by("region").agg(
        a=gp.roc_auc("y", "p", **asked),
        b=gp.ks("y", pl.col("p") * 2, **asked),  # an order is an order
        c=gp.f1("y", pl.col("p") >= 0.5, **asked),
        d=gp.log_loss("y", "p", **asked),
    )
    found = {region: values for region, *values in (made.collect() if isinstance(made, pl.LazyFrame) else made).rows()}
    expected = by_region("roc_auc,ks,f1@0.5,log_loss", **asked)
    assert set(found) == set(expected)
    for region, values in expected.items():
        assert found[region] == pytest.approx(values, rel=1e-12)


def test_several_metrics_of_the_same_columns_stand_side_by_side():
    assert FRAME.group_by("region").agg(gp.roc_auc("y", "p"), gp.ks("y", "p")).columns == ["region", "roc_auc", "ks"]


def test_expressions_stand_wherever_aggregates_do():
    assert FRAME.select(gp.roc_auc("y", "p")).item() == gn.roc_auc(FRAME["y"], FRAME["p"])
    within = FRAME.with_columns(auc=gp.roc_auc("y", "p").over("region")).group_by("region").agg(pl.col("auc").first()).rows()
    assert dict(within) == {region: values[0] for region, values in by_region("roc_auc").items()}
    lists = FRAME.group_by("region").agg(gauc=gp.gauc("y", "p", "user"), ndcg=gp.ndcg("y", "p", group="user", k=5)).rows()
    for region, gauc, ndcg in lists:
        part = FRAME.filter(pl.col("region") == region)
        assert gauc == gn.gauc(part["y"], part["p"], part["user"])
        assert ndcg == gn.ndcg(part["y"], part["p"], part["user"], k=5)


def test_a_group_without_a_value_is_nan_and_says_why():
    with pytest.warns(gn.UndefinedMetricWarning, match="only one class"):
        made = FRAME.group_by("y").agg(auc=gp.roc_auc("y", "p"))
    assert np.isnan(made["auc"].to_numpy()).all()
    assert FRAME.group_by("y").agg(auc=gp.roc_auc("y", "p", undefined=0.5))["auc"].to_list() == [0.5, 0.5]


def test_what_is_wrong_in_a_group_is_said():
    # Earlier Polars make of any error in Python a panic, which is no Exception; the words are the same.
    with pytest.raises(BaseException, match="missing label"):
        FRAME.with_columns(y=pl.when(pl.col("w") < 0.1).then(None).otherwise("y")).group_by("region").agg(gp.roc_auc("y", "p"))
    with pytest.raises(BaseException, match="an aggregate is one number"):
        FRAME.group_by("region").agg(gp.f1("y", pl.col("p") > 0.5, average=None))
    with pytest.raises(AttributeError, match="no single value"):
        gp.roc_curve  # noqa: B018
    with pytest.raises(AttributeError, match="called roc_auc here"):
        gp.auc  # noqa: B018


def test_every_metric_of_one_value_has_an_expression():
    assert {"roc_auc", "f1", "rmse", "ndcg"} <= set(dir(gp))
    assert "roc_curve" not in dir(gp)
    assert all(callable(getattr(gp, name)) for name in dir(gp))


def test_groups_by_python():
    """Polars' own ways, without an expression of gnomon's."""
    made = FRAME.group_by("region").map_groups(lambda g: pl.DataFrame({"region": g["region"][:1], "auc": [gn.roc_auc(g["y"], g["p"])]}))
    assert dict(made.rows()) == {region: values[0] for region, values in by_region("roc_auc").items()}


@pytest.fixture
def connection():
    with duckdb.connect() as made:
        made.register("t", FRAME)
        yield made


def test_a_relation_is_evaluated_by_group(connection):
    relation = connection.sql("SELECT y, p, region FROM t WHERE user < 30")
    evaluation = gn.evaluate(relation, label="y", score="p", by="region", metrics="roc_auc")
    for part in evaluation.slices:
        rows = FRAME.filter((pl.col("user") < 30) & (pl.col("region") == part.by["region"]))
        assert part.values["p", "roc_auc"] == pytest.approx(gn.roc_auc(rows["y"], rows["p"]), rel=1e-12)


def test_an_aggregate_in_sql(connection):
    """list() gathers a group's rows; pairs stay together in a struct, whatever the threads."""

    def roc_auc(rows):
        return gn.roc_auc([row["y"] for row in rows], [row["p"] for row in rows])

    connection.create_function("roc_auc", roc_auc, ["STRUCT(y BIGINT, p DOUBLE)[]"], "DOUBLE")
    try:
        found = connection.sql("SELECT region, roc_auc(list({y: y, p: p})) FROM t GROUP BY region").fetchall()
    finally:
        connection.remove_function("roc_auc")
    for region, value in found:
        assert value == pytest.approx(by_region("roc_auc")[region][0], rel=1e-12)
    assert len(found) == 3
