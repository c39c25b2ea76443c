"""Ranked lists in the report: figures that are gnomon's own, the section in a browser, pages of nothing but lists."""

import re

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from gnomon.evaluation import evaluate
from gnomon.evaluation.text import percent
from gnomon.report import write
from gnomon.report.page import html
from gnomon.tasks.lists.page.ranking import MOST_QUERIES, areas_of, ranking_of
from gnomon.tasks.lists.tables import at, distribution_of, forms_of, metrics_at_k, query_table
from report import samples
from report.samples import lists_of, quietly
from report.test_page import overflow

EVERY = pytest.mark.parametrize("make", [samples.clicks, samples.graded, samples.runs], ids=["clicks", "graded", "runs"])


def test_figures_follow_the_conventions_of_the_evaluation():
    e = gn.evaluate_runs(samples.QRELS, {"a": samples.RUN}, convention="trec_eval")
    ranked = lists_of(e)
    forms = forms_of(e.metrics)
    assert str(at(forms["ndcg"], 10)) == "ndcg(convention=trec_eval)@10"
    made = ranking_of(e)
    assert made["models"][0]["at"][0][0] == gn.ndcg(ranked, k=1, convention="trec_eval")
    assert made["models"][0]["spread"][0]["value"] == float(e["ndcg(convention=trec_eval)@10"])
    assert made["forms"][:2] == ["ndcg(convention=trec_eval)", "precision_at(convention=trec_eval)"]
    assert "q4" not in {line[0] for line in made["models"][0]["worst"]["lines"]}


@EVERY
def test_the_payload_holds_these_figures(make):
    e = make()
    made = ranking_of(e)
    assert len(made["models"]) == len(e.models)
    for name, model in zip(e.names, made["models"], strict=True):
        ranked = lists_of(e, name)
        assert model["queries"] == len(ranked)
        assert model["spread"][0]["value"] == pytest.approx(float(e["ndcg@10", name]), rel=1e-12)
        assert model["at"][0] == metrics_at_k(ranked, made["k"]).ndcg.tolist()
        assert sum(line[0] for line in model["sizes"]) == len(ranked)
        assert len(model["worst"]["lines"]) == min(MOST_QUERIES, model["worst"]["counted"])


def test_auc_stands_beside_gauc():
    e = samples.clicks()
    for one in areas_of(e):
        assert (one.auc, one.gauc) == (e["roc_auc", one.model], e["gauc", one.model])
        assert (one.table.groups_used, one.table.groups) == (gn.gauc_table(lists_of(e, one.model)).groups_used, e.groups)
        assert f"{one.auc - one.gauc:.3f} above GAUC" in one.sentence
    y, user = np.tile([0, 1], 200), np.repeat(np.arange(40), 10)
    alike = evaluate({"y": y, "u": user, "s": y + np.random.default_rng(1).normal(0, 1, 400)}, label="y", score="s", group="u")
    assert "AUC and GAUC are close" in areas_of(alike)[0].sentence
    moved = evaluate({"y": y, "u": user, "s": y + 5.0 * user}, label="y", score="s", group="u")
    assert "scores cannot be compared between groups" in areas_of(moved)[0].sentence
    assert areas_of(samples.graded()) == []


def test_the_section_of_a_log(opened):
    e = samples.clicks()
    page = opened(e)
    assert page.locator("nav a[href='#ranking']").inner_text() == "Ranking"
    assert f"{e.groups} groups (user)" in page.locator(".facts").inner_text()
    assert page.locator("#areas tbody tr").count() == 2
    assert "AUC is" in page.locator(".areas .said:visible").inner_text()
    section = page.locator("#ranking")
    assert f"{e.groups} queries" in section.inner_text()
    chart = section.locator('[data-ranking="at_k"]')
    before = chart.locator("path.curve").last.get_attribute("d")
    assert chart.locator(".chart-headline").text_content() == f"NDCG@10: {float(e['ndcg@10', 'new']):.4f}"
    assert chart.locator("[data-band]").count() == 2
    page.locator("#at-k-metric").select_option(label="Recall")
    assert chart.locator(".chart-title").text_content() == "Recall"
    assert chart.locator("path.curve").last.get_attribute("d") != before
    assert chart.locator(".chart-headline").text_content() == f"Recall@10: {quietly(gn.recall_at, lists_of(e, 'new'), k=10):.4f}"
    made = distribution_of("ndcg@10", lists_of(e, "new"))
    nothing = f"The mean is {made.value:.4f}, but {percent(made.zero / made.counted)} of the {made.counted} queries get 0"
    assert page.locator("#spread-said").inner_text().startswith(nothing)
    page.locator("#spread-metric").select_option(label="Average precision")
    mean = quietly(gn.mean_average_precision, lists_of(e, "new"))
    assert page.locator("#spread-said").inner_text().startswith(f"The mean is {mean:.4f}; none of the ")
    page.locator("#overlay").uncheck()
    assert chart.locator("path.curve").count() == 1
    assert overflow(page) <= 0


def test_worst_queries_follow_the_model(opened):
    e = samples.clicks()
    page = opened(e)
    for place, name in enumerate(e.names):
        choose(page, place)
        table = query_table(lists_of(e, name), MOST_QUERIES)
        rows = page.locator("tr[data-query]")
        assert rows.locator("th").all_inner_texts()[:10] == [str(query) for query in table.query[:10].tolist()]
        assert page.locator("#ranking h3.part").last.inner_text() == f"The worst queries — {name}"
    assert rows.count() == 10
    page.locator("#all-worst").click()
    assert rows.count() == MOST_QUERIES
    raw = [[cell.get_attribute("data-raw") for cell in row.locator("td").all()] for row in rows.all()[:3]]
    assert [float(line[3]) for line in raw] == table.ndcg[:3].tolist()
    lengths = page.locator("tr[data-size]")
    assert lengths.count() == len(ranking_of(e)["bins"])
    assert not page.locator("#all-worst").is_visible()


def test_a_page_of_nothing_but_lists(opened):
    e = samples.graded()
    page = opened(e, width=390, lang="zh")
    assert overflow(page) <= 0
    for gone in ("#explorer", "#scores", "#threshold", "#areas", "nav a[href='#explorer']"):
        assert page.locator(gone).count() == 0
    for there in ("#key-figures", "#findings", "#ranking", "#slices", "#comparison", "#glossary"):
        assert page.locator(there).count() == 1
    assert page.locator("h1").inner_text().endswith("— 排序")
    assert page.locator(".facts").inner_text().replace("\n", "").count("个查询") == 1
    assert page.locator("#ranking-title").inner_text() == "排序：每份列表排得好吗？"
    assert not re.search(r"[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}", page.locator("#ranking").inner_text())
    page.locator("#language-en").click()
    assert not re.search("[\u4e00-\u9fff]", page.locator("main").inner_text())
    assert page.locator("tr[data-slice]").count() == 2
    assert page.locator("[data-forest-row]").count() == len(e.metrics)
    assert page.locator("#glossary-ndcg").count() == page.locator("#glossary-success_at").count() == 1
    assert overflow(page) <= 0
    for chart in page.locator("#ranking svg.chart").all():
        assert all(chart.locator(f"#{name}").text_content() for name in chart.get_attribute("aria-labelledby").split())
    labels = page.locator("#ranking [aria-label]").evaluate_all("all => all.map(e => e.getAttribute('aria-label')).join(' ')")
    assert "PNG: By length of the list" in labels
    assert "{" not in labels + page.locator("#ranking").inner_text()
    missing = "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).map(a => a.hash)"
    assert page.evaluate(missing) == []


def test_strange_lists_and_names(opened):
    page = opened(samples.runs(), width=390)
    text = page.locator("#ranking").inner_text()
    assert samples.HOSTILE in text
    assert "\u202e" not in text
    assert "not retrieved" in text
    for said in ("1 query has nothing relevant", "1 query was given no list", "1 query of the run has no judgment", "2 items were never"):
        assert said in text
    assert not re.search(r"\b(NaN|undefined|null|\[object|Infinity)\b", text)
    assert page.locator("script").count() == 2
    assert overflow(page) <= 0
    choose(page, 1)
    assert "4 queries were given no list" in page.locator("#lists-are").inner_text()


@pytest.mark.parametrize("task", ["binary", "ranking"])
def test_one_query_and_nothing_relevant(opened, task):
    for label in ([0, 1, 0], [0, 0, 0]):
        e = evaluate({"y": label, "s": [3.0, 2.0, 1.0], "q": [7, 7, 7]}, label="y", score="s", group="q", task=task, metrics="ndcg@10")
        page = opened(e)
        said = page.locator("#spread-said").inner_text()
        assert said.startswith("There is one query" if any(label) else "No query has a value")
        assert page.locator("tr[data-query]").count() == any(label)
    assert not page.locator("svg.chart text", has_text="NaN").count()


def test_paper_and_figures_to_take_away(opened):
    page = opened(samples.clicks(), width=711)
    page.emulate_media(media="print")
    page.wait_for_selector('[data-ranking="sizes"] svg.chart[viewBox^="0 0 340 "]', state="attached")
    past = "[...document.querySelectorAll('#ranking :is(table, td, svg, p)')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
    assert page.evaluate(f"{past}.length") == 0
    assert not page.locator("#at-k-metric").is_visible()
    assert page.locator('[data-ranking="spread"] svg.chart').is_visible()


def test_without_lists_there_is_no_section(tmp_path):
    assert 'id="ranking"' not in html(samples.credit())
    samples.clicks().save(tmp_path / "e.json")
    loaded = gn.evaluation.Evaluation.load(tmp_path / "e.json")
    assert ranking_of(loaded) is None
    assert 'id="ranking"' not in html(loaded)
    samples.graded().save(tmp_path / "graded.json")
    page = html(gn.evaluation.Evaluation.load(tmp_path / "graded.json"))
    assert not re.search('id="(ranking|explorer)"', page)
    assert f"grades 0 to {max(samples.graded().classes)}" in page
    assert 'id="ranking"' in write(samples.graded(), tmp_path / "page.html").read_text(encoding="utf-8")
