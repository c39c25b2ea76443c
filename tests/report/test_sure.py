"""How sure the page's figures are: intervals, whiskers and bands are those of the evaluation, or absent altogether."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest

from browser import choose
from gnomon.catalog import parse
from gnomon.evaluation import Value, evaluate
from gnomon.inference import estimate, paired
from gnomon.inference.comparison import mark, p_text
from gnomon.inference.proportions import wilson
from gnomon.messages import Message, pairs
from gnomon.messages.message import method_words
from gnomon.report.figures import lines_of
from gnomon.report.page import HERE, html
from gnomon.report.sure_words import CONCEPTS
from gnomon.report.views import views_of
from gnomon.report.words import in_both
from gnomon.tasks.scores.page.bands import bands_of
from report import samples
from report.test_explorer import figure, slide
from report.test_tables import copied

SHARES = ("precision", "recall", "f1", "specificity", "accuracy", "alert_rate")
NONE = ".interval, .ends, [data-interval], [data-whisker], [data-band], #bands, [data-interval-cell], .bar-around.sure, #comparison"


def ends(element):
    return float(element.get_attribute("data-low")), float(element.get_attribute("data-high"))


def style(element, name):
    return float(element.evaluate("(e, name) => parseFloat(e.style[name])", name))


def bracket(low, high, digits=4):
    return f"[{low:.{digits}f}, {high:.{digits}f}]".replace("-", "−")


@pytest.mark.parametrize("model", ["new", "old"])
def test_cards_show_the_interval(opened, model):
    e = samples.credit()
    page = opened(e)
    choose(page, e.names.index(model))
    cards = page.locator(".card:visible").all()
    assert len(cards) == 6
    for card, metric in zip(cards, e.metrics, strict=False):
        value = e[metric, model]
        shown = card.locator(".interval")
        assert ends(shown) == (value.low, value.high)
        assert shown.inner_text() == bracket(value.low, value.high)
        assert shown.get_attribute("title").startswith("95 % confidence interval; ")
        assert method_words(value.method)[0] in shown.get_attribute("title")
        whisker, dot = card.locator(".whisker"), card.locator(".dot")
        least, most = parse(metric).entry.range
        if math.isfinite(most):
            assert style(whisker, "left") == pytest.approx(100 * (value.low - least) / (most - least), abs=1e-3)
            assert style(whisker, "width") == pytest.approx(100 * (value.high - value.low) / (most - least), abs=2e-3)
        assert 0 <= style(whisker, "left") <= style(dot, "left") <= style(whisker, "left") + style(whisker, "width") <= 100


def test_an_open_range_is_drawn_as_far_as_its_intervals_need():
    e = samples.credit()
    line = next(line for line in lines_of(e) if line.reference == "log_loss")
    most = 1.25 * max(e["log_loss", name].high for name in e.names)
    assert [figure.left for figure in line.figures] == pytest.approx([100 * e["log_loss", name] / most for name in e.names], abs=1e-3)
    plain = next(line for line in lines_of(samples.unsure()) if line.reference == "log_loss")
    assert [figure.left for figure in plain.figures] == [None, None]


def test_the_table_has_every_interval_and_that_of_the_difference(opened):
    e = samples.credit()
    page = opened(e)
    for row, metric in zip(page.locator('[data-table="figures"] tbody tr').all(), e.metrics, strict=True):
        shown = row.locator(".interval").all()
        pair = e.comparison[metric]
        values = [e[metric, name] for name in e.names]
        assert [ends(one) for one in shown] == [*((v.low, v.high) for v in values), (pair.low, pair.high)]
        assert shown[2].inner_text() == f"[{pair.low:+.4f}, {pair.high:+.4f}]".replace("-", "−")
        assert "of the difference" in shown[2].get_attribute("title")
    assert "95 % confidence interval" in page.locator("#key-figures .note").inner_text()
    page.locator("#language-zh").click()
    assert page.locator(".card:visible .interval").first.get_attribute("title").startswith("95 % 置信区间；")
    assert "95 % 置信区间" in page.locator("#key-figures .note").inner_text()


def expected(page, name, level=0.95):
    tp, fp, fn, tn = (figure(page, count) for count in ("tp", "fp", "fn", "tn"))
    n = tp + fp + fn + tn
    counts = {
        "precision": (tp, tp + fp),
        "recall": (tp, tp + fn),
        "specificity": (tn, tn + fp),
        "accuracy": (tp + tn, n),
        "alert_rate": (tp + fp, n),
        "f1": (tp, tp + fp + fn),
    }
    if not counts[name][1]:
        return None
    low, high = wilson(*counts[name], level)
    return (2 * low / (1 + low), 2 * high / (1 + high)) if name == "f1" else (low, high)


@pytest.mark.parametrize("make", [samples.few, samples.coarse, samples.multiclass, samples.constant], ids=lambda make: make.__name__)
def test_figures_at_a_threshold_have_wilson_s_interval(opened, make):
    page = opened(make())
    most = int(page.locator("#threshold").get_attribute("max"))
    for place in sorted({0, 1, most // 3, most // 2, most}):
        slide(page, place)
        for name in SHARES:
            cell, whisker = page.locator(f'[data-interval="{name}"]'), page.locator(f'[data-whisker="{name}"]')
            wanted = expected(page, name)
            if wanted is None:
                assert cell.inner_text() == ""
                assert not whisker.is_visible()
                continue
            assert ends(cell) == pytest.approx(wanted, abs=1e-9)
            low, high = wanted
            assert cell.inner_text() == (bracket(low, high, 3) if name != "alert_rate" else f"[{100 * low:.1f}, {100 * high:.1f}] %")
            assert style(whisker, "left") == pytest.approx(100 * low, abs=1e-3)
            assert style(whisker, "width") == pytest.approx(100 * (high - low), abs=1e-3)


def test_the_page_s_interval_at_a_threshold_is_the_evaluation_s(opened):
    e = samples.credit()
    page = opened(e)
    page.locator("#threshold-number").fill("0.5")
    page.keyboard.press("Tab")
    for name in ("accuracy", "precision", "recall", "f1"):
        value = e[f"{name}@0.5", "new"]
        assert value.method == "wilson"
        assert ends(page.locator(f'[data-interval="{name}"]')) == pytest.approx((value.low, value.high), abs=1e-9)
    assert "fixed beforehand" in page.locator(".panel .note", has_text="In brackets").inner_text()


def test_another_level_is_kept_to(opened):
    y, s = samples.scored(500)
    page = opened(evaluate({"y": y, "s": s}, label="y", score="s", ci=0.8))
    slide(page, 100)
    assert ends(page.locator('[data-interval="recall"]')) == pytest.approx(expected(page, "recall", 0.8), abs=1e-9)
    text = page.locator("main").inner_text()
    assert "about 80 would give an interval" in text
    assert "95 %" not in text.split("What the figures mean")[0]


@pytest.mark.parametrize("make", [samples.weighted, samples.clustered], ids=lambda make: make.__name__)
def test_where_rows_do_not_count_alike_counts_do_not_tell(opened, make):
    page = opened(make())
    assert page.locator("[data-interval], [data-whisker]").count() == 0
    assert page.locator(".card:visible .interval").count() > 3
    assert page.locator('[data-band="0"]').count() == 3
    assert ("clusters by user" in page.locator(".facts").inner_text()) == (make is samples.clustered)


def outline(page, chart, place):
    """The corners of a band as it is drawn: along its higher edge and back along the lower."""
    path = page.locator(f'figure[data-chart="{chart}"] [data-band="{place}"]').get_attribute("d")
    points = np.array([[float(number) for number in point.split()] for point in re.split("[MLZ]", path) if point])
    half = len(points) // 2
    return points[:half], points[half:][::-1]


def in_pixels(page, chart, x, y):
    """Where a point of the unit square stands, from the ends of the axes."""
    lines = page.locator(f'figure[data-chart="{chart}"] .grid').all()
    boxes = [[float(line.get_attribute(name)) for name in ("x1", "x2", "y1", "y2")] for line in lines]
    left, right = min(box[0] for box in boxes), max(box[1] for box in boxes)
    top, bottom = min(box[2] for box in boxes), max(box[3] for box in boxes)
    return np.column_stack([left + np.asarray(x) * (right - left), bottom - np.asarray(y) * (bottom - top)])


@pytest.mark.parametrize("chart", ["roc", "pr", "gain"])
def test_bands_are_those_of_the_evaluation(opened, chart):
    e = samples.credit()
    page = opened(e)
    for place, model in enumerate(e.names):
        band = e.band(chart, model)
        for drawn, edge in zip(outline(page, chart, place), (band.high, band.low), strict=True):
            assert len(drawn) == len(band.x) <= 100
            assert (np.diff(drawn[:, 0]) > 0).all()
            assert np.abs(drawn - in_pixels(page, chart, band.x, edge)).max() < 0.15


def test_bands_follow_the_model_and_can_be_put_away(opened):
    page = opened(samples.crossing())
    roc = page.locator('figure[data-chart="roc"] [data-band]')
    assert [band.get_attribute("data-band") for band in roc.all()] == ["0"]
    choose(page, 2)
    assert [band.get_attribute("data-band") for band in roc.all()] == ["2"]
    page.locator("#bands").focus()
    page.keyboard.press("Space")
    assert page.locator("[data-band]").count() == 0
    page.locator("#bands").check()
    page.locator("#overlay").uncheck()
    assert page.locator("[data-band]").count() == 3
    page = opened(samples.credit())
    assert {band.get_attribute("data-band") for band in page.locator("[data-band]").all()} == {"0", "1"}
    page.locator("#overlay").uncheck()
    assert {band.get_attribute("data-band") for band in page.locator("[data-band]").all()} == {"0"}
    assert "whole curve at once" in page.locator("#banded").inner_text()


def test_a_band_without_width_is_not_drawn():
    e = evaluate({"y": [0, 0, 1, 1], "p": [0.1, 0.2, 0.8, 0.9]}, label="y", score="p")
    [view] = views_of(e)
    assert "roc" not in bands_of(e, view).get("bands", {})
    [view] = views_of(samples.few())
    assert bands_of(samples.few(), view)["bands"].keys() == {"roc", "pr", "gain"}


def test_slices_have_whiskers_and_are_filled_where_the_whole_is_left_out(opened):
    e = samples.credit()
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    whole = e["roc_auc", "new"]
    rows = page.locator("tr[data-slice]").all()
    assert len(rows) == len(e.slices)
    for row, part in zip(rows, e.slices, strict=True):
        value = part.values["new", "roc_auc"]
        assert row.locator("[data-interval-cell]").inner_text() == bracket(value.low, value.high)
        assert ends(row.locator(".bar-around")) == pytest.approx((value.low - whole, value.high - whole), abs=1e-12)
        left_out = not value.low <= whole <= value.high
        assert (row.locator(".dot.surely").count() == 1) == left_out
        reach, dot = row.locator(".reach"), row.locator(".dot")
        assert style(reach, "left") <= style(dot, "left") <= style(reach, "left") + style(reach, "width")
        assert (style(reach, "left") <= 50 <= style(reach, "left") + style(reach, "width")) != left_out
    lines = copied(page, "slices")
    assert lines[0][4:8] == ["Mean prediction", "roc_auc", "95 % interval, from", "95 % interval, to"]
    assert [float(end) for end in lines[1][6:8]] == [whole.low, whole.high]
    assert "about 0.2 would do so by luck alone" in page.locator("#slices .note").inner_text()
    page.locator("#language-zh").click()
    assert "95 % 区间" in page.locator("#slice-table thead").inner_text()


@pytest.mark.parametrize("from_json", [False, True])
def test_without_intervals_the_page_has_none_of_it(opened, tmp_path, from_json):
    e = samples.first_schema(tmp_path / "first.json") if from_json else samples.unsure()
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    assert e.level is None
    assert page.locator(NONE).count() == 0
    assert page.locator(".track .dot").count() > 3
    assert page.locator(".track .whisker").count() == 0
    assert page.locator("tr[data-slice] .bar-around i").count() == len(e.slices)
    text = page.locator("main").inner_text()
    assert "interval" not in text.lower()
    assert "The bar is the difference from all rows." in text
    lines = copied(page, "figures")
    assert lines[0] == ["Metric", "higher is better / lower is better", "new", "old", "new − old"]
    assert float(lines[1][2]) == e["roc_auc", "new"]


def test_bounds_of_cells_are_drawn_where_there_is_no_interval():
    e = samples.unsure()
    value = Value(0.75, "roc_auc", "new", at_least=0.7, at_most=0.9)
    bounded = replace(e, values={**e.values, ("new", "roc_auc"): value})
    drawn = lines_of(bounded)[0].figures[0]
    assert (drawn.low, drawn.high, drawn.margin, drawn.interval) == (70, 90, "± 0.1", None)


def test_a_value_without_an_interval_says_why(opened):
    e = evaluate({"y": [0, 0, 0, 1], "p": [0.1, 0.4, 0.2, 0.3]}, label="y", score="p", metrics="roc_auc,accuracy@0.5")
    value = e["roc_auc"]
    assert value.low is None
    page = opened(e)
    shown = page.locator(".card:visible .unsure:visible")
    assert (shown.inner_text(), shown.get_attribute("title")) == ("no interval", value.unsure)
    page.locator("#language-zh").click()
    shown = page.locator(".card:visible .unsure:visible")
    assert (shown.inner_text(), shown.get_attribute("title")) == ("无区间", "只有一个正例；每类至少两行才有区间")


def test_every_method_is_named_in_both_languages():
    known = {*estimate.METHODS, *paired.METHODS, "paired mean", "none"} - {"auto"}
    names = {name.replace(" ", "_") for name in known}
    assert names | {method for methods in CONCEPTS.values() for method in methods} <= pairs("method").keys()


def test_reasons_for_no_interval_are_known():
    assert in_both(Message("undefined_on_too_many", metric="ks")) == (
        "ks is undefined on too many of the resampled rows",
        "许多重抽样中它没有定义",
    )
    assert in_both("something old") == ("something old", "something old")


def test_ideas_behind_intervals_are_explained():
    page = html(samples.credit())
    for name in ("interval", "optimism", "p_value", "multiple_comparisons", "dominance", "delong", "wilson", "bootstrap"):
        assert f'id="glossary-{name}"' in page, name
    assert 'id="glossary-p_value"' not in html(samples.few())
    assert 'id="glossary-interval"' not in html(samples.unsure())


def test_script_and_python_write_p_values_alike(browser):
    page = browser.new_page()
    values = [0.0, 0.0004, 0.00099, 0.001, 0.0312, 0.05, 0.0099, 0.5, 0.9994, 0.9996, 1.0]
    source = (HERE / "script" / "intervals.js").read_text(encoding="utf-8")
    made = page.evaluate(f"(() => {{ {source}; return {json.dumps(values)}.map((p) => [pText(p), stars(p)]); }})()")
    assert made == [[p_text(p), mark(p)] for p in values]
    assert page.evaluate(f"(() => {{ {source}; return [pText(NaN), stars(NaN)]; }})()") == [p_text(math.nan), mark(math.nan)]
    page.close()
