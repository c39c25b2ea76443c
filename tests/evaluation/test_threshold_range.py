"""A threshold outside the scores of all rows of a model is refused on every path; slices, folds and replicates are parts of these."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation import run as running
from refusals import raises_id

rng = np.random.default_rng(3)
N = 400
Y = (rng.random(N) < 0.4).astype(int)
P = np.clip(0.15 * Y + 0.1 + 0.4 * rng.random(N), 0, 1).round(3)
CARD = (300 + 500 * P).round()
TABLE = {"y": Y, "p": P, "q": 1 - P, "card": CARD, "half": np.where(P < 0.3, "low", "high"), "g": np.arange(N) // 8}
FAR = r"recall@50: 50 is a threshold, and the scores of {} are from 0 to 1.*recall_at\(k=50\)"


def in_cells(**asked):
    return gn.evaluate(TABLE, label="y", score="p", metrics="recall@50", ci=None, **asked)


def test_a_threshold_outside_the_scores_is_refused_by_interval_and_compare():
    for call, name in {
        lambda: gn.interval("recall@50", Y, P): "y_score",
        lambda: gn.interval("recall@50", gn.Sweep.of(Y, P)): "y_score",
        lambda: gn.interval("recall@50", Y, -P, direction="lower is positive"): None,
        lambda: gn.compare(Y, {"p": P, "q": 1 - P}, metrics="recall@50"): "p",
        lambda: gn.compare(TABLE, label="y", score=["p", "q"], metrics="recall@50"): "p",
        lambda: gn.compare({"a": TABLE, "b": TABLE}, label="y", score="p", metrics="recall@50"): "p",
        lambda: gn.compare({"a": dict(TABLE), "b": dict(TABLE)}, label="y", score="p", metrics="recall@50", paired=False): "p",
    }.items():
        message = r"recall@50: 50 is a threshold" if name is None else FAR.format(name)
        with pytest.raises(gn.InputError, match=message):
            call()


def test_kept_evaluations_are_compared_at_thresholds_within_their_scores():
    kept = {name: gn.evaluate(TABLE, label="y", score=name, keep_rows=True, metrics="roc_auc", ci=None) for name in ("p", "q")}
    for paired in (True, False):
        with raises_id("inference.threshold_outside_scores_at_k", name="p", low=0.0, high=1.0):
            gn.compare(kept, metrics="f1@10", paired=paired)
    assert gn.compare(kept, metrics="f1@0.4")["f1@0.4"].defined


def test_it_is_refused_by_an_evaluation_however_it_reads_the_rows(tmp_path, monkeypatch):
    with pytest.raises(gn.InputError, match=FAR.format("p")):
        in_cells()
    path = tmp_path / "scores.csv"
    path.write_text("y,p\n" + "".join(f"{y},{p}\n" for y, p in zip(Y, P, strict=True)))
    with pytest.raises(gn.InputError, match=FAR.format("p")):
        gn.evaluate(path, label="y", score="p", metrics="recall@50")
    bounded = running.bounded
    monkeypatch.setattr(running, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_rows=50, most_cells=60))
    with pytest.raises(gn.InputError, match=FAR.format("p")):
        in_cells()
    with raises_id("inference.threshold_outside_scores_at_k", at=10.0, k=10):
        gn.evaluate(
            {"y": [["a"], ["b"]] * 3, "a": P[:6], "b": P[6:12]}, label="y", score={"a": "a", "b": "b"}, metrics="f1(average=micro)@10"
        )


def test_probabilities_may_be_cut_anywhere_from_0_to_1():
    assert P.max() < 0.9
    assert gn.evaluate(TABLE, label="y", score="p", metrics="recall@0.9", ci=None)["recall@0.9"] == 0
    assert gn.evaluate(TABLE, label="y", score="p", metrics="recall@0", ci=None)["recall@0"] == 1


def test_other_scores_are_cut_from_their_lowest_to_their_highest():
    for at in (CARD.min(), CARD.max()):
        assert gn.evaluate(TABLE, label="y", score="card", metrics=f"recall@{at:g}", ci=None)[f"recall@{at:g}"] > 0
    for at in (CARD.min() - 1, CARD.max() + 1, 0.5):
        with pytest.raises(gn.InputError, match=f"the scores of card are from {CARD.min():g} to {CARD.max():g}"):
            gn.evaluate(TABLE, label="y", score="card", metrics=f"recall@{at:g}")
        with pytest.raises(gn.InputError, match="the scores of card are from"):
            gn.evaluate(TABLE, label="y", score="card", metrics=f"recall@{at:g}", direction="lower is positive")
    with raises_id("inference.threshold_outside_scores", at=0.5):
        gn.interval("recall@0.5", Y, CARD)


def test_slices_are_parts_of_the_whole():
    """A gate at a fixed threshold holds for a slice whose scores all lie below it."""
    top = float(np.sort(CARD)[-20])
    e = gn.evaluate(TABLE, label="y", score="card", metrics=f"recall@{top:g}", by="half")
    low = next(part for part in e.slices if part.by == {"half": "low"})
    assert low.values["card", f"recall@{top:g}"] == 0


def test_folds_of_probabilities_are_held_to_0_and_1():
    from gnomon.compat.row_metric import RowMetric

    assert RowMetric("recall@600").of_scores(Y[:8], CARD[:8] / 10) == 0, "a fold does not know the range of the scores"
    with raises_id("inference.threshold_outside_scores_at_k", at=10.0, k=10):
        RowMetric("recall@10").of_scores(Y, P)


@pytest.mark.parametrize("name", ["hit_rate@3", "HitRate@3", "命中率@3"])
def test_a_shared_name_is_ambiguous_on_every_path(name):
    ranked = gn.Ranked.of(Y, P, group=TABLE["g"])
    qrels, runs = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.9, "b": 0.5}}
    for call in (
        lambda: gn.catalog.parse(name),
        lambda: ranked.values(name),
        lambda: gn.evaluate_runs(qrels, runs, metrics=name),
        lambda: gn.interval(name, ranked),
        lambda: gn.evaluate(TABLE, label="y", score="p", group="g", metrics=name),
        lambda: gn.compare(TABLE, label="y", score=["p", "q"], group="g", metrics=name),
    ):
        with raises_id("catalog.metric_name_ambiguous"):
            call()


@pytest.mark.parametrize("name", ["judged@3", "judged_3", "judged_at@3"])
def test_judged_is_one_name_on_every_path(name):
    ranked = gn.Ranked.of(Y, P, group=TABLE["g"])
    assert str(gn.catalog.parse(name)) == "judged_at@3"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ranked.values(name) == {name: 1.0}
        assert gn.evaluate(TABLE, label="y", score="p", group="g", metrics=name, ci=None)["judged_at@3"] == 1.0
