"""The report in Chinese has no English left: every text that a reader meets is walked, on the page of each kind of evaluation."""

import re

import numpy as np
import pytest

from gnomon.evaluation import evaluate
from gnomon.report.words import evidence_names
from report import samples

# Names that stay as they are typed in any language: metrics' symbols and people who gave a method its name, formats, arguments, and gnomon
# itself.
KEPT = {
    *[
        "AUC",
        "GAUC",
        *("IoU", "mIoU", "FWIoU", "Dice"),
        "ROC",
        "PR",
        "KS",
        "AP",
        "MAP",
        "MRR",
        "NDCG",
        "DCG",
        "CAP",
        "AR",
        "ECE",
        "MCC",
        "F1",
        "FPR",
        "TPR",
        "TP",
        "FP",
        "FN",
        "TN",
        "HR",
        "Top-k",
        "k",
        "p",
    ],
    *["Brier", "Gini", "Kappa", "Holm", "BH", "Wilson", "DeLong", "McNemar", "mid-p", "Bootstrap", "bootstrap"],
    *["EN", "SVG", "PNG", "TSV", "Markdown", "LaTeX", "JSON", "gnomon"],
    *["ignore"],
}

WALK = """() => {
  const hidden = (element) => element && element.closest('#glossary, code, bdi, script, style, [lang="en"], .called, noscript');
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent.trim() && !hidden(node.parentElement)) seen.push(node.textContent.trim());
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
    if (hidden(element)) continue;
    for (const name of ['title', 'aria-label', 'placeholder']) if (element.getAttribute(name)) seen.push(element.getAttribute(name));
  }
  return seen;
}"""


KINDS = {
    "binary": samples.credit,
    "crossing": samples.crossing,
    "weights": samples.weighted,
    "ten classes": samples.ten_classes,
    "label maps": samples.label_maps,
    "labels": samples.labels_only,
    "clicks": samples.clicks,
    "grades": samples.graded,
}


def names_of(e):
    """What comes from the data: columns, models, classes, values of slices, metrics as they are typed."""
    found = [e.source, e.label, e.weight, e.cluster, e.group, *e.by, *e.names, *e.metrics, *map(str, e.classes or ())]
    found += [column for model in e.models for column in model.columns] + [model.prediction for model in e.models]
    found += [str(value) for part in e.slices for value in part.by.values()]
    return sorted({name for name in found if name}, key=len, reverse=True)


@pytest.mark.parametrize("kind", KINDS)
def test_no_english_is_left(opened, kind):
    e = KINDS[kind]()
    page = opened(e, lang="zh")
    names = "|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in names_of(e))
    left = {}
    for text in page.evaluate(WALK):
        bare = re.sub(names, " ", text)
        words = [
            word for word in re.findall(r"[A-Za-z][A-Za-z’'-]+", bare) if word not in KEPT and not re.fullmatch(r"e-?\d*|[A-Z]\d", word)
        ]
        if words:
            left[text] = words
    assert not left


def test_what_findings_rest_on_has_a_name_in_both_languages():
    rng = np.random.default_rng(3)
    y, p = rng.integers(0, 3, 300), rng.random((300, 3))
    uneven = evaluate({"y": y, "a": p[:, 0], "b": p[:, 1], "c": p[:, 2]}, label="y", score={0: "a", 1: "b", 2: "c"})
    y, s = samples.scored(300)
    outside = evaluate({"y": y, "s": s}, label="y", score="s")
    left_out = [f for e in (uneven, outside) for f in e.findings if f.rule == "probabilities_left_out"]
    assert [set(f.evidence) for f in left_out] == [{"model", "count", "total", "place"}, {"model", "low", "high"}]
    assert all(name in evidence_names() for f in left_out for name in f.evidence)
