"""The report of scores that are lower for the positive class, in a browser: the same figures, on the scores' own scale."""

import math
from functools import cache

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation import evaluate
from report.test_explorer import check_everything, figure

rng = np.random.default_rng(5)
Y = rng.integers(0, 2, 900)
POINTS = np.round(600 - 40 * (rng.normal(size=900) + Y))


@cache
def lower(coarse=False):
    table = {"kind": np.where(Y, "good", "bad"), "points": POINTS + (rng.random(900) if coarse else 0)}
    e = evaluate(table, label="kind", score="points", positive="good", direction="lower is positive", metrics="default,recall@580")
    if coarse:
        held = e.held()
        held["scores"] = held["scores"].coarsened(80, [580.0])
    return e


@cache
def mixed():
    table = {"y": Y, "points": POINTS, "turned": -POINTS}
    return evaluate(table, label="y", score=["points", "turned"], direction={"points": "lower"})


def shown_threshold(page):
    text = page.locator("#threshold").get_attribute("aria-valuetext")
    return -math.inf if text.startswith("−∞") else float(text)


def slide(page, place):
    page.locator("#threshold").evaluate("(slider, place) => { slider.value = place; slider.dispatchEvent(new Event('input')) }", place)


@pytest.mark.parametrize("coarse", [False, True], ids=["exact", "coarse"])
def test_the_slider_runs_along_the_scores_own_scale(opened, coarse):
    e = lower(coarse)
    page, sweep = opened(e), e.held().scores
    most = int(page.locator("#threshold").get_attribute("max"))
    seen = []
    for place in sorted({0, 1, most // 3, most // 2, most - 1, most}):
        slide(page, place)
        threshold = shown_threshold(page)
        assert (threshold == -math.inf) == (place == 0)
        seen.append(threshold)
        if not coarse or threshold in sweep.thresholds or place == 0:
            check_everything(page, sweep, threshold)
    assert seen == sorted(seen), "to the right scores rise, and with them the alerts"


def test_a_typed_threshold_calls_positive_what_scores_at_most_so_much(opened):
    page = opened(lower())
    for typed in (580.5, 580, 0, 9999):
        page.fill("#threshold-number", str(typed))
        page.keyboard.press("Enter")
        expected = gn.threshold_table(Y, POINTS, direction="lower", thresholds=[typed])
        assert (figure(page, "tp"), figure(page, "fp")) == (expected.tp[0], expected.fp[0]), typed
    page.fill("#threshold-number", "580")
    page.locator("#threshold-number").press("ArrowUp")
    assert shown_threshold(page) == np.unique(POINTS[POINTS > 580])[0]


@pytest.mark.parametrize("objective", ["youden", "f1"])
def test_objectives_lead_where_gnomon_does(opened, objective):
    page = opened(lower())
    page.locator(f'[data-objective="{objective}"]').click()
    assert shown_threshold(page) == gn.best_threshold(Y, POINTS, objective=objective, direction="lower").threshold


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("lower score is positive", "score ≤ t", "Score bands, lowest first", "Share of “good”", "evaluate 1 − p")),
        ("zh", ("得分越低越倾向正类", "得分 ≤ t", "得分分段（由低到高）", "“good”占比", "请改为评估 1 − p")),
    ],
)
def test_the_page_says_it(opened, lang, said):
    page = opened(lower(), lang)
    text = page.locator("body").inner_text()
    for words in said:
        assert words in text, words
    assert "at least the threshold are called" not in text
    assert "得分不低于阈值的行" not in text
    cells = page.locator("#deciles tbody tr:first-child td").all_inner_texts()
    table = gn.decile_table(Y, POINTS, direction="lower")
    assert [float(cells[1]), float(cells[2])] == [table.low[0], table.high[0]]
    assert float(cells[7]) == pytest.approx(POINTS[table.high[0] >= POINTS].mean(), abs=0.01)
    whole = page.locator("#deciles tbody tr.whole td").all_inner_texts()
    assert float(whole[6]) == pytest.approx(POINTS.mean(), abs=0.01)
    assert page.locator("#deciles").inner_text().lower().count("bad") == 0


def test_each_model_is_read_in_its_own_direction(opened):
    page = opened(mixed())
    assert page.locator("#explorer-note-lower").is_visible()
    first = shown_threshold(page)
    page.locator('label:has-text("turned"), button:has-text("turned")').first.click()
    assert page.locator("#explorer-note").is_visible()
    assert not page.locator("#explorer-note-lower").is_visible()
    assert float(page.locator("#threshold").get_attribute("aria-valuetext")) == -first
