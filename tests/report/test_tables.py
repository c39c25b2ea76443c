"""Tables and switches: what is copied, in which order slices stand, and what belongs to which class."""

import numpy as np

import gnomon as gn
from gnomon.evaluation import evaluate
from report import samples
from report.test_explorer import figure, shown_threshold

LONG = "households in the northern metropolitan area of the country, without those that moved away, segment {} of the retail book"


def copied(page, table):
    page.locator(f'[data-copy="{table}"]').click()
    page.locator("#status", has_text="Copied").wait_for(state="attached")
    return [line.split("\t") for line in page.evaluate("navigator.clipboard.readText()").split("\n")]


def long_named():
    y, s = samples.scored(600)
    scores = {f"{'m' * 90} {k}": s + k for k in range(2)}
    return evaluate(
        {"y": y, "g": np.array([LONG.format(k) for k in range(2)])[np.arange(600) % 2]} | scores, label="y", score=list(scores), by="g"
    )


def test_plain_counts_and_whole_names_are_copied(opened):
    e = long_named()
    page = opened(e, permissions=["clipboard-read", "clipboard-write"])
    lines = copied(page, "confusion-at-threshold")
    assert lines[1] == ["actually positive", *(f"{figure(page, name):g}" for name in ("tp", "fn"))]
    assert lines[2] == ["actually negative", *(f"{figure(page, name):g}" for name in ("fp", "tn"))]
    assert {line[0] for line in copied(page, "slices")[2:]} == {part.name for part in e.slices}
    assert copied(page, "figures")[0][2:8:3] == list(e.names)
    seen = page.locator("tr[data-slice] th").all_inner_texts()
    assert all("…" in name and len(name) <= 100 for name in seen)
    assert len(set(seen)) == 2


def test_long_names_are_shortened_in_sentences_and_whole_in_their_titles(opened):
    page = opened(long_named())
    sentence = page.locator(".finding p [title]").first
    assert "m" * 41 not in sentence.inner_text()
    assert "…" in sentence.inner_text()
    assert "m" * 90 in sentence.get_attribute("title")


def test_the_note_of_slices_follows_their_order(opened):
    page = opened(samples.many())
    order, button = page.locator("#slices-order"), page.locator("#worst-first")
    first = page.locator("tr[data-slice] th").all_inner_texts()
    assert order.inner_text() == "Slices of the rows, worst first by AUC."
    assert not button.is_visible()
    page.locator('[data-sort="rows"]').click()
    assert order.inner_text() == "Slices of the rows by Rows, highest first."
    page.locator("#language-zh").click()
    assert order.inner_text() == "切片按「行数」从高到低排列。"
    button.click()
    assert order.inner_text() == "切片按「AUC」从低到高排列，最差的在前。"
    assert page.locator("tr[data-slice] th").all_inner_texts() == first
    assert not button.is_visible()


def test_every_model_of_the_switch_can_be_seen(opened):
    page = opened(samples.many())
    assert page.locator(".models").evaluate("e => e.scrollHeight <= e.clientHeight")
    page.set_viewport_size({"width": 360, "height": 900})
    choices = page.locator(".models")
    assert choices.evaluate("e => e.scrollHeight > e.clientHeight")
    page.get_by_role("button", name="show all 20").click()
    assert choices.evaluate("e => e.scrollHeight <= e.clientHeight")


def test_classes_are_chosen_in_the_explorer_and_models_at_the_top(opened):
    e = samples.two_multiclass()
    page = opened(e)
    title = page.locator("#explorer-title")
    assert title.inner_text() == "At which threshold? — cat against the rest"
    assert page.locator("header [data-model]").count() == 0
    assert page.locator("#class-switch .models label:visible").all_inner_texts() == ["cat", "dog", "rabbit"]
    page.locator("#class-switch .models label:visible", has_text="dog").click()
    assert title.inner_text() == "At which threshold? — dog against the rest"
    page.locator("label:has([data-whose='1'])").click()
    assert title.inner_text() == "At which threshold? — cat against the rest"
    assert shown_threshold(page) == gn.best_threshold(e.held("two").scores.parts["cat"]).threshold
    assert float(page.locator(".card:visible .figure").first.get_attribute("data-raw")) == e[e.metrics[0], "two"]
    page.locator("label:has([data-whose='0'])").click()
    assert title.inner_text() == "At which threshold? — dog against the rest"
    page.locator("#language-zh").click()
    assert title.inner_text() == "阈值取多少？—— dog 对其余"
    assert page.locator("#slice-table thead th").all_inner_texts()[:2] == ["切片", "行数"]
    assert "正例" not in page.locator("#slice-table thead").inner_text()
