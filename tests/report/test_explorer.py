"""The threshold explorer in a browser: everything it shows at a threshold is what gnomon computes there."""

import math

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from report import samples

FIGURES = ("tp", "fp", "fn", "tn", "precision", "recall", "f1", "specificity", "accuracy", "alert_rate")
CURVES = {
    "roc": (gn.roc_curve, "fpr", "tpr"),
    "pr": (gn.pr_curve, "recall", "precision"),
    "gain": (gn.gain_curve, "fraction", "gain"),
    "lift": (gn.lift_curve, "fraction", "lift"),
}


def figure(page, name):
    return float(page.locator(f'[data-figure="{name}"]').get_attribute("data-value"))


def marker(page, chart):
    found = page.locator(f'figure[data-chart="{chart}"] [data-marker]')
    return tuple(float(found.get_attribute(f"data-{axis}").replace("Infinity", "inf")) for axis in "xy")


def slide(page, place):
    """Put the slider where it has so many steps to its right."""
    page.locator("#threshold").evaluate(
        "(slider, place) => { slider.value = slider.max - place; slider.dispatchEvent(new Event('input')) }", place
    )


def shown_threshold(page):
    text = page.locator("#threshold").get_attribute("aria-valuetext")
    return math.inf if text.startswith("∞") else float(text)


def check_everything(page, sweep, threshold):
    """Every figure and every marker: of counts to the last digit; sums of weights round otherwise from the other end."""
    close = 0 if sweep.pos.dtype.kind == "i" else 1e-12
    table = gn.threshold_table(sweep, thresholds=[threshold])
    for name in FIGURES:
        expected = float(getattr(table, name)[0])
        assert figure(page, name) == pytest.approx(expected, abs=close * sweep.n, rel=close, nan_ok=True), name
    assert figure(page, "cost") == pytest.approx(1 * table.fp[0] + 5 * table.fn[0], abs=close * sweep.n, rel=close)
    for chart, (curve_of, x, y) in CURVES.items():
        curve = curve_of(sweep)
        at = np.flatnonzero(curve.thresholds == threshold)
        expected = (getattr(curve, x)[at[0]], getattr(curve, y)[at[0]]) if at.size else (0.0, math.nan)
        assert marker(page, chart) == pytest.approx(expected, abs=0, rel=1e-15, nan_ok=True), chart
    ks = gn.ks_curve(sweep)
    assert marker(page, "ks") == (threshold, ks.difference[np.flatnonzero(ks.thresholds == threshold)[0]])
    assert marker(page, "scores")[0] == threshold


@pytest.mark.parametrize(
    "make", [samples.few, samples.weighted, samples.coarse, samples.huge, samples.constant], ids=lambda make: make.__name__
)
def test_the_slider_moves_everything_to_the_right_figures(opened, make):
    e = make()
    page, sweep = opened(e), e.held().scores
    most = int(page.locator("#threshold").get_attribute("max"))
    assert most == min(len(sweep), most)
    for place in sorted({0, 1, most // 3, most // 2, most - 1, most}):
        slide(page, place)
        threshold = shown_threshold(page)
        assert (threshold == math.inf) == (place == 0)
        assert threshold == math.inf or threshold in sweep.thresholds
        check_everything(page, sweep, threshold)


def test_it_starts_where_the_first_model_separates_most(opened):
    e = samples.credit()
    page = opened(e)
    assert shown_threshold(page) == gn.best_threshold(e.held("new").scores).threshold == e["ks", "new"].threshold
    check_everything(page, e.held("new").scores, shown_threshold(page))


def test_arrow_keys_walk_the_thresholds(opened):
    e = samples.few()
    page, thresholds = opened(e), e.held().scores.thresholds
    slider = page.locator("#threshold")
    slide(page, 5)
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert shown_threshold(page) == thresholds[3]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown_threshold(page) == thresholds[5]
    page.keyboard.press("End")
    assert shown_threshold(page) == math.inf
    page.keyboard.press("Home")
    assert shown_threshold(page) == thresholds[-1]
    page.locator("#threshold-number").focus()
    page.keyboard.press("ArrowUp")
    assert shown_threshold(page) == float(page.locator("#threshold-number").input_value()) == thresholds[-2]


def test_any_typed_threshold_is_exact_where_all_are_kept(opened):
    e = samples.few()
    page, sweep = opened(e), e.held().scores
    for typed in ("0.33", "-0.7123", "-100", "0.5", "100"):
        page.locator("#threshold-number").fill(typed)
        page.keyboard.press("Tab")
        table = gn.threshold_table(sweep, thresholds=[float(typed)])
        for name in ("tp", "fp", "recall", "alert_rate"):
            assert figure(page, name) == getattr(table, name)[0]
        assert page.locator("#threshold-number").input_value() == typed


def test_a_typed_threshold_snaps_to_one_that_is_kept(opened):
    e = samples.large()
    page, sweep = opened(e), e.held().scores
    page.locator("#threshold-number").fill("0.1234")
    page.keyboard.press("Tab")
    shown = float(page.locator("#threshold-number").input_value())
    assert shown == shown_threshold(page) != 0.1234
    assert abs(shown - 0.1234) < 0.02
    assert str(shown) in page.locator("#objective-status").inner_text()
    check_everything(page, sweep, shown)
    kept, of = len(sweep), page.locator("#thinned").inner_text()
    assert f"of {kept:,} thresholds" in of


@pytest.mark.parametrize("make", [samples.few, samples.weighted, samples.large], ids=lambda make: make.__name__)
def test_objectives_lead_to_the_best_threshold(opened, make):
    e = make()
    page, sweep = opened(e), e.held().scores
    for name in ("youden", "f1"):
        slide(page, 1)
        page.locator(f'[data-objective="{name}"]').click()
        assert shown_threshold(page) == gn.best_threshold(sweep, objective=name).threshold
    for fp, fn in ((1, 5), (2.5, 1), (1, 37.5), (0, 1)):
        page.locator("#fp-cost").fill(str(fp))
        page.locator("#fn-cost").fill(str(fn))
        page.locator('[data-objective="cost"]').click()
        best = gn.best_threshold(sweep, objective="cost", fp_cost=fp, fn_cost=fn)
        assert shown_threshold(page) == best.threshold
        assert figure(page, "cost") == pytest.approx(best.cost, abs=0, rel=0 if sweep.pos.dtype.kind == "i" else 1e-12)
    for name, mark in (("recall", 0.9), ("recall", 0.37), ("precision", 0.45), ("recall", 1)):
        page.locator(f"#{name}-mark").fill(str(mark))
        page.locator(f'[data-objective="{name}"]').click()
        assert shown_threshold(page) == gn.best_threshold(sweep, objective=f"{name}>={mark}").threshold
        assert figure(page, name) >= mark


def test_an_objective_out_of_reach_is_said_so(opened):
    page = opened(samples.constant())
    before = shown_threshold(page)
    page.locator("#precision-mark").fill("0.9")
    page.locator('[data-objective="precision"]').click()
    status = page.locator("#objective-status")
    assert status.inner_text() == "No threshold reaches precision ≥ 0.9; the most is 0.5000"
    assert status.get_attribute("aria-live") == "polite"
    assert shown_threshold(page) == before
    page.locator("#precision-mark").fill("")
    page.locator('[data-objective="precision"]').click()
    assert status.inner_text() == "Type a number from 0 to 1 (0.8 for 80 %)"


def test_costs_are_added_up_as_they_are_typed(opened):
    page = opened(samples.few())
    slide(page, 7)
    page.locator("#fp-cost").fill("3")
    page.locator("#fn-cost").fill("0.5")
    assert figure(page, "cost") == 3 * figure(page, "fp") + 0.5 * figure(page, "fn")
    assert figure(page, "cost_rate") == pytest.approx(1000 * figure(page, "cost") / 600)


def test_each_model_has_its_own_threshold_and_figures(opened):
    e = samples.credit()
    page = opened(e)
    slide(page, 40)
    first = shown_threshold(page)
    choose(page, 1)
    assert shown_threshold(page) == gn.best_threshold(e.held("old").scores).threshold
    check_everything(page, e.held("old").scores, shown_threshold(page))
    card = page.locator(".card:visible .figure").first
    assert float(card.get_attribute("data-raw")) == e["roc_auc", "old"]
    choose(page, 0)
    assert shown_threshold(page) == first


def test_the_others_are_overlaid_where_asked(opened):
    page = opened(samples.credit())
    curves = page.locator('figure[data-chart="roc"] path.curve')
    assert curves.count() == 2
    page.locator("#overlay").uncheck()
    assert curves.count() == 1


def test_each_class_against_the_rest_has_its_curves(opened):
    e = samples.multiclass()
    page = opened(e)
    for place, (label, sweep) in enumerate(e.held().scores.parts.items()):
        choose(page, place)
        assert label in page.locator(f"label:has([data-model='{place}'])").inner_text()
        check_everything(page, sweep, shown_threshold(page))


def test_score_bands_are_the_decile_table(opened):
    e = samples.credit()
    page = opened(e)
    table = gn.decile_table(e.held("new").scores)
    raw = [
        [float(cell.get_attribute("data-raw")) for cell in row.locator("td").all()]
        for row in page.locator("#deciles tbody tr:not(.whole)").all()
    ]
    names = ("bin", "low", "high", "n", "bad", "good", "rate", "mean_score", "cumulative_gain", "cumulative_good", "cumulative_lift", "ks")
    assert np.array_equal(np.array(raw), np.column_stack([getattr(table, name) for name in names]))


def test_calibration_marks_the_bin_of_the_threshold(opened):
    e = samples.credit()
    page = opened(e)
    curve = gn.calibration_curve(e.held("new").scores)
    page.locator("#threshold-number").fill("0.35")
    at = int(np.flatnonzero((curve.lowest <= shown_threshold(page)) & (shown_threshold(page) <= curve.highest))[0])
    assert marker(page, "calibration") == (curve.predicted[at], curve.observed[at])
    assert page.locator('figure[data-chart="calibration"] .bubble').count() == len(curve)


def test_calibration_shows_how_sure_its_rates_are(opened):
    e = samples.credit()
    page = opened(e)
    curve = gn.calibration_curve(e.held("new").scores, level=e.level)
    assert page.locator('figure[data-chart="calibration"] .whisker').count() == len(curve)
    told = page.locator('figure[data-chart="calibration"] .bubble title').first.text_content()
    assert f"[{curve.low[0]:.4f}, {curve.high[0]:.4f}]" in told


def test_the_best_threshold_for_f1_says_what_to_expect_of_it(opened):
    page, rows = opened(samples.credit()), gn.samples.credit(2500)
    choice = gn.threshold_choice(rows["default"], rows["p_new"], objective="f1")
    page.locator('[data-objective="f1"]').click()
    said = page.locator("#objective-status").inner_text()
    assert f"expect an F1 of {choice.expected:.4f} there" in said
