"""On paper: nothing runs over the edge, and everything can be read. A4 with the page's margins is 711 pixels wide."""

import numpy as np
import pytest

from gnomon.evaluation import evaluate
from report import samples

WIDTH = 711


def wide_slices():
    y, s = samples.scored(600)
    names = [f"households in the northern metropolitan area, segment {k} of the retail book" for k in range(3)]
    scores = {"a model of some importance": 1 / (1 + np.exp(-s)), "another": np.abs(s) / 5}
    return evaluate({"y": y, "g": np.array(names)[np.arange(600) % 3]} | scores, label="y", score=list(scores), by="g")


def printed(page):
    page.emulate_media(media="print")
    if page.locator("svg.chart").count():
        page.wait_for_selector('svg.chart[viewBox^="0 0 340 "]', state="attached")
    return page


@pytest.mark.parametrize(
    "make", [samples.many, samples.hostile, wide_slices, lambda: samples.labels_only(40)], ids=["many", "hostile", "slices", "labels"]
)
def test_nothing_runs_over_the_edge(opened, make):
    page = printed(opened(make(), width=WIDTH))
    past = (
        "[...document.querySelectorAll('table, th, td, svg, p, h2')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert page.evaluate(past) == 0


def test_of_many_classes_the_largest_are_printed_one_table_under_the_other(opened):
    page = opened(samples.labels_only(40), width=WIDTH)
    assert not page.locator("#matrix-paper").is_visible()
    printed(page)
    assert page.locator("#matrix tbody tr:visible").count() == 12
    assert page.locator("#matrix thead th:visible").count() == 13
    assert page.locator("#matrix-paper").inner_text() == "On paper: the 12 largest."
    assert page.locator("#per-class").bounding_box()["x"] == page.locator("#matrix").bounding_box()["x"]


def test_many_models_are_printed_under_each_metric(opened):
    page = printed(opened(samples.many(), width=WIDTH))
    cells = page.locator('[data-table="figures"] tbody tr').first.locator("td.n").all()
    assert len(cells) == 20
    assert len({round(cell.bounding_box()["y"]) for cell in cells}) == 4
    assert cells[7].evaluate("e => getComputedStyle(e, '::before').content") == '"model 7"'


def test_charts_are_drawn_for_the_paper_and_again_for_the_screen(opened):
    page = opened(samples.credit(), width=1000)
    chart = page.locator('figure[data-chart="calibration"] svg.chart')
    wide = chart.evaluate("e => e.viewBox.baseVal.width")
    assert wide > 700
    printed(page)
    assert chart.evaluate("e => e.getBoundingClientRect().width / e.viewBox.baseVal.width") > 0.8
    page.emulate_media(media="screen")
    page.wait_for_selector(f'figure[data-chart="calibration"] svg[viewBox^="0 0 {wide:g} "]')
