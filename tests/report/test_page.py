"""The page in a browser: languages, themes, widths, paper, copies, strange data; never a complaint, never a request."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from gnomon.evaluation import evaluate
from gnomon.report import write
from report import samples

STRANGE = [
    samples.one_row,
    samples.one_class,
    samples.constant,
    samples.huge,
    samples.labels_only,
    samples.multiclass,
    samples.weighted,
    samples.hostile,
    samples.many,
]


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("make", STRANGE, ids=lambda make: make.__name__)
def test_strange_data_gives_a_sane_page(opened, make):
    page = opened(make(), width=360)
    assert overflow(page) <= 0
    assert page.locator("h1").count() == 1
    assert page.locator(".card:visible").count() >= 1
    text = page.locator("main").inner_text()
    assert not re.search(r"\b(NaN|undefined:|null|\[object|Infinity)\b", text)
    page.locator("#language-zh").click()
    assert overflow(page) <= 0
    page.set_viewport_size({"width": 1280, "height": 900})
    assert overflow(page) <= 0
    page.locator("#language-en").click()
    assert overflow(page) <= 0


def test_one_class_says_why_there_are_no_curves(opened):
    page = opened(samples.one_class())
    assert not page.locator("#threshold").is_visible()
    assert page.locator("#no-curves").inner_text() == "there are no positive rows: only one class is present"
    page.locator("#language-zh").click()
    assert page.locator("#no-curves").inner_text() == "没有正例：数据中只有一个类别"


def test_an_evaluation_from_json_has_figures_and_no_explorer(opened, tmp_path):
    page = opened(samples.loaded(tmp_path / "evaluation.json"))
    assert page.locator("#threshold").count() == 0
    assert "JSON" in page.locator("#explorer").inner_text()
    assert page.locator("tr[data-slice]").count() == 4
    assert page.locator(".finding").count() > 3
    assert page.locator(".term").count() > 5


def test_names_stay_text(opened):
    page = opened(samples.hostile())
    assert samples.HOSTILE in page.locator(".models").inner_text()
    assert samples.HOSTILE in page.locator("#slices").inner_text()
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    assert "\u202e" not in page.locator("body").inner_text()
    for place in range(len(samples.NAMES)):
        choose(page, place)


def test_languages_switch_both_ways(opened):
    page = opened(samples.credit(), lang="zh")
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    assert page.locator("#explorer-title").inner_text() == "阈值取多少？"
    assert "召回率" in page.locator("#explorer").inner_text()
    assert "提升度" in page.locator('figure[data-chart="lift"]').text_content()
    assert "What stands out" not in page.locator("main").inner_text()
    page.locator("#language-en").click()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("#explorer-title").inner_text() == "At which threshold?"
    assert "Lift" in page.locator('figure[data-chart="lift"]').text_content()
    assert not re.search("[\u4e00-\u9fff]", page.locator("main").inner_text())
    page.locator("#language-zh").click()
    assert "请看召回率和精确率" in page.locator("#findings").inner_text()
    assert page.title() == "a dictionary of columns 评估报告"


def test_the_theme_follows_the_system_until_it_is_chosen(opened):
    page = opened(samples.few(), color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.locator("#theme").click()
    light = page.evaluate(paper)
    assert (dark, light) == ("rgb(18, 23, 30)", "rgb(255, 255, 255)")
    page.locator("#theme").click()
    assert page.evaluate(paper) == dark


def test_paper_is_light_without_controls_and_unfolded(opened):
    page = opened(samples.many(), color_scheme="dark")
    assert page.locator("tr[data-slice]").count() == 20
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for control in ("#threshold", "#theme", "#language-en", "nav", "#slice-filter"):
        assert not page.locator(control).first.is_visible()
    assert page.locator("tr[data-slice]").count() == 50
    assert page.locator('[data-table="figures"]').is_visible()
    assert page.locator('figure[data-chart="roc"]').is_visible()


def test_slices_are_worst_first_filtered_and_sorted(opened):
    e = samples.many()
    page = opened(e)

    def names():
        return page.locator("tr[data-slice] th").all_inner_texts()

    assert names() == [part.name for part in e.slices[:20]]
    page.locator("#all-slices").click()
    assert names() == [part.name for part in e.slices]
    page.locator('[data-sort="rows"]').click()
    sizes = {part.name: part.rows for part in e.slices}
    assert [sizes[name] for name in names()] == sorted(sizes.values(), reverse=True)
    assert page.locator('th:has([data-sort="rows"])').get_attribute("aria-sort") == "descending"
    page.locator('[data-sort="rows"]').click()
    assert [sizes[name] for name in names()] == sorted(sizes.values())
    page.locator("#slice-filter").fill("SLICE 4")
    assert set(names()) == {name for name in sizes if "slice 4" in name}
    page.locator("#slice-filter").fill("nobody")
    assert page.locator("#slice-count").inner_text() == "No slice matches"


def test_slices_follow_the_model(opened):
    e = samples.many()
    page = opened(e)
    choose(page, 7)
    values = {part.name: float(part.values["model 7", "roc_auc"]) for part in e.slices}
    assert page.locator("tr[data-slice] th").all_inner_texts() == sorted(values, key=values.__getitem__)[:20]
    whole = float(e["roc_auc", "model 7"])
    raw = page.locator("tr[data-slice] td.difference").first.get_attribute("data-raw")
    assert float(raw) == pytest.approx(min(values.values()) - whole)


def test_the_confusion_matrix_of_labels(opened):
    e = samples.labels_only(40)
    page = opened(e)
    assert page.locator("#matrix tbody tr").count() == 30
    assert page.locator("#matrix-cut").inner_text() == "The 30 largest of 40 classes are shown."
    assert page.locator("#per-class tbody tr").count() == 40
    first = page.locator("#matrix tbody tr").first.locator("td").all()
    shown = [int(cell.get_attribute("data-raw")) for cell in first]
    assert shown == e.held().labels.matrix[0, :30].tolist()


def test_tables_are_copied_with_all_digits(opened):
    e = samples.credit()
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    page.locator('[data-copy="figures"]').click()
    page.locator("#status", has_text="Copied").wait_for(state="attached")
    lines = [line.split("\t") for line in page.evaluate("navigator.clipboard.readText()").split("\n")]
    ends = ["95 % interval, from", "95 % interval, to"]
    assert lines[0] == ["Metric", "higher is better / lower is better", "new", *ends, "old", *ends, "new − old"]
    for name, start in (("new", 2), ("old", 5)):
        shown = [[float(cell) for cell in line[start : start + 3]] for line in lines[1:]]
        assert shown == [[float(e[metric, name]), e[metric, name].low, e[metric, name].high] for metric in e.metrics]
    assert "roc_auc" in lines[1][0]
    assert "曲线" not in lines[1][0]


@pytest.mark.parametrize(("button", "start"), [("save_svg", b"<svg"), ("save_png", b"\x89PNG")])
def test_figures_are_saved_with_their_colours_written_out(opened, button, start):
    page = opened(samples.credit())
    figure = page.locator('figure[data-chart="roc"]')
    figure.hover()
    with page.expect_download() as download:
        figure.locator(f'[data-export="{button}"]').click()
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(start)
    assert download.value.suggested_filename == f"roc-new.{button[-3:]}"
    if button == "save_svg":
        assert b"var(" not in content
        assert b"rgb(0, 114, 178)" in content
        assert b'paint-order="' in content
        assert b'stroke-linejoin="round"' in content


def test_findings_lead_to_the_glossary(opened):
    page = opened(samples.credit())
    link = page.locator(".finding a").first
    target = link.get_attribute("href")
    assert not page.locator(f"{target} .prose:visible").count()
    link.click()
    page.locator(f"{target} .prose:visible").wait_for()
    assert page.locator(f"{target} .prose:visible").count() == 1
    assert page.locator(f"{target} math").count() >= 2


def test_every_link_inside_the_page_leads_somewhere(opened):
    page = opened(samples.credit())
    missing = page.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).map(a => a.hash)"
    )
    assert missing == []


def test_every_control_and_chart_has_a_name(opened):
    page = opened(samples.credit())
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, input, a')].filter(e => {
            const label = e.getAttribute('aria-label') || (e.labels && e.labels[0] && e.labels[0].textContent) || e.textContent;
            return !label.trim();
        }).map(e => e.outerHTML)"""
    )
    assert nameless == []
    for chart in page.locator("svg.chart").all():
        assert chart.get_attribute("role") == "img"
        ids = chart.get_attribute("aria-labelledby").split()
        assert all(chart.locator(f"#{name}").text_content() for name in ids)
    assert "0.7" in page.locator('figure[data-chart="roc"] title').first.text_content()
    assert page.evaluate("performance.getEntriesByName('first-chart').length") == 1


def test_no_script_but_the_page_s_own_may_run(browser, tmp_path):
    """Should a name ever slip through as HTML, the policy of the page still stops it."""
    path = write(samples.few(), tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("<main>", "<main><script>window.stranger = 1</script><img src=x onerror='window.stranger = 1'>"))
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector('html[data-ready="true"]')
    assert page.evaluate("window.stranger") is None
    page.close()


def test_of_very_many_models_the_first_are_drawn(opened):
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 60)
    columns = [f"model {k}" for k in range(42)]
    page = opened(evaluate({"y": y} | {name: rng.random(60) for name in columns}, label="y", score=columns))
    choose(page, 41)
    assert page.locator("#no-curves").inner_text() == "curves are drawn for the first 40 models only"
    assert page.locator(".card:visible").count() == 6


def test_of_very_many_classes_the_largest_are_offered(opened):
    rng = np.random.default_rng(6)
    names = [f"c{k}" for k in range(45)]
    labels = [names[k] for k in [*range(45), *range(5, 45)] * 3]
    table = {"y": labels} | {name: rng.random(len(labels)) for name in names}
    page = opened(evaluate(table, label="y", score={name: name for name in names}))
    offered = page.locator(".models .called").all_inner_texts()
    assert sorted(offered) == sorted(names[5:])
    assert "the 40 largest of 45 classes" in page.locator(".switch").inner_text()


@pytest.fixture(scope="module")
def long_card(tmp_path_factory):
    """The report on a card whose names are 200 characters long."""
    from gnomon.scorecards.report import card_report

    long, y = "W_" * 100, np.arange(400) % 2
    x = np.random.default_rng(0).normal(size=400) + y
    kind = np.array([long, "d"], object)[(x > 0.5).astype(int)]
    months = np.array(["2024-01", "2024-02"])[np.arange(400) // 200]
    rows = {long: x, "kind": kind, f"bad{long}": y, f"over{long}": months, f"by{long}": kind}
    card = gn.Scorecard(min_iv=0).fit({long: x, "kind": kind}, y).card_
    path = tmp_path_factory.mktemp("card") / "card.html"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        card_report(card, rows, f"bad{long}", path, lang="en", name=long, over=f"over{long}", by=[f"by{long}"], progress=False)
    return path


@pytest.mark.parametrize("width", [390, 1200, 1280])
def test_a_card_with_long_names_does_not_scroll_sideways(opened, long_card, width):
    page = opened(long_card, width=width)
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    assert page.locator(".prose pre:visible").count() > 0, "an example of code is shown"
    assert overflow(page) <= 0


def test_copied_tables_hold_no_formulas(opened):
    """Of a slice that is called as a formula, the cell is a text; figures stay numbers."""
    y = np.arange(200) % 2
    place = np.array(["=1+1", "-2+3", "plain"])[np.arange(200) % 3]
    data = {"y": y, "p": np.linspace(0, 1, 200) ** (1 + y), "place": place}
    e = gn.evaluate(data, label="y", score={"@p": "p"}, by="place", ci=None)
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    copied = []
    for button in page.locator("button[data-copy]:visible").all():
        button.click()
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    cells = [cell for text in copied for line in text.split("\n") for cell in line.split("\t")]
    assert len(copied) > 1
    assert [cell for cell in cells if re.match("[=@]|[+-](?![0-9.,]+( ?%)?$)", cell)] == []
    assert "'@p" in cells
