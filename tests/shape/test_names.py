"""Names that other tools, papers and trades use lead to the entry; one that means two things never picks one in silence."""

import importlib

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import entries, parse
from gnomon.catalog.explain import CONCEPTS, subject_of, titles_of
from gnomon.catalog.names import ELSEWHERE, SHARED, known_as, spelt
from gnomon.catalog.registry import has
from refusals import raises_id

pages = importlib.import_module("gnomon.catalog.explain")

ASKED = {
    "召回率": "recall",
    "查准率": "precision",
    "精准率": "precision",
    "混淆矩阵": "confusion_matrix",
    "基尼系数": "gini",
    "洛伦兹": "ks_curve",
    "误诊率": "fpr",
    "敏感性": "recall",
    "真正例率": "recall",
    "AUC": "roc_auc",
    "ROC": "roc_curve",
    "PR": "pr_curve",
    "CAP": "gain_curve",
    "AR": "accuracy_ratio",
    "BEP": "break_even_point",
    "Lift": "lift_curve",
    "iou": "jaccard",
    "f1_score": "f1",
    "matthews_corrcoef": "mcc",
    "auroc": "roc_auc",
    "Youden's J": "youden_j",
    "recip_rank": "mrr",
    "Rprec": "r_precision",
    "recall_at_k": "recall_at",
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_name_from_elsewhere_is_explained_and_found(asked):
    assert gn.explain(asked, lang="zh").metric == ASKED[asked]
    assert ASKED[asked] in gn.catalog.find(asked)[0].names


@pytest.mark.parametrize(
    ("asked", "reference"),
    [
        ("auc", "roc_auc"),
        ("召回率@0.5", "recall@0.5"),
        ("qwk", "kappa(weights=quadratic)"),
        ("P_10", "precision_at@10"),
        ("map_cut.5", "mean_average_precision@5"),
    ],
)
def test_a_reference_may_use_it(asked, reference):
    assert str(parse(asked)) == reference
    assert str(parse(reference)) == reference


def test_names_from_elsewhere_are_told_apart():
    """Each leads to one entry that exists, is written as names are compared, and hides no name of ours."""
    assert all(has(name) for name in ELSEWHERE)
    assert {name for several in SHARED.values() for name in several} <= {entry.name for entry in entries()}
    called = [name for others in ELSEWHERE.values() for name in others] + list(SHARED)
    assert len(called) == len(set(called))
    ours = {name for entry in entries() for name in entry.names}
    for name in called:
        assert name == spelt(name)
        assert name not in ours or known_as(name) is None, name


@pytest.mark.parametrize("shared", SHARED)
def test_a_name_of_two_metrics_is_refused_as_a_reference_and_explained_on_both_pages(shared):
    with raises_id("catalog.metric_name_ambiguous"):
        parse(shared)
    assert gn.explain(shared).metric == SHARED[shared][0]
    for name in SHARED[shared]:
        assert f"“{shared}”" in gn.explain(name, lang="zh")


@pytest.mark.parametrize(
    ("name", "hint"), [("f1_score", "f1"), ("hit_rate", "success_at or hit_ratio"), ("recall_at_k", "recall_at"), ("auc", "roc_auc")]
)
def test_an_attribute_says_what_it_is_called_here(name, hint):
    with pytest.raises(AttributeError, match=f"it is called {hint} here"):
        getattr(gn, name)


QRELS = {"a": {"d1": 1, "d2": 0, "d3": 2}, "b": {"d1": 1, "d4": 1}}
RUN = {"a": {"d1": 0.5, "d2": 0.6, "d3": 0.1}, "b": {"d4": 0.5, "d9": 0.7}}


@pytest.mark.parametrize("convention", [None, "trec_eval"])
def test_what_was_asked_for_is_what_one_gets_back(convention):
    asked = ["P_10", "map", "precision@5", "ndcg_cut_5"]
    evaluation = gn.evaluate_runs(QRELS, {"r": RUN}, metrics=asked, convention=convention, ci=None)
    values = gn.Ranked.from_qrels(QRELS, RUN).values(asked, convention=convention)
    assert list(values) == asked
    assert [float(evaluation[name]) for name in asked] == list(values.values())
    with raises_id("evaluation.metric_not_evaluated", name="P_20"):
        evaluation["P_20"]


def test_a_convention_is_said_once_in_the_head():
    text = str(gn.evaluate_runs(QRELS, {"r": RUN}, metrics="P_10, map", convention="trec_eval"))
    assert text.count("trec_eval") == 1
    assert "conventions of trec_eval" in text


def test_how_classes_are_averaged_is_said_at_each_metric():
    """The head says conventions; an average that it does not say must not fall away."""
    rng = np.random.default_rng(0)
    table = {"y": rng.integers(0, 3, 60), **{str(k): rng.random(60) for k in range(3)}}
    name = "roc_auc(multiclass=ovr,average=macro)"
    assert name in str(gn.evaluate(table, label="y", score=["0", "1", "2"], metrics=name, ci=None))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_title_leads_to_its_page(lang):
    for subject in (*entries(), *CONCEPTS):
        for title in titles_of(subject, lang):
            found = subject_of(title)
            assert found is subject or subject.name in SHARED.get(spelt(title), ()), (title, found.name)


@pytest.mark.parametrize(
    ("asked", "name"),
    {
        "KS 统计量": "ks",
        "精确率（查准率，Precision）": "precision",
        "Recall@k": "recall_at",
        "Precision@k": "precision_at",
        "P@k": "precision_at",
        "ndcg@10": "ndcg",
        "伪阳率": "fpr",
        "P-R 图": "pr_curve",
        "累积增益": "cg",
        "覆盖率": "catalogue_coverage",
        "区间覆盖率": "interval",
    }.items(),
)
def test_a_name_may_be_asked_for_as_it_is_printed(asked, name):
    assert subject_of(asked).name == name


def test_a_title_of_two_pages_is_refused_naming_both(monkeypatch):
    titles = {"recall": ["a shared title"], "precision": ["a shared title"]}
    monkeypatch.setattr(pages, "titles_of", lambda subject, lang: titles.get(subject.name, []))
    pages._titled.cache_clear()
    with raises_id("catalog.metric_name_ambiguous", name="A Shared Title", names="precision, recall"):
        gn.explain("A Shared Title")
    pages._titled.cache_clear()
