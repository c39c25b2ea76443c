"""What chance makes of a scorecard: information values, p-values, AUC and KS of variables that tell nothing."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.scorecards.cross_fitting import CrossFit
from refusals import raises_id

NOISE = [f"n{place}" for place in range(10)]


def drawn(seed, n=2000):
    """One variable that tells good from bad beside ten that do not."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    bad = (rng.random(n) < 1 / (1 + np.exp(1.5 - x))).astype(int)
    return {"x": x, **{name: rng.normal(size=n) for name in NOISE}}, bad


ROWS, BAD = drawn(0)


@pytest.fixture(scope="module")
def everything():
    """A card that takes whatever there is."""
    return gn.Scorecard(min_iv=-1, max_correlation=1.0, signs=False).fit(ROWS, BAD)


def test_noise_is_not_significant(everything):
    """Tested on the rows of their WOE, all ten had p ≤ .0101."""
    told = everything.coefficients_
    assert told.variable.tolist() == ["x", *NOISE]
    assert told.p[0] < 1e-6
    assert np.sort(told.p[1:])[0] > 0.005
    assert (told.p[1:] < 0.05).sum() <= 2
    own = gn.Scorecard(min_iv=-1, max_correlation=1.0, signs=False, folds=None).fit(ROWS, BAD)
    assert (own.coefficients_.p < 0.05).sum() == 11
    assert [note.code for note in own.coefficients_.notes] == ["errors_in_sample"]
    assert own.card_.variables == everything.card_.variables, "points do not depend on how errors are found"
    assert own.validation_ is None


def test_no_order_of_rows_or_columns_matters():
    """Folds follow from what rows hold; half of these rows occur twice or more, and hold the same."""
    rng = np.random.default_rng(5)
    rows = {name: np.round(values) for name, values in list(ROWS.items())[:3]}
    order = rng.permutation(len(BAD))
    weight = rng.integers(1, 4, len(BAD)) * 0.5
    for weights in (None, weight):
        asked = {"min_iv": -1, "signs": False}
        one = gn.Scorecard(**asked).fit(rows, BAD, weight=weights)
        moved = {name: rows[name][order] for name in reversed(rows)}
        other = gn.Scorecard(**asked).fit(moved, BAD[order], weight=None if weights is None else weights[order])
        assert other.validation_.to_dict() == pytest.approx(one.validation_.to_dict(), rel=1e-12)
        back = np.argsort(other.coefficients_.variable)[np.argsort(np.argsort(one.coefficients_.variable))]
        for name in ("cross_fitted", "standard_error", "p"):
            assert getattr(other.coefficients_, name)[back] == pytest.approx(getattr(one.coefficients_, name), rel=1e-6)


def test_rows_that_hold_the_same_are_dealt_at_random():
    """Dealt in turn each part would be a copy of the others, and noise would look as if it held in all of them."""
    p = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        rows = {"a": rng.integers(0, 5, 1000).astype(str), "x": rng.integers(0, 2, 1000)}
        bad = (rng.random(1000) < 0.2 + 0.3 * rows["x"]).astype(int)
        p.append(gn.Scorecard(min_iv=-1, signs=False).fit(rows, bad).coefficients_.p[0])
    assert np.mean(np.array(p) < 0.05) <= 0.15  # at 5 %, more than six of forty come once in a hundred times


def test_information_is_set_beside_chance(everything):
    told = everything.coefficients_
    assert told.iv_low[0] > 0.5
    assert (told.iv_low[1:] == 0).sum() >= 9
    assert np.abs(told.iv[1:] - told.iv_chance[1:]).mean() < 0.02 < told.iv_chance[1:].min()


def test_the_optimism_of_a_card_is_that_on_new_rows(everything):
    found = everything.validation_
    new, truth = drawn(99, 40_000)
    score = everything.score(new)
    auc, ks = (getattr(gn, name)(truth, score, direction="lower is positive") for name in ("roc_auc", "ks"))
    assert found.auc - auc > 0.05, "the card's own figure is far too good"
    sampling = gn.interval("roc_auc", BAD, -everything.score(ROWS))
    assert abs(found.auc_cross_validated - auc) < (sampling.high - sampling.low) / 2, "2,000 rows tell no more"
    assert abs(found.ks_cross_validated - ks) < 0.05
    assert found.auc == pytest.approx(gn.roc_auc(BAD, everything.score(ROWS), direction="lower is positive"), abs=0.002)
    notes = {note.code: note for note in everything.coefficients_.notes}
    assert f"{found.auc_cross_validated:.4f}" in str(notes["card_validated"])
    assert set(notes["variables_unsure"].values["names"]) <= set(NOISE)


def test_cross_validated_figures_are_those_of_cards_made_of_the_other_parts(monkeypatch):
    """Of variables with two values a regression on their WOE says what one on the values says: scikit-learn's, part by part."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score, roc_curve

    rng = np.random.default_rng(6)
    rows = {name: (rng.random(900) < share).astype(int) for name, share in zip("abcdef", (0.2, 0.3, 0.4, 0.5, 0.6, 0.7), strict=True)}
    X = np.column_stack(list(rows.values()))
    bad = (rng.random(900) < 1 / (1 + np.exp(1.5 - X @ [1, 0.7, 0, 0, 0.3, 0]))).astype(int)
    deals, deal = [], CrossFit.of
    monkeypatch.setattr(CrossFit, "of", lambda *given: deals.append(deal(*given)) or deals[-1])
    found = gn.Scorecard(min_iv=-1, max_correlation=1.0, signs=False).fit(rows, bad).validation_
    (dealt,) = deals
    X, bad, fold = np.column_stack([dealt._own_places[name] for name in rows]), dealt._rows.bad, dealt._fold
    told = np.empty(900)
    assert np.ptp([bad[fold == part].sum() for part in range(5)]) <= 1
    for part in range(5):
        here, fitted = fold == part, LogisticRegression(C=np.inf, tol=1e-12, max_iter=1000, solver="newton-cholesky")
        told[here] = fitted.fit(X[~here], bad[~here]).decision_function(X[here])
    fpr, tpr, _ = roc_curve(bad, np.round(told, 9))
    assert found.auc_cross_validated == pytest.approx(roc_auc_score(bad, np.round(told, 9)), abs=1e-9)
    assert found.ks_cross_validated == pytest.approx(max(tpr - fpr), abs=1e-9)


def test_selection_is_by_information_beyond_chance():
    made = gn.Scorecard().fit(ROWS, BAD)
    assert "x" in made.card_.names
    assert len(made.card_.names) <= 3
    assert {why.code for why in made.dropped_.values()} <= {"iv_by_chance", "iv_too_low"}
    assert "iv_by_chance" in {why.code for why in made.dropped_.values()}


@pytest.mark.parametrize("select", ["p", "stepwise"])
def test_selection_by_cross_fitted_p(select):
    made = gn.Scorecard(min_iv=-1, max_correlation=1.0, select=select).fit(ROWS, BAD)
    assert "x" in made.card_.names
    assert len(made.card_.names) <= 3
    assert np.all(made.coefficients_.p <= 0.05)
    assert {why.code for why in made.dropped_.values()} == {"p_too_high"}


def test_variance_inflation():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 3000))
    bad = (rng.random(3000) < 1 / (1 + np.exp(1 - a - b))).astype(int)
    rows = {"a": a, "b": b, "sum": a + b + 0.2 * rng.normal(size=3000)}
    made = gn.Scorecard(vif=2.5, max_correlation=1.0, signs=False).fit(rows, bad)
    assert made.dropped_["sum"].code == "vif_too_high"
    woe = gn.Binning().fit(rows, bad).transform(rows)
    assert made.dropped_["sum"].values["vif"] == pytest.approx(np.linalg.inv(np.corrcoef(woe.T))[2, 2], rel=1e-9)
    assert made.card_.names == ["a", "b"]
    assert gn.Scorecard(max_correlation=1.0, signs=False).fit(rows, bad).card_.names == ["a", "b", "sum"]


def test_what_selection_cannot_be():
    for how, said in {
        ("select", "forward"): "select='forward' is not 'stepwise' or 'p' or None",
        ("vif", 0.5): "vif=0.5",
        ("folds", 1): "folds=1",
    }.items():
        with pytest.raises(gn.InputError, match=said):
            gn.Scorecard(**dict([how])).fit(ROWS, BAD)
    with raises_id("scorecards.select_with_folds_or_weights", select="p"):
        gn.Scorecard(select="p", folds=None).fit(ROWS, BAD)


def test_five_hundred_categories_that_tell_nothing():
    rng = np.random.default_rng(2)
    n = 20_000
    rows = {"x": rng.normal(size=n), "shop": rng.integers(0, 500, n).astype(str)}
    bad = (rng.random(n) < 1 / (1 + np.exp(1.5 - rows["x"]))).astype(int)
    own, made = (gn.Scorecard(min_iv=-1, folds=folds).fit(rows, bad) for folds in (None, 5))
    assert own.coefficients_.z[1] > 15
    assert abs(made.coefficients_.z[1]) < 3
    assert made.coefficients_.iv[1] > 0.1
    assert made.coefficients_.iv[1] == pytest.approx(made.coefficients_.iv_chance[1], rel=0.15)
    assert gn.Scorecard().fit(rows, bad).dropped_["shop"].code == "iv_by_chance"


@pytest.mark.parametrize(
    ("method", "how"), [("optimal", {}), ("optimal", {"monotonic": "up"}), ("tree", {}), ("chi", {}), ("quantile", {}), ("width", {})]
)
def test_the_chance_of_chosen_bins_is_the_mean_over_noise(method, how, sets):
    iv, chance = [], []
    for seed in range(sets(25, least=10)):
        rng = np.random.default_rng(seed)
        table = gn.Binning(method, **how).fit({"x": rng.normal(size=1500)}, (rng.random(1500) < 0.2).astype(int)).table("x")
        iv.append(table.information_value)
        chance.append(table.chance)
    error = np.std(iv, ddof=1) / np.sqrt(len(iv))
    assert np.mean(iv) == pytest.approx(np.mean(chance), abs=3 * error + 0.001)


def test_the_chance_of_bins_known_beforehand_is_the_formula():
    rng = np.random.default_rng(3)
    x, bad = rng.integers(0, 5, 800), (rng.random(800) < 0.25).astype(int)
    table = gn.woe_table(x, bad, bins=[1, 2, 3, 4])
    assert table.chance == pytest.approx(4 * (1 / bad.sum() + 1 / (800 - bad.sum())), rel=1e-12)
    assert f"has IV {table.chance:.4f} in such bins" in str(table)
    assert table.interval.low <= table.information_value <= table.interval.high
    edited = gn.Binning().fit({"x": x}, bad).set_edges([1, 2, 3, 4])
    assert edited.table().chance == pytest.approx(table.chance, rel=1e-12)
    found = gn.woe_table(rng.normal(size=800), bad)
    assert found.chance > 1.3 * (len(found.bin) - 1) * (1 / bad.sum() + 1 / (800 - bad.sum())), "cuts were chosen"


def test_the_interval_holds_the_information_value_of_the_population():
    share, rate = np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.3, 0.2, 0.12, 0.1])
    b, g = share * rate / (share @ rate), share * (1 - rate) / (share @ (1 - rate))
    truth, held = float((b - g) @ np.log(b / g)), 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        x = rng.choice(4, 1000, p=share)
        table = gn.woe_table(x, (rng.random(1000) < rate[x]).astype(int), bins=[1, 2, 3])
        held += truth in table.interval
    assert 180 <= held <= 199


def test_a_table_of_all_variables():
    rows = {**ROWS, "kind": np.array(["u", "v", "w"])[np.arange(2000) % 3]}
    rows["n0"] = np.where(np.arange(2000) % 10 == 0, np.nan, rows["n0"])
    binning = gn.Binning().fit(rows, BAD)
    later = {name: values[:500] for name, values in rows.items()} | {"x": ROWS["x"][:500] + 1}
    table = binning.summary(later)
    assert table.variable[0] == "x"
    assert sorted(table.variable) == sorted(rows)
    at = {name: place for place, name in enumerate(table.variable)}
    for name in rows:
        one = binning.table(name)
        told = (one.information_value, one.chance, one.interval.low, one.interval.high, one.ks)
        assert told == tuple(getattr(table, column)[at[name]] for column in ("iv", "iv_chance", "iv_low", "iv_high", "ks"))
        assert table.psi[at[name]] == pytest.approx(gn.psi(gn.Bins.of(rows[name], layout=binning.layout(name)), later[name]), rel=1e-12)
    assert (table.missing[at["n0"]], table.unique[at["n0"]]) == (0.1, 1800)
    assert (table.missing[at["kind"]], table.unique[at["kind"]], table.bins[at["kind"]]) == (0, 3, len(binning.table("kind").bin))
    assert table.psi[at["x"]] == max(table.psi) > 0.5
    assert np.isnan(binning.summary().psi).all()
    with raises_id("scorecards.later_column_missing"):
        binning.summary({"x": [1.0]})
