""" "lower is bad" and "higher is bad": on every path the very results of "lower is positive" and "higher is positive"."""

import numpy as np
import pytest

import gnomon as gn
from data import call, example
from gnomon.catalog import entries
from refusals import raises_id

SPELT = [("lower is bad", "lower is positive"), ("higher is bad", "higher is positive")]
EITHER = pytest.mark.parametrize(("bad", "positive"), SPELT, ids=["lower", "higher"])
RANKS = [entry for entry in entries() if entry.summary is gn.Sweep and not entry.probability]
rng = np.random.default_rng(31)
N = 500
Y = rng.integers(0, 2, N)
POINTS = np.round(600 - 40 * (rng.normal(size=N) + Y))
OTHER = np.round(600 - 50 * (rng.normal(size=N) + Y))
USER = rng.integers(0, 25, N)
TABLE = {"y": Y, "points": POINTS, "other": OTHER, "user": USER}


@EITHER
@pytest.mark.filterwarnings("ignore::gnomon.UndefinedMetricWarning")
@pytest.mark.parametrize("entry", RANKS, ids=lambda e: e.name)
def test_functions(entry, bad, positive):
    y, x = example(entry, 1)
    found, expected = (repr(call(entry, y, x, direction=way)) for way in (bad, positive))
    assert found == expected


@EITHER
def test_summaries_lists_and_choices(bad, positive):
    made = [
        (
            gn.Sweep.of(Y, POINTS, direction=way),
            gn.Ranked.of(Y, POINTS, group=USER, direction=way),
            gn.ndcg(Y, POINTS, USER, direction=way),
            gn.gauc(Y, POINTS, USER, direction=way),
            gn.threshold_choice(Y, POINTS, direction=way),
        )
        for way in (bad, positive)
    ]
    assert made[0] == made[1]
    assert made[0][0].direction == positive


@EITHER
@pytest.mark.parametrize("metric", ["roc_auc", "ks", "recall@580"])
def test_intervals(metric, bad, positive):
    assert gn.interval(metric, Y, POINTS, direction=bad) == gn.interval(metric, Y, POINTS, direction=positive)


@EITHER
def test_evaluations_and_comparisons(bad, positive):
    for given in (lambda way: way, lambda way: {"points": way, "other": way}):
        found, expected = (gn.evaluate(TABLE, label="y", score=["points", "other"], direction=given(way)) for way in (bad, positive))
        assert [found.to_dict()[part] for part in ("values", "models")] == [expected.to_dict()[part] for part in ("values", "models")]
        assert all(model.direction == positive for model in found.models)
        pairs = [gn.compare(Y, {"points": POINTS, "other": OTHER}, direction=given(way), metrics="roc_auc,ks") for way in (bad, positive)]
        assert pairs[0].to_dict() == pairs[1].to_dict()


def test_what_has_no_direction_refuses_it():
    tags = rng.integers(0, 2, (60, 3))
    with raises_id("inputs.direction_with_class_columns"):
        gn.roc_auc(tags, rng.random((60, 3)), direction="lower is bad")
    with raises_id("inputs.direction_unknown"):
        gn.roc_auc(Y, POINTS, direction="bad is lower")
