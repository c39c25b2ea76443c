"""Concepts: explained in both languages, found by any of their names, and no metric's name among them."""

import doctest
import re
from pathlib import Path

import pytest

import gnomon as gn
from gnomon.catalog import entries
from gnomon.catalog.explain import CONCEPT_PARTS, CONCEPT_SECTIONS, CONCEPTS, SECTIONS, concepts, subject_of
from gnomon.catalog.names import ELSEWHERE, SHARED
from gnomon.cli.formula import readable
from gnomon.report.glossary import html_of
from refusals import raises_id

FOLDER = Path(gn.catalog.__file__).parent / "explanations"
EVERY = pytest.mark.parametrize("concept", CONCEPTS, ids=lambda concept: concept.name)
BOTH = pytest.mark.parametrize("lang", sorted(SECTIONS))


def bare(name):
    return re.sub(r"[-_\s]", "", name.lower())


@EVERY
@BOTH
def test_every_concept_is_explained(concept, lang):
    explanation = gn.explain(concept.name, lang=lang)
    parts = explanation.to_dict()
    assert all(parts.values())
    assert tuple(parts) == ("concept", "lang", "heading", "meaning", *CONCEPT_PARTS)
    assert (parts["concept"], explanation.metric, explanation.formula) == (concept.name, "", "")
    assert tuple(explanation.sections) == CONCEPT_SECTIONS[lang]
    assert explanation.startswith(f"# {explanation.heading}\n\n`{concept.name}` — {explanation.meaning}")
    for part in ("pitfalls", "alternatives", "sources"):
        assert parts[part].startswith("- ")
    assert all(re.search(r"\(\d{4}\)\. .+\.$", " ".join(source.split())) for source in explanation.sources.split("\n- "))
    assert len(re.findall(r"[\u4e00-\u9fff]", explanation)) > 400 or lang == "en"


@EVERY
def test_both_languages_say_the_same(concept):
    en, zh = (gn.explain(concept.name, lang=lang) for lang in ("en", "zh"))
    assert en.sources == zh.sources
    assert re.findall(r"`(\w+)`", en.related) == re.findall(r"`(\w+)`", zh.related)
    assert re.findall(r"\$\$.+?\$\$", en, re.DOTALL) == re.findall(r"\$\$.+?\$\$", zh, re.DOTALL)
    assert set(re.findall(r"`([^`]+)`", en.practice + en.alternatives)) == set(re.findall(r"`([^`]+)`", zh.practice + zh.alternatives))
    for part in CONCEPT_PARTS:
        assert getattr(en, part).count("\n- ") == getattr(zh, part).count("\n- "), part


@EVERY
@BOTH
def test_what_a_concept_mentions_exists(concept, lang):
    explanation = gn.explain(concept.name, lang=lang)
    related = re.findall(r"`(\w+)`", explanation.related)
    assert related
    assert concept.name not in related
    for name in related:
        assert subject_of(name).name == name
    assert set(re.findall(r"\bgn\.(\w+)", explanation)) <= set(gn.__all__)
    for name in re.findall(r"`(\w+)`", explanation.alternatives + explanation.pitfalls):
        assert subject_of(name).name == name


@EVERY
@BOTH
def test_a_concept_can_be_read_everywhere(concept, lang):
    explanation = gn.explain(concept.name, lang=lang)
    text = readable(str(explanation))
    assert "$" not in text
    assert "\\" not in text
    page = html_of(str(explanation))
    assert "FORMULA" not in page
    assert "$" not in page
    assert page.count("<h2>") == len(CONCEPT_SECTIONS[lang])
    prose = re.sub(r"<math.*?</math>|<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert "*" not in prose, "an emphasis that Markdown does not see"
    assert len(explanation.split("\n")) < 80, "about one screen"


@pytest.mark.parametrize("concept", [concept for concept in CONCEPTS if concept.topic == "meaning"], ids=lambda concept: concept.name)
@BOTH
def test_the_examples_of_a_concept_hold(concept, lang):
    found = doctest.DocTestParser().get_doctest(without_fences(gn.explain(concept.name, lang=lang)), {}, concept.name, None, 0)
    assert found.examples
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0
    assert code_of(gn.explain(concept.name, lang="en")) == code_of(gn.explain(concept.name, lang="zh")), "one example in two languages"


def without_fences(markdown):
    return re.sub(r"^```.*$", "", markdown, flags=re.MULTILINE)


def code_of(explanation):
    """The lines of code of an explanation, without what texts in them say."""
    lines = re.findall(r"^(?:>>>|\.\.\.) .*$", explanation, re.MULTILINE)
    return [re.sub(r'f".*?"', '""', line) for line in lines]


def test_files_and_concepts_are_the_same():
    for lang in SECTIONS:
        assert {path.stem for path in (FOLDER / lang / "concepts").iterdir()} == {concept.name for concept in CONCEPTS}


def test_a_concept_hides_no_metric_and_no_other_concept():
    metrics = {bare(name) for entry in entries() for name in entry.names} | {
        bare(name) for names in (*ELSEWHERE.values(), SHARED) for name in names
    }
    names = [bare(name) for concept in CONCEPTS for name in concept.names]
    assert not metrics & set(names)
    assert len(names) == len(set(names))


@EVERY
def test_a_concept_is_found_by_all_its_names(concept):
    whole = gn.explain(concept.name)
    for name in concept.names:
        for joint in "_- ":
            assert gn.explain(name.replace("_", joint)) == whole
        assert gn.explain(f" {name.upper()} ") == whole
    assert concept in concepts(concept.name)


def test_names_people_type():
    for asked, name in {
        "confidence_interval": "interval",
        "CI": "interval",
        "p-value": "p_value",
        "pvalue": "p_value",
        "p 值": "p_value",
        "significance": "p_value",
        "置信区间": "interval",
        "permutation test": "randomization_test",
        "Clopper-Pearson": "wilson",
    }.items():
        assert gn.explain(asked).concept == name, asked
    assert gn.explain("roc-auc").metric == gn.explain("ROC AUC").metric == "roc_auc"
    assert gn.explain(gn.roc_auc).metric == "roc_auc"
    assert "- Also found under: `confidence_interval`, `ci`" in gn.explain("ci")
    assert "置信区间`" not in gn.explain("ci")
    assert [concept.name for concept in concepts("泊松")] == ["bootstrap"]
    assert concepts("no such thing anywhere") == []


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("intervall", "there is no metric or concept 'intervall'; did you mean interval"),
        ("bootstrapp", "did you mean bootstrap?"),
        ("mcnemars", "did you mean mcnemar"),
        ("rocacu", "did you mean roc_auc"),
        ("样本", "did you mean 样本量?"),
        ("zzz", "gn.catalog.find('') lists them all; concepts that are explained: interval, p_value, "),
        (None, "there is no metric or concept 'None'"),
        ([], "there is no metric '[]'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(asked, hint):
    with pytest.raises(gn.InputError, match=re.escape(hint)):
        gn.explain(asked)
    if asked == "zzz":
        with pytest.raises(gn.InputError) as refused:
            gn.explain(asked)
        assert all(concept.name in str(refused.value) for concept in CONCEPTS)


def test_a_concept_is_no_metric():
    """Where a metric is asked for a concept is refused, and the search of metrics does not find it."""
    with raises_id("catalog.metric_unknown", name="bootstrap"):
        gn.catalog.get("bootstrap")
    assert not {entry.name for entry in gn.catalog.find("")} & {concept.name for concept in CONCEPTS}


def test_pages_link_to_each_other():
    import docs

    for lang in SECTIONS:
        pages = docs.pages()
        for concept in CONCEPTS:
            assert f"(concepts.{lang}.md#{concept.name})" in pages[docs.DOCS / f"metrics.{lang}.md"]
            assert f'<a id="{concept.name}"></a>' in pages[docs.DOCS / f"concepts.{lang}.md"]
        assert f"(metrics.{lang}.md)" in pages[docs.DOCS / f"concepts.{lang}.md"]
