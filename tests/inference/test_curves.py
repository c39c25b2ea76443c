"""Bands that hold a whole curve at once, and which of two curves is ahead where."""

import numpy as np
import pytest
from scipy.stats import norm

import gnomon as gn
from draws import off_by
from gnomon.inference.bands import CURVES, GRID, band_of
from gnomon.inference.sample import ResamplingData
from inference.populations import Binormal, Pair, Probabilities, band_holds, on_grid


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize(
    ("population", "n", "number"),
    [
        (Binormal(), 200, 500),
        (Binormal(), 2000, 200),
        (Binormal(prevalence=0.1), 500, 500),
        (Binormal(1.466, 0.5), 1000, 200),  # an area of .85, many of the highest scores without a negative among them
        (Binormal(2.476, 0.5), 200, 200),  # of .96
    ],
    ids=["200", "2000", "rare", "even", "near one"],
)
def test_a_band_holds_the_whole_true_curve(curve, population, n, number, sets):
    """At all 99 places at once, 95 % of the time, up to two standard errors of the share."""
    share = band_holds(population, curve, n, sets(number), seed=2)
    assert share >= 0.95 - off_by(sets(number), errors=2), share


def test_a_band_surrounds_its_curve_and_narrows_with_rows_and_with_doubt():
    y, s = Binormal().draw(np.random.default_rng(0), 4000)
    for curve in CURVES:
        small, large = (band_of(ResamplingData(gn.Sweep.of(y[:n], s[:n])), curve, 0.95, 400, 0) for n in (400, 4000))
        assert (small.low <= small.y).all()
        assert (small.y <= small.high).all()
        assert small.low.min() >= 0
        assert small.high.max() <= 1
        assert np.mean(large.high - large.low) < 0.6 * np.mean(small.high - small.low)
        less = band_of(ResamplingData(gn.Sweep.of(y[:400], s[:400])), curve, 0.5, 400, 0)
        assert np.mean(less.high - less.low) < np.mean(small.high - small.low)
        assert (small.curve, small.level, len(small.x)) == (curve, 0.95, len(GRID))


def test_a_band_is_wider_than_the_interval_of_one_place():
    """TPR at a false positive rate of .2 alone has a narrower interval than the band there, which answers for all places."""
    y, s = Binormal().draw(np.random.default_rng(1), 1000)
    band, place = band_of(ResamplingData(gn.Sweep.of(y, s)), "roc", 0.95, 1000, 0), int(np.argmin(np.abs(GRID - 0.2)))
    one = gn.interval("tpr_at_fpr(fpr=0.2)", y, s)
    assert band.high[place] - band.low[place] > 1.1 * one.width
    assert band.y[place] == pytest.approx(one.value, abs=0.02)


def test_there_is_no_band_where_there_is_no_curve():
    assert band_of(ResamplingData(gn.Sweep.of([1, 1, 1], [0.1, 0.2, 0.3])), "roc", 0.95, 200, 0) is None
    assert band_of(ResamplingData(gn.Sweep.of([0, 1, 1], [0.1, 0.2, 0.3], weight=[1.0, 2.0, 1.5])), "roc", 0.95, 200, 0) is None


@pytest.mark.parametrize("curve", CURVES)
def test_curves_on_the_grid_are_the_curves(curve):
    y, s = Binormal(tied=0.2).draw(np.random.default_rng(2), 300)
    sweep = gn.Sweep.of(y, s)
    x, height = {
        "roc": (sweep.fps / sweep.negatives, sweep.tps / sweep.positives),
        "pr": (sweep.tps / sweep.positives, sweep.tps / (sweep.tps + sweep.fps)),
        "gain": ((sweep.tps + sweep.fps) / sweep.n, sweep.tps / sweep.positives),
    }[curve]
    first = height[np.argmax(x > 0)] if curve == "pr" else 0.0
    np.testing.assert_allclose(on_grid(sweep, curve), np.interp(GRID, np.append(0, x), np.append(first, height)), rtol=1e-12)


def dominance(y, a, b, curves=CURVES, replicates=300, seed=0, **columns):
    made = gn.compare(y, {"a": a, "b": b}, metrics="roc_auc", curves=curves, replicates=replicates, seed=seed, **columns)
    return {one.curve: one for one in made.dominance}


@pytest.mark.parametrize(("n", "number"), [(200, 250), (1000, 100)])
def test_equally_good_models_are_even(n, number, sets):
    """A verdict that is not "even" is wrong: in at most 5 % of data sets, and two standard errors. Conservative: 0.4 % at 200 rows."""
    rng, wrong = np.random.default_rng(3), dict.fromkeys(CURVES, 0)
    for _ in range(sets(number)):
        for curve, found in dominance(*Pair().draw(rng, n), seed=int(rng.integers(2**31))).items():
            wrong[curve] += found.verdict != "even"
    assert all(count / sets(number) <= 0.05 + off_by(sets(number), errors=2) for count in wrong.values()), wrong


def test_a_model_that_is_better_everywhere_encloses_the_other():
    pair = Pair(Probabilities(Binormal(d=2.0)), Probabilities(Binormal(d=0.5)))
    y, a, b = pair.draw(np.random.default_rng(4), 4000)
    for curve, found in dominance(y, a, b).items():
        assert (found.verdict, found.winner) == ("encloses", "a")
        called = {"roc": "ROC", "pr": "precision-recall", "gain": "gain"}[curve]
        assert found.sentence.startswith(f"a encloses b on the {called} curve to within {found.slack:.3f}: above for certain somewhere")
        assert found.slack == max(-found.low[np.isfinite(found.low)].min(), 0)
        assert [(s.winner, s.certain) for s in found.stretches] == [("a", True)]
        assert (found.stretches[0].start, found.stretches[0].end) == (GRID[0], GRID[-1])
        assert found.crossings == ()
    for found in dominance(y, b, a).values():
        assert (found.verdict, found.winner) == ("encloses", "b")


def crossing(rng, n):
    """Positives far spread under one model and close together under the other: the first finds the top, the second the rest.

    TPR at FPR f is Φ((1.2 − z)/1.8) and Φ((1 − z)/0.7) with z = Φ⁻¹(1 − f): equal where z = 0.96/1.1, that is at f = 0.191.
    """
    y = (rng.random(n) < 0.3).astype(int)
    a, b = rng.standard_normal((2, n))
    return y, np.where(y == 1, 1.2 + 1.8 * a, a), np.where(y == 1, 1.0 + 0.7 * b, b)


def test_a_curve_that_crosses_where_few_rows_are_is_not_said_to_enclose():
    """The second model is ahead below a false positive rate of .025, by .03 at .01: few samples show it, and none shows the contrary."""
    rng, verdicts = np.random.default_rng(9), []
    for _ in range(60):
        y = (rng.random(1000) < 0.3).astype(int)
        a, b = rng.standard_normal((2, 1000))
        verdicts.append(dominance(y, np.where(y == 1, 1.32 + 0.8 * a, a), np.where(y == 1, 1 + 1.2 * b, b), curves="roc")["roc"])
    assert sum(one.verdict == "encloses" for one in verdicts) <= 3
    assert sum(len(one.stretches) == 1 and one.verdict == "ahead" for one in verdicts) >= 3  # nowhere below in the sample
    assert all(one.slack >= 0.03 - 0.01 for one in verdicts if one.verdict == "ahead")


def test_curves_that_cross_are_found_to_and_where():
    y, a, b = crossing(np.random.default_rng(5), 6000)
    found = dominance(y, a, b)["roc"]
    at = norm.sf(0.96 / 1.1)
    assert (found.verdict, found.winner) == ("crosses", "")
    assert found.crossings[0] == pytest.approx(at, abs=0.04)  # the difference falls by 0.7 a unit there, and is known to ±0.02
    sure = [stretch for stretch in found.stretches if stretch.certain]
    assert [stretch.winner for stretch in sure] == ["a", "b"]
    assert sure[0].start == GRID[0]
    assert sure[0].end < sure[1].start
    assert "each ahead for certain somewhere: a between FPR 0.01 and" in found.sentence
    # Each model's own thresholds at the ends: negatives are standard normal under both, so that FPR x is reached at Φ⁻¹(1 − x).
    for stretch in sure:
        for model in stretch.thresholds:
            for x, threshold in zip((stretch.start, stretch.end), model, strict=True):
                assert threshold == pytest.approx(norm.isf(x), abs=0.15)
    true = norm.cdf((1.2 - norm.isf(GRID)) / 1.8) - norm.cdf((1.0 - norm.isf(GRID)) / 0.7)
    assert ((found.low <= true) & (true <= found.high)).all()


def test_the_band_of_a_difference_holds_it_as_often_as_it_says(sets):
    """At least, up to two standard errors: data sets of 1,000 rows of the crossing pair."""
    rng, inside = np.random.default_rng(6), 0
    true = norm.cdf((1.2 - norm.isf(GRID)) / 1.8) - norm.cdf((1.0 - norm.isf(GRID)) / 0.7)
    for _ in range(sets(150)):
        found = dominance(*crossing(rng, 1000), curves="roc", seed=int(rng.integers(2**31)))["roc"]
        inside += bool(((found.low <= true) & (true <= found.high)).all())
    assert inside / sets(150) >= 0.95 - off_by(sets(150), errors=2), inside / sets(150)


def test_a_lead_within_what_chance_does_elsewhere_is_ahead_or_encloses_but_never_crosses():
    """d = 1.3 against 1: at the ends of the curves the order may turn by chance, which must not be called certain."""
    rng = np.random.default_rng(7)
    pair = Pair(Probabilities(Binormal(d=1.4)), Probabilities())
    verdicts = [dominance(*pair.draw(rng, 3000), curves="roc")["roc"] for _ in range(20)]
    assert {one.verdict for one in verdicts} <= {"encloses", "ahead", "even"}
    assert sum(one.winner == "a" for one in verdicts) >= 18


def test_users_widen_the_band_of_a_difference():
    rng = np.random.default_rng(8)
    y, a, b = (np.repeat(column, 10) for column in Pair().draw(rng, 200))
    known, unknown = (dominance(y, a, b, cluster=cluster)["roc"] for cluster in (np.repeat(np.arange(200), 10), None))
    assert np.mean(known.high - known.low) > 2 * np.mean(unknown.high - unknown.low)
