"""The pages that people read: whole in both languages, and their Chinese set as Chinese is."""

import re
from pathlib import Path

import pytest

import gnomon as gn
from gnomon.catalog import entries
from gnomon.catalog.explain import CONCEPTS, SECTIONS
from gnomon.messages.catalogue import texts as catalogue
from gnomon.report.words import evidence_names, page_words, script_words

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src" / "gnomon" / "catalog" / "explanations" / "zh"
BOTH = pytest.mark.parametrize("lang", sorted(SECTIONS))


@BOTH
def test_every_family_and_every_metric_has_its_place(lang):
    import docs

    text = (ROOT / "docs" / f"metrics.{lang}.md").read_text(encoding="utf-8")
    families = {entry.family for entry in entries()}
    assert families == docs.FAMILIES[lang].keys()
    for family in families:
        assert f"\n## {docs.FAMILIES[lang][family]}\n" in text
    for entry in entries():
        assert text.count(f'<a id="{entry.name}"></a>') == 1, entry.name
        assert f"(#{entry.name})" in text


@BOTH
def test_every_topic_of_the_concepts_has_its_place(lang):
    import docs

    text = (ROOT / "docs" / f"concepts.{lang}.md").read_text(encoding="utf-8")
    assert docs.TOPICS[lang].keys() == {concept.topic for concept in CONCEPTS}
    for title in docs.TOPICS[lang].values():
        assert f"\n## {title}\n" in text
    assert f"](figures/class-ratio.{lang}.png)" in text


def chinese_texts():
    """Every Chinese text of the project by where it stands."""
    pages = [*FOLDER.rglob("*.md"), *(ROOT / "docs").glob("*.zh.md"), *ROOT.glob("*.zh.md")]
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in pages}
    texts |= {f"message {code}": text for code, text in catalogue("zh").items() if "." not in code}
    for table in (page_words(), script_words(), evidence_names()):
        texts |= {f"word {key}": zh for key, (_, zh) in table.items()}
    texts |= {f"explanation {name}": gn.explain(name, lang="zh") for name in [*(e.name for e in entries()), *(c.name for c in CONCEPTS)]}
    return texts


def test_no_line_begins_with_what_belongs_to_the_one_before():
    for place, text in chinese_texts().items():
        # A word that only ever follows another, as the thresholds of a stretch, begins with the mark that parts them.
        lines = text.split("\n")[1:] if place.startswith("word ") else text.split("\n")
        for line in lines:
            assert not re.match(r"\s*(?:[-*] )?[。；，、：！？）」”]", line), f"{place}: {line}"


def test_no_space_stands_inside_a_chinese_sentence():
    """A line break after a Chinese comma is shown as a space by browsers and terminals: explanations are joined there."""
    for place, text in chinese_texts().items():
        if place.startswith(("explanation ", "docs/metrics", "docs/concepts")):
            prose = re.sub(r"`[^`]*`", "`", text)
            assert not re.search(r"[，。；：、] |[\u4e00-\u9fff]\n[\u4e00-\u9fff]", prose), place


DROPPED = ("有本事", "依附于", "一律答", "量出来", "有多确定", "定了更高的价", "随机对占比", "从差到好")
"""Turns of phrase that readers stumbled over."""


def test_one_word_for_one_thing():
    for place, text in chinese_texts().items():
        for phrase in DROPPED:
            assert phrase not in text, f"{place}: {phrase}"
    words = {key: zh for table in (page_words(), script_words(), evidence_names()) for key, (_, zh) in table.items()}
    english = {key: en for table in (page_words(), script_words(), evidence_names()) for key, (en, _) in table.items()}
    for key, en in english.items():
        if re.search(r"\bslices?\b", en, re.IGNORECASE):
            assert "切片" in words[key], key
            assert "分组" not in words[key], key
        if "verage precision" in en:
            assert "平均精度（AP）" in words[key], key
