"""Swap sets: four groups counted by hand, their intervals and test by formulas written out here, whatever the scores' directions."""

import math

import numpy as np
import pytest
from scipy.stats import norm

import gnomon as gn

rng = np.random.default_rng(17)
N = 3000
Y = (rng.random(N) < 0.2).astype(int)
OLD = np.round(rng.normal(0.8 * Y, 1.0), 1)
NEW = np.round(rng.normal(1.3 * Y, 1.0), 1)
NAMES = ("both", "swapped_out", "swapped_in", "neither")


def groups(old, new):
    return dict(zip(NAMES, (old & new, old & ~new, ~old & new, ~old & ~new), strict=True))


def wilson(bad, n, level=0.95):
    z = norm.ppf((1 + level) / 2)
    middle, half = (bad + z * z / 2) / (n + z * z), z / (n + z * z) * math.sqrt(bad * (n - bad) / n + z * z / 4)
    return middle - half, middle + half


def agresti_caffo(a, n, b, m):
    p, q = (a + 1) / (n + 2), (b + 1) / (m + 2)
    error = math.sqrt(p * (1 - p) / (n + 2) + q * (1 - q) / (m + 2))
    z = norm.ppf(0.975)
    return p - q - z * error, p - q + z * error, 2 * norm.sf(abs(p - q) / error)


def approving(score, rate):
    """The rows below the cut-off that approves most without going above the rate, found by trying each."""
    tried = [score < cutoff for cutoff in [np.inf, *np.unique(score)]]
    return max((kept for kept in tried if kept.mean() <= rate), key=np.mean)


@pytest.mark.parametrize("rate", [0.35, 0.6, 0.85])
def test_groups_intervals_and_test_by_hand(rate):
    found = gn.swap_set(Y, OLD, NEW, approve=rate)
    expected = groups(approving(OLD, rate), approving(NEW, rate))
    for name, mask in expected.items():
        group, bad = getattr(found, name), int(Y[mask].sum())
        assert (group.rows, group.bads) == (int(mask.sum()), bad)
        assert group.share == mask.sum() / N
        assert group.bad_rate == bad / mask.sum()
        assert (group.low, group.high) == pytest.approx(wilson(bad, mask.sum()), rel=1e-9)  # z is approximated to ten digits
    come, gone = expected["swapped_in"], expected["swapped_out"]
    low, high, p = agresti_caffo(Y[come].sum(), come.sum(), Y[gone].sum(), gone.sum())
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)
    assert found.p_value == pytest.approx(p, rel=1e-9)
    assert found.difference == pytest.approx(Y[come].mean() - Y[gone].mean(), rel=1e-12)
    assert found.approval_rates == (approving(OLD, rate).mean(), approving(NEW, rate).mean())
    assert max(found.approval_rates) <= rate


def test_cutoffs_directions_and_money():
    amount = rng.integers(1, 9, N) * 100.0
    worth = np.where(Y == 1, -0.5, 0.1) * amount
    points = 600 - 50 * OLD
    masks = groups(points > 580, NEW < 0.7)
    for way in (("lower is bad", "higher is bad"), {"old": "lower is positive"}):
        found = gn.swap_set(Y, points, NEW, cutoffs=(580, 0.7), direction=way, profit_good=0.1, loss_bad=0.5, amount=amount)
        assert found.cutoffs == (580.0, 0.7)
        for name, mask in masks.items():
            assert getattr(found, name).rows == mask.sum()
            assert getattr(found, name).profit == pytest.approx(worth[mask].sum(), rel=1e-12)
            assert getattr(found, name).amount == amount[mask].sum()
            assert getattr(found, name).bad_amount == amount[mask & (Y == 1)].sum()
        change = worth[NEW < 0.7].sum() - worth[points > 580].sum()
        assert found.profit_change == pytest.approx(change, rel=1e-12)
    as_many = gn.swap_set(Y, OLD, NEW, cutoffs=(0.7, None))
    assert as_many.approval_rates[0] == (OLD < 0.7).mean()
    assert (as_many.cutoffs[1] > NEW).mean() == as_many.approval_rates[1] <= as_many.approval_rates[0]


def test_weights():
    """Whole weights count as rows; what varies is the row, so that intervals do not narrow where all weigh twice."""
    double = gn.swap_set(Y, OLD, NEW, approve=0.6, weight=np.full(N, 2.0))
    plain = gn.swap_set(Y, OLD, NEW, approve=0.6)
    for name in NAMES:
        one, other = getattr(double, name), getattr(plain, name)
        assert (one.rows, one.bads, one.share, one.bad_rate) == (2 * other.rows, 2 * other.bads, other.share, other.bad_rate)
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=2e-3)
    w = rng.integers(1, 4, N)
    weighted = gn.swap_set(Y, OLD, NEW, cutoffs=(0.5, 0.5), weight=w)
    repeated = gn.swap_set(Y.repeat(w), OLD.repeat(w), NEW.repeat(w), cutoffs=(0.5, 0.5))
    for name in NAMES:
        assert getattr(weighted, name).rows == getattr(repeated, name).rows
        assert getattr(weighted, name).bad_rate == pytest.approx(getattr(repeated, name).bad_rate, rel=1e-12)


def test_the_verdict_takes_a_side_only_where_chance_does_not_explain_it():
    assert gn.swap_set(Y, OLD, NEW, approve=0.6).verdict.code == "swap_lower"
    assert gn.swap_set(Y, NEW, OLD, approve=0.6).verdict.code == "swap_higher"
    assert gn.swap_set(Y, OLD, OLD, approve=0.6).verdict.code == "swap_nobody"
    assert gn.swap_set(Y, OLD, OLD, cutoffs=(0.0, 0.5)).verdict.code == "swap_one_way_in"
    assert gn.swap_set(Y, OLD, OLD, cutoffs=(0.5, 0.0)).verdict.code == "swap_one_way_out"
    sided = 0
    for seed in range(200):
        noise = np.random.default_rng(seed)
        y = (noise.random(800) < 0.3).astype(int)
        sided += gn.swap_set(y, noise.random(800), noise.random(800), approve=0.5).verdict.code in ("swap_lower", "swap_higher")
    assert sided <= 20, "at 5 % about 10 of 200 take a side, and past 20 less than once in a thousand times"


def test_text_in_both_languages():
    found = gn.swap_set(Y, OLD, NEW, approve=0.6, profit_good=1, loss_bad=4)
    en, zh = found.text("en"), found.text("zh")
    for word in ("swapped out", "swapped in", "both", "neither", "the swapped in are better", "profit"):
        assert word in en
    for word in ("换出", "换入", "都通过", "都拒绝", "换入者更好", "利润"):
        assert word in zh
    assert found.to_dict()["swapped_in"]["rows"] == found.swapped_in.rows


REFUSED = {
    "pass approve=, the share that either score may approve, or cutoffs=": lambda: gn.swap_set(Y, OLD, NEW),
    "pass approve=": lambda: gn.swap_set(Y, OLD, NEW, approve=0.5, cutoffs=(1, 2)),
    "approve=0 is no share above 0 and at most 1": lambda: gn.swap_set(Y, OLD, NEW, approve=0),
    "approve=1.2 is no share": lambda: gn.swap_set(Y, OLD, NEW, approve=1.2),
    "cutoffs=0.5 is not a pair": lambda: gn.swap_set(Y, OLD, NEW, cutoffs=0.5),
    "cutoffs has nan at position 0": lambda: gn.swap_set(Y, OLD, NEW, cutoffs=(0.5, np.nan)),
    "new_score has NaN at position 1": lambda: gn.swap_set([0, 1, 0], [1, 2, 3], [1, np.nan, 2], cutoffs=(1, 1)),
    "new_score: its best score alone is that of": lambda: gn.swap_set([0, 1, 0], [1, 2, 3], [1, 1, 2], approve=0.5),
    "rows of one class only": lambda: gn.swap_set([1, 1], [1, 2], [2, 1], approve=0.5),
    "names others than": lambda: gn.swap_set(Y, OLD, NEW, approve=0.5, direction={"now": "lower"}),
    "is not one direction": lambda: gn.swap_set(Y, OLD, NEW, approve=0.5, direction=("lower",)),
    "new_score has 2 rows|y_true has": lambda: gn.swap_set([0, 1, 0], [1, 2, 3], [1, 2], approve=0.5),
    "loss_bad is missing": lambda: gn.swap_set(Y, OLD, NEW, approve=0.5, profit_good=1),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals(text):
    with pytest.raises(gn.InputError, match=text):
        REFUSED[text]()
