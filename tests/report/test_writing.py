"""How the page writes numbers and what it calls them."""

import json

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from gnomon.evaluation import evaluate
from gnomon.evaluation.text import count, cut, percent
from gnomon.report.figures import lines_of
from gnomon.report.names import LONGEST, shown
from gnomon.report.page import HERE, html
from report import samples
from report.test_explorer import slide

SHARES = [0, 1, 0.0749, 0.00015, 0.0099, 0.99997, 0.9901, 0.5, 0.999, 1e-7]
AMOUNTS = [0, 1498, 4354.375, 0.0312, 9.876, 12345678.9, 0.5]
THRESHOLDS = [0.081608, 0.99999896, 1000000000.0123, 0.5, 723.4567, 0.00012345, 1.00002, 3]


def headline(page, chart):
    return page.locator(f'figure[data-chart="{chart}"] .chart-headline').text_content()


def ticks(page, chart):
    return page.locator(f'figure[data-chart="{chart}"] .tick[text-anchor="middle"]').all_text_contents()


def test_script_and_python_write_numbers_alike(browser):
    page = browser.new_page()

    def written(call, values):
        source = (HERE / "script" / "numbers.js").read_text(encoding="utf-8")
        return page.evaluate(f"(() => {{ {source}; return {json.dumps(values)}.map((value) => {call}); }})()")

    assert written("percent(value)", SHARES) == [percent(share) for share in SHARES]
    assert written("count(value)", AMOUNTS) == [count(amount) for amount in AMOUNTS]
    assert written("cut(value)", THRESHOLDS) == [cut(threshold) for threshold in THRESHOLDS]
    assert written("cut(value, [0.12341, 0.12342])", [0.123413]) == ["0.123413"]
    assert written("cut(value)", [-0.25]) == ["−0.25"]
    assert written("signed(1 / value)", [0, -4]) == ["—", "−0.2500"]
    page.close()


def test_scores_that_only_far_digits_tell_apart(opened):
    page = opened(samples.sharp())
    for place in range(2):
        choose(page, place)
        edges = page.locator("#deciles tbody td:is(:nth-child(2), :nth-child(3))").all()
        assert len({edge.inner_text() for edge in edges}) == len({edge.get_attribute("data-raw") for edge in edges}) > 10
        assert page.locator("#threshold-shown").inner_text() in headline(page, "ks")
        assert page.locator("#threshold-shown").inner_text() not in ("1", "1000000000")
        assert len(set(ticks(page, "ks"))) == len(ticks(page, "ks")) > 2
    assert "threshold − 1000000000" in page.locator('figure[data-chart="ks"]').text_content()
    names = page.locator('figure[data-chart="scores"] .axis-name').last.bounding_box()
    texts = [box.bounding_box() for box in page.locator('figure[data-chart="scores"] .tick[text-anchor="end"]').all()]
    assert all(box["x"] >= names["x"] + names["width"] for box in texts)


def test_sums_of_weights_are_called_so(opened):
    page = opened(samples.weighted())
    assert "weight of positives" in page.locator(".facts").inner_text()
    assert all("per 1,000 of weight" in box for box in page.locator(".costs").all_inner_texts())
    assert page.locator("#deciles thead th").all_inner_texts()[3] == "Weight"
    assert "Positive weight" in page.locator("#slice-table thead").inner_text()
    page.locator("#language-zh").click()
    assert "正例权重" in page.locator("#slice-table thead").inner_text()
    assert page.locator("#deciles thead th").all_inner_texts()[3] == "权重"


def test_score_bands_speak_of_positives(opened):
    page = opened(samples.credit())
    heads = page.locator("#deciles thead th").all_inner_texts()
    assert heads[3:10] == ["Rows", "Positives", "Negatives", "Positive rate", "Mean prediction", "Cum. positives", "Cum. negatives"]
    assert page.locator("#deciles tbody tr.whole td").all_inner_texts()[2:5] == ["2,500", "172", "2,328"]
    assert "bad and good" not in page.locator("#scores").inner_text()
    assert headline(page, "lift").startswith("lift in the top 10 %: ")
    row = page.locator("tr[data-slice]").first.locator("td").all_inner_texts()
    part = samples.credit().slices[0]
    assert row[:3] == [count(part.rows), count(part.positives), percent(part.positives / part.rows)]


def test_scores_the_wrong_way_round_are_said_to_be(opened):
    y, s = samples.scored(500)
    page = opened(evaluate({"y": y, "s": -s}, label="y", score="s"))
    assert headline(page, "ks").endswith(" (reversed)")
    assert "the scores rank the wrong way round" in page.locator(".card", has_text="KS").inner_text()
    page.locator("#language-zh").click()
    assert headline(page, "ks").endswith("（方向相反）")
    assert "方向" in page.locator(".card", has_text="KS").inner_text()
    assert "reversed" not in html(samples.credit()).split('id="payload"')[0].split("</style>")[1]


def test_a_constant_score_says_why_there_is_no_curve(opened):
    page = opened(samples.constant())
    for chart in ("ks", "lift"):
        drawing = page.locator(f'figure[data-chart="{chart}"]')
        assert "Every row has the same score" in drawing.text_content()
        assert drawing.locator("[data-marker]").evaluate("e => getComputedStyle(e).visibility") == "hidden"
    assert headline(page, "ks") == "KS 0.0000"
    assert "inf" not in page.locator(".card", has_text="KS").inner_text()
    bar = page.locator('figure[data-chart="scores"] .bar').last.bounding_box()
    marker = page.locator('figure[data-chart="scores"] [data-marker]')
    for place, inside in ((0, False), (1, True)):
        slide(page, place)
        assert (bar["x"] <= marker.bounding_box()["x"] <= bar["x"] + bar["width"]) == inside
    assert page.locator("#thinned").inner_text() == "the 1 threshold"


def test_the_axis_of_lift_holds_every_curve_and_the_marker_leaves_with_it(opened):
    y, s = samples.scored(900, spread=3)
    noise = np.random.default_rng(8).random(900)
    page = opened(evaluate({"y": y, "weak": noise, "strong": s}, label="y", score=["weak", "strong"]))
    curve = gn.lift_curve(y, s)
    most = float(np.max(curve.lift[curve.fraction >= 0.01]))
    assert float(page.locator('figure[data-chart="lift"] .tick[text-anchor="end"]').last.text_content()) > 0.7 * most
    rare = evaluate({"y": [*([0] * 1999), 1], "s": np.arange(2000)}, label="y", score="s")
    page = opened(rare)
    marker = page.locator('figure[data-chart="lift"] [data-marker]')
    for place, seen in ((1, "hidden"), (100, "visible")):
        slide(page, place)
        assert (float(marker.get_attribute("data-y")) > 110) == (seen == "hidden")
        assert marker.evaluate("e => getComputedStyle(e).visibility") == seen


def test_one_class_and_one_row_are_spoken_of_as_such(opened):
    page = opened(samples.one_class())
    assert page.locator('figure[data-chart="scores"]').is_visible()
    assert not page.locator("#explorer-note").is_visible()
    page = opened(samples.one_row())
    assert "1 row ·" in page.locator(".facts").inner_text().replace("\n", " · ")


def test_averages_over_classes_are_named_in_words():
    page = html(samples.multiclass())
    for words in ("one-vs-rest, macro average", "一对其余、宏平均", "weighted average", "加权平均"):
        assert words in page


def test_differences_from_nothing_are_a_dash(opened):
    table = {"y": [0, 1, 1, 0], "a": [0.1, 0.2, 0.3, 0.2], "b": [0.1, 0.9, 0.8, 0.2]}
    e = evaluate(table, label="y", score=["a", "b"], metrics="precision@0.5,recall@0.5")
    assert [line.difference for line in lines_of(e)] == ["", "−1.0000"]
    page = opened(e)
    assert page.locator('[data-table="figures"] tbody tr').first.locator("td").last.inner_text() == "—"


@pytest.mark.parametrize("end", ["a", "b"])
def test_long_names_keep_their_end(end):
    name = "x" * 400 + end
    assert len(shown(name)) == LONGEST
    assert shown(name).endswith(end)
