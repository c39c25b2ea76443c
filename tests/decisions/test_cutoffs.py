"""Cut-offs: every figure counted by hand, ties together, money row by row, the best and the wished for found among all scores."""

from fractions import Fraction

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id

rng = np.random.default_rng(41)
N = 400
Y = rng.integers(0, 2, N)
P = np.round(np.clip(rng.normal(0.4 + 0.15 * Y, 0.2), 0, 1), 2)  # many ties
W = rng.integers(1, 5, N).astype(float)
AMOUNT = rng.integers(0, 50, N) * 100.0
PROFIT = np.round(rng.normal(20, 30, N), 2)  # some good customers cost money
LOSS = np.round(rng.random(N) * 90, 2)
LOWER = "lower is bad"


def by_hand(y, approved, weight, worth=None):
    """What follows from who is approved, in exact arithmetic."""
    w = [Fraction(x) for x in (np.ones(len(y)) if weight is None else weight)]
    rows = list(zip(y, approved, w, strict=True))
    kept, bad = sum(x for _, a, x in rows if a), sum(x for t, a, x in rows if a and t)
    total, bads = sum(w), sum(x for t, _, x in rows if t)
    profit = None if worth is None else sum(x * Fraction(float(v)) for (_, a, x), v in zip(rows, worth, strict=True) if a)
    return {
        "approved": kept,
        "approval_rate": kept / total,
        "bads_approved": bad,
        "bad_rate": bad / kept if kept else float("nan"),
        "rejected_bad_rate": (bads - bad) / (total - kept) if total > kept else float("nan"),
        "bads_caught": bads - bad,
        "caught_rate": (bads - bad) / bads,
        "profit": profit,
    }


def assert_line(found, expected):
    for name, value in expected.items():
        if value is None or value != value:
            assert found[name] is None, name
        else:
            assert found[name] == pytest.approx(float(value), rel=1e-12, abs=1e-9), name


MONEY = {
    "none": ({}, None),
    "numbers": ({"profit_good": 3, "loss_bad": 7.5}, np.where(Y == 1, -7.5, 3)),
    "rows": ({"profit_good": PROFIT, "loss_bad": LOSS}, np.where(Y == 1, -LOSS, PROFIT)),
    "shares": ({"profit_good": 0.1, "loss_bad": 0.6, "amount": AMOUNT}, np.where(Y == 1, -0.6, 0.1) * AMOUNT),
    "shares by row": ({"profit_good": PROFIT / 100, "loss_bad": 0.6, "amount": AMOUNT}, np.where(Y == 1, -0.6, PROFIT / 100) * AMOUNT),
}


@pytest.mark.parametrize("money", MONEY)
@pytest.mark.parametrize("weight", [None, W], ids=["rows", "weights"])
@pytest.mark.parametrize("lower", [False, True])
def test_every_distinct_score_by_hand(money, weight, lower):
    options, worth = MONEY[money]
    score, way = (600 - 100 * P, LOWER) if lower else (P, "higher is bad")
    table = gn.cutoff_table(Y, score, cutoffs="all", direction=way, weight=weight, **options)
    assert len(table) == len(np.unique(score))
    columns = table.to_dict()
    for place, cutoff in enumerate(table.cutoff):
        approved = score > cutoff if lower else score < cutoff
        line = {name: None if values is None else values[place] for name, values in columns.items() if name != "direction"}
        assert_line(line, by_hand(Y, approved, weight, worth))
        edge = None if not approved.any() else score[approved].min() if lower else score[approved].max()
        assert line["worst_approved"] == edge
        if place:
            assert_line(
                table.at(float(cutoff)).to_dict(), {name: v for name, v in line.items() if name in ("approved", "bad_rate", "profit")}
            )


def test_amounts_alone():
    table = gn.cutoff_table(Y, P, amount=AMOUNT, weight=W, cutoffs=[0.5, 0.3])
    for place, cutoff in enumerate((0.5, 0.3)):
        kept = cutoff > P
        assert table.amount_approved[place] == (AMOUNT * W)[kept].sum()
        assert table.bad_amount_approved[place] == (AMOUNT * W)[kept & (Y == 1)].sum()
        assert table.bad_amount_rate[place] == pytest.approx(table.bad_amount_approved[place] / table.amount_approved[place], rel=1e-12)
    assert table.profit is None
    with raises_id("decisions.profit_amounts_missing"):
        table.best  # noqa: B018


@pytest.mark.parametrize("seed", range(20))
def test_the_best_and_the_wished_for_are_found_among_all_scores(seed):
    """However few are listed: compared with trying every way of approving the best scores."""
    draw = np.random.default_rng(seed)
    n = int(draw.integers(5, 40))
    y = np.append(draw.integers(0, 2, n - 2), [0, 1])
    score = draw.integers(0, 12, n).astype(float)
    profit, loss = float(draw.integers(1, 9)), float(draw.integers(1, 9))
    table = gn.cutoff_table(y, score, steps=1, profit_good=profit, loss_bad=loss)
    tried = [score < cutoff for cutoff in [np.inf, *np.unique(score)[::-1]]]
    earned = [profit * (kept & (y == 0)).sum() - loss * (kept & (y == 1)).sum() for kept in tried]
    assert table.best.profit == max(earned)
    assert table.best.approved == tried[int(np.argmax(earned))].sum(), "of equals the one that rejects fewest"
    wished = float(draw.uniform(0.3, 1))
    most = max(kept.mean() for kept in tried if kept.mean() <= wished)
    if most:
        assert table.at_approval_rate(wished).approval_rate == most
    else:
        with pytest.raises(gn.InputError, match="the best score alone is that of"):
            table.at_approval_rate(wished)
    allowed = [kept.mean() for kept in tried if kept.any() and y[kept].mean() <= wished]
    if allowed:
        assert table.at_bad_rate(wished).approval_rate == max(allowed)
    else:
        with raises_id("decisions.bad_rate_too_low"):
            table.at_bad_rate(wished)


def test_steps_approve_at_most_what_they_say_and_ties_stay_together():
    table = gn.cutoff_table(Y, P)
    steps = np.arange(20, 0, -1) / 20
    shares = np.array([np.mean(cutoff > P) for cutoff in [np.inf, *np.unique(P)[::-1]]])
    expected = np.unique([shares[shares <= step + 1e-12].max() for step in steps])[::-1]
    assert table.approval_rate.tolist() == [share for share in expected.tolist() if share > 0]
    assert len(gn.cutoff_table(Y, P, steps=4)) == 4
    one_score = gn.cutoff_table([0, 1, 0, 1], [0.5, 0.5, 0.5, 0.5])
    assert one_score.approval_rate.tolist() == [1.0]


def test_a_cutoff_is_a_threshold_as_everywhere():
    for way in ("higher is positive", "lower is positive"):
        cuts, table = (
            gn.cutoff_table(Y, P, cutoffs=[0.2, 0.55], direction=way),
            gn.threshold_table(Y, P, thresholds=[0.2, 0.55], direction=way),
        )
        assert (cuts.approved == table.fn + table.tn).all()
        assert (cuts.bads_caught == table.tp).all()
        np.testing.assert_allclose(cuts.caught_rate, table.recall, rtol=1e-15)


def test_sweeps_that_were_merged_give_the_same():
    whole = gn.Sweep.of(Y[:150], P[:150], direction=LOWER) + gn.Sweep.of(Y[150:], P[150:], direction=LOWER)
    money = {"profit_good": 3, "loss_bad": 7}
    assert gn.cutoff_table(whole, **money) == gn.cutoff_table(Y, P, direction=LOWER, **money)
    coarse = gn.Sweep.of(Y, rng.random(N), resolution=32)
    exact = gn.cutoff_table(coarse, cutoffs=coarse.thresholds[[3, 9]].tolist())
    assert exact.approved.tolist() == [coarse.at(t).matrix[:, 0].sum() for t in coarse.thresholds[[3, 9]]]
    with raises_id("summary.threshold_inside_cell"):
        gn.cutoff_table(coarse, cutoffs=float((coarse.thresholds[3] + coarse.ceilings[3]) / 2))


def test_a_mark_inside_a_cell_is_no_place_to_cut():
    score = np.sort(rng.random(N))
    coarse = gn.Sweep.of(Y, score, resolution=16)
    inside = float((coarse.thresholds[3] + coarse.ceilings[3]) / 2)
    marked = gn.Sweep.of(Y, score).coarsened(16, [inside])
    assert marked.tells(inside)
    with raises_id("summary.threshold_inside_cell"):
        gn.cutoff_table(marked, cutoffs=inside)


def test_few_small_weights_are_not_lost_beside_large_ones():
    """What is rejected is added up, and is no difference of what everybody weighs and what is left."""
    y, score, weight = [1, 0, 0, 1], [0.9, 0.8, 0.2, 0.1], [1e-9, 3e-9, 1e9, 1e9]
    found = gn.cutoff_table(y, score, cutoffs=[0.8], weight=weight)
    assert found.rejected_bad_rate[0] == pytest.approx(0.25, rel=1e-12)
    assert found.bads_caught[0] == 1e-9


def test_rows_that_lack_anything_are_dropped_together():
    gaps = PROFIT.copy()
    gaps[::7] = np.nan
    with pytest.warns(gn.DroppedRowsWarning, match="profit_good"):
        found = gn.cutoff_table(Y, P, profit_good=gaps, loss_bad=4, missing="drop")
    kept = ~np.isnan(gaps)
    assert found == gn.cutoff_table(Y[kept], P[kept], profit_good=PROFIT[kept], loss_bad=4)


def test_text_says_which_scores_are_approved():
    table = gn.cutoff_table(Y, 600 - 100 * P, direction=LOWER, profit_good=1, loss_bad=1)
    assert str(table).startswith("approved: score > cutoff\nmost profit: ")
    assert "approved: score < cutoff" in str(gn.cutoff_table(Y, P))
    assert table.to_dict().keys() >= {"cutoff", "approval_rate", "bad_rate", "profit", "direction"}
    assert "ledger" not in table.to_dict()
    assert list(table.to_frame().columns)[:2] == ["cutoff", "worst_approved"]


REFUSED = {
    "y_true has rows of one class only": lambda: gn.cutoff_table([0, 0], [0.1, 0.2]),
    "profit_good has NaN at position 1": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good=[1, np.nan], loss_bad=1),
    "loss_bad holds strings": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good=1, loss_bad=["a", "b"]),
    "profit_good has 3 rows but y_true has 2": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good=[1, 2, 3], loss_bad=1),
    "profit_good='ten' is no number": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good="ten", loss_bad=1),
    "profit_good=inf is not a finite number": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good=np.inf, loss_bad=1),
    "loss_bad is missing": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], profit_good=1),
    "profit_good is missing": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], loss_bad=1),
    "loss_bad=-5 is negative; write what a bad row loses without its sign": lambda: gn.cutoff_table(Y, P, profit_good=1, loss_bad=-5),
    "amount has -3 at position 0; what is lent is 0 or more": lambda: gn.cutoff_table([0, 1], [0.1, 0.2], amount=[-3, 2]),
    "cutoffs has inf at position 1; pass finite numbers": lambda: gn.cutoff_table(Y, P, cutoffs=[0.2, np.inf]),
    'cutoffs=.* is not "all", a number or a list|holds strings': lambda: gn.cutoff_table(Y, P, cutoffs="some"),
    "cutoffs= and steps= both": lambda: gn.cutoff_table(Y, P, cutoffs=[0.2], steps=5),
    "steps=0 is not a whole number from 1": lambda: gn.cutoff_table(Y, P, steps=0),
    "a Sweep holds rows already read": lambda: gn.cutoff_table(gn.Sweep.of(Y, P), direction="lower"),
    "loss_bad has a value for each row, and a Sweep": lambda: gn.cutoff_table(gn.Sweep.of(Y, P), profit_good=1, loss_bad=LOSS),
    "rate=0 is no share above 0": lambda: gn.cutoff_table(Y, P).at_approval_rate(0),
    "rate=60 is no share from 0 to 1; write 60 % as 0.6": lambda: gn.cutoff_table(Y, P).at_bad_rate(60),
    "cutoff=.* is not one number": lambda: gn.cutoff_table(Y, P).at([0.1, 0.2]),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals(text):
    with pytest.raises(gn.InputError, match=text):
        REFUSED[text]()
