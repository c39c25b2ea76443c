"""Scores that are lower for the positive class: on every path the values of the negated scores, to the last digit, on their own scale."""

import numpy as np
import pytest

import gnomon as gn
from data import call, example
from gnomon.catalog import entries
from gnomon.evaluation import run
from refusals import raises_id

LOWER = "lower is positive"
SCORES = [entry for entry in entries() if entry.summary is gn.Sweep]
RANKS = [entry for entry in SCORES if not entry.probability]
LISTS = [entry for entry in entries() if entry.summary is gn.Ranked and entry.kind == "value"]
rng = np.random.default_rng(12)
N = 1500
Y = rng.integers(0, 2, N)
POINTS = np.round(600 - 40 * (rng.normal(size=N) + Y))
TABLE = {
    "y": Y,
    "points": POINTS,
    "turned": -POINTS,
    "p": np.clip(rng.normal(0.3 + 0.2 * Y, 0.2), 0, 1),
    "w": rng.integers(1, 4, N) / 2,
    "user": rng.integers(0, 60, N),
    "part": rng.choice(["a", "b"], N),
}
METRICS = "roc_auc,average_precision,ks,gini,f1@580,recall@560,lift_at@0.1,break_even_point"
TURNED = METRICS.replace("@5", "@-5")


def own(values):
    """Thresholds of negated scores on the scores' own scale."""
    return 0.0 - np.asarray(values)


def figures(result):
    """Every column and figure of a result by its name."""
    return {name: value for name, value in result.to_dict().items() if name not in ("direction", "positive", "objective")}


def same(found, expected):
    """The same figures to the last digit, thresholds with the other sign and bins with their ends the other way round."""
    assert type(found) is type(expected)
    one, other = figures(found), figures(expected)
    assert one.keys() == other.keys()
    for name, value in one.items():
        turned = {"low": "high", "high": "low"}.get(name, name) if isinstance(found, gn.DecileTable) else name
        want = other[turned]
        if name in ("threshold", "thresholds", "mean_score") or (turned != name):
            want = own(want)
        np.testing.assert_array_equal(np.array(value, float), np.array(want, float), err_msg=name)


@pytest.mark.parametrize("entry", RANKS, ids=lambda e: e.name)
@pytest.mark.parametrize("seed", range(3))
def test_every_metric_of_scores_reads_them_the_other_way_round(entry, seed):
    y, x = example(entry, seed)
    found, expected = call(entry, y, 5 - x, direction=LOWER), call(entry, y, x - 5)
    if isinstance(expected, float):
        assert float(found) == float(expected) or (found != found and expected != expected)
        if hasattr(expected, "threshold") and expected == expected:
            assert found.threshold == own(expected.threshold)
    else:
        assert found.direction == LOWER
        same(found, expected)
    assert_from_a_sweep(entry, y, 5 - x, found)


def assert_from_a_sweep(entry, y, x, found):
    """A Sweep says itself which end is positive; halves of it merge, and bytes keep it."""
    parts = [gn.Sweep.of(y[at], x[at], direction="lower") for at in (slice(0, 7), slice(7, None))]
    whole = gn.Sweep.from_bytes((parts[0] + parts[1]).to_bytes())
    assert whole.direction == LOWER
    assert whole == gn.Sweep.of(y, x, direction=LOWER)
    again = call(entry, whole)
    if isinstance(found, float):
        assert float(again) == float(found) or (again != again and found != found)
    else:
        for name, value in figures(found).items():
            np.testing.assert_array_equal(np.array(figures(again)[name], float), np.array(value, float), err_msg=name)


@pytest.mark.parametrize("entry", LISTS, ids=lambda e: e.name)
def test_lists_begin_with_the_lowest_scores(entry):
    name, options = entry.name, {name: value for name, value in (("k", 5), ("recall", 0.5)) if name in entry.options}
    function = getattr(gn, name)
    found = function(Y, POINTS, TABLE["user"], direction=LOWER, **options)
    assert found == function(Y, -POINTS, TABLE["user"], **options)
    if not name.startswith(("set_", "judged", "rbp_residual")):  # which look at the set of items, whatever their order
        assert found != function(Y, POINTS, TABLE["user"], **options)


@pytest.mark.parametrize("entry", [entry for entry in SCORES if entry.probability], ids=lambda e: e.name)
def test_what_is_lower_for_the_positive_class_is_no_probability_of_it(entry):
    function, p = getattr(gn, entry.name), TABLE["p"]
    for given in ((Y, p), (gn.Sweep.of(Y, p, direction=LOWER),)):
        options = {"direction": LOWER} if len(given) == 2 else {}
        with raises_id("inputs.direction_with_probabilities"):
            function(*given, **options)
    if entry.kind == "value":
        with raises_id("inputs.direction_with_probabilities"):
            gn.interval(entry.name, Y, p, direction=LOWER)
        with raises_id("evaluation.metrics_objection"):
            gn.evaluate(TABLE, label="y", score="p", direction=LOWER, metrics=entry.name)
        with raises_id("evaluation.metrics_objection"):
            gn.compare(Y, {"a": p, "b": p}, direction=LOWER, metrics=entry.name)


@pytest.mark.parametrize("metric", ["roc_auc", "ks", "average_precision", "f1@580", "recall@560", "gauc", "ndcg@5"])
@pytest.mark.parametrize("rows", [{}, {"weight": "w"}, {"cluster": "user"}], ids=str)
def test_intervals(metric, rows):
    if metric in ("gauc", "ndcg@5"):
        rows = {"group": "user"}
    columns = {name: TABLE[column] for name, column in rows.items()}
    found = gn.interval(metric, Y, POINTS, direction=LOWER, **columns)
    expected = gn.interval(metric.replace("@5", "@-5") if "@5" in metric and metric[0] in "fr" else metric, Y, -POINTS, **columns)
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)
    assert "lower is positive" in repr(found)


@pytest.mark.parametrize("cluster", [None, "user"])
def test_the_choice_of_a_threshold(cluster):
    column = None if cluster is None else TABLE[cluster]
    found = gn.threshold_choice(Y, POINTS, objective="f1", cluster=column, direction=LOWER)
    expected = gn.threshold_choice(Y, -POINTS, objective="f1", cluster=column)
    assert found.threshold == -expected.threshold
    assert (found.threshold_low, found.threshold_high) == (-expected.threshold_high, -expected.threshold_low)
    assert (found.value, found.optimism, found.low, found.high) == (expected.value, expected.optimism, expected.low, expected.high)
    assert f"score ≤ {found.threshold:g} is called positive" in repr(found.best)


def values_of(e, model):
    """Every value of a model with its interval and its threshold on the own scale, by the metric as it is written for negated scores."""
    return {
        (part, metric.replace("@5", "@-5")): (float(v), v.low, v.high, v.at_least, v.at_most, v.threshold)
        for part, held in [("", e.values), *((one.name, one.values) for one in e.slices)]
        for (name, metric), v in held.items()
        if name == model
    }


def assert_turned(found, expected):
    assert found.keys() == expected.keys()
    for key, (*figures_of, threshold) in found.items():
        *others, other = expected[key]
        assert figures_of == others, key
        assert threshold == (None if other is None else own(other)), key


READINGS = {
    "plain": {},
    "weighted": {"weight": "w"},
    "clustered": {"cluster": "user"},
    "lists": {"group": "user", "metrics": ("gauc,ndcg@5,recall_at@3,roc_auc", "gauc,ndcg@5,recall_at@3,roc_auc")},
    "sliced": {"by": "part"},
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("where", ["frame", "csv", "parquet", "long", "coarse"])
def test_evaluate(reading, where, tmp_path, monkeypatch):
    asked = dict(READINGS[reading])
    metrics, turned = asked.pop("metrics", (METRICS, TURNED))
    data = TABLE
    if where in ("csv", "parquet"):
        pd = pytest.importorskip("pandas")
        data = tmp_path / f"rows.{where}"
        frame = pd.DataFrame(TABLE)
        frame.to_csv(data, index=False) if where == "csv" else frame.to_parquet(data)
    if where in ("long", "coarse"):
        monkeypatch.setattr(run, "LEAST_ROWS", 200)
        monkeypatch.setattr(run, "MOST_ROWS", 200)
        monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 150)
        monkeypatch.setattr("gnomon.evaluation.survey.SURVEYED", 300)
    if where == "coarse":
        cells = run.bounded
        monkeypatch.setattr(run, "bounded", lambda plan, limit: cells(plan, limit).replace(most_cells=60))
    e = gn.evaluate(data, label="y", score="points", direction=LOWER, metrics=metrics, **asked)
    by_hand = gn.evaluate(data, label="y", score="turned", metrics=turned, **asked)
    assert e.exact == by_hand.exact == (where != "coarse")
    assert_turned(values_of(e, "points"), values_of(by_hand, "turned"))
    assert "lower score is positive" in str(e)
    assert "lower score is positive" in e._repr_html_()
    assert e.to_dict()["models"][0]["direction"] == LOWER
    assert gn.compare(Y, {"a": POINTS, "b": POINTS}, metrics="roc_auc")["roc_auc"].value_a != e["roc_auc"]


def test_models_may_differ():
    e = gn.evaluate(TABLE, label="y", score={"old": "points", "new": "p"}, direction={"old": "lower"}, metrics="roc_auc,ks")
    by_hand = gn.evaluate(TABLE, label="y", score={"old": "turned", "new": "p"}, metrics="roc_auc,ks")
    for name in ("old", "new"):
        assert e["roc_auc", name] == by_hand["roc_auc", name]
    assert e["ks", "old"].threshold == -by_hand["ks", "old"].threshold
    assert e["ks", "new"].threshold == by_hand["ks", "new"].threshold
    assert "lower score is positive for old" in str(e)
    pairs = {pair.metric: pair for pair in by_hand.comparison.pairs}
    for pair in e.comparison.pairs:
        if pair.metric in pairs:
            assert (pair.difference, pair.low, pair.high, pair.p_value) == tuple(
                getattr(pairs[pair.metric], name) for name in ("difference", "low", "high", "p_value")
            )


@pytest.mark.parametrize("asked", [{}, {"weight": "w"}, {"cluster": "user"}, {"group": "user"}], ids=str)
def test_compare(asked):
    metrics = "gauc,ndcg@5" if "group" in asked else "roc_auc,average_precision,ks"
    columns = {name: TABLE[column] for name, column in asked.items()}
    ways = {"old": LOWER}
    found = gn.compare(Y, {"old": POINTS, "new": TABLE["p"]}, direction=ways, metrics=metrics, **columns)
    expected = gn.compare(Y, {"old": -POINTS, "new": TABLE["p"]}, metrics=metrics, **columns)
    table = gn.compare(TABLE, label="y", score={"old": "points", "new": "p"}, direction=ways, metrics=metrics, **asked)
    for mine, theirs, read in zip(found.pairs, expected.pairs, table.pairs, strict=True):
        for name in ("value_a", "value_b", "difference", "low", "high", "p_value"):
            assert getattr(mine, name) == getattr(theirs, name) == getattr(read, name), (mine.metric, name)
    assert "old: lower scores are positive" in str(found)
    assert found.notes[0].text("zh").startswith("old：得分越低越倾向正类")
    if "group" not in asked:
        for one, other in zip(found.dominance, expected.dominance, strict=True):
            assert [s.thresholds[0] for s in one.stretches] == [tuple(own(s.thresholds[0])) for s in other.stretches]


def test_a_saved_evaluation_keeps_it(tmp_path):
    e = gn.evaluate(TABLE, label="y", score="points", direction=LOWER, keep_rows=True)
    for name in ("e.json", "e.gnomon"):
        loaded = gn.Evaluation.load(e.save(tmp_path / name))
        assert loaded.models[0].direction == LOWER
        assert loaded.options == {"direction": LOWER}
        assert str(loaded).split("\n")[0] == str(e).split("\n")[0]
    assert loaded.held().scores == e.held().scores
    assert loaded.held().scores.direction == LOWER
    other = gn.evaluate(TABLE, label="y", score="p", keep_rows=True)
    both = gn.compare({"old": loaded, "new": other})
    by_hand = gn.compare(Y, {"old": -POINTS, "new": TABLE["p"]}, metrics="roc_auc,average_precision,ks,gini")
    assert [(p.metric, p.difference, p.p_value) for p in both.pairs] == [(p.metric, p.difference, p.p_value) for p in by_hand.pairs]
    turned = gn.compare({"new": other, "old": loaded})
    assert {p.metric for p in turned.pairs}.isdisjoint({"brier_score", "log_loss"}), "no probability, no loss"
    with raises_id("evaluation.metrics_objection"):
        gn.compare({"new": other, "old": loaded}, metrics="log_loss")
    with raises_id("evaluation.columns_settled_by_evaluation"):
        gn.compare({"new": other, "old": loaded}, direction=LOWER)


def test_coarse_sweeps_and_their_bounds():
    fine, coarse = (gn.Sweep.of(Y, TABLE["p"], direction=LOWER, resolution=size) for size in (None, 64))
    mirrored = gn.Sweep.of(Y, -TABLE["p"], resolution=64)
    assert not coarse.exact
    assert np.array_equal(coarse.thresholds, own(mirrored.thresholds))
    assert np.array_equal(coarse.ceilings, own(mirrored.ceilings))
    assert coarse.bounds("roc_auc") == mirrored.bounds("roc_auc")
    for threshold in (coarse.thresholds[3], coarse.thresholds[-1], np.inf, -np.inf):
        np.testing.assert_array_equal(coarse.at(threshold).matrix, fine.at(threshold).matrix)
    inside = float((coarse.thresholds[3] + coarse.ceilings[3]) / 2)
    assert coarse.tells(inside) == mirrored.tells(-inside)
    marked = fine.coarsened(64, [inside])
    np.testing.assert_array_equal(marked.at(inside).matrix, fine.at(inside).matrix)
    with raises_id("summary.threshold_inside_cell"):
        coarse.at(inside)
    with raises_id("inputs.direction_with_probabilities"):
        coarse.bounds("log_loss")


def test_nothing_is_read_two_ways():
    p, lower = TABLE["p"], gn.Sweep.of(Y, TABLE["p"], direction=LOWER)
    with raises_id("summary.sweep_directions_differ"):
        gn.Sweep.of(Y, p) + lower
    assert gn.Sweep.empty() + lower == lower + gn.Sweep.empty() == lower
    refused = {
        "direction='down' is not 'higher is positive' or 'lower is positive'": lambda: gn.roc_auc(Y, p, direction="down"),
        "it holds all of them": lambda: gn.roc_auc(lower, direction=LOWER),
        "a Sweep holds rows already read": lambda: gn.interval("roc_auc", lower, direction=LOWER),
        "goes with one score a row": lambda: gn.roc_auc(Y, np.c_[1 - p, p], multiclass="ovr", direction=LOWER),
        "accuracy reads none; leave it out": lambda: gn.interval("accuracy", Y, Y, direction=LOWER),
        "there are predicted labels only": lambda: gn.evaluate(TABLE, label="y", prediction="y2", direction=LOWER),
        "there are no scores of 'q'; models with scores: 'p'": lambda: gn.evaluate(TABLE, label="y", score="p", direction={"q": LOWER}),
        "takes no such option": lambda: gn.compare(
            Y + rng.integers(0, 2, N), {"a": np.c_[p, p, p], "b": np.c_[p, p, p]}, direction=LOWER, metrics="log_loss"
        ),
        "y_score has inf at position 1": lambda: gn.roc_auc([0, 1, 1], [0.0, np.inf, 1.0], direction=LOWER),
    }
    for text, case in refused.items():
        with pytest.raises(gn.InputError, match=text):
            case()


def test_whole_numbers_without_a_sign_do_not_wrap():
    assert gn.roc_auc([1, 0, 0], np.array([0, 1, 255], np.uint8), direction="lower") == 1.0
    assert gn.ks_curve([1, 0, 0], np.array([0, 1, 255], np.uint8), direction="lower").thresholds.tolist() == [-np.inf, 0.0, 1.0, 255.0]
    assert not np.signbit(gn.Sweep.of([1, 0], [0.0, 1.0], direction="lower").thresholds).any()
