"""Typed thresholds: whatever the page quotes and people type can be shown as it is, and the rest is said to be near."""

import math

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation import evaluate
from gnomon.tasks.scores.page.curves import curves_of
from gnomon.tasks.scores.page.points import HABITUAL, kept
from gnomon.tasks.scores.page.section import quoted
from report import samples
from report.test_explorer import figure, shown_threshold, slide

COUNTS = ("tp", "fp", "fn", "tn", "precision", "accuracy")


def probabilities(n=200_000):
    y, s = samples.scored(n)
    return gn.Sweep.of(y, 1 / (1 + np.exp(-s)))


def type_in(page, text):
    page.locator("#threshold-number").fill(text)
    page.keyboard.press("Tab")


def check_counts(page, sweep, threshold):
    table = gn.threshold_table(sweep, thresholds=[threshold])
    assert [figure(page, name) for name in COUNTS] == [float(getattr(table, name)[0]) for name in COUNTS]


def test_thresholds_quoted_and_typed_are_kept():
    assert set(quoted(samples.credit())) == {0.5}
    taken_at_rates = evaluate({"y": [0, 1], "p": [0.2, 0.7]}, label="y", score="p", metrics="recall@0.123456,precision_at_recall@0.9")
    assert quoted(taken_at_rates) == [0.123456]
    sweep = probabilities()
    found = sweep.thresholds[kept(sweep, 300, [0.123456])]
    for typed in (0.123456, 0.5, *HABITUAL):
        reached = sweep.thresholds[sweep.thresholds >= typed]
        assert reached.size == 0 or reached[-1] in found, typed
    other = gn.Sweep.of(*samples.scored(200_000))
    assert other.thresholds[other.thresholds >= 0.5][-1] in other.thresholds[kept(other, 300)]


@pytest.mark.parametrize("coarse", [False, True])
def test_a_number_down_to_the_score_beneath_has_the_counts_of_its_place(coarse):
    whole = probabilities(3000)
    sweep = whole.coarsened(300) if coarse else whole
    made = curves_of(sweep, 100)
    below = [b if b is not None else t for b, t in zip(made["below"], [*made["thresholds"], -math.inf], strict=True)]
    for k, beneath in enumerate(below):
        lowest = float(np.nextafter(beneath, math.inf))
        counts = whole.at(lowest).matrix
        assert [counts[1, 1], counts[0, 1]] == ([made["tp"][k - 1], made["fp"][k - 1]] if k else [0, 0])


def test_typed_thresholds_stand_where_no_score_lies_between(opened):
    e = samples.credit()
    page, sweep = opened(e), e.held("new").scores
    assert 0.5 not in sweep.thresholds
    for typed in ("0.37", "0.5", "0.02"):
        type_in(page, typed)
        assert page.locator("#threshold-number").input_value() == page.locator("#threshold-shown").inner_text() == typed
        assert page.locator("#objective-status").inner_text() == ""
        check_counts(page, sweep, float(typed))
    assert float(e["accuracy@0.5", "new"]) == gn.threshold_table(sweep, thresholds=[0.5]).accuracy[0]
    page.locator("#language-zh").click()
    assert shown_threshold(page) == float(page.locator("#threshold-number").input_value()) == 0.02
    slide(page, 9)
    assert shown_threshold(page) in sweep.thresholds


def test_inside_cells_only_the_counts_kept_apart_are_shown(opened):
    inside = 0.1000001
    e = samples.coarse_at(inside)
    page, exact = opened(e), samples.large().held().scores
    type_in(page, str(inside))
    assert page.locator("#threshold-shown").inner_text() == str(inside)
    check_counts(page, exact, inside)
    type_in(page, "0.1000002")
    status = page.locator("#objective-status")
    assert status.inner_text().startswith("Nearest threshold kept: ")
    check_counts(page, exact, shown_threshold(page))
    page.locator('[data-objective="f1"]').click()
    assert " (among the cells’ edges)" in status.inner_text()
    page.locator("#language-zh").click()
    assert "（在格边界中）" in status.inner_text()
    page.locator("#language-en").click()
    assert "cells of scores" in page.locator("#thinned").inner_text()
    assert page.locator("#deciles-coarse").is_visible()
    assert "approximate, with guaranteed limits (±)" in page.locator(".facts").inner_text()


def test_what_an_objective_said_goes_when_it_no_longer_holds(opened):
    page = opened(samples.few())
    status = page.locator("#objective-status")
    for objective, edited in (("cost", "#fn-cost"), ("cost", "#fp-cost"), ("recall", "#recall-mark"), ("precision", "#precision-mark")):
        page.locator(f'[data-objective="{objective}"]').click()
        assert status.inner_text() != ""
        page.locator(edited).fill("0.1")
        assert status.inner_text() == ""
    page.locator('[data-objective="youden"]').click()
    page.locator("#language-zh").click()
    assert status.inner_text().startswith("约登指数在此最大")
    assert not page.locator("#deciles-coarse").is_visible()


def test_negative_thresholds_have_a_minus(opened):
    page = opened(samples.few())
    type_in(page, "-0.7123")
    assert page.locator("#threshold-shown").inner_text() == "−0.7123"
    assert page.locator("#threshold-number").input_value() == "-0.7123"
