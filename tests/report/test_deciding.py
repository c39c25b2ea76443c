"""Deciding on the page: profit and swap sets follow the threshold, with gnomon's own figures."""

import math
from functools import cache

import numpy as np
import pytest

import gnomon as gn
from report import samples
from report.test_explorer import figure, shown_threshold, slide

LOANS = gn.samples.credit(2500)
Y, NEW, OLD = (LOANS[name] for name in ("default", "p_new", "p_old"))


@cache
def priced():
    return gn.evaluate(LOANS, label="default", score={"new": "p_new", "old": "p_old"}, profit_good=100, loss_bad=600)


@cache
def points():
    """The same as points that are high for good customers, and a third model beside it."""
    rng = np.random.default_rng(4)
    table = {"y": Y, "card": np.round(600 - 200 * NEW), "p": OLD, "noise": rng.random(len(Y))}
    return gn.evaluate(table, label="y", score=["card", "p", "noise"], direction={"card": "lower is bad"})


def fill(page, good, bad):
    page.locator("#profit-good").fill(str(good))
    page.locator("#loss-bad").fill(str(bad))


def test_profit_follows_the_threshold_and_starts_with_what_was_said(opened):
    page = opened(priced())
    assert (page.locator("#profit-good").input_value(), page.locator("#loss-bad").input_value()) == ("100", "600")
    sweep = priced().held("new").scores
    table = gn.cutoff_table(sweep, profit_good=100, loss_bad=600)
    most = int(page.locator("#threshold").get_attribute("max"))
    for place in (0, 1, most // 3, most // 2, most):
        slide(page, place)
        threshold = shown_threshold(page)
        expected = table.at(threshold) if math.isfinite(threshold) else gn.cutoff_table(sweep, cutoffs="all", profit_good=100, loss_bad=600)
        profit = expected.profit if math.isfinite(threshold) else expected.profit[0]
        assert figure(page, "profit") == profit
        assert figure(page, "profit_rate") == pytest.approx(1000 * profit / len(Y), rel=1e-12)
        if math.isfinite(threshold):
            assert figure(page, "pass_rate") == expected.approval_rate
            assert figure(page, "missed_rate") == pytest.approx(expected.bad_rate, rel=0, nan_ok=True)


@pytest.mark.parametrize(("good", "bad"), [(100, 600), (1, 30), (50, 55.5)])
def test_the_objective_finds_the_cutoff_of_most_profit(opened, good, bad):
    page = opened(samples.credit())
    fill(page, good, bad)
    page.locator('[data-objective="profit"]').click()
    best = gn.cutoff_table(Y, NEW, profit_good=good, loss_bad=bad).best
    assert figure(page, "profit") == pytest.approx(best.profit, rel=1e-12)
    assert shown_threshold(page) == best.cutoff
    assert "The profit is largest here" in page.locator("#objective-status").inner_text()


def test_without_a_profit_there_is_none_and_it_says_what_to_type(opened):
    page = opened(samples.credit())
    assert math.isnan(figure(page, "profit"))
    page.locator('[data-objective="profit"]').click()
    assert "Type what a negative earns" in page.locator("#objective-status").inner_text()
    fill(page, 5, -1)
    assert math.isnan(figure(page, "profit"))


def swapped(page, name):
    return float(page.locator(f'[data-swap="{name}"]').get_attribute("data-value"))


def positives(page, name):
    return float(page.locator(f'[data-swap-rate="{name}"]').get_attribute("data-value"))


def check_swaps(page, y, own, other, direction):
    percent = math.floor(100 * figure(page, "pass_rate") + 1e-9)
    assert 1 <= percent <= 99
    expected = gn.swap_set(y, other, own, approve=percent / 100, direction=direction)
    for name, group in {"both": "both", "own": "swapped_in", "other": "swapped_out", "neither": "neither"}.items():
        found = getattr(expected, group)
        assert (swapped(page, name), positives(page, name)) == pytest.approx((found.rows, found.bad_rate), rel=1e-12, nan_ok=True)
    return expected


def test_the_swap_set_follows_the_threshold_from_either_side(opened):
    page = opened(priced())
    most = int(page.locator("#threshold").get_attribute("max"))
    for place in (most // 8, most // 4, most // 2):
        slide(page, place)
        expected = check_swaps(page, Y, NEW, OLD, "higher is bad")
        said = page.locator("#swap-verdict").inner_text()
        assert f"{100 * expected.low:.1f} to {100 * expected.high:.1f} percentage points".replace("-", "−") in said
        assert ("which chance may explain" in said) == (expected.p_value > 0.05)
        change = gn.swap_set(Y, OLD, NEW, approve=sum(expected.approval_rates) / 2, profit_good=100, loss_bad=600).profit_change
        assert f"{change:+,.0f}".replace("-", "−") in said
    page.get_by_text("old", exact=True).first.click()
    slide(page, most // 3)
    check_swaps(page, Y, OLD, NEW, "higher is bad")
    slide(page, 0)
    assert "Fewer than 1 % or more than 99 %" in page.locator("#swap-verdict").inner_text()


def test_models_of_different_directions_and_a_third(opened):
    page, e = opened(points()), points()
    table = {"card": np.round(600 - 200 * NEW), "p": OLD}
    assert page.locator("#swap-with option").all_inner_texts() == ["p", "noise"]
    most = int(page.locator("#threshold").get_attribute("max"))
    page.locator("#threshold").evaluate("(s, at) => { s.value = at; s.dispatchEvent(new Event('input')) }", most // 4)
    check_swaps(page, Y, table["card"], table["p"], {"old": "higher", "new": "lower is bad"})
    both = swapped(page, "both")
    page.locator("#swap-with").select_option(label="noise")
    assert swapped(page, "both") != both
    assert e.observed["swaps"].keys() == {("card", "p"), ("card", "noise"), ("p", "noise")}


def test_one_model_has_no_swap_set(opened):
    assert opened(samples.few()).locator("#swaps").count() == 0


def test_a_swap_set_without_intervals(opened):
    text = opened(samples.unsure()).locator("#swaps").inner_text()
    assert "approved by" in text
    assert "NaN" not in text
    assert "undefined" not in text
    assert "interval" not in text


def test_it_speaks_chinese(opened):
    page = opened(priced(), lang="zh")
    text = page.locator("#explorer").inner_text()
    for words in ("通过的收益", "每通过一个负例的收益", "换一个模型，谁的去留会变？", "new 通过", "old 拒绝", "个百分点"):
        assert words in text
    assert "approved" not in page.locator("#swaps").inner_text()
