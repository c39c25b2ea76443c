"""gnomon explain and gnomon list with concepts beside the metrics."""

import re

import pytest
from rich.cells import cell_len

import gnomon as gn
from gnomon.catalog.explain import CONCEPT_SECTIONS, CONCEPTS


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("concept", CONCEPTS, ids=lambda concept: concept.name)
def test_explain_a_concept(run, concept, lang):
    ended = run("explain", concept.name, "--lang", lang)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.strip() == str(gn.explain(concept.name, lang=lang)).strip()
    for heading in CONCEPT_SECTIONS[lang]:
        assert f"## {heading}" in ended.out


@pytest.mark.parametrize("words", [["confidence", "interval"], ["confidence interval"], ["ci"], ["Confidence-Interval"], ["置信区间"]])
def test_words_are_joined_as_one_likes(run, words):
    ended = run("explain", *words, "--lang", "zh")
    assert ended.code == 0
    assert ended.out.startswith("# 置信区间")


def test_explain_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    ended = run("explain", "wilson")
    assert ended.code == 0
    assert "What it is not" in ended.out
    assert "$" not in ended.out


@pytest.mark.parametrize("width", [60, 80])
def test_no_line_on_a_terminal_begins_with_a_chinese_comma(run, monkeypatch, width):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    for name in [*(entry.name for entry in gn.catalog.find("")), *(concept.name for concept in CONCEPTS)]:
        lines = re.sub(r"\x1b\[[\d;]*m", "", run("explain", name, "--lang", "zh").out).splitlines()
        assert max(map(cell_len, lines)) <= width, name
        for line in lines:
            assert not re.match(r"\s*[。；，、：！？）」”]", line), f"{name}: {line}"
            assert "\\" not in line, f"{name}: {line}"


def test_an_unknown_name(run):
    ended = run("explain", "bootstrp")
    assert ended.code == 2
    assert ended.err == "error: there is no metric or concept 'bootstrp'; did you mean bootstrap?\n"
    assert "did you mean roc_auc" in run("explain", "rocacu").err
    nothing = run("explain", "zzz")
    assert nothing.code == 2
    assert "gnomon list shows them all; concepts that are explained: interval, p_value" in nothing.err
    assert run("explain").code == 2


def test_list_leads_to_concepts(run):
    assert run("list", "bonferroni").err == "error: no metric matches 'bonferroni'; gnomon explain multiple_comparisons speaks of it\n"
    assert "speaks of it" not in run("list", "--family", "labels", "bonferroni").err
    assert all(concept.name not in run("list").out.split() for concept in CONCEPTS), "a pipe gets metrics alone"


def test_list_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    ended = run("list")
    assert ended.code == 0
    assert f"{CONCEPTS[-1].name}: gnomon explain says more" in " ".join(ended.out.split())
    assert "gnomon explain says more" not in run("list", "--family", "scores").out
