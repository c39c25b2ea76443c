"""Choosing a threshold: what is expected of it is nearer to what it reaches than what it reached, and the interval holds that."""

import numpy as np
import pytest

import gnomon as gn
from draws import off_by
from inference.populations import Binormal

POPULATION = Binormal()


def reached(objective, threshold):
    """What a threshold reaches in the population."""
    s = POPULATION.sweep
    place = min(int(np.searchsorted(-s.thresholds, -threshold)), len(s) - 1)
    return getattr(gn, {"youden": "youden_j"}.get(objective, objective))(s.at(s.thresholds[place]))


def chosen(objective, n, number, seed, replicates=300):
    """Of each data set: what the threshold reached, what is expected, what it does reach, and the interval's ends."""
    rng, made = np.random.default_rng(seed), []
    for _ in range(number):
        y, s = POPULATION.draw(rng, n)
        choice = gn.threshold_choice(y, s, objective=objective, replicates=replicates, seed=int(rng.integers(2**31)))
        made.append((choice.value, choice.expected, reached(objective, choice.threshold), choice.low, choice.high))
    return np.array(made).T


@pytest.mark.parametrize(
    ("objective", "n", "number"),
    [
        ("f1", 200, 300),
        ("youden", 200, 300),
        ("accuracy", 200, 300),
        ("f1", 2000, 200),
        pytest.param("youden", 2000, 200, marks=pytest.mark.long),
    ],
)
def test_what_is_expected_is_much_nearer_than_what_was_reached(objective, n, number, sets):
    """On 200 rows a threshold chosen for F1 flatters itself by .037 on average, of which .008 is left; Youden by .063, of which .017.

    300 data sets know the mean to .004; a quarter of the flattery may be left beyond that. The interval was seen to hold what is reached in
    95–96 % at 200 rows and 97–97.5 % at 2,000: it allows for the optimism as well as for chance.
    """
    value, expected, true, low, high = chosen(objective, n, sets(number), seed=4)
    flattery, left = (value - true).mean(), (expected - true).mean()
    error = (expected - true).std() / np.sqrt(sets(number))
    assert flattery > 5 * error
    assert abs(left) < 0.25 * flattery + 3 * error
    assert abs(left) < 0.55 * flattery
    held = ((low <= true) & (true <= high)).mean()
    slack = off_by(sets(number), errors=2)
    assert (0.90 if n == 200 else 0.93) <= held <= (0.975 + slack / 2 if n == 200 else 0.975 + slack), held


def test_the_best_threshold_lies_in_the_interval_of_the_threshold(sets):
    """Youden's is best at ½ in this population. 96 % were seen; a maximum is flat, and where it falls is anything but normal."""
    rng, held = np.random.default_rng(5), 0
    for _ in range(sets(200)):
        y, s = POPULATION.draw(rng, 200)
        choice = gn.threshold_choice(y, s, objective="youden", replicates=300, seed=int(rng.integers(2**31)))
        held += choice.threshold_low <= 0.5 <= choice.threshold_high
    assert held / sets(200) >= 0.9


@pytest.mark.parametrize("objective", ["f1", "youden", "accuracy", "f_score", "mcc"])
def test_the_choice_is_that_of_best_threshold(objective):
    y, s = POPULATION.draw(np.random.default_rng(6), 300)
    choice, best = gn.threshold_choice(y, s, objective=objective), gn.best_threshold(y, s, objective=objective)
    assert (choice.threshold, choice.value, choice.objective) == (best.threshold, best.value, best.objective)
    assert choice.threshold_low <= choice.threshold <= choice.threshold_high
    assert choice.low <= choice.expected <= choice.high
    assert choice.expected == pytest.approx(choice.value - choice.optimism, rel=1e-12)
    assert choice.best.to_dict() == best.to_dict()


def test_costs_are_flattered_downwards():
    """Low costs are good ones: what is expected on other rows costs more. Weights of one are none, up to other draws."""
    y, s = POPULATION.draw(np.random.default_rng(7), 300)
    choice = gn.threshold_choice(y, s, objective="cost", fp_cost=1, fn_cost=5)
    assert choice.optimism < 0
    assert choice.expected > choice.value
    weighed = gn.threshold_choice(y, s, objective="cost", fp_cost=1, fn_cost=5, weight=np.ones(300))
    assert weighed.value == choice.value
    assert weighed.expected == pytest.approx(choice.expected, rel=0.05)
    assert gn.threshold_choice(y, s, fp_cost=1, fn_cost=5) == choice
    # What doubles every row doubles the cost.
    doubled = gn.threshold_choice(np.tile(y, 2), np.tile(s, 2), objective="cost", fp_cost=1, fn_cost=5)
    assert doubled.value == 2 * choice.value


def test_a_constraint_is_met_on_replicates_too():
    y, s = POPULATION.draw(np.random.default_rng(8), 500)
    choice = gn.threshold_choice(y, s, constraint="recall>=0.9")
    assert choice.objective == "precision"
    assert choice.best.recall >= 0.9
    assert choice.threshold_low < choice.threshold_high
    assert choice.optimism > 0


def test_more_rows_are_surer_of_the_threshold_and_flatter_less():
    small, large = (gn.threshold_choice(*POPULATION.draw(np.random.default_rng(9), n), objective="youden") for n in (200, 20_000))
    assert large.threshold_high - large.threshold_low < 0.5 * (small.threshold_high - small.threshold_low)
    assert large.optimism < 0.3 * small.optimism
    assert large.high - large.low < 0.2 * (small.high - small.low)


def test_users_are_drawn_together():
    """Ten copies of each row as a cluster: as unsure as the rows alone; without the clusters surer than that."""
    y, s = POPULATION.draw(np.random.default_rng(10), 200)
    once = gn.threshold_choice(y, s, objective="youden", cluster=np.arange(200))
    known = gn.threshold_choice(np.repeat(y, 10), np.repeat(s, 10), objective="youden", cluster=np.repeat(np.arange(200), 10))
    unknown = gn.threshold_choice(np.repeat(y, 10), np.repeat(s, 10), objective="youden")
    assert known.high - known.low == pytest.approx(once.high - once.low, rel=0.1)
    assert unknown.high - unknown.low < 0.6 * (once.high - once.low)


def test_a_sweep_and_its_rows_choose_alike():
    y, s = POPULATION.draw(np.random.default_rng(11), 300)
    a, b = gn.threshold_choice(y, s, objective="f1", seed=2), gn.threshold_choice(gn.Sweep.of(y, s), objective="f1", seed=2)
    assert a.to_dict() == b.to_dict()
