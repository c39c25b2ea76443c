"""A section that nobody has foreseen: all that it needs is in a folder of its own."""

import json
import re
from pathlib import Path

import pytest

from browser import choose
from gnomon.report import sections
from gnomon.report.page import html
from gnomon.report.section import Section, SliceColumn
from gnomon.report.sections import merged
from gnomon.report.words import script_words
from report import samples

TEMPLATE = """<section id="made-up"><h2>{{ t("made_up") }}</h2><p>{{ here.said }} {{ more("kappa") }}</p><p id="drawn"></p></section>"""
SCRIPT = """
const parts = { drawn: 0, redrawn: 0, heard: 0 };
function drawMadeUp() {
  find("drawn").textContent = `${word("made_up_here")}: ${data.sections["made-up"].values[view().model]}`;
}
function told(name) {
  parts[name] += 1;
  find("made-up").dataset[name] = parts[name];
}
section({
  key: "made-up", listen: () => told("heard"), redraw: () => told("redrawn"), unfold: () => told("unfolded"), fold: () => told("folded"),
  draw: () => { drawMadeUp(); told("drawn"); },
});
"""


class MadeUp(Section):
    key = "made-up"
    order = 35
    template = "made-up.html"
    scripts = ("made-up.js",)
    styles = ("made-up.css",)
    link = "made_up"
    page_words = {
        "made_up": ("Something new", "新的一节"),
        "marked": ("(marked)", "（标记）"),
    }
    script_words = {"made_up_here": ("Here", "此处"), "made_column": ("Halves", "一半")}

    def __init__(self, folder: Path, present: bool = True) -> None:
        self.folder, self.present = folder, present
        for name, text in {"html": TEMPLATE, "js": SCRIPT, "css": "#made-up{color:rgb(1,2,3)}"}.items():
            (folder / f"made-up.{name}").write_text(text)

    def shown(self, e):
        return self.present

    def payload(self, e, views):
        return {"values": list(range(len(e.models)))} if self.present else None

    def context(self, e, payload):
        return {"said": f"<{payload['values']}>"}

    def terms(self, e):
        return ["kappa"] if self.present else []

    def slice_columns(self, e):
        return [SliceColumn("made_column", "decimals", e.rows / 2, lambda part: part.rows / 2)]

    def remarks(self, e, metric):
        return {"old": "marked"} if metric.entry.name == "roc_auc" else {}


@pytest.fixture
def with_made_up(monkeypatch, tmp_path):
    def add(present=True):
        known = (*sections.collected(), MadeUp(tmp_path, present))
        monkeypatch.setattr(sections, "collected", lambda: tuple(sorted(known, key=lambda section: section.order)))

    return add


def test_it_stands_on_the_page_and_draws_itself(opened, with_made_up):
    with_made_up()
    page = opened(samples.credit())
    found = page.locator("#made-up")
    assert page.locator("nav a[href='#made-up']").inner_text() == "Something new"
    assert found.locator("h2").inner_text() == "Something new"
    assert "<[0, 1]> " in found.inner_text()
    assert found.locator("a").get_attribute("href") == "#glossary-kappa"
    assert page.locator("#glossary-kappa").count() == 1
    assert found.evaluate("e => getComputedStyle(e).color") == "rgb(1, 2, 3)"
    drawn = page.locator("#drawn")
    assert drawn.inner_text() == "Here: 0"
    choose(page, 1)
    assert drawn.inner_text() == "Here: 1"
    page.locator("#language-zh").click()
    assert drawn.inner_text() == "此处: 1"
    assert found.get_attribute("data-drawn") == "3"
    page.locator("#overlay").uncheck()
    page.emulate_media(media="print")
    page.wait_for_selector("#made-up[data-unfolded]", state="attached")
    page.emulate_media(media="screen")
    page.wait_for_selector("#made-up[data-folded]", state="attached")
    assert found.get_attribute("data-heard") == "1"
    assert found.get_attribute("data-redrawn") == "3"
    order = page.locator("main section").evaluate_all("all => all.map(e => e.id)")
    assert order.index("scores") < order.index("made-up") < order.index("slices")


def test_it_adds_to_the_frame(opened, with_made_up):
    with_made_up()
    e = samples.credit()
    page = opened(e)
    heads = page.locator("#slice-table thead th").all_inner_texts()
    assert heads[1:6] == [
        "Rows",
        "Positive",
        "Positive rate",
        "Mean prediction",
        "Halves",
    ]
    assert page.locator("tr[data-slice]").first.locator("td").all_inner_texts()[4] == f"{e.slices[0].rows / 2:.4f}"
    page.locator('[data-sort="made_column"]').click()
    assert page.locator("#slices-order").inner_text() == "Slices of the rows by Halves, highest first."
    choose(page, 1)
    assert "(marked)" in page.locator(".card:visible").first.inner_text()


def test_what_is_not_shown_leaves_nothing_behind(with_made_up):
    with_made_up(present=False)
    page = html(samples.few())
    assert 'id="made-up"' not in page
    assert "drawMadeUp" not in page
    assert "rgb(1,2,3)" not in page
    payload = json.loads(re.search(r'id="payload">(.*?)</script>', page, re.DOTALL)[1])
    assert payload["sections"]["made-up"] is None
    assert payload["words"]["zh"]["made_column"] == "一半"


def test_words_may_be_shared_and_not_changed(with_made_up, monkeypatch):
    with_made_up()
    monkeypatch.setattr(MadeUp, "script_words", {"rows": ("Rows", "行数")})
    assert script_words()["rows"] == ("Rows", "行数")
    with pytest.raises(ValueError, match="two texts for 'rows': 1 and 2; one of them needs another key"):
        merged({"rows": 1}, [{"rows": 1}, {"rows": 2}])


@pytest.mark.parametrize("section", sections.sections(), ids=lambda section: section.key)
def test_every_section_is_whole(section):
    """Its files are there, each word of its template is known, and its template stands under its key."""
    for name in (section.template, *section.scripts, *section.styles):
        assert not name or (section.folder / name).is_file()
    assert not section.link or section.link in section.page_words or section.key == "scores"
    if section.template:
        assert f'<section id="{section.key}"' in (section.folder / section.template).read_text(encoding="utf-8")
    keys = [one.key for one in sections.sections()]
    assert len(set(keys)) == len(keys)
    assert not {"slices", "comparison"} & set(keys)
