"""The models compared on the page: every difference, stretch and test is the evaluation's."""

import re
from dataclasses import replace

import numpy as np
import pytest

from browser import wait_until
from gnomon.evaluation import evaluate
from gnomon.inference.comparison import mark, p_text
from gnomon.messages import Message
from gnomon.report.comparison import comparison_of
from report import samples
from report.test_page import overflow
from report.test_paper import WIDTH, printed
from report.test_sure import ends
from report.test_tables import copied


def choose(page, value):
    page.locator("#compared").select_option(value)


def check_rows(page, pairs):
    """Rows are the pairs in their order: numbers, figures, place and mark."""
    rows = page.locator("[data-forest-row]").all()
    assert len(rows) == len(pairs)
    zero = float(page.locator("[data-forest] .zero").first.get_attribute("x1"))
    for row, pair in zip(rows, pairs, strict=True):
        assert row.get_attribute("data-metric") == pair.metric
        assert float(row.get_attribute("data-difference")) == pair.difference
        assert ends(row) == (pair.low, pair.high)
        text = row.locator(".row-figures").text_content()
        assert text.startswith(f"{pair.difference:+.4f}".replace("-", "−"))
        assert f"[{pair.low:+.4f}, {pair.high:+.4f}]".replace("-", "−") in text
        assert text.endswith(mark(pair.p_holm) or "]")
        dot = row.locator(".forest-dot")
        if abs(float(dot.get_attribute("cx")) - zero) > 1e-6:
            assert (float(dot.get_attribute("cx")) > zero) == (pair.better == pair.a)
        assert ("surely" in dot.get_attribute("class")) == (pair.low > 0 or pair.high < 0)
        x = sorted(float(line.get_attribute("x1")) for line in row.locator(".reach-end").all())
        assert x[0] <= float(dot.get_attribute("cx")) <= x[1]
        assert (x[0] <= zero <= x[1]) == (pair.low <= 0 <= pair.high)


@pytest.mark.parametrize("width", [360, 1280])
def test_forest_rows_are_the_pairs(opened, width):
    e = samples.credit()
    page = opened(e, width=width)
    assert page.locator("#compared").count() == 0
    check_rows(page, e.comparison.pairs)
    sides = page.locator("[data-forest] .side").all_text_contents()
    assert sides == ["◂ old better", "new better ▸"]
    assert overflow(page) <= 0


def test_a_pair_or_a_metric_is_chosen(opened):
    e = samples.crossing()
    c = e.comparison
    page = opened(e)
    couples = list(dict.fromkeys((pair.a, pair.b) for pair in c.pairs))
    assert page.locator("#compared option").all_inner_texts()[: len(couples)] == [f"{a} − {b}" for a, b in couples]
    for place, couple in enumerate(couples):
        choose(page, f"couple-{place}")
        check_rows(page, [pair for pair in c.pairs if (pair.a, pair.b) == couple])
        assert page.locator("#strips-of").text_content() == f" — {couple[0]} and {couple[1]}"
        assert page.locator("#scaled-note").is_visible()
    choose(page, "metric-1")
    check_rows(page, [pair for pair in c.pairs if pair.metric == c.metrics[1]])
    assert not page.locator("#scaled-note").is_visible()
    dots = [float(dot.get_attribute("cx")) for dot in page.locator(".forest-dot").all()]
    zero = float(page.locator("[data-forest] .zero").get_attribute("x1"))
    differences = [pair.difference for pair in c.pairs if pair.metric == c.metrics[1]]
    scale = (dots[0] - zero) / differences[0]
    assert [dot - zero for dot in dots] == pytest.approx([scale * difference for difference in differences])
    page.locator("#language-zh").click()
    assert page.locator("#compared").input_value() == "metric-1"
    assert page.locator("[data-forest] .side").first.text_content() == "◂ 后者 更好"


def drawn_runs(page, curve):
    runs = page.locator(f'[data-strip="{curve}"] [data-run]').all()
    read = [[run.get_attribute(f"data-{name}") for name in ("winner", "start", "end", "certain")] for run in runs]
    return [(int(winner), float(start), float(end), certain == "true") for winner, start, end, certain in read]


def check_strip(page, one):
    """Runs cover the stretches, certain exactly where the band leaves out zero; crossings are marked."""
    runs = drawn_runs(page, one.curve)
    for x, low, high in zip(one.x, one.low, one.high, strict=True):
        [(winner, _, _, certain)] = [run for run in runs if run[1] < x < run[2]]
        stretch = next(stretch for stretch in one.stretches if stretch.start - 1e-9 <= x <= stretch.end + 1e-9)
        assert (one.a, one.b)[winner] == stretch.winner
        assert certain == (low > 0 if winner == 0 else high < 0)
    joined = []
    for winner, start, end, certain in runs:
        if joined and joined[-1][0] == winner:
            joined[-1] = (winner, joined[-1][1], end, joined[-1][3] or certain)
        else:
            joined.append((winner, start, end, certain))
    assert len(joined) == len(one.stretches)
    for (winner, start, end, certain), stretch in zip(joined, one.stretches, strict=True):
        assert (one.a, one.b)[winner] == stretch.winner
        assert (start, end, certain) == (pytest.approx(stretch.start - 0.005), pytest.approx(stretch.end + 0.005), stretch.certain)
    marks = page.locator(f'[data-strip="{one.curve}"] [data-crossing]').all()
    assert [float(found.get_attribute("data-crossing")) for found in marks] == pytest.approx(list(one.crossings))


@pytest.mark.parametrize("make", [samples.credit, samples.crossing], ids=lambda make: make.__name__)
def test_strips_are_the_stretches(opened, make):
    e = make()
    page = opened(e)
    first = e.comparison.pairs[0]
    told = [one for one in e.comparison.dominance if (one.a, one.b) == (first.a, first.b)]
    assert {one.curve for one in told} == {"roc", "pr", "gain"}
    for one in told:
        check_strip(page, one)
        lanes = page.locator(f'[data-strip="{one.curve}"] .lane').all()
        tops = [float(lane.get_attribute("y")) for lane in lanes]
        for run in page.locator(f'[data-strip="{one.curve}"] [data-run]').all():
            lane = int(run.get_attribute("data-winner"))
            assert tops[lane] <= float(run.get_attribute("y")) < tops[lane] + 15
            assert (float(run.get_attribute("height")) == 15) == (run.get_attribute("data-certain") == "true")
    roc = next(one for one in told if one.curve == "roc")
    if roc.verdict != "crosses":
        assert page.locator('[data-verdict="roc"]').inner_text() == roc.sentence


def test_curves_that_cross_are_said_to(opened):
    e = samples.crossing()
    roc = next(one for one in e.comparison.dominance if (one.curve, one.a, one.b) == ("roc", "steep", "even"))
    assert roc.verdict == "crosses"
    page = opened(e)
    said = page.locator('[data-verdict="roc"]').inner_text()
    assert said.startswith("the ROC curves cross, each ahead for certain somewhere: steep between false positive rate 0.01 and ")
    assert page.locator('[data-strip="roc"] .crossing.surely').count() >= 1
    assert "the thresholds are steep " in page.locator('[data-strip="roc"] [data-run] title').first.text_content()
    page.locator("#language-zh").click()
    assert page.locator('[data-verdict="roc"]').inner_text().startswith("ROC 曲线交叉，各有确定领先之处：")
    assert not re.search("[A-Za-z]{3,}", re.sub("ROC|steep|even", "", page.locator('[data-verdict="roc"]').inner_text()))


def test_the_table_is_the_pairs_and_is_copied(opened):
    e = samples.crossing()
    pairs = e.comparison.pairs
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    lines = copied(page, "comparison")
    assert lines[0][:3] + lines[0][6:9] == ["Metric", "Model", "Against", "95 % interval, from", "95 % interval, to", "p"]
    assert len(lines) == len(pairs) + 1
    for line, pair in zip(lines[1:], pairs, strict=True):
        assert line[:3] == [pair.metric, pair.a, pair.b]
        numbers = (pair.value_a, pair.value_b, pair.difference, pair.low, pair.high, pair.p_value, pair.p_holm, pair.p_bh)
        assert [float(cell) for cell in line[3:11]] == list(numbers)
        assert line[11:] == [mark(pair.p_holm), pair.method]
    for row, pair in zip(page.locator("[data-test]").all(), pairs, strict=True):
        cells = row.locator("td").all_inner_texts()
        assert cells[6:9] == [p_text(p) for p in (pair.p_value, pair.p_holm, pair.p_bh)]
    page.locator('[data-copy="markdown"]').click()
    wait_until(page, "navigator.clipboard.readText().then((text) => text.startsWith('| metric'))")
    assert page.evaluate("navigator.clipboard.readText()") == e.comparison.to_markdown()
    page.locator('[data-copy="latex"]').click()
    wait_until(page, "navigator.clipboard.readText().then((text) => text.startsWith('\\\\begin'))")
    assert page.evaluate("navigator.clipboard.readText()") == e.comparison.to_latex()
    page.locator("#language-zh").click()
    page.locator('[data-copy="markdown"]').click()
    wait_until(page, "navigator.clipboard.readText().then((text) => text.startsWith('| 指标'))")
    assert page.evaluate("navigator.clipboard.readText()") == e.comparison.to_markdown("zh")


def test_it_says_what_a_p_value_does_not(opened):
    page = opened(samples.credit())
    text = page.locator("#comparison").inner_text()
    assert "First how large the difference is, then how sure." in text
    assert "It is not the probability that they are equal" in text
    assert "Holm allows for all 11 comparisons" in text
    assert page.locator('nav a[href="#comparison"]').inner_text() == "Is the difference real?"
    page.locator("#language-zh").click()
    text = page.locator("#comparison").inner_text()
    for words in ("差异是真的吗？", "它不是“两者相同”的概率", "先看差多少，再看有多大把握", "p（Holm）", "复制为 LaTeX"):
        assert words in text
    words = re.sub(r"<[^>]*>", "", page.locator("[data-forest]").text_content())
    assert "new 更好 ▸" in words


def test_a_pair_without_a_test_says_why(opened):
    e = samples.credit()
    reason = Message("no_finite_value_for_both")
    none = replace(e.comparison.pairs[0], low=np.nan, high=np.nan, p_value=np.nan, p_holm=np.nan, p_bh=np.nan, method="none", reason=reason)
    page = opened(replace(e, comparison=replace(e.comparison, pairs=(none, *e.comparison.pairs[1:]))))
    row = page.locator("[data-forest-row]").first
    assert row.locator(".forest-dot, .reach-line").count() == 0
    assert reason[:10] in row.locator(".row-figures").text_content()
    cells = page.locator("[data-test]").first.locator("td").all_inner_texts()
    assert cells[5:] == ["–", "–", "–", "–", "", reason]
    page.locator("#language-zh").click()
    assert page.locator("[data-test]").first.locator("td").last.inner_text() == "两个模型不都有有限的值"


def test_models_that_agree_on_every_row_stand_at_zero(opened):
    y, s = samples.scored(400)
    e = evaluate({"y": y, "a": s, "b": s.copy()}, label="y", score=["a", "b"])
    page = opened(e)
    zero = float(page.locator("[data-forest] .zero").get_attribute("x1"))
    assert e.comparison.pairs[0].difference == 0
    assert {float(dot.get_attribute("cx")) for dot in page.locator(".forest-dot").all()[:2]} == {zero}
    assert page.locator("[data-run], [data-crossing]").count() == 0
    assert "cannot be told apart" in page.locator('[data-verdict="roc"]').inner_text()


def test_many_models_stay_usable(opened):
    e = samples.many()
    page = opened(e, width=1280)
    assert page.locator("#compared optgroup").count() == 2
    assert page.locator("#compared option").count() == 19 + len(e.comparison.metrics)
    assert not page.locator("#tests").is_visible()
    choose(page, "couple-18")
    assert page.locator("[data-forest-row]").count() == len(e.comparison.metrics)
    assert "model 19" in page.locator("#strips-of").inner_text()
    choose(page, "metric-0")
    assert page.locator("[data-forest-row]").count() == 19
    page.locator("#comparison summary").click()
    box = page.locator("#comparison .scroll")
    assert box.evaluate("e => e.scrollHeight > e.clientHeight && e.clientHeight < 700")
    assert box.get_attribute("tabindex") == "0"
    assert page.locator('[data-copy="comparison"]').is_visible()
    assert page.locator('[data-copy="latex"]').count() == 0
    assert overflow(page) <= 0
    page.set_viewport_size({"width": 360, "height": 900})
    assert box.evaluate("e => e.scrollHeight > e.clientHeight && e.clientHeight < 700")
    assert overflow(page) <= 0


def test_names_in_the_comparison_stay_text(opened):
    page = opened(samples.hostile())
    page.locator("#comparison summary").click()
    assert samples.HOSTILE in page.locator("#compared").inner_text()
    assert page.locator("#tests td.model").first.get_attribute("title") == samples.HOSTILE
    choose(page, "metric-2")
    assert page.locator("#comparison script, #comparison img").count() == 0
    assert overflow(page) <= 0


@pytest.mark.parametrize("make", [samples.credit, samples.crossing], ids=lambda make: make.__name__)
def test_it_is_printed_within_the_paper(opened, make):
    page = printed(opened(make(), width=WIDTH, color_scheme="dark"))
    assert page.locator("#tests").is_visible()
    assert page.locator("[data-forest] svg").is_visible()
    assert not page.locator('[data-copy="comparison"]').is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    inside = (
        "[...document.querySelectorAll('#comparison *, #slices *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert page.evaluate(inside) == 0


def test_figures_of_the_comparison_are_saved(opened):
    page = opened(samples.credit())
    for figure in ("[data-forest]", '[data-strip="pr"]'):
        page.locator(figure).hover()
        with page.expect_download() as download:
            page.locator(f'{figure} [data-export="save_svg"]').click()
        with open(download.value.path(), encoding="utf-8") as file:
            content = file.read()
        assert content.startswith("<svg")
        assert "var(" not in content
        assert "rgb(" in content


def test_several_classes_have_differences_and_no_curves(opened):
    e = samples.two_multiclass()
    page = opened(e)
    assert page.locator("[data-forest-row]").count() == len(e.comparison.pairs)
    assert page.locator("[data-strip], [data-band]").count() == 0


def test_a_loaded_evaluation_has_its_comparison(opened, tmp_path):
    e = samples.loaded(tmp_path / "evaluation.json")
    page = opened(e)
    assert page.locator("[data-forest-row]").count() == len(e.comparison.pairs) == 11
    assert page.locator("[data-strip]").count() == 3
    assert page.locator(".card:visible .interval").count() == 6
    assert page.locator("[data-band], [data-interval]").count() == 0


def test_one_model_has_nothing_to_compare(opened):
    page = opened(samples.few())
    assert page.locator("#comparison, nav a[href='#comparison']").count() == 0
    assert comparison_of(samples.few(), set()) is None
