"""Scorecard: what it finds in data whose structure is known, against references, its laws, and what it refuses."""

import math
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.optimize import minimize

import gnomon as gn
from gnomon.messages.language import speaking
from refusals import raises_id

FEATURES = ["age", "income", "bureau", "months_at_job", "utilisation", "housing", "purpose", "amount", "branch"]
ROWS = gn.samples.applications(8000)
BAD = ROWS["bad"]


def binning(**settings):
    return gn.Binning(special={"bureau": [-999]}, **settings)


def fitted(rows=ROWS, bad=BAD, weight=None, **settings):
    return gn.Scorecard(**{"binning": binning(), "features": FEATURES} | settings).fit(rows, bad, weight=weight)


@pytest.fixture(scope="module")
def card():
    return fitted()


@pytest.fixture(scope="module")
def exact():
    return fitted(rounded=False)


def test_it_finds_the_structure_of_the_sample():
    rows = gn.samples.applications(40_000)
    card = fitted(rows, rows["bad"])
    variables = card.card_.variables
    assert "branch" in card.dropped_
    assert card.dropped_["branch"].code == "iv_too_low"
    regular = {name: one.points[: one.layout.regular] for name, one in variables.items()}
    for name in ("age", "income", "bureau"):
        assert np.all(np.diff(regular[name]) >= 0), f"{name}: the more the better"
    rising = sum(edge <= 60 for edge in variables["months_at_job"].layout.edges)
    assert np.all(np.diff(regular["months_at_job"][:rising]) > 0), "the longer the better, up to five years"
    best = np.argmax(regular["utilisation"])
    assert 0 < best < len(regular["utilisation"]) - 1, "both ends are worse than the middle"
    low, high = ([-np.inf, *variables["utilisation"].layout.edges, np.inf][best + side] for side in (0, 1))
    assert low < 0.5
    assert high > 0.1
    housing = variables["housing"]
    home = {name: housing.points[at] for at, group in enumerate(housing.layout.groups) for name in group}
    assert home["owner"] > home["mortgage"] > home["tenant"]
    bureau = variables["bureau"]
    assert bureau.layout.special == (-999,)
    assert regular["bureau"][0] < bureau.points[bureau.layout.regular] < regular["bureau"][-1]
    income = variables["income"]
    assert income.points[income.layout.missing] < income.mean
    amount = card.coefficients_.coefficient[list(card.coefficients_.variable).index("amount")] if "amount" in variables else 0.0
    assert amount < 0.6, "it has no influence of its own"


def test_it_ranks_unseen_rows_nearly_as_well_as_the_truth_does(card):
    later = gn.samples.applications(20_000, seed=99)
    reached = gn.roc_auc(later["bad"], card.score(later), direction="lower is positive")
    ceiling = gn.roc_auc(later["bad"], gn.samples.application_risk(later))
    assert 0.7 < ceiling - 0.015 < reached < ceiling
    # Of 20,000 rows a mean of 0.11 has a standard error of 0.0022; fitting 8,000 adds half as much again.
    assert card.probability(later).mean() == pytest.approx(later["bad"].mean(), abs=0.012)


def test_points_are_those_of_the_textbook(exact):
    factor = 20 / math.log(2)
    offset = 600 - factor * math.log(50)
    told = exact.coefficients_
    assert exact.card_.base == pytest.approx(offset - factor * told.intercept, rel=1e-12)
    for name, coefficient in zip(told.variable, told.coefficient, strict=True):
        woe = exact.binning_.woe_[name]
        layout = exact.card_.variables[name].layout
        there = np.arange(layout.size) != layout.other
        assert exact.card_.variables[name].points[there] == pytest.approx(-factor * coefficient * woe[there], rel=1e-12)
    woe = exact.binning_.transform(rows_of(exact))
    kept = [list(exact.binning_.variables_).index(name) for name in told.variable]
    log_odds = told.intercept + woe[:, kept] @ told.coefficient
    assert exact.decision_function(ROWS) == pytest.approx(log_odds, rel=1e-9, abs=1e-12)
    assert exact.score(ROWS) == pytest.approx(offset - factor * log_odds, rel=1e-12)


def rows_of(card):
    return {name: ROWS[name] for name in card.binning_.variables_}


def test_coefficients_are_the_optimum_and_their_errors_those_of_the_information(exact):
    told = exact.coefficients_
    woe = exact.binning_.transform(rows_of(exact))[:, [list(exact.binning_.variables_).index(name) for name in told.variable]]
    whole = np.column_stack([np.ones(len(woe)), woe])

    def loss(b):
        eta = whole @ b
        return (np.logaddexp(0, eta) - BAD * eta).sum()

    def slope(b):
        return whole.T @ (1 / (1 + np.exp(-whole @ b)) - BAD)

    found = np.r_[told.intercept, told.coefficient]
    # Rows bring a gradient of thousands each way, which cancels to what the solver's tolerance leaves.
    assert np.abs(slope(found)).max() < 1e-5
    other = minimize(loss, np.zeros(len(found)), jac=slope, method="BFGS", options={"gtol": 1e-8})
    assert found == pytest.approx(other.x, rel=1e-5)
    assert loss(found) <= other.fun * (1 + 1e-14)
    steps = np.eye(len(found)) * 1e-5
    hessian = np.array([(slope(found + step) - slope(found - step)) / 2e-5 for step in steps])
    errors = np.sqrt(np.diag(np.linalg.inv(hessian)))
    own = fitted(rounded=False, folds=None).coefficients_  # with folds, errors are cross-fitted: see test_chance.py
    assert np.array_equal(own.coefficient, told.coefficient)
    assert np.r_[own.intercept_error, own.standard_error] == pytest.approx(errors, rel=1e-6)  # differences of slopes are that exact
    assert told.z == pytest.approx(told.cross_fitted / told.standard_error)
    from scipy.stats import norm

    assert told.p == pytest.approx(2 * norm.sf(np.abs(told.z)), rel=1e-9)


def test_rounded_points_are_the_exact_ones_rounded(card, exact):
    for name, one in card.card_.variables.items():
        assert np.array_equal(one.points, np.rint(exact.card_.variables[name].points), equal_nan=True)
    assert card.card_.base == np.rint(exact.card_.base)
    assert np.all(card.score(ROWS) == card.card_.base + card.points(ROWS).sum(axis=1))
    assert np.abs(card.score(ROWS) - exact.score(ROWS)).max() <= 0.5 * (len(card.card_.variables) + 1)


def test_the_base_can_be_spread(exact):
    spread = fitted(rounded=False, spread_base=True)
    assert spread.card_.base == 0
    assert spread.score(ROWS) == pytest.approx(exact.score(ROWS), rel=1e-12)


def test_a_card_does_not_depend_on_the_order_of_rows(exact):
    order = np.random.default_rng(1).permutation(len(BAD))
    moved = fitted({name: values[order] for name, values in ROWS.items()}, BAD[order], rounded=False)
    assert moved.card_.names == exact.card_.names
    for name in moved.card_.names:
        # The solver sums rows in their order.
        assert moved.card_.variables[name].points == pytest.approx(exact.card_.variables[name].points, rel=1e-7, abs=1e-9, nan_ok=True)
        assert moved.card_.variables[name].layout == exact.card_.variables[name].layout


@pytest.mark.parametrize("points0", [600, 601, 602, -300])
def test_a_base_spread_in_whole_points_changes_no_score(points0):
    few = {name: values[:1500] for name, values in ROWS.items()}
    plain, spread = (fitted(few, BAD[:1500], points0=points0, spread_base=way) for way in (False, True))
    assert spread.card_.base == 0
    assert np.array_equal(plain.score(few), spread.score(few))
    shares = [np.nanmax(spread.card_.variables[name].points - plain.card_.variables[name].points) for name in plain.card_.names]
    assert sum(shares) == plain.card_.base
    assert max(shares) - min(shares) <= 1
    assert all(one == int(one) for one in shares)


def test_a_weight_is_a_row_repeated_where_no_bin_lacks_a_class():
    """Smoothing counts in rows of the typical weight instead, so that the unit of weights does not matter."""
    whole = gn.Binning(smoothing=None, missing="merge")
    few = {name: values[:1500] for name, values in ROWS.items()}
    times = np.random.default_rng(2).integers(0, 4, 1500)
    weighted = fitted(few, BAD[:1500], weight=times, rounded=False, binning=whole, min_iv=-1)  # chance gives fewer rows more IV
    many = {name: np.repeat(values, times) for name, values in few.items()}
    repeated = fitted(many, np.repeat(BAD[:1500], times), rounded=False, binning=whole, min_iv=-1)
    assert weighted.card_.names == repeated.card_.names
    for name in weighted.card_.names:
        one, other = weighted.card_.variables[name], repeated.card_.variables[name]
        assert one.layout == other.layout
        assert one.points == pytest.approx(other.points, rel=1e-6, abs=1e-9, nan_ok=True)  # as exact as the solver of any version
        assert one.good == pytest.approx(other.good)


def test_segments_by_date_are_refused_and_their_texts_are_not():
    few = {name: values[:1500] for name, values in ROWS.items()}
    days = np.where(np.arange(1500) % 2, np.datetime64("2024-01-01"), np.datetime64("2024-02-01"))
    for given in (days, days.astype(object), pd.Series(days.astype("datetime64[ns]"))):
        with raises_id("scorecards.segment_type_unsupported", segment="day"):
            fitted({**few, "day": given}, BAD[:1500], segment="day")
    made = fitted({**few, "day": days.astype(str)}, BAD[:1500], segment="day")
    assert "'2024-01-01'" in made.to_sql()
    assert gn.Scorecard.from_dict(made.to_dict()).card_ == made.card_
    general = made.card_.general
    with raises_id("scorecards.segment_type_unsupported"):
        type(made.card_)("day", {days[0].item(): general}, general)


def test_a_binning_to_which_another_label_is_bad():
    few = {name: values[:1500] for name, values in ROWS.items()}
    bad = np.asarray(BAD[:1500])
    for label in (0, "bad"):
        with pytest.raises(gn.InputError, match=rf"binning has positive={label!r}, and to the Scorecard 1 in y is bad"):
            fitted(few, bad, binning=binning(positive=label))
    expected = fitted(few, bad).card_
    columns = {name: few[name] for name in FEATURES}
    other = binning(positive=0).fit(columns, 1 - bad)
    with raises_id("scorecards.positive_label_conflict", label=0):
        fitted(few, bad, binning=other)
    assert fitted(few, (1 - bad) == 0, binning=binning()).card_ == expected  # the remedy
    assert fitted(few, bad, binning=binning(positive=1)).card_ == expected
    words = binning(positive="bad").fit(columns, np.where(bad == 1, "bad", "good"))
    assert fitted(few, bad, binning=words).card_ == expected


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_every_frame_gives_the_same_card(frame, card):
    plain = {name: [None if one is None or one != one else one for one in ROWS[name].tolist()] for name in FEATURES}
    made = fitted(frame(plain))
    assert made.card_ == card.card_


def test_a_matrix_names_its_columns():
    matrix = np.column_stack([ROWS["age"], ROWS["bureau"]])
    made = gn.Scorecard().fit(matrix, BAD)
    assert made.card_.names == ["x0", "x1"]
    assert made.score(matrix).shape == (8000,)


def test_of_two_that_say_the_same_the_one_that_tells_more_stays():
    noise = np.random.default_rng(0).normal(0, 30, 8000)
    rows = {name: ROWS[name] for name in ("bureau", "age")}
    rows["blurred"] = np.where(ROWS["bureau"] == -999, -999, ROWS["bureau"] + noise)
    made = gn.Scorecard(gn.Binning(special={"bureau": [-999], "blurred": [-999]}), max_correlation=0.7).fit(rows, BAD)
    assert made.card_.names == ["bureau", "age"]
    why = made.dropped_["blurred"]
    assert (why.code, why.values["other"]) == ("woe_correlated", "bureau")
    assert why.values["r"] > 0.7
    assert "与 bureau 的相关" in why.text("zh")


def test_what_knows_the_outcome_and_what_tells_nothing_stay_out():
    rows = {"age": ROWS["age"], "outcome": BAD + np.random.default_rng(0).normal(0, 0.3, 8000)}
    made = gn.Scorecard(max_iv=3).fit(rows, BAD)
    assert made.dropped_["outcome"].code == "iv_too_high"
    with raises_id("scorecards.no_variable_left"):
        gn.Scorecard(min_iv=50).fit(rows, BAD)


def test_coefficients_against_their_woe_are_dropped_one_by_one():
    rng = np.random.default_rng(4)
    a, noise = rng.standard_normal((2, 6000))
    b = a + 0.5 * noise  # worse alone the higher it is; beside a, better
    bad = (rng.random(6000) < 1 / (1 + np.exp(2 - 2.0 * a + 0.8 * b))).astype(int)
    rows = {"a": a, "b": b}
    made = gn.Scorecard(max_correlation=1.0).fit(rows, bad)
    assert made.card_.names == ["a"]
    assert made.dropped_["b"].code == "coefficient_against_woe"
    assert made.dropped_["b"].values["coefficient"] < 0
    assert gn.Scorecard(max_correlation=1.0, signs=False).fit(rows, bad).card_.names == ["a", "b"]


def test_variables_that_move_over_time_are_dropped():
    rows = gn.samples.applications(20_000)
    made = fitted(rows, rows["bad"], stable_over="month", max_psi=0.2)
    assert {name: why.code for name, why in made.dropped_.items()} == {"branch": "iv_too_low", "bureau": "psi_too_high"}
    why = made.dropped_["bureau"].values
    assert why["first"] == "2025-01"
    layout = made.binning_.bins_["bureau"].layout
    first, worst = (gn.Bins.of(rows["bureau"][rows["month"] == one], layout=layout).total for one in ("2025-01", why["period"]))
    e, a = (np.where(one > 0, one, 0.5)[(first > 0) | (worst > 0)] for one in (first, worst))
    e, a = e / e.sum(), a / a.sum()
    assert why["psi"] == pytest.approx(((a - e) * np.log(a / e)).sum(), rel=1e-12)


@pytest.mark.parametrize("weights", ["iv", "ks"])
def test_few_rows_take_their_weights_from_single_variables(weights):
    few = {name: values[:500] for name, values in ROWS.items()}
    made = fitted(few, BAD[:500], weights=weights, binning=binning(max_bins=4), rounded=False)
    told = made.coefficients_
    tables = [made.binning_.table(name) for name in told.variable]
    strength = np.array([table.information_value if weights == "iv" else table.ks for table in tables])
    assert told.coefficient / told.coefficient.sum() == pytest.approx(strength / strength.sum(), rel=1e-12)
    assert made.probability(few).mean() == pytest.approx(BAD[:500].mean(), rel=1e-6), "the scale and the intercept are fitted"
    later = gn.samples.applications(20_000, seed=99)
    assert gn.roc_auc(later["bad"], made.score(later), direction="lower is positive") > 0.64
    assert "only their scale is from the rows" in str(told)


def test_an_expert_sets_weights():
    made = fitted(weights={"age": 1, "bureau": 3}, rounded=False)
    assert made.card_.names == ["age", "bureau"]
    assert made.coefficients_.coefficient[1] == pytest.approx(3 * made.coefficients_.coefficient[0], rel=1e-12)
    assert made.dropped_["income"].code == "not_weighted"
    with raises_id("scorecards.weighted_variable_not_binned", name="agee"):
        fitted(weights={"agee": 1})


def test_held_back_coefficients_are_scikit_learns():
    from sklearn.linear_model import LogisticRegression

    made = fitted(C=0.01, rounded=False)
    woe = made.binning_.transform(rows_of(made))[:, [list(made.binning_.variables_).index(name) for name in made.coefficients_.variable]]
    other = LogisticRegression(C=0.01, solver="newton-cg", tol=1e-10, max_iter=1000).fit(woe, BAD)
    assert made.coefficients_.coefficient == pytest.approx(other.coef_[0], rel=1e-6)  # two solvers, each to its tolerance
    assert np.all(made.coefficients_.coefficient < fitted(rounded=False).coefficients_.coefficient)


def test_a_fitted_binning_is_taken_as_it_is():
    cut = binning().fit({"age": ROWS["age"], "bureau": ROWS["bureau"]}, BAD)
    cut.set_edges([30, 40], variable="age")
    made = gn.Scorecard(cut, features=["age", "bureau"]).fit(ROWS, BAD)
    assert made.card_.variables["age"].layout.edges == (30, 40)
    turned = gn.Scorecard(binning(direction="good/bad"), features=["age", "bureau"]).fit(ROWS, BAD)
    usual = gn.Scorecard(binning(), features=["age", "bureau"]).fit(ROWS, BAD)
    for name in ("age", "bureau"):
        assert np.array_equal(turned.card_.variables[name].points, usual.card_.variables[name].points, equal_nan=True)


def test_unseen_categories_follow_the_binning(card):
    stranger = {name: [values[0]] for name, values in ROWS.items()} | {"purpose": ["yacht"]}
    with raises_id("scorecards.category_unknown_to_card", name="purpose", value="yacht", at=0):
        card.score(stranger)
    lenient = fitted(binning=binning(unseen="zero"))
    assert lenient.explain(stranger).points[list(lenient.explain(stranger).variable).index("purpose")] == 0


@pytest.mark.parametrize("missing", ["own", "merge"])
def test_bins_whose_woe_rests_on_smoothing_are_named(missing):
    rng = np.random.default_rng(3)
    x = rng.integers(0, 4, 2000).astype(float)
    bad = (rng.random(2000) < 0.1 + 0.15 * x).astype(int)
    x[:40], bad[:40] = np.nan, 1
    x[40:200], bad[40:200] = 9, 1
    made = gn.Scorecard(gn.Binning(missing=missing)).fit({"x": x}, bad)
    table = made.binning_.table("x")
    assert table.smoothed, "there are such bins"
    named = [f"x {bin}" for bin in table.smoothed]
    assert ("x missing" in named) == (missing == "own"), "merged, they are no bin of their own"
    assert list(made.table().smoothed) == named
    assert f"all good or all bad, so that their WOE rests on smoothing: {', '.join(named)}" in str(made.card_)
    with speaking("zh"):
        assert "WOE 由平滑得出的箱：x " in str(made.card_)
    x[:20], bad[:20] = 9, 0
    mixed = gn.Scorecard(gn.Binning(missing="merge")).fit({"x": x}, bad)
    assert mixed.table().smoothed == (), "missing values are counted with a bin of both classes"


def test_a_saved_card_scores_the_same(card, tmp_path):
    again = gn.Scorecard.load(card.save(tmp_path / "card.json"))
    assert np.array_equal(again.score(ROWS), card.score(ROWS))
    assert np.array_equal(again.probability(ROWS), card.probability(ROWS))
    assert gn.Scorecard.from_dict(card.to_dict()).card_ == card.card_
    assert again.get_params()["pdo"] == 20


def test_scikit_learn_takes_it_for_a_classifier(card):
    from sklearn.base import clone, is_classifier
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline

    frame = pd.DataFrame({name: ROWS[name] for name in ("age", "bureau", "housing")})
    asked = gn.Scorecard(binning(), pdo=40)
    twin = clone(asked)
    assert twin.get_params()["pdo"] == 40
    assert twin.binning is not asked.binning
    assert is_classifier(asked)
    assert cross_val_score(asked, frame, BAD, cv=3, scoring="roc_auc").min() > 0.6
    searched = GridSearchCV(asked, {"binning__max_bins": [2, 8]}, scoring="roc_auc", cv=3).fit(frame, BAD)
    assert searched.best_params_ == {"binning__max_bins": 8}
    pipe = make_pipeline(asked).fit(frame, BAD)
    chances = pipe.predict_proba(frame)
    assert chances.sum(axis=1) == pytest.approx(np.ones(8000))
    assert set(pipe.predict(frame)) <= {0, 1}
    assert np.array_equal(pipe.predict(frame), (chances[:, 1] >= 0.5).astype(int))
    with raises_id("scorecards.parameter_unknown", kind="Scorecard", name="points"):
        asked.set_params(points=3)
    with raises_id("scorecards.score_called_as_metric"):
        card.score(ROWS, BAD)


def test_segments_have_cards_of_their_own(tmp_path):
    rows = gn.samples.applications(20_000)
    made = fitted(rows, rows["bad"], segment="segment")
    assert set(made.card_.cards) == {"new", "returning"}
    new = rows["segment"] == "new"
    alone = fitted({name: values[new] for name, values in rows.items()}, rows["bad"][new])
    assert made.card_.cards["new"] == alone.card_
    assert np.array_equal(made.score(rows)[new], alone.score({name: values[new] for name, values in rows.items()}))
    assert np.ptp(made.card_.cards["new"].variables["age"].points[:-2]) > np.ptp(made.card_.cards["returning"].variables["age"].points[:-2])
    again = gn.Scorecard.load(made.save(tmp_path / "cards.json"))
    assert np.array_equal(again.score(rows), made.score(rows))
    import duckdb

    frame = pl.DataFrame({name: values.tolist() for name, values in rows.items()}).with_columns(pl.col("income").fill_nan(None))
    found = duckdb.sql(made.to_sql("frame")).fetchnumpy()["score"]
    assert np.array_equal(found, made.score(rows))
    assert len(frame) == 20_000
    reasons = made.reasons(rows, top=2)
    assert np.array_equal(reasons[new], alone.reasons({name: values[new] for name, values in rows.items()}, top=2))
    one = {name: values[0] for name, values in rows.items()}
    assert made.explain(one).score == made.score(rows)[0]
    with raises_id("scorecards.segment_unknown", name="segment", value="old", at=0):
        made.score({name: [values[0]] for name, values in rows.items()} | {"segment": ["old"]})
    with raises_id("scorecards.segment_missing_at_position", name="segment", at=0):
        made.score({name: [values[0]] for name, values in rows.items()} | {"segment": [None]})


@pytest.mark.parametrize("form", ["column", "values", "list"])
def test_bins_that_are_stable_over_periods_come_onto_the_card_and_those_of_segments(form):
    rng = np.random.default_rng(5)
    n = 12_000
    month, segment = rng.choice(["2025-01", "2025-02"], n), rng.choice(["new", "old"], n)
    x = rng.integers(0, 10, n)
    risk = np.where((x == 4) & (month == "2025-01"), 0.75, np.where((x == 4) & (month == "2025-02"), 0.02, 0.05 + 0.06 * x))
    bad = (rng.random(n) < risk).astype(int)
    rows = {"x": x, "z": rng.random(n) + bad * 0.2, "month": month, "segment": segment}
    over = {"column": "month", "values": month, "list": month.tolist()}[form]
    how = {"min_fraction": 0.01, "max_bins": 10, "monotonic": None}
    made = gn.Scorecard(gn.Binning(stable_over=over, **how), features=["x", "z"], segment="segment").fit(rows, bad)
    loose = gn.Binning(**how).fit({"x": x}, bad)
    assert made.card_.general.layouts["x"] != loose.layout("x"), "periods that disagree are heard"
    assert not [name for name in made.dropped_ if name.startswith("segment")], "every segment has its own card"
    for value in ("new", "old"):
        there = segment == value
        alone = gn.Binning(stable_over=month[there], **how).fit({"x": x[there], "z": rows["z"][there]}, bad[there])
        assert made.card_.cards[value].layouts == {name: alone.layout(name) for name in ("x", "z")}
    chosen = gn.Scorecard(gn.Binning(stable_over=over, **how), segment="segment").fit(rows, bad)
    assert ("month" in chosen.feature_names_in_) == (form != "column")
    steps = gn.Scorecard(made.binning_, features=["x", "z"]).fit(rows, bad)
    assert steps.card_.layouts == made.card_.general.layouts, "a fitted binning is taken as it is"


def test_cards_by_segment_are_compared_with_the_one_card():
    rows, later = gn.samples.applications(20_000), gn.samples.applications(20_000, seed=99)
    made = fitted(rows, rows["bad"], segment="segment")
    inside, outside = made.compared(rows, rows["bad"]), made.compared(later, later["bad"])
    assert inside.in_sample
    assert not outside.in_sample
    assert "fitted to these rows" in str(inside)
    assert "fitted to these rows" not in str(outside)
    pair = next(pair for pair in outside.comparison.pairs if pair.metric == "roc_auc")
    by_segment, one = (
        gn.roc_auc(later["bad"], card.score(later), direction="lower is positive") for card in (made.card_, made.card_.general)
    )
    assert pair.difference == pytest.approx(by_segment - one, abs=1e-12)
    with raises_id("scorecards.segments_missing"):
        fitted().compared(rows, rows["bad"])


def test_a_segment_without_a_card_takes_the_general_one():
    rows = {name: values.copy() for name, values in ROWS.items()}
    rows["segment"] = rows["segment"].astype(object)
    rows["segment"][np.flatnonzero(BAD == 0)[:50]] = "tiny"
    made = fitted(rows, segment="segment")
    assert made.card_.cards["tiny"] == made.card_.general
    why = made.dropped_["segment = tiny"]
    assert why.code == "segment_without_card"
    assert "y has one class only" in why


REFUSED = {
    "one class": (lambda: fitted(bad=np.zeros(8000, int)), "y has one class only: every row is good"),
    "lengths": (lambda: fitted(bad=BAD[:-1]), "y has 7,999 rows but X has 8,000"),
    "no column": (lambda: fitted(features=["age", "agee"]), "lacks 1 of the card's columns: 'agee'; did you mean 'age'"),
    "no features": (lambda: fitted(features=[]), "features names no column"),
    "features": (lambda: fitted(features="age"), "features must be a list of columns"),
    "weights": (lambda: fitted(weights="auc"), "weights='auc' is not 'logistic' or 'iv' or 'ks' or {variable: weight}"),
    "weight": (lambda: fitted(weights={"age": -1}), r"weights\['age'\]=-1 is no number above 0"),
    "odds": (lambda: fitted(odds0=0), "odds0=0 is no number above 0"),
    "pdo": (lambda: fitted(pdo="20"), "pdo='20' is no number above 0"),
    "points0": (lambda: fitted(points0=float("nan")), "points0=nan is no finite number"),
    "correlation": (lambda: fitted(max_correlation=1.5), "max_correlation=1.5 is no number above 0 and up to 1"),
    "rounded": (lambda: fitted(rounded="yes"), "rounded='yes' is not True or False"),
    "psi": (lambda: fitted(max_psi=0.1), "max_psi needs stable_over="),
    "periods without a limit": (lambda: fitted(stable_over="month"), "^stable_over goes with max_psi"),
    "periods of bins as a variable": (
        lambda: gn.Scorecard(gn.Binning(stable_over="month"), features=["age", "month"]).fit(ROWS, BAD),
        "features names 'month', the column of periods",
    ),
    "periods of bins too few": (
        lambda: gn.Scorecard(gn.Binning(stable_over=[1, 2]), features=["age"]).fit(ROWS, BAD),
        "stable_over has 2 rows",
    ),
    "periods of bins nowhere": (
        lambda: gn.Scorecard(gn.Binning(stable_over="mnth"), features=["age"]).fit(ROWS, BAD),
        "stable_over: no column 'mnth' in .*; did you mean 'month'",
    ),
    "C": (lambda: fitted(C=0), "C=0 is no number above 0"),
    "binning": (lambda: fitted(binning="optimal"), "binning must be a gn.Binning, not str"),
    "negative": (lambda: fitted(weight=-np.ones(8000)), "weight"),
    "unfitted": (lambda: gn.Scorecard().score(ROWS), "has no card yet; call fit first"),
    "labels": (lambda: fitted(bad=np.where(BAD, "bad", "good")), "positive"),
}


@pytest.mark.parametrize("which", REFUSED)
def test_what_makes_no_card_is_refused(which):
    make, told = REFUSED[which]
    with pytest.raises(gn.InputError, match=told):
        make()
    with speaking("zh"), pytest.raises(gn.InputError, match=r"[\u4e00-\u9fff]"):
        make()


def test_a_column_that_cannot_be_binned_is_left_out_with_the_reason():
    mixed = np.array([1, "x"] * 4000, object)
    made = gn.Scorecard().fit({"age": ROWS["age"], "mixed": mixed, "same": np.ones(8000), "none": np.full(8000, np.nan)}, BAD)
    assert made.card_.names == ["age"]
    assert set(made.dropped_) == {"mixed", "same", "none"}
    assert "mixes types" in made.dropped_["mixed"]


def test_the_regression_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with raises_id("scorecards.regression_needs_sklearn"):
        fitted()
    assert gn.Scorecard.by_hand({"a": {"x": 1}}).score({"a": ["x"]}).tolist() == [1], "a card that is there needs it no more"


def test_the_report_counts_rows_by_their_weights(card, tmp_path):
    from gnomon.scorecards.card_columns import source_of
    from gnomon.scorecards.filled import filled
    from gnomon.scorecards.report import card_report

    times = np.random.default_rng(0).integers(0, 3, 8000)
    weighted = {**ROWS, "times": times}
    repeated = {name: np.repeat(values, times) for name, values in ROWS.items()}
    (one,) = filled(card.card_, source_of(weighted), "bad", 1, "times")
    (other,) = filled(card.card_, source_of(repeated), "bad", 1, None)
    for name in card.card_.names:
        assert np.array_equal(one.bins[name].bad, other.bins[name].bad)
        assert np.array_equal(one.bins[name].good, other.bins[name].good)
        assert one.psi(name) == pytest.approx(other.psi(name), rel=1e-12)
    evaluation, path = card_report(card.card_, weighted, "bad", tmp_path / "r.html", weight="times", metrics="roc_auc,ks")
    scores = card.score(ROWS)
    assert float(evaluation["ks"]) == pytest.approx(gn.ks(BAD, scores, weight=times, direction="lower is positive"), rel=1e-12)
    assert "每行的基础分为" in path.read_text(encoding="utf-8")


def test_a_card_by_hand_is_reported_without_a_past(tmp_path):
    card = gn.Scorecard.by_hand({"age": {"(-inf, 30)": 0, "[30, inf)": 30}})
    page = card.report(ROWS, label="bad", path=tmp_path / "r.html", metrics="roc_auc").read_text(encoding="utf-8")
    assert 'data-card="age"' in page
    assert ">PSI " not in page
    with raises_id("engines.column_unknown", argument="label", value="badd"):
        card.report(ROWS, label="badd", path=tmp_path / "r.html")
    with raises_id("scorecards.score_column_name_taken", column="score"):
        card.report({**ROWS, "score": BAD}, label="bad", path=tmp_path / "r.html")


@pytest.mark.parametrize("weights", ["logistic", "iv"])
def test_a_pure_bin_beside_one_that_tells_nothing(weights):
    """The likelihood has no maximum, though good and bad rows do not lie apart."""
    rows, bad = {"k": ["a"] * 40 + ["b"] * 60}, [0] * 40 + [0, 1] * 30
    for weight in (None, np.ones(100)):
        with raises_id("scorecards.separation_by_one_bin", name="k", bin="a", which="good"):
            gn.Scorecard(min_iv=0, weights=weights).fit(rows, bad, weight=weight)
    held = gn.Scorecard(min_iv=0, weights=weights, C=1.0).fit(rows, bad)
    assert held.probability({"k": ["a", "b"]})[0] < 0.2 < held.probability({"k": ["a", "b"]})[1]


def test_perfect_separation_is_refused_and_can_be_held_back():
    x = np.r_[np.linspace(0, 1, 200), np.linspace(2, 3, 200)]
    bad = (x > 1.5).astype(int)
    cut = gn.Binning("width", max_bins=2, min_fraction=0, smoothing=0.5)
    with raises_id("scorecards.separation_complete"):
        gn.Scorecard(cut).fit({"x": x}, bad)
    assert gn.Scorecard(cut, C=1.0).fit({"x": x}, bad).probability({"x": [0, 3]}).round().tolist() == [0, 1]
